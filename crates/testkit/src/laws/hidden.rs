//! Laws 4 and 8: the facts that determinization keeps, and the facts that a decision may depend on.

use std::collections::BTreeMap;

use serde_json::Value;
use tradewinds_game::{CompleteGame, Facts, MAX_ACTIONS, Policy, Seat};

use super::{Case, features};

/// Checks the position at hand; returns what each seat sees of it, for the laws of text.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>) -> Vec<Seen<G>> {
    let mut seen = Vec::new();
    let mut shuffled = [case.state; 2];
    case.game.shuffle_unseen(&mut shuffled[0], &mut case.rng(3));
    case.game.permute_unseen(&mut shuffled[1], &mut case.rng(3));
    for shuffled in &shuffled {
        let check = case.game.check(shuffled);
        assert!(check.is_ok(), "law 4: what no seat knows is shuffled: {check:?}");
    }
    for observer in case.seats() {
        let view = case.game.view(&case.state, observer);
        for shuffled in &shuffled {
            assert_eq!(
                case.game.view(shuffled, observer),
                view,
                "law 4: seat {} knows what is shuffled as unseen",
                observer.index()
            );
        }
        check_knowledge(case, observer, &view);
        seen.push(check_dependence(case, observer, view));
        check_estimate(case, observer);
        let observation = features::check_observation(case, observer);
        if case.game.to_act(&case.state).is_some() {
            features::check_position(case, observer, &observation);
        }
    }
    if let Some(seat) = case.game.to_act(&case.state) {
        check_decision(case, seat);
    }
    seen
}

/// A seat's knowledge: its view, and a position that was completed from it.
pub(super) struct Seen<G: CompleteGame> {
    pub(super) view: Value,
    pub(super) completion: G::State,
}

/// Law 4: the observer's knowledge stays as it is.
fn check_knowledge<G: CompleteGame>(case: &Case<'_, G>, observer: Seat, view: &Value) {
    let (game, state) = (case.game, &case.state);
    let world = case.determinized(state, observer, 1);
    let check = game.check(&world);
    assert!(check.is_ok(), "law 4: a world of {observer:?}: {check:?} in {}", game.position(&world));
    assert_eq!(game.view(&world, observer), *view, "law 4: the view of {observer:?}");
    assert_eq!(game.to_act(&world), game.to_act(state), "law 4: to act in a world of {observer:?}");
    assert_eq!(game.round(&world), game.round(state), "law 4: round in a world of {observer:?}");
    let reasons = (game.end_reason(&world), game.end_reason(state));
    assert_eq!(reasons.0, reasons.1, "law 4: end in a world of {observer:?}");
}

/// Law 4: the result depends only on what the observer knows and on the dice. States that the observer
/// cannot distinguish are found by determinizing and by completing its view, which holds nothing else.
fn check_dependence<G: CompleteGame>(case: &Case<'_, G>, observer: Seat, view: Value) -> Seen<G> {
    let expected = case.determinized(&case.state, observer, 2);
    let world = case.determinized(&case.state, observer, 1);
    assert!(
        case.determinized(&world, observer, 2) == expected,
        "law 4: a determinization for {observer:?} depends on what was determinized"
    );
    let (rules, completion) = G::load(&view, case.variant, &mut case.rng(1))
        .unwrap_or_else(|error| panic!("law 6: the view of {observer:?} does not load: {error}: {view}"));
    assert_eq!(rules.players(), case.game.players(), "law 6: the players of a loaded view");
    assert!(
        case.determinized(&completion, observer, 2) == expected,
        "law 4: a determinization for {observer:?} depends on more than his view: {view}"
    );
    Seen { view, completion }
}

/// A seat's own estimate uses only public and own knowledge.
fn check_estimate<G: CompleteGame>(case: &Case<'_, G>, observer: Seat) {
    let world = case.determinized(&case.state, observer, 1);
    let estimates = [&world, &case.state].map(|state| case.policy.evaluate(case.game, state)[observer]);
    assert_eq!(estimates[0], estimates[1], "law 8: the estimate of {observer:?} knows too much");
}

/// Law 8: the decision is the same in every world of the seat that decides.
fn check_decision<G: CompleteGame>(case: &Case<'_, G>, seat: Seat) {
    let (game, state) = (case.game, &case.state);
    let actions = case.legal(state);
    let policy = case.policy;
    let scored = |state: &G::State| {
        let mut scores = [[0.0_f32; MAX_ACTIONS]; 2];
        let [full, quick] = &mut scores;
        policy.score(game, state, &actions, &mut full[..actions.len()]);
        policy.rollout_scores(game, state, &actions, &mut quick[..actions.len()]);
        scores.map(|scores| scores[..actions.len()].to_vec())
    };
    let texts = |state: &G::State| -> Vec<String> {
        actions.iter().map(|&action| game.action_text(state, action)).collect()
    };
    let studied = |state: &G::State| -> Vec<(String, Facts)> {
        let of = |&action| {
            let mut facts = Facts::default();
            game.circumstances(state, action, &mut facts);
            (game.choice(state, action), facts)
        };
        actions.iter().map(of).collect()
    };
    let names: BTreeMap<String, Facts> = studied(state).into_iter().collect();
    for (name, facts) in studied(state) {
        assert_eq!(names[&name], facts, "actions of one name have the same circumstances: {name}");
    }
    let named = features::of_actions(case, state, &actions);
    features::check_names(case, seat, &actions, &named);
    let expected = scored(state);
    let numbers = expected.iter().flatten().all(|score| score.is_finite());
    assert!(numbers, "law 8: a policy's scores are numbers, not {expected:?}");
    for stream in [1, 2] {
        let world = case.determinized(state, seat, stream);
        assert_eq!(case.legal(&world), actions, "law 8: the legal list depends on hidden facts");
        assert_eq!(texts(&world), texts(state), "law 8: the notation depends on hidden facts");
        assert_eq!(studied(&world), studied(state), "law 8: what studies ask depends on hidden facts");
        assert_eq!(
            features::of_actions(case, &world, &actions),
            named,
            "law 8: the features of actions depend on hidden facts"
        );
        assert_eq!(
            scored(&world),
            expected,
            "law 8: the policy's scores of {actions:?} depend on hidden facts"
        );
        let kinds = [&world, state].map(|state| game.decision_kind(state));
        assert_eq!(kinds[0], kinds[1], "law 8: the kind of decision depends on hidden facts");
    }
}
