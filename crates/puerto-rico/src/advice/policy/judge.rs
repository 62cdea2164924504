//! A look at one decision: what each action is worth.

use super::outlook::Outlook;
use super::weights::Weights;
use crate::limits::MAX_PLAYERS;
use crate::rules::Rules;
use crate::words::{Decision, Good};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::ByKey;

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
    pub(super) producers: ByKey<Good, u8>,
    /// Whether a role is picked, so that its doubloons are still on the card.
    pub(super) picking: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(game: &'a PuertoRico, weights: &'a Weights, state: &'a State) -> Self {
        let rules = &game.rules;
        let producers = ByKey::from_fn(|good: Good| {
            state.players.iter().filter(|player| player.production().get(good.index()) > 0).count() as u8
        });
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

    /// Returns the worth of an action of any decision but the choice of a role.
    pub(super) fn worth(&self, action: Action) -> f32 {
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
