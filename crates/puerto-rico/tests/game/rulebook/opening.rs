//! The published tournament opening of section 10.3: its table is read from the page and played, the
//! remarks of its last column are checked here.

use std::str::FromStr;

use serde_json::{Value, json};

use crate::page;
use crate::setup::Setup;
use crate::table::Table;

/// A line of the table.
struct Phase {
    number: u32,
    round: u32,
    chooser: usize,
    role: &'static str,
    /// Doubloons on the card.
    bonus: u32,
    actions: Vec<(usize, &'static str)>,
    /// Doubloons of all seats after the phase; `None` where the page says that they stay the same.
    doubloons: Option<Value>,
}

/// Returns the texts between backticks.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the seat that a text such as "S2 `pass`" begins with.
fn seat(text: &str) -> usize {
    let digit = text.trim().strip_prefix('S').and_then(|rest| rest.get(..1)).expect("a seat");
    usize::from_str(digit).expect("a digit")
}

fn phases() -> Vec<Phase> {
    let phase = |row: &page::Row| {
        let chosen = row.text("Chooser, role");
        let bonus = chosen.split_once("(+").map_or(0, |(_, rest)| {
            u32::from_str(rest.trim_end_matches(')')).expect("the doubloons on the card")
        });
        let turns = row.text("Actions").split(';').filter(|turn| !turn.is_empty());
        let doubloons = match row.text("d") {
            "same" => None,
            listed => Some(listed.split('/').map(|count| u32::from_str(count).expect("doubloons")).collect()),
        };
        Phase {
            number: row.number("#") as u32,
            round: row.number("Rd") as u32,
            chooser: seat(chosen),
            role: quoted(chosen).next().expect("a role"),
            bonus,
            actions: turns.flat_map(|turn| quoted(turn).map(move |action| (seat(turn), action))).collect(),
            doubloons,
        }
    };
    page::rows_after("### 10.3").iter().map(phase).collect()
}

/// The start position; rows of tiles come up as the page lists them, the rest in any order.
fn start() -> Table {
    let kinds =
        [('c', "corn", 8), ('i', "indigo", 10), ('s', "sugar", 11), ('t', "tobacco", 9), ('k', "coffee", 8)];
    let word = |letter| kinds.iter().find(|kind| kind.0 == letter).expect("a kind").1;
    let mut deck: Vec<&str> = "iisst ckkss cccst cikst".chars().filter(|&c| c != ' ').map(word).collect();
    for (letter, kind, left) in kinds {
        let shown = deck.iter().filter(|&&tile| tile == kind).count() + "cisst".matches(letter).count();
        deck.extend(vec![kind; left - shown]);
    }
    let player = |tile: &str| json!({"doubloons": 3, "tiles": {tile: 1}});
    Setup::new(4)
        .with(json!({"face_up": {"corn": 1, "indigo": 1, "sugar": 2, "tobacco": 1}, "deck": deck}))
        .player(0, player("indigo"))
        .player(1, player("indigo"))
        .player(2, player("corn"))
        .player(3, player("corn"))
        .table()
}

/// Returns the occupied circles of a seat: colonists by tile and building.
fn circles(table: &Table, seat: usize) -> Value {
    let mut circles = table.of(seat, "occupied");
    let all = circles.as_object_mut().expect("counts");
    let buildings = table.of(seat, "buildings");
    all.extend(buildings.as_object().expect("counts").clone());
    all.retain(|_, colonists| colonists != &json!(0));
    circles
}

#[test]
fn a_published_opening() {
    let mut table = start();
    let phases = phases();
    assert_eq!(phases.len(), 24);
    for phase in phases {
        let number = phase.number;
        assert_eq!(table.at("/round"), phase.round, "#{number}");
        let on_card = table.at("/role_doubloons").get(phase.role).cloned().unwrap_or(json!(0));
        assert_eq!(on_card, phase.bonus, "#{number}: doubloons on the card");
        let before = table.of_all("doubloons");
        table.play_as(phase.chooser, phase.role);
        for (seat, action) in phase.actions {
            table.play_as(seat, action);
        }
        assert_eq!(table.decision(), "role", "#{number} is complete");
        assert_eq!(table.of_all("doubloons"), phase.doubloons.unwrap_or(before), "#{number}: doubloons");
        check(number, &table);
    }
    assert_eq!((table.at("/round"), table.seat()), (json!(7), Some(2)));
}

/// Checks what the last column says after a phase.
fn check(number: u32, table: &Table) {
    let same = |what: &str, found: Value, page: Value| assert_eq!(found, page, "#{number}: {what}");
    let circles = |seat: usize, page: Value| same(&format!("circles of S{seat}"), circles(table, seat), page);
    let colonists = |ship: u32, supply: i64| {
        same("ship", table.at("/colonist_ship"), json!(ship));
        assert_eq!(table.colonist_supply(), supply, "#{number}: supply");
    };
    let on_roles = |page: Value| same("role doubloons", table.at("/role_doubloons"), page);
    let discards = |page: Value| same("discards", table.at("/discards"), page);
    let goods = |page: Value| same("goods", table.of_all("goods"), page);
    match number {
        1 => {
            discards(json!({"indigo": 1, "sugar": 1}));
            same("row", table.at("/face_up"), json!({"indigo": 2, "sugar": 2, "tobacco": 1}));
        }
        2 => {
            circles(1, json!({"corn": 1, "indigo": 1}));
            circles(2, json!({"corn": 1}));
            circles(3, json!({"corn": 1}));
            circles(0, json!({"quarry": 1}));
            colonists(4, 70);
        }
        4 => on_roles(json!({"craftsman": 1, "trader": 1, "captain": 1})),
        5 => discards(json!({"indigo": 3, "sugar": 1})),
        6 => {
            circles(2, json!({"corn": 1, "sugar": 1, "small sugar mill": 1}));
            circles(3, json!({"corn": 1, "small market": 1}));
            circles(0, json!({"quarry": 1, "small market": 1}));
            circles(1, json!({"corn": 1, "indigo": 1, "quarry": 1}));
            colonists(4, 65);
        }
        8 => on_roles(json!({"craftsman": 2, "trader": 2, "captain": 2})),
        9 => goods(json!([{}, {"corn": 1}, {"corn": 1 + 1, "sugar": 1}, {"corn": 1}])),
        10 => {
            same("VP", table.of_all("vp"), json!([0, 1, 3, 2]));
            same("ships", table.at("/ships"), json!({"5": {}, "6": {"corn": 4}, "7": {"sugar": 1}}));
        }
        12 => on_roles(json!({"settler": 1, "mayor": 1, "builder": 1})),
        14 => discards(json!({"indigo": 3, "sugar": 2})),
        15 => {
            let s1 = json!({
                "indigo": 1, "corn": 1, "quarry": 1, "small indigo plant": 1, "large market": 1,
            });
            circles(1, s1);
            circles(2, json!({"corn": 1, "sugar": 1, "coffee": 1, "small sugar mill": 1}));
            circles(3, json!({"corn": 1, "tobacco": 1, "tobacco storage": 1}));
            circles(0, json!({"coffee": 1, "quarry": 1, "coffee roaster": 1}));
            colonists(7, 57);
        }
        16 => on_roles(json!({"craftsman": 1, "trader": 1, "captain": 1})),
        17 => {
            let s0 = json!({
                "sugar": 1, "coffee": 1, "quarry": 1, "small market": 1, "small sugar mill": 1,
                "coffee roaster": 1,
            });
            circles(0, s0);
            let s1 = json!({
                "indigo": 1, "corn": 2, "quarry": 1, "small indigo plant": 1, "large market": 1,
            });
            circles(1, s1);
            circles(2, json!({"corn": 1, "sugar": 1, "tobacco": 1, "coffee": 1, "small sugar mill": 1}));
            circles(3, json!({"corn": 1, "tobacco": 1, "tobacco storage": 1, "small market": 1}));
            same("San Juan", table.of_all("san_juan"), json!([0, 1, 1, 0]));
            colonists(4, 52);
        }
        20 => {
            discards(json!({"indigo": 3, "sugar": 3}));
            on_roles(json!({"craftsman": 2, "trader": 2, "captain": 2}));
        }
        21 => goods(json!([
            {"sugar": 1, "coffee": 1}, {"corn": 2, "indigo": 1 + 1}, {"corn": 1, "sugar": 1},
            {"corn": 1, "tobacco": 1},
        ])),
        22 => {
            same("house", table.at("/trading_house"), json!({}));
            goods(json!([{"sugar": 1}, {"corn": 2, "indigo": 1}, {"corn": 1}, {"corn": 1}]));
        }
        23 => {
            goods(json!([{}, {"corn": 1}, {}, {}]));
            same("VP", table.of_all("vp"), json!([1, 2, 4, 4]));
            same("ships", table.at("/ships"), json!({"5": {"indigo": 1}, "6": {}, "7": {"sugar": 2}}));
        }
        24 => on_roles(json!({"settler": 1, "mayor": 1, "prospector": 1})),
        // What a phase pays shows in the doubloons.
        _ => {}
    }
}
