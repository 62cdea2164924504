//! Turns of the Progress phase.

use std::collections::BTreeSet;

use serde_json::json;
use tradewinds_game::{Game, Seat, Seed};
use tradewinds_mundus_novus::{Action, State};

use crate::table::{Play, Table, word};

/// Lays a set without conversions and returns the ways to use it.
fn uses(play: &mut Play, good: char, size: u8, jokers: u8) -> Vec<String> {
    play.play(&format!("set {} {size}", word(good))).play(&format!("jokers {jokers}")).play("convert 0");
    play.legal()
}

fn develops(limit: usize) -> Vec<String> {
    (1..=limit).map(|position| format!("develop {position}")).collect()
}

#[test]
fn t19_access_table() {
    for (good, limits) in [('2', [1, 3, 5]), ('5', [3, 5, 5]), ('8', [5, 5, 5])] {
        for (size, limit) in (3..).zip(limits) {
            let hand = good.to_string().repeat(5);
            let mut play = Table::turn(&[&hand, ""]).load();
            assert_eq!(uses(&mut play, good, size, 0), develops(limit), "{size} of {good}");
        }
    }
}

#[test]
fn t20_merchant_in_a_set() {
    let mut play = Table::turn(&["155", ""]).own(0, &["MU1"]).load();
    assert_eq!(play.legal(), ["end", "set cotton 3"]);
    play.play_all(&["set cotton 3", "jokers 0"]);
    assert_eq!(play.legal(), ["convert 1"]);
    play.play("convert 1");
    assert_eq!(play.legal(), ["from cacao"]);
    play.play("from cacao");
    assert_eq!(play.legal(), develops(3));
    assert_eq!(play.position()["discard_pile"], "155");
    assert_eq!(play.position()["decision"]["merchants_used"], "U");
}

#[test]
fn t21_jokers() {
    let sets = |hand: &str, owned: &[&str]| -> Vec<String> {
        let play = Table::turn(&[hand, ""]).own(0, owned).load();
        play.legal().into_iter().filter(|text| text.starts_with("set")).collect()
    };
    assert_eq!(uses(&mut Table::turn(&["8RR", ""]).load(), '8', 3, 2), develops(5));
    assert_eq!(uses(&mut Table::turn(&["22R", ""]).load(), '2', 3, 1), develops(1));
    assert_eq!(sets("RRR", &[]), Vec::<String>::new());
    assert_eq!(sets("2258R", &[]), ["set corn 3"]);
    assert!(sets("2258R", &["MR1"]).contains(&"set indigo 3".to_owned()));
    let mut play = Table::turn(&["2258R", ""]).own(0, &["MR1"]).load();
    play.play_all(&["set indigo 3", "jokers 1", "convert 1"]);
    assert_eq!(play.legal(), ["from corn", "from cotton"]);
    play.play("from cotton");
    assert_eq!(play.legal(), develops(5));
}

#[test]
fn t22_storm() {
    let storm = |owned: &[&str]| {
        uses(&mut Table::turn(&["888", ""]).own(0, owned).set("event", "storm").load(), '8', 3, 0)
    };
    assert_eq!(storm(&[]), ["develop 1"]);
    assert_eq!(storm(&["COS"]), develops(5));
    assert_eq!(storm(&["ALM"]), ["develop 1", "develop top"]);
}

/// Plays a different combination of this number of cards, always the lowest card, and returns the doubloons.
fn different(table: Table, number: usize) -> u64 {
    let mut play = table.load();
    play.play(&format!("different {number}"));
    while play.step() == "lay" {
        play.play(&play.legal()[0].clone());
    }
    play.money(0)
}

#[test]
fn t23_different_payouts() {
    let hand = "123456789";
    assert_eq!(Table::turn(&["123", ""]).load().legal(), ["end"]);
    for (number, doubloons) in (4..=9).zip([5, 7, 10, 15, 20, 25]) {
        let table = || Table::turn(&[&hand[..number], ""]);
        assert_eq!(different(table(), number), doubloons);
        assert_eq!(different(table().set("event", "natives"), number), number as u64);
        assert_eq!(different(table().set("event", "natives").own(0, &["COS"]), number), doubloons);
    }
}

