//! Decisions that any sensible player would take.

use serde_json::{Value, json};

use crate::FrancisDrake;
use tradewinds_game::{Actions, Advice, Game, Notation, Policy, Seed, Variant, Weights, best};
use tradewinds_testkit::laws::rollout_win_share;

/// The second voyage of the rules page's last example, at sea: all discs lie face up.
fn at_sea(decision: Value, missions: [Value; 3], items: [[u16; 3]; 3], stops: [&[&str]; 3]) -> Value {
    let players: Vec<Value> = (0..3)
        .map(|seat| {
            json!({
                "vp": 4, "crew": items[seat][0], "guns": items[seat][1], "barrels": 4,
                "trade_goods": items[seat][2], "stops": stops[seat], "ghost_ship": false,
                "investor_tile": true, "missions": missions[seat], "attacks": [], "trades": {},
                "goods": {}, "chest": {}
            })
        })
        .collect();
    json!({
        "game": "francis-drake", "dataset": "reconstruction-1", "rules": {}, "voyage": 3,
        "decision": decision, "start": [0, 1, 2],
        "street": ["crew a", "guns a", "supplies a", "queen", "trade", "shipyard", "governor", "crew b", "tavern",
            "admiral", "supplies b", "pinnace", "guns b", "drake", "informer", "golden hind"],
        "galleon_tiles": {"galleon a": "G3", "galleon b": "G1", "galleon c": "G2"},
        "outbound": [0, 1, 2], "homebound": [],
        "troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1},
        "frigate_tiles": {"galleon a": 0, "galleon b": 2, "galleon c": 1},
        "face_up": [], "informer": null, "players": players
    })
}

/// Returns the text of the default policy's choice.
fn choice(position: &Value) -> String {
    let mut rng = Seed(1).rng();
    let (game, state) = FrancisDrake::load(position, &Variant::standard(), &mut rng).unwrap();
    let policy = game.policy(&Weights::new()).unwrap();
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let mut scores = vec![0.0; actions.len()];
    policy.score(&game, &state, &actions, &mut scores);
    assert!(scores.iter().all(|score| score.is_finite()), "{scores:?}");
    game.action_text(&state, actions[best(&scores)])
}

#[test]
fn a_city_is_attacked_with_crew_to_spare() {
    let mission = json!({"step": "mission"});
    let discs =
        [json!({"portobelo": "1", "campeche": "2"}), json!({"trinidad": "4"}), json!({"trinidad": "4"})];
    assert_eq!(choice(&at_sea(mission, discs, [[2, 0, 0], [0; 3], [0; 3]], [&[]; 3])), "attack");
}

/// The last crew is kept for the richer city of the next round, where no other seat is.
#[test]
fn the_last_crew_is_kept_for_the_richer_city() {
    let mission = json!({"step": "mission"});
    let discs =
        [json!({"puerto cabello": "1", "campeche": "2"}), json!({"trinidad": "4"}), json!({"trinidad": "4"})];
    assert_eq!(choice(&at_sea(mission, discs, [[1, 0, 0], [0; 3], [0; 3]], [&[]; 3])), "decline");
}

/// At the end of the last voyage the commodity that makes a larger set is bought.
#[test]
fn a_commodity_that_is_missing_is_bought() {
    let mission = json!({"step": "mission"});
    let discs = [json!({"san juan": "1"}), json!({"trinidad": "4"}), json!({"trinidad": "4"})];
    let mut position = at_sea(mission, discs, [[0, 0, 1], [0; 3], [0; 3]], [&[]; 3]);
    position["players"][0]["goods"] = json!({"sugar": 1, "tobacco": 1});
    assert_eq!(choice(&position), "trade coffee");
}

/// With nothing left to pay with, the first ship goes home for the hero bonus.
#[test]
fn a_ship_without_means_goes_home() {
    let discs = [json!({"campeche": "2"}), json!({"trinidad": "4"}), json!({"trinidad": "4"})];
    let home = json!({"step": "return", "seat": 0});
    let mut position = at_sea(home, discs, [[0; 3]; 3], [&[]; 3]);
    position["players"][0]["attacks"] = json!(["portobelo"]);
    position["players"][0]["chest"] = json!({"silver": 1});
    assert_eq!(choice(&position), "return");
}

/// The low disc goes to the city where rivals with crew wait for the same treasure.
#[test]
fn the_contested_city_gets_the_first_disc() {
    let disc = json!({"step": "disc", "destination": "campeche"});
    let rival = json!({"campeche": "2", "san juan": "3"});
    let position =
        at_sea(disc, [json!({}), rival.clone(), rival], [[1, 0, 0], [3, 0, 0], [3, 0, 0]], [&[]; 3]);
    let mut position = position;
    position["players"][0]["missions"] = json!({"san juan": "2"});
    assert_eq!(choice(&position), "disc 1");
}

/// Rollouts play by rules of thumb: far better than random play.
#[test]
fn rules_of_thumb_beat_random_play() {
    let won: f32 = (0..40).map(rollout_win_share::<FrancisDrake>).sum();
    assert!(won > 36.0, "{won} of 40 games won");
}
