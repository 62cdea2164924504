//! The layout of observations and action indices, as data.

use std::fmt::Write as _;

use tradewinds_arena::{Makers, Visitor, visit};
use tradewinds_game::{ActionGroup, CompleteGame, Encoding, Field, InputError, Variant};

/// A field with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldAt {
    /// The seat whose block it is in, counted clockwise from the observer; `None` for the table.
    pub seat: Option<usize>,
    /// The place of its first number.
    pub offset: usize,
    /// The field.
    pub field: Field,
}

/// A group of action indices with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupAt {
    /// The first index.
    pub offset: usize,
    /// The group.
    pub group: ActionGroup,
}

/// The layout of a game's observations and action indices.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The game's name.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// The version of the layout.
    pub version: u32,
    /// The version of the rules.
    pub rules_version: u32,
    /// The fields in order.
    pub fields: Vec<FieldAt>,
    /// The groups of action indices in order.
    pub groups: Vec<GroupAt>,
    /// The count of numbers of an observation.
    pub features: usize,
    /// The count of action indices.
    pub actions: usize,
}

impl Layout {
    pub(crate) fn of<G: CompleteGame + Encoding>(game: &G) -> Self {
        let (mut fields, mut offset) = (Vec::new(), 0);
        let table = G::TABLE_FIELDS.iter().map(|&field| (None, field));
        let seats =
            (0..game.players()).flat_map(|seat| G::SEAT_FIELDS.iter().map(move |&field| (Some(seat), field)));
        for (seat, field) in table.chain(seats) {
            fields.push(FieldAt { seat, offset, field });
            offset += field.len;
        }
        let (mut groups, mut index) = (Vec::new(), 0);
        for group in game.action_groups() {
            groups.push(GroupAt { offset: index, group });
            index += group.len;
        }
        Self {
            game: G::NAME,
            players: game.players(),
            version: G::ENCODING_VERSION,
            rules_version: G::RULES_VERSION,
            fields,
            groups,
            features: offset,
            actions: index,
        }
    }

    /// Returns the scale of each number of an observation.
    #[must_use]
    pub fn scales(&self) -> Vec<f32> {
        self.fields.iter().flat_map(|at| std::iter::repeat_n(at.field.scale, at.field.len)).collect()
    }

    /// Names an action index: its group, and the place in it.
    #[must_use]
    pub fn action_name(&self, index: i64) -> String {
        let found = usize::try_from(index).ok().filter(|&index| index < self.actions);
        let Some(index) = found else { return format!("not in 0..{}", self.actions) };
        let after = self.groups.partition_point(|at| at.offset <= index);
        let GroupAt { offset, group } = &self.groups[after - 1];
        match group.words.get(index - offset) {
            Some(word) => format!("{} {word}", group.name),
            None if group.len == 1 => group.name.to_owned(),
            None => format!("{} {}", group.name, index - offset),
        }
    }

    /// Writes the tables of the layout as Markdown: the table's fields, one seat's, the action indices.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        let table = width_of(self.fields.iter().filter(|at| at.seat.is_none()));
        let seat = width_of(self.fields.iter().filter(|at| at.seat == Some(0)));
        writeln!(
            text,
            "Layout version {}, rules version {}. An observation has {table} numbers of the table and {seat} per \
             seat; there are {} action indices.\n",
            self.version, self.rules_version, self.actions
        )
        .expect(TEXT);
        text.push_str(
            "| block | field | offset | length | scale | unit | meaning |\n|---|---|---|---|---|---|---|\n",
        );
        for FieldAt { seat, offset, field } in
            self.fields.iter().filter(|at| at.seat.is_none_or(|seat| seat == 0))
        {
            let (block, offset) = if seat.is_none() { ("table", *offset) } else { ("seat", offset - table) };
            let Field { name, len, scale, unit, meaning, words } = field;
            writeln!(
                text,
                "| {block} | `{name}` | {offset} | {len} | {scale} | {unit} | {meaning}{} |",
                in_order(words)
            )
            .expect(TEXT);
        }
        text.push_str("\n| action group | offset | length | meaning |\n|---|---|---|---|\n");
        for GroupAt { offset, group } in &self.groups {
            let ActionGroup { name, len, words, meaning } = group;
            writeln!(text, "| `{name}` | {offset} | {len} | {meaning}{} |", in_order(words)).expect(TEXT);
        }
        text
    }
}

const TEXT: &str = "a string takes all text";

fn width_of<'a>(fields: impl Iterator<Item = &'a FieldAt>) -> usize {
    fields.map(|at| at.field.len).sum()
}

/// Lists the words of a field that has any.
fn in_order(words: &[&str]) -> String {
    if words.is_empty() { String::new() } else { format!(" In order: {}.", words.join(", ")) }
}

/// Returns the layout of a game for a number of players and a variant.
///
/// # Errors
/// No game has this name, a wrong number of players, or a variant that does not fit the game's data.
pub fn layout(game: &str, players: usize, variant: &Variant) -> Result<Layout, InputError> {
    struct Of<'a>(usize, &'a Variant);

    impl Visitor for Of<'_> {
        type Output = Result<Layout, InputError>;

        fn visit<G: CompleteGame + Encoding>(self, _: &'static Makers<G>) -> Self::Output {
            Ok(Layout::of(&G::new(self.0, self.1)?))
        }
    }

    visit(game, Of(players, variant))?
}
