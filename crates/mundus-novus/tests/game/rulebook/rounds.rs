//! Set-up, events, supply, income, storage and the end of the game.

use serde_json::json;
use tradewinds_game::{Game, Notation, Seed, Variant, Variants};
use tradewinds_mundus_novus::{Card, MundusNovus};

use crate::table::{Play, Table};

#[test]
fn t1_deck_filter() {
    for (players, cards) in [(2, 24), (3, 29), (4, 34), (5, 39), (6, 44)] {
        let rules = MundusNovus::new(players, &Variant::standard()).expect("the case is well formed");
        let position = rules.position(&rules.deal(&mut Seed(1).rng()));
        assert_eq!(position["queue"].as_array().expect("the case is well formed").len(), 5);
        assert_eq!(
            position["development_deck"].as_array().expect("the case is well formed").len(),
            cards - 5
        );
        // Table 1.4: the draw pile after the first deal.
        assert_eq!(position["draw_pile"].as_str().expect("the case is well formed").len(), 117 - 5 * players);
    }
}

#[test]
fn t2_resource_deck() {
    let rules = MundusNovus::new(4, &Variant::standard()).expect("the case is well formed");
    let cards = rules.resources();
    let sum = |cards: &[Card]| -> u32 {
        cards
            .iter()
            .map(|&card| u32::from(rules.resources().count(card)) * u32::from(rules.value(card)))
            .sum()
    };
    assert_eq!(cards.total(), 120);
    assert_eq!(sum(&Card::ALL), 588);
    assert_eq!(sum(&Card::ALL[..Card::GOODS]), 468);
}

/// A two-player position at the last `end` of a round.
fn last_turn(hands: &[&str]) -> Table {
    let last = hands.len() - 1;
    Table::new(hands).decision(
        json!({"step": "turn", "seat": last, "first_player": 0, "merchants_used": "", "made": "relics"}),
    )
}

#[test]
fn t3_first_round() {
    let queue = json!(["MR1", "WD1", "WD3", "WS2", "CV14"]);
    let first = Table::new(&["12345", "12345"]).set("queue", queue.clone()).set("round", 1).position();
    assert_eq!(Play::load(&first).position()["event"], "none");
    let mut play = last_turn(&["1", "2"]).set("queue", queue).set("round", 1).load();
    play.play("end");
    assert_eq!(play.position()["round"], 2);
    assert_eq!(play.position()["event"], "pirates");
}

#[test]
fn t3_a_deal_has_no_event() {
    let rules = MundusNovus::new(2, &Variant::standard()).expect("the case is well formed");
    let events = (0..50).map(|seed| {
        let position = rules.position(&rules.deal(&mut Seed(seed).rng()));
        (position["event"].clone(), position["decision"]["step"].clone())
    });
    assert!(events.into_iter().all(|(event, step)| event == "none" && step == "announce"));
}

/// Plays picks, lowest first, and lists who made them.
fn pickers(play: &mut Play) -> Vec<usize> {
    let mut pickers = Vec::new();
    while play.step() == "pick" {
        pickers.push(play.to_act().expect("the case is well formed"));
        let first = play.legal()[0].clone();
        play.play(&first);
    }
    pickers
}

fn fleets(owned: [&[&str]; 3], supply: &str) -> Play {
    let mut table = Table::new(&["11234", "12345", "12345"])
        .set("supply", supply)
        .decision(json!({"step": "pick", "last": null}));
    for (seat, ids) in owned.into_iter().enumerate() {
        table = table.own(seat, ids);
    }
    table.load()
}

#[test]
fn t4_fleet_order() {
    let mut play = fleets([&["CV04", "CV06"], &["CV10"], &["CV02", "CV12"]], "13579");
    assert_eq!(play.to_act(), Some(0));
    // Two picks in ascending order: the highest card may only be the last one.
    assert_eq!(play.legal(), ["pick cacao", "pick cotton", "pick potato", "pick tobacco"]);
    play.play("pick cotton");
    assert_eq!(play.legal(), ["pick potato", "pick vanilla"]);
    play.play("pick vanilla");
    assert_eq!(play.to_act(), Some(1));
    play.play("pick potato");
    assert_eq!((play.to_act(), play.legal()), (Some(2), vec!["pick cacao".to_owned()]));
    play.play("pick cacao");
    assert_eq!((play.to_act(), play.legal()), (Some(2), vec!["pick tobacco".to_owned()]));
    play.play("pick tobacco");
    assert_eq!(play.step(), "announce");
    assert_eq!([play.hand(0), play.hand(1), play.hand(2)], ["1123459", "123457", "1123345"]);
    assert_eq!((play.known(0, 1), play.known(2, 0)), ("59".into(), "13".into()));
}

