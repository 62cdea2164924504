//! The shipped variants that are more than a flag of an action: T49 to T54, rulings R8, R11, R27 and R28.

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::{Dice, Seed, Variant, Variants};

use crate::page::{numbers, rows_after};
use crate::setup::{PRINTED, Setup, Table, copy, play_all, play_with, step};

/// Deals a game of a shipped variant.
fn deal(name: &str, players: usize) -> Table {
    let variant = Variant::shipped(name, FrancisDrake::NAME, FrancisDrake::shipped_variants());
    Table::deal(players, variant.expect("a shipped variant"), 5)
}

#[test]
fn t49_the_street_stays_as_printed() {
    for (rules, printed) in [(json!({"printed_street": true}), 30), (json!({}), 0)] {
        for (voyage, players) in [(1, 3), (2, 4), (1, 5)] {
            let last = Setup::alone(players).with(json!({"rules": rules, "voyage": voyage})).table();
            let mut streets = 0;
            let mut tiles = Vec::new();
            for seed in 0..30 {
                let mut table = copy(&last);
                play_with(&mut table, "depart", &mut Seed(seed).rng());
                assert_eq!(table.at("/voyage"), voyage + 1);
                streets += u32::from(table.at("/street") == json!(PRINTED));
                tiles.push(table.at("/galleon_tiles").to_string());
            }
            assert_eq!(streets, printed, "{rules}, {players} players");
            tiles.sort();
            tiles.dedup();
            assert_eq!(tiles.len(), 6, "the galleon tiles are shuffled");
        }
    }
}

/// A die that is thrown for the galleon tiles alone.
struct Tiles(u32);

impl Dice for Tiles {
    fn below(&mut self, n: u32) -> u32 {
        assert!(n <= 3, "three galleon tiles, not {n} location tiles");
        self.0 += 1;
        0
    }
}

#[test]
fn t49_no_throw_goes_to_the_street() {
    let mut table = Setup::at("return", 4)
        .with(json!({"rules": {"printed_street": true}, "decision": {"step": "return", "seat": 3}}))
        .player(3, json!({"missions": {"san juan": "1"}}))
        .table();
    let mut dice = Tiles(0);
    play_with(&mut table, "return", &mut dice);
    assert_eq!((dice.0, table.at("/voyage")), (2, json!(2)), "a shuffle of three tiles");
}

#[test]
fn t50_the_circles_of_every_set() {
    for players in 3..=5 {
        let start = deal("three-circles", players);
        assert_eq!(start.at("/dataset"), "three-circles-1");
        let order: Vec<usize> = serde_json::from_value(start.at("/start")).expect("seats");
        for row in rows_after("Circles of `three-circles`") {
            let location = row.text("location").replace('_', " ");
            let circles = numbers(row.text(&format!("{players} players")));
            assert_eq!(circles.len(), if location == "trade" { 2 } else { 3 }, "{location}");
            let field = match location.split(' ').next() {
                Some("supplies") => "barrels",
                Some("trade") => "trade_goods",
                kind => kind.expect("a word"),
            };
            let mut table = deal("three-circles", players);
            for (visitor, &seat) in order.iter().enumerate() {
                let Some(&items) = circles.get(visitor) else {
                    assert!(!table.legal().contains(&location), "{location}, {players} players");
                    table.play_as(seat, "depart");
                    continue;
                };
                let before = table.of(seat, field).as_u64().expect("a count");
                table.play_as(seat, &location);
                assert_eq!(table.of(seat, field), before + items as u64, "{location}, {players} players");
            }
        }
    }
}

/// R28: the sets differ in nothing but items, and offer as many of them as ours.
#[test]
fn t50_each_tile_offers_as_many_items_as_ours() {
    let ours = rows_after("### 2.2");
    for row in rows_after("Circles of `three-circles`") {
        let location = row.text("location");
        let our = ours.iter().find(|our| our.text("location") == location).expect("a row");
        for players in 3..=5 {
            let column = format!("{players} players");
            let sum = |text: &str| numbers(text).iter().sum::<usize>();
            assert_eq!(sum(row.text(&column)), sum(our.text(&column)), "{location}, {column}");
        }
        assert_eq!(row.text("4 players"), our.text("4 players"), "the printed board is the set of four");
    }
}

