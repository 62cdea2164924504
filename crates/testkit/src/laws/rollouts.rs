//! The quick choice of a rollout is the first of the best in the legal list.

use super::Case;
use tradewinds_game::{CompleteGame, Dice, MAX_ACTIONS, Policy, Purpose, best};

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
