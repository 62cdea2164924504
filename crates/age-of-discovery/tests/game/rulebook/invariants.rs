//! The invariants of section 9 that successive positions show, in random games. Those that show in
//! one position are checked after every action at the table.

use serde_json::{Value, json};
use tradewinds_game::{Dice, Seed, Variant};

use crate::setup::{REGIONS, list, number, total};
use crate::table::Table;

/// One decision: the positions around it.
struct Step {
    action: String,
    seat: usize,
    before: Value,
    after: Value,
}

impl Step {
    /// Lists the players before and after the decision.
    fn players(&self) -> impl Iterator<Item = (&Value, &Value)> {
        list(&self.before["players"]).iter().zip(list(&self.after["players"]))
    }

    fn asks(&self, step: &str) -> bool {
        self.before["step"] == step
    }

    /// Whether the turn ended with it.
    fn ends_turn(&self) -> bool {
        self.before["turn"] != self.after["turn"] || self.after["step"] == "over"
    }
}

/// Plays random games and hands every decision to `check`; returns how many there were.
fn watch(mut check: impl FnMut(&Step)) -> usize {
    let mut decisions = 0;
    for (game, players) in [2, 3, 4, 5].into_iter().cycle().take(8).enumerate() {
        let mut table = Table::deal(players, Variant::standard(), game as u64);
        let mut rng = Seed(500 + game as u64).rng();
        while let Some(seat) = table.seat() {
            let legal = table.legal();
            let mut once = legal.clone();
            once.dedup();
            assert_eq!(once, legal, "18: no duplicates");
            let action = legal[rng.below(legal.len() as u32) as usize].clone();
            let before = table.position();
            table.play_as(seat, &action);
            check(&Step { action, seat, before, after: table.position() });
            decisions += 1;
        }
        assert_eq!(table.at("/turn"), 8, "20: eight turns");
    }
    decisions
}

fn units(player: &Value) -> u64 {
    let regions = player["units"].as_object().into_iter().flat_map(|units| units.values());
    regions.flat_map(list).map(number).sum()
}

#[test]
fn discovered_regions_stay_and_tiles_are_kept() {
    let decisions = watch(|step| {
        let regions = |position: &Value| position["tiles"].as_object().map_or(0, |tiles| tiles.len());
        let won = |position: &Value| {
            list(&position["players"]).iter().map(|player| list(&player["tiles"]).len()).sum::<usize>()
        };
        assert!(regions(&step.after) <= regions(&step.before), "3: {}", step.action);
        assert_eq!(regions(&step.after) + won(&step.after), 8, "3: {}", step.action);
        if regions(&step.before) > 0 {
            assert_eq!(list(&step.after["deck"]).len(), 16, "20: the deck waits");
        }
    });
    assert!(decisions > 1500, "{decisions} decisions");
}

#[test]
fn at_most_one_ship_is_won_in_a_turn() {
    let mut won = 0;
    watch(|step| {
        let before: u64 = step.players().map(|(before, _)| number(&before["ships"])).sum();
        let after: u64 = step.players().map(|(_, after)| number(&after["ships"])).sum();
        assert!(after - before <= 1, "2: {}", step.action);
        won += after - before;
    });
    assert!(won > 20, "{won} ships");
}

#[test]
fn figures_are_placed_one_by_one() {
    let mut placed = 0;
    watch(|step| {
        let hands = |position: &Value| {
            list(&position["players"]).iter().map(|player| total(&player["hand"])).sum::<u64>()
        };
        if step.asks("place") {
            placed += 1;
            if step.after["step"] == "place" && !step.ends_turn() {
                assert_eq!(hands(&step.after), hands(&step.before) - 1, "7");
            } else {
                assert_eq!(hands(&step.before), 1, "7: phase A ends with empty hands");
            }
        }
        if step.ends_turn() && step.after["step"] != "over" {
            for player in list(&step.after["players"]) {
                assert!(number(&player["hand"]["colonist"]) >= 5, "8: {player}");
            }
        }
    });
    assert!(placed > 1000, "{placed} figures");
}

#[test]
fn a_region_good_goes_to_somebody_with_three_units() {
    let mut claims = 0;
    watch(|step| {
        for (region, good) in REGIONS {
            let present = |position: &Value| list(&position["region_goods"]).contains(&json!(region));
            if present(&step.before) == present(&step.after) {
                continue;
            }
            claims += 1;
            assert!(present(&step.before), "9: a good never returns");
            let gainers = step.players().filter(|(before, after)| {
                number(&after["goods"][good]) > number(&before["goods"][good])
                    && list(&after["units"][region]).iter().map(number).sum::<u64>() >= 3
            });
            assert!(gainers.count() >= 1, "9: {region} by {}", step.action);
        }
    });
    assert!(claims > 10, "{claims} claims");
}

#[test]
fn units_come_and_go_by_the_rules() {
    let mut moved = 0;
    watch(|step| {
        for (seat, (before, after)) in step.players().enumerate() {
            let own = seat == step.seat;
            let limit = match step.before["step"].as_str().expect("a step") {
                "land" if own => 1..=3,
                "indian_allies" if own => 2..=2,
                "cartography" if own => 1..=1,
                "explore_others" if own => 0..=1,
                "defender_kills" => {
                    assert!(units(after) <= units(before), "10: {}", step.action);
                    continue;
                }
                _ => 0..=0,
            };
            let gain = units(after).checked_sub(units(before)).expect("no unit leaves without a battle");
            assert!(limit.contains(&gain), "10: {gain} units for seat {seat} by {}", step.action);
            moved += gain;
        }
    });
    assert!(moved > 200, "{moved} units");
}

