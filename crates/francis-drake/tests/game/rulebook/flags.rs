//! The flags of section 7: T31, T48 and the alternatives of R1, R7, R15 and R21.

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::{Seed, Variant, Variants};

use crate::setup::{Setup, Table, copy, play_all, play_with, step};

fn unlimited() -> Value {
    json!({"rules": {"pools_limited": false}})
}

#[test]
fn r1_the_supply_may_be_unlimited() {
    let setup = Setup::new(4).player(3, json!({"crew": 27, "guns": 28, "barrels": 21, "trade_goods": 8}));
    let mut limited = setup.table();
    limited.play_as(0, "crew b").play_as(1, "queen").play_as(2, "supplies b");
    assert_eq!(limited.of_all("crew"), json!([1, 0, 0, 27]));
    let mut table = setup.with(unlimited()).table();
    table.play_as(0, "crew b").play_as(1, "queen").play_as(2, "supplies b");
    assert_eq!(table.of_all("crew"), json!([3, 0, 0, 27]));
    assert_eq!((table.of(1, "guns"), table.of(1, "trade_goods")), (json!(1), json!(1)));
    assert_eq!(table.of(2, "barrels"), 3);
    assert_eq!(table.at("/rules"), json!({"pools_limited": false}));
}

/// Commodities, stones and pinnaces stay limited.
#[test]
fn r1_stones_and_commodities_are_limited_all_the_same() {
    let setup = Setup::new(3).with(unlimited());
    setup.clone().player(0, json!({"crew": 30, "guns": 30, "barrels": 22, "trade_goods": 9})).table();
    setup.clone().player(0, json!({"chest": {"gold": 13}})).refusal();
    setup.player(0, json!({"goods": {"sugar": 5}})).refusal();
}

