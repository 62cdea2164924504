//! The expected length of the game, and the worth of developments until its end.

use crate::MundusNovus;
use crate::advice::weights::Weights;
use crate::card::Card;
use crate::developments::DevelopmentId;
use crate::limits::QUEUE;
use crate::state::State;
use crate::words::{Ability, Class, Event};
use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

/// A seat's expectations for the rest of the game, from public facts alone.
pub(super) struct Outlook<'a> {
    game: &'a MundusNovus,
    weights: &'a Weights,
    state: &'a State,
    seat: Seat,
    /// Rounds to come after this one.
    rounds: f32,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(game: &'a MundusNovus, weights: &'a Weights, state: &'a State, seat: Seat) -> Self {
        Self { game, weights, state, seat, rounds: game.rounds_to_come(state, weights.pace) }
    }

    /// Returns the worth of a development to the seat if it takes the card now, in doubloons.
    pub(super) fn development(&self, id: DevelopmentId) -> f32 {
        self.weights.development * self.extra(id)
    }

    /// Returns what a card brings from now on; this round's income is still to come.
    fn extra(&self, id: DevelopmentId) -> f32 {
        let income = f32::from(self.game.rules.printed(id).income);
        self.weights.income * income * (self.rounds + 1.0) + self.effect(id) * self.rounds
    }

    /// Returns the worth of a card per round besides its fixed income.
    fn effect(&self, id: DevelopmentId) -> f32 {
        let (game, weights) = (self.game, self.weights);
        let owned = self.state.owned[self.seat].without(id);
        if game.rules.caravels.has(id) {
            return weights.caravel
                * libm::powf(weights.caravel_fade, (owned & game.rules.caravels).len() as f32);
        }
        if game.rules.all_merchants.has(id) {
            let worth =
                ByKey::new([weights.merchant_common, weights.merchant_uncommon, weights.merchant_rare]);
            return worth[game.rules.printed(id).class];
        }
        if game.rules.warehouses.has(id) {
            let fade = libm::powf(weights.slot_fade, game.rules.slots(owned) as f32);
            return weights.slot * fade * f32::from(game.rules.printed(id).slots);
        }
        if game.rules.shipyards.has(id) {
            let own = (owned & game.rules.caravels).len();
            let others = Seat::all(game.rules.players).filter(|&seat| seat != self.seat);
            let ahead = others.filter(|&seat| game.caravels_of(self.state, seat).len() > own).count();
            return weights.shipyard * ahead as f32;
        }
        let worth = [
            (Ability::Almagro, weights.almagro),
            (Ability::Cosa, weights.cosa),
            (Ability::Casas, weights.casas),
            (Ability::Pizarro, weights.pizarro),
            (Ability::Ponce, weights.ponce),
            (Ability::Valdivia, weights.valdivia),
            (Ability::Orellana, weights.orellana),
            (Ability::Coronado, weights.coronado),
        ];
        let named = worth.into_iter().find(|&(ability, _)| game.rules.ability(ability).has(id));
        // Cortes has an income only; the promo cards have none printed and pay in other ways.
        let unnamed = if game.rules.printed(id).income == 0 { weights.promo } else { 0.0 };
        named.map_or(unnamed, |(_, worth)| worth)
    }

    /// Returns the mean worth of the development cards that no seat has seen.
    pub(super) fn unseen_development(&self) -> f32 {
        let unseen = self.game.unseen_developments(self.state);
        let sum: f32 = unseen.iter().map(|id| self.development(id)).sum();
        if unseen.is_empty() { 0.0 } else { sum / unseen.len() as f32 }
    }

    /// Returns the worth of the best development within each limit of queue positions, 0 to 5.
    pub(super) fn best_developments(&self) -> [f32; QUEUE + 1] {
        let mut best = [0.0_f32; QUEUE + 1];
        if self.game.has(self.state, self.seat, Ability::Almagro) && !self.state.deck.is_empty() {
            best[0] = self.unseen_development();
        }
        for position in 0..QUEUE {
            let worth = self.state.queue.as_slice().get(position).map_or(0.0, |&id| self.development(id));
            best[position + 1] = best[position].max(worth);
        }
        best
    }

    /// Returns whether sets give access to the head of the queue only.
    pub(super) fn storm(&self) -> bool {
        self.game.event_for(self.state, self.seat) == Event::Storm
    }
}

impl MundusNovus {
    /// Estimates the rounds to come after this one, if the richest player earns `pace` doubloons
    /// per round.
    pub(crate) fn rounds_to_come(&self, state: &State, pace: f32) -> f32 {
        let richest = state.money.values().copied().max().unwrap_or(0);
        f32::from(self.rules.end.money.saturating_sub(richest)) / pace
    }
}

/// Returns the worth of a card in a warehouse, without regard to others of its type.
pub(in crate::advice) fn kept(weights: &Weights, card: Card) -> f32 {
    if !card.is_good() {
        return weights.keep_relic;
    }
    match card.class() {
        Class::Common => weights.keep_common,
        Class::Uncommon => weights.keep_uncommon,
        Class::Rare => weights.keep_rare,
    }
}
