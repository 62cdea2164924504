//! A look at one decision: what each action is worth.

use super::outlook::Outlook;
use crate::advice::weights::Weights;
use crate::limits::MAX_PLAYERS;
use crate::rules::Rules;
use crate::words::{Decision, Offer};
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
                Action::Accept => self.colonists(self.state.current(), 1),
                _ => 0.0,
            },
            Decision::Offer => match action {
                Action::Accept => self.offer(),
                _ => 0.0,
            },
            Decision::Role | Decision::Tile | Decision::Build | Decision::Over => 0.0,
        }
    }
    /// Returns the worth of what is offered.
    fn offer(&self) -> f32 {
        let (state, player) = (self.state, self.state.current());
        let (offer, kinds) = (state.offer(), state.offered_kinds());
        let amount = f32::from(self.game.offered(offer, kinds));
        match offer {
            Offer::Colonists => self.colonists(player, self.game.share(state, state.player)),
            Offer::Goods => {
                let received = player.production().min(state.supply);
                self.stock(player, player.goods.plus(received)) - self.stock(player, player.goods)
            }
            _ if offer.is_point() => {
                let ends = state.pool > 0 && f32::from(state.pool) <= amount && !state.end_flag();
                amount + if ends { self.weights.finish * self.lead(state.player) } else { 0.0 }
            }
            _ => amount * self.outlook.doubloon,
        }
    }
}
