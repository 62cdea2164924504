//! The variants of section 8 that the notation covers, V11 by an overlay, and the strict profile.

use serde_json::{Value, json};
use tradewinds_game::{Variant, Variants};
use tradewinds_puerto_rico::PuertoRico;

use super::builder::{builder_phase, price};
use crate::setup::Setup;
use crate::table::Table;

fn shipped(name: &str) -> Variant {
    Variant::shipped(name, PuertoRico::NAME, PuertoRico::shipped_variants()).expect("a shipped variant")
}

/// Returns the prices of seat 1, not the builder, under these rules of the position file.
fn prices<const N: usize>(rules: &Value, buildings: [&str; N]) -> [u32; N] {
    buildings.map(|building| price(builder_phase(1).with(json!({"rules": rules})), 1, 0, building))
}

/// Returns the doubloons that a new game deals, and the rules that its position names.
fn dealt(name: &str, players: usize) -> (Value, Value) {
    let table = Table::deal(players, shipped(name), 1);
    (table.of_all("doubloons"), table.at("/rules"))
}

#[test]
fn v1_factory_and_university_change_prices() {
    let rules = json!(["factory_university_swap"]);
    assert_eq!(prices(&rules, ["factory", "university", "harbor"]), [8, 7, 8]);
    assert_eq!(prices(&json!([]), ["factory", "university", "harbor"]), [7, 8, 8]);
    let columns = ["factory", "university"]
        .map(|building| price(builder_phase(1).with(json!({"rules": rules})), 1, 5, building));
    assert_eq!(columns, [8 - 3, 7 - 3], "the columns are unchanged");
    assert_eq!(dealt("factory-university-swap", 4), (json!([3, 3, 3, 3]), rules));
}

#[test]
fn v2_corn_seats_start_with_a_doubloon_less() {
    let rules = json!(["corn_handicap"]);
    for (players, doubloons) in
        [(2, json!([3, 2])), (3, json!([2, 2, 1])), (4, json!([3, 3, 2, 2])), (5, json!([4, 4, 4, 3, 3]))]
    {
        assert_eq!(dealt("corn-handicap", players), (doubloons, rules.clone()), "{players} players");
    }
    assert_eq!(prices(&rules, ["factory", "university"]), [7, 8]);
}

#[test]
fn v3_is_v1_and_v2_together() {
    let rules = json!(["corn_handicap", "factory_university_swap"]);
    assert_eq!(prices(&rules, ["factory", "university"]), [8, 7]);
    assert_eq!(dealt("balanced", 5), (json!([4, 4, 4, 3, 3]), rules));
}

#[test]
fn v5_small_market_and_hut_change_prices() {
    let rules = json!(["small_market_hut_swap"]);
    assert_eq!(prices(&rules, ["small market", "construction hut"]), [2, 1]);
    assert_eq!(prices(&json!([]), ["small market", "construction hut"]), [1, 2]);
    assert_eq!(dealt("small-market-hut-swap", 3), (json!([2, 2, 2]), rules));
}

#[test]
fn v11_unused_roles_get_the_overlays_doubloons() {
    let overlay = |doubloons: u32| {
        let text = format!(
            "name = \"leftover\"\ngame = \"puerto-rico\"\n[set]\n\"rules.unused_role_doubloons\" = {doubloons}\n"
        );
        Variant::parse("leftover.toml", &text, PuertoRico::NAME).expect("an overlay")
    };
    for doubloons in [0, 1, 2, 3] {
        let mut table = Table::load(Setup::new(4).value(), overlay(doubloons));
        assert_eq!(table.at("/rules"), json!([]), "the position file has no name for it");
        table.play_as(0, "mayor").play_as(1, "craftsman").play_as(2, "captain").play_as(3, "prospector");
        let laid = match doubloons {
            0 => json!({}),
            laid => json!({"settler": laid, "builder": laid, "trader": laid}),
        };
        assert_eq!(table.at("/role_doubloons"), laid);
        table.play_as(1, "trader");
        assert_eq!(table.of(1, "doubloons"), doubloons);
    }
}

fn strict() -> Value {
    json!(["free_colonist_optional", "mayor_privilege_optional"])
}

#[test]
fn the_strict_profile_has_both_optional_rules() {
    assert_eq!(dealt("strict", 3), (json!([2, 2, 2]), strict()));
}

#[test]
fn strict_the_mayor_may_decline_his_colonist() {
    let mut table = Setup::new(4).with(json!({"rules": strict()})).table();
    table.play_as(0, "mayor");
    assert_eq!(table.at("/step"), json!({"decision": "mayor_bonus"}));
    assert_eq!(table.seat(), Some(0));
    assert_eq!(table.legal(), ["pass", "take colonist"]);
    let mut declined = table.clone();
    table.play_as(0, "take colonist");
    assert_eq!(table.of_all("san_juan"), json!([2, 1, 1, 1]));
    assert_eq!(table.colonist_supply(), 75 - 1 - 4);
    declined.play_as(0, "pass");
    assert_eq!(declined.of_all("san_juan"), json!([1, 1, 1, 1]));
    assert_eq!(declined.colonist_supply(), 75 - 4);
}

