//! The University by one position (`university-one-step`): X45 to X53, and every window a second time from positions.

use serde_json::{Value, json};
use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::{Dice, Seed, Variant, Variants};

use crate::setup::{Setup, list};
use crate::table::{Purses, Table};

/// Turn 5 under the variant; this seat owns the University.
fn owner(players: usize, seat: usize) -> Setup {
    Setup::new(players)
        .turn(5)
        .with(json!({"options": {"university": "one_step"}}))
        .player(seat, json!({"buildings": ["university"]}))
}

/// The last placement of turn 5, by seat 0.
fn last(players: usize, seat: usize, fields: Value) -> Setup {
    owner(players, seat).last(0).with(fields)
}

/// Checks which window is open and for which seat, and what is legal.
fn asked(table: &Table, step: &str, seat: usize, legal: &[&str]) {
    assert_eq!((table.at("/step"), table.seat()), (json!(step), Some(seat)));
    assert_eq!(table.legal(), legal);
}

#[test]
fn x45_one_place_forward_between_two_placements() {
    let mut table = owner(4, 2).step("place", 0).table();
    table.play_as(0, "colonist shipping");
    asked(&table, "university_order", 2, &["advance", "keep"]);
    assert_eq!(table.of(0, "hand"), json!({"colonist": 4}), "in the middle of phase A");
    let mut kept = Table::load(&table.position());
    kept.play_as(2, "keep").play_as(1, "colonist dock");
    assert_eq!((kept.at("/step"), kept.seat()), (json!("place"), Some(2)));

    table.play_as(2, "advance");
    assert_eq!((table.at("/order"), table.at("/university_used")), (json!([0, 2, 1, 3]), json!(true)));
    for seat in [2, 1, 3, 0, 2, 1] {
        table.play_as(seat, "colonist shipping");
    }
}

/// A seat that cannot pass the one ahead with a figure is not asked.
#[test]
fn x45_no_window_without_a_figure_to_place() {
    let hands = |own: Value, ahead: Value| {
        let setup = owner(3, 2).step("place", 0).player(0, json!({"hand": {"colonist": 2}}));
        let mut table = setup.player(1, json!({"hand": ahead})).player(2, json!({"hand": own})).table();
        table.play_as(0, "colonist shipping");
        (table.at("/step"), table.seat())
    };
    let one = || json!({"colonist": 1});
    assert_eq!(hands(one(), one()), (json!("university_order"), Some(2)));
    assert_eq!(hands(json!({}), one()), (json!("place"), Some(1)));
    assert_eq!(hands(one(), json!({})), (json!("place"), Some(2)));
    let mut first = owner(3, 0).step("place", 2).table();
    first.play_as(2, "colonist shipping");
    assert_eq!((first.at("/step"), first.seat()), (json!("place"), Some(0)), "nobody is ahead of the first");
}

/// The first window of a turn comes before the first placement of the player ahead.
#[test]
fn x45_the_start_of_a_turn() {
    let table = owner(3, 1).late(0).declined();
    assert_eq!(
        (table.at("/step"), table.seat(), table.at("/turn")),
        (json!("university_order"), Some(1), json!(6))
    );
    let table = owner(3, 2).late(0).declined();
    assert_eq!((table.at("/step"), table.seat(), table.at("/turn")), (json!("place"), Some(0), json!(6)));
}

#[test]
fn x46_initiative_before_its_money() {
    let setup = last(3, 1, json!({"initiative_box": [2, 1, 0], "capital_box": [0]}));
    let mut table = setup.placed();
    asked(&table, "university_initiative", 1, &["advance 2", "keep"]);
    assert_eq!(table.purses(), json!([0, 0, 0]), "nothing is paid yet");
    table.play_as(1, "advance 2");
    assert_eq!((table.at("/initiative_box"), table.purses()), (json!([1, 2, 0]), json!([3, 1, 2])));
    let mut kept = setup.placed();
    kept.play_as(1, "keep");
    assert_eq!((kept.at("/initiative_box"), kept.purses()), (json!([2, 1, 0]), json!([3, 2, 1])));
    let first = last(3, 1, json!({"initiative_box": [1, 0], "capital_box": [0]})).placed();
    assert_eq!(first.at("/step"), "buy", "the first has nobody to pass");
}

