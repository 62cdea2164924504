//! The piles of table 1.2 (C1) and the buildings of table 2.

use serde_json::{Value, json};
use tradewinds_game::{Notation, Seed, Variant};
use tradewinds_puerto_rico::PuertoRico;

use super::builder::{builder_phase, price};
use crate::setup::Setup;
use crate::table::{Table, total};

const KINDS: [&str; 5] = ["corn", "indigo", "sugar", "tobacco", "coffee"];

/// A column of table 1.2.
struct Column {
    players: usize,
    doubloons: u32,
    start_tiles: &'static [&'static str],
    pool: u32,
    colonists: u32,
    on_ship: u32,
    ships: &'static [&'static str],
    roles: &'static [&'static str],
    picks: usize,
    row: i64,
    quarries: u32,
    plantations: [u32; 5],
    left_to_shuffle: [u32; 5],
    face_down: usize,
    goods: [u32; 5],
}

const SIX_ROLES: [&str; 6] = ["builder", "captain", "craftsman", "mayor", "settler", "trader"];
const ALL_PLANTATIONS: [u32; 5] = [10, 12, 11, 9, 8];
const ALL_GOODS: [u32; 5] = [10, 11, 11, 9, 9];

const COLUMNS: [Column; 4] = [
    Column {
        players: 2,
        doubloons: 3,
        start_tiles: &["indigo", "corn"],
        pool: 65,
        colonists: 40,
        on_ship: 2,
        ships: &["4", "6"],
        roles: &["prospector"],
        picks: 6,
        row: 3,
        quarries: 5,
        plantations: [7, 9, 8, 6, 5],
        left_to_shuffle: [6, 8, 8, 6, 5],
        face_down: 30,
        goods: [8, 9, 9, 7, 7],
    },
    Column {
        players: 3,
        doubloons: 2,
        start_tiles: &["indigo", "indigo", "corn"],
        pool: 75,
        colonists: 55,
        on_ship: 3,
        ships: &["4", "5", "6"],
        roles: &[],
        picks: 3,
        row: 4,
        quarries: 8,
        plantations: ALL_PLANTATIONS,
        left_to_shuffle: [9, 10, 11, 9, 8],
        face_down: 43,
        goods: ALL_GOODS,
    },
    Column {
        players: 4,
        doubloons: 3,
        start_tiles: &["indigo", "indigo", "corn", "corn"],
        pool: 100,
        colonists: 75,
        on_ship: 4,
        ships: &["5", "6", "7"],
        roles: &["prospector"],
        picks: 4,
        row: 5,
        quarries: 8,
        plantations: ALL_PLANTATIONS,
        left_to_shuffle: [8, 10, 11, 9, 8],
        face_down: 41,
        goods: ALL_GOODS,
    },
    Column {
        players: 5,
        doubloons: 4,
        start_tiles: &["indigo", "indigo", "indigo", "corn", "corn"],
        pool: 122,
        colonists: 95,
        on_ship: 5,
        ships: &["6", "7", "8"],
        roles: &["prospector 1", "prospector 2"],
        picks: 5,
        row: 6,
        quarries: 8,
        plantations: ALL_PLANTATIONS,
        left_to_shuffle: [8, 9, 11, 9, 8],
        face_down: 39,
        goods: ALL_GOODS,
    },
];

#[test]
fn c1_new_games_have_the_piles_of_table_1_2() {
    for column in &COLUMNS {
        let table = Table::deal(column.players, Variant::standard(), 7);
        let position = table.position();
        for (field, start) in [
            ("rules", json!([])),
            ("round", json!(1)),
            ("picked", json!([])),
            ("role_doubloons", json!({})),
            ("step", json!({"decision": "role"})),
            ("colonist_ship", json!(column.on_ship)),
            ("colonist_shortage", json!(false)),
            ("ships", column.ships.iter().map(|&ship| (ship, json!({}))).collect()),
            ("trading_house", json!({})),
            ("discards", json!({})),
        ] {
            assert_eq!(position[field], start, "{field} of {} players", column.players);
        }
        let players: Vec<Value> = column
            .start_tiles
            .iter()
            .map(|&tile| {
                json!({
                    "doubloons": column.doubloons, "vp": 0, "goods": {}, "tiles": {tile: 1}, "occupied": {},
                    "buildings": {}, "san_juan": 0,
                })
            })
            .collect();
        assert_eq!(position["players"], json!(players));
        assert_eq!(table.seat(), Some(0));
        assert_eq!(table.colonist_supply(), i64::from(column.colonists));
        assert_eq!(table.supply(), column.goods.map(i64::from));

        let mut roles = [&SIX_ROLES[..], column.roles].concat();
        roles.sort_unstable();
        assert_eq!(table.legal(), roles);

        assert_eq!(total(&position["face_up"]), column.row);
        let deck = position["deck"].as_array().expect("the order is dealt");
        assert_eq!(deck.len(), column.face_down);
        for (kind, left) in KINDS.iter().zip(column.left_to_shuffle) {
            let face_down = deck.iter().filter(|tile| tile == kind).count() as u64;
            let face_up = position["face_up"][kind].as_u64().unwrap_or(0);
            assert_eq!(face_down + face_up, u64::from(left), "{kind} of {} players", column.players);
        }
    }
}