/// The standard profile takes the colonist, and with an empty supply there is none to decline.
#[test]
fn the_mayors_decision_occurs_in_the_strict_profile_with_a_supply_only() {
    let mut standard = Setup::new(4).table();
    standard.play_as(0, "mayor");
    assert_eq!(standard.of_all("san_juan"), json!([2, 1, 1, 1]));

    let mut empty = Setup::new(4).with(json!({"rules": strict()})).player(3, json!({"san_juan": 75})).table();
    empty.play_as(0, "mayor");
    assert_eq!(empty.decision(), "role");
    assert_eq!(empty.of_all("san_juan"), json!([1, 1, 1, 76]));
}

#[test]
fn strict_the_hospice_colonist_may_be_declined() {
    let mut table = Setup::new(4)
        .with(json!({"rules": strict(), "face_up": {"corn": 2}}))
        .player(0, json!({"tiles": {"corn": 1}, "buildings": {"hospice": 1}}))
        .table();
    table.play_as(0, "settler").play_as(0, "take corn");
    assert_eq!(table.at("/step"), json!({"decision": "hospice", "player": 0, "tile": "corn"}));
    assert_eq!(table.legal(), ["pass", "take colonist"]);
    assert_eq!(table.of(0, "tiles"), json!({"corn": 2}));
    assert_eq!(table.of(0, "occupied"), json!({}));
    let mut declined = table.clone();
    table.play_as(0, "take colonist");
    assert_eq!(table.of(0, "occupied"), json!({"corn": 1}));
    assert_eq!(table.seat(), Some(1));
    declined.play_as(0, "pass");
    assert_eq!(declined.of(0, "occupied"), json!({}));
    assert_eq!(declined.seat(), Some(1));
}

#[test]
fn strict_the_university_colonist_may_be_declined() {
    let mut table = builder_phase(1)
        .with(json!({"rules": strict()}))
        .player(1, json!({"doubloons": 4, "buildings": {"university": 1}}))
        .table();
    table.play_as(1, "build sugar mill");
    assert_eq!(table.at("/step"), json!({"decision": "university", "player": 1, "building": "sugar mill"}));
    assert_eq!(table.legal(), ["pass", "take colonist"]);
    let mut declined = table.clone();
    table.play_as(1, "take colonist");
    assert_eq!(table.of(1, "buildings"), json!({"sugar mill": 1, "university": 1}));
    assert_eq!(table.seat(), Some(2));
    declined.play_as(1, "pass");
    assert_eq!(declined.of(1, "buildings"), json!({"sugar mill": 0, "university": 1}));
    assert_eq!(declined.seat(), Some(2));
}

/// Without any colonist left there is nothing to decline (3.3).
#[test]
fn strict_without_colonists_there_is_no_decision() {
    let mut table = builder_phase(1)
        .with(json!({"rules": strict(), "colonist_ship": 0}))
        .player(1, json!({"doubloons": 4, "buildings": {"university": 1}}))
        .player(3, json!({"san_juan": 78}))
        .table();
    table.play_as(1, "build sugar mill");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "build"));
}

/// Seats that were bid for: each has its own doubloons less, beside what corn costs.
#[test]
fn a_handicap_takes_doubloons_from_single_seats() {
    let text = "name = \"bid\"\ngame = \"puerto-rico\"\n[set]\n\"setup.4.handicap\" = [0, 1, 2, 0]\n\"setup.4.corn_handicap\" = 1\n";
    let variant = Variant::parse("bid.toml", text, PuertoRico::NAME).expect("an overlay");
    assert_eq!(Table::deal(4, variant, 1).of_all("doubloons"), json!([3, 2, 0, 2]));
}

/// A flag among the numbers names its rule, so that a position has it alone; rules that another one includes are left out.
#[test]
fn flags_name_their_rules() {
    let rules = |set: &str| {
        let text = format!("name = \"v\"\ngame = \"puerto-rico\"\n[set]\n{set}");
        let variant = Variant::parse("v.toml", &text, PuertoRico::NAME).expect("a variant");
        Table::deal(4, variant, 1).at("/rules")
    };
    let all = "\"rules.optional_privileges\" = true\n\"rules.free_colonist_optional\" = true\n\"rules.mayor_privilege_optional\" = true\n";
    assert_eq!(rules(all), json!(["optional_privileges"]));
    assert_eq!(rules("\"rules.mayor_privilege_optional\" = true\n"), json!(["mayor_privilege_optional"]));
    assert_eq!(rules("\"rules.mayor_privilege_optional\" = false\n"), json!([]));
    assert_eq!(rules("\"building.factory.cost\" = 8\n"), json!([]));
}
