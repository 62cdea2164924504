//! The heuristic policy: every action valued in VP-equivalents by named weights.
//!
//! A [`Judge`] looks at one decision. What is worth what depends on the stage of the game
//! ([`outlook`]): a doubloon and everything that pays over time lose worth as the end comes near.
//! The knowledge is that of the rules page, section 12. Everything that it reads is public: of the
//! face-down tiles only the composition.

mod building;
mod goods;
mod loading;
mod outlook;
mod placement;
mod production;
mod quick;
mod roles;
mod weights;

use super::PuertoRico;
use super::action::Action;
use super::counts::Kinds;
use super::rules::Rules;
use super::state::{Decision, SEATS, State};
use super::words::Good;
use outlook::Outlook;
pub(super) use outlook::rounds_left;
use tradewinds_game::{InputError, PerSeat, Policy, Weights as Given};
pub(super) use weights::DOCS;
use weights::Weights;

/// What an action is worth to each seat.
type Gains = [f32; SEATS];

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    ///
    /// # Errors
    /// A name that is no weight, or a number that is not finite.
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self { weights: Weights::new(given)? })
    }
}

impl Policy<PuertoRico> for WeightedPolicy {
    fn score(&self, game: &PuertoRico, state: &State, actions: &[Action], scores: &mut [f32]) {
        let judge = Judge::new(game, &self.weights, state);
        if state.decision == Decision::Role {
            judge.roles(actions, scores);
            return;
        }
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = judge.worth(action);
        }
    }

    fn rollout_scores(&self, game: &PuertoRico, state: &State, actions: &[Action], scores: &mut [f32]) {
        quick::score(game, state, actions, scores);
    }

    fn evaluate(&self, game: &PuertoRico, state: &State) -> PerSeat<f32> {
        game.estimate(state)
    }
}

/// A look at one decision.
struct Judge<'a> {
    game: &'a PuertoRico,
    rules: &'a Rules,
    weights: &'a Weights,
    state: &'a State,
    outlook: Outlook,
    /// Kinds that some ship has room for.
    open: Kinds,
    /// How many players can produce each good now.
    producers: [u8; Good::COUNT],
    /// Whether a role is picked, so that its doubloons are still on the card.
    picking: bool,
}

impl<'a> Judge<'a> {
    fn new(game: &'a PuertoRico, weights: &'a Weights, state: &'a State) -> Self {
        let rules = &game.rules;
        let producers = std::array::from_fn(|good| {
            state.players.iter().filter(|player| player.production().get(good) > 0).count() as u8
        });
        let mut judge = Self {
            game,
            rules,
            weights,
            state,
            outlook: Outlook::new(rules, weights, state),
            open: Kinds::default(),
            producers,
            picking: state.decision == Decision::Role,
        };
        judge.open = judge.open_kinds();
        judge
    }

    /// Returns the worth of an action of any decision but the choice of a role.
    fn worth(&self, action: Action) -> f32 {
        match self.state.decision {
            Decision::Hacienda => match action {
                Action::Draw => self.draw(),
                _ => 0.0,
            },
            Decision::Tile => self.take_tile(action),
            Decision::Place => self.place(action),
            Decision::Build => self.build(action),
            Decision::CraftBonus => self.craft_bonus(action),
            Decision::Sell => self.sell(action),
            Decision::Load => self.load(action),
            Decision::Store => self.store(action),
            Decision::Hospice | Decision::MayorBonus | Decision::University => match action {
                Action::TakeColonist => self.colonists(self.state.current(), 1),
                _ => 0.0,
            },
            Decision::Role | Decision::Over => 0.0,
        }
    }
}
