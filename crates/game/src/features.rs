//! A position as the inputs of a learned network, from one declared table per game.

use std::fmt;

use arrayvec::ArrayVec;

use super::{Game, MAX_SEATS, Seat};

/// The maximum number of active indices in a block.
pub const MAX_ACTIVE: usize = 128;
/// The maximum number of numbers in a block that are not 0.
pub const MAX_NUMBERS: usize = 96;
/// The maximum number of indices that name an action.
pub const MAX_ACTION_FEATURES: usize = 8;

/// The indices that name an action, ascending.
pub type ActionFeatures = ArrayVec<u16, MAX_ACTION_FEATURES>;

/// The meaning of a group's indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// An index is active or not: the input is 1 or 0.
    Active,
    /// Each index has a number: the input is the number, 0 to `most`, divided by `one`.
    Number {
        /// The number that stands for an input of 1, at least 1.
        one: u16,
        /// The maximum; larger numbers count as this.
        most: u16,
    },
}

/// A run of indices in a block, documented like a column of a CSV file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name, `snake_case`, unique in its block.
    pub name: &'static str,
    /// The meaning, with units, as a sentence.
    pub meaning: &'static str,
    /// The count of indices.
    pub size: u16,
    /// Whether they are active or have numbers.
    pub measure: Measure,
}

/// The inputs of a game's networks: a block for each seat, a block for the table, and the features of an action.
///
/// Indices count from 0 in each of the three, group by group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureTable {
    /// Changes whenever a group changes or is written differently; 0 for a game without features.
    pub version: u32,
    /// The block of a seat.
    pub seat: &'static [Group],
    /// The block of the table.
    pub table: &'static [Group],
    /// The features of an action; only [`Measure::Active`].
    pub action: &'static [Group],
}

impl FeatureTable {
    /// The table of a game without features.
    pub const NONE: Self = Self { version: 0, seat: &[], table: &[], action: &[] };

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

    /// Writes the three lists of groups as Markdown tables.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for (title, groups) in [("A seat", self.seat), ("The table", self.table), ("An action", self.action)]
        {
            text += &format!("{title}: {} indices.\n\n", size(groups));
            text += "| group | first | indices | meaning |\n|---|---|---|---|\n";
            let mut first = 0;
            for group in groups {
                let what = match group.measure {
                    Measure::Active => "",
                    Measure::Number { .. } => ", a number",
                };
                text +=
                    &format!("| `{}` | {first} | {}{what} | {} |\n", group.name, group.size, group.meaning);
                first += group.size;
            }
            text.push('\n');
        }
        text
    }

    /// Returns whether networks can be made for the game.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.version == 0
    }
}

/// Returns the count of indices of some groups.
#[must_use]
pub const fn size(groups: &[Group]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < groups.len() {
        sum += groups[index].size as usize;
        index += 1;
    }
    sum
}

/// The inputs of one block: the active indices, and the numbers that are not 0.
///
/// Both are in the order of the table's groups, and no index comes twice.
#[derive(Clone)]
pub struct Block {
    active: [u16; MAX_ACTIVE],
    /// The number of active indices.
    count: usize,
    numbers: ArrayVec<(u16, i16), MAX_NUMBERS>,
}

impl Block {
    /// Makes an empty block.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { active: [0; MAX_ACTIVE], count: 0, numbers: ArrayVec::new_const() }
    }

    /// Lists the active indices of the groups with [`Measure::Active`].
    #[inline]
    #[must_use]
    pub fn active(&self) -> &[u16] {
        &self.active[..self.count]
    }

    /// Lists the indices of the groups with [`Measure::Number`], each with its number, at least 1.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> &[(u16, i16)] {
        &self.numbers
    }

    /// Adds an active index. Call it with ascending indices.
    ///
    /// # Panics
    /// If there are [`MAX_ACTIVE`] already.
    #[inline(always)]
    pub fn push_active(&mut self, index: u16) {
        self.writer().push(index);
    }

    /// Returns a writer that adds to the block.
    #[inline(always)]
    pub const fn writer(&mut self) -> BlockWriter<'_> {
        let Self { active, count, numbers } = self;
        BlockWriter { active, count: *count, end: count, numbers }
    }

    /// Adds the number of an index, at least 1. Call it with ascending indices.
    ///
    /// # Panics
    /// If there are [`MAX_NUMBERS`] already.
    #[inline(always)]
    pub fn push_number(&mut self, index: u16, number: i16) {
        self.numbers.push((index, number));
    }

    /// Removes everything.
    #[inline]
    pub fn clear(&mut self) {
        self.count = 0;
        self.numbers.clear();
    }
}

