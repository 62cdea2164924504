//! Choices that any sensible player makes, asked of the policy with its default weights.

use serde_json::json;
use tradewinds_game::{Advice, Policy, Weights, best};

use crate::table::{Play, Table};

/// Returns the policy's choice in notation.
fn choice(play: &Play) -> String {
    let policy = play.rules.policy(&Weights::new()).expect("weights left out have their defaults");
    let actions = play.actions();
    let mut scores = vec![0.0; actions.len()];
    policy.score(&play.rules, &play.state, &actions, &mut scores);
    actions[best(&scores)].to_string()
}

#[test]
fn a_perfect_combination_is_laid() {
    let play = Table::turn(&["123456789RRR", ""]).load();
    assert_eq!(choice(&play), "perfect");
}

#[test]
fn a_rare_set_is_laid_for_a_development_early_in_the_game() {
    let play = Table::turn(&["1888", ""]).load();
    assert_eq!(choice(&play), "set indigo 3");
}

#[test]
fn only_doubloons_count_in_the_last_round() {
    // The queue begins with warehouses, whose fruits would come too late.
    let play = Table::turn(&["111345", ""]).player(1, "money", 90).load();
    assert_eq!(choice(&play), "different 4");
    let mut play = Table::turn(&["12345", ""]).player(1, "money", 90).load();
    assert_eq!(choice(&play), "different 5");
    play.play("different 5");
    for _ in 0..5 {
        let lay = choice(&play);
        play.play(&lay);
    }
    assert_eq!(play.money(0), 7);
}

#[test]
fn relics_are_sold_together() {
    let play = Table::turn(&["12RRR", ""]).player(1, "money", 90).load();
    assert_eq!(choice(&play), "relics 3");
}

#[test]
fn the_card_that_is_missed_least_is_offered() {
    let mut play = Table::new(&["112888", "13579"]).load();
    play.play("announce 2");
    assert_eq!(choice(&play), "offer cacao", "the set of indigo stays whole");
    play.play("offer cacao");
    assert!(["offer cacao", "offer corn"].contains(&choice(&play).as_str()));
}

#[test]
fn the_card_that_completes_a_set_is_taken() {
    let mut play = Table::new(&["11288", "13589"]).set("market", "111").load();
    play.play("announce 2").offer("11").offer("18");
    let master = play.to_act().expect("somebody takes");
    if master == 1 {
        play.take('1', 0);
    }
    assert_eq!((play.to_act(), choice(&play)), (Some(0), "take indigo from 1".to_owned()));
}

#[test]
fn a_full_warehouse_is_better_than_an_empty_one() {
    let mut play = Table::turn(&["19R", ""]).own(0, &["WD1"]).load();
    play.play("end").play("end");
    assert_eq!(play.step(), "store");
    let mut stored = Vec::new();
    while play.step() == "store" && play.to_act() == Some(0) {
        let store = choice(&play);
        play.play(&store);
        stored.push(store);
    }
    assert_eq!(stored, ["store vanilla", "store relic"]);
}

#[test]
fn unknown_weights_are_refused() {
    let play = Table::turn(&["1", ""]).load();
    let given: Weights = [("no such weight".to_owned(), 1.0)].into();
    assert!(play.rules.policy(&given).is_err_and(|error| error.to_string().contains("no such weight")));
    let given: Weights = [("caravel".to_owned(), f64::NAN)].into();
    assert!(play.rules.policy(&given).is_err_and(|error| error.to_string().contains("finite")));
    assert_eq!(json!(play.legal()), json!(["end"]));
}
