//! The worth of a hand: the best plan for a turn of the Progress phase, and what it may become in
//! the trade.

use std::cell::OnceCell;

use super::outlook::{Outlook, kept};
use crate::MundusNovus;
use crate::advice::weights::Weights;
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::{MAX_RELICS, MAX_SET, MIN_DIFFERENT, MIN_SET, QUEUE};
use crate::play::most_different;
use crate::state::State;
use crate::words::{Class, Event};
use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

/// More than any other plan is worth: a perfect combination wins the game.
pub(super) const WIN: f32 = 200.0;

/// Values the hands that a seat may have in this round.
pub(super) struct Appraiser<'a> {
    game: &'a MundusNovus,
    weights: &'a Weights,
    pub(super) outlook: Outlook<'a>,
    /// The payments of the different combinations to this seat in this round.
    different: &'a [u16; 6],
    /// The worth of the best development within each limit of queue positions, once a set has asked
    /// for it: most hands hold none.
    best: OnceCell<[f32; QUEUE + 1]>,
    storm: bool,
    /// Whether a set can win anything.
    may_set: bool,
    merchants: ByKey<Class, u8>,
    slots: usize,
}

impl<'a> Appraiser<'a> {
    /// Looks at the round as the seat does whose merchants are these.
    pub(super) fn new(
        game: &'a MundusNovus,
        weights: &'a Weights,
        state: &State,
        seat: Seat,
        outlook: Outlook<'a>,
        merchants: ByKey<Class, u8>,
    ) -> Self {
        let natives = game.event_for(state, seat) == Event::Natives;
        Self {
            game,
            weights,
            storm: outlook.storm(),
            outlook,
            different: if natives { &game.rules.payout.natives } else { &game.rules.payout.different },
            best: OnceCell::new(),
            may_set: !state.queue.is_empty(),
            merchants,
            slots: usize::from(game.usable_slots(state, seat)),
        }
    }

    /// Returns the worth of the best development within a limit of queue positions.
    pub(super) fn best(&self, limit: usize) -> f32 {
        self.best.get_or_init(|| self.outlook.best_developments())[limit]
    }

    /// Returns what `number` different goods pay.
    pub(super) fn different(&self, number: u8) -> f32 {
        match number.checked_sub(MIN_DIFFERENT) {
            Some(index) => self.weights.different * f32::from(self.different[usize::from(index)]),
            None => 0.0,
        }
    }

    /// Returns what a sale of `relics` relics pays.
    pub(super) fn sale(&self, relics: u8) -> f32 {
        match relics.min(MAX_RELICS).checked_sub(1) {
            Some(index) => self.weights.relics * f32::from(self.game.rules.payout.relics[usize::from(index)]),
            None => 0.0,
        }
    }

    /// Returns the worth of the best cards to store, the highest first.
    pub(super) fn stored(&self, cards: Cards) -> f32 {
        self.stored_in(cards, self.slots)
    }

    /// The same for a number of places.
    pub(super) fn stored_in(&self, cards: Cards, places: usize) -> f32 {
        stored_in(self.weights, cards, places)
    }

    /// Returns the worth of the relics, sold or stored.
    pub(super) fn relics_worth(&self, relics: u8, rest: Cards) -> f32 {
        let sold = self.sale(relics) + self.stored(rest);
        if self.slots == 0 || relics == 0 {
            return sold;
        }
        sold.max(self.stored(rest.plus(Cards::of(Card::RELIC, relics))))
    }

    /// Returns the worth of a hand without sets, in doubloons.
    pub(super) fn money(&self, hand: Cards, merchants: ByKey<Class, u8>) -> f32 {
        let most = most_different(hand, merchants);
        let relics = hand.count(Card::RELIC);
        if usize::from(most) == Card::GOODS && relics > 0 {
            return WIN + self.sale(relics - 1);
        }
        let goods = hand.goods();
        if most < MIN_DIFFERENT {
            return self.relics_worth(relics, goods);
        }
        self.different(most) + self.relics_worth(relics, goods.minus(goods.distinct()))
    }

    /// Returns the worth of the best plan for a turn with this hand, in doubloons.
    pub(super) fn turn(&self, hand: Cards) -> f32 {
        let mut best = self.money(hand, self.merchants);
        if !self.may_set {
            return best;
        }
        for good in self.game.set_candidates(hand, self.merchants, MIN_SET) {
            best = best.max(self.sets_of(good, hand));
        }
        best
    }