impl Default for Block {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        (self.active(), self.numbers()) == (other.active(), other.numbers())
    }
}

impl Eq for Block {}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (active, numbers) = (self.active(), self.numbers());
        f.debug_struct("Block").field("active", &active).field("numbers", &numbers).finish()
    }
}

/// Writes a block. It keeps the number of active indices itself, so that a function which writes many of them needs
/// no access to memory but to store each.
#[derive(Debug)]
pub struct BlockWriter<'a> {
    active: &'a mut [u16; MAX_ACTIVE],
    count: usize,
    /// Where the block keeps the number of active indices.
    end: &'a mut usize,
    numbers: &'a mut ArrayVec<(u16, i16), MAX_NUMBERS>,
}

impl BlockWriter<'_> {
    #[inline(always)]
    fn push(&mut self, index: u16) {
        self.active[self.count] = index;
        self.count += 1;
    }
}

impl Drop for BlockWriter<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.end = self.count;
    }
}

/// The inputs of a position: a block for each seat, and one for the table. It has no heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    seats: [Block; MAX_SEATS],
    players: u8,
    /// The block of the table.
    pub table: Block,
}

impl Inputs {
    /// Makes empty blocks for `players` seats.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] players.
    #[inline]
    #[must_use]
    pub const fn new(players: usize) -> Self {
        assert!(players <= MAX_SEATS, "a table has at most MAX_SEATS players");
        Self { seats: [const { Block::new() }; MAX_SEATS], players: players as u8, table: Block::new() }
    }

    /// Lists the blocks of the seats, in the order of the seats.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> &[Block] {
        &self.seats[..usize::from(self.players)]
    }

    /// Returns the block of a seat, to write it.
    #[inline]
    pub fn seat_mut(&mut self, seat: Seat) -> &mut Block {
        &mut self.seats[..usize::from(self.players)][seat.index()]
    }

    /// Removes everything, for a position with `players` seats.
    ///
    /// ```
    /// use tradewinds_game::{Inputs, Seat};
    ///
    /// let mut inputs = Inputs::new(4);
    /// inputs.seat_mut(Seat::new(3)).push_active(7);
    /// inputs.table.push_number(1, 2);
    /// inputs.reset(2);
    /// assert_eq!(inputs, Inputs::new(2));
    /// ```
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] players.
    #[inline]
    pub fn reset(&mut self, players: usize) {
        assert!(players <= MAX_SEATS, "a table has at most MAX_SEATS players");
        self.players = players as u8;
        self.seats.iter_mut().for_each(Block::clear);
        self.table.clear();
    }
}

/// A game whose positions and actions can be the inputs of a learned network.
///
/// All methods have defaults: a game without features has the empty table, and no network can be made for it.
///
/// # Laws
/// The blocks for an observer are the same in every [determinization](Game::determinize) for the observer: they
/// hold public facts, and the secrets of the observer in its own block alone. They depend on the state alone.
/// Each index lies below its block's size and comes once. The features of an action are the same in every
/// determinization for the seat that decides.
///
/// [`groups!`](crate::groups) declares a block and makes the function that writes it.
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

    /// Writes the features of a legal action of the seat that decides; `out` is empty.
    fn write_action_features(&self, state: &Self::State, action: Self::Action, out: &mut ActionFeatures) {
        let _ = (state, action, out);
    }
}

/// Writes one group of a block.
#[derive(Debug)]
pub struct GroupWriter<'a, 'b> {
    block: &'a mut BlockWriter<'b>,
    start: u16,
    size: u16,
    measure: Measure,
}

impl<'a, 'b> GroupWriter<'a, 'b> {
    /// Makes the writer of the group that begins at index `start`; for [`groups!`](crate::groups).
    #[inline(always)]
    pub const fn new(block: &'a mut BlockWriter<'b>, start: u16, size: u16, measure: Measure) -> Self {
        Self { block, start, size, measure }
    }

