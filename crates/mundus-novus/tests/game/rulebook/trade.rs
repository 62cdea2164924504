//! The Trade phase, and who knows what.

use std::collections::BTreeSet;

use serde_json::json;
use tradewinds_game::{Game, Notation, Seat, Seed};
use tradewinds_mundus_novus::{Action, State};

use crate::table::{Play, Table};

/// Plays the announcement and the offers of all seats, clockwise from the Trade Master.
fn offered(table: Table, number: usize, offers: &[&str]) -> Play {
    let mut play = table.load();
    play.play(&format!("announce {number}"));
    let players = offers.len();
    let master = play.to_act().expect("the case is well formed");
    for distance in 0..players {
        let seat = (master + distance) % players;
        assert_eq!(play.to_act(), Some(seat));
        play.offer(offers[seat]);
    }
    play
}

#[test]
fn t9_trade_master() {
    let hands = ["1199R", "1145R", "12288"];
    let offers = ["199", "45R", "288"];
    let play = offered(Table::new(&hands), 3, &offers);
    assert_eq!(play.position()["trade_master"], 0);
    assert_eq!((play.step(), play.to_act()), ("take".into(), Some(0)));

    let mut play = offered(Table::new(&hands).set("trade_master", 2), 3, &offers);
    assert_eq!((play.step(), play.to_act()), ("tie".into(), Some(2)));
    assert_eq!(play.legal(), ["master 0", "master 1"]);
    play.play("master 1");
    assert_eq!((play.position()["trade_master"].clone(), play.to_act()), (json!(1), Some(1)));

    let play = offered(Table::new(&hands).own(2, &["VAL"]).set("trade_master", 2), 3, &offers);
    assert_eq!((play.step(), play.to_act()), ("take".into(), Some(2)));
}

#[test]
fn t10_chain_with_compensation() {
    let mut play = offered(Table::new(&["1119R", "11155", "11128"]), 2, &["9R", "55", "28"]);
    let mut takes = 0;
    for (due, victims, card, from) in [
        (0, vec![1, 2], '8', 2),
        (2, vec![0, 1], '9', 0),
        (0, vec![1], '5', 1),
        (1, vec![0, 2], 'R', 0),
        (0, vec![2], '2', 2),
        (2, vec![1], '5', 1),
    ] {
        assert_eq!((play.to_act(), play.victims()), (Some(due), victims));
        play.take(card, from);
        takes += 1;
    }
    assert_eq!((play.step(), play.to_act(), takes), ("compensate".into(), Some(0), 6));
    assert_eq!(play.position()["decision"]["to"], 1);
    assert_eq!(play.legal(), ["give cacao", "give corn", "give cotton", "give indigo"]);
    play.play("give corn");
    assert_eq!([play.hand(0), play.hand(1), play.hand(2)], ["11158", "1112R", "11159"]);
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(0)));
}

#[test]
fn t11_fair_chain() {
    let mut play = offered(Table::new(&["1119R", "11155", "11128"]), 2, &["9R", "55", "28"]);
    play.take('5', 1).take('2', 2).take('9', 0);
    assert_eq!((play.to_act(), play.victims()), (Some(0), vec![1, 2]));
    play.take('8', 2);
    assert_eq!((play.to_act(), play.victims()), (Some(2), vec![1]));
    play.take('5', 1).take('R', 0);
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(0)));
    assert_eq!(play.position()["gift"], json!(null));
}

/// Plays a chain given as pairs (taker, robbed); each takes the lowest card.
fn chain(play: &mut Play, pairs: &[(usize, usize)]) {
    for &(taker, robbed) in pairs {
        assert_eq!(play.to_act(), Some(taker));
        assert!(play.victims().contains(&robbed), "{taker} from {robbed}: {:?}", play.victims());
        let take = play
            .legal()
            .into_iter()
            .find(|text| text.ends_with(&format!("from {robbed}")))
            .expect("the case is well formed");
        play.play(&take).play("keep");
    }
}

const FOUR: [&str; 4] = ["11199", "11155", "11166", "11177"];

#[test]
fn t12_excluded_player_not_trade_master() {
    let mut play = offered(Table::new(&FOUR), 2, &["99", "55", "66", "77"]);
    chain(&mut play, &[(0, 1), (1, 0), (0, 2), (2, 0), (0, 1), (1, 2), (2, 3)]);
    assert_eq!((play.step(), play.position()["decision"]["to"].clone()), ("compensate".into(), json!(3)));
    assert_eq!((play.hand(0).len(), play.hand(3).as_str()), (6, "1117"));
    play.play("give cacao");
    assert_eq!(play.hand(3), "11117");
    assert_eq!([0, 1, 2, 3].map(|seat| play.hand(seat).len()), [5; 4]);
}

