//! Fields of a position file (13.3, 13.4): all there, no others, of the stated types and words.

use serde_json::{Value, json};
use tradewinds_game::Variant;

use crate::setup::{PRINTED, Setup, Table};

/// A position with something in every field: seat 1 is about to trade at San Juan.
fn full() -> Setup {
    Setup::at("mission", 4)
        .with(json!({
            "rules": {"hero_bonus_by_dock": false}, "voyage": 2, "homebound": [3],
            "face_up": ["trinidad", "galleon a"], "informer": {"kind": "tile", "destination": "trinidad"},
        }))
        .player(0, json!({
            "vp": 11, "crew": 1, "guns": 2, "trade_goods": 1, "stops": ["queen", "tavern", "informer"],
            "ghost_ship": true, "missions": {"panama": "3", "campeche": "4"}, "attacks": ["trinidad"],
            "trades": {"santiago": "indigo"}, "goods": {"indigo": 1, "coffee": 2}, "chest": {"silver": 1, "gold": 2},
        }))
        .player(1, json!({"trade_goods": 2, "missions": {"san juan": "1"}}))
}

/// The objects that have fixed fields, each with its pointer.
const OBJECTS: [&str; 4] = ["", "/decision", "/informer", "/players/0"];

#[test]
fn a_full_position_is_read() {
    let table = full().table();
    assert_eq!((table.seat(), table.legal().len()), (Some(1), 4));
}

#[test]
fn every_field_is_required() {
    let mut fields = 0;
    for object in OBJECTS {
        let position = full();
        let names: Vec<String> = position
            .value()
            .pointer(object)
            .and_then(Value::as_object)
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        for name in names {
            let mut value = position.value().pointer(object).expect("an object").clone();
            value.as_object_mut().expect("an object").remove(&name);
            let refusal = replaced(&position, object, value);
            assert!(refusal.contains(&name), "without {object}/{name}: {refusal}");
            fields += 1;
        }
    }
    assert_eq!(fields, 15 + 1 + 2 + 13);
}

/// Returns why the position with another object there is refused.
fn replaced(position: &Setup, pointer: &str, value: Value) -> String {
    if pointer.is_empty() {
        return Setup::whole(value).refusal();
    }
    position.clone().set(pointer, value).refusal()
}

#[test]
fn there_are_no_other_fields() {
    for object in OBJECTS {
        let mut value = full().value().pointer(object).expect("an object").clone();
        value["colour"] = json!("red");
        assert!(replaced(&full(), object, value).contains("colour"), "{object}");
    }
}

#[test]
fn each_step_has_its_own_fields() {
    for decision in [
        json!({"step": "sailing"}),
        json!({"step": "mission", "seat": 1}),
        json!({"step": "mission", "seat": null}),
        json!({"step": "mission", "destination": null}),
        json!({"step": "mission", "kind": null, "first": null}),
        json!({"step": "return"}),
        json!({"step": "return", "seat": 9}),
        json!({"step": "return", "seat": null}),
        json!({"step": "return", "seat": 0, "destination": "panama"}),
        json!({"step": "disc"}),
        json!({"step": "look"}),
        json!({"step": "exchange with"}),
    ] {
        full().set("/decision", decision).refusal();
    }
}

#[test]
fn values_have_their_types() {
    for (pointer, bad) in [
        ("/game", json!("puerto-rico")),
        ("/dataset", json!("reconstruction-2")),
        ("/dataset", json!(1)),
        ("/rules", json!([])),
        ("/rules", json!({"hero_bonus_by_dock": "no"})),
        ("/voyage", json!(0)),
        ("/voyage", json!(4)),
        ("/voyage", json!("2")),
        ("/voyage", json!(1.5)),
        ("/decision", json!("mission")),
        ("/start", json!("0123")),
        ("/start", json!([0, 1, 2, null])),
        ("/street", json!({})),
        ("/galleon_tiles", json!([])),
        ("/galleon_tiles/galleon a", json!("G4")),
        ("/galleon_tiles/galleon a", json!(1)),
        ("/outbound", json!([0.5, 1, 2, 3])),
        ("/troop_tiles/trinidad", json!(3)),
        ("/troop_tiles/trinidad", json!(-1)),
        ("/frigate_tiles/galleon a", json!("0")),
        ("/face_up", json!({"trinidad": true})),
        ("/informer", json!("trinidad")),
        ("/informer/kind", json!("disc")),
        ("/informer/destination", json!("havana")),
        ("/players", json!({})),
        ("/players/0/vp", json!(-1)),
        ("/players/0/crew", json!(-1)),
        ("/players/0/guns", json!(1.5)),
        ("/players/0/barrels", json!("4")),
        ("/players/0/trade_goods", json!(null)),
        ("/players/0/stops", json!("queen")),
        ("/players/0/stops", json!(["depart"])),
        ("/players/0/stops", json!(["investor"])),
        ("/players/0/stops", json!(["golden_hind"])),
        ("/players/0/ghost_ship", json!(1)),
        ("/players/0/investor_tile", json!("yes")),
        ("/players/0/missions", json!(["panama"])),
        ("/players/0/missions", json!({"panama": 3})),
        ("/players/0/missions", json!({"panama": "5"})),
        ("/players/0/missions", json!({"gran_granada": "3"})),
        ("/players/0/attacks", json!({"trinidad": true})),
        ("/players/0/attacks", json!(["trinidad", "havana"])),
        ("/players/0/trades", json!({"santiago": "rum"})),
        ("/players/0/trades", json!({"santiago": null})),
        ("/players/0/goods", json!({"indigo": 1, "rum": 1})),
        ("/players/0/goods", json!({"indigo": 1, "coffee": -1})),
        ("/players/0/chest", json!({"silver": 1, "pearls": 1})),
        ("/players/0/chest", json!({"silver": 1.5})),
    ] {
        let refusal = full().set(pointer, bad.clone()).refusal();
        let mut parts = pointer.split('/').skip(1);
        let field = if pointer.starts_with("/players/0") { parts.nth(2) } else { parts.next() };
        let field = field.unwrap_or("players");
        assert!(refusal.contains(field), "{pointer} = {bad}: {refusal}");
    }
}

