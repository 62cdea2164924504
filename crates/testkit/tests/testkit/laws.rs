//! The laws of the toy games, and that the suite notices a game that breaks one.

use serde_json::{Value, json};
use std::collections::BTreeMap;

use tradewinds_game::{CompleteGame, Variant};
use tradewinds_testkit::laws;
use tradewinds_testkit::laws::{Sampling, check_laws, mutants};
use tradewinds_testkit::toys::{HiddenTile, Lights, SecretOffer};
use tradewinds_testkit::worlds::{check_frequencies, check_worlds, chi_squared_uniform, permutations};

mod secret_offer {
    use super::*;

    laws!(SecretOffer);
}

mod hidden_tile {
    use super::*;

    laws!(HiddenTile);
}

mod lights {
    use super::*;

    laws!(Lights);
}

/// Makes the tests that the suite notices a defect.
macro_rules! mutants {
    ($($name:ident: $defect:ident breaks $law:literal;)*) => {
        mod broken {
            use super::*;

            $(
                #[test]
                #[should_panic(expected = $law)]
                fn $name() {
                    let every_fourth = Sampling { every: 4, ..Sampling::STANDARD };
                    check_laws::<mutants::Mutant<{ mutants::$defect }>>(
                        3,
                        &Variant::standard(),
                        50,
                        &every_fourth,
                    );
                }
            )*
        }
    };
}

mutants! {
    lists_twice: LISTS_TWICE breaks "law 1";
    takes_anything: TAKES_ANYTHING breaks "law 1";
    states_a_low_bound: STATES_A_LOW_BOUND breaks "law 2";
    loses_a_card: LOSES_A_CARD breaks "law 3";
    keeps_secrets: KEEPS_SECRETS breaks "law 4";
    forgets: FORGETS breaks "law 4";
    shows_all: SHOWS_ALL breaks "law 4";
    shuffles_hands: SHUFFLES_HANDS breaks "law 4";
    shows_offers: SHOWS_OFFERS breaks "edges";
    shows_numbers: SHOWS_NUMBERS breaks "edges";
    writes_no_points: WRITES_NO_POINTS breaks "law 6";
    changes_nothing: CHANGES_NOTHING breaks "law 7";
    lists_secrets: LISTS_SECRETS breaks "law 8";
    scores_secrets: SCORES_SECRETS breaks "law 8";
    estimates_secrets: ESTIMATES_SECRETS breaks "law 8";
    reads_secrets: READS_SECRETS breaks "law 8";
    observes_secrets: OBSERVES_SECRETS breaks "law 8";
    names_secrets: NAMES_SECRETS breaks "law 8";
    says_open: SAYS_OPEN breaks "law 9";
    says_public: SAYS_PUBLIC breaks "law 10";
    counts_twice: COUNTS_TWICE breaks "sheet: Sheet {";
    splits_by_secrets: SPLITS_BY_SECRETS breaks "depends on what";
    promises_points: PROMISES_POINTS breaks "loses sure points by a decision of";
    chooses_the_last: CHOOSES_THE_LAST breaks "rollouts";
}

#[test]
#[should_panic(expected = "secret-offer \"\", 3 players, seed 0, decision 0, position {")]
fn a_broken_law_is_reported_with_its_place() {
    let variant = Variant::standard();
    check_laws::<mutants::Mutant<{ mutants::LISTS_TWICE }>>(3, &variant, 10, &Sampling::STANDARD);
}

/// Where the rules do not guarantee an end, a game that reaches its bound is counted, not refused.
#[test]
fn a_game_may_be_declared_endless() {
    let endless = Sampling { may_truncate: true, ..Sampling::STANDARD };
    let truncated =
        check_laws::<mutants::Mutant<{ mutants::STATES_A_LOW_BOUND }>>(3, &Variant::standard(), 10, &endless);
    assert_eq!(truncated, 10);
}

