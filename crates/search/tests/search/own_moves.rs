//! Trees of own moves: nothing that another seat or chance does leads to another node.

use tradewinds_search::TreeKind;
use tradewinds_testkit::small_games::{ConnectFour, Dig};

use super::{analyse, chosen, deal, settings, value};

#[test]
fn the_search_looks_further_ahead_with_fewer_nodes() {
    let look = |tree| analyse::<ConnectFour>(&deal::<ConnectFour>(), settings(tree, 2_000), 1);
    let [all, own] = [TreeKind::MoIsmcts, TreeKind::OwnMoves].map(look);
    assert!(own.depth > all.depth, "{} {}", own.depth, all.depth);
    // One node an iteration and the two roots, where a tree of all moves follows every step of the other seat, too.
    assert!(own.nodes <= 2_002 && all.nodes > 2_400, "{} {}", own.nodes, all.nodes);
}

/// What a dig uncovers is known before the next choice, but it is no branch of this tree, so the search does not dig.
#[test]
fn an_outcome_is_no_branch() {
    let dig = |tree| {
        let result = analyse::<Dig<false>>(&deal::<Dig<false>>(), settings(tree, 10_000), 1);
        (chosen(&result), value(&result, 0, 0))
    };
    let [(digs, all), (passes, own)] = [TreeKind::MoIsmcts, TreeKind::OwnMoves].map(dig);
    assert!(all > 0.9 && own < 0.7, "{all} {own}");
    assert!(digs == 0 && passes != 0, "{digs} {passes}");
}
