//! The toy games' own rules, and records and views of their games.

use serde_json::{Value, json};
use tradewinds_game::{
    Actions, CompleteGame, Dice, Edge, Ending, Notation, Purpose, Recorder, Rng, Seat, Seed, Variant,
};
use tradewinds_testkit::toys::{HiddenTile, SecretOffer};

/// A game as a file may hold it: where it began, what was decided, and the seed of its chance.
struct Record {
    start: Value,
    actions: Vec<String>,
    chance: Seed,
}

/// How a game came out.
#[derive(PartialEq, Debug)]
struct Outcome {
    last: Value,
    result: Option<Value>,
    ending: Ending,
}

/// Plays a game, choosing by `choose` from the texts of the legal actions.
fn play<G: CompleteGame>(
    game: &G,
    mut state: G::State,
    mut chance: Rng,
    mut choose: impl FnMut(&[String]) -> String,
) -> (Vec<String>, Outcome) {
    let mut recorder = game.recorder(&state);
    let mut played = Vec::new();
    while let Some(seat) = game.to_act(&state) {
        check_views(game, &state);
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let texts: Vec<String> = actions.iter().map(|&action| game.action_text(&state, action)).collect();
        let text = choose(&texts);
        let action = game.parse_action(&state, &text).expect("the action is legal");
        recorder.decide(game, &state, seat, action);
        game.try_play(&mut state, action, &mut chance).expect("the action is legal");
        recorder.played(game, &state);
        played.push(text);
    }
    check_views(game, &state);
    let ending = recorder.finish(game, &state);
    (played, Outcome { last: game.position(&state), result: game.result(&state), ending })
}

/// The view of each seat loads, and the loaded position looks the same to it.
fn check_views<G: CompleteGame>(game: &G, state: &G::State) {
    for seat in Seat::all(game.players()) {
        let view = game.view(state, seat);
        let (loaded_game, loaded) =
            G::load(&view, &Variant::standard(), &mut Seed(3).rng()).expect("a view loads");
        assert_eq!(loaded_game.view(&loaded, seat), view);
        assert_eq!(loaded_game.players(), game.players());
    }
}

fn check_records<G: CompleteGame>() {
    for (seed, players) in (0..50).flat_map(|seed| G::PLAYERS.map(move |players| (Seed(seed), players))) {
        let game = G::new(players, &Variant::standard()).expect("the number of players is allowed");
        let start = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        let chance = seed.derive(Purpose::Chance, 0);
        let mut choices = seed.derive(Purpose::Bot, 0).rng();
        let (actions, outcome) = play(&game, start, chance.rng(), |texts| {
            texts[choices.below(texts.len() as u32) as usize].clone()
        });
        assert!(outcome.result.is_some());

        let record = Record { start: game.position(&start), actions, chance };
        let (game, start) =
            G::load(&record.start, &Variant::standard(), &mut Seed(4).rng()).expect("a position loads");
        let mut actions = record.actions.iter();
        let (_, replayed) = play(&game, start, record.chance.rng(), |_| {
            actions.next().expect("the replay ends when the record does").clone()
        });
        assert_eq!(replayed, outcome);
        assert_eq!(actions.next(), None);
    }
}

#[test]
fn records_of_secret_offers_replay() {
    check_records::<SecretOffer>();
}

#[test]
fn records_of_hidden_tiles_replay() {
    check_records::<HiddenTile>();
}

