//! The loop in which every game is played to its end.

use tradewinds_game::{Actions, CountingDice, Dice, Game, Seat, Step};

/// Decides and observes while a game is played.
pub(crate) trait Conduct<G: Game> {
    /// Chooses one of the legal actions, of which there is at least one; `None` stops the game.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &Actions<G::Action>,
    ) -> Option<G::Action>;

    /// Observes a decision that was played, and whether a random event took place.
    fn observe(&mut self, game: &G, step: &Step<'_, G>, chance: bool) {
        let _ = (game, step, chance);
    }
}

/// Why the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The game is over.
    Over,
    /// It reached [`Game::max_decisions`].
    Bound,
    /// The conduct stopped it.
    Stopped,
}

/// Continues a game until it is over, reaches its bound or is stopped; also returns the number of decisions.
pub(crate) fn play_on<G: Game>(
    game: &G,
    state: &mut G::State,
    dice: &mut impl Dice,
    conduct: &mut impl Conduct<G>,
) -> (Halt, u32) {
    let mut actions = Actions::new();
    let mut decisions = 0;
    while let Some(seat) = game.to_act(state) {
        if decisions == game.max_decisions() {
            return (Halt::Bound, decisions);
        }
        actions.clear();
        game.legal(state, &mut actions);
        let Some(action) = conduct.choose(game, state, seat, &actions) else {
            return (Halt::Stopped, decisions);
        };
        let before = *state;
        let mut counting = CountingDice::new(dice);
        game.play(state, action, &mut counting);
        let chance = counting.throws() > 0;
        conduct.observe(game, &Step { before: &before, seat, action, after: state }, chance);
        decisions += 1;
    }
    (Halt::Over, decisions)
}
