//! A seat that may not do everything, and knows it.

use std::sync::Arc;

use tradewinds_game::{Actions, Seat, Seed, UniformPolicy, Variant, Variants, View};
use tradewinds_search::{Search, SearchSettings};
use tradewinds_testkit::toys::Lights;
use tradewinds_testkit::toys::lights::State;

/// The share that seat 0 expects at its last decision but one, and the actions that it expects of itself after it.
fn expected(is_restricted: bool) -> (f64, Vec<(State, u8)>) {
    let game = Lights::new(2, &Variant::standard()).expect("two seats are allowed");
    let state = State { points: [0; 4], colour: 0, pressed: 8 };
    let settings = SearchSettings::default()
        .with(|new| new.iterations = Some(20_000))
        .check()
        .expect("the settings are in range");
    let mut search = Search::new(&game, settings, UniformPolicy);
    if is_restricted {
        // At its last decision it may not press the button that scores.
        search = search.restricted(Arc::new(|_: &Lights, state: &State, actions: &mut Actions<u8>| {
            let best = Lights::best(state);
            actions.retain(|action| state.pressed == 8 || *action != best);
        }));
    }
    let found = search.run(&View::new(&game, &state, Seat::new(0)), Seed(1));
    let best = &found.actions[found.chosen];
    let own = found.principal_variation.iter().filter(|line| line.seat == Seat::new(0));
    (
        best.value.expect("it was tried")[Seat::new(0)],
        own.map(|line| (line.state, line.action)).skip(1).collect(),
    )
}

#[test]
fn a_search_knows_what_its_seat_may_not_do_later() {
    let ((free, _), (bound, own)) = (expected(false), expected(true));
    assert!(free - bound > 0.04, "{free} without a restriction, {bound} with one");
    assert!(!own.is_empty() && own.iter().all(|(state, action)| *action != Lights::best(state)));
}
