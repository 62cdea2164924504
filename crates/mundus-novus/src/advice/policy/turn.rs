//! The turn of the Progress phase and the storage after it.

use super::hand::WIN;
use super::judge::Judge;
use super::outlook::kept;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::play::perfect_cards;
use crate::words::Class;

impl Judge<'_> {
    /// Values an action at the main step of a turn by the best plan that begins with it.
    pub(super) fn main_step(&self, action: Action) -> f32 {
        let (eye, hand) = (&self.eye, self.hand);
        let relics = hand.count(Card::RELIC);
        match action {
            Action::Set(claim) => {
                let (good, size) = (claim.good(), claim.size());
                // A larger set than needed is never better; of equal ones the smaller is chosen.
                eye.best(eye.access(good, size)) + eye.after_set(good, size, hand)
            }
            Action::Different(number) => {
                let goods = hand.goods();
                let number = usize::from(number);
                let distinct: Cards = goods.distinct().iter().take(number).collect();
                let converted: Cards = goods.minus(distinct).iter().take(number - distinct.len()).collect();
                let rest = goods.minus(distinct).minus(converted);
                eye.different(number as u8) + eye.relics_worth(relics, rest)
            }
            Action::Perfect => {
                let rest = hand.minus(perfect_cards(hand));
                WIN + eye.sale(rest.count(Card::RELIC))
            }
            Action::Relics(number) => {
                eye.sale(number) + eye.stored(hand.minus(Cards::of(Card::RELIC, number)))
            }
            _ => eye.stored(hand),
        }
    }

    /// Values the number of relics in the set under way.
    pub(super) fn jokers(&self, number: u8) -> f32 {
        let Some(good) = self.state.card else { return 0.0 };
        self.eye.after_jokers(good, self.state.size, number, self.hand)
    }

    /// Values the number of converted cards in the set under way.
    pub(super) fn conversions(&self, number: u8) -> f32 {
        let state = self.state;
        let Some(good) = state.card else { return 0.0 };
        self.eye.after_conversions(good, state.size, state.jokers, number, self.hand)
    }

    /// Values a card to convert by the remaining hand.
    pub(super) fn source(&self, card: Card) -> f32 {
        self.eye.money(self.hand.minus(Cards::one(card)), self.merchants)
    }

    /// Values the prize of a set.
    pub(super) fn prize(&self, action: Action) -> f32 {
        match action {
            Action::Develop(position) => {
                let queue = self.state.queue.as_slice();
                queue.get(usize::from(position) - 1).map_or(0.0, |&id| self.eye.outlook.development(id))
            }
            Action::DevelopTop => self.eye.outlook.unseen_development(),
            Action::Cash => {
                let class = self.state.card.map_or(Class::Common, Card::class);
                f32::from(self.game.rules.effect.vicente_cash[class])
            }
            _ => 0.0,
        }
    }

    /// Values a card to lay for a different combination: the less it is worth keeping, the better.
    pub(super) fn lay(&self, card: Card) -> f32 {
        -kept(self.weights, card)
    }

    /// Values a step of the secret storage with the best choice that may follow.
    pub(super) fn store(&self, card: Option<Card>) -> f32 {
        let Some(card) = card else { return 0.0 };
        let stored = self.state.aside[self.seat];
        let twin = if stored.has(card) { self.weights.keep_twin } else { 0.0 };
        // Cards skipped below this one can no longer be stored.
        let rest = self.hand.from(card).minus(Cards::one(card));
        let free = usize::from(self.state.left.saturating_sub(1));
        kept(self.weights, card) + twin + self.eye.stored_in(rest, free)
    }
}
