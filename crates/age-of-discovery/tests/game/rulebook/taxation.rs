//! Taxation with VP in every turn (`taxation-each-turn`): X54 and A04.

use serde_json::{Value, json};
use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::{Variant, Variants};

use crate::setup::Setup;
use crate::table::{Purses, Table};

/// Phase D of this turn is next; seat 1 owns the Taxation, under the variant or not.
fn taxed(turn: u64, options: &Value) -> Table {
    Setup::new(3)
        .turn(turn)
        .with(json!({"options": options}))
        .player(1, json!({"buildings": ["taxation"]}))
        .late(0)
        .declined()
}

fn each_turn() -> Value {
    json!({"taxation": "each_turn"})
}

#[test]
fn x54_two_vp_in_phase_d() {
    let table = taxed(5, &each_turn());
    assert_eq!((table.money(1), table.of_all("turn_vp")), (json!(10), json!([null, 2, null])));
    let standard = taxed(5, &json!({}));
    assert_eq!((standard.money(1), standard.of_all("turn_vp")), (json!(10), json!([null, null, null])));
}

/// Bought in turn 4 it acts five times, and has no other VP.
#[test]
fn x54_ten_vp_from_turn_4_on() {
    let mut table = Setup::new(2)
        .turn(4)
        .with(json!({"options": each_turn(), "capital_box": [1], "offer": ["taxation"]}))
        .step("buy", 1)
        .player(1, json!({"money": 14}))
        .table();
    table.play_as(1, "buy taxation");
    let mut seen = Vec::new();
    let mut turn = json!(4);
    while table.seat().is_some() {
        if table.at("/turn") != turn {
            turn = table.at("/turn");
            seen.push(table.of(1, "turn_vp"));
        }
        let legal = table.legal();
        let quiet = legal.iter().find(|action| action.ends_with("shipping")).unwrap_or(&legal[0]);
        table.play(&quiet.clone());
    }
    assert_eq!(seen, [2, 4, 6, 8].map(|vp| json!(vp)));
    let result = table.result();
    assert_eq!(
        (&result["players"][0]["fixed_buildings"], &result["players"][1]["fixed_buildings"]),
        (&json!(0), &json!(10))
    );
    let parts = ["regions", "tiles", "cards", "fixed_buildings", "formula_buildings", "economy"];
    let total: u64 = parts.iter().map(|part| result["players"][1][part].as_u64().expect("a number")).sum();
    assert_eq!(result["players"][1]["total"], total);
}

/// In the last turn, too, before the game is scored; in the standard rules once.
#[test]
fn x54_the_last_turn_counts() {
    let result = |options: &Value| taxed(8, options).result()["players"][1]["fixed_buildings"].clone();
    assert_eq!((result(&each_turn()), result(&json!({}))), (json!(2), json!(2)));
}

/// No more than the turns since the second age allow, and nothing in the standard rules.
#[test]
fn more_vp_than_turns_are_refused() {
    let setup = |vp: u64, options: Value| {
        Setup::new(2)
            .turn(5)
            .with(json!({"options": options}))
            .player(0, json!({"buildings": ["taxation"], "turn_vp": vp}))
    };
    setup(4, each_turn()).table();
    assert!(setup(5, each_turn()).refusal().to_string().contains("turn_vp"));
    assert!(setup(1, json!({})).refusal().to_string().contains("turn_vp"));
}

/// Other data give other VP: the path is open to variant files.
#[test]
fn any_building_can_bring_vp() {
    let set = |field: &str, vp: u32| {
        let text = format!("name = \"v\"\ngame = \"age-of-discovery\"\n[set]\n\"building.{field}\" = {vp}");
        let variant = Variant::parse("v.toml", &text, AgeOfDiscovery::NAME).expect("a variant");
        AgeOfDiscovery::new(3, &variant).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(set("taxation.each_turn.vp", 20), Ok(()));
    assert!(set("taxation.each_turn.vp", 21).expect_err("too many").contains("each_turn.vp"));
}