#[test]
fn t24_relics() {
    for (number, doubloons) in (1..=5).zip([3, 7, 12, 18, 25]) {
        let mut play = Table::turn(&["RRRRRR", ""]).own(0, &["WS1"]).load();
        let relics: Vec<String> = (1..=5).map(|number| format!("relics {number}")).collect();
        assert_eq!(play.legal()[1..], relics);
        play.play(&format!("relics {number}"));
        assert_eq!((play.money(0), play.legal()), (doubloons, vec!["end".to_owned()]));
        play.play("end").play("end");
        assert_eq!(play.legal(), ["done", "store relic"]);
    }
}

/// Collects (queue positions open to the set or 0, doubloons) of all turns.
fn plans(play: &Play, state: State, limit: u8, found: &mut BTreeSet<(u8, u16)>) {
    let at = Play { rules: play.rules.clone(), state, dice: Seed(1).rng() };
    let actions = at.actions();
    let limit = limit.max(actions.iter().filter(|action| matches!(action, Action::Develop(_))).count() as u8);
    for action in actions {
        if action == Action::End {
            found.insert((limit, state.money(Seat::new(0))));
            continue;
        }
        let mut next = state;
        play.rules.play(&mut next, action, &mut Seed(1).rng());
        plans(play, next, limit, found);
    }
}

#[test]
fn t25_splitting_a_hand() {
    let play = Table::turn(&["1112345R", ""]).load();
    let mut found = BTreeSet::new();
    plans(&play, play.state, 0, &mut found);
    assert!(found.contains(&(1, 7)));
    let best: Vec<(u8, u16)> = found
        .iter()
        .copied()
        .filter(|plan| !found.iter().any(|other| other != plan && other.0 >= plan.0 && other.1 >= plan.1))
        .collect();
    assert_eq!(best, [(0, 10), (1, 8), (3, 5)]);
}

#[test]
fn t26_merchants_in_a_different_set() {
    let hand = "1112458";
    assert_eq!(different(Table::turn(&[hand, ""]).own(0, &["MU1", "MR1"]), 7), 15);
    let sizes = |owned: &[&str]| -> Vec<String> {
        let legal = Table::turn(&[hand, ""]).own(0, owned).load().legal();
        legal.into_iter().filter(|text| text.starts_with("different")).collect()
    };
    assert_eq!(sizes(&["MU1", "MR1"]).last().expect("the case is well formed"), "different 7");
    assert_eq!(sizes(&[]).last().expect("the case is well formed"), "different 5");
    assert_eq!(different(Table::turn(&[hand, ""]), 5), 7);
}

#[test]
fn t27_perfect_combination() {
    let hand = "123456788R";
    let mut play = Table::turn(&[hand, ""]).own(0, &["MR1"]).load();
    assert!(play.legal().contains(&"perfect".to_owned()));
    play.play("perfect");
    assert_eq!((play.hand(0).as_str(), play.money(0)), ("", 0));
    assert_eq!((play.seat(0, "perfect"), play.legal()), (json!(true), vec!["end".to_owned()]));
    let mut play = Table::turn(&[hand, ""]).load();
    assert!(!play.legal().contains(&"perfect".to_owned()));
    play.play("different 8");
    while play.step() == "lay" {
        play.play(&play.legal()[0].clone());
    }
    play.play("relics 1");
    assert_eq!(play.money(0), 23);
}

#[test]
fn t28_queue_shift() {
    let queue = ["MR1", "CV04", "PIZ", "CV14", "WS2"];
    let table = || {
        Table::turn(&["999", ""]).set("queue", queue.to_vec()).set(
            "development_deck",
            vec![
                "CTS", "CV02", "CV06", "CV08", "CV10", "CV12", "MC1", "MC2", "MU1", "MU2", "WD2", "WD3",
                "WS1", "ALM", "COS", "CAS", "WD1", "VAL", "ORE",
            ],
        )
    };
    let take = |position: u8| {
        let mut play = table().load();
        uses(&mut play, '9', 3, 0);
        play.play(&format!("develop {position}"));
        let queue = play.position()["queue"].clone();
        play.play("end").play("end");
        (queue, play.position()["event"].clone())
    };
    assert_eq!(take(3), (json!(["MR1", "CV04", "CV14", "WS2", "CTS"]), json!("pirates")));
    // The head is gone: the next event is that of the card behind it, again pirates for CV04.
    let (queue, event) = take(1);
    assert_eq!((queue, event), (json!(["CV04", "PIZ", "CV14", "WS2", "CTS"]), json!("pirates")));
    assert_eq!(take(2).1, json!("pirates"));
}