    fn sets_of(&self, good: Card, hand: Cards) -> f32 {
        let held = hand.count(good);
        let others = hand.goods().len() as u8 - held;
        let merchants = self.merchants[good.class()].min(others);
        let most = (held + merchants + hand.count(Card::RELIC)).min(MAX_SET);
        let (mut best, mut last) = (f32::MIN, 0);
        for size in MIN_SET..=most {
            let limit = self.access(good, size);
            if limit == last {
                break;
            }
            last = limit;
            best = best.max(self.best(limit) + self.after_set(good, size, hand));
        }
        best
    }

    /// Returns the best queue limit of a set.
    pub(super) fn access(&self, good: Card, size: u8) -> usize {
        usize::from(self.game.rules.access(good.class(), size, self.storm)).min(QUEUE)
    }

    /// Returns the worth of what is left after a set, made with the best choice of relics and
    /// merchants.
    pub(super) fn after_set(&self, good: Card, size: u8, hand: Cards) -> f32 {
        let relics = hand.count(Card::RELIC).min(size - 1);
        (0..=relics).map(|jokers| self.after_jokers(good, size, jokers, hand)).fold(f32::MIN, f32::max)
    }

    /// Returns the worth of what is left after a set with `jokers` relics; `f32::MIN` if there is
    /// no such set.
    pub(super) fn after_jokers(&self, good: Card, size: u8, jokers: u8, hand: Cards) -> f32 {
        let held = hand.count(good);
        let others = hand.goods().len() as u8 - held;
        let most = self.merchants[good.class()].min(others).min(size - jokers);
        (0..=most)
            .filter(|converted| size - jokers - converted <= held)
            .map(|converted| self.after_conversions(good, size, jokers, converted, hand))
            .fold(f32::MIN, f32::max)
    }

    /// Returns the worth of what is left after a set with `jokers` relics and `converted` cards.
    pub(super) fn after_conversions(
        &self,
        good: Card,
        size: u8,
        jokers: u8,
        converted: u8,
        hand: Cards,
    ) -> f32 {
        let natural = size - jokers - converted;
        let mut rest = hand.minus(Cards::of(good, natural)).minus(Cards::of(Card::RELIC, jokers));
        let mut merchants = self.merchants;
        merchants[good.class()] -= converted;
        for _ in 0..converted {
            rest = rest.minus(Cards::one(spare(rest.except(good))));
        }
        self.money(rest, merchants)
    }

    /// Returns the worth of a hand while it can still be traded: the best plan, and the chance of a
    /// better one.
    pub(super) fn trade(&self, hand: Cards) -> f32 {
        let weights = self.weights;
        let goods = hand.goods();
        let distinct = goods.distinct();
        let relics = hand.count(Card::RELIC);
        let mut worth = self.turn(hand);
        let pairs = ByKey::new([weights.pair_common, weights.pair_uncommon, weights.pair_rare]);
        for pair in goods.with(2) {
            if goods.count(pair) == 2 {
                worth += pairs[pair.class()];
            }
        }
        worth += weights.joker * f32::from(relics);
        let most = most_different(hand, self.merchants);
        if most < MIN_DIFFERENT {
            worth += weights.variety * distinct.len() as f32;
        } else {
            // A different combination counts that already.
            worth += weights.variety * f32::from(MIN_DIFFERENT - 1);
        }
        let kinds = f32::from(most) + f32::from(relics.min(1)) - 6.0;
        worth + weights.perfect * kinds.max(0.0) * kinds.max(0.0)
    }
}

/// Returns the worth of the best cards for `places` places in warehouses, the highest first.
pub(super) fn stored_in(weights: &Weights, cards: Cards, places: usize) -> f32 {
    if places == 0 || cards.is_empty() {
        return 0.0;
    }
    let (mut worth, mut free, mut left) = (0.0, places, cards);
    while free > 0
        && let Some(card) = left.highest()
    {
        let number = usize::from(cards.count(card)).min(free);
        worth += kept(weights, card) * number as f32 + weights.keep_twin * (number - 1) as f32;
        free -= number;
        left = left.below(card);
    }
    worth
}

/// Returns the least valuable good: the lowest surplus one, or else the lowest.
fn spare(goods: Cards) -> Card {
    let goods = goods.goods();
    let surplus = goods.minus(goods.distinct());
    surplus.lowest().or(goods.lowest()).expect("a card to convert is held")
}
