//! Games of Rust behind an oracle: what is found must be what the engine finds in the game itself.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod native;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use native::{Native, Slip};
use tradewinds_foreign::{
    Contest, Foreign, ForeignPlayer, PlayedGame, check, play_contest, search, standings,
};
use tradewinds_game::{Game, InputError, Rng, Seed, UniformPolicy, View};
use tradewinds_search::{CheckedSettings, Search, SearchSettings, TreeKind};
use tradewinds_testkit::small_games::{ConnectFour, Dig, Endless, Guess, Hand, Kuhn, SAFE, TicTacToe};

fn settings(iterations: u32, change: impl FnOnce(&mut SearchSettings)) -> CheckedSettings {
    let settings = SearchSettings::default().with(|new| new.iterations = Some(iterations));
    settings.with(change).check().unwrap()
}

/// Plays random moves in both forms of a game.
fn after<G: Game>(game: &G, moves: u32, dice: &mut Rng) -> Option<G::State> {
    let mut state = game.deal(dice);
    for _ in 0..moves {
        game.to_act(&state)?;
        game.play_random(&mut state, dice);
    }
    game.to_act(&state).map(|_| state)
}

/// Both searches throw different dice, so that the clear decisions are compared: those in which each of three seeds
/// chooses the same, with twice the visits of any other.
fn compare<G: Game + Default>(moves: u32, games: u64, tree: TreeKind, plays_out: bool) -> usize {
    let game = G::default();
    let mut clear = 0;
    for number in 0..games {
        let Some(state) = after(&game, moves, &mut Seed(number).rng()) else { continue };
        let seat = game.to_act(&state).unwrap();
        let new = settings(1_500, |new| new.tree = tree);
        let mut engine = Search::new(&game, new.clone(), UniformPolicy);
        let clearly = |seed| {
            let found = engine.run(&View::new(&game, &state, seat), Seed(seed));
            let visits = found.actions[found.chosen].visits;
            let others = found.actions.iter().enumerate().filter(|(index, _)| *index != found.chosen);
            let second = others.map(|(_, report)| report.visits).max()?;
            (visits > 2 * second).then(|| G::code(found.actions[found.chosen].action))
        };
        let choices: Vec<Option<u32>> = (0..3).map(clearly).collect();
        let Some(choice) = choices[0].filter(|_| choices.iter().all(|other| *other == choices[0])) else {
            continue;
        };
        clear += 1;
        let native = Native::new(G::default());
        let foreign = Foreign::new(if plays_out { native.playing_out() } else { native }).unwrap();
        let spot = foreign.ask(|oracle| oracle.look(state));
        let start = foreign.begin(spot).unwrap();
        let found = search(&foreign, start, new, Seed(9)).unwrap();
        let action = foreign.ask(|oracle| oracle.code(found.actions[found.chosen].action));
        assert_eq!((action, found.seat), (choice, seat), "game {number}: {state:?}");
    }
    clear
}

#[test]
fn the_same_moves_are_found_as_in_the_game_itself() {
    for plays_out in [false, true] {
        assert!(compare::<TicTacToe>(4, 20, TreeKind::Auto, plays_out) > 4);
        assert!(compare::<ConnectFour>(20, 20, TreeKind::Auto, plays_out) > 4);
        assert!(compare::<Kuhn>(1, 12, TreeKind::SoIsmcts, plays_out) > 2);
        assert!(compare::<Kuhn>(1, 12, TreeKind::MoIsmcts, plays_out) > 2);
        assert!(compare::<Dig<true>>(0, 4, TreeKind::Auto, plays_out) > 0);
    }
}

#[test]
fn what_is_hidden_is_not_used() {
    let game = Foreign::new(Native::new(Guess)).unwrap();
    for seed in 0..5 {
        let state = game.deal(&mut Seed(seed).rng());
        let found = search(&game, state, settings(3_000, |_| ()), Seed(seed)).unwrap();
        let chosen = found.actions[found.chosen].action;
        assert_eq!(game.ask(|oracle| oracle.code(chosen)), u32::from(SAFE));
    }
}

