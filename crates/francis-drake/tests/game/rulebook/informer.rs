//! The informer (4.4): T6, T7, T34, T46 and the second example of section 13.8.

use serde_json::{Value, json};

use crate::page::examples;
use crate::setup::{Setup, Table, copy, each, play_all, step};

/// Four discs of a seat with this number of barrels, for a position in which nobody can place.
fn discs(barrels: u32, missions: Value) -> Value {
    json!({"barrels": barrels, "missions": missions})
}

/// Seats: red 0, blue 1, yellow 2, green 3 (at home). Yellow holds the informer.
fn t6() -> Setup {
    Setup::at("informer", 4)
        .with(json!({"outbound": [3, 0, 2, 1]}))
        .all(&json!({"crew": 2, "guns": 2}))
        .player(
            0,
            discs(2, json!({"cartagena": "1", "puerto cabello": "2", "santiago": "3", "trinidad": "4"})),
        )
        .player(
            1,
            discs(2, json!({"cartagena": "1", "san juan": "2", "santo domingo": "3", "galleon a": "4"})),
        )
        .player(
            2,
            discs(2, json!({"cartagena": "2", "galleon a": "1", "santo domingo": "3", "san juan": "4"})),
        )
        .player(2, json!({"stops": ["informer"]}))
}

#[test]
fn t6_the_informer_exchanges_two_discs() {
    let mut table = t6().table();
    assert_eq!(table.seat(), Some(2));
    assert_eq!(table.legal(), ["look discs", "look tile", "pass"]);
    table.play_as(2, "look discs");
    assert_eq!(table.at("/decision"), json!({"step": "look", "kind": "discs"}));
    assert_eq!(table.legal(), each("look", &["cartagena", "galleon a", "san juan", "santo domingo"]));
    table.play_as(2, "look cartagena");
    assert_eq!(table.at("/informer"), json!({"kind": "discs", "destination": "cartagena"}));
    // Yellow sees the discs there and no others.
    let seen = table.view(2);
    assert_eq!(
        seen["players"][0]["missions"],
        json!({"cartagena": "1", "puerto cabello": null, "santiago": null, "trinidad": null})
    );
    assert_eq!(seen["players"][1]["missions"]["cartagena"], "1");
    assert_eq!(seen["players"][1]["missions"]["galleon a"], Value::Null);
    assert_eq!(table.view(1)["players"][0]["missions"]["cartagena"], Value::Null);

    assert_eq!(table.legal(), ["exchange cartagena", "exchange san juan", "exchange santo domingo", "keep"]);
    table.play_as(2, "exchange cartagena");
    assert_eq!(table.at("/decision"), json!({"step": "exchange with", "first": "cartagena"}));
    assert_eq!(table.legal(), ["with galleon a"]);
    table.play_as(2, "with galleon a");
    assert_eq!(
        table.of(2, "missions"),
        json!({"cartagena": "1", "galleon a": "2", "santo domingo": "3", "san juan": "4"})
    );

    // The order is now red 1, yellow 1, blue 1.
    play_all(&mut table, &[(0, "attack"), (0, "stay"), (2, "attack"), (2, "stay")]);
    assert_eq!((table.seat(), table.legal()), (Some(1), vec!["decline".to_owned()]), "blue fails");
}

#[test]
fn t6_without_an_exchange_blue_is_second() {
    let mut table = t6().table();
    play_all(
        &mut table,
        &[(2, "look discs"), (2, "look cartagena"), (2, "keep"), (0, "attack"), (0, "stay")],
    );
    assert_eq!(table.seat(), Some(2), "yellow's disc 1 is at the galleon");
    play_all(&mut table, &[(2, "decline"), (2, "stay")]);
    assert_eq!((table.seat(), table.legal()), (Some(1), vec!["attack".to_owned(), "decline".to_owned()]));
}

#[test]
fn the_informer_may_pass() {
    let mut table = t6().table();
    table.play_as(2, "pass");
    assert_eq!((step(&table), table.at("/informer")), ("mission".to_owned(), Value::Null));
}

/// Seats: yellow 2, the others at home.
fn t7() -> Setup {
    Setup::at("informer", 4)
        .with(
            json!({"voyage": 3, "troop_tiles": {"trinidad": 0, "cartagena": 1, "panama": 2, "veracruz": 0}}),
        )
        .player(2, discs(3, json!({"panama": "4", "cartagena": "1", "galleon a": "2", "santiago": "3"})))
        .player(2, json!({"stops": ["informer"], "crew": 1}))
}

