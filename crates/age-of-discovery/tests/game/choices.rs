//! Expeditions, casualties, landings and building benefits are short sequences of actions; every final
//! choice is reached in exactly one way (docs/rules/age-of-discovery.md section 3.3, decomposition rules).

use std::collections::BTreeMap;

use crate::base::{base, load, with, with_player};
use serde_json::{Value, json};
use tradewinds_age_of_discovery::{AgeOfDiscovery, Decision, State};
use tradewinds_game::{Actions, Game, Notation, Seed};

/// Plays all sequences of actions while the decision is one of `decisions`; counts them by the position that they
/// lead to.
fn finals(position: &Value, decisions: &[Decision]) -> BTreeMap<String, usize> {
    fn go(game: &AgeOfDiscovery, state: &State, decisions: &[Decision], found: &mut BTreeMap<String, usize>) {
        if !decisions.contains(&state.decision()) {
            *found.entry(game.position(state).to_string()).or_default() += 1;
            return;
        }
        let mut actions = Actions::new();
        game.legal(state, &mut actions);
        for action in actions {
            let mut next = *state;
            game.play(&mut next, action, &mut Seed(7).rng());
            go(game, &next, decisions, found);
        }
    }
    let (game, state) = load(position).unwrap_or_else(|error| panic!("{error}\n{position}"));
    let mut found = BTreeMap::new();
    go(&game, &state, decisions, &mut found);
    found
}

/// Checks that there are `expected` final choices, each reached once.
fn check(position: &Value, decisions: &[Decision], expected: usize) {
    let found = finals(position, decisions);
    assert_eq!(found.len(), expected, "final choices of {position}");
    for (end, ways) in found {
        assert_eq!(ways, 1, "ways to {end}\nfrom {position}");
    }
}

const EXPEDITION: [Decision; 4] =
    [Decision::ExploreTarget, Decision::ExploreSoldiers, Decision::ExploreCaptains, Decision::ExploreOthers];

/// A target and any figures but none at all, or nothing. Later decisions keep the turn from ending.
#[test]
fn an_expedition_is_put_together_in_one_way() {
    for captains in 0..3 {
        for soldiers in 0..4 {
            for others in 0..4 {
                let figures = (captains + 1) * (soldiers + 1) * (others + 1) - 1;
                if figures == 0 {
                    continue;
                }
                let box_of = json!({"captain": captains, "soldier": soldiers, "other": others});
                let position = with(base(), json!({"step": "explore_target", "warfare_box": [1]}));
                let position = with_player(position, 0, json!({"discovery": box_of}));
                check(&position, &EXPEDITION, 3 * figures + 1);
            }
        }
    }
}

/// Against the deck there is one target.
#[test]
fn an_expedition_against_the_deck_is_put_together_in_one_way() {
    let all = ["t01", "t02", "t10", "t12", "t15"];
    let position = with(base(), json!({"step": "explore_target", "warfare_box": [1], "tiles": null}));
    let position = with_player(position, 0, json!({"tiles": all, "discovery": {"soldier": 3, "other": 3}}));
    check(&position, &EXPEDITION, 4 * 4 - 1 + 1);
}

/// Both numbers of victims: all pairs in the ranges of 4.10, each pair once.
#[test]
fn casualties_are_chosen_in_one_way() {
    let decisions = [Decision::AttackerKills, Decision::DefenderKills];
    for attacker in 0..16_u32 {
        for defender in 0..16_u32 {
            let [(pa, sa), (pd, sd)] = [attacker, defender].map(|units| (units / 4, units % 4));
            if pa + sa == 0 || pd + sd == 0 || sa + sd == 0 {
                continue;
            }
            let conflict = json!({"kind": "battle", "opponent": 2, "region": "florida"});
            let boxes =
                json!({"step": "attacker_kills", "to_move": 1, "warfare_box": [1, 0], "conflict": conflict});
            let position = with_player(with(base(), boxes), 1, json!({"units": {"florida": [pa, sa]}}));
            let position = with_player(position, 2, json!({"units": {"florida": [pd, sd]}}));
            let choices =
                |kills: u32, soldiers: u32, plain: u32| kills.min(soldiers) + 1 - kills.saturating_sub(plain);
            let (by_attacker, by_defender) = (sa.min(pd + sd), sd.min(pa + sa));
            let expected = choices(by_attacker, sd, pd) * choices(by_defender, sa, pa);
            check(&position, &decisions, expected as usize);
        }
    }
}

