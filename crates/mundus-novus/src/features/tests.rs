use std::collections::BTreeSet;

use super::*;
use serde_json::{Value, json};
use tradewinds_game::features::Block;
use tradewinds_game::{Game, Notation, Seed, Variant, Variants};
use tradewinds_testkit::features::{groups_of, has, named};

/// The blocks of a position for an observer: those of the seats, and the table's.
struct Read {
    seats: Vec<Vec<String>>,
    table: Vec<String>,
}

fn read(game: &MundusNovus, state: &State, observer: usize) -> Read {
    let mut inputs = Inputs::new(game.players());
    game.write_features(state, Seat::new(observer), &mut inputs);
    let seats = inputs.seats().iter().map(|block| named(SEAT, block)).collect();
    Read { seats, table: named(TABLE, &inputs.table) }
}

fn load(position: &Value) -> (MundusNovus, State) {
    MundusNovus::load(position, &Variant::standard(), &mut Seed(1).rng()).unwrap()
}

/// The groups that only the observer's own block may have.
const SECRET: [&str; 11] = [
    "hand",
    "aside",
    "sets",
    "access",
    "reach",
    "different",
    "worth",
    "own_estimate",
    "perfect_hand",
    "promise",
    "left",
];

/// The start of a game of the rules page (12.8).
fn opening() -> Value {
    let player = |hand: &str| {
        json!({"money": 0, "developments": [], "hand": hand, "stored": "", "set_aside": "", "offer": "",
            "known_by": ["", "", ""], "perfect": false})
    };
    json!({
        "game": "mundus-novus", "promo": false, "round": 1, "event": "none", "trade_master": 1,
        "queue": ["CAS", "MR1", "CV02", "CTS", "ALM"],
        "development_deck": ["VAL", "COR", "MC2", "WD3", "MR2", "SY1", "CV14", "COS", "ORE", "WD2", "CV05",
            "PIZ", "WS1", "MU2", "CV12", "CV08", "MC1", "CV11", "CV04", "WD1", "CV06", "WS2", "CV10", "MU1"],
        "market": "35R",
        "draw_pile": "2966294368R39143R41535R36722343R953876R85722485279R3212637852932518RR768R86216R45921441125163159116423",
        "discard_pile": "", "supply": "", "split": "", "gift": null,
        "players": [player("12337"), player("14567"), player("1144R")],
        "decision": {"step": "announce"}
    })
}

/// The middle of a turn of the rules page (12.8): seat 0 has a set of coffee under way, and gave seat 2 a card.
fn turn_under_way() -> Value {
    let player = |money: u16, developments: &[&str], hand: &str, known_by: [&str; 3]| {
        json!({"money": money, "developments": developments, "hand": hand, "stored": "", "set_aside": "",
            "offer": "", "known_by": known_by, "perfect": false})
    };
    json!({
        "game": "mundus-novus", "promo": false, "round": 5, "event": "pirates", "trade_master": 0,
        "queue": ["WS1", "WD3", "MC1", "PIZ", "CV10"],
        "development_deck": ["VAL", "CV04", "CV08", "CAS", "CV02", "CV12", "CV11", "ORE", "COR", "CV06",
            "WS2", "MC2", "CV05", "MU1", "COS", "SY1", "ALM", "WD1", "MR2"],
        "market": "112",
        "draw_pile": "6349755371R32675361893252635399455314R84R",
        "discard_pile": "1111111122222222222333333344444445566666667777888889999RRRRRRR",
        "supply": "", "split": "", "gift": {"from": 0, "to": 2, "shown": "2RR"},
        "players": [
            player(13, &["MU2"], "4678R", ["", "2678R", "678R"]),
            player(5, &["CV14"], "12555R", ["255R", "", "255R"]),
            player(11, &["MR1", "WD2", "CTS"], "113", ["113", "113", ""]),
        ],
        "decision": {"step": "source", "seat": 0, "first_player": 2, "merchants_used": "", "good": "4",
            "size": 3, "jokers": 1, "conversions": 1}
    })
}

