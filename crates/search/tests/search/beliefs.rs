//! Worlds that are weighed by what the other seats were seen to do.

use tradewinds_game::testing::small_games::{Guess, Hidden, Known, Kuhn, SAFE, Tell};
use tradewinds_game::{Actions, Dice, Game, Seat, Seed, View};
use tradewinds_search::{Search, SearchSettings, Threads, TreeKind};

use super::{Found, chosen, search, settings, value};

fn believing(settings: SearchSettings) -> SearchSettings {
    SearchSettings { beliefs: 64, ..settings }
}

/// Lets the search of the second seat see two raises of a first seat with a 1; returns the position.
fn show_raises<P: tradewinds_game::Policy<Tell>>(search: &mut Search<Tell, P>) -> Hidden {
    let mut state = Hidden { moves: 0, fact: 1, winner: None };
    for _ in 0..2 {
        let before = state;
        Tell.play(&mut state, Tell::RAISE, &mut Seed(0).rng());
        let edge = Tell.observe(&before, Tell::RAISE, &state, Seat::new(1)).expect("all see a raise");
        search.remember(&View::new(&Tell, &before, Seat::new(1)), Seat::new(0), edge);
    }
    state
}

fn after_raises(settings: SearchSettings, seed: u64) -> Found<Tell> {
    let mut search = search::<Tell>(settings);
    let state = show_raises(&mut search);
    search.run(&View::new(&Tell, &state, Seat::new(1)), Seed(seed))
}

/// Only a first seat with a 1 raises twice: to call is worth 1 / 82, and half of all to a search to which both numbers are
/// equally likely.
#[test]
fn a_raise_shows_what_a_seat_holds() {
    for seed in 0..5 {
        for tree in [TreeKind::Auto, TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
            let plain = settings(tree, 2_000);
            let uniform = after_raises(plain.clone(), seed);
            assert_eq!(chosen(&uniform), Tell::RAISE, "{tree:?}");
            assert!((value(&uniform, Tell::RAISE, 1) - 0.5).abs() < 0.06, "{uniform:?}");

            let believing = believing(plain);
            let weighed = after_raises(believing.clone(), seed);
            assert_eq!(chosen(&weighed), SAFE, "{tree:?}");
            assert!(value(&weighed, Tell::RAISE, 1) < 0.1, "{weighed:?}");

            // The higher the temperature, the more equal the worlds.
            let warm = SearchSettings { belief_temperature: 1_000.0, ..believing };
            let warm = after_raises(SearchSettings { beliefs: 1_000, ..warm }, seed);
            assert_eq!(chosen(&warm), Tell::RAISE, "{tree:?}");
            assert!((value(&warm, Tell::RAISE, 1) - 0.5).abs() < 0.06, "{warm:?}");
        }
    }
}

#[test]
fn a_new_game_forgets_what_was_seen() {
    let mut search = search::<Tell>(believing(settings(TreeKind::SoIsmcts, 2_000)));
    let state = show_raises(&mut search);
    let view = View::new(&Tell, &state, Seat::new(1));
    assert_eq!(search.choose(&view, Seed(1)), SAFE);
    search.forget();
    assert_eq!(search.choose(&view, Seed(1)), Tell::RAISE);
}

/// Where nothing was seen, or nothing is remembered, the search is the one without beliefs.
#[test]
fn beliefs_about_nothing_change_nothing() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
        let plain = settings(tree, 1_000);
        let state = Hidden { moves: 2, fact: 1, winner: None };
        let view = View::new(&Tell, &state, Seat::new(1));
        let found = |settings: &SearchSettings| search::<Tell>(settings.clone()).run(&view, Seed(3));
        let expected = found(&plain);
        assert_eq!(found(&believing(plain.clone())).actions, expected.actions);
        assert_eq!(after_raises(plain, 3).actions, expected.actions);
    }
}

