//! Several workers on the same trees.

use tradewinds_game::{Seat, Seed, View};
use tradewinds_search::{ParallelKind, Search, SearchSettings, SelectionKind, Threads, TreeKind};

use super::{analyse, chosen, deal, search, settings};
use tradewinds_testkit::small_games::{Board, ConnectFour, Guess, Known, Pennies, SAFE, TicTacToe};

fn together(tree: TreeKind, workers: u32, iterations: u32) -> SearchSettings {
    settings(tree, iterations).with(|new| (new.parallel, new.workers) = (ParallelKind::Tree, workers))
}

fn in_pool<S: Known>(state: &S::State, settings: SearchSettings, threads: usize) -> super::Found<S> {
    let game = S::default();
    let view = View::new(&game, state, game.to_act(state).expect("somebody decides"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let mut search: Search<S, <S as Known>::Hints> = search::<S>(settings).with_threads(Threads::Pool);
    pool.install(|| search.run(&view, Seed(3)))
}

#[test]
fn one_worker_is_the_plain_search() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
        for selection in [SelectionKind::Ucb1, SelectionKind::UcbTuned, SelectionKind::Puct] {
            let plain = settings(tree, 2_000).with(|new| new.selection = selection);
            let alone = plain.clone().with(|new| (new.virtual_loss, new.parallel) = (5, ParallelKind::Tree));
            let [plain, alone] =
                [plain, alone].map(|settings| analyse::<Guess>(&deal::<Guess>(), settings, 1));
            assert_eq!((plain.actions, plain.nodes), (alone.actions, alone.nodes));
        }
    }
}

#[test]
fn workers_in_step_give_the_same_every_time() {
    for workers in [2, 8, 64] {
        let found =
            |_| analyse::<Pennies>(&deal::<Pennies>(), together(TreeKind::MoIsmcts, workers, 3_000), 1);
        let [first, second] = [0, 1].map(found);
        assert_eq!((&first.actions, &first.settling), (&second.actions, &second.settling));
        assert_eq!(first.iterations, 3_000);
    }
}

/// Nothing is lost between threads: every virtual loss is taken back, every iteration counted.
#[test]
fn threads_share_a_tree() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
        for selection in [SelectionKind::Ucb1, SelectionKind::UcbTuned, SelectionKind::Puct] {
            let settings =
                together(tree, 4, 20_000).with(|new| (new.selection, new.virtual_loss) = (selection, 3));
            let result = in_pool::<TicTacToe>(&deal::<TicTacToe>(), settings, 4);
            let visits: u64 = result.actions.iter().map(|action| action.visits).sum();
            assert_eq!((result.iterations, visits), (20_000, 20_000));
            // The line counts visits in the tree, the actions those of the workers.
            let line = &result.principal_variation[0];
            assert_eq!((line.action, line.visits), (chosen(&result), result.actions[result.chosen].visits));
            assert!(result.depth >= 5 && !result.full);
        }
    }
}

#[test]
fn threads_find_what_one_worker_finds() {
    let guess = in_pool::<Guess>(&deal::<Guess>(), together(TreeKind::SoIsmcts, 4, 40_000), 4);
    assert_eq!(chosen(&guess), SAFE, "{guess:?}");
    // Three in a row, open at both ends.
    let board = Board::after("435362");
    let won = in_pool::<ConnectFour>(&board, together(TreeKind::SoIsmcts, 4, 20_000), 4);
    assert!(won.actions[won.chosen].value.unwrap()[Seat::new(0)] > 0.8, "{won:?}");
}

#[test]
fn a_full_shared_memory_goes_on_without_growing() {
    let full = together(TreeKind::SoIsmcts, 4, 40_000).with(|new| new.max_nodes = Some(4_000));
    let result = in_pool::<TicTacToe>(&deal::<TicTacToe>(), full, 4);
    assert!(result.full && result.nodes <= 4_000 && result.iterations == 40_000, "{result:?}");
}
