//! Beliefs: worlds that are weighed by the probability that the policy gives to what the other seats were seen to do
//! (Rebstock, Solinas, Buro and Sturtevant: Policy based inference in trick-taking card games, 2019).
//!
//! Worlds are drawn as everywhere, so the weights are those of importance sampling: the probability of what was seen,
//! times the [ratio](tradewinds_game::Game::rewind) in which worlds are drawn before and after it.

use tradewinds_game::{Actions, Dice, Edge, Game, MAX_ACTIONS, Policy, Purpose, Rng, Seat, Seed, View};

use crate::settings::SearchSettings;

/// The maximum number of observed decisions that are kept; beyond it the older half is forgotten.
const MOST_PAST: usize = 512;
/// The least probability of an action, so that no single decision rules out a world.
const LEAST: f32 = 1e-6;

/// A decision that the searching seat observed.
struct Past<S> {
    /// The position before it, as the observer knew it: a determinization.
    before: S,
    seat: Seat,
    edge: Edge,
}

/// The decisions that a seat has observed, and the worlds that it believes in.
pub(crate) struct Beliefs<G: Game> {
    past: Vec<Past<G::State>>,
    noted: u64,
    worlds: Vec<World<G::State>>,
    /// The worlds that iterations draw from, by their numbers: each as often as its weight says.
    drawn: Vec<u32>,
    actions: Actions<G::Action>,
    hidden: Actions<G::Action>,
}

/// A world and its weight.
struct World<S> {
    state: S,
    /// The world before the decisions over which it has been taken back so far.
    back: S,
    /// The logarithm of the probability of those decisions, in the end the weight.
    weight: f32,
    /// The part of it of the decision over which all worlds are being taken back.
    last: f32,
}

impl<G: Game> Beliefs<G> {
    /// Reserves the memory for `count` worlds; nothing if there are none.
    pub(crate) fn new(count: u32) -> Self {
        let count = count as usize;
        Self {
            past: Vec::with_capacity(if count > 0 { MOST_PAST } else { 0 }),
            noted: 0,
            worlds: Vec::with_capacity(count),
            drawn: Vec::with_capacity(count),
            actions: Actions::new(),
            hidden: Actions::new(),
        }
    }

    /// Forgets what was observed, for a new game.
    pub(crate) fn forget(&mut self) {
        self.past.clear();
        self.noted = 0;
    }

    /// Keeps a decision that the seat of `before` observed.
    pub(crate) fn note(&mut self, before: &View<'_, G>, seat: Seat, edge: Edge) {
        if self.past.len() == MOST_PAST {
            self.past.drain(..MOST_PAST / 2);
        }
        // Whatever the dice say is replaced by what a world says; nothing but the number of the decision sets them.
        let mut dice = Seed(self.noted).derive(Purpose::Completion, 0).rng();
        self.noted += 1;
        self.past.push(Past { before: before.determinize(&mut dice), seat, edge });
    }

    /// Draws worlds and weighs them. Returns whether there is anything to weigh them by.
    pub(crate) fn form<P: Policy<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &P,
        settings: &SearchSettings,
        seed: Seed,
    ) -> bool {
        if settings.beliefs == 0 || self.past.is_empty() || view.is_open() {
            return false;
        }
        let mut rng = seed.derive(Purpose::Completion, 0).rng();
        self.worlds.clear();
        for _ in 0..settings.beliefs {
            let state = view.determinize(&mut rng);
            self.worlds.push(World { state, back: state, weight: 0.0, last: 0.0 });
        }
        let is_weighed = self.look_back(view, policy, settings, &mut rng);
        if is_weighed {
            self.weigh(settings.belief_temperature);
            self.resample(&mut rng);
        }
        is_weighed
    }

    /// Takes all worlds back over the observed decisions, from the last one to the first over which one of them cannot
    /// be taken back, and adds the logarithms of the probabilities of those that other seats made. Returns whether
    /// there were any.
    fn look_back<P: Policy<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &P,
        settings: &SearchSettings,
        rng: &mut Rng,
    ) -> bool {
        let (game, observer) = (view.game(), view.seat());
        let mut is_weighed = false;
        for past in self.past.iter().rev() {
            let mut is_choice = false;
            for world in &mut self.worlds {
                let mut before = past.before;
                self.hidden.clear();
                let ratio = game.rewind(&mut before, &world.back, observer, past.edge, &mut self.hidden);
                let Some(ratio) = ratio else { return is_weighed };
                (world.back, world.last) = (before, libm::logf(ratio));
                if past.seat == observer {
                    continue;
                }
                let mut weigh = |state: &G::State, code: u32| {
                    self.actions.clear();
                    game.legal(state, &mut self.actions);
                    if self.actions.len() != 1 {
                        is_choice = true;
                        world.last += log_probability(game, policy, settings, state, &self.actions, code);
                    }
                };
                if self.hidden.is_empty() {
                    weigh(&before, past.edge.without_outcome().bits());
                }
                for (played, &action) in self.hidden.iter().enumerate() {
                    weigh(&before, G::code(action));
                    if played + 1 < self.hidden.len() {
                        game.play(&mut before, action, rng);
                    }
                }
            }
            self.worlds.iter_mut().for_each(|world| world.weight += world.last);
            is_weighed |= is_choice;
        }
        is_weighed
    }

    /// Makes weights of the worlds' logarithms of probabilities; their sum is 1.
    fn weigh(&mut self, temperature: f32) {
        let best = self.worlds.iter().map(|world| world.weight).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for world in &mut self.worlds {
            world.weight = libm::expf((world.weight - best) / temperature);
            sum += world.weight;
        }
        self.worlds.iter_mut().for_each(|world| world.weight /= sum);
    }

    /// Draws as many worlds as there are, each as often as its weight says, up to one more or less (systematic
    /// resampling; Kitagawa 1996).
    fn resample(&mut self, rng: &mut Rng) {
        const PARTS: u32 = 1 << 16;
        let step = 1.0 / self.worlds.len() as f32;
        let mut mark = step * (rng.below(PARTS) as f32 + 0.5) / PARTS as f32;
        let mut sum = 0.0;
        for (number, world) in (0..).zip(&self.worlds) {
            sum += world.weight;
            while mark < sum && self.drawn.len() < self.worlds.len() {
                self.drawn.push(number);
                mark += step;
            }
        }
    }

    /// Draws one of the worlds.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> G::State {
        let number = self.drawn[rng.below(self.drawn.len() as u32) as usize];
        self.worlds[number as usize].state
    }
}

/// Returns the logarithm of the probability that a seat chooses the action with this code; of the least one if it is not
/// legal.
fn log_probability<G: Game, P: Policy<G>>(
    game: &G,
    policy: &P,
    settings: &SearchSettings,
    state: &G::State,
    actions: &[G::Action],
    code: u32,
) -> f32 {
    let Some(index) = actions.iter().position(|&action| G::code(action) == code) else {
        return libm::logf(LEAST);
    };
    let mut scores = [0.0; MAX_ACTIONS];
    let scores = &mut scores[..actions.len()];
    let temperature = policy.belief_scores(game, state, actions, scores, settings.prior_temperature);
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let weight = |score: f32| libm::expf((score - best) / temperature);
    let sum: f32 = scores.iter().map(|&score| weight(score)).sum();
    let uniform = settings.prior_uniform;
    let probability = (1.0 - uniform) * weight(scores[index]) / sum + uniform / actions.len() as f32;
    libm::logf(probability.max(LEAST))
}

#[cfg(test)]
mod tests;
