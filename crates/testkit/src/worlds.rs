//! Law 5: over many determinizations each possible world turns up with the right frequency.

use std::collections::BTreeMap;

use serde_json::Value;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use tradewinds_game::{CompleteGame, Seat, Seed, Variant};

/// The minimum probability that a test of frequencies accepts.
const MIN_P: f64 = 1e-4;

/// Returns the probability that counts deviate from the expected ones at least as much as these do, by
/// Pearson's chi-squared test (Pearson 1900); only the ratios of the expected counts matter.
///
/// # Panics
/// If there are fewer than two counts, or an expected count is not positive.
pub fn chi_squared_uniform(counts: &[u64], expected: &[f64]) -> f64 {
    assert_eq!(counts.len(), expected.len(), "an expected count for each count");
    assert!(expected.iter().all(|&expected| expected > 0.0), "expected counts are positive");
    let total = counts.iter().sum::<u64>() as f64;
    let factor = total / expected.iter().sum::<f64>();
    let statistic: f64 = counts
        .iter()
        .zip(expected)
        .map(|(&count, &expected)| (count as f64 - expected * factor).powi(2) / (expected * factor))
        .sum();
    let freedom = counts.len() as f64 - 1.0;
    ChiSquared::new(freedom).expect("there are at least two counts").sf(statistic)
}

/// Determinizes a position `draws` times and counts the resulting worlds, by their positions.
pub fn frequencies<G: CompleteGame>(
    game: &G,
    state: &G::State,
    observer: Seat,
    draws: u32,
) -> BTreeMap<String, u64> {
    let mut rng = Seed(5).rng();
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        let mut world = *state;
        game.determinize(&mut world, observer, &mut rng);
        *counts.entry(game.position(&world).to_string()).or_default() += 1;
    }
    counts
}

/// Checks that exactly the expected worlds turn up, in proportion to their weights.
///
/// # Panics
/// If a world is missing, another one turns up, or the frequencies are wrong (p below 0.0001).
pub fn check_frequencies(counts: &BTreeMap<String, u64>, weights: &BTreeMap<String, f64>) {
    for world in counts.keys() {
        assert!(weights.contains_key(world), "law 5: an impossible world turns up: {world}");
    }
    for world in weights.keys() {
        assert!(counts.contains_key(world), "law 5: a possible world does not turn up: {world}");
    }
    let counts: Vec<u64> = counts.values().copied().collect();
    let weights: Vec<f64> = weights.values().copied().collect();
    let p = chi_squared_uniform(&counts, &weights);
    assert!(p > MIN_P, "law 5: worlds turn up with wrong frequencies, p = {p:e}: {counts:?} for {weights:?}");
}

/// Determinizations in a test of law 5.
pub const DRAWS: u32 = 20_000;

/// Returns all orders of the items.
#[must_use]
pub fn permutations<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        for mut order in permutations(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Checks law 5 for a position; each of `worlds`, which may have duplicates, has the same weight.
///
/// # Panics
/// As [`check_frequencies`], or if the position does not load.
pub fn check_worlds<G: CompleteGame>(
    position: &Value,
    observer: usize,
    worlds: impl IntoIterator<Item = Value>,
) {
    let mut weights = BTreeMap::new();
    for world in worlds {
        *weights.entry(world.to_string()).or_insert(0.0) += 1.0;
    }
    let (game, state) =
        G::load(position, &Variant::standard(), &mut Seed(1).rng()).expect("the position loads");
    check_frequencies(&frequencies(&game, &state, Seat::new(observer), DRAWS), &weights);
}
