//! Connect Four on bitboards, as quick as the games that published figures are for.

use serde::{Deserialize, Serialize};
use tradewinds::game::{Actions, Dice};

use super::Small;

/// Connect Four: seven columns of six cells; four in a row win, a full board is a draw.
pub(crate) struct ConnectFour;

const COLUMNS: u32 = 7;
/// The bits of a column: its six cells from the bottom, and one that stays empty.
const HEIGHT: u32 = 7;
const CELLS: u8 = 42;

/// The stones of each seat, a bit a cell, column by column from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Board {
    stones: [u64; 2],
    moves: u8,
    won: bool,
}

impl Board {
    /// The position after moves in these columns, numbered from 1 as is usual.
    pub(crate) fn after(columns: &str) -> Self {
        let mut board = Self::default();
        for column in columns.bytes() {
            assert!(!board.won && board.open() >> (column - b'1') & 1 == 1, "{columns} can be played");
            board.drop_stone((column - b'1').into());
        }
        board
    }

    /// The columns that are not full, a bit each.
    fn open(&self) -> u32 {
        let stones = self.stones[0] | self.stones[1];
        (0..COLUMNS).map(|column| ((stones >> (column * HEIGHT + 5) & 1 ^ 1) as u32) << column).sum()
    }

    fn drop_stone(&mut self, column: u32) {
        let stones = self.stones[0] | self.stones[1];
        let bottom = 1 << (column * HEIGHT);
        // Adding to the bottom carries over the stones into the lowest empty cell.
        let cell = (stones + bottom) & !stones & (0b111_1111 * bottom);
        let seat = usize::from(self.moves % 2);
        self.stones[seat] |= cell;
        self.moves += 1;
        let own = self.stones[seat];
        self.won = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1].iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        });
    }
}

impl Small for ConnectFour {
    type State = Board;
    const NAME: &'static str = "connect-four";
    const PLAYERS: usize = 2;
    const BOUND: u32 = 42;
    const OPEN: bool = true;
    const CHECKED: bool = false;

    fn deal(_: &mut (impl Dice + ?Sized)) -> Board {
        Board::default()
    }

    #[inline]
    fn to_act(board: &Board) -> Option<usize> {
        (!board.won && board.moves < CELLS).then_some(usize::from(board.moves % 2))
    }

    #[inline]
    fn legal(board: &Board, actions: &mut Actions<u8>) {
        let open = board.open();
        actions.extend((0..COLUMNS as u8).filter(|column| open >> column & 1 == 1));
    }

    #[inline]
    fn play(board: &mut Board, column: u8, _: &mut (impl Dice + ?Sized)) {
        board.drop_stone(column.into());
    }

    #[inline]
    fn play_random(board: &mut Board, dice: &mut (impl Dice + ?Sized)) -> bool {
        let mut open = board.open();
        let skip = if open.count_ones() > 1 { dice.below(open.count_ones()) } else { 0 };
        for _ in 0..skip {
            open &= open - 1;
        }
        board.drop_stone(open.trailing_zeros());
        true
    }

    #[inline]
    fn points(board: &Board, seat: usize) -> i32 {
        (board.won && usize::from(board.moves % 2) != seat).into()
    }
}
