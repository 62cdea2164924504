//! Hidden information of Francis Drake: docs/rules/francis-drake.md sections 6 and 13.6.
//!
//! Views of random games agree with what the page says a position tells about knowledge; hidden discs
//! and tiles turn up with equal frequencies where some of them are known.

mod worlds;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::{Actions, Dice, Game, Notation, Seat, Seed, Variant, Variants};
use tradewinds_testkit::worlds::{check_frequencies, frequencies};

const PAGE: &str = include_str!("../../../../docs/rules/francis-drake.md");
const DRAWS: u32 = 12_000;
/// Steps at which discs lie face down.
const HIDDEN_DISCS: [&str; 7] = ["sail", "disc", "informer", "look", "exchange", "exchange with", "move"];

/// Returns the second example of 13.8: seat 2 has looked at the discs at Trinidad, seat 1 holds the governor.
fn example() -> Value {
    let (_, examples) = PAGE.split_once("### 13.8 Examples").expect("the page has examples");
    let blocks: Vec<&str> = examples.split("```json").collect();
    let (text, _) = blocks[2].split_once("```").expect("a block ends");
    serde_json::from_str(text).expect("the example is JSON")
}

fn load(position: &Value, seed: u64) -> (FrancisDrake, <FrancisDrake as Game>::State) {
    FrancisDrake::load(position, &Variant::standard(), &mut Seed(seed).rng())
        .unwrap_or_else(|error| panic!("{error}\n{position}"))
}

fn has_stop(player: &Value, stop: &str) -> bool {
    player["stops"].as_array().is_some_and(|stops| stops.contains(&json!(stop)))
}

/// Writes the view of a position as 13.6 says, from the position alone.
fn view_by_the_page(position: &Value, observer: usize) -> Value {
    let mut view = position.clone();
    let step = position["decision"]["step"].as_str().expect("a step");
    let holds = |role: &str| has_stop(&position["players"][observer], role);
    let looked = |kind: &str, place: &str| {
        holds("informer")
            && position["informer"]["kind"] == kind
            && position["informer"]["destination"] == place
    };
    if HIDDEN_DISCS.contains(&step) {
        for (seat, player) in view["players"].as_array_mut().expect("players").iter_mut().enumerate() {
            for (place, disc) in player["missions"].as_object_mut().expect("missions") {
                if seat != observer && !looked("discs", place) {
                    *disc = Value::Null;
                }
            }
        }
    }
    for (field, role) in [("troop_tiles", "governor"), ("frigate_tiles", "admiral")] {
        if step == role && !holds(role) {
            view[field] = json!({});
        }
        for (place, tile) in view[field].as_object_mut().expect("tiles") {
            let face_up = position["face_up"].as_array().is_some_and(|up| up.contains(&json!(place)));
            if step != "over" && !face_up && !holds(role) && !looked("tile", place) {
                *tile = Value::Null;
            }
        }
    }
    view
}

