//! Games without secrets.

use serde::{Deserialize, Serialize};
use tradewinds::game::{Actions, Dice};

use super::Small;

/// Noughts and crosses: a draw with best play.
pub(crate) struct TicTacToe;

/// The cells that each seat has marked, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Grid(pub(crate) [u16; 2]);

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Grid {
    fn has_line(self, seat: usize) -> bool {
        LINES.iter().any(|line| self.0[seat] & line == *line)
    }

    fn with(mut self, seat: usize, cell: u8) -> Self {
        self.0[seat] |= 1 << cell;
        self
    }
}

impl Small for TicTacToe {
    type State = Grid;
    const NAME: &'static str = "tic-tac-toe";
    const PLAYERS: usize = 2;
    const BOUND: u32 = 9;
    const OPEN: bool = true;

    fn deal(_: &mut (impl Dice + ?Sized)) -> Grid {
        Grid([0; 2])
    }

    fn to_act(grid: &Grid) -> Option<usize> {
        let moves = (grid.0[0] | grid.0[1]).count_ones();
        (moves < 9 && !grid.has_line(0) && !grid.has_line(1)).then_some(moves as usize % 2)
    }

    fn legal(grid: &Grid, actions: &mut Actions<u8>) {
        actions.extend((0..9).filter(|cell| (grid.0[0] | grid.0[1]) & 1 << cell == 0));
    }

    fn play(grid: &mut Grid, cell: u8, _: &mut (impl Dice + ?Sized)) {
        let moves = (grid.0[0] | grid.0[1]).count_ones();
        *grid = grid.with(moves as usize % 2, cell);
    }

    fn points(grid: &Grid, seat: usize) -> i32 {
        grid.has_line(seat).into()
    }

    /// Wins, then blocks, then takes the centre.
    fn score(grid: &Grid, cell: u8) -> f32 {
        let seat = (grid.0[0] | grid.0[1]).count_ones() as usize % 2;
        match cell {
            _ if grid.with(seat, cell).has_line(seat) => 3.0,
            _ if grid.with(1 - seat, cell).has_line(1 - seat) => 2.0,
            4 => 1.0,
            _ => 0.0,
        }
    }
}

/// Three seats decide in turn; a table says who ends where. Its max^n solution is not what a seat
/// gets that takes the others to play at random.
pub(crate) struct Ladder;

impl Ladder {
    /// The ranks of the three seats, by the choices of the first (2), second (2) and third (3).
    const RANKS: [[[[u8; 3]; 3]; 2]; 2] = [
        // The third seat takes 1 3 2 either way.
        [[[1, 3, 2], [2, 1, 3], [2, 1, 3]], [[2, 1, 3], [1, 3, 2], [2, 1, 3]]],
        // Nearly always good for the first seat; but the second chooses the branch where the third's
        // best is 3 1 2.
        [[[1, 2, 3], [1, 2, 3], [3, 1, 2]], [[1, 2, 3], [1, 2, 3], [1, 3, 2]]],
    ];
}

impl Small for Ladder {
    /// The choices so far.
    type State = (u8, [u8; 3]);
    const NAME: &'static str = "ladder";
    const PLAYERS: usize = 3;
    const BOUND: u32 = 3;
    const OPEN: bool = true;

    fn deal(_: &mut (impl Dice + ?Sized)) -> Self::State {
        (0, [0; 3])
    }

    fn to_act(&(moves, _): &Self::State) -> Option<usize> {
        (moves < 3).then_some(moves.into())
    }

    fn legal(&(moves, _): &Self::State, actions: &mut Actions<u8>) {
        actions.extend(0..if moves == 2 { 3 } else { 2 });
    }

    fn play((moves, choices): &mut Self::State, action: u8, _: &mut (impl Dice + ?Sized)) {
        choices[usize::from(*moves)] = action;
        *moves += 1;
    }

    fn points(&(_, choices): &Self::State, seat: usize) -> i32 {
        let [a, b, c] = choices.map(usize::from);
        -i32::from(Self::RANKS[a][b][c][seat])
    }
}

/// A game that never ends: the first seat's estimate is its share of ones among the last 8 moves.
pub(crate) struct Endless;

impl Small for Endless {
    /// The last moves, a bit each.
    type State = u8;
    const NAME: &'static str = "endless";
    const PLAYERS: usize = 2;
    const BOUND: u32 = 8;

    fn deal(_: &mut (impl Dice + ?Sized)) -> u8 {
        0
    }

    fn to_act(_: &u8) -> Option<usize> {
        Some(0)
    }

    fn legal(_: &u8, actions: &mut Actions<u8>) {
        actions.extend(0..2);
    }

    fn play(state: &mut u8, action: u8, _: &mut (impl Dice + ?Sized)) {
        *state = *state << 1 | action;
    }

    /// Had a stopped game been scored, the second seat would win it.
    fn points(_: &u8, seat: usize) -> i32 {
        seat as i32
    }

    fn evaluate(state: &u8, seat: usize) -> f32 {
        let ones = state.count_ones() as f32 / 8.0;
        if seat == 0 { ones } else { 1.0 - ones }
    }
}

/// A game that is open from its second decision on: the first seat makes a move that means nothing, then
/// chooses between losing, winning and losing. The other seat never decides.
pub(crate) struct Opening;

impl Small for Opening {
    /// The number of moves, and the last one.
    type State = (u8, u8);
    const NAME: &'static str = "opening";
    const PLAYERS: usize = 2;
    const BOUND: u32 = 2;

    fn is_open(&(moves, _): &Self::State) -> bool {
        moves > 0
    }

    fn deal(_: &mut (impl Dice + ?Sized)) -> Self::State {
        (0, 0)
    }

    fn to_act(&(moves, _): &Self::State) -> Option<usize> {
        (moves < 2).then_some(0)
    }

    fn legal(_: &Self::State, actions: &mut Actions<u8>) {
        actions.extend(0..3);
    }

    fn play(state: &mut Self::State, action: u8, _: &mut (impl Dice + ?Sized)) {
        *state = (state.0 + 1, action);
    }

    fn points(&(_, last): &Self::State, seat: usize) -> i32 {
        i32::from((last == 1) == (seat == 0))
    }
}