#[test]
fn losses_of_a_battle() {
    let mut battles = 0;
    watch(|step| {
        if !step.asks("defender_kills") {
            return;
        }
        battles += 1;
        let conflict = &step.before["conflict"];
        let region = conflict["region"].as_str().expect("a region");
        let attacker = number(&step.before["warfare_box"][0]) as usize;
        let defender = number(&conflict["opponent"]) as usize;
        let here = |position: &Value, seat: usize| {
            let there = &position["players"][seat]["units"][region];
            [number(&there[0]), number(&there[1])]
        };
        let ([pa, sa], [pd, sd]) = (here(&step.before, attacker), here(&step.before, defender));
        let owned = list(&step.before["players"][defender]["buildings"]);
        let militia = u64::from(owned.contains(&json!("militia")));
        // The turn may run on to the next decision, but phase D asks before it moves units.
        let lost = |seat: usize, had: u64| had - here(&step.after, seat).iter().sum::<u64>();
        assert_eq!(lost(attacker, pa + sa), (sd + militia).min(pa + sa), "11");
        assert_eq!(lost(defender, pd + sd), sa.min(pd + sd), "11");
    });
    assert!(battles > 10, "{battles} battles");
}

#[test]
fn region_scorings_give_0_4_6_or_8_each() {
    let mut scorings = 0;
    watch(|step| {
        let done = |position: &Value| list(&position["players"][0]["region_vp"]).len();
        if done(&step.after) == done(&step.before) {
            return;
        }
        scorings += 1;
        assert!(step.ends_turn() && [3, 6, 8].map(|turn| json!(turn)).contains(&step.before["turn"]));
        for player in list(&step.after["players"]) {
            let vp = number(list(&player["region_vp"]).last().expect("a scoring"));
            assert!(vp <= 54 && vp.is_multiple_of(2), "15: {vp}");
        }
        // What the units of the new position are worth (12, 5.1).
        let mut expected = vec![0; list(&step.after["players"]).len()];
        for (region, _) in REGIONS {
            let counts: Vec<u64> = list(&step.after["players"])
                .iter()
                .map(|player| list(&player["units"][region]).iter().map(number).sum())
                .collect();
            let mut ranked = counts.clone();
            ranked.sort_unstable_by(|a, b| b.cmp(a));
            ranked.push(0);
            if ranked[0] < 3 {
                continue;
            }
            let holders = |count: u64| counts.iter().filter(|&&other| other == count).count();
            for (seat, &count) in counts.iter().enumerate() {
                expected[seat] += match holders(ranked[0]) {
                    1 if count == ranked[0] => 6,
                    1 if count > 0 && count == ranked[1] && holders(count) == 1 => 2,
                    2 if count == ranked[0] => 2,
                    _ => 0,
                };
            }
        }
        let scored: Vec<u64> = list(&step.after["players"])
            .iter()
            .map(|player| number(list(&player["region_vp"]).last().expect("a scoring")))
            .collect();
        assert_eq!(scored, expected, "after turn {}", step.before["turn"]);
    });
    assert_eq!(scorings, 8 * 3);
}

#[test]
fn the_new_order_begins_with_initiative() {
    let mut changed = 0;
    watch(|step| {
        if !step.ends_turn() || step.after["step"] == "over" {
            return;
        }
        let mut expected = list(&step.before["initiative_box"]).to_vec();
        if step.asks("place") && step.action.ends_with("initiative") {
            expected.push(json!(step.seat));
        }
        if step.action == "advance" {
            return;
        }
        for seat in list(&step.before["order"]) {
            if !expected.contains(seat) {
                expected.push(seat.clone());
            }
        }
        assert_eq!(step.after["order"], json!(expected), "14");
        changed += u64::from(step.after["order"] != step.before["order"]);
    });
    assert!(changed > 20, "{changed} new orders");
}

#[test]
fn the_offer_shrinks_by_purchases_only() {
    let mut bought = 0;
    watch(|step| {
        if step.ends_turn() {
            return;
        }
        let (before, after) = (list(&step.before["offer"]).len(), list(&step.after["offer"]).len());
        let buys = step.asks("buy") && step.action != "pass";
        assert_eq!(before - after, usize::from(buys), "4: {}", step.action);
        bought += usize::from(buys);
    });
    assert!(bought > 20, "{bought} buildings");
}

/// Random play is close to the numbers of 12.4: mean scores, and the widest decision.
#[test]
fn random_play_scores_as_in_12_4() {
    for (players, mean_score, mean_winner) in
        [(2, 22.6, 28.8), (3, 19.5, 29.3), (4, 17.2, 28.6), (5, 16.0, 28.9)]
    {
        let games = 150;
        let (mut scores, mut winners) = (0, 0);
        for game in 0..games {
            use tradewinds_game::Game;
            let table = Table::deal(players, Variant::standard(), 7000 + game);
            let mut state = table.state;
            let mut rng = Seed(9000 + game).rng();
            while table.game.to_act(&state).is_some() {
                table.game.play_random(&mut state, &mut rng);
            }
            let points = table.game.scores(&state).points;
            scores += points.as_slice().iter().sum::<i32>();
            winners += points.as_slice().iter().max().copied().unwrap_or(0);
        }
        let score = f64::from(scores) / (games as f64 * players as f64);
        let winner = f64::from(winners) / games as f64;
        assert!(
            (score / mean_score - 1.0).abs() < 0.12,
            "{players} players score {score:.1}, not {mean_score}"
        );
        assert!(
            (winner / mean_winner - 1.0).abs() < 0.12,
            "{players} players win with {winner:.1}, not {mean_winner}"
        );
    }
}
