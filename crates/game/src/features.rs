//! A position and its actions as numbers, for learners: one declared table per game, written in two forms.
//!
//! The *sparse* form is what a network reads: indices that are active, and a few numbers, in a [`Block`] for each
//! seat and one for the table. The *dense* form is what a learner in Python reads: an array, with every count
//! exact. A group is in both forms, or its declaration says in which.

mod block;
mod write;

pub use block::{Block, BlockWriter, Inputs, MAX_ACTIVE, MAX_NUMBERS};
pub use write::{DenseWriter, GroupWriter, Number, Whole, WriteGroup};

use arrayvec::ArrayVec;

use super::{Game, Ranges, RuleBlock, Seat};

/// The maximum number of indices that name an action to a network.
pub const MAX_ACTION_FEATURES: usize = 8;

/// The indices that name an action to a network, ascending.
pub type ActionFeatures = ArrayVec<u16, MAX_ACTION_FEATURES>;

/// The forms that a group is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Both.
    Both,
    /// The sparse form alone: what follows from other groups, made easy for a network.
    Sparse,
    /// The dense form alone: what no network reads.
    Dense,
}

/// The meaning of a group's entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Each entry is active or not: 1 or 0.
    Active,
    /// Each entry is a count. The dense form has the count itself, the sparse form an index for each level, of which
    /// one is active; none for a count below the first level.
    Levels {
        /// The first level; smaller counts are on none.
        first: u16,
        /// The last level; larger counts are on it, too.
        last: u16,
        /// How much of the count a level stands for.
        step: u16,
    },
    /// Each entry is a number. For a network it is at most `most`, and divided by `one`.
    Number {
        /// The number that stands for an input of 1, at least 1.
        one: u16,
        /// The maximum; larger numbers count as this. The dense form has the number itself.
        most: u16,
    },
}

/// A run of entries in a block, documented like a column of a CSV file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name, `snake_case`, unique in its block and form.
    pub name: &'static str,
    /// The meaning, with units, as a sentence.
    pub meaning: &'static str,
    /// The count of entries.
    pub len: usize,
    /// The words of the entries, in order; empty where they have none.
    pub words: &'static [&'static str],
    /// What the entries are.
    pub measure: Measure,
    /// The forms that it is in.
    pub form: Form,
}

impl Group {
    /// Makes a group in both forms, without words.
    #[must_use]
    pub const fn new(name: &'static str, len: usize, measure: Measure, meaning: &'static str) -> Self {
        Self { name, meaning, len, words: &[], measure, form: Form::Both }
    }

    /// Makes a group whose entries are active or not.
    #[must_use]
    pub const fn active(name: &'static str, len: usize, meaning: &'static str) -> Self {
        Self::new(name, len, Measure::Active, meaning)
    }

    /// Returns the group with words for its entries.
    #[must_use]
    pub const fn of(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// Returns the group in another form.
    #[must_use]
    pub const fn only(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Returns the count of indices in the sparse form.
    #[must_use]
    pub const fn indices(&self) -> usize {
        match (self.form, self.measure) {
            (Form::Dense, _) => 0,
            (_, Measure::Levels { first, last, .. }) => self.len * (last - first + 1) as usize,
            _ => self.len,
        }
    }

    /// Returns the count of numbers in the dense form.
    #[must_use]
    pub const fn numbers(&self) -> usize {
        if matches!(self.form, Form::Sparse) { 0 } else { self.len }
    }

    /// Returns a usual maximum of the dense form: divided by it, the numbers lie around 0 to 1.
    #[must_use]
    pub fn scale(&self) -> f32 {
        match self.measure {
            Measure::Active => 1.0,
            Measure::Levels { last, step, .. } => f32::from(last) * f32::from(step),
            Measure::Number { one, .. } => f32::from(one),
        }
    }

    /// Returns the meaning with levels and words.
    #[must_use]
    pub fn explained(&self) -> String {
        let mut text = self.meaning.to_owned();
        if !self.words.is_empty() {
            text += &format!(" In order: {}.", self.words.join(", "));
        }
        if self.form != Form::Dense {
            text += &match self.measure {
                Measure::Active => String::new(),
                Measure::Levels { first, last, step } => {
                    let steps = if step == 1 { String::new() } else { format!(" in steps of {step}") };
                    format!(" Levels {first} to {last}{steps}.")
                }
                Measure::Number { one, most } => format!(" {one} make an input of 1, at most {most} count."),
            };
        }
        text
    }
}

/// A game's table of a position: the groups of a seat's block, of the table's block, and of an action.
///
/// Indices and numbers count from 0 in each block, group by group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureTable {
    /// Changes whenever a group that networks read changes or is written differently; 0 for a game without features.
    /// A network and a sample of learning state it.
    pub version: u32,
    /// Changes whenever the dense form or an action index changes.
    pub layout: u32,
    /// The block of a seat.
    pub seat: &'static [Group],
    /// The block of the table.
    pub table: &'static [Group],
    /// The features of an action; only [`Measure::Active`].
    pub action: &'static [Group],
    /// The block of rules, for networks alone; its version is its own. `None` for a game whose rules no network reads.
    pub rules: Option<&'static Ranges>,
}

impl FeatureTable {
    /// The table of a game without features.
    pub const NONE: Self = Self { version: 0, layout: 0, seat: &[], table: &[], action: &[], rules: None };