#[test]
fn t13_excluded_player_is_trade_master() {
    let mut play = offered(Table::new(&FOUR), 2, &["99", "55", "66", "77"]);
    chain(&mut play, &[(0, 1), (1, 2), (2, 1), (1, 3), (3, 2), (2, 3), (3, 0)]);
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(0)));
    assert_eq!([0, 1, 2, 3].map(|seat| play.hand(seat).len()), [5; 4]);
    assert_eq!(play.hand(0), "11159");
}

#[test]
fn t14_waived_bar() {
    let mut play = offered(Table::new(&["11999", "11555", "11666"]), 3, &["999", "555", "666"]);
    chain(&mut play, &[(0, 1), (1, 2), (2, 1), (1, 0), (0, 1), (1, 2), (2, 0), (0, 2)]);
    // C took from A and A from C, but only A has a card.
    assert_eq!((play.to_act(), play.victims()), (Some(2), vec![0]));
    chain(&mut play, &[(2, 0)]);
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(0)));
}

#[test]
fn t47_third_take_barred() {
    let table = Table::new(&["11999", "11555", "11666"]).set("rules", vec!["third_take_barred"]);
    let mut play = offered(table, 3, &["999", "555", "666"]);
    chain(&mut play, &[(0, 1), (1, 2), (2, 1), (1, 0), (0, 1), (1, 2), (2, 0)]);
    assert_eq!((play.step(), play.to_act()), ("take".into(), Some(0)));
    play.play("take sugar from 2").play("keep");
    // As in T14, but C may not take from A, who takes back the last open card. C is owed one.
    assert_eq!((play.step(), play.position()["decision"]["to"].clone()), ("compensate".into(), json!(2)));
    assert_eq!((play.seat(0, "offer"), play.hand(0)), (json!(""), "115569".to_owned()));
    assert_eq!([play.known(0, 1), play.known(0, 2)], ["5569", "5569"], "the card was open");
    play.play("give vanilla");
    assert_eq!([0, 1, 2].map(|seat| play.hand(seat).len()), [5; 3]);
}

#[test]
fn t15_two_players() {
    let mut play = offered(Table::new(&["11123", "11999"]), 3, &["123", "999"]);
    for taker in [1, 0, 1, 0, 1, 0] {
        chain(&mut play, &[(taker, 1 - taker)]);
    }
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(1)));
}

#[test]
fn t16_las_casas_unequal() {
    let mut play = Table::new(&["1111R", "11123"]).own(0, &["CAS"]).load();
    play.play("announce 3").offer("R").play("done").offer("123");
    assert_eq!(play.position()["trade_master"], 0);
    play.take('3', 1).take('R', 0).take('2', 1);
    assert_eq!((play.step(), play.position()["decision"]["to"].clone()), ("compensate".into(), json!(1)));
    play.play("give tobacco");
    assert_eq!([play.hand(0), play.hand(1)], ["11112", "1113R"]);
}

#[test]
fn t17_las_casas_offers_nothing() {
    let mut play = Table::new(&["1111R", "11123"]).own(0, &["CAS"]).load();
    play.play("announce 3").play("done").offer("123");
    assert_eq!((play.step(), play.to_act()), ("first_player".into(), Some(1)));
    assert_eq!([play.hand(0), play.hand(1)], ["1111R", "11123"]);
    // Everybody saw the cards that were taken back.
    assert_eq!(play.known(1, 0), "123");
}

/// Lists the distinct offers that the first seat can complete.
fn offers(play: &mut Play, state: State, offered: String, found: &mut BTreeSet<String>) -> usize {
    let mut sequences = 0;
    play.state = state;
    for action in play.actions() {
        let mut next = state;
        play.rules.play(&mut next, action, &mut Seed(1).rng());
        let offered = match action {
            Action::Offer(card) => format!("{offered}{}", card.letter()),
            _ => offered.clone(),
        };
        if play.rules.to_act(&next) == Some(Seat::new(0)) {
            sequences += offers(play, next, offered, found);
        } else {
            found.insert(offered);
            sequences += 1;
        }
    }
    sequences
}

#[test]
fn t18_offer_counting() {
    for (owned, number, count) in
        [(&[][..], 2, 7), (&[], 3, 7), (&[], 4, 4), (&["CAS"][..], 4, 1 + 4 + 7 + 7 + 4)]
    {
        let mut play = Table::new(&["1125R", "11111"]).own(0, owned).load();
        play.play(&format!("announce {number}"));
        let (state, mut found) = (play.state, BTreeSet::new());
        let sequences = offers(&mut play, state, String::new(), &mut found);
        // No offer is reached in two ways.
        assert_eq!((found.len(), sequences), (count, count));
    }
}

