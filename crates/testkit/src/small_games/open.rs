//! Games without secrets.

use tradewinds_game::{Actions, Dice, Game, PerSeat, Policy, Scores, Seat, UniformPolicy};

use super::{Known, assert_legal, score_each, scored};

/// Noughts and crosses: a draw with best play.
#[derive(Default)]
pub struct TicTacToe;

/// The cells that each seat has marked, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid(pub [u16; 2]);

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

impl Game for TicTacToe {
    type State = Grid;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Grid {
        Grid([0; 2])
    }

    fn to_act(&self, grid: &Grid) -> Option<Seat> {
        let moves = (grid.0[0] | grid.0[1]).count_ones();
        (moves < 9 && !grid.has_line(0) && !grid.has_line(1)).then_some(moves as usize % 2).map(Seat::new)
    }

    fn legal(&self, grid: &Grid, actions: &mut Actions<u8>) {
        if self.to_act(grid).is_some() {
            actions.extend((0..9).filter(|cell| (grid.0[0] | grid.0[1]) & 1 << cell == 0));
        }
    }

    fn play<D: Dice + ?Sized>(&self, grid: &mut Grid, cell: u8, _: &mut D) {
        assert_legal(self, grid, cell);
        let moves = (grid.0[0] | grid.0[1]).count_ones();
        *grid = grid.with(moves as usize % 2, cell);
    }

    fn scores(&self, grid: &Grid) -> Scores {
        scored(2, |seat| grid.has_line(seat).into())
    }

