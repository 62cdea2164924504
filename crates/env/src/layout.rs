//! The layout of observations and action indices, as data.

use tradewinds_arena::{Makers, Visitor, visit};
use tradewinds_game::{CompleteGame, FeatureTable, Group, InputError, Variant};

/// A group with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The seat whose block it is in, counted clockwise from the observer; `None` for the table and for actions.
    pub seat: Option<usize>,
    /// The place of its first number or index.
    pub offset: usize,
    /// The group.
    pub group: Group,
}

/// The layout of a game's observations and action indices.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The game's name.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// The version of the rules.
    pub rules_version: u32,
    /// The declared table; its `layout` is the version of the layout.
    pub table: &'static FeatureTable,
    /// The groups of an observation in order.
    pub fields: Vec<At>,
    /// The groups of action indices in order.
    pub groups: Vec<At>,
    /// The count of numbers of an observation.
    pub features: usize,
    /// The count of action indices.
    pub actions: usize,
}

impl Layout {
    /// Makes the layout of a game.
    ///
    /// # Errors
    /// The game has no action indices.
    pub(crate) fn of<G: CompleteGame>(game: &G) -> Result<Self, InputError> {
        let table = G::features();
        let groups = game.action_groups();
        if groups.is_empty() {
            let allowed = "a game with observations and action indices, see docs/features.md";
            return Err(InputError::conflict("", "game", format!("{:?}, which has none", G::NAME), allowed));
        }
        let seats =
            (0..game.players()).flat_map(|seat| table.seat.iter().map(move |group| (Some(seat), group)));
        let fields = table.table.iter().map(|group| (None, group)).chain(seats);
        let (fields, features) = placed(fields.filter(|(_, group)| group.numbers() > 0));
        let (groups, actions) = placed(groups.iter().map(|group| (None, group)));
        Ok(Self {
            game: G::NAME,
            players: game.players(),
            rules_version: G::RULES_VERSION,
            table,
            fields,
            groups,
            features,
            actions,
        })
    }

    /// Returns the scale of each number of an observation.
    #[must_use]
    pub fn scales(&self) -> Vec<f32> {
        self.fields.iter().flat_map(|at| std::iter::repeat_n(at.group.scale(), at.group.len)).collect()
    }

    /// Names an action index: its group, and the place in it.
    #[must_use]
    pub fn action_name(&self, index: i64) -> String {
        let found = usize::try_from(index).ok().filter(|&index| index < self.actions);
        let Some(index) = found else { return format!("not in 0 to {}", self.actions - 1) };
        let after = self.groups.partition_point(|at| at.offset <= index);
        let At { offset, group, .. } = &self.groups[after - 1];
        match group.words.get(index - offset) {
            Some(word) => format!("{} {word}", group.name),
            None if group.len == 1 => group.name.to_owned(),
            None => format!("{} {}", group.name, index - offset),
        }
    }

    /// Writes the game's table as Markdown: the blocks of the table and of a seat, and the groups of actions.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let index: Vec<Group> = self.groups.iter().map(|at| at.group).collect();
        self.table.to_markdown(&index)
    }
}

/// Places groups one after the other; returns them with the sum of their lengths.
fn placed<'a>(groups: impl Iterator<Item = (Option<usize>, &'a Group)>) -> (Vec<At>, usize) {
    let mut sum = 0;
    let placed = groups.map(|(seat, &group)| {
        let offset = sum;
        sum += group.len;
        At { seat, offset, group }
    });
    (placed.collect(), sum)
}

/// Returns the layout of a game for a number of players and a variant.
///
/// # Errors
/// No game has this name, a wrong number of players, a variant that does not fit the game's data, or a game without
/// observations.
pub fn layout(game: &str, players: usize, variant: &Variant) -> Result<Layout, InputError> {
    struct Of<'a>(usize, &'a Variant);

    impl Visitor for Of<'_> {
        type Output = Result<Layout, InputError>;

        fn visit<G: CompleteGame>(self, _: &'static Makers<G>) -> Self::Output {
            Layout::of(&G::new(self.0, self.1)?)
        }
    }

    visit(game, Of(players, variant))?
}
