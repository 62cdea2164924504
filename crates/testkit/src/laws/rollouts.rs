//! The quick choice of a rollout is the first of the best in the legal list.

use super::Case;
use tradewinds_game::{
    Actions, CompleteGame, Dice, MAX_ACTIONS, Policy, Purpose, Seat, Seed, Variant, Weights, best,
};

/// One decision in this number is played at random, as in the rollouts of searches, so that the games differ.
const RANDOM_EVERY: u32 = 8;

/// Plays a game as rollouts do, and compares each quick choice with the scores of the list. A game whose policy
/// makes none for a thousand decisions is left early.
pub(super) fn check<G: CompleteGame>(case: &mut Case<'_, G>) {
    let (game, policy) = (case.game, case.policy);
    let mut rng = case.seed.derive(Purpose::Sample, u64::from(u32::MAX)).rng();
    case.state = game.deal(&mut rng);
    let mut scores = [0.0; MAX_ACTIONS];
    let mut choices = 0;
    for decision in 0..game.max_decisions() {
        if game.to_act(&case.state).is_none() || decision >= 1_000 && choices == 0 {
            break;
        }
        case.decision = decision;
        let actions = case.legal(&case.state);
        let scores = &mut scores[..actions.len()];
        policy.rollout_scores(game, &case.state, &actions, scores);
        let expected = actions[best(scores)];
        if let Some(action) = policy.rollout_action(game, &case.state) {
            assert_eq!(
                action, expected,
                "rollouts: the quick choice is not the first of the best in {actions:?}, scores {scores:?}"
            );
            choices += 1;
        }
        if rng.below(RANDOM_EVERY) == 0 {
            game.play_random(&mut case.state, &mut rng);
        } else {
            game.play(&mut case.state, expected, &mut rng);
        }
    }
}

/// Plays a game of four with the standard rules, in which one seat takes the best action by the scores of rollouts and
/// the others play at random; returns the win share of that seat.
///
/// # Panics
/// If the game is not for four players.
#[must_use]
pub fn rollout_win_share<G: CompleteGame>(seed: u64) -> f32 {
    let game = G::new(4, &Variant::standard()).expect("the game is for four players");
    let policy = game.policy(&Weights::new()).expect("every weight has a default");
    let mut rng = Seed(seed).rng();
    let mut state = game.deal(&mut rng);
    let expert = Seat::new(seed as usize % 4);
    while let Some(seat) = game.to_act(&state) {
        if seat != expert {
            game.play_random(&mut state, &mut rng);
            continue;
        }
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..actions.len()];
        policy.rollout_scores(&game, &state, &actions, scores);
        game.play(&mut state, actions[best(scores)], &mut rng);
    }
    game.scores(&state).win_share[expert]
}
