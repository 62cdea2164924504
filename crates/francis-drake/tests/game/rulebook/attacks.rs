//! Attacks (4.6): T8 to T10, T20 to T22, T30, T33, T47.

use serde_json::{Value, json};

use crate::setup::{Setup, Table, play_all, step};

/// Missions of `players` seats, each with one disc 1 at the same destination and these items.
fn all_at(destination: &str, players: usize, items: &Value) -> Setup {
    Setup::at("mission", players).all(items).all(&json!({"missions": {destination: "1"}}))
}

/// Returns VP, crew, guns and the chest of a seat.
fn purse(table: &Table, seat: usize) -> Value {
    let player = table.at(&format!("/players/{seat}"));
    json!([player["vp"], player["crew"], player["guns"], player["chest"]])
}

/// The seat at hand has no choice but to decline.
fn only_decline(table: &Table, seat: usize) {
    assert_eq!((table.seat(), table.legal()), (Some(seat), vec!["decline".to_owned()]));
}

/// Seats: red 0, blue 1, yellow 2, green 3.
#[test]
fn t8_equal_discs_stand_in_sailing_order() {
    let start = all_at("cartagena", 4, &json!({"crew": 2, "guns": 2}))
        .with(json!({"outbound": [3, 0, 2, 1]}))
        .player(3, json!({"missions": {}}));
    let mut table = start.table();
    play_all(&mut table, &[(0, "attack"), (0, "return"), (2, "attack"), (2, "return")]);
    only_decline(&table, 1);

    let mut hind =
        start.player(1, json!({"stops": ["golden hind"], "missions": {"cartagena": "golden hind"}})).table();
    play_all(&mut hind, &[(1, "attack"), (1, "return"), (0, "attack"), (0, "return")]);
    only_decline(&hind, 2);
}

