//! Whole games of random play: who decides, what is legal, what is chance, and the invariants of
//! section 8, each computed once more from the position files.

use serde_json::{Value, json};
use tradewinds_game::{Dice, Seed, Variant};

use crate::oracle::{Oracle, Position};
use crate::setup::{DESTINATIONS, Table};

/// Sums a count of all players.
fn total(position: Position<'_>, field: &str) -> u64 {
    (0..position.players()).map(|seat| position.count(seat, field)).sum()
}

/// Sums a kind in an object of all players.
fn owned(position: Position<'_>, field: &str, kind: &str) -> u64 {
    (0..position.players()).map(|seat| position.0["players"][seat][field][kind].as_u64().unwrap_or(0)).sum()
}

/// Invariants 1 to 4, 6 to 8 and 12.
fn check(position: Position<'_>, before: &Value) {
    if position.0["rules"].get("pools_limited").is_none() {
        for (field, all) in [("crew", 28), ("guns", 28), ("trade_goods", 8), ("barrels", 21)] {
            assert!(total(position, field) <= all, "invariant 1: {field}");
        }
    }
    let at_sea = !["plymouth", "admiral", "governor"].contains(&position.step());
    for (stone, all, places) in [
        ("gold", 12, &["panama", "gran granada", "campeche", "veracruz"][..]),
        ("silver", 12, &["trinidad", "puerto cabello", "cartagena", "portobelo"]),
        ("jewel", 9, &["galleon a", "galleon b", "galleon c"]),
    ] {
        let taken = places.iter().filter(|&&place| attackers(position, place) > 0).count();
        let on_map = if at_sea { places.len() - taken } else { 0 };
        assert!(owned(position, "chest", stone) + on_map as u64 <= all, "invariant 2: {stone}");
    }
    for (kind, all) in [("indigo", 3), ("sugar", 6), ("coffee", 6), ("tobacco", 6)] {
        assert!(owned(position, "goods", kind) <= all, "invariant 3: {kind}");
    }
    for (stop, most) in [("pinnace", 2), ("admiral", 1), ("governor", 1), ("informer", 1), ("golden hind", 1)]
    {
        let holders = (0..position.players()).filter(|&seat| position.stops(seat).contains(&stop));
        assert!(holders.count() <= most, "invariant 4: {stop}");
    }
    for seat in 0..position.players() {
        let (old, new) = (&before["players"][seat]["vp"], &position.0["players"][seat]["vp"]);
        let fell = old.as_i64() > new.as_i64();
        let used = before["players"][seat]["investor_tile"] == true
            && position.0["players"][seat]["investor_tile"] == false;
        assert_eq!(fell, used, "invariant 5: {old} and {new} VP of seat {seat}");
        assert!(!fell || new.as_i64().map(|vp| vp + 4) == old.as_i64(), "invariant 5: seat {seat}");
        assert!(position.stops(seat).len() <= 10, "invariant 6");
        let range = position.count(seat, "barrels").min(4) as usize;
        for place in position.0["players"][seat]["missions"].as_object().expect("missions").keys() {
            let reached = &DESTINATIONS[..[0, 3, 7, 11, 14][range]];
            assert!(reached.contains(&place.as_str()), "invariant 7: {place} of seat {seat}");
        }
    }
    for place in DESTINATIONS {
        assert!(attackers(position, place) <= 2, "invariant 8: {place}");
    }
}

/// The number of seats with a success there.
fn attackers(position: Position<'_>, place: &str) -> usize {
    let players = position.0["players"].as_array().expect("players");
    players
        .iter()
        .filter(|player| player["attacks"].as_array().expect("attacks").iter().any(|other| other == place))
        .count()
}

/// Whether the page lists a random event for this action (13.5).
fn is_chance(before: Position<'_>, action: &str, after: Position<'_>) -> bool {
    let last_departure = before.step() == "plymouth" && action == "depart" && after.step() != "plymouth";
    let second_tile = before.step() == "admiral" && after.step() != "admiral";
    action == "tavern"
        || before.0["voyage"] != after.0["voyage"]
        || last_departure && before.holder("admiral").is_none()
        || second_tile && before.holder("governor").is_none()
}

