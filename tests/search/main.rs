//! The search on small games with known answers.

mod family;
mod known_games;
mod kuhn;
mod mechanisms;
mod parallel;
mod proofs;
mod reuse;
mod settings;
#[path = "../small_games/mod.rs"]
mod small_games;
mod stop;

use small_games::{Small, SmallPolicy, Table};
use tradewinds::game::{Game, Seat, Seed, View};
use tradewinds::search::{Search, SearchResult, SearchSettings, TreeKind};

const TREES: [TreeKind; 4] =
    [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing, TreeKind::Determinized];

fn settings(tree: TreeKind, iterations: u32) -> SearchSettings {
    SearchSettings { tree, iterations: Some(iterations), ..SearchSettings::default() }
}

fn search<S: Small>(settings: SearchSettings) -> Search<Table<S>> {
    Search::new(&Table::rules(), settings, SmallPolicy).expect("the test's settings are in range")
}

/// Searches a position for the seat that decides.
fn analyse<S: Small>(state: &S::State, settings: SearchSettings, seed: u64) -> SearchResult<u8> {
    let game = Table::<S>::rules();
    let seat = game.to_act(state).expect("somebody decides");
    search::<S>(settings).run(&View::new(&game, state, seat), Seed(seed))
}

fn deal<S: Small>() -> S::State {
    S::deal(&mut Seed(1).rng())
}

fn chosen(result: &SearchResult<u8>) -> u8 {
    result.actions[result.chosen].action
}

/// The value of an action to a seat.
fn value(result: &SearchResult<u8>, action: u8, seat: usize) -> f64 {
    let report = result.actions.iter().find(|report| report.action == action).expect("it is legal");
    report.value.expect("it was tried")[Seat::new(seat)]
}
