//! Identical combinations, which win developments (3.3.5, 4.4.2).

use std::ops::RangeInclusive;

use tradewinds_game::Actions;
use tradewinds_game::kit::ByKey;

use crate::MundusNovus;
use crate::action::{Action, Claim};
use crate::card::Card;
use crate::cards::{Cards, Types};
use crate::developments::DevelopmentId;
use crate::limits::{MAX_SET, MIN_SET};
use crate::play::turn::has_none;
use crate::state::State;
use crate::words::{Ability, Class, Decision, Event, Made};

impl MundusNovus {
    /// Returns whether the seat in turn may make a set now, if it has the cards for it.
    #[inline]
    pub(crate) fn may_set(&self, state: &State) -> bool {
        match state.made {
            None => true,
            Some(Made::Set) => self.event_for(state, state.seat) == Event::King,
            Some(Made::Different | Made::Relics) => false,
        }
    }

    /// Returns the largest set that wins anything (3.3.5, step 3): 0 if none does.
    pub(crate) fn largest_winning_set(&self, state: &State) -> u8 {
        // A deck with cards left has a full queue in front of it, so Almagro adds nothing here.
        if !state.queue.is_empty() || !state.deck.is_empty() {
            MAX_SET
        } else if self.has(state, state.seat, Ability::Vicente) {
            MIN_SET
        } else {
            0
        }
    }

    #[inline]
    pub(super) fn legal_sets(
        &self,
        state: &State,
        hand: Cards,
        merchants: ByKey<Class, u8>,
        actions: &mut Actions<Action>,
    ) {
        let sets = self.sets(state, hand, merchants);
        for good in sets.types() {
            let sizes = MIN_SET..MIN_SET + sets.count(good);
            actions.extend(sizes.map(|size| Action::Set(Claim::new(good, size))));
        }
    }

    /// Returns the sets that can be begun: each good as often as there are sizes of its sets, which
    /// are the smallest ones.
    #[inline]
    pub(crate) fn sets(&self, state: &State, hand: Cards, merchants: ByKey<Class, u8>) -> Cards {
        if self.set_candidates(hand, merchants, MIN_SET).is_empty() {
            return Cards::NONE;
        }
        self.sets_of_all_sizes(state, hand, merchants)
    }

    /// [`Self::sets`] where there are some: not inlined, since most hands have none.
    #[inline(never)]
    fn sets_of_all_sizes(&self, state: &State, hand: Cards, merchants: ByKey<Class, u8>) -> Cards {
        // A good of which no set of one size can be made has no larger one.
        (MIN_SET..=self.largest_winning_set(state))
            .map(|size| self.set_candidates(hand, merchants, size))
            .take_while(|goods| !goods.is_empty())
            .fold(Cards::NONE, |sets, goods| sets.plus(goods.one_each()))
    }

    /// Returns the goods of which a set of `size` cards can be made.
    #[inline]
    pub(crate) fn set_candidates(&self, hand: Cards, merchants: ByKey<Class, u8>, size: u8) -> Types {
        let goods = hand.goods();
        // The real and converted cards that the set needs besides relics: at least one.
        let needed = size.saturating_sub(hand.count(Card::RELIC)).max(1);
        if has_none(merchants) {
            goods.with(needed)
        } else if goods.len() >= usize::from(needed) {
            goods.goods_with(merchants.map(|free| needed.saturating_sub(free)))
        } else {
            Cards::NONE.types()
        }
    }

    #[inline]
    pub(crate) fn play_set(&self, state: &mut State, claim: Claim) {
        state.decision = Decision::Jokers;
        state.made = None;
        state.card = Some(claim.good());
        state.size = claim.size();
    }

    /// Returns the good of the set under way.
    #[inline]
    pub(crate) fn good(&self, state: &State) -> Card {
        state.card.expect("a set under way has a good")
    }

    /// Returns the cards of the seat in turn that count as the good of the set under way: those
    /// held, and the maximum that its merchants can convert.
    #[inline]
    fn held_and_convertible(&self, state: &State) -> (u8, u8) {
        let good = self.good(state);
        let hand = state.hand[state.seat];
        let held = hand.count(good);
        let convertible = self.free_merchants(state)[good.class()].min(hand.goods().len() as u8 - held);
        (held, convertible)
    }

    /// Returns the minimum and maximum number of conversions of the set under way with `jokers`
    /// relics; an empty range if it cannot be completed (3.3.5, step 2).
    #[inline]
    pub(crate) fn conversions(&self, state: &State, jokers: u8) -> RangeInclusive<u8> {
        let (held, convertible) = self.held_and_convertible(state);
        let real = state.size - jokers;
        real.saturating_sub(held)..=convertible.min(real)
    }

