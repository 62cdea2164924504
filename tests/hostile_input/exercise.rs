//! What is asked of a position that was accepted.

use tradewinds::game::{Actions, CompleteGame, Policy, Recorder, Rng, Rows, Seat, Seed, Variant, Weights};

/// Makes the generator of an input's random choices, so that the input alone repeats them.
pub(crate) fn rng(input: &[u8]) -> Rng {
    Seed(crc32fast::hash(input).into()).rng()
}

/// Invariants that a position which no game reaches may keep and later lose: Francis Drake's rules page
/// (table 1.1) lets stones and commodities of voyages to come lie in chests already. Play goes on
/// without a fault, and what it leads to would be refused.
const LOST_LATER: [&str; 2] = ["players (chest)", "players (goods)"];

/// Tells whether a position that was reached is valid, or lost what [`LOST_LATER`] says.
///
/// # Panics
/// If another invariant is broken.
fn is_valid<G: CompleteGame>(game: &G, state: &G::State, what: &str) -> bool {
    match game.check(state) {
        Ok(()) => true,
        Err(broken) if LOST_LATER.contains(&broken.name) => false,
        Err(broken) => panic!("{} {what}: {broken}", G::NAME),
    }
}

/// Asks everything that can be asked of a position without playing.
pub(crate) fn ask<G: CompleteGame>(game: &G, state: &G::State, variant: &Variant, rng: &mut Rng) {
    game.check(state).unwrap_or_else(|broken| panic!("{} accepts: {broken}", G::NAME));
    let seats = || Seat::all(game.players());
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    assert_eq!(actions.is_empty(), game.to_act(state).is_none(), "{}: a list of legal actions", G::NAME);
    let texts: Vec<String> = actions.iter().map(|&action| game.action_text(state, action)).collect();
    for place in [0, texts.len() / 2, texts.len().saturating_sub(1)] {
        if let Some(text) = texts.get(place) {
            assert_eq!(game.parse_action(state, text), Ok(actions[place]), "{}: {text}", G::NAME);
        }
    }
    let position = game.position(state);
    game.show(&position)
        .unwrap_or_else(|error| panic!("{} does not show its own position: {error}", G::NAME));
    match G::load(&position, variant, rng) {
        Ok((_, loaded)) => assert!(loaded == *state, "{}: the position changes: {position}", G::NAME),
        Err(error) => panic!("{}: its own position is refused: {error}: {position}", G::NAME),
    }
    for seat in seats() {
        let view = game.view(state, seat);
        if let Err(error) = G::load(&view, variant, rng) {
            panic!("{}: its own view is refused: {error}: {view}", G::NAME);
        }
        game.show(&view).unwrap_or_else(|error| panic!("{} does not show its own view: {error}", G::NAME));
        let mut world = *state;
        game.determinize(&mut world, seat, rng);
        game.check(&world).unwrap_or_else(|broken| panic!("{} determinizes: {broken}", G::NAME));
        assert!(game.start_place(state, seat) < game.players());
    }
    let policy = game.policy(&Weights::new()).unwrap();
    assert!(
        policy.evaluate(game, state).iter().all(|value| (0.0..=1.0).contains(value)),
        "{}: an estimate",
        G::NAME
    );
    if !actions.is_empty() {
        assert!(game.decision_kind(state) < G::DECISION_KINDS.len(), "{}: a kind of decision", G::NAME);
        let mut scores = vec![0.0; actions.len()];
        policy.score(game, state, &actions, &mut scores);
        policy.rollout_scores(game, state, &actions, &mut scores);
        assert!(scores.iter().all(|score| score.is_finite()), "{}: the policy's scores", G::NAME);
    }
    let _ = (game.scores(state), game.result(state), game.end_reason(state), game.round(state));
}

/// Plays up to this number of random decisions with all checks, then asks everything again.
pub(crate) fn play<G: CompleteGame>(
    game: &G,
    state: &mut G::State,
    variant: &Variant,
    decisions: u32,
    rng: &mut Rng,
) -> Rows {
    let mut recorder = game.recorder(state);
    for _ in 0..decisions.min(game.max_decisions()) {
        let Some(seat) = game.to_act(state) else { break };
        let action = game.random_action(state, rng);
        let before = *state;
        recorder.decide(game, &before, seat, action);
        game.play(state, action, rng);
        if !is_valid(game, state, "after a decision") {
            return Rows::default();
        }
        for observer in Seat::all(game.players()) {
            let _ = game.observe(&before, action, state, observer);
        }
        recorder.played(game, state);
    }
    ask(game, state, variant, rng);
    recorder.finish(game, state).rows
}

/// Plays on at random to the end or the bound as a rollout does.
pub(crate) fn roll_out<G: CompleteGame>(game: &G, state: &G::State, rng: &mut Rng) {
    let mut state = *state;
    for _ in 0..game.max_decisions() {
        if game.to_act(&state).is_none() {
            break;
        }
        game.play_random(&mut state, rng);
    }
    is_valid(game, &state, "rolled out");
    let _ = (
        game.scores(&state),
        game.policy(&Weights::new()).unwrap().evaluate(game, &state),
        game.result(&state),
    );
}