#[test]
fn x47_initiative_before_the_new_order() {
    let mut table = owner(4, 3).late(0).with(json!({"initiative_box": [2, 0, 3]})).declined();
    asked(&table, "university_reorder", 3, &["advance 3", "keep"]);
    assert_eq!(table.at("/turn"), 5);
    table.play_as(3, "advance 3");
    assert_eq!((table.at("/turn"), table.at("/order")), (json!(6), json!([2, 3, 0, 1])));

    let eighth = owner(4, 3).turn(8).late(0).with(json!({"initiative_box": [2, 0, 3]}));
    assert_eq!(eighth.declined().at("/step"), "over", "no order follows turn 8");
}

#[test]
fn x48_the_dock_before_each_landing() {
    let [a, b, c, d] = [0, 1, 2, 3];
    let dock = json!([[a, "colonist"], [b, "soldier"], [c, "colonist"], [d, "merchant"]]);
    let mut table = last(4, d, json!({"dock": dock})).placed();
    for seat in [a, b] {
        table.play_as(seat, "land caribbean");
    }
    asked(&table, "university_dock", d, &["advance 2", "keep"]);
    assert_eq!(table.at("/dock"), json!([[c, "colonist"], [d, "merchant"]]));
    table.play_as(d, "advance 2");
    assert_eq!(table.at("/dock"), json!([[d, "merchant"], [c, "colonist"]]), "one position, not to space 1");
    table.play_as(d, "land caribbean").play_as(c, "land caribbean");
}

/// An own figure is passed only where its class differs.
#[test]
fn x48_own_figures_ahead() {
    let figures = |first: &str, second: &str| {
        let table = last(3, 1, json!({"dock": [[1, first], [1, second]]})).placed();
        table.at("/step")
    };
    assert_eq!(figures("colonist", "merchant"), "university_dock");
    assert_eq!(figures("merchant", "merchant"), "land");
}

#[test]
fn x49_a_capital_figure_before_each_purchase() {
    let mut table = last(3, 1, json!({"capital_box": [2, 0, 1, 1]})).placed();
    table.play_as(2, "pass");
    asked(&table, "university_capital", 1, &["advance 2", "keep"]);
    let mut kept = Table::load(&table.position());
    kept.play_as(1, "keep").play_as(0, "pass").play_as(1, "pass").play_as(1, "pass");
    table.play_as(1, "advance 2");
    assert_eq!(table.at("/capital_box"), json!([1, 0, 1]));
    for seat in [1, 0, 1] {
        table.play_as(seat, "pass");
    }
}

#[test]
fn x50_a_tie_of_shipping_with_the_player_ahead() {
    let with = |seat: usize, values: [u64; 3]| {
        let mut setup = last(3, seat, json!({"specialists_box": {"training": 0}}));
        for (seat, value) in values.into_iter().enumerate() {
            setup = setup.player(seat, json!({"shipping": value}));
        }
        setup.placed()
    };
    let mut table = with(1, [3, 3, 3]);
    asked(&table, "university_shipping", 1, &["advance", "keep"]);
    table.play_as(1, "advance");
    assert_eq!((table.of_all("ships"), table.at("/order")), (json!([null, 1, null]), json!([1, 0, 2])));
    for (seat, values, why) in [
        (2, [3, 3, 3], "one position is not enough"),
        (2, [3, 1, 3], "the one ahead has less"),
        (1, [2, 3, 3], "first of the highest already"),
    ] {
        assert_eq!(with(seat, values).at("/step"), "train", "{why}");
    }
    assert_eq!(with(2, [1, 3, 3]).at("/step"), "university_shipping");
}

#[test]
fn x51_an_expedition_before_the_player_ahead() {
    let mut setup = last(3, 2, json!({}));
    for seat in 0..3 {
        setup = setup.player(seat, json!({"discovery": {"other": 1}}));
    }
    let mut table = setup.placed();
    table.play_as(0, "stay");
    asked(&table, "university_discovery", 2, &["advance", "keep"]);
    table.play_as(2, "advance");
    assert_eq!(table.at("/order"), json!([0, 2, 1]));
    table.play_as(2, "stay").play_as(1, "stay");
    assert_ne!(table.at("/step"), "explore_target");
}

