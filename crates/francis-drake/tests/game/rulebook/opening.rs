//! The start of a game: T1, T39, T43, tables 1.2 and 2.1, the first example of section 13.8.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradewinds_game::{Seed, Variant, Variants};

use crate::page::{examples, rows_after};
use crate::setup::{PRINTED, Setup, Table, play_with, step};

fn deal(players: usize, seed: u64) -> Table {
    Table::deal(players, Variant::standard(), seed)
}

#[test]
fn t1_the_last_of_the_draw_takes_a_gun() {
    let table = (0..1000).map(|seed| deal(4, seed)).find(|table| table.at("/start") == json!([0, 1, 2, 3]));
    let table = table.expect("each of the 24 orders is drawn now and then");
    assert_eq!(table.of_all("guns"), json!([0, 0, 0, 1]));
    assert_eq!(table.seat(), Some(0));
}

#[test]
fn table_1_2_the_set_up_of_each_player_count() {
    let rows = rows_after("### 1.2 Setup");
    for players in 3..=5 {
        let table = deal(players, 5);
        let position = table.position();
        let column = format!("{players} players");
        let vp = rows.iter().find(|row| row.text("step") == "starting VP").expect("a row").number(&column);
        let start: Vec<usize> = serde_json::from_value(position["start"].clone()).expect("a list of seats");
        let setup = (0..players).fold(Setup::new(players), |setup, seat| {
            let guns = usize::from(start[players - 1] == seat);
            setup.player(seat, json!({"vp": vp, "guns": guns}))
        });
        let setup = setup.with(json!({"start": start, "galleon_tiles": position["galleon_tiles"]}));
        assert_eq!(&position, setup.value());
        assert_eq!(setup.table().state, table.state);
        assert_eq!(table.seat(), Some(start[0]));
    }
}

#[test]
fn table_2_1_the_printed_order_is_that_of_voyage_1() {
    let rows = rows_after("### 2.1");
    assert_eq!(rows.len(), 18);
    let ids: Vec<String> = rows.iter().map(|row| row.text("id").replace('_', " ")).collect();
    assert_eq!(ids[..16], PRINTED);
    assert_eq!(ids[16..], ["investor", "dockside"]);
    assert_eq!(deal(4, 1).at("/street"), json!(PRINTED));
}

/// 13.5: the start of a game draws `start` and `galleon_tiles`, each in all its orders.
#[test]
fn the_start_order_and_the_galleon_tiles_are_drawn() {
    let draws: Vec<Table> = (0..300).map(|seed| deal(3, seed)).collect();
    for field in ["/start", "/galleon_tiles"] {
        let seen: BTreeSet<String> = draws.iter().map(|table| table.at(field).to_string()).collect();
        assert_eq!(seen.len(), 6, "{field}: {seen:?}");
    }
    let pairs: BTreeSet<String> =
        draws.iter().map(|table| format!("{} {}", table.at("/start"), table.at("/galleon_tiles"))).collect();
    assert_eq!(pairs.len(), 36, "the two draws are independent");
}

#[test]
fn t43_the_first_player_has_23_actions() {
    for players in 3..=5 {
        let table = deal(players, 9);
        let mut actions: Vec<&str> = PRINTED.to_vec();
        actions.extend(["investor guns", "investor crew", "investor galleon"]);
        actions.extend(["dockside crew", "dockside gun", "dockside barrel", "depart"]);
        actions.sort_unstable();
        assert_eq!(table.legal(), actions, "{players} players");
        assert_eq!(actions.len(), 23);
    }
}

#[test]
fn example_13_8_the_start_of_a_game_of_four() {
    let (position, legal) = examples().swap_remove(0);
    let mut table = Table::load(&position);
    assert_eq!(table.position(), position, "it is written as it was read");
    assert_eq!(table.seat(), Some(3), "seat 3 begins");
    assert_eq!(table.legal(), legal);
    assert_eq!(table.of(1, "guns"), 1);
    for seat in [3, 0, 2, 1, 3] {
        assert_eq!(table.seat(), Some(seat));
        let action = table.legal().swap_remove(0);
        table.play_as(seat, &action);
    }
}

/// Ends a voyage of four without missions; seat 0 departs last.
fn ended(voyage: u32, seed: u64) -> Table {
    let mut table = Setup::alone(4)
        .with(json!({"voyage": voyage, "start": [3, 2, 1, 0]}))
        .player(0, json!({"vp": 9, "guns": 3}))
        .table();
    play_with(&mut table, "depart", &mut Seed(seed).rng());
    table
}

#[test]
fn t39_the_gun_is_for_voyage_1_only() {
    for voyage in [1, 2] {
        let table = ended(voyage, 3);
        assert_eq!(table.at("/voyage"), voyage + 1);
        assert_eq!(table.at("/start"), json!([1, 2, 3, 0]), "the tied seats in sailing order");
        assert_eq!(table.of_all("guns"), json!([0, 0, 0, 0]));
        assert_eq!(step(&table), "plymouth");
    }
}

#[test]
fn voyages_2_and_3_shuffle_the_street_and_the_galleon_tiles() {
    let next: Vec<Table> = (0..200).map(|seed| ended(1, seed)).collect();
    let mut first = BTreeSet::new();
    let mut last = BTreeSet::new();
    let mut tiles = BTreeSet::new();
    let mut fewer_first = 0;
    for table in &next {
        let street: Vec<String> = serde_json::from_value(table.at("/street")).expect("a street");
        let mut sorted = street.clone();
        sorted.sort();
        let mut printed = PRINTED.map(str::to_owned);
        printed.sort();
        assert_eq!(sorted, printed);
        let place = |tile: &str| street.iter().position(|other| other == tile);
        fewer_first += usize::from(place("crew a") < place("crew b"));
        first.insert(street[0].clone());
        last.insert(street[15].clone());
        tiles.insert(table.at("/galleon_tiles").to_string());
    }
    assert_eq!((first.len(), last.len(), tiles.len()), (16, 16, 6), "every tile comes first and last");
    // R21: fully random, so about half of the streets have the richer crew tile first.
    assert!((60..140).contains(&fewer_first), "{fewer_first} of 200");
}

#[test]
fn games_are_for_three_to_five() {
    use tradewinds_francis_drake::FrancisDrake;
    assert_eq!(FrancisDrake::PLAYERS, 3..=5);
    assert_eq!(FrancisDrake::NAME, "francis-drake");
    for players in [2, 6] {
        assert!(FrancisDrake::new(players, &Variant::standard()).is_err(), "{players} players");
        let position: Value = Setup::new(players).value().clone();
        assert!(Table::try_load(&position, Variant::standard()).is_err(), "{players} players");
    }
}
