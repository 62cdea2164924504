//! Trees of own moves: nothing that another seat or chance does leads to another node.

use tradewinds_game::testing::small_games::{ConnectFour, Dig, TicTacToe};
use tradewinds_game::{Actions, Game, Seat, Seed, View};
use tradewinds_search::{SearchSettings, TreeKind};

use super::{analyse, chosen, deal, search, settings, value};

#[test]
fn the_search_looks_further_ahead_with_fewer_nodes() {
    let look = |tree| analyse::<ConnectFour>(&deal::<ConnectFour>(), settings(tree, 2_000), 1);
    let [all, own] = [TreeKind::MoIsmcts, TreeKind::OwnMoves].map(look);
    assert!(own.depth > all.depth, "{} {}", own.depth, all.depth);
    // One node an iteration and the two roots, where a tree of all moves follows every step of the other seat, too.
    assert!(own.nodes <= 2_002 && all.nodes > 2_400, "{} {}", own.nodes, all.nodes);
}

#[test]
fn any_reply_keeps_the_tree() {
    let game = TicTacToe;
    let mut dice = Seed(1).rng();
    let opening = game.deal(&mut dice);
    let reusing = SearchSettings { reuse: true, ..settings(TreeKind::OwnMoves, 1_000) };
    for reply in 0..8 {
        let mut search = search::<TicTacToe>(reusing.clone());
        let mut grid = opening;
        let first = chosen(&search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1)));
        let mut replies = Actions::new();
        for (number, seat) in [0, 1].into_iter().enumerate() {
            replies.clear();
            game.legal(&grid, &mut replies);
            let action = if number == 0 { first } else { replies[reply] };
            let before = grid;
            game.play(&mut grid, action, &mut dice);
            let edge = game.observe(&before, action, &grid, Seat::new(0));
            search.notice(Seat::new(seat), edge);
        }
        let second = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(2));
        let kept = second.principal_variation[0].visits - second.actions[second.chosen].visits;
        assert!(kept > 0, "after {reply}: {second:?}");
        assert_eq!(second.actions.iter().map(|action| action.visits).sum::<u64>(), 1_000);
    }
}

/// What a dig uncovers is known before the next choice, but it is no branch of this tree.
#[test]
fn an_outcome_is_no_branch() {
    let dig = |tree| {
        let result = analyse::<Dig<false>>(&deal::<Dig<false>>(), settings(tree, 10_000), 1);
        value(&result, 0, 0)
    };
    let [all, own] = [TreeKind::MoIsmcts, TreeKind::OwnMoves].map(dig);
    assert!(all > 0.9 && own < 0.7, "{all} {own}");
}