    /// Returns the count of indices in a seat's block.
    #[must_use]
    pub const fn seat_size(&self) -> usize {
        size(self.seat)
    }

    /// Returns the count of indices in the table's block.
    #[must_use]
    pub const fn table_size(&self) -> usize {
        size(self.table)
    }

    /// Returns the count of indices of an action.
    #[must_use]
    pub const fn action_size(&self) -> usize {
        size(self.action)
    }

    /// Returns the count of inputs in the block of rules.
    #[must_use]
    pub fn rule_size(&self) -> usize {
        self.rules.map_or(0, |rules| rules.declared().entries.len())
    }

    /// Returns the version of the block of rules; 0 for a game without one.
    #[must_use]
    pub fn rule_version(&self) -> u32 {
        self.rules.map_or(0, |rules| rules.declared().version)
    }

    /// Returns for each input of the block of rules the difference from the standard that stands for an input of 1.
    #[must_use]
    pub fn rule_scales(&self) -> Vec<u16> {
        let entries = self.rules.map_or(&[][..], |rules| &rules.declared().entries[..]);
        entries.iter().map(|entry| entry.scale).collect()
    }

    /// Returns whether networks can be made for the game.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.version == 0
    }

    /// Writes the groups as Markdown tables, with those of the [action indices](Features::action_groups).
    #[must_use]
    pub fn to_markdown(&self, index: &[Group]) -> String {
        let mut text = String::new();
        for (title, groups) in [("The table", self.table), ("A seat", self.seat)] {
            text += &format!(
                "{title}: {} numbers of an observation; {} indices for a network.\n\n\
                 | group | offset | numbers | first index | indices | meaning |\n|---|---|---|---|---|---|\n",
                width(groups),
                size(groups)
            );
            let (mut offset, mut first) = (0, 0);
            for group in groups {
                let place = |at: usize, count: usize| match count {
                    0 => "| ".to_owned(),
                    _ => format!("{at} | {count}"),
                };
                let (numbers, indices) = (place(offset, group.numbers()), place(first, group.indices()));
                text += &format!("| `{}` | {numbers} | {indices} | {} |\n", group.name, group.explained());
                offset += group.numbers();
                first += group.indices();
            }
            text.push('\n');
        }
        for (title, groups) in [("An action to a network", self.action), ("An action's index", index)] {
            text += &format!("{title}: {} indices.\n\n", size(groups));
            text += "| group | first | indices | meaning |\n|---|---|---|---|\n";
            let mut first = 0;
            for group in groups {
                text += &format!("| `{}` | {first} | {} | {} |\n", group.name, group.len, group.explained());
                first += group.len;
            }
            text.push('\n');
        }
        text
    }
}

/// Returns the count of indices of some groups in the sparse form.
#[must_use]
pub const fn size(groups: &[Group]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < groups.len() {
        sum += groups[index].indices();
        index += 1;
    }
    sum
}

/// Returns the count of numbers of some groups in the dense form.
#[must_use]
pub const fn width(groups: &[Group]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < groups.len() {
        sum += groups[index].numbers();
        index += 1;
    }
    sum
}

