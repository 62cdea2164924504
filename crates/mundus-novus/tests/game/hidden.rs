//! Random games of Mundus Novus at every number of players: invariants, views and determinization.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tradewinds_game::{Actions, Dice, Edge, Game, Notation, Rng, Seat, Seed, Variant, Variants};
use tradewinds_mundus_novus::{Action, Decision, MundusNovus, State};

fn promo() -> Variant {
    let shipped = MundusNovus::shipped_variants();
    Variant::shipped("promo", MundusNovus::NAME, shipped).expect("the case is well formed")
}

/// Plays random games and shows every decision to `watch`: before, action, after.
fn random_games(
    variant: &Variant,
    players: usize,
    games: u64,
    mut watch: impl FnMut(&MundusNovus, &State, Action, &State, &mut Rng),
) -> u64 {
    let rules = MundusNovus::new(players, variant).expect("the case is well formed");
    let mut decisions = 0;
    for game in 0..games {
        let mut dice = Seed(game * 8 + players as u64).rng();
        let mut watcher = Seed(!game).rng();
        let mut state = rules.deal(&mut dice);
        let mut actions = Actions::new();
        while rules.to_act(&state).is_some() {
            rules.legal(&state, &mut actions);
            assert!(!actions.is_empty(), "{}", rules.position(&state));
            let action = actions[dice.below(actions.len() as u32) as usize];
            let before = state;
            rules.play(&mut state, action, &mut dice);
            rules.check(&state).unwrap_or_else(|broken| {
                panic!(
                    "game {game}: {broken}\n{}\n{action}\n{}",
                    rules.position(&before),
                    rules.position(&state)
                )
            });
            watch(&rules, &before, action, &state, &mut watcher);
            decisions += 1;
            assert!(decisions < u64::from(rules.max_decisions()) * games);
        }
    }
    decisions
}

fn every_table(games: u64, mut watch: impl FnMut(&MundusNovus, &State, Action, &State, &mut Rng)) {
    for variant in [Variant::standard(), promo()] {
        for players in MundusNovus::PLAYERS {
            random_games(&variant, players, games, &mut watch);
        }
    }
}

#[test]
fn hands_have_the_same_size_after_the_trade() {
    let mut sizes = Vec::new();
    every_table(20, |rules, before, _, after, _| {
        let hands = |state: &State| -> Vec<usize> {
            Seat::all(rules.players()).map(|seat| state.hand(seat).len()).collect()
        };
        if before.decision() == Decision::Announce {
            sizes = hands(before);
            assert!(sizes.iter().all(|&size| size >= 5));
        }
        if after.decision() == Decision::FirstPlayer {
            assert_eq!(sizes, hands(after));
        }
    });
}

#[test]
fn a_game_for_four_takes_about_930_decisions() {
    let games = 200;
    let mean = random_games(&Variant::standard(), 4, games, |_, _, _, _, _| {}) / games;
    assert!((900..960).contains(&mean), "{mean}");
}

#[test]
fn positions_and_views_round_trip() {
    every_table(4, |rules, state, _, _, watcher| {
        if watcher.below(16) > 0 {
            return;
        }
        let variant = Variant::standard();
        let position = rules.position(state);
        let (_, loaded) = MundusNovus::load(&position, &variant, watcher).expect("the case is well formed");
        assert_eq!(loaded, *state, "{position}");
        for seat in Seat::all(rules.players()) {
            let view = rules.view(state, seat);
            let (_, loaded) =
                MundusNovus::load(&view, &variant, watcher).unwrap_or_else(|error| panic!("{error}\n{view}"));
            assert_eq!(rules.view(&loaded, seat), view);
        }
    });
}

#[test]
fn determinizing_keeps_what_is_known_and_depends_on_nothing_else() {
    every_table(6, |rules, state, _, _, watcher| {
        if watcher.below(16) > 0 {
            return;
        }
        let mut legal = Actions::new();
        rules.legal(state, &mut legal);
        for seat in Seat::all(rules.players()) {
            let view = rules.view(state, seat);
            let seed = Seed(u64::from(watcher.below(u32::MAX)));
            let mut world = *state;
            rules.determinize(&mut world, seat, &mut seed.rng());
            rules.check(&world).unwrap_or_else(|broken| panic!("{broken}\n{}", rules.position(&world)));
            assert_eq!(rules.view(&world, seat), view);
            assert_eq!(rules.to_act(&world), rules.to_act(state));
            let mut actions = Actions::new();
            rules.legal(&world, &mut actions);
            assert!(!actions.is_empty(), "{}", rules.position(&world));
            if rules.to_act(state) == Some(seat) {
                assert_eq!(actions, legal);
            }
            // Another state that the seat cannot tell apart gives the same world with the same dice.
            let (mut one, mut other) = (*state, world);
            let again = Seed(u64::from(watcher.below(u32::MAX)));
            rules.determinize(&mut one, seat, &mut again.rng());
            rules.determinize(&mut other, seat, &mut again.rng());
            assert_eq!(one, other);
        }
    });
}