#[test]
fn t29_almagro() {
    let mut play = Table::turn(&["999", ""]).own(0, &["ALM"]).load();
    let before = play.position();
    assert_eq!(
        uses(&mut play, '9', 3, 0),
        ["develop 1", "develop 2", "develop 3", "develop 4", "develop 5", "develop top"]
    );
    play.play("develop top");
    let after = play.position();
    let deck = before["development_deck"].as_array().expect("the case is well formed");
    assert_eq!(after["queue"], before["queue"]);
    assert_eq!(after["development_deck"], json!(deck[1..]));
    assert!(play.seat(0, "developments").as_array().expect("the case is well formed").contains(&deck[0]));
}

#[test]
fn t30_kings_aid() {
    for first in ['4', '7'] {
        let mut play = Table::turn(&["444777", ""]).set("event", "king").load();
        let second = if first == '4' { '7' } else { '4' };
        let limit = |good| if good == '4' { 3 } else { 5 };
        assert_eq!(uses(&mut play, first, 3, 0), develops(limit(first)));
        play.play("develop 1");
        assert_eq!(uses(&mut play, second, 3, 0), develops(limit(second)));
        play.play("develop 1");
        assert_eq!(play.legal(), ["end"]);
    }
    let mut play = Table::turn(&["444777", ""]).own(0, &["COS"]).set("event", "king").load();
    uses(&mut play, '4', 3, 0);
    play.play("develop 1");
    assert_eq!(play.legal(), ["end"]);
}

#[test]
fn t40_same_turn_merchant() {
    let mut play =
        Table::turn(&["1123777", ""]).set("queue", json!(["WD1", "WD3", "WS2", "MU2", "CV14"])).load();
    uses(&mut play, '7', 3, 0);
    play.play("develop 4").play("different 4");
    assert_eq!(play.legal(), ["lay cacao"]);
    play.play_all(&["lay cacao", "lay cacao", "lay corn", "lay tobacco"]);
    assert_eq!(play.money(0), 5);
    play.play("end").play("end");
    assert_eq!(play.money(0), 6);
}

#[test]
fn t41_promo() {
    let promo = |hand: &str, owned: &[&str]| Table::turn(&[hand, ""]).set("promo", true).own(0, owned);
    let mut play = promo("77R", &["PR4"]).load();
    assert!(uses(&mut play, '7', 3, 1).contains(&"cash".to_owned()));
    play.play("cash");
    assert_eq!((play.money(0), play.seat(0, "developments")), (5, json!(["PR4"])));
    assert_eq!(play.legal(), ["end"]);
    // A set of four cannot be cashed.
    assert!(!uses(&mut promo("7777", &["PR4"]).load(), '7', 4, 0).contains(&"cash".to_owned()));
    let income = |owned: &[&str], master: usize| {
        let mut play = promo("1", owned).set("trade_master", master).load();
        play.play("end").play("end");
        play.money(0)
    };
    let without = income(&["VAL", "CTS"], 0);
    assert_eq!(income(&["VAL", "CTS", "PR2"], 0) - without, 3);
    assert_eq!(income(&["MC1", "MU1", "WS1", "PR5"], 0) - income(&["MC1", "MU1", "WS1"], 0), 3);
    assert_eq!((income(&["PR3"], 0), income(&["PR3"], 1)), (3, 0));
}

