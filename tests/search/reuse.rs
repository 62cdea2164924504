//! Going on with what an earlier search found.

use tradewinds::game::{Dice, Game, Seat, Seed, View};
use tradewinds::search::{Search, SearchSettings, TreeKind};

use super::small_games::{Hidden, Pennies, Small, Table, TicTacToe};
use super::{chosen, search, settings};

fn reusing(tree: TreeKind) -> SearchSettings {
    SearchSettings { reuse: true, ..settings(tree, 1_000) }
}

/// Plays an action and tells the search of `observer`.
fn play<S: Small>(
    state: &mut S::State,
    action: u8,
    search: &mut Search<Table<S>>,
    observer: usize,
    dice: &mut impl Dice,
) {
    let game = Table::<S>::rules();
    let before = *state;
    let seat = game.to_act(&before).expect("somebody decides");
    game.play(state, action, dice);
    search.notice(seat, game.seen(&before, action, state, Seat::new(observer)));
}

#[test]
fn a_tree_is_kept_along_the_moves_that_were_seen() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing] {
        let game = Table::<TicTacToe>::rules();
        let mut dice = Seed(1).rng();
        let mut grid = TicTacToe::deal(&mut dice);
        let mut search = search::<TicTacToe>(reusing(tree));
        let visits = |search: &mut Search<Table<TicTacToe>>, grid: &_| {
            let result = search.run(&View::new(&game, grid, Seat::new(0)), Seed(1));
            let visits: u64 = result.actions.iter().map(|action| action.visits).sum();
            (chosen(&result), visits)
        };
        let own = if tree == TreeKind::ReDeterminizing { 500 } else { 1_000 };
        let (first, count) = visits(&mut search, &grid);
        assert_eq!(count, own);
        play::<TicTacToe>(&mut grid, first, &mut search, 0, &mut dice);
        let reply = if first == 4 { 0 } else { 4 };
        play::<TicTacToe>(&mut grid, reply, &mut search, 0, &mut dice);
        let (_, count) = visits(&mut search, &grid);
        assert!((own + 20..2 * own).contains(&count), "{tree:?}: {count} visits");
        // Without a word about what was played, a search begins anew.
        assert_eq!(visits(&mut search, &grid).1, own);
    }
}

#[test]
fn a_hidden_choice_ends_what_a_shared_tree_can_keep() {
    let game = Table::<Pennies>::rules();
    let visits = |tree| {
        let mut search = search::<Pennies>(reusing(tree));
        // The second seat searches its guess, then is told of a game in which the first one hid a penny.
        let mut state = Pennies::deal(&mut Seed(1).rng());
        let guessing = Hidden { moves: 1, fact: 0, winner: None };
        search.run(&View::new(&game, &guessing, Seat::new(1)), Seed(1));
        play::<Pennies>(&mut state, 1, &mut search, 1, &mut Seed(2).rng());
        let result = search.run(&View::new(&game, &state, Seat::new(1)), Seed(2));
        result.actions.iter().map(|action| action.visits).sum::<u64>()
    };
    // It noticed nothing, so its own tree stands where it stood; the shared one may be anywhere.
    assert_eq!((visits(TreeKind::MoIsmcts), visits(TreeKind::SoIsmcts)), (2_000, 1_000));
}

#[test]
fn a_memory_that_fills_up_begins_anew() {
    let game = Table::<TicTacToe>::rules();
    let mut dice = Seed(1).rng();
    let mut grid = TicTacToe::deal(&mut dice);
    let mut search = search::<TicTacToe>(SearchSettings { max_nodes: 1_000, ..reusing(TreeKind::SoIsmcts) });
    let full = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1));
    assert!(full.nodes > 500);
    play::<TicTacToe>(&mut grid, 4, &mut search, 0, &mut dice);
    play::<TicTacToe>(&mut grid, 0, &mut search, 0, &mut dice);
    let anew = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1));
    assert_eq!(anew.actions.iter().map(|action| action.visits).sum::<u64>(), 1_000);
}
