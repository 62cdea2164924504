//! Hidden parts: section 7 and "What is known" of 14.3.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradewinds_game::{Game, Notation, Seat, Seed, Variant};

use crate::setup::{Setup, UNDISCOVERED, list};
use crate::table::Table;
use tradewinds_age_of_discovery::AgeOfDiscovery;

/// Turn 5; Peru is seen, Brazil and Florida are discovered.
fn middle() -> Setup {
    Setup::new(3).turn(5).open(1, &["brazil", "florida"]).with(json!({"tiles_seen": ["peru"]}))
}

#[test]
fn all_see_the_same_without_the_hidden_parts() {
    let table = middle().table();
    let mut expected = table.position();
    expected["deck"] = Value::Null;
    for (region, tile) in expected["tiles"].as_object_mut().expect("tiles") {
        if region != "peru" {
            *tile = Value::Null;
        }
    }
    for seat in 0..3 {
        let mut view = table.view(seat);
        // The stacks are unknown as a whole or one by one; past and empty ones have nothing to hide.
        let stacks = view["building_stacks"].take();
        let hidden = |stack: &Value| stack.is_null() || *stack == json!([]);
        assert!(stacks.is_null() || list(&stacks).iter().all(hidden), "{stacks}");
        expected["building_stacks"] = Value::Null;
        assert_eq!(view, expected, "seat {seat}");
    }
}

/// A view is a position file: its unknown parts are completed at random.
#[test]
fn a_view_is_completed_when_it_is_read() {
    let table = middle().table();
    let mut decks = BTreeSet::new();
    let mut stacks = BTreeSet::new();
    let mut tiles = BTreeSet::new();
    for seed in 0..60 {
        let (game, state) = read(&table.view(0), seed);
        game.check(&state).expect("the invariants");
        let position = game.position(&state);
        assert_eq!(position["tiles"]["peru"], "t05", "seen");
        let regions: Vec<&str> =
            position["tiles"].as_object().expect("tiles").keys().map(String::as_str).collect();
        assert_eq!(regions.len(), 6);
        let kinds: BTreeSet<String> =
            position["tiles"].as_object().expect("tiles").values().map(Value::to_string).collect();
        assert_eq!(kinds.len(), 6, "different tiles");
        assert!(!kinds.contains("\"t12\"") && !kinds.contains("\"t14\""), "won tiles are not there");
        assert_eq!(list(&position["deck"]).len(), 16);
        assert_eq!(list(&position["building_stacks"][1]).len(), 8);
        decks.insert(position["deck"].to_string());
        stacks.insert(position["building_stacks"].to_string());
        tiles.insert(position["tiles"].to_string());
        // Nothing else changes.
        assert_eq!(game.view(&state, Seat::new(2)), table.view(1));
    }
    assert!(decks.len() > 50 && stacks.len() > 50 && tiles.len() > 50);
}

/// Reads a position with dice of its own.
fn read(position: &Value, seed: u64) -> (AgeOfDiscovery, <AgeOfDiscovery as Game>::State) {
    AgeOfDiscovery::load(position, &Variant::standard(), &mut Seed(seed).rng()).expect("a position")
}

#[test]
fn parts_may_be_unknown_one_by_one() {
    let base = middle().value();
    let mut stack = base.clone();
    stack["building_stacks"][2] = Value::Null;
    let mut tile = base.clone();
    tile["tiles"]["canada"] = Value::Null;
    let mut deck = base.clone();
    deck["deck"] = Value::Null;
    for (position, field) in [(stack, "building_stacks"), (tile, "tiles"), (deck, "deck")] {
        let mut found = BTreeSet::new();
        for seed in 0..30 {
            let (game, state) = read(&position, seed);
            let mut read = game.position(&state);
            found.insert(read[field].to_string());
            read[field] = base[field].clone();
            let whole = Table::load(&base);
            assert_eq!(read, whole.position(), "only {field} is drawn");
        }
        assert!(found.len() > 5, "{field}: {found:?}");
    }
}

/// An unseen region may hold any tile that is neither won nor seen nor elsewhere.
#[test]
fn unknown_tiles_are_uniform() {
    let mut position = Setup::new(2).open(1, &UNDISCOVERED[1..]).value();
    position["tiles"]["canada"] = Value::Null;
    let won: Vec<String> = list(&position["players"][1]["tiles"]).iter().map(Value::to_string).collect();
    let mut counts = std::collections::BTreeMap::<String, i32>::new();
    for seed in 0..900 {
        let (game, state) = read(&position, seed);
        *counts.entry(game.position(&state)["tiles"]["canada"].to_string()).or_default() += 1;
    }
    assert_eq!(counts.len(), 9, "{counts:?}");
    for (tile, count) in counts {
        assert!(!won.contains(&tile));
        // A hundred each, five standard deviations.
        assert!((count - 100).abs() < 48, "{tile}: {count}");
    }
}

#[test]
fn a_determinization_keeps_what_is_known() {
    let table = middle().table();
    let mut worlds = BTreeSet::new();
    for seed in 0..40 {
        for seat in 0..3 {
            let mut world = table.state;
            table.game.determinize(&mut world, Seat::new(seat), &mut Seed(seed).rng());
            table.game.check(&world).expect("the invariants");
            assert_eq!(table.game.view(&world, Seat::new(0)), table.view(0));
            worlds.insert(table.game.position(&world).to_string());
        }
    }
    assert!(worlds.len() >= 40, "{} worlds", worlds.len());
}

/// Failed expeditions are public: the tile stays when worlds are sampled.
#[test]
fn a_failed_expedition_is_seen_by_all() {
    let mut table =
        Setup::new(2).turn(2).step("explore_target", 0).player(0, json!({"discovery": {"other": 1}})).table();
    table.play("explore peru").play("soldiers 0").play("captains 0").play("others 1");
    for seat in 0..2 {
        assert_eq!(table.view(seat)["tiles"]["peru"], "t05");
        assert_eq!(table.view(seat)["tiles"]["brazil"], Value::Null);
        assert_eq!(table.view(seat)["tiles_seen"], json!(["peru"]));
    }
}