/// Checks who decides after a mission or a return under the other reading of R11.
fn check_return(oracle: &Oracle, before: Position<'_>, action: &str, after: Position<'_>) {
    let applies = before.0["rules"].get("return_after_all").is_some()
        && ["mission", "press", "return"].contains(&before.step())
        && after.step() != "press";
    if !applies {
        return;
    }
    match oracle.after_mission(before, action) {
        None => assert!(
            after.0["voyage"] != before.0["voyage"] || after.step() == "over",
            "{action}, {}",
            before.0
        ),
        Some((step, seat)) => {
            assert_eq!(after.step(), step, "{action} in {}", before.0);
            assert_eq!(
                after.0["decision"].get("seat"),
                seat.map(|seat| json!(seat)).as_ref(),
                "{}",
                before.0
            );
        }
    }
}

/// Plays a game at random, seldom departing early, and returns the number of decisions.
fn play(players: usize, rules: &Value, seed: u64) -> usize {
    let oracle = Oracle::new(players);
    let mut dice = Seed(seed).rng();
    let mut start = Table::deal(players, Variant::standard(), seed).position();
    start["rules"] = rules.clone();
    let mut table = Table::load(&start);
    let mut decisions = 0;
    while let Some(seat) = table.seat() {
        let before = table.position();
        let position = Position(&before);
        assert_eq!(oracle.to_act(position), Some(seat), "who decides in {before}");
        let mut legal = oracle.legal(position);
        assert_eq!(table.legal(), legal, "in {before}");
        if legal.len() > 1 && dice.below(8) > 0 {
            legal.retain(|action| action != "depart" && action != "decline");
        }
        let action = legal[dice.below(legal.len() as u32) as usize].clone();
        let chance = table.play_with_chance(&action);
        let after = table.position();
        assert_eq!(chance, is_chance(position, &action, Position(&after)), "{action} in {before}");
        check(Position(&after), &before);
        check_return(&oracle, position, &action, Position(&after));
        decisions += 1;
    }
    assert_eq!(table.at("/decision"), json!({"step": "over"}));
    assert_eq!(oracle.to_act(Position(&table.position())), None);
    decisions
}

/// 3.1: 3 x (26 n + 16) decisions are the bound, 282, 360 and 438.
#[test]
fn games_of_each_player_count() {
    for (players, bound) in [(3, 282), (4, 360), (5, 438)] {
        for seed in 0..12 {
            let decisions = play(players, &json!({}), seed);
            assert!(decisions <= bound, "{decisions} decisions of {players} players");
        }
    }
}

/// With the press of R15 the bound is 3 x (26 n + 23), with the returns of R11 3 x (n - 1) more.
#[test]
fn games_under_each_flag() {
    for (rules, players) in [
        (json!({"pools_limited": false}), 5),
        (json!({"commit_after_reveal": false}), 4),
        (json!({"hero_bonus_by_dock": false}), 3),
        (json!({"fewer_first_in_random_layout": true}), 3),
        (json!({"ghost_by_die": true}), 4),
        (json!({"printed_street": true}), 5),
        (json!({"return_after_all": true}), 3),
        (json!({"return_after_all": true}), 5),
        (json!({"return_after_all": true, "commit_after_reveal": false}), 4),
        (json!({"commit_after_reveal": false, "pools_limited": false, "hero_bonus_by_dock": false}), 5),
    ] {
        for seed in 20..24 {
            let decisions = play(players, &rules, seed);
            let returns = if rules.get("return_after_all").is_some() { players - 1 } else { 0 };
            let bound = 3 * (26 * players + 23 + returns);
            assert!(decisions <= bound, "{decisions} decisions under {rules}");
        }
    }
}

/// The second computation itself is checked by the step cases.
#[test]
fn the_step_cases_agree_with_the_second_computation() {
    let mut decisions = 0;
    let lines = include_str!("../../cases.jsonl").lines().chain(include_str!("../../variants.jsonl").lines());
    for line in lines {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let position = Position(&case["position"]);
        let oracle = Oracle::of(position);
        let legal = oracle.legal(position);
        let Some(listed) = case.get("legal") else {
            assert_eq!(legal, Vec::<String>::new(), "{line}");
            continue;
        };
        assert_eq!(&json!(legal), listed, "{line}");
        let action = case["action"].as_str().expect("an action");
        assert_eq!(is_chance(position, action, Position(&case["next"])), case["chance"] == true, "{line}");
        check(Position(&case["next"]), &case["position"]);
        check_return(&oracle, position, action, Position(&case["next"]));
        decisions += 1;
    }
    assert!(decisions > 300, "{decisions} decisions");
}