/// Plays a game in which each seat searches and remembers what it saw; returns all actions.
fn play<S: Known>(settings: &SearchSettings, seed: u64, threads: Threads) -> Vec<u8> {
    let game = S::default();
    let mut rng = Seed(seed).rng();
    let mut state = game.deal(&mut rng);
    let mut searches: Vec<_> =
        (0..game.players()).map(|_| search::<S>(settings.clone()).with_threads(threads)).collect();
    let mut played = Vec::new();
    while let Some(seat) = game.to_act(&state) {
        let action = searches[seat.index()].choose(&View::new(&game, &state, seat), Seed(seed));
        let before = state;
        game.play(&mut state, action, &mut rng);
        for (search, observer) in searches.iter_mut().zip(Seat::all(game.players())) {
            if let Some(edge) = game.observe(&before, action, &state, observer) {
                search.remember(&View::new(&game, &before, observer), seat, edge);
            }
        }
        played.push(action);
    }
    played
}

#[test]
fn the_number_of_threads_changes_no_belief() {
    let settings = SearchSettings { workers: 3, ..believing(settings(TreeKind::MoIsmcts, 300)) };
    for seed in 0..20 {
        assert_eq!(play::<Kuhn>(&settings, seed, Threads::One), play::<Kuhn>(&settings, seed, Threads::Pool));
        assert_eq!(play::<Tell>(&settings, seed, Threads::One), play::<Tell>(&settings, seed, Threads::Pool));
    }
}

#[test]
fn nothing_is_allocated_for_worlds_and_weights() {
    for workers in [1, 2] {
        let settings = SearchSettings { workers, ..believing(settings(TreeKind::MoIsmcts, 1_000)) };
        let mut search = search::<Tell>(settings);
        let state = show_raises(&mut search);
        let view = View::new(&Tell, &state, Seat::new(1));
        search.choose(&view, Seed(1));
        search.forget();
        let counted = allocation_counter::measure(|| {
            show_raises(&mut search);
            search.choose(&view, Seed(2));
        });
        assert_eq!(counted.count_total, 0, "{workers} workers");
    }
}

/// The truth is never looked at: in all worlds of the seat, with the same past, it chooses the same.
#[test]
fn beliefs_do_not_peek() {
    let mut rng = Seed(9).rng();
    for seed in 0..50 {
        let mut state = Kuhn.deal(&mut rng);
        let observer = Seat::new(1);
        let mut actions = Actions::new();
        Kuhn.legal(&state, &mut actions);
        let (before, action) = (state, actions[rng.below(2) as usize]);
        Kuhn.play(&mut state, action, &mut rng);
        let choices = [0, 1].map(|world| {
            let mut search = search::<Kuhn>(believing(settings(TreeKind::MoIsmcts, 200)));
            let (mut before, mut state) = (before, state);
            if world == 1 {
                Kuhn.determinize(&mut before, observer, &mut rng);
                Kuhn.determinize(&mut state, observer, &mut rng);
            }
            let edge = Kuhn.observe(&before, action, &state, observer).expect("all is open but the cards");
            search.remember(&View::new(&Kuhn, &before, observer), Seat::new(0), edge);
            search.choose(&View::new(&Kuhn, &state, observer), Seed(seed))
        });
        assert_eq!(choices[0], choices[1]);
    }
}

#[test]
fn beliefs_that_do_not_fit_are_refused() {
    let refused = |settings: SearchSettings, parts: &[&str]| {
        let error =
            Search::<Tell>::new(&Tell, settings, tradewinds_game::UniformPolicy).err().expect("refused");
        let error = error.to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let base = believing(settings(TreeKind::Auto, 100));
    refused(SearchSettings { beliefs: 10_001, ..base.clone() }, &["search.beliefs", "10001", "0 to 10000"]);
    for belief_temperature in [0.0, -1.0, 1_001.0, f32::NAN] {
        let parts = ["search.belief_temperature", "above 0 to 1000"];
        refused(SearchSettings { belief_temperature, ..base.clone() }, &parts);
    }
    for tree in [TreeKind::Determinized, TreeKind::ReDeterminizing, TreeKind::Clairvoyant] {
        refused(SearchSettings { tree, ..base.clone() }, &["search.beliefs", "64", "only with tree"]);
    }
    let error = Search::new(&Guess, base, tradewinds_game::UniformPolicy).err().expect("refused").to_string();
    assert!(
        error.contains("search.beliefs: found 64") && error.contains("cannot take decisions back"),
        "{error}"
    );
}
