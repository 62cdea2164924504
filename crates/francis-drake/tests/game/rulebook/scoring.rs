//! Scores of a voyage and of the game (4.8, 4.9, 5): T13, T14, T26 to T28, T37, T38.

use serde_json::{Value, json};
use tradewinds_game::{Seat, Variant};

use crate::page::{example_result, numbers, rows_after};
use crate::setup::{Setup, Table, step};

/// The last decision of a voyage of four: seat 3 is last at sea, its disc 4 finds nothing to do.
fn last_mission(voyage: u32) -> Setup {
    Setup::at("mission", 4)
        .with(json!({"voyage": voyage, "homebound": [0, 1, 2]}))
        .player(3, json!({"missions": {"san juan": "4"}}))
}

/// Returns the VP after the voyage.
fn scored(setup: &Setup) -> Value {
    let mut table = setup.table();
    table.play_as(3, "decline");
    table.of_all("vp")
}

#[test]
fn t13_types_of_conquest() {
    // Green's two cities and one fort are seat 0, red's two forts and one city seat 1.
    let setup = last_mission(3)
        .with(json!({"face_up": ["trinidad", "cartagena", "galleon a", "panama"]}))
        .player(
            0,
            json!({
                "attacks": ["panama", "gran granada", "puerto cabello"], "chest": {"gold": 2, "silver": 1},
            }),
        )
        .player(1, json!({"attacks": ["cartagena", "trinidad", "puerto cabello"], "chest": {"silver": 2}}))
        .player(
            2,
            json!({
                "attacks": ["portobelo", "cartagena", "galleon a"], "stops": ["queen"],
                "chest": {"silver": 1, "jewel": 1},
            }),
        )
        .player(3, json!({"attacks": ["galleon a"], "stops": ["shipyard"]}));
    assert_eq!(scored(&setup), json!([4 + 4, 4 + 4, 4 + 10, 4 + 1]));
}

/// Table 2.6: each combination of types; a type counts once.
#[test]
fn table_2_6_conquest_types() {
    let rows = rows_after("### 2.6");
    let values = numbers(rows[0].text("values"));
    assert!(rows[0].text("table").starts_with("conquest types"));
    for (attacks, types) in [
        (json!([]), 0),
        (json!(["campeche"]), 1),
        (json!(["campeche", "portobelo", "gran granada"]), 1),
        (json!(["trinidad", "veracruz"]), 1),
        (json!(["galleon a", "galleon c"]), 1),
        (json!(["campeche", "trinidad"]), 2),
        (json!(["galleon a", "trinidad", "veracruz"]), 2),
        (json!(["galleon a", "campeche"]), 2),
        (json!(["campeche", "galleon c", "veracruz"]), 3),
    ] {
        let setup = last_mission(2)
            .with(json!({"face_up": ["trinidad", "galleon a", "veracruz", "galleon c"]}))
            .player(
                1,
                json!({
                    "attacks": attacks, "stops": ["queen"], "chest": {"gold": 3, "silver": 3, "jewel": 3},
                }),
            );
        assert_eq!(scored(&setup)[1], 4 + values[types], "{attacks}");
    }
}

/// One gold and three silver are left on the map; these stops of seats 0 and 1.
fn t26(voyage: u32, first: &[&str], second: &[&str]) -> Table {
    let mut table = last_mission(voyage)
        .with(json!({"face_up": ["panama"]}))
        .player(0, json!({"stops": first}))
        .player(1, json!({"stops": second}))
        .player(2, json!({
            "attacks": ["panama", "gran granada", "campeche", "portobelo"], "chest": {"gold": 3, "silver": 1},
        }))
        .table();
    table.play_as(3, "decline");
    table
}