/// Two deals with different dice have different tile orders, equal dice give equal ones.
#[test]
fn the_tiles_are_shuffled() {
    let deck = |seed| Table::deal(4, Variant::standard(), seed).at("/deck");
    assert_eq!(deck(1), deck(1));
    assert_ne!(deck(1), deck(2));
}

fn loads(position: &Setup) -> bool {
    PuertoRico::load(position.value(), &Variant::standard(), &mut Seed(1).rng()).is_ok()
}

/// All of a pile may lie on one board, but not one piece more.
#[test]
fn c1_no_pile_has_a_piece_more() {
    for column in &COLUMNS {
        let table = || Setup::new(column.players);
        let n = column.players;
        for (index, kind) in KINDS.into_iter().enumerate() {
            for (more, fits) in [(0, true), (1, false)] {
                let goods = table().player(0, json!({"goods": {kind: column.goods[index] + more}}));
                assert_eq!(loads(&goods), fits, "{kind} of {n} players");
                let discards = table().with(json!({"discards": {kind: column.plantations[index] + more}}));
                assert_eq!(loads(&discards), fits, "{kind} plantations of {n} players");
            }
        }
        for (more, fits) in [(0, true), (1, false)] {
            let quarries = table().player(0, json!({"tiles": {"quarry": column.quarries + more}}));
            assert_eq!(loads(&quarries), fits, "quarries of {n} players");
            let colonists = table().player(0, json!({"san_juan": column.colonists + more}));
            assert_eq!(loads(&colonists), fits, "colonists of {n} players");
            let row = table().with(json!({"face_up": {"corn": column.row + i64::from(more)}}));
            assert_eq!(loads(&row), fits, "the row of {n} players");
            // A round begins only while the pool has chips.
            let vp = table().player(0, json!({"vp": column.pool - 1 + more}));
            assert_eq!(loads(&vp), fits, "chips of {n} players");
        }
    }
}

/// Picks in a round: 3 each for two players, otherwise one each.
#[test]
fn c1_a_round_has_so_many_picks() {
    for column in &COLUMNS {
        let mut table = Setup::new(column.players).table();
        let mut picks = 0;
        while table.at("/round") == 1 {
            let decision = table.decision();
            let action = match decision.as_str() {
                "role" => {
                    picks += 1;
                    table.legal().swap_remove(0)
                }
                _ => "pass".to_owned(),
            };
            table.play(&action);
        }
        assert_eq!(picks, column.picks, "{} players", column.players);
    }
}