#[test]
fn who_sees_no_change_gets_no_edge() {
    every_table(3, |rules, before, action, after, _| {
        for seat in Seat::all(rules.players()) {
            let edge = rules.observe(before, action, after, seat);
            if rules.to_act(before) == Some(seat) {
                assert_eq!(edge, Some(Edge::new(MundusNovus::code(action))));
            } else if edge.is_none() {
                assert_eq!(rules.view(before, seat), rules.view(after, seat), "{action}");
            } else {
                assert_ne!(rules.view(before, seat), rules.view(after, seat), "{action}");
            }
        }
    });
}

/// The chi-squared statistic of counts against expected shares, and its degrees of freedom.
fn chi_squared(counts: &BTreeMap<String, u32>, shares: &BTreeMap<String, f64>) -> (f64, usize) {
    let total: u32 = counts.values().sum();
    let sum: f64 = shares.values().sum();
    assert!(counts.keys().all(|world| shares.contains_key(world)), "an impossible world: {counts:?}");
    let statistic = shares
        .iter()
        .map(|(world, share)| {
            let expected = share / sum * f64::from(total);
            let found = f64::from(counts.get(world).copied().unwrap_or(0));
            (found - expected).powi(2) / expected
        })
        .sum();
    (statistic, shares.len() - 1)
}

/// Refuses a statistic beyond about the 99.99 % point (Wilson and Hilferty 1931).
fn assert_fits(counts: &BTreeMap<String, u32>, shares: &BTreeMap<String, f64>) {
    let (statistic, freedom) = chi_squared(counts, shares);
    let n = freedom as f64;
    let limit = n * (1.0 - 2.0 / (9.0 * n) + 3.72 * (2.0 / (9.0 * n)).sqrt()).powi(3);
    assert!(
        statistic < limit,
        "{statistic} > {limit} with {freedom} degrees of freedom: {counts:?} {shares:?}"
    );
}

/// Draws worlds for a seat and counts them by what `name` says of them.
fn worlds(position: &Value, seat: usize, name: impl Fn(&Value) -> String) -> BTreeMap<String, u32> {
    let mut dice = Seed(5).rng();
    let (rules, state) =
        MundusNovus::load(position, &Variant::standard(), &mut dice).expect("the case is well formed");
    let mut counts = BTreeMap::new();
    for _ in 0..20_000 {
        let mut world = state;
        rules.determinize(&mut world, Seat::new(seat), &mut dice);
        rules.check(&world).expect("the case is well formed");
        *counts.entry(name(&rules.position(&world))).or_default() += 1;
    }
    counts
}

/// A position in which nearly all cards lie on the discard pile, so that few worlds are possible.
fn small_world(hands: [&str; 3], draw: &str, discard: &str, known_by: [[&str; 3]; 3]) -> Value {
    let player = |seat: usize| {
        json!({"money": 0, "developments": [], "hand": hands[seat], "stored": "", "set_aside": "",
               "offer": "", "known_by": known_by[seat], "perfect": false})
    };
    json!({
        "game": "mundus-novus", "promo": false, "round": 2, "event": "none", "trade_master": 1,
        "queue": ["WD1", "WD3", "WS2", "CV14", "CV02"], "development_deck": null, "market": "123",
        "draw_pile": draw, "discard_pile": discard, "supply": "", "split": "", "gift": null,
        "players": [player(0), player(1), player(2)],
        "decision": {"step": "turn", "seat": 0, "first_player": 2, "merchants_used": "", "made": null},
    })
}

/// All cards but those of `used` and the market.
fn rest(used: &str) -> String {
    let copies = [
        ("1", 16),
        ("2", 16),
        ("3", 16),
        ("4", 12),
        ("5", 12),
        ("6", 12),
        ("7", 8),
        ("8", 8),
        ("9", 8),
        ("R", 12),
    ];
    let used = format!("{used}123");
    copies.iter().map(|(card, copies)| card.repeat(copies - used.matches(card).count())).collect()
}

