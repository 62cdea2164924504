//! Connect Four on bitboards, as fast as the implementations that published figures are for.

use tradewinds_game::{Actions, Dice, Game, Scores, Seat, UniformPolicy};

use super::{Known, scored};

/// Connect Four: seven columns of six cells; four in a row win, a full board is a draw.
#[derive(Default)]
pub struct ConnectFour;

/// The bits of a column: its six cells from the bottom, and one that stays empty.
const HEIGHT: u32 = 7;
const CELLS: u8 = 42;
/// The lowest cell of each column.
const BOTTOM: u64 = ((1 << 49) - 1) / ((1 << HEIGHT) - 1);
/// The highest cell of each column.
const TOP: u64 = BOTTOM << (HEIGHT - 2);

/// The stones, one bit per cell, column by column from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The stones of the seat that moves.
    own: u64,
    all: u64,
    moves: u8,
    won: bool,
}

impl Board {
    /// The position after moves in these columns, numbered from 1 as is usual.
    pub fn after(columns: &str) -> Self {
        let mut board = Self::default();
        for column in columns.bytes() {
            let bottom = 1 << (u32::from(column - b'1') * HEIGHT);
            assert!(!board.won && board.open() & bottom << (HEIGHT - 2) != 0, "{columns} can be played");
            board.drop_stone(bottom);
        }
        board
    }

    /// The highest cells of the columns that are not full.
    #[inline]
    fn open(&self) -> u64 {
        !self.all & TOP
    }

    /// Drops a stone into the column with this lowest cell.
    #[inline]
    fn drop_stone(&mut self, bottom: u64) {
        // Adding to the bottom carries over the stones into the lowest empty cell.
        let cell = (self.all + bottom) & !self.all;
        let own = self.own | cell;
        self.own ^= self.all;
        self.all |= cell;
        self.moves += 1;
        let four = |step: u32| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step)
        };
        self.won = four(1) | four(HEIGHT - 1) | four(HEIGHT) | four(HEIGHT + 1) != 0;
    }
}

impl Game for ConnectFour {
    type State = Board;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Board {
        Board::default()
    }

    #[inline]
    fn to_act(&self, board: &Board) -> Option<Seat> {
        (!board.won && board.moves < CELLS).then_some(usize::from(board.moves % 2)).map(Seat::new)
    }

    #[inline]
    fn legal(&self, board: &Board, actions: &mut Actions<u8>) {
        let mut open = if board.won { 0 } else { board.open() };
        while open != 0 {
            actions.push((open.trailing_zeros() / HEIGHT) as u8);
            open &= open - 1;
        }
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, board: &mut Board, column: u8, _: &mut D) {
        board.drop_stone(1 << (u32::from(column) * HEIGHT));
    }

    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, board: &mut Board, dice: &mut D) {
        let mut open = board.open();
        // The product adds up the columns in its highest one.
        let columns = ((open >> (HEIGHT - 2)).wrapping_mul(BOTTOM) >> (6 * HEIGHT) & 7) as u32;
        let skip = if columns > 1 { dice.below(columns) } else { 0 };
        for _ in 0..skip {
            open &= open - 1;
        }
        board.drop_stone(1 << (open.trailing_zeros() + 2 - HEIGHT));
    }

    #[inline]
    fn scores(&self, board: &Board) -> Scores {
        scored(2, |seat| (board.won && usize::from(board.moves % 2) != seat).into())
    }

    fn max_decisions(&self) -> u32 {
        42
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn is_open(&self, _: &Self::State) -> bool {
        true
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for ConnectFour {
    type Hints = UniformPolicy;
}