/// A row of table 2.
type BuildingRow = (&'static str, u32, i64, u32, u32, u32, usize, usize);

/// Returns the circles of a building.
pub fn circles(building: &str) -> i64 {
    let row = BUILDINGS.iter().find(|row| row.0 == building).expect("a building of table 2");
    i64::from(row.4)
}

#[rustfmt::skip]
const BUILDINGS: [BuildingRow; 23] = [
    // name, cost, VP, column, circles, spaces, copies, copies for two players
    ("small indigo plant", 1, 1, 1, 1, 1, 4, 2),
    ("small sugar mill", 2, 1, 1, 1, 1, 4, 2),
    ("indigo plant", 3, 2, 2, 3, 1, 3, 2),
    ("sugar mill", 4, 2, 2, 3, 1, 3, 2),
    ("tobacco storage", 5, 3, 3, 3, 1, 3, 2),
    ("coffee roaster", 6, 3, 3, 2, 1, 3, 2),
    ("small market", 1, 1, 1, 1, 1, 2, 1),
    ("hacienda", 2, 1, 1, 1, 1, 2, 1),
    ("construction hut", 2, 1, 1, 1, 1, 2, 1),
    ("small warehouse", 3, 1, 1, 1, 1, 2, 1),
    ("hospice", 4, 2, 2, 1, 1, 2, 1),
    ("office", 5, 2, 2, 1, 1, 2, 1),
    ("large market", 5, 2, 2, 1, 1, 2, 1),
    ("large warehouse", 6, 2, 2, 1, 1, 2, 1),
    ("factory", 7, 3, 3, 1, 1, 2, 1),
    ("university", 8, 3, 3, 1, 1, 2, 1),
    ("harbor", 8, 3, 3, 1, 1, 2, 1),
    ("wharf", 9, 3, 3, 1, 1, 2, 1),
    ("guild hall", 10, 4, 4, 1, 2, 1, 1),
    ("residence", 10, 4, 4, 1, 2, 1, 1),
    ("fortress", 10, 4, 4, 1, 2, 1, 1),
    ("customs house", 10, 4, 4, 1, 2, 1, 1),
    ("city hall", 10, 4, 4, 1, 2, 1, 1),
];

#[test]
fn table_2_cost_and_column() {
    for (building, cost, _, column, ..) in BUILDINGS {
        assert_eq!(price(builder_phase(1), 1, 0, building), cost, "{building}");
        assert_eq!(price(builder_phase(1), 1, 7, building), cost - column, "{building} with 7 quarries");
        assert_eq!(price(builder_phase(0), 0, 0, building), cost - 1, "{building} for the builder");
    }
}

#[test]
fn table_2_vp_and_circles() {
    for (building, _, vp, _, circles, ..) in BUILDINGS {
        let staffed = |colonists: u32| Setup::new(4).player(2, json!({"buildings": {building: colonists}}));
        assert!(loads(&staffed(circles)), "{building}");
        assert!(!loads(&staffed(circles + 1)), "{building}");
        assert_eq!(staffed(0).table().score(2, "buildings"), vp, "{building}");
    }
}

#[test]
fn table_2_city_spaces() {
    for (building, .., spaces, _, _) in BUILDINGS {
        // Ten and eleven other small buildings.
        for (others, free) in [(10, 2), (11, 1), (12, 0)] {
            let city: Value = BUILDINGS
                .iter()
                .map(|row| row.0)
                .filter(|&other| other != building)
                .take(others)
                .map(|other| (other, 0))
                .collect();
            let table = builder_phase(1).player(1, json!({"doubloons": 30, "buildings": city})).table();
            let on_offer = table.legal().contains(&format!("build {building}"));
            assert_eq!(on_offer, spaces <= free, "{building} with {free} free spaces");
        }
    }
}

#[test]
fn table_2_copies() {
    let owners = |players: usize, owners: usize, building: &str| {
        (0..owners).fold(
            Setup::new(players).with(json!({
                "picked": ["builder"], "step": {"decision": "build", "player": players - 1},
            })),
            |setup, seat| setup.player(seat, json!({"buildings": {building: 0}})),
        )
    };
    for (building, .., copies, copies_of_two) in BUILDINGS {
        let offered = |players: usize, owned: usize| {
            let setup = owners(players, owned, building).player(players - 1, json!({"doubloons": 30}));
            setup.table().legal().contains(&format!("build {building}"))
        };
        assert!(offered(5, copies - 1), "the last {building}");
        assert!(!offered(5, copies), "no {building} is left");
        assert!(!loads(&owners(5, copies + 1, building)), "{building}");
        assert!(offered(2, copies_of_two - 1), "the last {building} of two players");
        if copies_of_two == 1 {
            assert!(!offered(2, 1), "no {building} is left for two players");
            assert!(!loads(&owners(2, 2, building)), "{building} of two players");
        } else {
            assert!(loads(&owners(2, 2, building)), "{building} of two players");
        }
    }
    assert_eq!(BUILDINGS.iter().map(|row| row.6).sum::<usize>(), 49, "section 1.1");
    assert_eq!(BUILDINGS.iter().map(|row| row.7).sum::<usize>(), 29, "table 1.2");
}
