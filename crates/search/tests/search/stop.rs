//! Ending a search when its choice cannot change any more.

use tradewinds_game::{Game, Seed, View};
use tradewinds_search::{ParallelKind, RootKind, SearchSettings, SelectionKind, TreeKind};

use super::{TREES, analyse, chosen, deal, search, settings};
use tradewinds_testkit::small_games::{ConnectFour, Dig, Guess, Known, Kuhn, Pennies, TicTacToe};

fn stopping(settings: SearchSettings) -> SearchSettings {
    settings.with(|new| new.stop_when_decided = true)
}

/// Searches the decisions of random games with and without; returns the iterations spent of how many.
fn same_choices<S: Known>(base: &SearchSettings) -> (u64, u64) {
    let game = S::default();
    let (mut stopped, mut full) = (search::<S>(stopping(base.clone())), search::<S>(base.clone()));
    let mut dice = Seed(5).rng();
    let (mut spent, mut all) = (0, 0);
    for number in 0..12 {
        let mut state = game.deal(&mut dice);
        for decision in 0..game.max_decisions() {
            let Some(seat) = game.to_act(&state) else { break };
            let view = View::new(&game, &state, seat);
            let seed = Seed(u64::from(100 * number + decision));
            let [early, late] = [&mut stopped, &mut full].map(|search| search.run(&view, seed));
            assert_eq!(chosen(&early), chosen(&late), "{base:?} {early:?} {late:?}");
            spent += early.iterations;
            all += late.iterations;
            let action = game.random_action(&state, &mut dice);
            game.play(&mut state, action, &mut dice);
        }
    }
    (spent, all)
}

#[test]
fn the_choice_is_that_of_the_whole_budget() {
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            let base = settings(tree, 300).with(|new| (new.selection, new.determinizations) = (selection, 3));
            let games = [
                same_choices::<TicTacToe>(&base),
                same_choices::<ConnectFour>(&base),
                same_choices::<Kuhn>(&base),
                same_choices::<Pennies>(&base),
                same_choices::<Guess>(&base),
                same_choices::<Dig<false>>(&base),
            ];
            assert!(games.iter().all(|(spent, all)| spent < all), "{tree:?} {selection:?} {games:?}");
        }
    }
    let shared = settings(TreeKind::SoIsmcts, 300).with(|new| new.parallel = ParallelKind::Tree);
    let (spent, all) = same_choices::<ConnectFour>(&shared);
    assert!(spent < all, "one worker alone on shared trees");
}

#[test]
fn it_does_nothing_where_visits_alone_do_not_decide() {
    let base = settings(TreeKind::SoIsmcts, 600);
    for settings in [
        base.clone().with(|new| new.workers = 2),
        base.clone().with(|new| (new.workers, new.parallel) = (2, ParallelKind::Tree)),
        base.clone().with(|new| new.root = RootKind::SequentialHalving),
        base.clone().with(|new| new.prove = true),
    ] {
        let full = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings.clone(), 1);
        let found = analyse::<TicTacToe>(&deal::<TicTacToe>(), stopping(settings), 1);
        assert_eq!((&found.actions, found.iterations), (&full.actions, 600));
    }
}

/// Who studies a search wants to see all of it.
#[test]
fn a_study_spends_the_whole_budget() {
    let game = TicTacToe;
    let state = deal::<TicTacToe>();
    let view = View::new(&game, &state, game.to_act(&state).unwrap());
    let mut search = search::<TicTacToe>(stopping(settings(TreeKind::SoIsmcts, 600)));
    assert!(search.run(&view, Seed(1)).iterations < 600);
    assert_eq!(search.study(&view, Seed(1), 5).iterations, 600);
}
