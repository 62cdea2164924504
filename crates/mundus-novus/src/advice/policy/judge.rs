//! The worth of each action of one decision.

use std::cell::OnceCell;

use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

use super::hand::Appraiser;
use super::outlook::Outlook;
use crate::MundusNovus;
use crate::action::Action;
use crate::advice::weights::Weights;
use crate::card::Card;
use crate::cards::Cards;
use crate::state::State;
use crate::words::{Class, Decision};

/// One decision as the deciding seat sees it.
pub(super) struct Judge<'a> {
    pub(super) game: &'a MundusNovus,
    pub(super) weights: &'a Weights,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    /// The deciding seat's cards in hand, without those set aside.
    pub(super) hand: Cards,
    /// Its merchants that can still convert.
    pub(super) merchants: ByKey<Class, u8>,
    pub(super) eye: Appraiser<'a>,
    /// The worth of the hand with one card more, once it has been asked for: takes and swaps lead to the same hands.
    more: ByKey<Card, OnceCell<f32>>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(game: &'a MundusNovus, weights: &'a Weights, state: &'a State) -> Self {
        let seat = state.seat;
        let outlook = Outlook::new(game, weights, state, seat);
        let merchants = game.free_merchants(state);
        let eye = Appraiser::new(game, weights, state, seat, outlook, merchants);
        Self { game, weights, state, seat, hand: state.hand[seat], merchants, eye, more: ByKey::default() }
    }

    /// Returns the worth of the hand with one card more, while it can still be traded.
    pub(super) fn trade_with(&self, card: Card) -> f32 {
        *self.more[card].get_or_init(|| self.eye.trade(self.hand.plus(Cards::one(card))))
    }

    /// Returns the worth of an action in doubloons.
    pub(super) fn worth(&self, action: Action) -> f32 {
        match (self.state.decision, action) {
            (Decision::Coronado, Action::Event(event)) => self.event(Some(event)),
            (Decision::Coronado, _) => self.event(None),
            (Decision::Split, _) => self.fleet(action == Action::FleetB),
            (_, Action::Pick(card)) => self.pick(card),
            (_, Action::Buy(card)) => self.buy(Some(card)),
            (Decision::Sergio, _) => self.buy(None),
            (_, Action::Discard(card)) => self.part_with(card, self.state.left.saturating_sub(1), 0.0),
            (_, Action::Announce(number)) => self.announce(number),
            (Decision::Offer, _) => self.offer(action),
            (_, Action::Master(seat)) => self.master(seat),
            (_, Action::Take(open)) => self.take(open),
            (Decision::Swap, _) => self.state.card.map_or(0.0, |taken| {
                let wanted = if let Action::SwapFor(card) = action { Some(card) } else { None };
                self.swap(taken, wanted)
            }),
            (_, Action::Give(card)) => self.part_with(card, 0, 0.0),
            (_, Action::First(seat)) => self.begin(seat),
            (Decision::Turn, _) => self.main_step(action),
            (_, Action::Jokers(number)) => self.jokers(number),
            (_, Action::Convert(number)) => self.conversions(number),
            (_, Action::From(card)) => self.source(card),
            (Decision::Develop, _) => self.prize(action),
            (_, Action::Lay(card)) => self.lay(card),
            (_, Action::Store(card)) => self.store(Some(card)),
            _ => 0.0,
        }
    }
}
