//! The bots of playouts: one bot at all seats, with weights that differ from playout to playout.

use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{Dice as _, Rng, Seed, WeightDoc, Weights};

/// Returns the bot of `preset` with all weights multiplied by 1 plus a normal number of standard deviation
/// `jitter`, drawn from `seed`. A bot without weights stays as it is; so do all bots where `jitter` is 0.
#[must_use]
pub fn with_jitter(preset: &Preset, docs: &[WeightDoc], jitter: f64, seed: Seed) -> Preset {
    let kind = match &preset.kind {
        BotKind::Heuristic(weights) => BotKind::Heuristic(jittered(docs, weights, jitter, seed)),
        BotKind::Search { settings, weights } => {
            BotKind::Search { settings: settings.clone(), weights: jittered(docs, weights, jitter, seed) }
        }
        other => other.clone(),
    };
    Preset { kind, ..preset.clone() }
}

/// Multiplies every weight of the policy, those that `given` leaves out with their defaults, by its own
/// factor: 1 plus a normal number of standard deviation `jitter`, and at least 0, so that no weight changes
/// its sign.
fn jittered(docs: &[WeightDoc], given: &Weights, jitter: f64, seed: Seed) -> Weights {
    if jitter == 0.0 {
        return given.clone();
    }
    let mut rng = seed.rng();
    let weights = docs.iter().map(|doc| {
        let value = given.get(doc.name).copied().unwrap_or(doc.default);
        (doc.name.to_owned(), value * (1.0 + jitter * normal(&mut rng)).max(0.0))
    });
    weights.collect()
}

/// Draws a number of mean 0 and variance 1 that is practically normal: the sum of twelve uniform numbers less
/// 6 (Irwin-Hall). Sums of whole numbers have the same bits on every machine, unlike a logarithm.
fn normal(rng: &mut Rng) -> f64 {
    /// The values of one uniform number.
    const VALUES: u32 = 1 << 24;
    let sum: u32 = (0..12).map(|_| rng.below(VALUES)).sum();
    (f64::from(sum) + 6.0) / f64::from(VALUES) - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::Advice;
    use tradewinds_puerto_rico::PuertoRico;
    use tradewinds_stats::Moments;

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut rng = Seed(1).rng();
        let mut moments = Moments::default();
        let drawn: Vec<f64> = (0..40_000).map(|_| normal(&mut rng)).collect();
        moments.extend(drawn.iter().copied());
        assert!(moments.mean().unwrap().abs() < 0.02, "{moments:?}");
        assert!((moments.variance().unwrap() - 1.0).abs() < 0.03, "{moments:?}");
        // 4.55 % of a normal distribution lie beyond two standard deviations.
        let far = drawn.iter().filter(|number| number.abs() > 2.0).count() as f64 / 40_000.0;
        assert!((far - 0.0455).abs() < 0.005, "{far}");
    }

    /// Also the weights that a preset leaves out.
    #[test]
    fn every_weight_is_jittered() {
        let weights = PuertoRico::weights();
        let first = weights[0].name;
        let given = Weights::from([(first.to_owned(), 2.0)]);
        assert_eq!(jittered(weights, &given, 0.0, Seed(1)), given);
        let found = jittered(weights, &given, 0.05, Seed(1));
        assert_eq!(found, jittered(weights, &given, 0.05, Seed(1)));
        assert_ne!(found, jittered(weights, &given, 0.05, Seed(2)));
        let mut factors = Moments::default();
        for doc in weights.iter().filter(|doc| doc.default != 0.0) {
            let standard = if doc.name == first { 2.0 } else { doc.default };
            let factor = found[doc.name] / standard;
            assert!(factor != 1.0 && (factor - 1.0).abs() < 0.25, "{}: {factor}", doc.name);
            factors.extend([factor]);
        }
        let spread = factors.variance().unwrap().sqrt();
        assert!((0.03..0.07).contains(&spread), "{spread}");
        // However large the jitter is, no weight changes its sign.
        let wild = jittered(weights, &given, 1.0, Seed(1));
        assert!(wild[first] >= 0.0, "{wild:?}");
    }
}