#[test]
fn t7_the_informer_moves_a_disc_away_from_a_strong_fort() {
    let mut table = t7().table();
    table.play_as(2, "look tile");
    assert_eq!(table.at("/decision"), json!({"step": "look", "kind": "tile"}));
    assert_eq!(table.legal(), each("look", &["cartagena", "galleon a", "panama"]), "forts and galleons");
    table.play_as(2, "look panama");
    assert_eq!(table.at("/informer"), json!({"kind": "tile", "destination": "panama"}));
    assert_eq!(table.at("/face_up"), json!([]));
    assert_eq!(
        table.view(2)["troop_tiles"],
        json!({"trinidad": null, "cartagena": null, "panama": 2, "veracruz": null})
    );
    assert_eq!(table.view(0)["troop_tiles"]["panama"], Value::Null);
    let mut legal = each(
        "move",
        &[
            "san juan",
            "santo domingo",
            "trinidad",
            "puerto cabello",
            "portobelo",
            "gran granada",
            "galleon b",
        ],
    );
    legal.insert(0, "keep".to_owned());
    assert_eq!(table.legal(), legal);
    table.play_as(2, "move portobelo");
    assert_eq!(
        table.of(2, "missions"),
        json!({"portobelo": "4", "cartagena": "1", "galleon a": "2", "santiago": "3"})
    );
    assert_eq!(table.at("/informer/destination"), "panama", "the destination whose tile was seen");
    for _ in 0..3 {
        table.play_as(2, "decline").play_as(2, "stay");
    }
    table.play_as(2, "attack");
    assert_eq!((table.of(2, "crew"), table.of(2, "attacks")), (json!(0), json!(["portobelo"])));
}

#[test]
fn t7_the_disc_may_stay() {
    let mut table = t7().table();
    play_all(&mut table, &[(2, "look tile"), (2, "look cartagena"), (2, "keep")]);
    assert_eq!(table.of(2, "missions/cartagena"), "1");
    assert_eq!(step(&table), "mission");
}

#[test]
fn t34_a_disc_moves_within_range_to_a_free_destination() {
    let mut table = Setup::at("informer", 3)
        .player(1, discs(2, json!({"san juan": "1", "santiago": "2", "cartagena": "3", "galleon a": "4"})))
        .player(1, json!({"stops": ["informer"]}))
        .table();
    play_all(&mut table, &[(1, "look tile"), (1, "look cartagena")]);
    assert_eq!(table.legal(), ["keep", "move puerto cabello", "move santo domingo", "move trinidad"]);
}

#[test]
fn t34_with_discs_everywhere_there_is_no_change() {
    let mut table = Setup::at("informer", 3)
        .player(1, discs(1, json!({"san juan": "1", "santo domingo": "4", "trinidad": "3"})))
        .player(1, json!({"stops": ["informer"]}))
        .table();
    play_all(&mut table, &[(1, "look tile"), (1, "look trinidad")]);
    assert_eq!(table.legal(), ["keep"]);
}

/// T46: the informer's owner after a look at San Juan.
fn t46() -> Table {
    let mut table = Setup::at("informer", 3)
        .player(0, discs(3, json!({"san juan": "4", "trinidad": "1", "santiago": "3", "panama": "2"})))
        .player(0, json!({"stops": ["informer"]}))
        .table();
    play_all(&mut table, &[(0, "look discs"), (0, "look san juan")]);
    table
}

#[test]
fn t46_each_pair_once_and_no_change() {
    let table = t46();
    assert_eq!(table.legal(), ["exchange san juan", "exchange santiago", "exchange trinidad", "keep"]);
    let mut exchanges = 0;
    for (first, seconds) in [
        ("san juan", &["with panama", "with santiago", "with trinidad"][..]),
        ("trinidad", &["with panama", "with santiago"]),
        ("santiago", &["with panama"]),
    ] {
        let mut table = copy(&table);
        table.play(&format!("exchange {first}"));
        assert_eq!(table.legal(), seconds);
        for second in seconds {
            let before = table.of(0, "missions");
            let mut after = copy(&table);
            after.play(second);
            let second = second.trim_start_matches("with ");
            let mut missions = before.clone();
            missions[first] = before[second].clone();
            missions[second] = before[first].clone();
            assert_eq!(after.of(0, "missions"), missions, "{first}, {second}");
            exchanges += 1;
        }
    }
    assert_eq!(exchanges, 6);
}

/// 3.3: "defence" needs a disc at a fort or galleon.
#[test]
fn without_a_fort_or_galleon_only_discs_are_seen() {
    let table = Setup::at("informer", 3)
        .player(
            1,
            discs(2, json!({"san juan": "1", "santo domingo": "4", "santiago": "3", "puerto cabello": "2"})),
        )
        .player(1, json!({"stops": ["informer"]}))
        .table();
    assert_eq!(table.legal(), ["look discs", "pass"]);
}