#[test]
fn t35_orellana() {
    for (market, laid, taken, bonus) in [
        ("469", '5', "vanilla", 2),
        ("288", '8', "corn", 2),
        ("123", '2', "corn", 2),
        ("389", 'R', "tobacco", 0),
        ("4RR", 'R', "coffee", 2),
    ] {
        let mut play = Table::new(&["11111", "11111"])
            .own(0, &["ORE"])
            .set("market", market)
            .player(1, "offer", laid.to_string())
            .decision(json!({"step": "take", "seat": 0, "last": null, "previous": null}))
            .load();
        play.play(&play.legal()[0].clone()).play(&format!("swap for {taken}"));
        assert_eq!(play.money(0), bonus, "{market} {laid} {taken}");
    }
}

#[test]
fn t38_knowledge() {
    let (a, b, c) = (0, 1, 2);
    let mut play = Table::new(&["1111R", "22468", "44577"])
        .own(b, &["CV04"])
        .set("trade_master", b)
        .set("market", "336")
        .set("supply", "9")
        .decision(json!({"step": "pick", "last": null}))
        .load();
    play.play("pick vanilla");
    assert_eq!(play.known(b, a), "9");
    play.play("announce 2").offer("29").offer("45").offer("1R");
    assert_eq!((play.known(b, a), play.hand(b).len()), (String::new(), 4));
    assert_eq!(play.position()["trade_master"], b);
    play.take('R', a).take('9', b);
    play.play("take cotton from 2").play("swap for tobacco");
    assert_eq!(play.known(b, a), "3R");
    play.take('1', a).take('2', b).take('4', c);
    assert_eq!((play.known(b, a), play.known(b, c)), ("34R".into(), "34R".into()));
    assert_eq!((play.hand(b).len(), play.step()), (7, "compensate".into()));
    // For C the gift is exact; A records it and goes on knowing the seven cards together.
    play.play("give tobacco");
    assert_eq!(play.position()["gift"], json!({"from": b, "to": c, "shown": ""}));
    assert_eq!(
        (play.known(b, a), play.known(b, c), play.known(c, b)),
        ("34R".into(), "4R".into(), "13".into())
    );
    assert_eq!((play.known(c, a), play.hand(b).len()), ("1".into(), 6));
    play.play("first 1").play("relics 1");
    assert_eq!(play.known(b, a), "34");
    // In every world of A the giver and the given card together hold what A knows.
    for seed in 0..200 {
        let mut world = play.state;
        play.rules.determinize(&mut world, Seat::new(a), &mut Seed(seed).rng());
        play.rules.check(&world).expect("the case is well formed");
        let position = play.rules.position(&world);
        assert_eq!(position["players"][b]["known_by"][a], "34");
        assert_eq!(position["players"][b]["hand"].as_str().expect("the case is well formed").len(), 5);
    }
}

#[test]
fn t39_compensation_size() {
    let sizes = |play: &Play| [0, 1, 2].map(|seat| play.hand(seat).len());
    let mut play = Table::new(&["1119R", "1111155", "111128"]).player(0, "money", 3).load();
    let before = sizes(&play);
    play.play("announce 2").offer("9R").offer("55").offer("28");
    play.take('8', 2).take('9', 0).take('5', 1).take('R', 0).take('2', 2).take('5', 1);
    play.play("give cacao");
    assert_eq!((before, sizes(&play)), ([5, 7, 6], [5, 7, 6]));
}

#[test]
fn t45_gift_record() {
    let (a, b, c) = (0, 1, 2);
    let mut play = Table::new(&["24678R", "11111", "RR11"])
        .player(c, "hand", "11RR")
        .own(a, &["WS1"])
        .player(a, "known_by", json!(["", "2678R", "2678R"]))
        .decision(json!({"step": "compensate", "to": c}))
        .load();
    play.play("give corn");
    assert_eq!(
        (play.known(a, b), play.known(a, c), play.known(c, a)),
        ("2678R".into(), "678R".into(), "2".into())
    );
    play.play("first 2");
    play.play_all(&["set corn 3", "jokers 2", "convert 0"]);
    assert_eq!((play.known(c, a), play.known(c, b)), (String::new(), String::new()));
    assert_eq!(play.position()["gift"]["shown"], "2RR");
    play.play_all(&["develop 1", "end", "relics 1", "end"]);
    assert_eq!(play.known(a, b), "2678");
    play.play_all(&["end", "done", "store indigo"]);
    assert_eq!((play.known(a, b), play.known(a, c)), (String::new(), "8".into()));
    assert_eq!(play.position()["gift"], json!(null));
}
