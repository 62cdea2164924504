//! Going on with what an earlier search found.

use tradewinds_game::{Actions, Dice, Game, Seat, Seed, View};
use tradewinds_search::{ParallelKind, Search, SearchResult, SearchSettings, SelectionKind, TreeKind};

use super::{chosen, search, settings};
use tradewinds_testkit::small_games::{Hidden, Known, Opening, Pennies, TicTacToe, Turning};

fn reusing(tree: TreeKind) -> SearchSettings {
    settings(tree, 1_000).with(|new| new.reuse = true)
}

fn visits<S>(result: &SearchResult<S, u8>) -> u64 {
    result.actions.iter().map(|action| action.visits).sum()
}

/// The visits of the chosen action in the tree that an earlier search left; for one worker.
fn kept<S>(result: &SearchResult<S, u8>) -> u64 {
    result.principal_variation[0].visits - result.actions[result.chosen].visits
}

/// Plays an action and tells the search of `observer`.
fn play<S: Known>(
    state: &mut S::State,
    action: u8,
    search: &mut Search<S, <S as Known>::Hints>,
    observer: usize,
    dice: &mut impl Dice,
) {
    let game = S::default();
    let before = *state;
    let seat = game.to_act(&before).expect("somebody decides");
    game.play(state, action, dice);
    search.notice(seat, game.observe(&before, action, state, Seat::new(observer)));
}

#[test]
fn a_tree_is_kept_along_the_moves_that_were_seen() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing] {
        let game = TicTacToe;
        let mut dice = Seed(1).rng();
        let mut grid = TicTacToe.deal(&mut dice);
        let mut search = search::<TicTacToe>(reusing(tree));
        let own = if tree == TreeKind::ReDeterminizing { 500 } else { 1_000 };
        // The chosen action, and how many of its visits in the tree are from an earlier search.
        let run = |search: &mut Search<TicTacToe, <TicTacToe as Known>::Hints>, grid: &_| {
            let result = search.run(&View::new(&game, grid, Seat::new(0)), Seed(1));
            assert_eq!(visits(&result), own, "{tree:?}");
            (chosen(&result), kept(&result))
        };
        let (first, nothing) = run(&mut search, &grid);
        assert_eq!(nothing, 0);
        play::<TicTacToe>(&mut grid, first, &mut search, 0, &mut dice);
        let reply = if first == 4 { 0 } else { 4 };
        play::<TicTacToe>(&mut grid, reply, &mut search, 0, &mut dice);
        let (_, some) = run(&mut search, &grid);
        assert!((1..100).contains(&some), "{tree:?}: {some} visits");
        // Without a word about what was played, a search begins anew.
        assert_eq!(run(&mut search, &grid).1, 0);
    }
}

#[test]
fn any_reply_keeps_a_tree_of_own_moves() {
    let game = TicTacToe;
    for reply in 0..8 {
        let mut dice = Seed(1).rng();
        let mut grid = game.deal(&mut dice);
        let mut search = search::<TicTacToe>(reusing(TreeKind::OwnMoves));
        let first = chosen(&search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1)));
        play::<TicTacToe>(&mut grid, first, &mut search, 0, &mut dice);
        let mut replies = Actions::new();
        game.legal(&grid, &mut replies);
        play::<TicTacToe>(&mut grid, replies[reply], &mut search, 0, &mut dice);
        let second = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(2));
        assert!(kept(&second) > 0, "after {reply}: {second:?}");
        assert_eq!(visits(&second), 1_000);
    }
}

#[test]
fn a_hidden_choice_ends_what_a_shared_tree_can_keep() {
    let game = Pennies;
    let begins_with = |tree| {
        let mut search = search::<Pennies>(reusing(tree));
        // The second seat searches its guess, then observes a game in which the first seat hid a penny.
        let mut state = Pennies.deal(&mut Seed(1).rng());
        let guessing = Hidden { moves: 1, fact: 0, winner: None };
        search.run(&View::new(&game, &guessing, Seat::new(1)), Seed(1));
        play::<Pennies>(&mut state, 1, &mut search, 1, &mut Seed(2).rng());
        let result = search.run(&View::new(&game, &state, Seat::new(1)), Seed(2));
        assert_eq!(visits(&result), 1_000);
        kept(&result)
    };
    // It noticed nothing, so its own tree stands where it stood; the shared one may be anywhere.
    let [own, shared] = [TreeKind::MoIsmcts, TreeKind::SoIsmcts].map(begins_with);
    assert!(own > 10 && shared == 0, "{own} {shared}");
}

#[test]
fn a_memory_that_fills_up_begins_anew() {
    let game = TicTacToe;
    let mut dice = Seed(1).rng();
    let mut grid = TicTacToe.deal(&mut dice);
    let mut search = search::<TicTacToe>(reusing(TreeKind::SoIsmcts).with(|new| new.max_nodes = Some(1_000)));
    let full = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1));
    assert!(full.nodes > 500);
    play::<TicTacToe>(&mut grid, 4, &mut search, 0, &mut dice);
    play::<TicTacToe>(&mut grid, 0, &mut search, 0, &mut dice);
    let anew = search.run(&View::new(&game, &grid, Seat::new(0)), Seed(1));
    assert_eq!(kept(&anew), 0);
}

/// A first search is misled by a policy that praises the wrong cell; the next one, at the same root,
/// scores the root anew and is not bound by the many visits of the first.
#[test]
fn what_was_kept_can_be_overturned() {
    let game = Turning;
    for parallel in [ParallelKind::Root, ParallelKind::Tree] {
        for workers in [1, 3] {
            let settings = reusing(TreeKind::MoIsmcts).with(|new| {
                new.selection = SelectionKind::Puct;
                new.parallel = parallel;
                new.workers = workers;
            });
            let mut search = search::<Turning>(settings);
            let seat = Seat::new(0);
            let first =
                search.run(&View::new(&game, &Hidden { moves: 0, fact: 0, winner: None }, seat), Seed(1));
            assert_eq!(chosen(&first), 0, "{first:?}");
            search.notice(Seat::new(1), None);
            let second =
                search.run(&View::new(&game, &Hidden { moves: 0, fact: 1, winner: None }, seat), Seed(2));
            assert_eq!(chosen(&second), 1, "{parallel:?} {workers} {second:?}");
            assert_eq!(visits(&second), 1_000);
        }
    }
}

/// The end of the game was visited while nothing could be proven; it is proven when it is seen again.
#[test]
fn an_end_that_was_visited_before_the_game_was_open_is_proven() {
    let game = Opening;
    let settings = reusing(TreeKind::SoIsmcts).with(|new| new.prove = true);
    let mut search = search::<Opening>(settings);
    let mut state = Opening.deal(&mut Seed(1).rng());
    let first = search.run(&View::new(&game, &state, Seat::new(0)), Seed(1));
    assert!(first.actions.iter().all(|action| action.proven.is_none()));
    play::<Opening>(&mut state, chosen(&first), &mut search, 0, &mut Seed(2).rng());
    let second = search.run(&View::new(&game, &state, Seat::new(0)), Seed(2));
    assert!(kept(&second) > 0, "{second:?}");
    assert_eq!((chosen(&second), second.actions[1].proven), (1, Some(Seat::new(0))), "{second:?}");
    assert!(second.iterations < 20, "{second:?}");
}