#[test]
fn views_are_those_of_the_page() {
    let mut hidden = 0;
    for players in 3..=5 {
        let game = FrancisDrake::new(players, &Variant::standard()).expect("the standard rules");
        for seed in 0..60 {
            let mut dice = Seed(seed).rng();
            let mut state = game.deal(&mut dice);
            let mut actions = Actions::new();
            while game.to_act(&state).is_some() {
                let position = game.position(&state);
                for seat in Seat::all(players) {
                    let view = game.view(&state, seat);
                    assert_eq!(view, view_by_the_page(&position, seat.index()), "{seat:?}");
                    hidden += u32::from(view != position);
                }
                game.legal(&state, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.play(&mut state, action, &mut dice);
            }
            for seat in Seat::all(players) {
                assert_eq!(game.view(&state, seat), game.position(&state), "all is open at the end");
            }
        }
    }
    assert!(hidden > 1000, "{hidden} views hid something");
}

/// Counts what `fact` says of many worlds and checks that the values are equally frequent.
fn check_fact(position: &Value, observer: usize, values: &[Value], fact: impl Fn(&Value) -> Value) {
    let (game, state) = load(position, 1);
    let mut dice = Seed(7).rng();
    let mut counts = BTreeMap::new();
    for _ in 0..DRAWS {
        let mut world = state;
        game.determinize(&mut world, Seat::new(observer), &mut dice);
        *counts.entry(fact(&game.position(&world)).to_string()).or_default() += 1;
    }
    let weights: BTreeMap<String, f64> = values.iter().map(|value| (value.to_string(), 1.0)).collect();
    if let [only] = values {
        assert_eq!(counts, BTreeMap::from([(only.to_string(), u64::from(DRAWS))]));
    } else {
        check_frequencies(&counts, &weights);
    }
}

fn disc(seat: usize, place: &'static str) -> impl Fn(&Value) -> Value {
    move |world| world["players"][seat]["missions"][place].clone()
}

#[test]
fn the_informer_keeps_the_discs_that_he_has_seen() {
    let position = example();
    let numbers = |list: &[&str]| -> Vec<Value> { list.iter().map(|&disc| json!(disc)).collect() };
    check_fact(&position, 2, &numbers(&["3"]), disc(0, "trinidad"));
    check_fact(&position, 2, &numbers(&["1"]), disc(3, "trinidad"));
    // Seat 0 has a ghost ship besides 1 to 4, and its 3 is known; of seat 3 the 1 is known.
    for place in ["cartagena", "portobelo", "panama", "gran granada"] {
        check_fact(&position, 2, &numbers(&["1", "2", "4", "ghost ship"]), disc(0, place));
    }
    check_fact(&position, 2, &numbers(&["2", "3", "4"]), disc(3, "galleon b"));
    check_fact(&position, 2, &numbers(&["1", "2", "3", "4"]), disc(1, "campeche"));
    // Nobody else has seen them; of seat 2 all know that one disc is the Golden Hind.
    check_fact(&position, 1, &numbers(&["1", "2", "3", "4", "ghost ship"]), disc(0, "trinidad"));
    check_fact(&position, 0, &numbers(&["1", "2", "3", "4", "golden hind"]), disc(2, "galleon a"));
    check_fact(&position, 2, &numbers(&["golden hind"]), disc(2, "galleon a"));
}

#[test]
fn tiles_stay_with_who_has_placed_them() {
    let position = example();
    let troops = |world: &Value| world["troop_tiles"]["panama"].clone();
    check_fact(&position, 1, &[json!(2)], troops);
    let frigates = |world: &Value| world["frigate_tiles"]["galleon c"].clone();
    for observer in 0..4 {
        check_fact(&position, observer, &[json!(0), json!(1), json!(2)], frigates);
    }
    // Two of four troop tiles are 0: the tile at Panama is a 0 half of the time.
    let (game, state) = load(&position, 1);
    let mut dice = Seed(9).rng();
    let mut counts = BTreeMap::new();
    for _ in 0..DRAWS {
        let mut world = state;
        game.determinize(&mut world, Seat::new(0), &mut dice);
        *counts.entry(troops(&game.position(&world)).to_string()).or_default() += 1;
    }
    let weights = [("0", 2.0), ("1", 1.0), ("2", 1.0)].map(|(tile, weight)| (tile.to_owned(), weight));
    check_frequencies(&counts, &weights.into());
}

/// Missions are under way: Trinidad's 0 and galleon B's 2 are up, seat 2 has looked at Veracruz (1).
fn missions() -> Value {
    let mut position = example();
    position["decision"] = json!({"step": "mission"});
    position["face_up"] = json!(["trinidad", "galleon b"]);
    position["informer"] = json!({"kind": "tile", "destination": "veracruz"});
    position["players"][0]["missions"].as_object_mut().expect("missions").remove("gran granada");
    position
}

#[test]
fn worlds_agree_with_the_tiles_that_are_up() {
    let position = missions();
    let world = |troops: [u8; 2], frigates: [u8; 2], veracruz: u8| {
        let mut world = position.clone();
        world["troop_tiles"] =
            json!({"trinidad": 0, "cartagena": troops[0], "panama": troops[1], "veracruz": veracruz});
        world["frigate_tiles"] = json!({"galleon a": frigates[0], "galleon b": 2, "galleon c": frigates[1]});
        (world.to_string(), 1.0)
    };
    let (game, state) = load(&position, 1);
    let pairs = [[0, 1], [1, 0]];
    let seen: BTreeMap<String, f64> = [[0, 2], [2, 0]]
        .into_iter()
        .flat_map(|troops| pairs.map(|frigates| world(troops, frigates, 1)))
        .collect();
    check_frequencies(&frequencies(&game, &state, Seat::new(2), DRAWS), &seen);
    let unseen: BTreeMap<String, f64> = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        .into_iter()
        .flat_map(|[a, b, c]| pairs.map(|frigates| world([a, b], frigates, c)))
        .collect();
    check_frequencies(&frequencies(&game, &state, Seat::new(3), DRAWS), &unseen);
    let governor: BTreeMap<String, f64> =
        pairs.map(|frigates| world([0, 2], frigates, 1)).into_iter().collect();
    check_frequencies(&frequencies(&game, &state, Seat::new(1), DRAWS), &governor);
}

/// A hand-written position with unknown parts is completed by each whole position equally often.
#[test]
fn unknown_parts_are_completed_at_random() {
    let mut position = example();
    position["players"][1]["missions"] =
        json!({"san juan": null, "galleon a": "4", "galleon b": null, "campeche": null});
    position["frigate_tiles"] = json!({"galleon a": null, "galleon b": 2, "galleon c": null});
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..u64::from(DRAWS) {
        let (game, state) = load(&position, seed);
        *counts.entry(game.position(&state).to_string()).or_default() += 1;
    }
    let mut weights = BTreeMap::new();
    for discs in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
        for [a, c] in [[0, 1], [1, 0]] {
            let mut world = position.clone();
            let discs = discs.map(|disc| disc.to_string());
            world["players"][1]["missions"] =
                json!({"san juan": discs[0], "galleon a": "4", "galleon b": discs[1], "campeche": discs[2]});
            world["frigate_tiles"] = json!({"galleon a": a, "galleon b": 2, "galleon c": c});
            weights.insert(world.to_string(), 1.0);
        }
    }
    check_frequencies(&counts, &weights);
}