/// A position of this variant is no position of the standard rules.
#[test]
fn t50_the_data_set_has_a_name_of_its_own() {
    let position = deal("three-circles", 3).position();
    let error = Table::try_load(&position, Variant::standard()).err().expect("refused").to_string();
    assert!(error.contains("dataset") && error.contains("three-circles-1"), "{error}");
}

/// A die that shows one face.
struct Face(u32);

impl Dice for Face {
    fn below(&mut self, n: u32) -> u32 {
        assert_eq!(n, 6, "one die");
        self.0 - 1
    }
}

/// Returns crew and Ghost Ship of the first and of the second visitor after each roll.
fn tavern(rules: &Value) -> [Vec<(Value, Value)>; 2] {
    [0, 1].map(|visitor| {
        let rolls = (1..=6).map(|face| {
            let mut table = Setup::new(3).with(json!({"rules": rules})).table();
            if visitor == 1 {
                table.play_as(0, "tavern");
            }
            play_with(&mut table, "tavern", &mut Face(face));
            (table.of(visitor, "crew"), table.of(visitor, "ghost_ship"))
        });
        rolls.collect()
    })
}

#[test]
fn t51_a_roll_of_2_is_the_ghost_ship() {
    let listed = |rolls: [(u8, bool); 6]| rolls.map(|(crew, ghost)| (json!(crew), json!(ghost))).to_vec();
    let second = listed([(0, true), (0, true), (2, false), (2, false), (3, false), (3, false)]);
    let first = listed([(0, true), (0, true), (2, false), (3, false), (3, false), (4, false)]);
    assert_eq!(tavern(&json!({"ghost_by_die": true})), [first.clone(), second.clone()]);
    let mut standard = first;
    standard[1] = (json!(2), json!(false));
    assert_eq!(tavern(&json!({})), [standard, second], "only a first visitor's roll of 2 differs");
}

/// The ghost ship is in place of a crew (section 4.1), whatever rolls a variant gives it to.
#[test]
fn whoever_meets_the_ghost_gets_no_crew() {
    let text = "name = \"v\"\ngame = \"francis-drake\"\n[set]\ntavern_ghost_up_to = 6\n";
    let variant = Variant::parse("v.toml", text, FrancisDrake::NAME).expect("a variant");
    for face in 1..=5 {
        let mut table = Table::try_load(Setup::new(3).value(), variant.clone()).expect("it fits");
        play_with(&mut table, "tavern", &mut Face(face));
        assert_eq!((table.of(0, "crew"), table.of(0, "ghost_ship")), (json!(0), json!(true)), "{face}");
    }
}

/// Ships of seats 0, 1, 2 under the other reading of R11.
fn after_all() -> Setup {
    Setup::at("mission", 3).with(json!({"rules": {"return_after_all": true}}))
}

#[test]
fn t52_ships_decide_after_the_round() {
    let mut table = after_all().all(&json!({"missions": {"san juan": "1", "santiago": "2"}})).table();
    play_all(&mut table, &[(0, "decline"), (1, "decline")]);
    assert_eq!((step(&table).as_str(), table.seat()), ("mission", Some(2)));
    table.play_as(2, "decline");
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 0}));
    assert_eq!(table.legal(), ["return", "stay"]);
    table.play_as(0, "stay");
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 1}));
    table.play_as(1, "return");
    assert_eq!((table.at("/homebound"), table.of(1, "missions")), (json!([1]), json!({})));
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 2}));
    play_all(&mut table, &[(2, "stay"), (0, "decline"), (2, "decline")]);
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 0}), "seat 1 is not asked again");
    assert_eq!(table.legal(), ["return"]);
}