/// Seat 1 holds three cards, one of which, a 6, everybody knows; of the other two nothing is known to
/// seat 0 but that they and the pile of three are 1, 1, 2, 3 and 4. He may have set aside up to `most`
/// of the three.
fn check_secret_offers<G: CompleteGame>(seat: u8, starter: u8, most: u32) {
    let position = |hand: Value, aside: Value, pile: Value| {
        json!({
            "game": "secret-offer", "round": 2, "starter": starter, "seat": seat, "pile": pile,
            "discard": [1, 2, 2, 3, 3, 4, 5, 5, 6, 6],
            "players": [
                {"points": 7, "hand": [4, 5], "aside": [], "known": []},
                {"points": 12, "hand": hand, "aside": aside, "known": [6]},
            ],
        })
    };
    let mut worlds = Vec::new();
    for order in permutations(&[1, 1, 2, 3, 4]) {
        let cards = [order[0], order[1], 6];
        for chosen in (0..8_u32).filter(|chosen| chosen.count_ones() <= most) {
            let picked = |aside: bool| {
                let mut cards: Vec<u8> = (0..3)
                    .filter(|card| (chosen >> card & 1 == 1) == aside)
                    .map(|card| cards[card])
                    .collect();
                cards.sort_unstable();
                json!(cards)
            };
            worlds.push(position(picked(false), picked(true), json!(order[2..])));
        }
    }
    check_worlds::<G>(&position(json!([null, null, null]), Value::Null, Value::Null), 0, worlds);
}

#[test]
fn a_committed_offer_is_any_set_of_cards() {
    check_secret_offers::<SecretOffer>(0, 1, 2);
}

#[test]
fn an_offer_in_the_making_is_any_incomplete_set_of_cards() {
    check_secret_offers::<SecretOffer>(1, 1, 1);
}

#[test]
#[should_panic(expected = "law 5: worlds turn up with wrong frequencies")]
fn loaded_dice_break_law_5() {
    check_secret_offers::<mutants::Mutant<{ mutants::LOADS_DICE }>>(0, 1, 2);
}

/// The scout, seat 1, has seen the 3 on the left.
fn hidden_tiles(tiles: [Value; 3]) -> Value {
    let [left, middle, right] = tiles;
    json!({
        "game": "hidden-tile", "round": 1, "first": 0, "step": "bet", "seat": 0, "scout": 1, "looked": "left",
        "tiles": {"left": left, "middle": middle, "right": right}, "face_up": [],
        "players": [{"coins": 3, "bet": null}, {"coins": 2, "bet": null}, {"coins": 5, "bet": null}],
    })
}

#[test]
fn tiles_are_any_for_who_has_seen_none() {
    let position = hidden_tiles([json!(3), json!(0), json!(1)]);
    let worlds = permutations(&[0, 0, 1, 3, 4]).into_iter();
    let worlds = worlds.map(|order| hidden_tiles([json!(order[0]), json!(order[1]), json!(order[2])]));
    check_worlds::<HiddenTile>(&position, 0, worlds);
}

#[test]
fn the_scout_keeps_the_tile_that_he_has_seen() {
    let position = hidden_tiles([json!(3), json!(0), json!(1)]);
    let worlds = permutations(&[0, 0, 1, 4]).into_iter();
    let worlds = worlds.map(|order| hidden_tiles([json!(3), json!(order[0]), json!(order[1])]));
    check_worlds::<HiddenTile>(&position, 1, worlds);
}

/// Statistics worked by hand: 13.4 with five degrees of freedom, 3.3898 with one; probabilities by the
/// tables of chi-squared.
#[test]
fn chi_squared_agrees_with_the_tables() {
    let p = chi_squared_uniform(&[5, 8, 9, 8, 10, 20], &[10.0; 6]);
    assert!((p - 0.0199).abs() < 5e-4, "{p}");
    let p = chi_squared_uniform(&[598, 536], &[1.0, 1.0]);
    assert!((p - 0.0656).abs() < 5e-4, "{p}");
}

#[test]
#[should_panic(expected = "wrong frequencies")]
fn a_biased_determinization_is_noticed() {
    let worlds = ["a", "b", "c"].map(str::to_owned);
    let counts = worlds.iter().cloned().zip([7100, 6400, 6500]).collect();
    let weights = worlds.iter().cloned().map(|world| (world, 1.0)).collect();
    check_frequencies(&counts, &weights);
}

#[test]
#[should_panic(expected = "does not turn up")]
fn a_world_left_out_is_noticed() {
    let counts = BTreeMap::from([("a".to_owned(), 10_000)]);
    let weights = BTreeMap::from([("a".to_owned(), 1.0), ("b".to_owned(), 1.0)]);
    check_frequencies(&counts, &weights);
}