/// Tiles that are all equal leave nothing to place and nothing to draw (3.3); with one that differs a
/// holder places just that one.
#[test]
fn equal_tiles_follow_by_themselves() {
    for (tiles, placings) in [("[1, 1, 1]", 0), ("[0, 0, 3]", 1)] {
        let text = format!("name = \"tiles\"\ngame = \"francis-drake\"\n[set]\nfrigate_tiles = {tiles}\n");
        let variant = Variant::parse("tiles", &text, FrancisDrake::NAME).expect("a variant");
        let game = FrancisDrake::new(3, &variant).expect("the rules");
        let mut seen = 0;
        for seed in 0..40 {
            let mut dice = Seed(seed).rng();
            let mut state = game.deal(&mut dice);
            let mut placed = BTreeMap::new();
            while game.to_act(&state).is_some() {
                let position = game.position(&state);
                FrancisDrake::load(&position, &variant, &mut dice)
                    .unwrap_or_else(|error| panic!("{error}\n{position}"));
                for seat in Seat::all(3) {
                    let mut world = state;
                    game.determinize(&mut world, seat, &mut dice);
                    assert_eq!(game.view(&world, seat), game.view(&state, seat));
                }
                if position["decision"]["step"] == "admiral" {
                    *placed.entry(position["voyage"].to_string()).or_insert(0) += 1;
                }
                game.play_random(&mut state, &mut dice);
            }
            assert!(placed.values().all(|&number| number == placings), "{placed:?} with {tiles}");
            seen += placed.len();
        }
        assert_eq!(seen > 0, placings > 0, "voyages with an admiral who places {tiles}");
    }
}
