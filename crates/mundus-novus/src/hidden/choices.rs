//! Choices under way: which cards a seat has set aside.

use tradewinds_game::kit::ByKey;
use tradewinds_game::{Dice, Seat};

use super::subset::{subset, subset_size};
use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::state::State;
use crate::words::{Ability, Decision};

impl MundusNovus {
    /// Returns whether the cards of the seat in turn allow the choice under way: the decision has a
    /// legal action, and the cards chosen so far are such as can be chosen.
    pub(crate) fn is_possible(&self, state: &State) -> bool {
        let seat = state.seat;
        let (hand, aside) = (state.hand[seat], state.aside[seat]);
        match state.decision {
            Decision::Jokers => self.can_complete(state),
            Decision::Convert => hand.count(Card::RELIC) >= state.jokers && self.can_convert(state),
            Decision::Source => {
                let good = self.good(state);
                let sources = hand.goods().except(good);
                hand.count(Card::RELIC) >= state.jokers
                    && hand.count(good) >= state.size - state.jokers - state.conversions
                    && aside == aside.goods().except(good)
                    && aside.highest().map_or(sources, |last| sources.from(last)).len()
                        >= usize::from(state.left)
            }
            Decision::Pick => !self.pickable(state).is_empty(),
            Decision::Lay => {
                // Without merchants `layable` does not depend on the cards laid.
                let converted = aside.len() - aside.distinct_len();
                aside == aside.goods()
                    && (converted == 0 || self.free_merchants(state) != ByKey::default())
                    && !self.layable(state).is_empty()
            }
            Decision::Pirates | Decision::Offer => {
                self.may_stop(state) || self.ascending(state).len() >= usize::from(state.left)
            }
            _ => true,
        }
    }

    /// Returns whether the deciding seat may stop before it has set all cards aside.
    fn may_stop(&self, state: &State) -> bool {
        state.decision == Decision::Store
            || state.decision == Decision::Offer && self.has(state, state.seat, Ability::Casas)
    }

    /// Returns the maximum number of cards that a seat sets aside at this decision.
    pub(crate) fn needed(&self, state: &State, seat: Seat) -> u8 {
        match state.decision {
            Decision::Pirates => self.pirate_losses(state, seat),
            Decision::Offer | Decision::Lay => state.size,
            Decision::Source => state.conversions,
            Decision::Store => self.usable_slots(state, seat),
            _ => 0,
        }
    }

    /// Returns whether a seat has made its secret choice: it comes before the deciding seat.
    pub(crate) fn has_committed(&self, state: &State, seat: Seat) -> bool {
        let first = match state.decision {
            Decision::Pirates | Decision::Offer => state.trade_master,
            Decision::Store => state.first.unwrap_or(state.trade_master),
            _ => return false,
        };
        self.rules.distance(first, seat) < self.rules.distance(first, state.seat)
    }

    /// Draws which of a seat's cards are in hand and which are elsewhere.
    pub(crate) fn split<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, cards: Cards, dice: &mut D) {
        if state.decision.stores() {
            state.aside[seat] = cards;
            return;
        }
        if !state.decision.sets_aside() {
            state.hand[seat] = cards;
            return;
        }
        let needed = self.needed(state, seat);
        let most = usize::from(needed);
        let set_aside = |state: &mut State, chosen: Cards| {
            state.aside[seat] = chosen;
            state.hand[seat] = cards.minus(chosen);
        };
        if seat == state.seat {
            loop {
                let size = subset_size(cards.len(), most - 1, dice);
                set_aside(state, subset(cards, size, dice));
                state.left = needed - size as u8;
                if self.is_possible(state) {
                    break;
                }
            }
        } else if self.has_committed(state, seat) {
            let free = state.decision == Decision::Store
                || state.decision == Decision::Offer && self.has(state, seat, Ability::Casas);
            // A file can give a seat fewer cards than it has to set aside; `check` finds that.
            let size = if free { subset_size(cards.len(), most, dice) } else { most.min(cards.len()) };
            set_aside(state, subset(cards, size, dice));
        } else {
            set_aside(state, Cards::NONE);
        }
    }
}