/// Lists the ordered draws of `number` cards from a pool, each as (cards drawn, cards left).
fn draws(pool: &str, number: usize) -> Vec<(String, String)> {
    if number == 0 {
        return vec![(String::new(), pool.to_owned())];
    }
    (0..pool.len())
        .flat_map(|at| {
            let (card, left) = (&pool[at..=at], format!("{}{}", &pool[..at], &pool[at + 1..]));
            draws(&left, number - 1).into_iter().map(move |(cards, left)| (format!("{card}{cards}"), left))
        })
        .collect()
}

fn sorted(cards: &str) -> String {
    let mut letters: Vec<char> = cards.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

#[test]
fn law_5_some_cards_known_and_some_not() {
    // Seat 0 knows a 7 of seat 1 and both relics of seat 2; eight cards are unseen: five in hands.
    let (hands, draw) = (["15", "7799", "79RR"], "117");
    let used = hands.concat() + draw;
    let position = small_world(hands, draw, &rest(&used), [["", "", "5"], ["7", "", "79"], ["RR", "R", ""]]);
    let hand = |world: &Value, seat: usize| {
        world["players"][seat]["hand"].as_str().expect("the case is well formed").to_owned()
    };
    let counts = worlds(&position, 0, |world| {
        // What seats 1 and 2 know of seat 0 stays; of each other they know what seat 0 knows.
        let known = |owner: usize| world["players"][owner]["known_by"].clone();
        assert_eq!(
            [known(0), known(1), known(2)],
            [json!(["", "", "5"]), json!(["7", "", "7"]), json!(["RR", "RR", ""])]
        );
        format!(
            "{} {} {}",
            hand(world, 1),
            hand(world, 2),
            world["draw_pile"].as_str().expect("the case is well formed")
        )
    });
    let mut shares = BTreeMap::new();
    for (unknown, left) in draws("77799911", 5) {
        for (pile, _) in draws(&left, 3) {
            let world = format!(
                "{} {} {pile}",
                sorted(&format!("7{}", &unknown[..3])),
                sorted(&format!("RR{}", &unknown[3..]))
            );
            *shares.entry(world).or_default() += 1.0;
        }
    }
    assert_fits(&counts, &shares);
}

#[test]
fn law_5_the_development_deck() {
    let position = small_world(["15", "79", "7R"], "11", &rest("157 97R11"), [["", "", ""]; 3]);
    let counts = worlds(&position, 0, |world| {
        world["development_deck"][0].as_str().expect("the case is well formed").to_owned()
    });
    let shares = counts.keys().map(|id| (id.clone(), 1.0)).collect();
    assert_eq!(counts.len(), 24);
    assert_fits(&counts, &shares);
}

/// What a bystander cannot tell apart: hands, and what giver and receiver know of each other.
fn gift_world(world: &Value) -> String {
    let player = |seat: usize, field: &str| world["players"][seat][field].clone();
    format!(
        "{} {} {} {}",
        player(1, "hand").as_str().expect("the case is well formed"),
        player(2, "hand").as_str().expect("the case is well formed"),
        player(1, "known_by")[2].as_str().expect("the case is well formed"),
        player(2, "known_by")[1].as_str().expect("the case is well formed"),
    )
}

/// Seat 1 gave seat 2 a card; seat 0 saw nothing of it and knows `known` of the giver's cards and the
/// gift together. He knows nothing of the receiver, who has openly lost `shown` since.
///
/// The worlds are counted card by card: every unseen card is a card of its own, and so is each card
/// of `known` and `shown`; two of them are the same card if the gift was known and has been shown.
fn gift_shares(
    known: &str,
    shown: &str,
    giver: usize,
    receiver: usize,
    unseen: &str,
) -> BTreeMap<String, f64> {
    let mut shares = BTreeMap::new();
    let mut add = |giver: String, receiver: String, gift: char, held: bool| {
        let known_left = known.replacen(gift, "", 1);
        let received = if held { gift.to_string() } else { String::new() };
        let world = format!("{} {} {known_left} {received}", sorted(&giver), sorted(&receiver));
        *shares.entry(world).or_default() += 1.0;
    };
    let minus = |cards: &str, gone: &str| {
        gone.chars()
            .try_fold(cards.to_owned(), |left, card| left.contains(card).then(|| left.replacen(card, "", 1)))
    };
    // The gift is still with the receiver: S has one card more than the giver.
    if let Some(pool) = minus(unseen, known) {
        let unknown = giver + 1 - known.len();
        for (drawn, _) in draws(&pool, unknown + receiver - 1) {
            let (more, others) = drawn.split_at(unknown);
            let all = format!("{known}{more}");
            for at in 0..all.len() {
                let gift = all[at..].chars().next().expect("the case is well formed");
                let kept = format!("{}{}", &all[..at], &all[at + 1..]);
                // Any of the receiver's places may hold the gift.
                for _ in 0..receiver {
                    add(kept.clone(), format!("{gift}{others}"), gift, true);
                }
            }
        }
        // The gift was an unknown card and has been shown.
        if unknown > 0 {
            for (drawn, _) in draws(&pool, unknown - 1 + receiver) {
                let (more, others) = drawn.split_at(unknown - 1);
                for gift in shown.chars() {
                    for _ in 0..unknown {
                        // One card fewer is dealt than above: all of the rest could follow.
                        add(format!("{known}{more}"), others.to_owned(), gift, false);
                    }
                }
            }
        }
    }
    // The gift was a known card and has been shown: it is not among the unseen ones.
    for at in 0..known.len() {
        let gift = known[at..].chars().next().expect("the case is well formed");
        let left = format!("{}{}", &known[..at], &known[at + 1..]);
        let Some(pool) = minus(unseen, &left) else { continue };
        for (drawn, _) in draws(&pool, giver - left.len() + receiver) {
            let (more, others) = drawn.split_at(giver - left.len());
            for _ in shown.chars().filter(|&card| card == gift) {
                add(format!("{left}{more}"), others.to_owned(), gift, false);
            }
        }
    }
    shares
}

fn gift_position(hands: [&str; 3], draw: &str, known: &str, gift: char, shown: &str) -> Value {
    let used = hands.concat() + draw;
    let own = known.replacen(gift, "", 1);
    let held = if shown.contains(gift) { String::new() } else { gift.to_string() };
    let mut position =
        small_world(hands, draw, &rest(&used), [["", "", ""], [known, "", &own], ["", &held, ""]]);
    position["gift"] = json!({"from": 1, "to": 2, "shown": shown});
    position
}

#[test]
fn law_5_a_recorded_gift() {
    // Nothing shown yet: the given card is any of the giver's three cards.
    let position = gift_position(["15", "79", "89"], "14", "78", '8', "");
    let counts = worlds(&position, 0, gift_world);
    assert_fits(&counts, &gift_shares("78", "", 2, 2, "798914"));
}

#[test]
fn law_5_a_gift_that_may_have_been_shown() {
    // The receiver has shown a 7 and a 4; the giver is known to have had a 7 and an 8.
    let position = gift_position(["15", "79", "89"], "14", "78", '8', "47");
    let counts = worlds(&position, 0, gift_world);
    // Deals of different numbers of cards are weighed by the deals of the rest.
    assert_fits(&counts, &gift_shares("78", "47", 2, 2, "798914"));
}

#[test]
fn a_gift_that_can_only_have_been_shown() {
    // All sevens are seen but the one that the giver was known to have: it was the gift.
    let hands = ["15777777", "89", "89"];
    let position = gift_position(hands, "14", "78", '7', "7");
    let counts = worlds(&position, 0, |world| {
        assert!(world["players"][1]["hand"].as_str().expect("the case is well formed").contains('8'));
        format!("{}{}", world["players"][1]["known_by"][2], world["players"][2]["known_by"][1])
    });
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["\"8\"\"\""]);
}

#[test]
fn committed_offers_are_drawn_again() {
    let mut position =
        small_world(["15678", "2233", "15R"], "9", &rest("15678223344R519"), [["", "", ""]; 3]);
    position["players"][1]["set_aside"] = json!("44");
    position["decision"] = json!({"step": "offer", "seat": 2, "announced": 2});
    let counts = worlds(&position, 0, |world| {
        let cards = |seat: usize, field: &str| {
            world["players"][seat][field].as_str().expect("the case is well formed").to_owned()
        };
        assert_eq!(cards(2, "hand").len() + cards(2, "set_aside").len(), 3);
        cards(1, "set_aside")
    });
    // Two random cards of the ten unseen ones.
    let mut shares = BTreeMap::new();
    for (cards, _) in draws("223344R519", 2) {
        *shares.entry(sorted(&cards)).or_default() += 1.0;
    }
    assert_fits(&counts, &shares);
}