    /// Makes an index active. Call it with ascending indices.
    ///
    /// # Panics
    /// In debug builds, if the group has no such index or has numbers.
    #[inline(always)]
    pub fn set(&mut self, index: usize) {
        debug_assert!(index < usize::from(self.size), "index {index} of a group of {}", self.size);
        debug_assert!(self.measure == Measure::Active, "the group has numbers");
        self.block.push(self.start + index as u16);
    }

    /// Makes the index active if it holds.
    #[inline(always)]
    pub fn set_if(&mut self, index: usize, holds: bool) {
        if holds {
            self.set(index);
        }
    }

    /// Makes one index active for a level: the level itself, or the last index if the level lies beyond.
    #[inline(always)]
    pub fn level(&mut self, level: usize) {
        self.set(level.min(usize::from(self.size) - 1));
    }

    /// Makes the indices of the bits that are set active.
    #[inline(always)]
    pub fn bits(&mut self, mut bits: u64) {
        while bits != 0 {
            self.set(bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }

    /// Writes the number of an index; 0 is left out. Call it with ascending indices.
    ///
    /// # Panics
    /// In debug builds, if the group has no such index or has no numbers.
    #[inline(always)]
    pub fn number(&mut self, index: usize, number: impl Into<u32>) {
        debug_assert!(index < usize::from(self.size), "index {index} of a group of {}", self.size);
        let most = match self.measure {
            Measure::Number { most, .. } => most,
            Measure::Active => unreachable!("the group has no numbers"),
        };
        let number = number.into().min(most.into());
        if number != 0 {
            self.block.numbers.push((self.start + index as u16, number as i16));
        }
    }
}

/// Declares the groups of a block, and the function that writes them in the same order.
///
/// After the size, `of one, most` makes a group of [numbers](Measure::Number).
///
/// ```
/// use tradewinds_game::features::{Block, Measure};
///
/// tradewinds_game::groups! {
///     /// The groups of a hand.
///     const HAND;
///     /// Writes a hand.
///     fn write_hand(cards: u8, coins: u8) {
///         "cards"[4], "Cards in hand, 3 for more." => |out| out.level(cards.into());
///         "coins"[1] of 10, 50, "Coins in hand." => |out| out.number(0, coins);
///     }
/// }
///
/// let mut block = Block::new();
/// write_hand(7, 25, &mut block);
/// assert_eq!((block.active(), block.numbers()), (&[3][..], &[(4, 25)][..]));
/// assert_eq!(HAND[1].measure, Measure::Number { one: 10, most: 50 });
/// ```
#[macro_export]
macro_rules! groups {
    (
        $(#[$table_attribute:meta])*
        const $table:ident;
        $(#[$attribute:meta])*
        fn $write:ident($($argument:ident: $type:ty),* $(,)?) {
            $($name:literal[$size:expr] $(of $one:expr, $most:expr)?, $meaning:literal => |$out:ident| $body:expr;)+
        }
    ) => {
        $(#[$table_attribute])*
        pub(crate) const $table: &[$crate::features::Group] = &[$(
            $crate::features::Group {
                name: $name,
                meaning: $meaning,
                size: $size as u16,
                measure: $crate::groups!(@measure $($one, $most)?),
            },
        )+];

        $(#[$attribute])*
        #[inline]
        pub(crate) fn $write($($argument: $type,)* block: &mut $crate::features::Block) {
            let mut block = block.writer();
            let start = 0;
            $(
                {
                    let measure = const { $crate::groups!(@measure $($one, $most)?) };
                    #[allow(unused_mut, reason = "a body may pass the writer on")]
                    let mut $out = $crate::features::GroupWriter::new(&mut block, start, $size as u16, measure);
                    $body;
                }
                let start = start + $size as u16;
            )+
            debug_assert!(start as usize == $crate::features::size($table), "each group has its place");
        }
    };
    (@measure) => { $crate::features::Measure::Active };
    (@measure $one:expr, $most:expr) => {{
        assert!($one >= 1 && $most <= i16::MAX as u16, "a number has a unit and fits in 16 bits");
        $crate::features::Measure::Number { one: $one, most: $most }
    }};
}
