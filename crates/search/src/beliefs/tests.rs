use std::collections::BTreeMap;

use tradewinds_game::testing::small_games::{Hidden, Tell, TellHints};
use tradewinds_game::testing::toys::SecretOffer;
use tradewinds_game::testing::toys::secret_offer::{Cards, Data, VALUES};
use tradewinds_game::{Advice, Dice as _, Weights};

use super::*;

/// Lets the second seat of [`Tell`] see two raises, and returns its beliefs.
fn after_two_raises(settings: &SearchSettings) -> Beliefs<Tell> {
    let mut state = Hidden { moves: 0, fact: 1, winner: None };
    let mut beliefs = Beliefs::new(settings.beliefs);
    for _ in 0..2 {
        beliefs.note(&View::new(&Tell, &state, Seat::new(1)), Seat::new(0), Edge::new(Tell::RAISE.into()));
        Tell.play(&mut state, Tell::RAISE, &mut Seed(0).rng());
    }
    let view = View::new(&Tell, &state, Seat::new(1));
    assert!(beliefs.form(&view, &TellHints, settings, Seed(1)));
    beliefs
}

fn settings(beliefs: u32, belief_temperature: f32) -> SearchSettings {
    SearchSettings { beliefs, belief_temperature, ..SearchSettings::default() }
}

/// Two raises have the probability 0.81 in a world with a 1, and 0.01 in one with a 0.
#[test]
fn weights_are_the_probabilities_of_what_was_seen() {
    for (temperature, ratio) in [(1.0, 81.0), (2.0, 9.0), (1_000.0, 1.0)] {
        let beliefs = after_two_raises(&settings(64, temperature));
        let weight = |fact: u8| {
            let mut weights = beliefs.worlds.iter().filter(|world| world.state.fact == fact);
            let first = weights.next().expect("64 worlds have both").weight;
            assert!(weights.all(|world| world.weight == first), "equal worlds have equal weights");
            first
        };
        assert!((weight(1) / weight(0) / ratio - 1.0).abs() < 0.005, "temperature {temperature}");
        let sum: f32 = beliefs.worlds.iter().map(|world| world.weight).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    }
}

/// Each world is drawn as often as its weight says, up to one more or less.
#[test]
fn worlds_are_drawn_by_their_weights() {
    for temperature in [1.0, 3.0, 1_000.0] {
        let beliefs = after_two_raises(&settings(200, temperature));
        assert_eq!(beliefs.drawn.len(), 200);
        for (number, world) in (0..).zip(&beliefs.worlds) {
            let times = beliefs.drawn.iter().filter(|&&drawn| drawn == number).count();
            assert!((times as f32 - 200.0 * world.weight).abs() < 1.01, "{times} of {}", world.weight);
        }
    }
}

#[test]
fn without_anything_seen_nothing_is_weighed() {
    let state = Hidden { moves: 2, fact: 1, winner: None };
    let view = View::new(&Tell, &state, Seat::new(1));
    assert!(!Beliefs::new(64).form(&view, &TellHints, &settings(64, 1.0), Seed(1)));
    // What the seat did itself says nothing.
    let mut beliefs = Beliefs::new(64);
    let before = Hidden { moves: 1, ..state };
    beliefs.note(&View::new(&Tell, &before, Seat::new(1)), Seat::new(1), Edge::new(Tell::RAISE.into()));
    assert!(!beliefs.form(&view, &TellHints, &settings(64, 1.0), Seed(1)));
}

#[test]
fn the_older_half_of_a_long_past_is_forgotten() {
    let state = Hidden { moves: 0, fact: 1, winner: None };
    let view = View::new(&Tell, &state, Seat::new(1));
    let mut beliefs = Beliefs::<Tell>::new(1);
    for _ in 0..=MOST_PAST {
        beliefs.note(&view, Seat::new(0), Edge::new(Tell::RAISE.into()));
    }
    assert_eq!((beliefs.past.len(), beliefs.past.capacity()), (MOST_PAST / 2 + 1, MOST_PAST));
    beliefs.forget();
    assert!(beliefs.past.is_empty());
}

/// The number of ways to choose `k` of `n` cards.
fn choose(n: u8, k: u8) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// Cards of two lists of values.
type World = (Vec<u8>, Vec<u8>);