    fn max_decisions(&self) -> u32 {
        9
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn is_open(&self, _: &Self::State) -> bool {
        true
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

/// The policy of [`TicTacToe`].
#[derive(Default)]
pub struct TicTacToeHints;

impl Policy<TicTacToe> for TicTacToeHints {
    /// Wins, then blocks, then takes the centre.
    fn score(&self, _: &TicTacToe, grid: &Grid, actions: &[u8], scores: &mut [f32]) {
        let seat = (grid.0[0] | grid.0[1]).count_ones() as usize % 2;
        score_each(actions, scores, |cell| match cell {
            _ if grid.with(seat, cell).has_line(seat) => 3.0,
            _ if grid.with(1 - seat, cell).has_line(1 - seat) => 2.0,
            4 => 1.0,
            _ => 0.0,
        });
    }
}

impl Known for TicTacToe {
    type Hints = TicTacToeHints;
}

/// Three seats decide in turn; a table lists their final ranks. Its max^n solution differs from the result
/// of a seat that assumes random play by the others.
#[derive(Default)]
pub struct Rungs;

impl Rungs {
    /// The ranks of the three seats, by the choices of the first (2), second (2) and third (3).
    const RANKS: [[[[u8; 3]; 3]; 2]; 2] = [
        // The third seat takes 1 3 2 either way.
        [[[1, 3, 2], [2, 1, 3], [2, 1, 3]], [[2, 1, 3], [1, 3, 2], [2, 1, 3]]],
        // Nearly always good for the first seat; but the second chooses the branch where the third's
        // best is 3 1 2.
        [[[1, 2, 3], [1, 2, 3], [3, 1, 2]], [[1, 2, 3], [1, 2, 3], [1, 3, 2]]],
    ];
}

impl Game for Rungs {
    /// The choices so far.
    type State = (u8, [u8; 3]);
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        3
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Self::State {
        (0, [0; 3])
    }

    fn to_act(&self, &(moves, _): &Self::State) -> Option<Seat> {
        (moves < 3).then_some(moves.into()).map(Seat::new)
    }

    fn legal(&self, state: &Self::State, actions: &mut Actions<u8>) {
        let (moves, _) = *state;
        if self.to_act(state).is_some() {
            actions.extend(0..if moves == 2 { 3 } else { 2 });
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Self::State, action: u8, _: &mut D) {
        assert_legal(self, state, action);
        let (moves, choices) = state;
        choices[usize::from(*moves)] = action;
        *moves += 1;
    }

    fn scores(&self, state: &Self::State) -> Scores {
        let (_, choices) = *state;
        scored(3, |seat| {
            let [a, b, c] = choices.map(usize::from);
            -i32::from(Self::RANKS[a][b][c][seat])
        })
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn is_open(&self, _: &Self::State) -> bool {
        true
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for Rungs {
    type Hints = UniformPolicy;
}

/// A game that never ends: the first seat's estimate is its share of ones among the last 8 moves.
#[derive(Default)]
pub struct Endless;

impl Game for Endless {
    /// The last moves, one bit each.
    type State = u8;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> u8 {
        0
    }

    fn to_act(&self, _: &u8) -> Option<Seat> {
        Some(Seat::new(0))
    }

    fn legal(&self, state: &u8, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend(0..2);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut u8, action: u8, _: &mut D) {
        assert_legal(self, state, action);
        *state = *state << 1 | action;
    }

    /// If stopped games were scored, the second seat would win this one.
    fn scores(&self, _: &u8) -> Scores {
        scored(2, |seat| seat as i32)
    }

    fn max_decisions(&self) -> u32 {
        8
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn code(action: u8) -> u32 {
        action.into()
    }
}

/// The policy of [`Endless`].
#[derive(Default)]
pub struct EndlessHints;

impl Policy<Endless> for EndlessHints {
    fn score(&self, _: &Endless, _: &<Endless as Game>::State, _: &[u8], scores: &mut [f32]) {
        scores.fill(0.0);
    }

    fn evaluate(&self, _: &Endless, state: &u8) -> PerSeat<f32> {
        PerSeat::from_fn(2, |seat| {
            let ones = state.count_ones() as f32 / 8.0;
            if seat.index() == 0 { ones } else { 1.0 - ones }
        })
    }
}

impl Known for Endless {
    type Hints = EndlessHints;
}

/// A game that is open from its second decision on: the first seat makes a move without effect, then
/// chooses between losing, winning and losing. The other seat never decides.
#[derive(Default)]
pub struct Opening;

impl Game for Opening {
    /// The number of moves, and the last one.
    type State = (u8, u8);
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Self::State {
        (0, 0)
    }

    fn to_act(&self, &(moves, _): &Self::State) -> Option<Seat> {
        (moves < 2).then_some(Seat::new(0))
    }

    fn legal(&self, state: &Self::State, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend(0..3);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Self::State, action: u8, _: &mut D) {
        assert_legal(self, state, action);
        *state = (state.0 + 1, action);
    }

    fn scores(&self, state: &Self::State) -> Scores {
        let (_, last) = *state;
        scored(2, |seat| i32::from((last == 1) == (seat == 0)))
    }

    fn max_decisions(&self) -> u32 {
        2
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn is_open(&self, &(moves, _): &Self::State) -> bool {
        moves > 0
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for Opening {
    type Hints = UniformPolicy;
}

/// An open game in which one seat chooses, makes a forced move and chooses again, between losing, winning and losing.
/// The other seat never decides.
#[derive(Default)]
pub struct Detour;

impl Game for Detour {
    /// The number of moves, and the last one.
    type State = (u8, u8);
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Self::State {
        (0, 0)
    }

    fn to_act(&self, &(moves, _): &Self::State) -> Option<Seat> {
        (moves < 3).then_some(Seat::new(0))
    }

    fn legal(&self, &(moves, _): &Self::State, actions: &mut Actions<u8>) {
        match moves {
            0 => actions.extend(0..2),
            1 => actions.push(9),
            2 => actions.extend(0..3),
            _ => {}
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Self::State, action: u8, _: &mut D) {
        assert_legal(self, state, action);
        *state = (state.0 + 1, action);
    }

    fn scores(&self, &(_, last): &Self::State) -> Scores {
        scored(2, |seat| i32::from((last == 1) == (seat == 0)))
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn is_open(&self, _: &Self::State) -> bool {
        true
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for Detour {
    type Hints = UniformPolicy;
}
