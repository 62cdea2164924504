//! The two games of the comparison as plain bitboards, for the libraries that bring none of their own.
//!
//! Neither checks that a move is legal, as the libraries only play moves that the games list.

/// A game of two players who move in turn.
pub trait Board: Copy + Eq + std::fmt::Debug + Default + Send + Sync + 'static {
    /// Returns the player to move, 0 or 1; `None` if the game is over.
    fn to_move(&self) -> Option<usize>;
    /// Returns the player who has won.
    fn winner(&self) -> Option<usize>;
    /// Returns the possible moves of a game that is not over, one bit each.
    fn moves(&self) -> u64;
    /// Returns the number of possible moves.
    #[inline]
    fn choices(&self) -> u32 {
        self.moves().count_ones()
    }
    /// Returns the possible move with `skip` lower ones below it.
    #[inline]
    fn choice(&self, skip: u32) -> u32 {
        nth(self.moves(), skip)
    }
    /// Plays a move, given as the number of its bit.
    fn play(&mut self, number: u32);
}

/// Returns the number of the bit with `skip` lower ones below it.
#[inline]
fn nth(mut bits: u64, skip: u32) -> u32 {
    for _ in 0..skip {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// Connect Four: seven columns of six cells, one bit a cell, column by column; a column's seventh bit stays empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour {
    /// The stones of the player to move.
    own: u64,
    all: u64,
    played: u8,
    won: bool,
}

/// The bits of a column.
const COLUMN: u32 = 7;
/// The highest cell of each column.
const TOP: u64 = ((1 << 49) - 1) / ((1 << COLUMN) - 1) << (COLUMN - 2);

impl Board for ConnectFour {
    #[inline]
    fn to_move(&self) -> Option<usize> {
        (!self.won && self.played < 42).then_some(usize::from(self.played % 2))
    }

    #[inline]
    fn winner(&self) -> Option<usize> {
        self.won.then_some(usize::from((self.played + 1) % 2))
    }

    /// The highest cells of the columns that are not full.
    #[inline]
    fn moves(&self) -> u64 {
        !self.all & TOP
    }

    #[inline]
    fn play(&mut self, top: u32) {
        // Adding to the bottom carries over the stones into the lowest empty cell.
        let cell = (self.all + (1 << (top + 2 - COLUMN))) & !self.all;
        let own = self.own | cell;
        self.own ^= self.all;
        self.all |= cell;
        self.played += 1;
        let four = |step: u32| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step)
        };
        self.won = four(1) | four(COLUMN - 1) | four(COLUMN) | four(COLUMN + 1) != 0;
    }
}

/// Noughts and crosses, one bit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    /// The marks of the player to move, and of the other one.
    own: u16,
    other: u16,
    played: u8,
}

/// Whether a player with these marks has a line.
const HAS_LINE: [bool; 512] = {
    let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [false; 512];
    let mut marks = 0;
    while marks < 512 {
        let mut line = 0;
        while line < 8 {
            table[marks] |= marks & lines[line] == lines[line];
            line += 1;
        }
        marks += 1;
    }
    table
};

/// The cells of each set, from the lowest on: the processor mispredicts a loop of random length, as in [`nth`].
const CELLS: [[u8; 9]; 512] = {
    let mut table = [[0; 9]; 512];
    let mut set: usize = 0;
    while set < 512 {
        let (mut rest, mut index) = (set, 0);
        while rest != 0 {
            table[set][index] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            index += 1;
        }
        set += 1;
    }
    table
};

impl TicTacToe {
    /// Returns whether the player who moved last has a line.
    #[inline]
    fn is_won(&self) -> bool {
        HAS_LINE[usize::from(self.other) % 512]
    }
}

impl Board for TicTacToe {
    #[inline]
    fn to_move(&self) -> Option<usize> {
        (self.played < 9 && !self.is_won()).then_some(usize::from(self.played % 2))
    }

    #[inline]
    fn winner(&self) -> Option<usize> {
        self.is_won().then_some(usize::from((self.played + 1) % 2))
    }

    #[inline]
    fn moves(&self) -> u64 {
        u64::from(!(self.own | self.other) & 0o777)
    }

    #[inline]
    fn choices(&self) -> u32 {
        9 - u32::from(self.played)
    }

    #[inline]
    fn choice(&self, skip: u32) -> u32 {
        CELLS[self.moves() as usize % 512][skip as usize].into()
    }

    #[inline]
    fn play(&mut self, cell: u32) {
        *self = Self { own: self.other, other: self.own | 1 << cell, played: self.played + 1 };
    }
}
