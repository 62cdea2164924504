//! The sparse form: what a network reads of a position.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{MAX_SEATS, Seat};

/// The maximum number of active indices in a block.
pub const MAX_ACTIVE: usize = 128;
/// The maximum number of numbers in a block that are not 0.
pub const MAX_NUMBERS: usize = 96;

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

    /// Lists the active indices of the groups with [`Measure::Active`](super::Measure::Active).
    #[inline]
    #[must_use]
    pub fn active(&self) -> &[u16] {
        &self.active[..self.count]
    }

    /// Lists the indices of the groups with [`Measure::Number`](super::Measure::Number), each with its number, at
    /// least 1.
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
    pub(super) fn push(&mut self, index: u16) {
        self.active[self.count] = index;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn push_number(&mut self, index: u16, number: i16) {
        self.numbers.push((index, number));
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