/// Whatever the tree, the settings and the number of iterations: the stack never holds more than the start, a world drawn
/// twice and the way to the end of one game.
#[test]
fn memory_stays_flat() {
    let changes: [fn(&mut SearchSettings); 7] = [
        |_| (),
        |new| new.tree = TreeKind::MoIsmcts,
        |new| new.tree = TreeKind::ReDeterminizing,
        |new| (new.tree, new.determinizations) = (TreeKind::Determinized, 3),
        |new| new.tree = TreeKind::Clairvoyant,
        |new| (new.workers, new.parallel) = (3, tradewinds_search::ParallelKind::Tree),
        |new| (new.selection, new.cutoff) = (tradewinds_search::SelectionKind::Puct, Some(3)),
    ];
    for change in changes {
        let game = Foreign::new(Native::new(ConnectFour)).unwrap();
        let state = game.deal(&mut Seed(1).rng());
        for iterations in [10, 1_000] {
            search(&game, state, settings(iterations, change), Seed(1)).unwrap();
            assert!(game.peak() <= 45, "{} positions", game.peak());
        }
    }
}

/// Actions get their numbers in the order in which they are seen; what is found does not depend on it.
#[test]
fn the_same_seed_finds_the_same_whatever_was_searched_before() {
    let found = |warm: bool| {
        let game = Foreign::new(Native::new(ConnectFour)).unwrap();
        if warm {
            let state = game.deal(&mut Seed(5).rng());
            search(&game, state, settings(50, |_| ()), Seed(7)).unwrap();
        }
        let mut state = game.deal(&mut Seed(1).rng());
        game.play(&mut state, game.ask(|oracle| oracle.number(6)), &mut Seed(1).rng());
        let found = search(&game, state, settings(500, |_| ()), Seed(3)).unwrap();
        let reports: Vec<_> = found.actions.iter().map(|one| (one.visits, one.value)).collect();
        (found.chosen, found.nodes, reports)
    };
    assert_eq!(found(false), found(true));
}