#[test]
fn t5_pizarro() {
    let mut play = fleets([&["CV04", "CV06"], &["CV10"], &["CV02", "CV12", "PIZ"]], "13579");
    assert_eq!(pickers(&mut play), [2, 2, 0, 0, 1]);
}

#[test]
fn t6_pizarro_tie() {
    let mut play = fleets([&["CV04", "CV06"], &["CV10", "CV12", "PIZ"], &[]], "1357");
    assert_eq!(pickers(&mut play), [1, 1, 0, 0]);
}

/// Splits a fleet as told under Pirates; returns who picked and how many cards the owner lost.
fn split(caravels: &[&str], other: &[&str], letters: &str) -> (Vec<usize>, usize) {
    let owned: Vec<&str> = caravels.iter().copied().chain(["PON"]).collect();
    let mut play = Table::new(&["12345", "12345", "12345", "12345"])
        .own(0, &owned)
        .own(1, other)
        .set("event", "pirates")
        .set("supply", "7".repeat(caravels.len() + other.len()))
        .set("split", "a")
        .decision(json!({"step": "split"}))
        .load();
    for letter in letters[1..].chars() {
        assert_eq!(play.legal(), ["fleet a", "fleet b"]);
        play.play(&format!("fleet {letter}"));
    }
    let pickers = pickers(&mut play);
    let mut lost = 0;
    while play.step() == "pirates" {
        assert_eq!(play.position()["split"], letters);
        lost += usize::from(play.to_act() == Some(0));
        let first = play.legal()[0].clone();
        play.play(&first);
    }
    assert_eq!(play.position()["split"], "");
    (pickers, lost)
}

#[test]
fn t7_ponce_and_pirates() {
    let three = ["CV03", "CV08", "CV13"];
    let other = ["CV12"];
    assert_eq!(split(&three, &other, "aaa"), (vec![1, 0, 0, 0], 1));
    assert_eq!(split(&three, &other, "abb"), (vec![0, 1, 0, 0], 1));
    assert_eq!(split(&three, &other, "aab"), (vec![0, 0, 1, 0], 1));
    assert_eq!(split(&three, &other, "aba"), (vec![0, 1, 0, 0], 1));
    let two = ["CV03", "CV08"];
    assert_eq!(split(&two, &other, "ab"), (vec![0, 0, 1], 0));
    assert_eq!(split(&two, &other, "aa"), (vec![0, 0, 1], 1));
    let four = ["CV03", "CV08", "CV13", "CV14"];
    assert_eq!(split(&four, &other, "abbb").1, 1);
    assert_eq!(split(&four, &other, "aabb").1, 2);
    assert_eq!(split(&four, &other, "aaaa").1, 1);
}

#[test]
fn t8_pirates_and_cosa() {
    let mut play = Table::new(&["12345", "12345", "12345"])
        .own(0, &["CV04", "CV06", "COS"])
        .own(1, &["CV08"])
        .own(2, &["CV02", "CV10"])
        .set("event", "pirates")
        .set("supply", "77777")
        .decision(json!({"step": "pick", "last": null}))
        .load();
    pickers(&mut play);
    assert_eq!((play.step(), play.to_act()), ("pirates".into(), Some(2)));
    play.play("discard potato");
    assert_eq!((play.step(), play.hand(2)), ("announce".into(), "123457".into()));
    assert_eq!((play.known(2, 0), play.position()["discard_pile"].clone()), ("7".into(), json!("7")));
}

