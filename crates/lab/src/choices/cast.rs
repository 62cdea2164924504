//! The bots of a playout: one bot at all seats, with weights of the playout's own.

use tradewinds_bots::{Bot, BotKind, HeuristicBot, Preset};
use tradewinds_game::{CompleteGame, Dice as _, InputError, Rng, Seed, Weights};

/// The bot that sits at every seat of a playout. It is built once per playout number: the same one plays after every
/// choice.
pub(super) enum Cast<G: CompleteGame> {
    /// A policy, which all seats share: some take long to build.
    Policy(G::Policy),
    /// Any other bot; each seat builds its own.
    Preset(Preset),
}

impl<G: CompleteGame> Cast<G> {
    /// Makes the bot of `preset`, all weights of which are multiplied by 1 plus a normal number of standard deviation
    /// `jitter`, drawn from `seed`. A bot without weights stays as it is; so do all bots where `jitter` is 0.
    ///
    /// # Errors
    /// The bot names a weight that the game's policy does not have.
    pub(super) fn new(game: &G, preset: &Preset, jitter: f64, seed: Seed) -> Result<Self, InputError> {
        let kind = match &preset.kind {
            BotKind::Heuristic(weights) => {
                return Ok(Self::Policy(game.policy(&jittered::<G>(weights, jitter, seed))?));
            }
            BotKind::Search { settings, weights } => {
                BotKind::Search { settings: settings.clone(), weights: jittered::<G>(weights, jitter, seed) }
            }
            other => other.clone(),
        };
        Ok(Self::Preset(Preset { kind, ..preset.clone() }))
    }

    /// Makes the player of a seat.
    ///
    /// # Panics
    /// If the bot cannot be built; [`Preset::build`] says whether it can.
    pub(super) fn player(&self, game: &G, seed: Seed) -> Box<dyn Bot<G> + '_> {
        match self {
            Self::Policy(policy) => Box::new(HeuristicBot::new(policy, seed)),
            Self::Preset(preset) => preset.build(game, seed).expect("the bot was built once before"),
        }
    }
}

/// Returns the weights of a bot; none where it has none, which stands for the defaults.
pub(super) fn weights_of(preset: &Preset) -> Weights {
    match &preset.kind {
        BotKind::Heuristic(weights) | BotKind::Search { weights, .. } => weights.clone(),
        _ => Weights::new(),
    }
}

/// Multiplies every weight of the policy, those that `given` leaves out with their defaults, by a factor of its own:
/// 1 plus a normal number of standard deviation `jitter`, and at least 0, so that no weight changes its sign.
fn jittered<G: CompleteGame>(given: &Weights, jitter: f64, seed: Seed) -> Weights {
    if jitter == 0.0 {
        return given.clone();
    }
    let mut rng = seed.rng();
    let weights = G::weights().iter().map(|doc| {
        let value = given.get(doc.name).copied().unwrap_or(doc.default);
        (doc.name.to_owned(), value * (1.0 + jitter * normal(&mut rng)).max(0.0))
    });
    weights.collect()
}

/// Draws a number of mean 0 and variance 1 that is as good as normal: the sum of twelve uniform numbers less 6
/// (Irwin-Hall). Sums of whole numbers have the same bits on every machine, unlike a logarithm.
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
        let first = PuertoRico::weights()[0].name;
        let given = Weights::from([(first.to_owned(), 2.0)]);
        assert_eq!(jittered::<PuertoRico>(&given, 0.0, Seed(1)), given);
        let found = jittered::<PuertoRico>(&given, 0.05, Seed(1));
        assert_eq!(found, jittered::<PuertoRico>(&given, 0.05, Seed(1)));
        assert_ne!(found, jittered::<PuertoRico>(&given, 0.05, Seed(2)));
        let mut factors = Moments::default();
        for doc in PuertoRico::weights().iter().filter(|doc| doc.default != 0.0) {
            let standard = if doc.name == first { 2.0 } else { doc.default };
            let factor = found[doc.name] / standard;
            assert!(factor != 1.0 && (factor - 1.0).abs() < 0.25, "{}: {factor}", doc.name);
            factors.extend([factor]);
        }
        let spread = factors.variance().unwrap().sqrt();
        assert!((0.03..0.07).contains(&spread), "{spread}");
        // However large the jitter is, no weight changes its sign.
        let wild = jittered::<PuertoRico>(&given, 1.0, Seed(1));
        assert!(wild[first] >= 0.0, "{wild:?}");
    }
}
