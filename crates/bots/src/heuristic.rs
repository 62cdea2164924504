//! The bot that follows a game's policy.

use super::Bot;
use tradewinds_game::{Actions, Dice as _, Game, MAX_ACTIONS, Policy, Rng, Seed, View, best};

/// Plays the action that its policy scores highest, the first one among equals; at a temperature it draws an action, the
/// likelier the higher its score is.
#[derive(Clone, Debug)]
pub struct HeuristicBot<P> {
    policy: P,
    temperature: Option<f32>,
    rng: Rng,
}

impl<P> HeuristicBot<P> {
    /// Makes the bot; its random stream only fills in what the seat cannot know.
    #[must_use]
    pub fn new(policy: P, seed: Seed) -> Self {
        Self { policy, temperature: None, rng: seed.rng() }
    }

    /// Draws actions with probabilities in proportion to exp(score / temperature), as
    /// [`Preset::temperature`](crate::Preset::temperature) asks for; without a temperature the best one is played.
    #[must_use]
    pub fn at_temperature(self, temperature: Option<f64>) -> Self {
        Self { temperature: temperature.map(|temperature| temperature as f32), ..self }
    }
}

impl<G: Game, P: Policy<G>> Bot<G> for HeuristicBot<P> {
    fn reseed(&mut self, seed: Seed) {
        self.rng = seed.rng();
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        let world = view.determinize(&mut self.rng);
        let mut actions = Actions::new();
        view.legal(&mut actions);
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..actions.len()];
        self.policy.score(view.game(), &world, &actions, scores);
        match self.temperature {
            None => actions[best(scores)],
            Some(temperature) => actions[drawn(scores, temperature, &mut self.rng)],
        }
    }
}

/// Draws the index of a score with probabilities in proportion to exp(score / temperature). The exponential is that of
/// `libm`, which has the same bits on every machine.
fn drawn(scores: &[f32], temperature: f32, rng: &mut Rng) -> usize {
    /// The values of a draw.
    const VALUES: u32 = 1 << 24;
    let top = scores[best(scores)];
    let weight = |score: &f32| f64::from(libm::expf((score - top) / temperature));
    let total: f64 = scores.iter().map(weight).sum();
    let mut left = total * f64::from(rng.below(VALUES)) / f64::from(VALUES);
    for (index, score) in scores.iter().enumerate() {
        left -= weight(score);
        if left < 0.0 {
            return index;
        }
    }
    best(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares of 40,000 draws.
    fn shares(scores: &[f32], temperature: f32) -> Vec<f64> {
        let mut rng = Seed(1).rng();
        let mut counts = vec![0_u32; scores.len()];
        (0..40_000).for_each(|_| counts[drawn(scores, temperature, &mut rng)] += 1);
        counts.into_iter().map(|count| f64::from(count) / 40_000.0).collect()
    }

    #[test]
    fn a_lead_of_the_temperature_times_a_logarithm_is_that_ratio() {
        let lead = 2.0 * 3.0_f32.ln();
        let found = shares(&[lead, 0.0, f32::MIN], 2.0);
        assert!((found[0] - 0.75).abs() < 0.01 && (found[1] - 0.25).abs() < 0.01, "{found:?}");
        assert_eq!(found[2], 0.0);
    }

    #[test]
    fn a_temperature_near_0_plays_the_best_and_a_high_one_plays_all() {
        assert_eq!(shares(&[1.0, 2.0, 1.5], 1e-3), [0.0, 1.0, 0.0]);
        let found = shares(&[1.0, 2.0, 1.5], 1e6);
        assert!(found.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.01), "{found:?}");
    }
}