#[test]
fn t9_veracruz_with_troop_tile_1() {
    let mut table = all_at("veracruz", 4, &json!({"crew": 5, "guns": 2}))
        .with(json!({"troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1}}))
        .player(1, json!({"stops": ["pinnace"]}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([4 + 5, 1, 1, {"gold": 1}]));
    assert_eq!(table.at("/face_up"), json!(["veracruz"]));
    table.play_as(0, "return").play_as(1, "attack");
    // The hero bonus of seat 0 was 2; with the pinnace no gun is paid.
    assert_eq!(purse(&table, 1), json!([4 + 5, 1, 2, {}]));
    table.play_as(1, "return");
    only_decline(&table, 2);
}

#[test]
fn t10_a_galleon_with_frigate_tile_1() {
    // Galleon B has tile G2 and frigate tile 1: 4 guns.
    let mut table = all_at("galleon b", 5, &json!({"crew": 1, "guns": 5}))
        .player(0, json!({"stops": ["shipyard"]}))
        .player(1, json!({"stops": ["crew a", "trade"]}))
        .player(2, json!({"stops": ["queen"]}))
        .player(3, json!({"stops": ["shipyard"]}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([4 + 8, 1, 1, {"jewel": 1}]));
    assert_eq!((table.at("/face_up"), table.of(0, "attacks")), (json!(["galleon b"]), json!(["galleon b"])));
    table.play_as(0, "return");
    only_decline(&table, 1);
    table.play_as(1, "decline").play_as(1, "return").play_as(2, "attack");
    assert_eq!(purse(&table, 2), json!([4 + 8, 1, 1, {}]));
    table.play_as(2, "return");
    only_decline(&table, 3);
}

/// A galleon's known defence bars an attack, its face-down tile does not.
#[test]
fn a_galleon_with_too_few_guns() {
    for (guns, legal) in [(2, &["decline"][..]), (3, &["attack", "decline"])] {
        let table = all_at("galleon b", 3, &json!({"guns": guns, "stops": ["crew a"]}))
            .player(1, json!({"stops": []}))
            .player(0, json!({"stops": ["shipyard"]}))
            .table();
        assert_eq!(table.legal(), legal, "{guns} guns against G2");
    }
    let mut table = all_at("galleon b", 3, &json!({"guns": 3, "stops": ["shipyard"]}))
        .player(2, json!({"stops": ["queen"]}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([4, 0, 3, {}]), "four guns were needed");
    assert_eq!((table.of(0, "missions"), table.of(0, "attacks")), (json!({}), json!([])));
    table.play_as(0, "return");
    only_decline(&table, 1);
}

#[test]
fn t20_a_failed_attack_turns_the_tile_up() {
    let mut table = all_at("panama", 4, &json!({"crew": 2, "guns": 3}))
        .with(json!({"troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1}}))
        .player(1, json!({"crew": 3}))
        .table();
    assert_eq!(table.legal(), ["attack", "decline"]);
    table.play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([4, 2, 3, {}]), "nothing is paid");
    assert_eq!((table.of(0, "missions"), table.of(0, "attacks")), (json!({}), json!([])));
    assert_eq!(table.at("/face_up"), json!(["panama"]));
    assert_eq!((step(&table), table.at("/decision/seat")), ("return".to_owned(), json!(0)));
    table.play_as(0, "return").play_as(1, "attack");
    assert_eq!(purse(&table, 1), json!([4 + 5, 0, 0, {"gold": 1}]), "the first success");
    table.play_as(1, "return");
    only_decline(&table, 2);
}

#[test]
fn t21_the_first_two_succeed() {
    let mut table =
        all_at("puerto cabello", 5, &json!({"crew": 1})).player(4, json!({"missions": {}})).table();
    play_all(&mut table, &[(0, "attack"), (0, "return"), (1, "attack"), (1, "return")]);
    // The hero bonus, 2 and 1, is in the VP.
    assert_eq!(purse(&table, 0), json!([4 + 2 + 2, 0, 0, {"silver": 1}]));
    assert_eq!(purse(&table, 1), json!([4 + 2 + 1, 0, 0, {}]));
    for seat in [2, 3] {
        only_decline(&table, seat);
        table.play_as(seat, "decline");
        assert_eq!((purse(&table, seat), table.of(seat, "missions")), (json!([4, 1, 0, {}]), json!({})));
        if seat == 2 {
            table.play_as(seat, "return");
        }
    }
}

#[test]
fn t22_who_declines_frees_a_place() {
    let mut table = all_at("puerto cabello", 4, &json!({"crew": 1})).table();
    play_all(
        &mut table,
        &[(0, "decline"), (0, "return"), (1, "attack"), (1, "return"), (2, "attack"), (2, "return")],
    );
    assert_eq!(table.of_all("chest"), json!([{}, {"silver": 1}, {}, {}]));
    assert_eq!(table.of_all("attacks"), json!([[], ["puerto cabello"], ["puerto cabello"], []]));
    only_decline(&table, 3);
}

#[test]
fn t30_the_golden_hind_is_resolved_first() {
    let mut table = Setup::at("mission", 3)
        .all(&json!({"crew": 4, "guns": 4}))
        .player(0, json!({"missions": {"cartagena": "1", "portobelo": "2"}}))
        .player(2, json!({
            "stops": ["golden hind"],
            "missions": {"cartagena": "golden hind", "trinidad": "1", "santiago": "2", "san juan": "3", "campeche": "4"},
        }))
        .table();
    play_all(&mut table, &[(2, "attack"), (2, "stay"), (0, "attack"), (0, "stay")]);
    assert_eq!(table.of_all("chest"), json!([{}, {}, {"silver": 1}]));
    assert_eq!(table.seat(), Some(2), "disc 1 of the same owner");
    assert_eq!(
        table.of(2, "missions"),
        json!({"trinidad": "1", "santiago": "2", "san juan": "3", "campeche": "4"})
    );
}

/// Rounds come before sailing order: 1 of the last before 2 of the first.
#[test]
fn discs_act_in_ascending_order() {
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"missions": {"panama": "2", "campeche": "4"}}))
        .player(1, json!({"missions": {"san juan": "2", "veracruz": "3"}}))
        .player(2, json!({"missions": {"trinidad": "1", "cartagena": "4"}}))
        .table();
    let mut order = Vec::new();
    while step(&table) == "mission" {
        order.push(table.seat().expect("somebody"));
        table.play("decline");
        if step(&table) == "return" {
            let last = table.legal() == ["return"];
            table.play(if last { "return" } else { "stay" });
        }
    }
    assert_eq!(order, [2, 0, 1, 1, 0, 2]);
    assert_eq!(table.at("/voyage"), 2);
}

#[test]
fn t33_the_pinnace_replaces_the_guns_of_every_fort() {
    let mut table = Setup::at("mission", 3)
        .with(json!({"troop_tiles": {"trinidad": 0, "cartagena": 1, "panama": 2, "veracruz": 0}}))
        .player(
            0,
            json!({
                "stops": ["shipyard", "pinnace"], "crew": 4,
                "missions": {"cartagena": "1", "trinidad": "2", "galleon a": "3"},
            }),
        )
        .player(1, json!({"crew": 9, "guns": 1, "missions": {"cartagena": "1"}}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([4 + 4, 1, 0, {"silver": 1}]));
    table.play_as(0, "stay");
    only_decline(&table, 1);
    table.play_as(1, "decline").play_as(1, "return").play_as(0, "attack");
    assert_eq!(purse(&table, 0), json!([8 + 3, 0, 0, {"silver": 2}]), "it still works");
    table.play_as(0, "stay");
    only_decline(&table, 0);
}

/// The list depends on public tiles only, though the last one can be computed.
#[test]
fn t47_a_deducible_tile_counts_0() {
    let mut table = Setup::at("mission", 3)
        .with(json!({
            "troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1},
            "face_up": ["trinidad", "cartagena", "veracruz"],
        }))
        .player(1, json!({"crew": 1, "guns": 3, "missions": {"panama": "2"}}))
        .table();
    assert_eq!(table.legal(), ["attack", "decline"]);
    table.play_as(1, "attack");
    assert_eq!(purse(&table, 1), json!([4, 1, 3, {}]));
    assert_eq!(table.at("/face_up"), json!(["trinidad", "cartagena", "panama", "veracruz"]));
}

/// 3.3: also who knows the tile may attack a fort that it makes too strong.
#[test]
fn a_known_face_down_tile_counts_0() {
    let look = json!({"kind": "tile", "destination": "veracruz"});
    for (stop, informer) in [("governor", Value::Null), ("informer", look)] {
        let table = Setup::at("mission", 3)
            .with(json!({"informer": informer}))
            .player(1, json!({"crew": 3, "guns": 1, "stops": [stop], "missions": {"veracruz": "1"}}))
            .table();
        assert_eq!(table.view(1)["troop_tiles"]["veracruz"], 2, "the {stop} knows it");
        assert_eq!(table.legal(), ["attack", "decline"], "three troops are printed");
    }
}

/// What each kind of destination asks for at least (3.3).
#[test]
fn r16_an_attack_that_surely_fails_is_not_offered() {
    for (destination, crew, guns, stops, offered) in [
        ("portobelo", 0, 9, json!(["pinnace"]), false),
        ("portobelo", 1, 0, json!([]), true),
        ("cartagena", 1, 2, json!([]), false),
        ("cartagena", 2, 1, json!([]), false),
        ("cartagena", 2, 2, json!([]), true),
        ("cartagena", 2, 0, json!(["pinnace"]), true),
        ("cartagena", 1, 0, json!(["pinnace"]), false),
        ("galleon a", 9, 2, json!([]), false),
        ("galleon a", 0, 1, json!(["queen"]), false),
        ("galleon a", 0, 1, json!(["queen", "pinnace"]), false),
        ("galleon a", 0, 2, json!(["queen"]), true),
    ] {
        let table = Setup::at("mission", 3)
            .player(0, json!({"crew": crew, "guns": guns, "stops": stops, "missions": {destination: "1"}}))
            .table();
        let attack = table.legal().contains(&"attack".to_owned());
        assert_eq!(attack, offered, "{destination} with {crew} crew, {guns} guns, {stops}");
    }
}

/// Paid cubes return to the supply at once: nothing keeps them (invariant 1).
#[test]
fn a_success_costs_the_whole_defence() {
    let mut table = Setup::at("mission", 3)
        .with(json!({"voyage": 3, "frigate_tiles": {"galleon a": 2, "galleon b": 1, "galleon c": 0}}))
        .player(0, json!({"guns": 5, "stops": ["queen"], "missions": {"galleon a": "4"}}))
        .table();
    table.play_as(0, "attack");
    // After disc 4 the ship returns by itself, and the voyage ends: 6 VP and 1 for a galleon.
    assert_eq!(step(&table), "over");
    assert_eq!(purse(&table, 0), json!([4 + 6 + 1, 0, 1, {"jewel": 1}]));
    assert_eq!(table.at("/homebound"), json!([0, 1, 2]));
}
