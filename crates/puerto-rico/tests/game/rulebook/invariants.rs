//! The invariants of section 9 that two successive positions show, in random games. Those that show
//! in one position are checked after every action at the table.

use serde_json::{Value, json};
use tradewinds_game::{Dice, Seed, Variant, Variants};
use tradewinds_puerto_rico::PuertoRico;

use super::components::circles;
use crate::table::{Table, total};

/// One decision: the positions around it.
struct Step<'a> {
    action: &'a str,
    seat: usize,
    before: Value,
    after: Value,
    table: &'a Table,
}

impl Step<'_> {
    /// Returns the role that has just been resolved, if any.
    fn resolved(&self) -> Option<&str> {
        let decision = self.after["step"]["decision"].as_str().expect("a word");
        let picked = if self.before["step"]["decision"] == "role" {
            self.action
        } else {
            self.before["picked"].as_array().and_then(|picked| picked.last()?.as_str()).expect("a role")
        };
        ["role", "over"].contains(&decision).then_some(picked)
    }

    fn ends_round(&self) -> bool {
        self.after["picked"] == json!([])
    }

    /// Lists the players before and after the decision.
    fn players(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let players = self.before["players"].as_array().expect("players").len();
        (0..players).map(|seat| (&self.before["players"][seat], &self.after["players"][seat]))
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

/// Plays random games and hands every decision to `check`; returns how many there were.
fn watch(mut check: impl FnMut(&Step<'_>)) -> usize {
    let strict = Variant::shipped("strict", PuertoRico::NAME, PuertoRico::shipped_variants());
    let strict = strict.expect("a shipped variant");
    let mut decisions = 0;
    for (game, players) in [2, 3, 4, 5].into_iter().cycle().take(8).enumerate() {
        let variant = if game % 3 == 2 { strict.clone() } else { Variant::standard() };
        let mut table = Table::deal(players, variant, game as u64);
        let mut rng = Seed(900 + game as u64).rng();
        while let Some(seat) = table.seat() {
            let legal = table.legal();
            let action = &legal[rng.below(legal.len() as u32) as usize];
            let before = table.position();
            table.play_as(seat, action);
            check(&Step { action, seat, before, after: table.position(), table: &table });
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn i9_tiles_buildings_and_vp_never_decrease() {
    let decisions = watch(|step| {
        for (before, after) in step.players() {
            assert!(number(&after["vp"]) >= number(&before["vp"]), "{}", step.action);
            for (tile, count) in before["tiles"].as_object().expect("counts") {
                assert!(number(&after["tiles"][tile]) >= number(count), "{}", step.action);
            }
            for building in before["buildings"].as_object().expect("counts").keys() {
                assert!(after["buildings"].get(building).is_some(), "{building} after {}", step.action);
            }
        }
    });
    assert!(decisions > 2000, "{decisions} decisions");
}

/// Returns the empty circles on tiles and on buildings.
fn empty_circles(player: &Value) -> (i64, i64) {
    let buildings = player["buildings"].as_object().expect("counts");
    let on_buildings =
        buildings.iter().map(|(building, colonists)| circles(building) - number(colonists)).sum();
    (total(&player["tiles"]) - total(&player["occupied"]), on_buildings)
}

#[test]
fn i12_i13_after_the_mayor() {
    let mut mayors = 0;
    watch(|step| {
        if step.resolved() != Some("mayor") {
            return;
        }
        mayors += 1;
        let mut required = 0;
        for (_, after) in step.players() {
            let (tiles, buildings) = empty_circles(after);
            required += buildings;
            assert!(number(&after["san_juan"]) == 0 || tiles + buildings == 0, "12: {after}");
        }
        let ship = number(&step.after["colonist_ship"]);
        let complete = ship == required.max(step.players().count() as i64);
        let short = step.after["colonist_shortage"] == true && step.table.colonist_supply() == 0;
        assert!(complete || short, "13: {ship} colonists on the ship for {required} circles");
    });
    assert!(mayors > 40, "{mayors} mayor phases");
}

#[test]
fn i14_storage_limits_goods() {
    let mut captains = 0;
    watch(|step| {
        if step.resolved() != Some("captain") {
            return;
        }
        captains += 1;
        for (_, after) in step.players() {
            let occupied = |building: &str| number(&after["buildings"][building]);
            let kinds = (occupied("small warehouse") + 2 * occupied("large warehouse")) as usize;
            let mut goods: Vec<i64> =
                after["goods"].as_object().expect("counts").values().map(number).collect();
            goods.sort_unstable_by(|a, b| b.cmp(a));
            assert!(goods.iter().skip(kinds).sum::<i64>() <= 1, "{after}");
        }
    });
    assert!(captains > 40, "{captains} captain phases");
}

#[test]
fn i15_every_load_scores_its_barrels_and_bonuses() {
    let mut loads = 0;
    watch(|step| {
        if step.before["step"]["decision"] != "load" {
            return;
        }
        let before = &step.before["players"][step.seat];
        let kind = step.action.split(' ').nth(1);
        let Some(kind) = kind else { return };
        loads += 1;
        let picked = step.before["picked"].as_array().expect("roles").len();
        let players = step.players().count();
        let chooser = (number(&step.before["round"]) as usize - 1 + picked - 1) % players;
        let captain = chooser == step.seat && step.before["step"]["captain_loaded"] == false;
        let harbor = number(&before["buildings"]["harbor"]) > 0;
        let held = number(&before["goods"][kind]);
        let barrels = match step.action.split(' ').nth(2) {
            None => held,
            Some(ship) => {
                let space: i64 = ship.parse().expect("the ship's spaces");
                held.min(space - number(&step.before["ships"][ship][kind]))
            }
        };
        let points = number(&step.after["players"][step.seat]["vp"]) - number(&before["vp"]);
        assert_eq!(points, barrels + i64::from(harbor) + i64::from(captain), "{}", step.action);
    });
    assert!(loads > 150, "{loads} loads");
}

#[test]
fn i16_role_doubloons_grow_by_the_roles_left_over() {
    let mut rounds = 0;
    watch(|step| {
        let mut expected = total(&step.before["role_doubloons"]);
        if step.before["step"]["decision"] == "role" {
            expected -= number(&step.before["role_doubloons"][step.action]);
        }
        if step.ends_round() && step.resolved().is_some() {
            expected += if step.players().count() == 2 { 1 } else { 3 };
            rounds += 1;
        }
        assert_eq!(total(&step.after["role_doubloons"]), expected, "{}", step.action);
    });
    assert!(rounds > 100, "{rounds} rounds");
}

#[test]
fn i18_the_row_is_full_after_the_settler() {
    let mut settlers = 0;
    watch(|step| {
        if step.resolved() == Some("settler") {
            settlers += 1;
            let row = total(&step.after["face_up"]) as usize;
            let players = step.players().count();
            let exhausted = step.after["deck"] == json!([]) && step.after["discards"] == json!({});
            assert!(row == players + 1 || (row <= players && exhausted), "{row} tiles");
        }
    });
    assert!(settlers > 40, "{settlers} settler phases");
}

#[test]
fn i24_money_changes_by_roles_sales_and_buildings_only() {
    let mut sales = 0;
    watch(|step| {
        let decision = step.before["step"]["decision"].as_str().expect("a word");
        for (seat, (before, after)) in step.players().enumerate() {
            let gain = number(&after["doubloons"]) - number(&before["doubloons"]);
            let own = seat == step.seat;
            let allowed = match decision {
                "role" => gain >= 0 && (own || gain == 0 || step.action == "craftsman"),
                "sell" => gain >= 0 && (own || gain == 0),
                "build" => gain <= 0 && (own || gain == 0),
                _ => gain == 0,
            };
            assert!(allowed, "{gain} doubloons for seat {seat} by {} of seat {}", step.action, step.seat);
        }
        sales += usize::from(step.action.starts_with("sell"));
    });
    assert!(sales > 20, "{sales} sales");
}