#[test]
fn an_opening_is_what_the_table_says() {
    let (game, state) = load(&opening());
    let Read { seats, table } = read(&game, &state, 2);
    // 1144R: a set of three of a common and of an uncommon good, with the relic; the best one wins one of the first
    // three cards: las Casas, a merchant of rare goods or caravel 2.
    has(
        &seats[2],
        &["hand 1", "hand 13", "hand 36", "sets 3", "sets 9", "sets 12", "access 3", "different 2"],
        &[],
    );
    has(
        &seats[2],
        &["reach 1", "reach 21", "reach 37", "master 1", "cards 5", "to_end 37", "estimate 0"],
        &[],
    );
    assert_eq!(seats[2].iter().filter(|name| name.starts_with("reach")).count(), 3, "{:?}", seats[2]);
    assert!(!groups_of(&seats[2]).any(|group| group == "known"), "{:?}", seats[2]);
    has(&seats[1], &["decides 5", "master 0", "unknown 5", "known_set 0", "finish 19", "ahead 0"], &[]);
    has(
        &table,
        &["players 1", "decision 5", "round 0", "queued 7", "queued 11", "queued 16", "deck 19"],
        &[],
    );
    // 12337: four different goods pay 5 doubloons, which the policy counts for a little more.
    let seats = read(&game, &state, 0).seats;
    has(&seats[0], &["hand 0", "hand 4", "hand 9", "hand 24", "sets 2", "different 4", "worth 2"], &[]);
    has(&seats[0], &["promise = 10", "master 2"], &[]);
}

#[test]
fn a_turn_under_way_is_what_each_observer_knows() {
    let (game, state) = load(&turn_under_way());
    let first = read(&game, &state, 0);
    has(
        &first.table,
        &["good 3", "jokers 1", "size 3", "market 1", "market 3", "event 5", "discarded 0 = 26"],
        &[],
    );
    has(
        &first.seats[0],
        &["decides 15", "left 1", "gift 0", "turns_before 0", "merchants 3", "ahead 1"],
        &[],
    );
    has(&first.seats[0], &["hand 12", "hand 20", "hand 24", "hand 28", "hand 36"], &[]);
    // Seat 2 began: its turn is over. It has a merchant of rare goods, two places, and an income of 3.
    has(&first.seats[2], &["gift 1", "cards_after 3", "merchants 6", "slots 2", "income 3", "behind 0"], &[]);
    has(&first.seats[2], &["known 1", "known 6", "unknown 0"], &[]);
    // Seat 1 knows of the first one five cards, one of which may be the gift, and not how far its choice is.
    let second = read(&game, &state, 1);
    has(
        &second.seats[0],
        &["decides 15", "known 3", "known 15", "known 27", "unknown 0", "known_set 3"],
        &[],
    );
    assert!(!second.seats[0].iter().any(|name| name == "left 1"), "{:?}", second.seats[0]);
    // 12555R makes a set of four cotton: any card of the queue.
    has(&second.seats[1], &["sets 2", "sets 10", "access 5", "turns_before 1", "caravels 1"], &[]);
}

/// In random games the groups of secrets are in the observer's own block alone.
#[test]
fn secrets_are_in_the_own_block() {
    let game = MundusNovus::new(4, &Variant::standard()).unwrap();
    let mut rng = Seed(3).rng();
    let mut state = game.deal(&mut rng);
    let mut found: BTreeSet<&str> = BTreeSet::new();
    while game.to_act(&state).is_some() {
        let observer = state.round as usize % 4;
        for (seat, block) in read(&game, &state, observer).seats.iter().enumerate() {
            let groups = groups_of(block).collect::<BTreeSet<_>>();
            let secret = SECRET.iter().filter(|&&group| groups.contains(group));
            if seat == observer {
                found.extend(secret);
            } else if state.decision != Decision::Pick {
                assert_eq!(secret.count(), 0, "{block:?}");
            }
        }
        game.play_random(&mut state, &mut rng);
    }
    // Without luck no hand makes a perfect combination.
    assert!(found.len() >= SECRET.len() - 1, "{found:?}");
}

#[test]
fn a_set_is_named_by_what_it_wins_and_leaves() {
    let (game, state) = load(&opening());
    let mut state = state;
    state.decision = Decision::Turn;
    state.seat = Seat::new(2);
    let mut features = ActionFeatures::new();
    // Two coffee and the relic of 1144R: the first three places, one helper, and only cacao is left.
    let claim = crate::action::Claim::new(Card::COFFEE, 3);
    game.write_action_features(&state, Action::Set(claim), &mut features);
    let mut block = Block::new();
    features.iter().for_each(|&index| block.push_active(index));
    let found = named(ACTION, &block);
    has(&found, &["kind 15", "claim 9", "access 3", "helpers 1", "different_left 1"], &[]);
    assert_eq!(found.len(), 5, "{found:?}");
}