    /// Returns the minimum and maximum number of relics with which the set under way can be
    /// completed; an empty range if it cannot.
    ///
    /// Each relic replaces a card that need not be held or converted, so every number in between
    /// works too.
    #[inline]
    pub(crate) fn jokers(&self, state: &State) -> RangeInclusive<u8> {
        let (held, convertible) = self.held_and_convertible(state);
        let most = state.hand[state.seat].count(Card::RELIC).min(state.size - 1);
        state.size.saturating_sub(held + convertible)..=most
    }

    #[inline(never)]
    pub(crate) fn legal_jokers(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.jokers(state).map(Action::Jokers));
    }

    /// Returns whether the set under way can be completed with any number of relics.
    pub(crate) fn can_complete(&self, state: &State) -> bool {
        !self.jokers(state).is_empty()
    }

    /// Returns whether the set under way can be completed with the relics chosen.
    pub(crate) fn can_convert(&self, state: &State) -> bool {
        !self.conversions(state, state.jokers).is_empty()
    }

    #[inline]
    pub(crate) fn play_jokers(&self, state: &mut State, jokers: u8) {
        state.decision = Decision::Convert;
        state.jokers = jokers;
    }

    #[inline(never)]
    pub(crate) fn legal_conversions(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.conversions(state, state.jokers).map(Action::Convert));
    }

    #[inline(never)]
    pub(crate) fn play_conversions(&self, state: &mut State, conversions: u8) {
        state.conversions = conversions;
        state.left = conversions;
        if conversions == 0 {
            self.lay_set(state);
        } else {
            state.decision = Decision::Source;
        }
    }

    #[inline(never)]
    pub(crate) fn legal_source(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.convertible(state).map(Action::From));
    }

    /// Returns the cards that may be converted next for the set under way.
    #[inline]
    pub(crate) fn convertible(&self, state: &State) -> Types {
        self.ascending(state).goods().except(self.good(state)).choices(usize::from(state.left))
    }

    #[inline(never)]
    pub(crate) fn play_source(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left == 0 {
            self.lay_set(state);
        }
    }

    /// Lays the complete set; what it wins is chosen next.
    fn lay_set(&self, state: &mut State) {
        let seat = state.seat;
        let good = self.good(state);
        let held = Cards::of(good, state.size - state.jokers - state.conversions)
            .plus(Cards::of(Card::RELIC, state.jokers));
        state.hand[seat] = state.hand[seat].minus(held);
        let laid = held.plus(std::mem::take(&mut state.aside[seat]));
        self.discard_openly(state, laid);
        state.used[good.class()] += state.conversions;
        state.jokers = 0;
        state.conversions = 0;
        state.decision = Decision::Develop;
    }

    /// Returns how many queue positions the set under way may choose from.
    pub(crate) fn limit(&self, state: &State) -> u8 {
        let storm = self.event_for(state, state.seat) == Event::Storm;
        self.rules.access(self.good(state).class(), state.size, storm).min(state.queue.len() as u8)
    }

    /// Returns whether the set under way may win the top of the deck: Almagro.
    #[inline]
    pub(crate) fn may_take_top(&self, state: &State) -> bool {
        !state.deck.is_empty() && self.has(state, state.seat, Ability::Almagro)
    }

    /// Returns whether the set under way may be cashed: Vicente.
    #[inline]
    pub(crate) fn may_cash(&self, state: &State) -> bool {
        state.size == MIN_SET && self.has(state, state.seat, Ability::Vicente)
    }

    #[inline(never)]
    pub(crate) fn legal_development(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend((1..=self.limit(state)).map(Action::Develop));
        if self.may_take_top(state) {
            actions.push(Action::DevelopTop);
        }
        if self.may_cash(state) {
            actions.push(Action::Cash);
        }
    }

    /// Wins a queue card; the queue moves up and is refilled (4.4.2).
    #[inline(never)]
    pub(crate) fn play_develop(&self, state: &mut State, position: u8) {
        let id = state.queue.remove(usize::from(position) - 1);
        if let Some(top) = state.deck.pop() {
            state.queue.push(top);
        }
        self.win(state, id);
    }

    #[inline(never)]
    pub(crate) fn play_develop_top(&self, state: &mut State) {
        let id = state.deck.pop().expect("Almagro takes from a deck that is not empty");
        self.win(state, id);
    }

    fn win(&self, state: &mut State, id: DevelopmentId) {
        state.owned[state.seat].insert(id);
        self.main_step(state, Some(Made::Set));
    }

    #[inline(never)]
    pub(crate) fn play_cash(&self, state: &mut State) {
        let class = self.good(state).class();
        state.money[state.seat] += self.rules.effect.vicente_cash[class];
        self.main_step(state, Some(Made::Set));
    }
}