/// A war is the product of its battles.
#[test]
fn the_battles_of_a_war_are_fought_in_one_way() {
    let units = json!({"florida": [2, 1], "caribbean": [1, 2], "peru": [3, 0]});
    let position = with(base(), json!({"step": "warfare", "warfare_box": [0, 1]}));
    let position = with_player(position, 0, json!({"units": units}));
    let theirs = json!({"florida": [1, 1], "caribbean": [2, 2], "peru": [1, 1]});
    let position = with_player(position, 2, json!({"units": theirs}));
    let decisions = [Decision::Warfare, Decision::AttackerKills, Decision::DefenderKills];
    let (game, state) = load(&position).expect("the position loads");
    // The figure of seat 1 keeps the turn from ending, but its own step must stop the walk.
    let (mut ends, mut actions) = (BTreeMap::<String, usize>::new(), Actions::new());
    game.legal(&state, &mut actions);
    assert_eq!(actions.len(), 1 + 3 + 1);
    for action in actions {
        let mut next = state;
        game.play(&mut next, action, &mut Seed(7).rng());
        let position = game.position(&next);
        if next.decision() == Decision::Warfare {
            *ends.entry(position.to_string()).or_default() += 1;
            continue;
        }
        for (end, ways) in finals(&position, &decisions[1..]) {
            *ends.entry(end).or_default() += ways;
        }
    }
    // Florida: 2 x 2; Caribbean: 3 x 2; Peru: the attacker hits nobody, the defender a plain unit.
    assert_eq!(ends.len(), 1 + 4 + 6 + 1 + 4 * 6);
    assert!(ends.values().all(|&ways| ways == 1), "{ends:?}");
}

/// Each figure of the dock goes to one of the six open regions, X and Y included.
#[test]
fn figures_land_in_one_way() {
    let dock = json!([[0, "colonist"], [1, "missionary"], [2, "soldier"]]);
    let boxes = json!({"step": "land", "dock": dock, "dock_x": 0, "warfare_box": [1]});
    let position = with_player(with(base(), boxes), 0, json!({"buildings": ["indentured_servitude"]}));
    // Seat 0 has two figures that are alike: pairs of regions in either order are the same units.
    let found = finals(&position, &[Decision::Land]);
    assert_eq!(found.values().sum::<usize>(), 6_usize.pow(4));
    assert_eq!(found.len(), 6 * 6 * (6 * 7 / 2));
    let alone = with(position, json!({"dock_x": null}));
    check(&alone, &[Decision::Land], 6_usize.pow(3));
}

/// Stable: one soldier over one border, then Migration: up to two plain units anywhere; or nothing.
#[test]
fn units_move_in_one_way() {
    let units = json!({"florida": [1, 1], "caribbean": [2, 0], "peru": [0, 2]});
    let position = with(base(), json!({"step": "stable", "turn": 8, "offer": null}));
    let position = with_player(position, 0, json!({"units": units, "buildings": ["stable"]}));
    let later = json!({"region_vp": [0, 0]});
    let position = (0..3).fold(position, |position, seat| with_player(position, seat, later.clone()));
    // Florida borders on New England, New Spain and the Caribbean; of Peru's neighbours only New Granada is open.
    check(&position, &[Decision::Stable], 1 + 3 + 1);
    let owner = json!({"units": units, "buildings": ["migration"], "region_vp": [0, 0]});
    let position = with_player(with(position, json!({"step": "migration"})), 0, owner);
    check(&position, &[Decision::Migration], 1 + 5 + 2 * 5);
}

/// Cartography, Indian Allies and a plain purchase, from one space each.
#[test]
fn a_space_of_capital_buildings_is_used_in_one_way() {
    let boxes = json!({"step": "buy", "capital_box": [0], "warfare_box": [1]});
    let offer = json!(["indian_allies", "stable", "marketplace"]);
    let position = with(with(base(), boxes), json!({"offer": offer}));
    let position = with_player(position, 0, json!({"units": {"florida": [1, 0], "peru": [0, 1]}}));
    let decisions = [Decision::Buy, Decision::Cartography, Decision::IndianAllies];
    check(&position, &decisions, 1 + 2 + 2);
    let first_age = json!({"turn": 2, "offer": ["cartography", "settlers", "settlers", "monastery"]});
    let position = (0..3).fold(with(position, first_age), |position, seat| {
        with_player(position, seat, json!({"region_vp": null}))
    });
    check(&position, &decisions, 1 + 3 + 2);
}

/// Every figure of the hand in every open box: one action each, and no two lead to the same position.
#[test]
fn a_figure_is_placed_in_one_way() {
    let hand = json!({"colonist": 2, "captain": 1, "merchant": 1, "missionary": 1, "soldier": 1});
    let position = with_player(base(), 0, json!({"hand": hand}));
    let (game, state) = load(&position).expect("the position loads");
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    assert_eq!(actions.len(), 5 * 12);
    let mut texts: Vec<String> = actions.iter().map(|&action| game.action_text(&state, action)).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 5 * 12);
}
