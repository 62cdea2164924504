//! The search on small games with known answers.

mod family;
mod known_games;
mod kuhn;
mod mechanisms;
mod open_positions;
mod own_moves;
mod parallel;
mod proofs;
mod restriction;
mod reuse;
mod stop;

use tradewinds_game::{Game, Seat, Seed, View};
use tradewinds_search::{Search, SearchResult, SearchSettings, TreeKind};
use tradewinds_testkit::small_games::Known;

const TREES: [TreeKind; 4] =
    [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing, TreeKind::Determinized];

fn settings(tree: TreeKind, iterations: u32) -> SearchSettings {
    SearchSettings::default().with(|new| (new.tree, new.iterations) = (tree, Some(iterations)))
}

/// What a search of a small game finds.
type Found<S> = SearchResult<<S as Game>::State, u8>;

fn search<S: Known>(settings: SearchSettings) -> Search<S, S::Hints> {
    let settings = settings.check().expect("the test's settings are in range");
    Search::new(&S::default(), settings, S::Hints::default())
}

/// Searches a position for the seat that decides.
fn analyse<S: Known>(state: &S::State, settings: SearchSettings, seed: u64) -> Found<S> {
    let game = S::default();
    let seat = game.to_act(state).expect("somebody decides");
    search::<S>(settings).run(&View::new(&game, state, seat), Seed(seed))
}

fn deal<S: Known>() -> S::State {
    S::default().deal(&mut Seed(1).rng())
}

fn chosen<S>(result: &SearchResult<S, u8>) -> u8 {
    result.actions[result.chosen].action
}

/// The value of an action to a seat.
fn value<S>(result: &SearchResult<S, u8>, action: u8, seat: usize) -> f64 {
    let report = result.actions.iter().find(|report| report.action == action).expect("it is legal");
    report.value.expect("it was tried")[Seat::new(seat)]
}
