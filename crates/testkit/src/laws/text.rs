//! Law 6: equal inputs give equal results, and text forms round-trip.

use serde_json::Value;
use tradewinds_game::CompleteGame;

use super::Case;
use super::hidden::Seen;

/// Checks the position at hand; `seen` is each seat's knowledge of it.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>, seen: &[Seen<G>]) {
    let (game, state) = (case.game, &case.state);
    let position = game.position(state);
    // Two dice: a whole position leaves nothing to complete.
    for stream in [1, 2] {
        let loaded = load(case, &position, stream);
        assert_eq!(game.position(&loaded), position, "law 6: the position changes by loading it");
        assert!(loaded == *state, "law 6: the position is not the whole state: {loaded:?} for {state:?}");
    }
    assert_eq!(reread(&position), position, "law 6: the position changes by its text");
    for action in case.legal(state) {
        let text = game.action_text(state, action);
        let parsed = game.parse_action(state, &text);
        assert_eq!(parsed, Ok(action), "law 6: {text:?} is read as another action");
        assert!(
            case.played(state, action, 1) == case.played(state, action, 1),
            "law 6: {text} has two results with equal dice"
        );
    }
    check_views(case, seen);
    check_misspelt(case, &position);
}

/// A view loads, its unknown parts completed, and is the view of its completion.
fn check_views<G: CompleteGame>(case: &Case<'_, G>, seen: &[Seen<G>]) {
    let (game, state) = (case.game, &case.state);
    for (seat, Seen { view, completion }) in case.seats().zip(seen) {
        assert_eq!(reread(view), *view, "law 6: the view of {seat:?} changes by its text");
        let check = game.check(completion);
        assert!(check.is_ok(), "law 6: the completed view of {seat:?}: {check:?}");
        assert_eq!(game.view(completion, seat), *view, "law 6: the view of {seat:?} changes by loading it");
        assert_eq!(game.to_act(completion), game.to_act(state), "law 6: to act in the view of {seat:?}");
        if game.to_act(state) == Some(seat) {
            assert_eq!(
                case.legal(completion),
                case.legal(state),
                "law 6: legal actions in the view of {seat:?}"
            );
        }
    }
}

/// A position with a field that the page does not list is refused.
fn check_misspelt<G: CompleteGame>(case: &Case<'_, G>, position: &Value) {
    let mut misspelt = position.clone();
    misspelt["no such field"] = Value::Null;
    let loaded = G::load(&misspelt, case.variant, &mut case.rng(1));
    assert!(loaded.is_err(), "law 6: a position with an unknown field is loaded");
}

fn load<G: CompleteGame>(case: &Case<'_, G>, position: &Value, stream: u64) -> G::State {
    match G::load(position, case.variant, &mut case.rng(stream)) {
        Ok((game, state)) => {
            assert_eq!(game.players(), case.game.players(), "law 6: the players of a loaded position");
            state
        }
        Err(error) => panic!("law 6: a written position does not load: {error}: {position}"),
    }
}

fn reread(value: &Value) -> Value {
    serde_json::from_str(&value.to_string()).expect("what is written as JSON is JSON")
}
