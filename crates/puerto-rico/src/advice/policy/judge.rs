//! A look at one decision: what each action is worth.

use super::outlook::Outlook;
use super::weights::Weights;
use crate::limits::MAX_PLAYERS;
use crate::rules::Rules;
use crate::words::Decision;
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::Counts8;

/// The worth of an action to each seat.
pub(super) type Gains = [f32; MAX_PLAYERS];

/// A look at one decision.
pub(super) struct Judge<'a> {
    pub(super) game: &'a PuertoRico,
    pub(super) rules: &'a Rules,
    pub(super) weights: &'a Weights,
    pub(super) state: &'a State,
    pub(super) outlook: Outlook,
    /// Number of players that can produce each good now.
    pub(super) producers: Counts8,
    /// Whether a role is picked, so that its doubloons are still on the card.
    pub(super) picking: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(game: &'a PuertoRico, weights: &'a Weights, state: &'a State) -> Self {
        let rules = &game.rules;
        let makes = state.players.iter().map(|player| Counts8::from(player.production().kinds()));
        let producers = makes.fold(Counts8::default(), Counts8::plus);
        Self {
            game,
            rules,
            weights,
            state,
            outlook: Outlook::new(rules, weights, state),
            producers,
            picking: state.decision == Decision::Role,
        }
    }

    /// Scores the actions of the decision.
    pub(super) fn score(&self, actions: &[Action], scores: &mut [f32]) {
        match self.state.decision {
            Decision::Role => self.roles(actions, scores),
            Decision::Tile => self.tiles(actions, scores),
            Decision::Build => self.build(actions, scores),
            _ => {
                for (score, &action) in scores.iter_mut().zip(actions) {
                    *score = self.worth(action);
                }
            }
        }
    }

    /// Returns the worth of an action of a decision whose actions have nothing to share.
    fn worth(&self, action: Action) -> f32 {
        match self.state.decision {
            Decision::Hacienda => match action {
                Action::Draw => self.draw(),
                _ => 0.0,
            },
            Decision::Place => self.place(action),
            Decision::CraftBonus => self.craft_bonus(action),
            Decision::Sell => self.sell(action),
            Decision::Load => self.load(action),
            Decision::Store => self.store(action),
            Decision::Hospice | Decision::MayorBonus | Decision::University => match action {
                Action::TakeColonist => self.colonists(self.state.current(), 1),
                _ => 0.0,
            },
            Decision::Role | Decision::Tile | Decision::Build | Decision::Over => 0.0,
        }
    }
}