/// The last disc but one of the seat that places, and the informer held by `owner`.
fn last_disc(owner: usize) -> Table {
    let stops = |seat| if seat == owner { json!(["informer"]) } else { json!([]) };
    let mut table = Setup::at("disc", 3)
        .with(json!({"decision": {"step": "disc", "destination": "trinidad"}}))
        .all(&json!({"barrels": 0}))
        .player(
            0,
            json!({"barrels": 1, "missions": {"san juan": "2", "santo domingo": "3"}, "stops": stops(0)}),
        )
        .player(1, json!({"stops": stops(1)}))
        .table();
    table.play_as(0, "disc 1");
    table
}

#[test]
fn the_informer_comes_after_the_last_disc() {
    let table = last_disc(0);
    assert_eq!((step(&table).as_str(), table.seat()), ("informer", Some(0)));
    assert_eq!(table.at("/informer"), Value::Null);
    for (owner, why) in [(1, "its owner has no disc"), (2, "nobody has it")] {
        assert_eq!(step(&last_disc(owner)), "mission", "{why}");
    }
}

/// R18: any two discs, here the Golden Hind and the ghost ship.
#[test]
fn r18_the_golden_hind_and_the_ghost_ship_change_places() {
    let missions = json!({
        "san juan": "1", "santo domingo": "2", "trinidad": "golden hind", "santiago": "3",
        "puerto cabello": "ghost ship", "cartagena": "4",
    });
    let mut table = Setup::at("informer", 3)
        .player(0, discs(2, missions))
        .player(0, json!({"stops": ["tavern", "informer", "golden hind"], "ghost_ship": true, "crew": 1}))
        .table();
    play_all(
        &mut table,
        &[(0, "look discs"), (0, "look cartagena"), (0, "exchange trinidad"), (0, "with puerto cabello")],
    );
    assert_eq!(
        table.of(0, "missions"),
        json!({"san juan": "1", "santo domingo": "2", "santiago": "3", "puerto cabello": "golden hind", "cartagena": "4"})
    );
    table.play_as(0, "attack");
    assert_eq!(table.of(0, "attacks"), json!(["puerto cabello"]), "the Golden Hind acts first");
}

/// R18: the disc that moves may be the Golden Hind.
#[test]
fn r18_the_golden_hind_moves() {
    let missions = json!({"san juan": "1", "santo domingo": "2", "trinidad": "golden hind", "santiago": "3", "cartagena": "4"});
    let mut table = Setup::at("informer", 3)
        .player(0, discs(2, missions))
        .player(0, json!({"stops": ["informer", "golden hind"]}))
        .table();
    play_all(&mut table, &[(0, "look tile"), (0, "look trinidad"), (0, "move puerto cabello")]);
    assert_eq!(table.of(0, "missions/puerto cabello"), "golden hind");
    assert_eq!(table.of(0, "missions/trinidad"), Value::Null);
}

#[test]
fn example_13_8_an_exchange_in_the_second_voyage() {
    let (position, legal) = examples().swap_remove(1);
    let table = Table::load(&position);
    assert_eq!(table.position(), position, "it is written as it was read");
    assert_eq!(
        (table.seat(), table.legal().iter().map(String::as_str).collect::<Vec<_>>()),
        (Some(2), legal)
    );
    for (second, disc) in [("panama", "3"), ("portobelo", "2")] {
        let mut table = copy(&table);
        table.play_as(2, &format!("with {second}"));
        assert_eq!(table.of(2, "missions/galleon a"), disc);
        assert_eq!(table.of(2, &format!("missions/{second}")), "golden hind");
        assert_eq!(table.of(0, "missions/gran granada"), Value::Null, "the ghost ship vanishes");
        assert_eq!((step(&table).as_str(), table.seat()), ("mission", Some(2)), "the Golden Hind begins");
        assert_eq!(table.legal(), ["attack", "decline"], "{second}");
    }
    // What seat 2 knows: the discs at Trinidad, its own, and no tile.
    let seen = table.view(2);
    assert_eq!(
        seen["players"][0]["missions"],
        json!({"trinidad": "3", "cartagena": null, "portobelo": null, "panama": null, "gran granada": null})
    );
    assert_eq!(seen["players"][3]["missions"]["trinidad"], "1");
    assert_eq!(seen["players"][2], position["players"][2]);
    assert_eq!(seen["frigate_tiles"], json!({"galleon a": null, "galleon b": null, "galleon c": null}));
    assert_eq!(seen["decision"], position["decision"]);
    assert_eq!(table.view(1)["troop_tiles"], position["troop_tiles"], "the governor's holder");
}
