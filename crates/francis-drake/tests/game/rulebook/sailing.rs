//! Placing mission discs (4.3): T4, T5, T29, T32, T45 and the discs in hand.

use serde_json::json;

use crate::setup::{DESTINATIONS, Setup, Table, each, play_all, step};

/// The destinations of the zones 1 to `range` (2.4).
fn within(range: usize) -> &'static [&'static str] {
    &DESTINATIONS[..[0, 3, 7, 11, 14][range]]
}

/// Seat 0 sails first with this number of barrels.
fn first_to_sail(barrels: u32) -> Table {
    Setup::at("sail", 3).all(&json!({"barrels": 0})).player(0, json!({"barrels": barrels})).table()
}

#[test]
fn t4_barrels_give_the_range() {
    for (barrels, range) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)] {
        let table = first_to_sail(barrels);
        assert_eq!(table.seat(), Some(0));
        assert_eq!(table.legal(), each("sail", within(range)), "{barrels} barrels");
    }
}

/// Barrels are not spent (4.2).
#[test]
fn t4_barrels_are_kept_at_sea() {
    let mut table = first_to_sail(3);
    table.play("sail panama").play("disc 1");
    assert_eq!(table.of(0, "barrels"), 3);
}

/// Seats: red 0, blue 1, yellow 2, green 3.
#[test]
fn t5_discs_are_placed_in_sailing_order() {
    let mut table = Setup::at("sail", 4)
        .with(json!({"outbound": [3, 0, 2, 1]}))
        .player(0, json!({"barrels": 2}))
        .player(1, json!({"barrels": 2}))
        .player(2, json!({"barrels": 3}))
        .player(3, json!({"barrels": 3}))
        .table();
    play_all(&mut table, &[(3, "sail gran granada"), (3, "disc 2")]);
    assert_eq!(table.legal(), each("sail", within(2)), "red's two barrels");
    table.refuse("sail panama");
    play_all(&mut table, &[(0, "sail santiago"), (0, "disc 3"), (2, "sail santo domingo"), (2, "disc 4")]);
    assert_eq!(table.legal(), each("sail", within(2)), "blue's two barrels");
    play_all(&mut table, &[(1, "sail puerto cabello"), (1, "disc 4"), (3, "sail panama"), (3, "disc 1")]);
    assert_eq!(
        table.of_all("missions"),
        json!([{"santiago": "3"}, {"puerto cabello": "4"}, {"santo domingo": "4"}, {"gran granada": "2", "panama": "1"}])
    );
    // The others see positions and owners only.
    let seen = table.view(0);
    assert_eq!(seen["players"][0]["missions"], json!({"santiago": "3"}));
    assert_eq!(seen["players"][1]["missions"], json!({"puerto cabello": null}));
    assert_eq!(seen["players"][3]["missions"], json!({"gran granada": null, "panama": null}));
}

/// 4.3: at most one own disc per destination; others may lie there.
#[test]
fn a_destination_takes_one_disc_of_each_seat() {
    let mut table = Setup::at("sail", 3).all(&json!({"barrels": 1})).table();
    for seat in 0..3 {
        assert_eq!(table.legal(), each("sail", within(1)));
        table.play_as(seat, "sail trinidad");
        assert_eq!(step(&table), "disc");
        assert_eq!(table.at("/decision/destination"), "trinidad");
        assert_eq!(table.of(seat, "missions"), json!({}), "the disc is not chosen yet");
        table.play_as(seat, "disc 4");
    }
    assert_eq!(table.legal(), ["sail san juan", "sail santo domingo"]);
}

/// The discs of a hand (3.3): four, with the Golden Hind and the Ghost Ship up to six.
#[test]
fn the_disc_is_any_still_in_hand() {
    let mut table = Setup::at("sail", 3)
        .all(&json!({"barrels": 0}))
        .player(0, json!({"barrels": 4, "stops": ["tavern", "golden hind"], "ghost_ship": true}))
        .table();
    let mut hand = vec!["disc 1", "disc 2", "disc 3", "disc 4", "disc ghost ship", "disc golden hind"];
    for (place, disc) in [
        ("sail veracruz", "disc golden hind"),
        ("sail campeche", "disc 2"),
        ("sail panama", "disc ghost ship"),
        ("sail san juan", "disc 1"),
        ("sail portobelo", "disc 4"),
        ("sail santiago", "disc 3"),
    ] {
        table.play_as(0, place);
        assert_eq!(table.legal(), hand);
        table.play_as(0, disc);
        hand.retain(|other| *other != disc);
    }
    assert_eq!(step(&table), "mission", "nobody can place any more");

    let plain = Setup::at("disc", 3)
        .with(json!({"decision": {"step": "disc", "destination": "panama"}}))
        .player(0, json!({"stops": ["tavern"]}))
        .table();
    assert_eq!(plain.legal(), ["disc 1", "disc 2", "disc 3", "disc 4"], "he rolled no ghost ship");
}

