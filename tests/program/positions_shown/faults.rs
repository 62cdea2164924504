//! Several independent faults of one file are all listed, each by its name on the rules page.

use serde_json::{Value, json};
use tradewinds::game::{CompleteGame, Notation, Seed, Variant};
use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

use super::{AGE_OF_DISCOVERY, FRANCIS_DRAKE, MUNDUS_NOVUS, PUERTO_RICO, example, with};

/// Checks that a position has exactly these broken invariants, in this order, and that loading it names
/// the first.
fn lists<G: CompleteGame>(position: &Value, expected: &[(&str, &str)]) {
    let read = G::read(position, &Variant::standard(), &mut Seed(1).rng());
    let (game, state) = read.unwrap_or_else(|error| panic!("{error}"));
    let broken = game.violations(&state);
    let found: Vec<(&str, &str)> = broken.iter().map(|broken| (broken.name, broken.found.as_str())).collect();
    assert_eq!(found, expected);
    assert_eq!(game.check(&state).err().as_ref(), broken.first());
    let refusal = G::load(position, &Variant::standard(), &mut Seed(1).rng()).err();
    let (name, text) = expected[0];
    let expected = format!("position: found broken invariant: {name}: {text}; allowed: a valid position");
    assert_eq!(refusal.unwrap().to_string(), expected);
}

#[test]
fn puerto_rico() {
    let good = example(PUERTO_RICO);
    assert!(PuertoRico::load(&good, &Variant::standard(), &mut Seed(1).rng()).is_ok());
    let bad = with(
        &good,
        &[
            ("/players/0/goods/indigo", json!(12)),
            ("/players/2/tiles/corn", json!(0)),
            ("/ships/6/corn", json!(6)),
            ("/players/0/buildings/indigo plant", json!(0)),
            ("/picked", json!(["mayor", "craftsman", "mayor"])),
        ],
    );
    lists::<PuertoRico>(
        &bad,
        &[
            ("9.1 goods", "12 barrels of indigo and 0 in the supply, at most 11 in all"),
            ("9.3 plantations", "3 of corn in the deck instead of 4"),
            ("9.8 occupied", "1 of 0 corn of players[2]"),
            ("9.10 ships", "ship 6 with 6 barrels"),
            ("9.17 roles", "picked[2] is mayor again, or not in the game"),
        ],
    );
}

#[test]
fn mundus_novus() {
    let good = example(MUNDUS_NOVUS);
    let bad = with(
        &good,
        &[
            ("/market", json!("112R")),
            ("/queue/4", json!("WS1")),
            ("/players/0/known_by/1", json!("9")),
            ("/players/1/perfect", json!(false)),
            ("/gift/to", json!(0)),
        ],
    );
    lists::<MundusNovus>(
        &bad,
        &[
            ("resource conservation", "13 relic cards of 12"),
            ("market of three cards", "4 cards"),
            ("development conservation", "WS1 more than once"),
            ("development conservation", "CV10 nowhere"),
            ("known cards", "players[1] knows 9 of the 4678R of players[0]"),
            ("gift", "from players[0] to players[0], shown 2RR at Source"),
        ],
    );
}

#[test]
fn age_of_discovery() {
    let good = example(AGE_OF_DISCOVERY);
    let bad = with(
        &good,
        &[
            ("/players/1/goods/sugar", json!(6)),
            ("/tiles/canada", json!("t02")),
            ("/warfare_box", json!([1, 0, 0, 0, 0, 0, 0])),
            ("/offer", json!(["colonization_laws", "military_academy", "fortress", "stable"])),
        ],
    );
    lists::<AgeOfDiscovery>(
        &bad,
        &[
            ("9.1 goods", "7 counters of sugar of 6"),
            ("9.3 tiles", "t02 in canada is elsewhere, too"),
            ("9.4 buildings", "cathedral is missing in building_stacks[1]"),
            ("9.6 boxes", "7 figures in warfare_box, at most 6 at \"defender_kills\""),
        ],
    );
}

#[test]
fn francis_drake() {
    let good = example(FRANCIS_DRAKE);
    let bad = with(
        &good,
        &[
            ("/players/0/crew", json!(28)),
            ("/players/2/chest", json!({"gold": 12})),
            ("/players/0/investor_tile", json!(true)),
        ],
    );
    lists::<FrancisDrake>(
        &bad,
        &[
            ("players (investor_tile)", "true for players[0] after its investor stop"),
            ("players (crew, guns, barrels, trade_goods)", "42 crew in all, at most 28"),
            ("players (chest)", "13 gold in chests, 4 on the map"),
        ],
    );
}