#[test]
fn t42_main_step() {
    let mut play = Table::turn(&["1112345R", ""]).load();
    assert_eq!(play.legal(), ["different 4", "different 5", "end", "relics 1", "set cacao 3", "set cacao 4"]);
    play.play("different 4");
    assert_eq!(play.legal(), ["lay cacao", "lay corn"]);
    play.play("lay cacao");
    assert_eq!(play.legal(), ["lay corn", "lay tobacco"]);
    play.play_all(&["lay corn", "lay tobacco", "lay coffee"]);
    assert_eq!(play.legal(), ["end", "relics 1"]);
    play.play("relics 1");
    assert_eq!(play.legal(), ["end"]);
}

#[test]
fn t43_laying_with_merchants() {
    let lay = |used: &str, cards: &str| {
        let mut play = Table::turn(&["1112458", ""])
            .own(0, &["MU1", "MR1"])
            .decision(json!({
                "step": "turn", "seat": 0, "first_player": 0, "merchants_used": used,
                "made": if used.is_empty() { json!(null) } else { json!("set") }
            }))
            .load();
        play.play("different 4");
        cards.chars().all(|letter| {
            let action = format!("lay {}", word(letter));
            let legal = play.legal().contains(&action);
            if legal {
                play.play(&action);
            }
            legal
        })
    };
    assert!(lay("", "1124"));
    assert!(lay("", "1112"));
    for used in ["U", "R"] {
        assert!(lay(used, "1124") && !lay(used, "1112"));
    }
}

#[test]
fn t44_cosa_in_mid_turn() {
    let table = |hand: &str, event: &str| {
        Table::turn(&[hand, ""])
            .set("event", event)
            .set("queue", json!(["COS", "WD3", "WS2", "CV14", "CV02"]))
    };
    let mut play = table("444555", "king").load();
    uses(&mut play, '4', 3, 0);
    play.play("develop 1");
    assert_eq!(play.legal(), ["end"]);
    let mut play = table("111123456", "natives").load();
    uses(&mut play, '1', 3, 0);
    play.play_all(&["develop 1", "different 6"]);
    while play.step() == "lay" {
        play.play(&play.legal()[0].clone());
    }
    assert_eq!(play.money(0), 10);
    let mut play = table("1112345", "fire").own(0, &["WD1"]).load();
    uses(&mut play, '1', 3, 0);
    play.play_all(&["develop 1", "end", "end", "store corn", "store tobacco"]);
    assert_eq!(play.position()["round"], 3);
}

#[test]
fn t46_combinations_required() {
    let required = |hand: &str| Table::turn(&[hand, ""]).set("rules", vec!["combinations_required"]);
    for (hand, legal) in [
        ("1112R", vec!["set cacao 3", "set cacao 4"]),
        ("1234R", vec!["different 4"]),
        ("125R", vec!["end", "relics 1"]),
        ("1122", vec!["end"]),
        ("1112234", vec!["different 4", "set cacao 3"]),
    ] {
        assert_eq!(required(hand).load().legal(), legal, "{hand}");
        assert!(Table::turn(&[hand, ""]).load().legal().contains(&"end".to_owned()), "{hand}: our reading");
    }

    // A different combination is owed after a set, relics and the end are free after it.
    let mut play = required("1112345R").load();
    play.play_all(&["set cacao 3", "jokers 0", "convert 0", "develop 1"]);
    assert_eq!(play.legal(), ["different 4"]);
    play.play_all(&["different 4", "lay corn", "lay tobacco", "lay coffee", "lay cotton"]);
    assert_eq!(play.legal(), ["end", "relics 1"]);

    // Made first, it ends the sets.
    let mut play = required("11112345").load();
    play.play_all(&["different 4", "lay corn", "lay tobacco", "lay coffee", "lay cotton"]);
    assert_eq!(play.legal(), ["end"]);

    // King's Aid allows more sets and requires none.
    let mut play = required("111222").set("event", "king").load();
    play.play_all(&["set cacao 3", "jokers 0", "convert 0", "develop 1"]);
    assert_eq!(play.legal(), ["end", "set corn 3"]);

    // The perfect combination is a different one.
    let perfect = required("123456789R").load().legal();
    assert!(perfect.contains(&"perfect".to_owned()) && !perfect.contains(&"end".to_owned()), "{perfect:?}");
}
