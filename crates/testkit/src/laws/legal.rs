//! Laws 1 and 7: legal actions, illegal ones, forced decisions.

use tradewinds_game::{CompleteGame, CountingDice, Edge};

use super::{Case, all_different};

/// The maximum number of actions of earlier decisions that are tried where they are illegal.
const MAX_ILLEGAL: usize = 32;

/// Checks the legal list; done at every decision.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>, actions: &[G::Action]) {
    let game = case.game;
    assert!(!actions.is_empty(), "law 1: somebody is to act but nothing is legal");
    assert!(all_different(actions), "law 1: an action is listed twice: {actions:?}");
    let codes: Vec<u32> = actions.iter().map(|&action| G::code(action)).collect();
    assert!(codes.iter().all(|&code| code < Edge::MOVES), "law 1: a code is too large: {codes:?}");
    assert!(all_different(&codes), "law 1: two actions have one code: {actions:?}");
    let texts: Vec<String> = actions.iter().map(|&action| game.action_text(&case.state, action)).collect();
    assert!(all_different(&texts), "law 1: two actions have one text: {texts:?}");
    let kind = game.decision_kind(&case.state);
    assert!(kind < G::DECISION_KINDS.len(), "law 1: kind of decision {kind} has no name");
    if let ([action], [text]) = (actions, texts.as_slice()) {
        let parsed = game.parse_action(&case.state, text);
        assert_eq!(parsed.as_ref(), Ok(action), "law 7: a forced decision is played by its text");
    }
    let illegal = illegal(case, actions);
    if let Some(&action) = illegal.get(case.decision as usize % illegal.len().max(1)) {
        check_refused(case, action);
    }
}

/// Plays every legal action, and tries illegal actions and texts.
pub(super) fn check_closely<G: CompleteGame>(case: &Case<'_, G>, actions: &[G::Action]) {
    for &action in actions {
        let after = case.played(&case.state, action, 0);
        let check = case.game.check(&after);
        assert!(check.is_ok(), "law 3: after {action:?}: {check:?}");
    }
    for action in illegal(case, actions).into_iter().take(MAX_ILLEGAL) {
        check_refused(case, action);
    }
    let texts: Vec<String> =
        actions.iter().map(|&action| case.game.action_text(&case.state, action)).collect();
    let garbled = texts.iter().flat_map(|text| {
        [format!("{text} "), format!(" {text}"), format!("{text} x"), text.to_uppercase(), format!("{text}0")]
    });
    for text in garbled.chain(["".to_owned(), "no such action".to_owned(), "\u{1f98a}".to_owned()]) {
        let parsed = case.game.parse_action(&case.state, &text);
        assert!(parsed.is_err() || texts.contains(&text), "law 1: {text:?} is read as {parsed:?}");
    }
}

/// Checks that nothing can be played when the game is over.
pub(super) fn check_over<G: CompleteGame>(case: &Case<'_, G>) {
    assert!(case.legal(&case.state).is_empty(), "law 1: an action is legal after the end");
    for &action in case.past.iter().take(MAX_ILLEGAL) {
        check_refused(case, action);
        let text = case.game.action_text(&case.state, action);
        let parsed = case.game.parse_action(&case.state, &text);
        assert!(parsed.is_err(), "law 1: {text:?} is read after the end");
    }
}

fn illegal<G: CompleteGame>(case: &Case<'_, G>, actions: &[G::Action]) -> Vec<G::Action> {
    case.past.iter().filter(|action| !actions.contains(action)).copied().collect()
}

fn check_refused<G: CompleteGame>(case: &Case<'_, G>, action: G::Action) {
    let mut rng = case.rng(0);
    let mut dice = CountingDice::new(&mut rng);
    let mut state = case.state;
    let refused = case.game.try_play(&mut state, action, &mut dice);
    assert!(refused.is_err(), "law 1: the illegal {action:?} is played");
    assert!(state == case.state && dice.throws() == 0, "law 1: the refused {action:?} leaves a trace");
}