/// The error of an oracle comes out of a search, a check and a tournament as it is, and the next call works.
#[test]
fn errors_come_out() {
    for (after, text) in [(0, "deal"), (1, "determinize"), (700, "request ")] {
        let game = Foreign::new(Native::new(TicTacToe).failing_after(after)).unwrap();
        let error = play_contest(&game, &contest(2), &players(), 0, &AtomicBool::new(false), |_| {
            ControlFlow::Continue(())
        })
        .unwrap_err();
        assert!(error.to_string().starts_with("native: broken: found request "), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    let game = Foreign::new(Native::new(TicTacToe).failing_after(300)).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let failed: InputError = search(&game, state, settings(1_000_000_000, |_| ()), Seed(1)).unwrap_err();
    assert!(failed.to_string().contains("native: broken"), "{failed}");
    game.ask(|oracle| oracle.heal());
    let state = game.deal(&mut Seed(1).rng());
    assert!(search(&game, state, settings(100, |_| ()), Seed(1)).is_ok());
}

/// A seat sees its own card and what was played.
fn card(hand: &Hand, seat: usize) -> Vec<u8> {
    [&[hand.cards[seat]], &hand.history[..]].concat()
}

#[test]
fn broken_laws_are_named() {
    for (slip, message) in [
        (Slip::Seat, "deal: to_act: found 7; allowed: a seat from 0 to 1, or none when the game is over"),
        (Slip::NoAction, "deal: legal: found 0 actions; allowed: 1 to 192 while a seat decides"),
        (Slip::Twice, "deal: legal: found 0 twice; allowed: each action once"),
        (Slip::Chance, "deal: found seat 0 with 0, 1, and for the same seed seat 0 with 0; allowed: the"),
        (Slip::World, "determinize: legal: found seat 0 with 1, 0; allowed: what the seat knows"),
        (Slip::Views, "(seat 0 decides); allowed: a position of which the seat sees the same"),
        (
            Slip::Scores,
            "scores: found [1.0]; allowed: a number from -1,000,000 to 1,000,000 for each of 2 seats",
        ),
        (
            Slip::Nan,
            "scores: found [0.0, NaN]; allowed: a number from -1,000,000 to 1,000,000 for each of 2 seats",
        ),
        (Slip::NoStep, "playout: decisions: found 0; allowed: 1 to "),
        (Slip::Whim, "playout: found "),
    ] {
        let game = Foreign::new(Native::new(Kuhn).playing_out().with(Some(slip), card)).unwrap();
        let error = check(&game, 20, Seed(1)).unwrap_err().to_string();
        assert!(error.starts_with("native: ") && error.contains(message), "{error}");
    }
    let endless = check(&Foreign::new(Native::new(Endless)).unwrap(), 1, Seed(1)).unwrap_err();
    assert!(endless.to_string().contains("play: found no end after "), "{endless}");
    let found = check(&Foreign::new(Native::new(Kuhn).with(None, card)).unwrap(), 20, Seed(1)).unwrap();
    assert_eq!((found.games, found.views), (20, true));
}

fn contest(deals: u64) -> Contest {
    Contest { lineup: vec![0, 1], deals, permutations: false, seed: Seed(4) }
}

fn players<G: Game>() -> [ForeignPlayer<Native<G>>; 2] {
    [ForeignPlayer::Search(Box::new(settings(60, |new| new.reuse = true))), ForeignPlayer::Random]
}

/// Plays the games from a number on, until one says to stop.
fn play_from(first: usize, stop: &AtomicBool, mut goes_on: impl FnMut() -> bool) -> Vec<PlayedGame> {
    let game = Foreign::new(Native::new(TicTacToe)).unwrap();
    let mut games = Vec::new();
    play_contest(&game, &contest(20), &players(), first, stop, |game| {
        games.push(game);
        if goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    games
}

#[test]
fn a_search_beats_chance_and_a_seed_repeats_it() {
    let games = play_from(0, &AtomicBool::new(false), || true);
    assert_eq!(games.len(), 40);
    // Wherever it begins, each game is the same.
    assert_eq!(games[7..], play_from(7, &AtomicBool::new(false), || true));
    let found = standings(&contest(20), 2, &games);
    let share = found[0].share.unwrap();
    assert!(share.share > 0.8 && share.interval.unwrap().low > 0.7, "{share:?}");
    assert_eq!(games[0].bots, [0, 1]);
    assert_eq!(games[1].bots, [1, 0]);
    assert_eq!(contest(20).first_stranger(&games), None);
    assert_eq!(contest(20).first_stranger(&games[1..]), Some(0));
    assert_eq!(contest(5).first_stranger(&games), Some(10));
    assert_eq!(Contest { seed: Seed(5), ..contest(20) }.first_stranger(&games), Some(0));
}

#[test]
fn a_tournament_stops_when_its_caller_says_so() {
    let mut left = 3;
    let mut goes_on = || {
        left -= 1;
        left > 0
    };
    assert_eq!(play_from(0, &AtomicBool::new(false), &mut goes_on).len(), 3);
    let stop = AtomicBool::new(false);
    let games = play_from(0, &stop, || {
        stop.store(true, Ordering::Relaxed);
        true
    });
    assert_eq!(games.len(), 1, "the game under way is dropped");
    assert_eq!(play_from(0, &stop, || true), []);
}

#[test]
fn bots_that_need_a_policy_are_refused() {
    let find = |entry: &str| match ForeignPlayer::<Native<TicTacToe>>::find(entry) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!([find("random"), find("ismcts"), find("mo-ismcts")], [""; 3]);
    assert!(find("steady").contains("found \"steady\"; allowed: "), "{}", find("steady"));
    assert!(find("nothing.toml").starts_with("nothing.toml: cannot be read"), "{}", find("nothing.toml"));
}
