//! Move-average sampling: the mean reward of each action over all games of a search (MAST; Finnsson and
//! Björnsson, Simulation-Based Approach to General Game Playing, 2008).

use crate::reward::{Rewards, to_f32};
use tradewinds_game::Seat;

/// The number of cells; actions that fall into one share their mean.
const CELLS: usize = 1 << 12;

/// The mean reward of an action.
#[derive(Clone, Copy, Default)]
struct Cell {
    count: u32,
    total: u64,
}

/// The averages of a search, and the moves of the iteration under way.
pub(crate) struct Mast {
    cells: Vec<Cell>,
    moves: Vec<(u16, Seat)>,
}

impl Mast {
    /// Makes room for games of `decisions` decisions; with `None` no move can be recorded.
    pub(crate) fn new(decisions: Option<usize>) -> Self {
        let cells = if decisions.is_some() { CELLS } else { 0 };
        Self { cells: vec![Cell::default(); cells], moves: Vec::with_capacity(decisions.unwrap_or(0)) }
    }

    /// Returns whether averages are kept.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.cells.fill(Cell::default());
        self.moves.clear();
    }

    /// Records a move of the iteration under way.
    #[inline]
    pub(crate) fn note(&mut self, seat: Seat, code: u32) {
        if self.is_on() {
            self.moves.push((index(seat, code), seat));
        }
    }

    /// Adds the rewards to the averages of the recorded moves.
    #[inline]
    pub(crate) fn learn(&mut self, rewards: &Rewards) {
        for (index, seat) in self.moves.drain(..) {
            let cell = &mut self.cells[usize::from(index)];
            cell.count += 1;
            cell.total += rewards[seat.index()];
        }
    }

    /// Returns the mean reward of a seat's action, 1 if it was never played.
    #[inline]
    pub(crate) fn mean(&self, seat: Seat, code: u32) -> f32 {
        match self.cells[usize::from(index(seat, code))] {
            Cell { count: 0, .. } => 1.0,
            Cell { count, total } => to_f32(total) / count as f32,
        }
    }
}

/// Spreads seats and codes over the cells (Fibonacci hashing; Knuth, volume 3, section 6.4).
#[inline]
fn index(seat: Seat, code: u32) -> u16 {
    let key = (seat.index() as u32) << 24 | code;
    (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - CELLS.trailing_zeros())) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_the_seat_that_moved() {
        let mut mast = Mast::new(Some(4));
        let [a, b] = [0, 1].map(Seat::new);
        mast.note(a, 7);
        mast.note(b, 7);
        mast.learn(&[1 << 32, 0, 0, 0, 0, 0]);
        mast.note(a, 7);
        mast.learn(&[0; 6]);
        assert_eq!((mast.mean(a, 7), mast.mean(b, 7), mast.mean(a, 8)), (0.5, 0.0, 1.0));
        mast.clear();
        assert_eq!(mast.mean(a, 7), 1.0);
    }
}