fn load<G: CompleteGame>(position: &Value) -> (G, G::State) {
    G::load(position, &Variant::standard(), &mut Seed(1).rng()).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays actions in notation.
fn after<G: CompleteGame>(game: &G, state: &G::State, actions: &[&str]) -> G::State {
    let mut state = *state;
    for text in actions {
        let action = game.parse_action(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut state, action, &mut Seed(1).rng());
    }
    state
}

/// What seat 0 sees of the next action.
fn seen_by_0<G: CompleteGame>(game: &G, state: &G::State, action: &str) -> Option<Edge> {
    let parsed = game.parse_action(state, action).unwrap_or_else(|error| panic!("{error}"));
    game.observe(state, parsed, &after(game, state, &[action]), Seat::new(0))
}

fn secret_offers() -> Value {
    json!({
        "game": "secret-offer", "round": 2, "starter": 1, "seat": 1, "pile": [6, 4, 3, 2, 1],
        "discard": [1, 2, 2, 3, 5, 5, 6],
        "players": [
            {"points": 7, "hand": [4, 5], "aside": [], "known": []},
            {"points": 12, "hand": [1, 3, 4, 6], "aside": [], "known": [6]},
        ],
    })
}

#[test]
fn the_highest_offer_wins_all_and_takes_a_card_openly() {
    let (game, state) = load::<SecretOffer>(&secret_offers());
    let last = after(&game, &state, &["offer 3", "done", "offer 5", "done"]);
    let position = game.position(&last);
    let winner = json!({"points": 15, "hand": [3, 4, 4], "aside": [], "known": [3]});
    let loser = json!({"points": 12, "hand": [1, 4, 6, 6], "aside": [], "known": [6]});
    assert_eq!(position["players"], json!([winner, loser]));
    assert_eq!(position["discard"], json!([1, 2, 2, 3, 5, 5, 5, 6]));
    assert_eq!(position["pile"], json!([3, 2, 1]));
    assert_eq!((&position["round"], &position["seat"]), (&json!(3), &json!(0)));
}

#[test]
fn a_tie_wins_nothing_and_a_revealed_card_is_known_no_more() {
    let (game, state) = load::<SecretOffer>(&secret_offers());
    let last = after(&game, &state, &["offer 6", "done", "done"]);
    assert_eq!(game.position(&last)["players"][1]["known"], json!([]));
    let last = after(&game, &state, &["offer 1", "offer 4", "offer 5", "done"]);
    let position = game.position(&last);
    assert_eq!(
        (&position["players"][0]["points"], &position["players"][1]["points"]),
        (&json!(7), &json!(12))
    );
}

/// The number of cards of a variable offer is not public before the reveal, so adding one is no event
/// for the others, and an offer that is full looks like one that ends early.
#[test]
fn an_offer_shows_the_others_only_that_it_is_made() {
    let (game, state) = load::<SecretOffer>(&secret_offers());
    assert_eq!(seen_by_0(&game, &state, "offer 3"), None);
    let committed = Some(Edge::new(tradewinds_testkit::toys::secret_offer::COMMITTED));
    assert_eq!(seen_by_0(&game, &state, "done"), committed);
    let offered = after(&game, &state, &["offer 3"]);
    assert_eq!(seen_by_0(&game, &offered, "done"), committed);
    assert_eq!(seen_by_0(&game, &offered, "offer 4"), committed);
    assert_eq!(game.view(&offered, Seat::new(0)), game.view(&state, Seat::new(0)));
}

#[test]
fn cards_of_an_offer_ascend() {
    let (game, state) = load::<SecretOffer>(&secret_offers());
    let offered = after(&game, &state, &["offer 4"]);
    let error = game.parse_action(&offered, "offer 3").expect_err("3 is lower than 4");
    assert_eq!(error.reason, "legal here: done, offer 6");
}

fn hidden_tiles() -> Value {
    json!({
        "game": "hidden-tile", "round": 2, "first": 1, "step": "look", "seat": 0, "scout": 0, "looked": null,
        "tiles": {"left": 4, "middle": 0, "right": 3}, "face_up": [],
        "players": [{"coins": 3, "bet": null}, {"coins": 2, "bet": null}],
    })
}

#[test]
fn only_the_scout_knows_the_tile_that_he_has_seen() {
    let (game, state) = load::<HiddenTile>(&hidden_tiles());
    let looked = after(&game, &state, &["look right"]);
    let tiles = |seat| game.view(&looked, Seat::new(seat))["tiles"].clone();
    assert_eq!(tiles(0), json!({"left": null, "middle": null, "right": 3}));
    assert_eq!(tiles(1), json!({"left": null, "middle": null, "right": null}));
    assert_eq!(game.view(&looked, Seat::new(1))["looked"], "right");
}

#[test]
fn a_tile_turned_up_pays_every_bet_on_it_and_its_number_is_public() {
    let (game, state) = load::<HiddenTile>(&hidden_tiles());
    let bets = after(&game, &state, &["look right", "bet left", "bet left"]);
    assert_eq!(seen_by_0(&game, &bets, "open left").map(Edge::outcome), Some(5));
    let last = after(&game, &bets, &["open left"]);
    assert_eq!(game.result(&last), Some(json!({"coins": [6, 5]})));
    let (_, hidden) = load::<HiddenTile>(&game.view(&bets, Seat::new(0)));
    assert_eq!(hidden.tiles[2], 3);
}

#[test]
fn who_leaves_takes_his_coin_back() {
    let (game, state) = load::<HiddenTile>(&hidden_tiles());
    let last = after(&game, &state, &["pass", "bet middle", "bet middle", "leave", "open middle"]);
    assert_eq!(game.result(&last), Some(json!({"coins": [2, 2]})));
}

/// Changes one field of a position and returns the refusal.
fn refusal<G: CompleteGame>(mut position: Value, pointer: &str, value: Value) -> String {
    *position.pointer_mut(pointer).expect("the field is there") = value;
    match G::load(&position, &Variant::standard(), &mut Seed(1).rng()) {
        Ok(_) => panic!("loaded: {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (pointer, value, part) in [
        ("/players/0/hand", json!([4, 9]), "players[0].hand[1]: found 9; allowed: 1 to 6"),
        ("/players/0/hand", json!([4, 5, 5]), "a 5 too many"),
        ("/players/0/hand", json!([4]), "0 unknown cards"),
        (
            "/players/0",
            json!({"points": 7, "hand": [4], "aside": [5], "known": []}),
            "broken invariant: aside: 1 cards of seat 0",
        ),
        ("/players/0/aside", json!(null), "players[0].aside: found null"),
        ("/players/0/known", json!([1]), "players[0].known: found a 1"),
        ("/pile", json!(vec![1; 40]), "40 cards"),
        ("/seat", json!(7), "seat: found Some(7)"),
        ("/starter", json!(2), "starter: found 2"),
        ("/game", json!("hidden-tile"), "allowed: secret-offer"),
        ("/players", json!([]), "found 0; allowed: 2 to 4"),
    ] {
        let refusal = refusal::<SecretOffer>(secret_offers(), pointer, value);
        assert!(refusal.contains(part), "{refusal}");
    }
    for (pointer, value, part) in [
        ("/tiles/left", json!(7), "tiles: found 7"),
        ("/tiles/left", json!(3), "tiles: found 3"),
        ("/scout", json!(9), "scout: found 9"),
        ("/seat", json!(1), "seat: found Some(1)"),
        ("/looked", json!("lefft"), "did you mean left?"),
        ("/looked", json!("left"), "broken invariant: scout"),
        ("/players/1/bet", json!("left"), "broken invariant: bets"),
        ("/round", json!(3), "broken invariant: turn"),
    ] {
        let refusal = refusal::<HiddenTile>(hidden_tiles(), pointer, value);
        assert!(refusal.contains(part), "{refusal}");
    }
}