/// Seat 0 with disc 1 at Panama (troop tile 2), where an attack turns the tile up, and disc 2 at San Juan.
fn panama(crew: u32) -> Setup {
    Setup::at("mission", 3)
        .with(json!({"rules": {"commit_after_reveal": false}}))
        .with(json!({"troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1}}))
        .all(&json!({"crew": crew, "guns": 3, "missions": {"panama": "1", "san juan": "2"}}))
}

#[test]
fn t48_decline_after_the_tile() {
    let mut table = panama(3).table();
    assert_eq!(table.legal(), ["attack", "decline"]);
    table.play_as(0, "attack");
    assert_eq!((table.at("/decision"), table.seat()), (json!({"step": "press"}), Some(0)));
    assert_eq!(table.at("/face_up"), json!(["panama"]));
    assert_eq!((table.of(0, "crew"), table.of(0, "guns")), (json!(3), json!(3)), "nothing is paid yet");
    assert_eq!(table.legal(), ["attack", "decline"]);

    let mut pressed = Table::load(&table.position());
    pressed.play_as(0, "attack");
    assert_eq!(
        (pressed.of(0, "crew"), pressed.of(0, "guns"), pressed.of(0, "vp")),
        (json!(0), json!(0), json!(9))
    );
    assert_eq!((step(&pressed).as_str(), pressed.seat()), ("return", Some(0)));

    table.play_as(0, "decline");
    assert_eq!(table.at("/face_up"), json!(["panama"]), "the tile stays up");
    assert_eq!((table.of(0, "crew"), table.of(0, "guns"), table.of(0, "vp")), (json!(3), json!(3), json!(4)));
    assert_eq!((table.of(0, "missions"), table.of(0, "attacks")), (json!({"san juan": "2"}), json!([])));
    assert_eq!(table.legal(), ["return", "stay"]);
}

#[test]
fn t48_a_tile_too_strong_asks_nothing() {
    let mut table = panama(2).table();
    table.play_as(0, "attack");
    assert_eq!((step(&table).as_str(), table.of(0, "missions")), ("return", json!({"san juan": "2"})));
}

/// With the tile already up, and at a city, an attack is one decision.
#[test]
fn t48_without_a_new_tile_there_is_no_second_decision() {
    let mut table = panama(3).player(1, json!({"missions": {"panama": "1", "portobelo": "2"}})).table();
    play_all(&mut table, &[(0, "attack"), (0, "decline"), (0, "stay"), (1, "attack")]);
    assert_eq!((step(&table).as_str(), table.of(1, "attacks")), ("return", json!(["panama"])));
    play_all(&mut table, &[(1, "stay"), (2, "decline"), (2, "stay"), (0, "decline"), (0, "return")]);
    assert_eq!((table.seat(), table.legal()), (Some(1), vec!["decline".to_owned()]), "no crew is left");
    let city = Setup::at("mission", 3)
        .with(json!({"rules": {"commit_after_reveal": false}}))
        .player(1, json!({"crew": 1, "missions": {"portobelo": "2"}}));
    let mut city = city.table();
    city.play_as(1, "attack");
    assert_eq!(step(&city), "return");
}

#[test]
fn t48_galleons_turn_a_tile_up_too() {
    let mut table = Setup::at("mission", 3)
        .with(json!({"rules": {"commit_after_reveal": false}}))
        .player(0, json!({"guns": 3, "stops": ["queen"], "missions": {"galleon a": "4"}}))
        .player(1, json!({"missions": {"san juan": "4"}}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(step(&table), "press");
    table.play_as(0, "decline");
    assert_eq!(table.at("/homebound"), json!([0]), "disc 4 was dealt with");
    assert_eq!(table.seat(), Some(1));
}

/// The default: declaring the attack commits.
#[test]
fn r15_an_attack_commits() {
    let mut table = panama(3).with(json!({"rules": {}})).table();
    table.play_as(0, "attack");
    assert_eq!((step(&table).as_str(), table.of(0, "vp")), ("return", json!(9)));
}

/// Four ships with discs 2 and 4; all but seat 0 have a success.
fn homecoming(rules: &Value) -> Table {
    Setup::at("mission", 5)
        .with(json!({"rules": rules}))
        .all(&json!({"missions": {"san juan": "2", "santiago": "4"}}))
        .player(1, json!({"attacks": ["campeche"], "chest": {"gold": 1}}))
        .player(2, json!({"attacks": ["campeche"]}))
        .player(3, json!({"attacks": ["portobelo"], "chest": {"silver": 1}}))
        .player(4, json!({"attacks": ["portobelo"]}))
        .table()
}

#[test]
fn r7_the_hero_bonus_may_ignore_the_docks() {
    for (rules, vp) in [(json!({}), [4, 5, 4, 4, 4]), (json!({"hero_bonus_by_dock": false}), [4, 6, 5, 4, 4])]
    {
        let mut table = homecoming(&rules);
        for seat in 0..4 {
            table.play_as(seat, "decline").play_as(seat, "return");
        }
        assert_eq!(table.of_all("vp"), json!(vp), "{rules}");
        assert_eq!(table.at("/homebound"), json!([0, 1, 2, 3]));
    }
}

/// After disc 4 there is no bonus under either rule.
#[test]
fn r7_only_early_returns_count() {
    for rules in [json!({}), json!({"hero_bonus_by_dock": false})] {
        let mut table = homecoming(&rules);
        for seat in 0..5 {
            table.play_as(seat, "decline").play_as(seat, "stay");
        }
        for seat in 0..4 {
            table.play_as(seat, "decline");
        }
        assert_eq!(table.of_all("vp"), json!([4, 4, 4, 4, 4]), "{rules}");
    }
}

#[test]
fn r21_the_fewer_items_may_come_first() {
    for (rules, always) in [(json!({"fewer_first_in_random_layout": true}), true), (json!({}), false)] {
        let start = Setup::alone(3).with(json!({"rules": rules})).table();
        let mut first = [0; 3];
        for seed in 0..60 {
            let mut table = copy(&start);
            play_with(&mut table, "depart", &mut Seed(seed).rng());
            let street: Vec<String> = serde_json::from_value(table.at("/street")).expect("a street");
            let place = |tile: String| street.iter().position(|other| *other == tile);
            for (count, kind) in first.iter_mut().zip(["crew", "guns", "supplies"]) {
                *count += u32::from(place(format!("{kind} a")) < place(format!("{kind} b")));
            }
        }
        for count in first {
            assert!(if always { count == 60 } else { (10..50).contains(&count) }, "{first:?} under {rules}");
        }
    }
}

/// 13.3: `rules` names flags that differ from the data file, and no others.
#[test]
fn flags_that_do_not_differ_are_not_named() {
    for (flag, standard) in [
        ("pools_limited", true),
        ("commit_after_reveal", true),
        ("hero_bonus_by_dock", true),
        ("fewer_first_in_random_layout", false),
        ("ghost_by_die", false),
        ("return_after_all", false),
        ("printed_street", false),
    ] {
        let named = |value: Value| Setup::new(3).with(json!({"rules": {flag: value}}));
        named(json!(!standard)).table();
        assert!(named(json!(standard)).refusal().contains(flag));
        assert!(named(json!(1)).refusal().contains(flag));
    }
    assert!(
        Setup::new(3).with(json!({"rules": {"pool_limited": false}})).refusal().contains("pools_limited")
    );
}

/// Each flag's alternative is shipped as a variant, whose games name it in `rules`; `three-circles` is a data set.
#[test]
fn the_alternatives_are_shipped() {
    let mut flags = Vec::new();
    for (name, _) in FrancisDrake::shipped_variants() {
        let variant = Variant::shipped(name, FrancisDrake::NAME, FrancisDrake::shipped_variants());
        let table = Table::deal(4, variant.expect("a shipped variant"), 3);
        let rules = table.at("/rules").as_object().expect("an object").clone();
        let data = usize::from(table.at("/dataset") != "reconstruction-1");
        assert_eq!(rules.len() + data, 1, "{name}");
        flags.extend(rules);
    }
    flags.sort_by(|a, b| a.0.cmp(&b.0));
    let expected = [
        ("commit_after_reveal", false),
        ("fewer_first_in_random_layout", true),
        ("ghost_by_die", true),
        ("hero_bonus_by_dock", false),
        ("pools_limited", false),
        ("printed_street", true),
        ("return_after_all", true),
    ];
    assert_eq!(flags, expected.map(|(flag, value)| (flag.to_owned(), json!(value))));
}