#[test]
fn t31_income() {
    for event in ["none", "fire"] {
        let mut play =
            last_turn(&["1", "2"]).own(0, &["MC1", "WS1", "ALM", "CTS"]).set("event", event).load();
        play.play("end");
        assert_eq!(play.money(0), 8);
    }
    // Cortes taken in this round pays in this round.
    let mut play = Table::turn(&["999", "2"])
        .own(0, &["MC1", "WS1", "ALM"])
        .set("queue", json!(["WD1", "CTS", "WD3", "WS2", "CV14"]))
        .load();
    play.play_all(&["set vanilla 3", "jokers 0", "convert 0", "develop 2", "end", "end"]);
    assert_eq!(play.money(0), 8);
}

#[test]
fn t32_shipyards() {
    let table = |owned: [&[&str]; 5]| {
        let mut table = last_turn(&["1", "1", "1", "1", "1"]);
        for (seat, ids) in owned.into_iter().enumerate() {
            table = table.own(seat, ids);
        }
        let mut play = table.load();
        play.play("end");
        play
    };
    // Two shipyards need five players; the fifth one owns no caravel and is never ahead.
    let a: &[&str] = &["CV02", "SY1", "SY2"];
    let (b, c, d): (&[&str], &[&str], &[&str]) = (&["CV04", "CV05"], &["CV06"], &["CV08", "CV10", "CV11"]);
    assert_eq!(table([a, b, c, d, &[]]).money(0), 4);
    let d: &[&str] = &["CV08", "CV10", "CV11", "SY1"];
    assert_eq!(table([&["CV02"], b, c, d, &[]]).money(3), 0);
    let (c, d): (&[&str], &[&str]) = (&["CV06", "SY1"], &["CV08", "CV10", "CV11"]);
    assert_eq!(table([&["CV02"], b, c, d, &[]]).money(2), 2);
}

#[test]
fn t33_storage() {
    let stored = |owned: &[&str], event: &str| {
        let mut play = last_turn(&["12345", "2"]).own(0, owned).set("event", event).load();
        play.play("end");
        let mut stored = 0;
        while play.step() == "store" {
            assert_eq!(play.to_act(), Some(0));
            play.play(play.legal()[1].clone().as_str());
            stored += 1;
        }
        (stored, play.money(0))
    };
    assert_eq!(stored(&["WD1", "WS1"], "none"), (3, 1));
    assert_eq!(stored(&["WD1", "WS1"], "fire"), (0, 1));
    assert_eq!(stored(&["WD1", "WS1", "COS"], "fire"), (3, 2));
}

#[test]
fn t33_an_empty_hand_is_asked_too() {
    let mut play = last_turn(&["", "2"]).own(0, &["WD1"]).load();
    play.play("end");
    assert_eq!((play.step(), play.legal()), ("store".into(), vec!["done".to_owned()]));
}

/// Ends a round with this money and these perfect combinations.
fn ending(money: &[u16], perfect: &[bool], queue: &[&str]) -> serde_json::Value {
    let hands = vec!["1"; money.len()];
    let mut table = last_turn(&hands);
    if queue.len() < 5 {
        // The other cards in play are owned; they pay nothing here that could change the order.
        let owned = [
            "CV02", "CV04", "CV06", "CV08", "CV10", "CV12", "CV14", "MR1", "WD1", "WD2", "WD3", "PIZ", "ORE",
        ];
        let rest = ["MC1", "MC2", "MU1", "MU2", "WS1", "WS2", "ALM", "COS", "CAS", "VAL", "CTS"];
        let cheap: Vec<&str> = owned.into_iter().filter(|id| !queue.contains(id)).collect();
        table = table.own(1, &cheap).set("queue", queue.to_vec()).own(0, &rest);
    }
    for (seat, (&money, &perfect)) in money.iter().zip(perfect).enumerate() {
        table = table.player(seat, "money", money).player(seat, "perfect", perfect);
    }
    let mut play = table.load();
    play.play("end");
    while play.step() == "store" {
        play.play("done");
    }
    play.rules.result(&play.state).expect("the case is well formed")
}