/// Returns for each index of some groups the number that stands for an input of 1.
#[must_use]
pub fn ones(groups: &[Group]) -> Vec<f32> {
    let one = |group: &Group| match group.measure {
        Measure::Active | Measure::Levels { .. } => 1.0,
        Measure::Number { one, .. } => f32::from(one),
    };
    groups.iter().flat_map(|group| std::iter::repeat_n(one(group), group.indices())).collect()
}

/// Returns the first index of each of some groups.
#[must_use]
pub const fn starts<const N: usize>(groups: &[Group]) -> [usize; N] {
    let (mut starts, mut index) = ([0; N], 1);
    while index < N {
        starts[index] = starts[index - 1] + groups[index - 1].len;
        index += 1;
    }
    starts
}

/// Returns the number of places from a seat clockwise to another one.
#[inline]
#[must_use]
pub const fn places_to(from: Seat, to: Seat, players: usize) -> usize {
    let places = to.index() + players - from.index();
    if places >= players { places - players } else { places }
}

/// A game whose positions and actions can be read as numbers.
///
/// All methods have defaults: a game without features has the empty table. No network can be made for it, and it has
/// no observations.
///
/// # Laws
/// What is written for an observer is the same in every [determinization](Game::determinize) for the observer: public
/// facts, and the secrets of the observer. For a network they are in the observer's own block alone. It depends on
/// the state alone. Each index lies below its block's size and comes once. The features of an action are the same in
/// every determinization for the seat that decides, and both forms of a group say the same.
///
/// [`groups!`](crate::groups) declares a block and makes the functions that write it.
pub trait Features: Game {
    /// Returns the declared table.
    #[must_use]
    fn features() -> &'static FeatureTable {
        &FeatureTable::NONE
    }

    /// Writes the blocks of a position that is not over, by what `observer` knows. `out` is
    /// [empty](Inputs::new), with a block for each seat.
    fn write_features(&self, state: &Self::State, observer: Seat, out: &mut Inputs) {
        let _ = (state, observer, out);
    }

    /// Returns the block of the rules, which all seats know and which stays as it is during a game.
    fn rule_block(&self) -> &RuleBlock {
        RuleBlock::STANDARD
    }

    /// Writes the features of a legal action of the seat that decides; `out` is empty.
    fn write_action_features(&self, state: &Self::State, action: Self::Action, out: &mut ActionFeatures) {
        let _ = (state, action, out);
    }

    /// Writes the dense form of the table's block, by what `observer` knows. `out` has its width and is 0.
    fn observe_table<N: Number>(&self, state: &Self::State, observer: Seat, out: &mut [N]) {
        let _ = (state, observer, out);
    }

    /// Writes the dense form of a seat's block, by what `observer` knows. `out` has its width and is 0.
    fn observe_seat<N: Number>(&self, state: &Self::State, observer: Seat, seat: Seat, out: &mut [N]) {
        let _ = (state, observer, seat, out);
    }

    /// Lists the groups of action indices in order; empty for a game without them.
    fn action_groups(&self) -> Vec<Group> {
        Vec::new()
    }

    /// Returns the index of an action that `seat` may play: below the sum of the groups, and different for
    /// the different actions of a decision. A seat in it counts clockwise from `seat`.
    ///
    /// # Panics
    /// If the game has no action indices.
    fn action_index(&self, seat: Seat, action: Self::Action) -> usize {
        panic!("a game without action groups has no index for {action:?} of {seat:?}")
    }

    /// Returns the count of numbers of an observation.
    fn observation_len(&self) -> usize {
        let FeatureTable { seat, table, .. } = Self::features();
        width(table) + self.players() * width(seat)
    }

    /// Writes the observation of a seat: the dense block of the table, then that of each seat, the observer's first,
    /// then clockwise.
    ///
    /// # Panics
    /// If `out` has another length than [`Features::observation_len`].
    #[inline]
    fn write_observation<N: Number>(&self, state: &Self::State, observer: Seat, out: &mut [N]) {
        let FeatureTable { seat: groups, table, .. } = Self::features();
        let (players, table, width) = (self.players(), width(table), width(groups));
        assert_eq!(out.len(), table + players * width, "an observation has the game's length");
        out.fill(N::default());
        let (head, blocks) = out.split_at_mut(table);
        self.observe_table(state, observer, head);
        let mut seat = observer;
        for block in blocks.chunks_exact_mut(width.max(1)) {
            self.observe_seat(state, observer, seat, block);
            seat = seat.next(players);
        }
    }
}