/// What the standard rules let a ship decide before the others have had their missions.
#[test]
fn t52_a_treasure_taken_in_the_round_is_seen() {
    let setup = after_all()
        .with(json!({"voyage": 3}))
        .player(0, json!({"missions": {"san juan": "1", "panama": "2"}}))
        .player(1, json!({"crew": 9, "guns": 9, "missions": {"panama": "1", "campeche": "2"}}));
    let mut table = setup.clone().table();
    play_all(&mut table, &[(0, "decline"), (1, "attack")]);
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 0}));
    assert_eq!(table.of(1, "chest"), json!({"gold": 1}));
    let mut standard = setup.with(json!({"rules": {}})).table();
    standard.play_as(0, "decline");
    assert_eq!(standard.at("/decision"), json!({"step": "return", "seat": 0}));
    assert_eq!(standard.of(1, "chest"), json!({}));
}

/// T12 under the other reading: the heroes are the same, in the order of the outbound dock.
#[test]
fn t52_the_heroes_go_by_the_sailing_order() {
    let mut table = after_all()
        .with(json!({"voyage": 3, "outbound": [2, 0, 1]}))
        .player(0, json!({"attacks": ["portobelo"], "chest": {"silver": 1}}))
        .player(1, json!({"attacks": ["portobelo"]}))
        .all(&json!({"missions": {"san juan": "3", "santiago": "4"}}))
        .table();
    play_all(&mut table, &[(2, "decline"), (0, "decline"), (1, "decline"), (2, "stay"), (0, "return")]);
    table.play_as(1, "return");
    assert_eq!((table.at("/homebound"), table.of_all("vp")), (json!([0, 1]), json!([6, 5, 4])));
    table.play_as(2, "decline");
    assert_eq!((step(&table), table.at("/homebound")), ("over".to_owned(), json!([0, 1, 2])));
}

#[test]
fn t53_all_ships_decide_after_the_golden_hind() {
    let mut table = after_all()
        .player(0, json!({"missions": {"san juan": "1"}}))
        .player(1, json!({"barrels": 0}))
        .player(
            2,
            json!({"stops": ["golden hind"], "missions": {"san juan": "golden hind", "santiago": "4"}}),
        )
        .table();
    table.play_as(2, "decline");
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 0}));
    table.play_as(0, "stay");
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 2}), "seat 1 never left");
    play_all(&mut table, &[(2, "stay"), (0, "decline"), (0, "return"), (2, "stay")]);
    table.play_as(2, "decline");
    assert_eq!(table.at("/voyage"), 2, "seat 1 docked last and the voyage ended");
}

#[test]
fn t54_a_ship_without_discs_returns_at_the_end_of_the_round() {
    let mut table = after_all()
        .player(0, json!({"missions": {"san juan": "1"}}))
        .player(1, json!({"missions": {"san juan": "2"}}))
        .player(2, json!({"missions": {"san juan": "4", "santiago": "1"}}))
        .table();
    play_all(&mut table, &[(0, "decline"), (2, "decline")]);
    assert_eq!(
        (table.at("/decision"), table.legal()),
        (json!({"step": "return", "seat": 0}), vec!["return".to_owned()])
    );
    play_all(&mut table, &[(0, "return"), (1, "stay"), (2, "stay"), (1, "decline")]);
    assert_eq!(
        (table.at("/decision"), table.legal()),
        (json!({"step": "return", "seat": 1}), vec!["return".to_owned()])
    );
    play_all(&mut table, &[(1, "return"), (2, "stay")]);
    assert_eq!(
        (step(&table).as_str(), table.seat(), table.at("/homebound")),
        ("mission", Some(2), json!([0, 1]))
    );
}

/// After disc 4 the ships dock by themselves, in the sailing order.
#[test]
fn t54_no_decision_follows_the_fourth_round() {
    let mut table = after_all().all(&json!({"missions": {"san juan": "4"}})).table();
    table.play_as(0, "decline");
    assert_eq!(
        (step(&table).as_str(), table.seat(), table.at("/homebound")),
        ("mission", Some(1), json!([0]))
    );
    play_all(&mut table, &[(1, "decline"), (2, "decline")]);
    assert_eq!(table.at("/voyage"), 2);
}