#[test]
fn t26_admiral_and_governor_score_what_is_left() {
    for (first, second, vp) in [
        (&[][..], &[][..], [4, 4]),
        (&["admiral"], &[], [5, 4]),
        (&["governor"], &["admiral"], [7, 5]),
        (&["governor", "admiral"], &[], [8, 4]),
    ] {
        for voyage in 1..=3 {
            let table = t26(voyage, first, second);
            assert_eq!(table.of_all("vp"), json!([vp[0], vp[1], 4 + 4, 4]), "{first:?} and {second:?}");
            assert_eq!(table.of_all("chest"), json!([{}, {}, {"gold": 3, "silver": 1}, {}]), "no stones");
        }
    }
}

/// Seats 0 to 3 are A to D.
#[test]
fn t27_ties_start_in_the_last_sailing_order() {
    let (a, b, c, d) = (0, 1, 2, 3);
    let mut setup = Setup::at("mission", 4)
        .with(json!({"outbound": [c, d, a, b], "homebound": [a, d, c], "start": [a, b, c, d]}))
        .player(b, json!({"missions": {"san juan": "4"}}));
    for (seat, vp) in [(a, 30), (b, 22), (c, 30), (d, 25)] {
        setup = setup.player(seat, json!({"vp": vp}));
    }
    let mut table = setup.table();
    table.play_as(b, "decline");
    assert_eq!(table.at("/start"), json!([b, d, c, a]));
    assert_eq!(table.seat(), Some(b));
}

#[test]
fn t28_the_ship_that_came_home_earlier_wins_a_tie() {
    let mut setup = Setup::at("over", 4).with(json!({"homebound": [2, 1, 0, 3]}));
    for (seat, vp) in [91, 91, 60, 70].into_iter().enumerate() {
        setup = setup.player(seat, json!({"vp": vp}));
    }
    let table = setup.table();
    assert_eq!(table.result(), example_result());
    assert_eq!((table.seat(), table.legal()), (None, vec![]));
    let scores = table.scores();
    let wins: Vec<f32> = (0..4).map(|seat| scores.win_share[Seat::new(seat)]).collect();
    assert_eq!(wins, [0.0, 1.0, 0.0, 0.0]);
}

/// Section 5: lower ranks go by the same rule, so no rank is shared.
#[test]
fn t28_no_rank_is_shared() {
    let table = Setup::at("over", 5).with(json!({"homebound": [3, 1, 4, 0, 2]})).table();
    let result = table.result();
    let of = |field: &str| -> Vec<u64> {
        (0..5).map(|seat| result["players"][seat][field].as_u64().expect("a number")).collect()
    };
    assert_eq!(of("total"), [4; 5]);
    assert_eq!(of("dock"), [4, 2, 5, 1, 3]);
    assert_eq!(of("rank"), [4, 2, 5, 1, 3]);
}

/// The tie is one of totals, not of tracks.
#[test]
fn t28_the_total_decides() {
    let table = Setup::at("over", 3)
        .player(0, json!({"vp": 30}))
        .player(1, json!({"vp": 22, "chest": {"jewel": 1, "silver": 1}}))
        .player(2, json!({"vp": 23, "goods": {"sugar": 1, "indigo": 1}}))
        .table();
    let result = table.result();
    let row = |track: u32, commodities: u32, treasure: u32, total: u32, dock: u32, rank: u32| {
        json!({
            "track": track, "commodities": commodities, "treasure": treasure, "total": total, "dock": dock,
            "rank": rank,
        })
    };
    assert_eq!(
        result["players"],
        json!([row(30, 0, 0, 30, 1, 2), row(22, 0, 8, 30, 2, 3), row(23, 8, 0, 31, 3, 1)])
    );
}

/// Returns a part of seat 0's result.
fn part(field: &str, fields: Value) -> Value {
    Setup::at("over", 3).player(0, fields).table().result()["players"][0][field].clone()
}

