//! Small games with known answers, to test the search. Each implements only [`Game`]; its actions are
//! numbers.

mod connect_four;
mod hidden;
mod open;

use tradewinds_game::{Actions, Game, PerSeat, Policy, Scores};

pub use connect_four::{Board, ConnectFour};
pub use hidden::{BET, Dig, Guess, Hand, Hidden, Kuhn, PASS, Pennies, SAFE, Turning};
pub use open::{Detour, Endless, Grid, Opening, Rungs, TicTacToe};

/// A small game: its default value is its only set of rules, and a policy comes with it.
pub trait Known: Game<Action = u8> + Default {
    /// The policy.
    type Hints: Policy<Self> + Default;
}

/// Ranks the seats by their points.
fn scored(players: usize, points: impl Fn(usize) -> i32) -> Scores {
    Scores::ranked(PerSeat::from_fn(players, |seat| points(seat.index())), PerSeat::new(players))
}

/// Scores each action by the action alone.
fn score_each(actions: &[u8], scores: &mut [f32], score: impl Fn(u8) -> f32) {
    for (slot, &action) in scores.iter_mut().zip(actions) {
        *slot = score(action);
    }
}

/// Checks that the search plays legal actions.
fn assert_legal<G: Game>(game: &G, state: &G::State, action: G::Action) {
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    assert!(actions.contains(&action), "{action:?} is illegal in {state:?}");
}