/// Returns the probability of each hand and secret offer of seat 1 of two, by the rules of the toy: two cards of the
/// pool, of which it offers up to two, in ascending order and by a softmax with temperature 2 of the values, where to stop
/// scores 0.
fn posterior(pool: &Cards) -> BTreeMap<World, f64> {
    let mut worlds = BTreeMap::new();
    let softmax = |options: &[u8], value: u8| {
        let weight = |value: u8| (f64::from(value) / 2.0).exp();
        weight(value) / (options.iter().map(|&option| weight(option)).sum::<f64>() + weight(0))
    };
    let held = |cards: &[u8], value: u8| cards.iter().filter(|&&card| card == value).count() as u8;
    for low in 1..=VALUES as u8 {
        for high in low..=VALUES as u8 {
            let cards = [low, high];
            let deals: f64 =
                (1..).zip(pool).map(|(value, &of)| choose(of, held(&cards, value).min(of))).product();
            if cards.iter().any(|&card| pool[usize::from(card) - 1] < held(&cards, card)) {
                continue;
            }
            let both: &[u8] = if low == high { &cards[..1] } else { &cards };
            let nothing = softmax(both, 0);
            let low_alone = softmax(both, low) * softmax(&[high], 0);
            // Nothing is left that may follow the higher card.
            let high_alone = if low == high { 0.0 } else { softmax(both, high) };
            let all = softmax(both, low) * softmax(&[high], high);
            for (hand, offer, probability) in [
                (vec![low, high], vec![], nothing),
                (vec![high], vec![low], low_alone),
                (vec![low], vec![high], high_alone),
                (vec![], vec![low, high], all),
            ] {
                *worlds.entry((hand, offer)).or_insert(0.0) += deals * probability;
            }
        }
    }
    let sum: f64 = worlds.values().sum();
    worlds.values_mut().for_each(|probability| *probability /= sum);
    worlds
}

fn values(cards: &Cards) -> Vec<u8> {
    (1..).zip(cards).flat_map(|(value, &number)| std::iter::repeat_n(value, number.into())).collect()
}

/// The weights of a secret that was chosen card by card, some of them equal, are those of Bayes' rule.
#[test]
fn worlds_have_the_probabilities_of_bayes() {
    let game = SecretOffer { players: 2, data: Data { copies: 3, hand: 2, limit: 2, rounds: 1 } };
    let policy = game.policy(&Weights::new()).expect("the defaults fit");
    let mut state = (0..)
        .map(|seed| game.deal(&mut Seed(seed).rng()))
        .find(|state| state.starter == 1)
        .expect("some deal lets seat 1 start");
    // Many equal cards: seat 1 and the pile have two of each of the lowest values.
    let pool = [2, 2, 0, 0, 0, 0];
    let one_each = [1, 1, 0, 0, 0, 0];
    (state.hand[0], state.hand[1], state.discard) = (one_each, one_each, [0, 0, 3, 3, 3, 3]);
    (state.pile, state.pile_len) = (std::array::from_fn(|place| u8::from(place == 1)), 2);
    let expected = posterior(&pool);

    let observer = Seat::new(0);
    let mut beliefs = Beliefs::new(10_000);
    let mut rng = Seed(5).rng();
    while game.to_act(&state) == Some(Seat::new(1)) {
        let (before, mut actions) = (state, Actions::new());
        game.legal(&state, &mut actions);
        let action = actions[rng.below(actions.len() as u32) as usize];
        game.play(&mut state, action, &mut rng);
        if let Some(edge) = game.observe(&before, action, &state, observer) {
            beliefs.note(&View::new(&game, &before, observer), Seat::new(1), edge);
        }
    }
    let settings = SearchSettings { prior_temperature: 2.0, ..settings(10_000, 1.0) };
    assert!(beliefs.form(&View::new(&game, &state, observer), &policy, &settings, Seed(2)));
    let mut found = BTreeMap::<World, f64>::new();
    for &number in &beliefs.drawn {
        let world = &beliefs.worlds[number as usize].state;
        let cards = (values(&world.hand[1]), values(&world.aside[1]));
        *found.entry(cards).or_default() += 1e-4;
    }
    let differences =
        expected.iter().map(|(world, expected)| (found.get(world).copied().unwrap_or(0.0) - expected).abs());
    assert!(differences.sum::<f64>() < 0.05, "{expected:?} {found:?}");
    assert!(found.keys().all(|world| expected[world] > 0.0));
}