/// 13.3: zeros are left out of `goods` and `chest`; a written one would be a second form of the same state.
#[test]
fn zeros_are_left_out() {
    for (pointer, bad) in [
        ("/players/0/goods/sugar", json!(0)),
        ("/players/0/chest/jewel", json!(0)),
        ("/players/1/chest/gold", json!(0)),
    ] {
        full().set(pointer, bad).refusal();
    }
}

#[test]
fn there_are_three_to_five_players() {
    for count in [0, 1, 2, 6] {
        let position = Setup::new(count);
        assert!(position.refusal().contains("players"), "{count} players");
    }
}

#[test]
fn lists_of_seats_and_tiles_are_permutations() {
    let mut doubled = PRINTED;
    doubled[3] = "trade";
    let mut with_investor = PRINTED.to_vec();
    with_investor[15] = "investor";
    for (field, bad) in [
        ("start", json!([0, 1, 2])),
        ("start", json!([0, 1, 2, 2])),
        ("start", json!([0, 1, 2, 4])),
        ("start", json!([0, 1, 2, 3, 3])),
        ("outbound", json!([0, 1, 2])),
        ("outbound", json!([0, 1, 1, 3])),
        ("outbound", json!([0, 1, 2, 5])),
        ("homebound", json!([3, 3])),
        ("homebound", json!([4])),
        ("homebound", json!([3, 2, 1, 0])),
        ("street", json!(doubled)),
        ("street", json!(with_investor)),
        ("street", json!(PRINTED[..15])),
        ("street", json!(["crew a"])),
        ("galleon_tiles", json!({"galleon a": "G1", "galleon b": "G1", "galleon c": "G2"})),
        ("galleon_tiles", json!({"galleon a": "G1", "galleon b": "G2"})),
        ("galleon_tiles", json!({"galleon a": "G1", "galleon b": "G2", "panama": "G3"})),
        ("troop_tiles", json!({"trinidad": 0, "cartagena": 1, "panama": 1, "veracruz": 2})),
        ("troop_tiles", json!({"trinidad": 0, "cartagena": 0, "panama": 1})),
        ("troop_tiles", json!({})),
        ("frigate_tiles", json!({"galleon a": 0, "galleon b": 2, "galleon c": 2})),
        ("frigate_tiles", json!({"galleon a": 0, "galleon b": 1})),
        ("frigate_tiles", json!({})),
    ] {
        let refusal = full().with(json!({field: bad.clone()})).refusal();
        assert!(refusal.contains(field), "{field} = {bad}: {refusal}");
    }
}

/// `face_up` is a set in table order.
#[test]
fn face_up_is_in_table_order() {
    for bad in [
        json!(["galleon a", "trinidad"]),
        json!(["trinidad", "trinidad", "galleon a"]),
        json!(["trinidad", "portobelo"]),
        json!(["trinidad", "san juan"]),
    ] {
        let refusal = full().with(json!({"face_up": bad})).refusal();
        assert!(refusal.contains("face_up"), "{refusal}");
    }
}

/// Counts have no upper limit on the page; a program's own limit is a refusal, never a wrong number.
#[test]
fn large_counts_are_read_or_refused() {
    for count in [100_u64, 255, 256, 1000, 32_000, 32_767, 32_768, 65_535, 65_536, 4_294_967_296, u64::MAX] {
        for field in ["vp", "crew", "guns", "barrels", "trade_goods"] {
            let setup = Setup::alone(3)
                .with(json!({"rules": {"pools_limited": false}}))
                .player(0, json!({field: count}));
            let Ok(mut table) = Table::try_load(setup.value(), Variant::standard()) else { continue };
            assert_eq!(table.of(0, field), count, "{field}");
            for (stop, field, more) in [
                ("crew a", "crew", 2),
                ("guns a", "guns", 2),
                ("supplies a", "barrels", 2),
                ("trade", "trade_goods", 2),
            ] {
                let before = table.of(0, field).as_u64().expect("a count");
                table.play(stop);
                assert_eq!(table.of(0, field), before + more, "{field}");
            }
        }
        for (field, kind) in [("goods", "sugar"), ("chest", "gold")] {
            Setup::alone(3).player(0, json!({field: {kind: count}})).refusal();
        }
    }
    // The highest scores of a game are far below what is read.
    let mut setup =
        Setup::at("mission", 3).player(0, json!({"vp": 200, "crew": 1, "missions": {"campeche": "4"}}));
    setup = setup.with(json!({"voyage": 3}));
    let mut table = setup.table();
    table.play("attack");
    assert_eq!(table.of(0, "vp"), 200 + 4 + 1);
}
