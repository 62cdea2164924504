//! A guide is its policy, but for what its evaluators say.

use tradewinds_game::{
    Actions, Advice, Evaluator, Game, Guide, PerSeat, Policy, Rng, Seat, Seed, Variant, Variants, Weights,
};
use tradewinds_testkit::laws::mutants::{CHOOSES_THE_LAST, Mutant};

/// A game whose policy has a rollout action of its own.
type Bold = Mutant<CHOOSES_THE_LAST>;

/// Estimates the same everywhere, and adds 1 to all scores.
struct Flat;

impl Evaluator<Bold> for Flat {
    fn evaluate(&self, _: &Bold, _: &<Bold as Game>::State, _: Seat) -> PerSeat<f32> {
        PerSeat::from_fn(3, |_| 7.0)
    }

    fn correct(&self, _: &Bold, _: &<Bold as Game>::State, _: &[<Bold as Game>::Action], scores: &mut [f32]) {
        scores.iter_mut().for_each(|score| *score += 1.0);
    }
}

/// A policy of its own: it is asked with scores of 0, not with those of another policy.
struct Whole;

impl Evaluator<Bold> for Whole {
    fn evaluate(&self, _: &Bold, _: &<Bold as Game>::State, _: Seat) -> PerSeat<f32> {
        PerSeat::from_fn(3, |_| 7.0)
    }

    fn is_policy(&self) -> bool {
        true
    }

    fn correct(&self, _: &Bold, _: &<Bold as Game>::State, _: &[<Bold as Game>::Action], scores: &mut [f32]) {
        assert!(scores.iter().all(|&score| score == 0.0));
        scores.fill(2.0);
    }
}

#[test]
fn an_evaluator_that_is_a_policy_takes_the_place_of_the_policy() {
    let game = Bold::new(3, &Variant::standard()).unwrap();
    let policy = || game.policy(&Weights::new()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let mut own = vec![0.0; actions.len()];
    policy().score(&game, &state, &actions, &mut own);
    assert!(own.iter().any(|&score| score != 0.0));
    let guide = Guide::new(policy(), None, Some(Whole));
    let mut scores = vec![0.0; actions.len()];
    guide.score(&game, &state, &actions, &mut scores);
    assert!(scores.iter().all(|&score| score == 2.0));
}

#[test]
fn a_guide_hands_on_everything_but_what_its_evaluators_say() {
    let game = Bold::new(3, &Variant::standard()).unwrap();
    let policy = || game.policy(&Weights::new()).unwrap();
    let (own, plain) = (policy(), Guide::new(policy(), None::<Flat>, None));
    let taught = Guide::new(policy(), Some(Flat), Some(Flat));
    let mut rng: Rng = Seed(1).rng();
    let state = game.deal(&mut rng);
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let scores = |policy: &dyn Policy<Bold>, rollout: bool| {
        let mut scores = vec![0.0; actions.len()];
        if rollout {
            policy.rollout_scores(&game, &state, &actions, &mut scores);
        } else {
            policy.score(&game, &state, &actions, &mut scores);
        }
        scores
    };
    let seat = Seat::new(1);
    let last = actions.last().copied();
    assert!(last.is_some());
    for guide in [&plain as &dyn Policy<Bold>, &taught] {
        assert_eq!(guide.rollout_action(&game, &state), last);
        assert_eq!(scores(guide, true), scores(&own, true));
        assert_eq!(guide.evaluate(&game, &state), own.evaluate(&game, &state));
    }
    assert_eq!(scores(&plain, false), scores(&own, false));
    assert_eq!(plain.evaluate_for(&game, &state, seat), own.evaluate_for(&game, &state, seat));
    let raised: Vec<f32> = scores(&own, false).iter().map(|score| score + 1.0).collect();
    assert_eq!(scores(&taught, false), raised);
    assert_eq!(taught.evaluate_for(&game, &state, seat)[seat], 7.0);
}
