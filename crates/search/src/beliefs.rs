//! Beliefs: worlds that are weighed by what the other seats were seen to do (Solinas, Rebstock and Buro: Improving
//! search with supervised learning in trick-based card games, 2019, where the probabilities come from a network; here
//! they are the priors of the search itself).

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
    evidence: Vec<Evidence>,
    /// The worlds that iterations draw from, by their numbers: each as often as its weight says.
    drawn: Vec<u32>,
    actions: Actions<G::Action>,
    hidden: Actions<G::Action>,
}

/// A world and its weight; before all are weighed, the logarithm of it.
struct World<S> {
    state: S,
    weight: f32,
}

/// The probability of one decision in a world.
#[derive(Clone, Copy)]
struct Evidence {
    world: usize,
    /// The number of the decision among those of the past.
    decision: usize,
    logarithm: f32,
}

impl<G: Game> Beliefs<G> {
    /// Reserves the memory for `count` worlds; nothing if there are none.
    pub(crate) fn new(count: u32) -> Self {
        let count = count as usize;
        Self {
            past: Vec::with_capacity(if count > 0 { MOST_PAST } else { 0 }),
            noted: 0,
            worlds: Vec::with_capacity(count),
            evidence: Vec::new(),
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
        let count = settings.beliefs as usize;
        self.drawn.clear();
        if count == 0 || self.past.is_empty() {
            return false;
        }
        let mut rng = seed.derive(Purpose::Completion, 0).rng();
        self.worlds.clear();
        self.evidence.clear();
        // The earliest decision to which every world can be taken back.
        let mut first = 0;
        for _ in 0..count {
            let state = view.determinize(&mut rng);
            first = self.look_back(view, policy, settings, &state, first, &mut rng);
            self.worlds.push(World { state, weight: 0.0 });
            if first == self.past.len() {
                return false;
            }
        }
        let mut is_weighed = false;
        for evidence in self.evidence.iter().filter(|evidence| evidence.decision >= first) {
            self.worlds[evidence.world].weight += evidence.logarithm;
            is_weighed = true;
        }
        if is_weighed {
            self.weigh(settings.belief_temperature);
            self.resample(&mut rng);
        }
        is_weighed
    }

    /// Takes a world back over the observed decisions, not beyond number `first`, and lists the probabilities of those
    /// that other seats made. Returns the number of the earliest decision that could be taken back.
    fn look_back<P: Policy<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &P,
        settings: &SearchSettings,
        world: &G::State,
        first: usize,
        rng: &mut Rng,
    ) -> usize {
        let (game, observer, number) = (view.game(), view.seat(), self.worlds.len());
        let mut after = *world;
        for (decision, past) in self.past.iter().enumerate().skip(first).rev() {
            let mut before = past.before;
            self.hidden.clear();
            if !game.rewind(&mut before, &after, observer, past.edge, &mut self.hidden) {
                return decision + 1;
            }
            after = before;
            if past.seat == observer {
                continue;
            }
            let mut logarithm = 0.0;
            let mut is_choice = false;
            let mut weigh = |state: &G::State, code: u32| {
                self.actions.clear();
                game.legal(state, &mut self.actions);
                if self.actions.len() != 1 {
                    is_choice = true;
                    logarithm += log_probability(game, policy, settings, state, &self.actions, code);
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
            if is_choice {
                self.evidence.push(Evidence { world: number, decision, logarithm });
            }
        }
        first
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

/// Returns the logarithm of the prior that a search gives the action with this code; of the least one if it is not
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
    policy.score(game, state, actions, scores);
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let weight = |score: f32| libm::expf((score - best) / settings.prior_temperature);
    let sum: f32 = scores.iter().map(|&score| weight(score)).sum();
    let uniform = settings.prior_uniform;
    let prior = (1.0 - uniform) * weight(scores[index]) / sum + uniform / actions.len() as f32;
    libm::logf(prior.max(LEAST))
}