#[test]
fn x52_benefits_before_those_of_the_player_ahead() {
    let setup = Setup::new(3)
        .turn(7)
        .with(json!({"options": {"university": "one_step"}}))
        .player(0, json!({"buildings": ["stable"]}))
        .player(1, json!({"buildings": ["university", "migration", "trading_post"]}))
        .late(2);
    let mut table = setup.declined();
    asked(&table, "university_benefits", 1, &["advance", "keep"]);
    assert_eq!(table.money(1), json!(0), "phase D has not begun for either");
    let mut kept = Table::load(&table.position());
    kept.play_as(1, "keep").play_as(0, "stay").play_as(1, "stay");
    table.play_as(1, "advance");
    assert_eq!((table.at("/order"), table.at("/step")), (json!([1, 0, 2]), json!("migration")));
    assert_eq!(table.money(1), json!(5));
    table.play_as(1, "stay").play_as(0, "stay");
    assert_eq!(table.at("/turn"), 8);
}

#[test]
fn x53_the_colonists_of_x_and_y() {
    let setup = last(2, 1, json!({"dock": [[0, "colonist"]], "dock_x": 1, "dock_y": 1}))
        .player(1, json!({"buildings": ["indentured_servitude", "university", "colonization_laws"]}));
    let mut table = setup.placed();
    asked(&table, "university_dock", 1, &["advance x", "keep"]);
    table.play_as(1, "advance x");
    assert_eq!(
        (table.at("/dock"), table.at("/dock_x")),
        (json!([[1, "colonist"], [0, "colonist"]]), Value::Null)
    );
    let mut kept = setup.placed();
    kept.play_as(1, "keep").play_as(0, "land caribbean");
    assert_eq!(kept.at("/step"), "land", "X and Y are equal colonists of one owner");
}

/// The steps that only the variant has, and its positions, are refused by the standard rules.
#[test]
fn the_standard_rules_know_no_such_window() {
    let windows = [
        owner(3, 1).step("university_initiative", 1).with(json!({"initiative_box": [2, 1]})),
        owner(3, 1).step("university_reorder", 1).with(json!({"initiative_box": [2, 1]})),
        owner(3, 1).step("university_order", 1).player(0, json!({"hand": {"colonist": 4}})).with(json!({
            "warfare_box": [0]
        })),
    ];
    for setup in windows {
        let hands = |setup: Setup| {
            (1..3).fold(setup, |setup, seat| {
                if setup.value()["step"] == "university_order" {
                    setup.player(seat, json!({"hand": {"colonist": 5}}))
                } else {
                    setup
                }
            })
        };
        let setup = hands(setup);
        setup.table();
        setup.with(json!({"options": {}})).refusal();
    }
}

/// The place of a seat in a list of seats.
fn place(seats: &Value, seat: usize) -> Option<usize> {
    list(seats).iter().position(|other| *other == json!(seat))
}

/// The landing order of a position: seat and figure.
fn landings(position: &Value) -> Vec<(Value, Value)> {
    let numbered = list(&position["dock"]).iter().map(|figure| (figure[0].clone(), figure[1].clone()));
    let extra = ["dock_x", "dock_y"].into_iter().filter(|extra| !position[*extra].is_null());
    numbered.chain(extra.map(|extra| (position[extra].clone(), json!("colonist")))).collect()
}

/// Returns the window that the page puts before the decision of a position, for this owner of the unused University.
fn window_before(position: &Value, owner: usize) -> Option<&'static str> {
    let acts = position["to_move"].as_u64().map(|seat| seat as usize);
    let at = place(&position["order"], owner)?;
    let ahead =
        at.checked_sub(1).and_then(|at| list(&position["order"])[at].as_u64()).map(|seat| seat as usize);
    let follows = ahead.is_some() && acts == ahead;
    let own = &position["players"][owner];
    match position["step"].as_str()? {
        "place" => (follows && own.get("hand").is_some()).then_some("university_order"),
        "explore_target" => (follows && own.get("discovery").is_some()).then_some("university_discovery"),
        "land" => {
            let line = landings(position);
            let behind = line.len() > 1 && line[1].0 == json!(owner) && line[0] != line[1];
            behind.then_some("university_dock")
        }
        "buy" => {
            let line = list(&position["capital_box"]);
            let behind = line.len() > 1 && line[1] == json!(owner) && line[0] != line[1];
            behind.then_some("university_capital")
        }
        _ => None,
    }
}