#[test]
fn t34_game_end() {
    let none = [false; 4];
    // (a) to (d)
    let result = ending(&[76, 80], &none[..2], &QUEUE);
    assert_eq!((&result["end"], &result["winners"]), (&json!("money"), &json!([1])));
    let result = ending(&[20, 90], &[true, false], &QUEUE);
    assert_eq!((&result["end"], &result["winners"]), (&json!("perfect"), &json!([0])));
    assert_eq!(
        ending(&[30, 90, 41], &[true, false, true], &QUEUE),
        json!({"end": "perfect", "money": [30, 90, 41], "perfect": [true, false, true],
               "places": [2, 3, 1], "winners": [2]})
    );
    let result = ending(&[75, 75], &none[..2], &QUEUE);
    assert_eq!((&result["places"], &result["winners"]), (&json!([1, 1]), &json!([0, 1])));
    // (f)
    let result = ending(&[74, 20], &none[..2], &QUEUE);
    assert_eq!((&result["end"], &result["winners"]), (&json!(null), &json!([])));
}

const QUEUE: [&str; 5] = ["WD1", "WD3", "WS2", "CV14", "CV02"];

#[test]
fn t34e_short_queue() {
    // Seat 0 owns all that pays: 16 doubloons of fixed income less that of the queue.
    let queue = ["WD1", "WD3", "CV14", "CV02"];
    let result = ending(&[60 - 16, 58], &[false; 2], &queue);
    assert_eq!(result["money"], json!([60, 58]));
    assert_eq!((&result["end"], &result["winners"]), (&json!("queue"), &json!([0])));
}

#[test]
fn t34g_the_twentieth_acquisition() {
    let a = ["CV02", "CV04", "CV06", "CV08", "CV10", "CV12", "CV14", "MC2", "WD2", "ALM"];
    let b = ["MC1", "MU1", "MU2", "MR1", "WD1", "COS", "CAS", "PIZ", "VAL"];
    let mut play = Table::turn(&["111", ""])
        .own(0, &a)
        .own(1, &b)
        .set("queue", json!(["WD3", "WS1", "WS2", "ORE", "CTS"]))
        .load();
    assert_eq!(play.position()["development_deck"], json!([]));
    play.play_all(&["set cacao 3", "jokers 0", "convert 0", "develop 1", "end", "end"]);
    while play.step() == "store" {
        play.play("done");
    }
    assert_eq!(play.step(), "game_over");
    assert_eq!(play.rules.result(&play.state).expect("the case is well formed")["end"], "queue");
}

/// The start of round 3 after the last turn of round 2, seat 0 owning Coronado.
fn coronado(money: u16, head: &str) -> Play {
    let mut play = last_turn(&["1", "1", "1"])
        .own(0, &["COR"])
        .player(0, "money", money)
        .set("queue", json!([head, "WD1", "WD3", "WS2", "CV14"]))
        .load();
    play.play("end");
    play
}

#[test]
fn t36_coronado() {
    let mut play = coronado(2, "CV02");
    assert_eq!(play.step(), "coronado");
    assert_eq!(
        play.legal(),
        ["event fire", "event king", "event natives", "event pirates", "event storm", "pass"]
    );
    play.play("event fire");
    assert_eq!((play.money(0), play.position()["event"].clone()), (0, json!("fire")));
    assert_eq!(coronado(1, "CV02").step(), "announce");
    assert_eq!(coronado(9, "CV04").step(), "announce");
}

#[test]
fn t37_reshuffle() {
    // Two caravels in play and seven cards in the draw pile: 17 are needed.
    let discard = "1".repeat(15)
        + &"2".repeat(15)
        + &"3".repeat(15)
        + &"4".repeat(12)
        + &"5".repeat(12)
        + &"6".repeat(12)
        + &"7".repeat(8)
        + &"8".repeat(8)
        + &"9".repeat(7)
        + "RR";
    let mut play = last_turn(&["", "", "9"])
        .own(0, &["CV04", "CV08"])
        .set("trade_master", 1)
        .set("draw_pile", "RRRRRRR")
        .set("discard_pile", discard)
        .set("market", "RRR")
        .player(0, "hand", "123")
        .load();
    play.play("end");
    assert_eq!(play.position()["discard_pile"], "");
    // Seat 1, the first from the Trade Master, gets five of the old pile, seat 2 the other two.
    assert_eq!(play.hand(1), "RRRRR");
    assert!(play.hand(2).ends_with("RR"), "{}", play.hand(2));
    assert_eq!(
        play.position()["draw_pile"].as_str().expect("the case is well formed").len(),
        120 - 3 - 15 - 2
    );
}