/// Seats: blue 1 with the Ghost Ship.
#[test]
fn t29_the_extra_disc_is_placed_alone() {
    let mut table = Setup::at("sail", 4).player(1, json!({"stops": ["tavern"], "ghost_ship": true})).table();
    let places = ["puerto cabello", "panama", "veracruz", "gran granada"];
    let blue = ["ghost ship", "1", "2", "3"];
    for round in 0..4 {
        for seat in 0..4 {
            table.play_as(seat, &format!("sail {}", places[round]));
            let disc = if seat == 1 { blue[round].to_owned() } else { (round + 1).to_string() };
            table.play_as(seat, &format!("disc {disc}"));
        }
    }
    assert_eq!((step(&table).as_str(), table.seat()), ("sail", Some(1)), "the 17th placement");
    table.play_as(1, "sail san juan");
    assert_eq!(table.legal(), ["disc 4"]);
    table.play_as(1, "disc 4");

    // After the reveal the ghost has vanished; it was true and stays so until the reset.
    assert_eq!(step(&table), "mission");
    assert_eq!(
        table.of(1, "missions"),
        json!({"panama": "1", "veracruz": "2", "gran granada": "3", "san juan": "4"})
    );
    assert_eq!(table.of(1, "ghost_ship"), json!(true));
}

/// The ghost at Puerto Cabello takes no success there: the two later discs both succeed.
#[test]
fn t29_the_ghost_blocks_nobody() {
    let mut table = Setup::at("disc", 3)
        .with(json!({"decision": {"step": "disc", "destination": "puerto cabello"}}))
        .all(&json!({"crew": 1, "missions": {"puerto cabello": "1"}, "barrels": 2}))
        .player(0, json!({"stops": ["tavern"], "ghost_ship": true, "missions": {}}))
        .table();
    table.play_as(0, "disc ghost ship");
    while step(&table) != "mission" {
        let first = table.legal().swap_remove(0);
        table.play(&first);
    }
    assert_eq!(
        table.of_all("missions").to_string().matches("puerto cabello").count(),
        2,
        "the ghost has gone"
    );
    table
        .play_as(0, "decline")
        .play_as(0, "stay")
        .play_as(1, "attack")
        .play_as(1, "return")
        .play_as(2, "attack");
    assert_eq!(table.of_all("attacks"), json!([[], ["puerto cabello"], ["puerto cabello"]]));
}

#[test]
fn t32_without_barrels_no_disc_is_placed() {
    let mut table = Setup::at("sail", 3)
        .with(json!({"voyage": 3}))
        .player(0, json!({"barrels": 0, "crew": 3}))
        .player(1, json!({"barrels": 1}))
        .player(2, json!({"barrels": 1}))
        .table();
    for place in ["san juan", "santo domingo", "trinidad"] {
        for seat in [1, 2] {
            table.play_as(seat, &format!("sail {place}"));
            let disc = table.legal().swap_remove(0);
            table.play_as(seat, &disc);
        }
    }
    assert_eq!((step(&table).as_str(), table.seat()), ("mission", Some(1)));
    for disc in 1..=3 {
        for seat in [1, 2] {
            table.play_as(seat, "decline").play_as(seat, if disc < 3 { "stay" } else { "return" });
        }
    }
    assert_eq!(step(&table), "over");
    assert_eq!(table.at("/homebound"), json!([1, 2, 0]), "docks after all others");
    assert_eq!(table.of_all("vp"), json!([4, 4, 4]), "no hero bonus without a success");
}

#[test]
fn t45_a_fourth_disc_without_destination_stays_in_hand() {
    let mut table = Setup::at("sail", 3)
        .with(json!({"voyage": 3}))
        .all(&json!({"barrels": 0}))
        .player(0, json!({"barrels": 1, "crew": 1, "guns": 2}))
        .table();
    play_all(&mut table, &[(0, "sail san juan"), (0, "disc 1"), (0, "sail santo domingo"), (0, "disc 2")]);
    assert_eq!((step(&table), table.legal()), ("sail".to_owned(), vec!["sail trinidad".to_owned()]));
    table.play_as(0, "sail trinidad");
    assert_eq!(table.legal(), ["disc 3", "disc 4"]);
    table.play_as(0, "disc 3");
    assert_eq!(step(&table), "mission", "no further decision is asked");

    assert_eq!(table.legal(), ["decline"]);
    play_all(&mut table, &[(0, "decline"), (0, "stay"), (0, "decline"), (0, "stay"), (0, "attack")]);
    assert_eq!((step(&table), table.legal()), ("return".to_owned(), vec!["return".to_owned()]));
    assert_eq!(table.of(0, "vp"), 4 + 3);
    table.play_as(0, "return");
    // R14: disc 4 was not used, so it is an early return: 2 VP, and 1 for one type.
    assert_eq!(table.of(0, "vp"), 4 + 3 + 2 + 1);
    assert_eq!(table.at("/homebound"), json!([0, 1, 2]));
}