/// Returns what a seat with these commodities scores for them.
///
/// The last one of a kind that the map would need was traded by the seat in this voyage.
fn commodities([indigo, sugar, coffee, tobacco]: [usize; 4]) -> Value {
    let counts = [("indigo", indigo), ("sugar", sugar), ("coffee", coffee), ("tobacco", tobacco)];
    let goods: Value = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| ((*kind).to_owned(), json!(count)))
        .collect();
    let mut trades = json!({});
    for (kind, held, off_map, port) in [
        ("indigo", indigo, 2, "santiago"),
        ("sugar", sugar, 4, "san juan"),
        ("tobacco", tobacco, 4, "santo domingo"),
    ] {
        if held > off_map {
            trades[port] = json!(kind);
        }
    }
    part("commodities", json!({"goods": goods, "trades": trades}))
}

#[test]
fn t14_three_sets_of_different_sizes() {
    assert_eq!(commodities([0, 2, 1, 3]), 26);
}

#[test]
fn t37_sets_of_commodities() {
    for (held, value) in [
        ([1, 1, 1, 1], 26),
        ([2, 1, 1, 1], 28),
        ([0, 2, 2, 2], 32),
        ([3, 1, 0, 0], 12),
        ([1, 2, 1, 0], 18),
        ([0, 0, 0, 0], 0),
    ] {
        assert_eq!(commodities(held), value, "{held:?}");
    }
}

/// Section 5 and table 2.6: take one of every kind still held, again and again. One seat cannot have
/// all that the box holds, since others must have emptied some icons.
#[test]
fn t37_every_holding() {
    let rows = rows_after("### 2.6");
    let sets = rows.iter().find(|row| row.text("table").starts_with("commodity set")).expect("a row");
    let values = numbers(sets.text("values"));
    for holding in 0..4 * 6 * 5 * 6 {
        let held = [holding % 4, holding / 4 % 6, holding / 24 % 5, holding / 120];
        let layers = (0..6).map(|layer| held.iter().filter(|&&count| count > layer).count());
        let value: usize = layers.filter(|&kinds| kinds > 0).map(|kinds| values[kinds - 1]).sum();
        assert_eq!(commodities(held), value, "{held:?}");
    }
}

/// All commodities of the box; a larger box lets the icons of the map be full, too.
#[test]
fn t37_all_commodities() {
    let text = "name = \"more\"\ngame = \"francis-drake\"\n[set]\n\"pools.indigo\" = 4\n\"pools.sugar\" = 8\n\
                \"pools.coffee\" = 8\n\"pools.tobacco\" = 8\n";
    let more = Variant::parse("more.toml", text, "francis-drake").expect("an overlay");
    let goods = json!({"indigo": 3, "sugar": 6, "coffee": 6, "tobacco": 6});
    let setup = Setup::at("over", 3).player(2, json!({"goods": goods}));
    setup.refusal();
    let table = Table::try_load(setup.value(), more).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(table.result()["players"][2]["commodities"], 126);
}

#[test]
fn t38_the_chest() {
    assert_eq!(part("treasure", json!({"chest": {"gold": 2, "silver": 3, "jewel": 1}})), 22);
    let rows = rows_after("### 2.6");
    let stones = rows.iter().find(|row| row.text("table").starts_with("treasure")).expect("a row");
    for (stone, value) in ["silver", "gold", "jewel"].into_iter().zip(numbers(stones.text("values"))) {
        assert_eq!(part("treasure", json!({"chest": {stone: 2}})), 2 * value, "{stone}");
    }
}

/// The last voyage has no reset: what lies there stays in the position (3.1).
#[test]
fn after_voyage_3_nothing_is_reset() {
    let setup = last_mission(3)
        .player(0, json!({"crew": 2, "stops": ["tavern"], "ghost_ship": true}))
        .player(1, json!({"attacks": ["campeche"], "chest": {"gold": 1}}));
    let mut table = setup.table();
    assert!(!table.play_with_chance("decline"));
    let expected = setup
        .with(json!({"decision": {"step": "over"}, "homebound": [0, 1, 2, 3]}))
        .player(1, json!({"vp": 5}))
        .player(3, json!({"missions": {}}));
    assert_eq!(&table.position(), expected.value());
    assert_eq!(step(&table), "over");
}
