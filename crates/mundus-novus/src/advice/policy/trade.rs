//! Supply and Trade: picks, discards, offers, takes, swaps and the gift.

use super::judge::Judge;
use crate::action::{Action, OpenCard};
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::QUEUE;
use crate::play::is_pattern;
use crate::words::{Ability, Event};
use tradewinds_game::Seat;

impl Judge<'_> {
    /// Returns the worth of picking an open card, with the best picks that may follow it.
    pub(super) fn pick(&self, card: Card) -> f32 {
        let state = self.state;
        let open = state.supply.from(card).minus(Cards::one(card));
        self.best_gains(self.hand.plus(Cards::one(card)), open, state.left.saturating_sub(1))
    }

    /// Returns the worth of a hand after the best `number` of the open cards have joined it, one by
    /// one.
    fn best_gains(&self, hand: Cards, open: Cards, number: u8) -> f32 {
        let (mut hand, mut open) = (hand, open);
        let mut worth = self.eye.trade(hand);
        for _ in 0..number {
            let mut best: Option<(f32, Card)> = None;
            for card in open.types() {
                let with = self.eye.trade(hand.plus(Cards::one(card)));
                if best.is_none_or(|(most, _)| with > most) {
                    best = Some((with, card));
                }
            }
            let Some((with, card)) = best else { break };
            worth = with;
            hand = hand.plus(Cards::one(card));
            open = open.minus(Cards::one(card));
        }
        worth
    }

    /// Returns the worth of giving up a card as the next of a canonical choice; those that must
    /// follow are of its type or above.
    pub(super) fn part_with(&self, card: Card, follow: u8, token: f32) -> f32 {
        let mut hand = self.hand.minus(Cards::one(card));
        let mut sum = f32::from(self.game.rules.value(card));
        for _ in 0..follow {
            let mut best: Option<(f32, Card)> = None;
            for next in hand.from(card).types() {
                let value = token * f32::from(self.game.rules.value(next));
                let without = self.eye.trade(hand.minus(Cards::one(next))) + value;
                if best.is_none_or(|(most, _)| without > most) {
                    best = Some((without, next));
                }
            }
            let Some((_, next)) = best else { break };
            sum += f32::from(self.game.rules.value(next));
            hand = hand.minus(Cards::one(next));
        }
        self.eye.trade(hand) + token * sum
    }

    /// Values a step of the secret offer.
    pub(super) fn offer(&self, action: Action) -> f32 {
        match action {
            Action::Offer(card) => {
                let casas = self.game.has(self.state, self.seat, Ability::Casas);
                let follow = if casas { 0 } else { self.state.left.saturating_sub(1) };
                self.part_with(card, follow, self.weights.token)
            }
            _ => self.eye.trade(self.hand),
        }
    }

    /// Values the number of cards to announce: a good hand is better left alone.
    pub(super) fn announce(&self, number: u8) -> f32 {
        let quality = self.eye.trade(self.hand) - self.weights.mean_hand;
        -self.weights.announce * quality * f32::from(number)
    }

    /// Values the take of an open card, kept or swapped.
    pub(super) fn take(&self, open: OpenCard) -> f32 {
        let robbed = self.state.money[open.from()];
        let lead = f32::from(robbed) - self.mean_money();
        self.best_swap(open.card()) - self.weights.starve * lead
    }

    fn best_swap(&self, taken: Card) -> f32 {
        let swaps = self.state.market.types().map(|wanted| self.swap(taken, Some(wanted)));
        swaps.fold(self.swap(taken, None), f32::max)
    }

    /// Values a swap of the card taken, or keeping it.
    pub(super) fn swap(&self, taken: Card, wanted: Option<Card>) -> f32 {
        let Some(wanted) = wanted else {
            return self.trade_with(taken);
        };
        let market = self.state.market.minus(Cards::one(wanted)).plus(Cards::one(taken));
        let orellana = self.game.has(self.state, self.seat, Ability::Orellana) && is_pattern(market);
        let bonus = if orellana { f32::from(self.game.rules.effect.orellana_bonus) } else { 0.0 };
        self.trade_with(wanted) + bonus
    }

    /// Values a purchase from the market.
    pub(super) fn buy(&self, card: Option<Card>) -> f32 {
        match card {
            None => self.eye.trade(self.hand),
            Some(card) => self.trade_with(card) - f32::from(self.game.rules.effect.sergio_cost),
        }
    }

    /// Values an event that Coronado may buy, before the cards are dealt.
    pub(super) fn event(&self, event: Option<Event>) -> f32 {
        let Some(event) = event else { return 0.0 };
        let (game, state) = (self.game, self.state);
        let mean = |count: &dyn Fn(Seat) -> usize| {
            let own = count(self.seat) as f32;
            let all: usize = Seat::all(game.rules.players).map(count).sum();
            (all as f32 - own) / (game.rules.players - 1) as f32 - own
        };
        let harm = match event {
            Event::Fire => self.weights.slot * mean(&|seat| game.rules.slots(state.owned[seat])),
            Event::Pirates => mean(&|seat| usize::from((state.owned[seat] & game.rules.caravels).len() > 1)),
            _ => 0.0,
        };
        harm - f32::from(game.rules.effect.coronado_cost)
    }

    /// Values the fleet of the next caravel: two or more in one fleet are prey to pirates.
    pub(super) fn fleet(&self, second: bool) -> f32 {
        let in_second = self.state.split.count_ones();
        let in_first = u32::from(self.state.split_len) - in_second;
        let ships = if second { in_second } else { in_first };
        -(ships as f32)
    }

    /// Values a choice of the new Trade Master among tied seats: the poorer, the better.
    pub(super) fn master(&self, seat: Seat) -> f32 {
        -self.weights.starve * f32::from(self.state.money[seat])
    }

    /// Values the seat that begins the Progress phase: a seat that can make a set wants to be
    /// early.
    pub(super) fn begin(&self, seat: Seat) -> f32 {
        let place = self.game.rules.distance(seat, self.seat);
        let gain = self.eye.turn(self.hand) - self.eye.money(self.hand, self.merchants);
        let early = if gain > 0.0 { self.eye.best(QUEUE) } else { -0.1 };
        -self.weights.first * early * place as f32
    }

    fn mean_money(&self) -> f32 {
        let money = &self.state.money.as_slice()[..self.game.rules.players];
        money.iter().copied().map(f32::from).sum::<f32>() / money.len() as f32
    }
}