/// Gives a building of a stack or of the offer to a seat.
fn give(position: &mut Value, building: &str, seat: usize) {
    let keep = |list: &mut Value| list.as_array_mut().expect("a list").retain(|other| other != building);
    position["building_stacks"].as_array_mut().expect("stacks").iter_mut().for_each(keep);
    if let Some(offer) = position.get_mut("offer") {
        keep(offer);
    }
    for player in position["players"].as_array_mut().expect("players") {
        if let Some(owned) = player.get_mut("buildings") {
            keep(owned);
        }
    }
    let player = position["players"][seat].as_object_mut().expect("a player");
    let owned = player.entry("buildings").or_insert_with(|| json!([]));
    owned.as_array_mut().expect("a list").push(json!(building));
}

/// Plays a random game from a turn on in which a seat gets the University (and others Stable and Migration), and
/// checks every window. Returns how many there were of each kind.
fn play(players: usize, turn: u64, seed: u64, windows: &mut std::collections::BTreeMap<String, u32>) {
    let mut dice = Seed(seed).rng();
    let variant =
        Variant::shipped("university-one-step", AgeOfDiscovery::NAME, AgeOfDiscovery::shipped_variants());
    let mut table = Table::deal(players, variant.expect("a shipped variant"), seed);
    let mut draw = |table: &Table| {
        let legal = table.legal();
        legal[dice.below(legal.len() as u32) as usize].clone()
    };
    while table.at("/turn") != json!(turn) {
        let action = draw(&table);
        table.play(&action);
    }
    let mut position = table.position();
    let owner = seed as usize % players;
    give(&mut position, "university", owner);
    if turn > 6 {
        give(&mut position, "stable", (owner + players - 1) % players);
        give(&mut position, "migration", owner);
    }
    position.as_object_mut().expect("an object").remove("university_used");
    let mut table = Table::load(&position);
    let mut before: Option<Value> = None;
    while table.seat().is_some() {
        let position = table.position();
        let used = position["university_used"] == true;
        let last_step = before.as_ref().map(|before| before["step"].as_str().expect("a step").to_owned());
        let step = position["step"].as_str().expect("a step").to_owned();
        if let (Some(last), false) = (&last_step, used) {
            let was_window = last.starts_with("university");
            if let Some(expected) = window_before(&position, owner) {
                assert_eq!(last, expected, "before {position}");
            } else if ["university_order", "university_dock", "university_capital", "university_discovery"]
                .contains(&last.as_str())
            {
                panic!("{last} before {position}");
            }
            let before = before.as_ref().expect("a position before");
            let behind = place(&before["initiative_box"], owner).is_some_and(|place| place > 0);
            if before["turn"] != position["turn"] && behind {
                assert_eq!(last, "university_reorder", "{before}");
            }
            let placed = last == "place" && !["place", "university_order"].contains(&step.as_str());
            let behind = place(&position["initiative_box"], owner).is_some_and(|place| place > 0);
            assert!(!placed || behind == (step == "university_initiative"), "after {before}");
            assert!(!was_window || before["to_move"] == json!(owner), "{before}");
        }
        if step.starts_with("university") {
            assert!(!used && position["to_move"] == json!(owner), "{position}");
            *windows.entry(step).or_insert(0) += 1;
        }
        let mut action = draw(&table);
        // The University is kept more often than not, so that many windows come up.
        if table.legal().contains(&"keep".to_owned()) && !seed.is_multiple_of(3) {
            action = "keep".to_owned();
        }
        before = Some(position);
        table.play(&action);
    }
}

#[test]
fn every_window_opens_where_the_page_says() {
    let mut windows = std::collections::BTreeMap::new();
    for players in 2..=5 {
        for seed in 0..8 {
            play(players, 4, seed, &mut windows);
            play(players, 7, seed, &mut windows);
        }
    }
    assert_eq!(windows.len(), 8, "{windows:?}");
}
