//! Noise at the root, for games from which is learned: now and then a search looks closely at an action of which
//! its priors think little (Silver et al.: Mastering the game of Go without human knowledge, 2017).

use arrayvec::ArrayVec;
use tradewinds_game::{Dice, Game, MAX_ACTIONS, Policy};

use super::Worker;
use super::node::DecisionNode;
use crate::places::Places;
use crate::task::Task;
use crate::tree::{Arena, NONE};

/// The sum of the parameters of the Dirichlet distribution, whatever the number of actions is.
const CONCENTRATION: f64 = 10.0;
/// The least prior of an action.
const LEAST: f32 = 1e-9;

impl<G: Game> Worker<G> {
    /// Replaces a share of the root's priors by a draw of a Dirichlet distribution. The arena has room for the
    /// root's children.
    pub(crate) fn add_noise<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, arena: &Arena, start: &Places) {
        let (share, seat, count) = (task.settings.root_noise, task.view.seat(), task.root.len());
        let Some(parent) = start.node(seat).filter(|_| share > 0.0 && count > 1) else { return };
        let world = task.view.determinize(&mut self.rng);
        self.actions.clear();
        self.actions.extend(task.root.iter().copied());
        self.children.make_keys::<G>(start, seat, task.root);
        let at = DecisionNode { task, arena, places: start, parent, seat, world: &world, is_one: true };
        if self.find_children(&at) < count && arena.claim(parent) {
            self.add_all(&at);
            arena.release(parent);
        }
        let alpha = CONCENTRATION / count as f64;
        let draws: ArrayVec<f64, MAX_ACTIONS> = (0..count).map(|_| gamma(alpha, &mut self.rng)).collect();
        let drawn: f64 = draws.iter().sum();
        let slots = &self.children.ids[..count];
        let priors: f32 =
            slots.iter().filter(|&&child| child != NONE).map(|&child| arena.node(child).extra()).sum();
        for (&child, draw) in slots.iter().zip(draws).filter(|&(&child, _)| child != NONE) {
            let prior = (1.0 - share) * arena.node(child).extra() / priors + share * (draw / drawn) as f32;
            arena.set_extra(child, prior.max(LEAST));
        }
    }
}

/// Draws from a gamma distribution (Marsaglia and Tsang 2000).
fn gamma(alpha: f64, dice: &mut impl Dice) -> f64 {
    if alpha < 1.0 {
        return gamma(alpha + 1.0, dice) * libm::pow(uniform(dice), 1.0 / alpha);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / libm::sqrt(9.0 * d);
    loop {
        let x = normal(dice);
        let v = 1.0 + c * x;
        if v > 0.0 {
            let v = v * v * v;
            if libm::log(uniform(dice)) < 0.5 * x * x + d * (1.0 - v + libm::log(v)) {
                return d * v;
            }
        }
    }
}

/// Draws from a normal distribution (Box and Muller 1958).
fn normal(dice: &mut impl Dice) -> f64 {
    let radius = libm::sqrt(-2.0 * libm::log(uniform(dice)));
    radius * libm::cos(std::f64::consts::TAU * uniform(dice))
}

/// Draws uniformly between 0 and 1, both excluded.
fn uniform(dice: &mut impl Dice) -> f64 {
    const STEPS: u32 = 1 << 30;
    (f64::from(dice.below(STEPS)) + 0.5) / f64::from(STEPS)
}

#[cfg(test)]
mod tests {
    use super::gamma;
    use tradewinds_game::Seed;

    #[test]
    fn draws_have_the_mean_and_the_variance_of_their_parameter() {
        for alpha in [0.2, 0.9, 1.0, 3.5, 20.0] {
            let mut rng = Seed(1).rng();
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(alpha, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|draw| (draw - mean) * (draw - mean)).sum::<f64>() / 40_000.0;
            assert!((mean / alpha - 1.0).abs() < 0.05, "{alpha}: mean {mean}");
            assert!((variance / alpha - 1.0).abs() < 0.1, "{alpha}: variance {variance}");
        }
    }
}
