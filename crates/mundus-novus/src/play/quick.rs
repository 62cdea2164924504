//! Random play without action lists, for rollouts: all but a few rare steps draw the index and play
//! what is there in the legal list.

mod trading;

use std::ops::RangeInclusive;

use crate::MundusNovus;
use crate::action::Claim;
use crate::card::Card;
use crate::cards::{Cards, Types};
use crate::limits::{MAX_RELICS, MIN_DIFFERENT, MIN_SET};
use crate::play::most_different;
use crate::state::State;
use crate::words::{Class, Decision, Made};
use tradewinds_game::kit::ByKey;
use tradewinds_game::{Dice, Game, MAX_SEATS, Seat};

/// Draws an index of a list of `n` actions, which is not empty; a single one needs no throw.
#[inline]
fn draw<D: Dice + ?Sized>(n: usize, dice: &mut D) -> usize {
    debug_assert!(n > 0, "something is legal at every decision");
    let n = n as u32;
    // Not `n == 1`, so that the dice need not check for an empty list.
    if n <= 1 { 0 } else { dice.below(n) as usize }
}

/// Draws like [`draw`] if that is quick. Otherwise the functions below end in a call of
/// [`MundusNovus::random_listed`], which draws the same: no register has to be saved for it.
#[inline]
fn draw_at_once<D: Dice + ?Sized>(n: usize, dice: &mut D) -> Option<usize> {
    debug_assert!(n > 0, "something is legal at every decision");
    let n = n as u32;
    if n <= 1 { Some(0) } else { dice.below_at_once(n).map(|index| index as usize) }
}

/// Draws one of the types, if that is quick.
#[inline]
fn one_at_once<D: Dice + ?Sized>(types: Types, dice: &mut D) -> Option<Card> {
    draw_at_once(types.len(), dice).map(|index| types.get(index))
}

/// Draws one of the types.
#[inline]
fn one_of<D: Dice + ?Sized>(types: Types, dice: &mut D) -> Card {
    let index = draw(types.len(), dice);
    types.get(index)
}

/// Draws a number of a range that is not empty.
#[inline]
fn number_of<D: Dice + ?Sized>(range: RangeInclusive<u8>, dice: &mut D) -> u8 {
    range.start() + draw(range.len(), dice) as u8
}

/// Returns the set at this place of the legal list, of those that [`MundusNovus::sets`] returns.
fn claim_at(claims: Cards, index: u8) -> Claim {
    let mut index = index;
    for good in claims.types() {
        let sizes = claims.count(good);
        if index < sizes {
            return Claim::new(good, MIN_SET + index);
        }
        index -= sizes;
    }
    unreachable!("the index is below the number of sets")
}

impl MundusNovus {
    /// Calls the function for the decision; returns the number of decisions that it played, at most `most`.
    ///
    /// Those functions are not inlined: a call that comes last is a jump, so that no step saves
    /// more registers than it needs itself. The choice between them is inlined into the loop that
    /// plays, where it saves a call per decision.
    #[inline(always)]
    pub(super) fn random_several<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        match state.decision {
            Decision::Offer => return self.random_offers(state, most, dice),
            Decision::Take if most > 1 => return self.random_trading(state, most, dice),
            Decision::Take => self.random_take(state, dice),
            Decision::Swap => self.random_swap(state, dice),
            Decision::Pick => self.random_pick(state, dice),
            Decision::Lay => self.random_lay(state, dice),
            Decision::Turn => self.random_turn(state, dice),
            Decision::Announce => self.random_announcement(state, dice),
            Decision::FirstPlayer => self.random_first(state, dice),
            Decision::Jokers => self.random_jokers(state, dice),
            Decision::Convert => self.random_conversions(state, dice),
            Decision::Source => self.random_source(state, dice),
            Decision::Develop => self.random_development(state, dice),
            Decision::Store => self.random_store(state, dice),
            Decision::Compensate => self.random_gift(state, dice),
            _ => self.random_listed(state, dice),
        }
        1
    }

    /// Plays an action of the legal list.
    #[inline(never)]
    pub(super) fn random_listed<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let action = self.random_action(state, dice);
        self.play(state, action, dice);
    }

    #[inline(never)]
    pub(super) fn random_pick<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match one_at_once(self.pickable(state), dice) {
            Some(card) => self.play_pick(state, card),
            None => self.random_listed(state, dice),
        }
    }

    #[inline(never)]
    pub(super) fn random_announcement<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let sizes = self.rules.trade.most_offered - self.rules.trade.fewest_offered + 1;
        let number = self.rules.trade.fewest_offered + draw(usize::from(sizes), dice) as u8;
        self.play_announcement(state, number);
    }

    /// Offers a card, or ends the offer, which only las Casas may do.
    #[inline(never)]
    fn random_offer_or_stop<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let types = self.offerable(state);
        match draw(types.len() + 1, dice).checked_sub(1) {
            Some(index) => self.play_offer(state, types.get(index)),
            None => self.commit_offer(state),
        }
    }

    /// Takes one of the open cards, of which each seat's types count separately.
    #[inline(never)]
    pub(super) fn random_take<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        /// A one in the byte of each seat.
        const SEATS: u64 = u64::from_ne_bytes([1; 8]);
        // A byte per seat for its number of choices. One pass over all places at the table takes fewer
        // instructions than a loop over the seats that may be robbed.
        let mut lens = 0;
        for index in 0..MAX_SEATS {
            if state.victims.bits() >> index & 1 == 1 {
                lens |= (state.aside.as_slice()[index].distinct_len() as u64) << (8 * index);
            }
        }
        // The number of choices up to each seat, which a multiplication adds up; the highest byte has all.
        let ends = lens.wrapping_mul(SEATS);
        let Some(index) = draw_at_once((ends >> 56) as usize, dice) else {
            return self.random_listed(state, dice);
        };
        // The first seat whose choices go beyond the index: its highest bit is the first to be reached.
        let beyond = (ends + SEATS * (127 - index as u64)) & SEATS << 7;
        let seat = beyond.trailing_zeros() / 8;
        let before = (ends << 8 >> (8 * seat) & 0xFF) as usize;
        let from = Seat::new(seat as usize);
        self.play_take(state, state.aside[from].types().get(index - before), from);
    }

    #[inline(never)]
    pub(super) fn random_swap<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let types = state.market.types();
        match draw_at_once(types.len() + 1, dice).map(|index| index.checked_sub(1)) {
            Some(Some(index)) => self.swap_for(state, types.get(index)),
            Some(None) => self.play_swap(state, None),
            None => self.random_listed(state, dice),
        }
    }

    #[inline(never)]
    pub(super) fn random_first<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let seat = Seat::new(draw(self.rules.players, dice));
        self.begin_progress(state, seat);
    }

    /// Lays a card.
    #[inline(never)]
    pub(super) fn random_lay<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match self.only_to_lay(state) {
            Some(card) => self.play_lay(state, card),
            None => self.random_lay_of_several(state, dice),
        }
    }

    #[inline(never)]
    fn random_lay_of_several<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let mut types = self.open_to_lay(state);
        // A combination that was begun can be completed, so that a single card needs no proof.
        if types.len() > 1 && self.has_merchants(state) {
            types = self.completing(state, types);
        }
        match one_at_once(types, dice) {
            Some(card) => self.play_lay(state, card),
            None => self.random_listed(state, dice),
        }
    }

    #[inline(never)]
    pub(super) fn random_gift<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let card = one_of(state.hand[state.seat].types(), dice);
        self.play_gift(state, card);
    }

    /// Plays an action of the main step; the combination made before decides what may follow.
    #[inline(never)]
    pub(super) fn random_turn<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.made {
            None | Some(Made::Set) if self.rules.flags.combinations_required => {
                self.random_listed(state, dice);
            }
            None | Some(Made::Set) => self.random_combination(state, dice),
            Some(Made::Different) => self.random_sale(state, dice),
            Some(Made::Relics) => self.play_end(state, dice),
        }
    }

    /// Makes a combination, sells relics, or ends the turn.
    #[inline(never)]
    pub(super) fn random_combination<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        // Without merchants most of the counting falls away: compiled separately.
        if self.has_merchants(state) {
            return self.random_combination_with(self.free_merchants(state), state, dice);
        }
        self.random_combination_with(ByKey::default(), state, dice);
    }

    #[inline(always)]
    fn random_combination_with<D: Dice + ?Sized>(
        &self,
        merchants: ByKey<Class, u8>,
        state: &mut State,
        dice: &mut D,
    ) {
        let hand = state.hand[state.seat];
        let claims = if self.may_set(state) { self.sets(state, hand, merchants) } else { Cards::NONE };
        let sets = claims.len() as u8;
        let most = most_different(hand, merchants);
        let different = most.saturating_sub(MIN_DIFFERENT - 1);
        let perfect = u8::from(usize::from(most) == Card::GOODS && hand.has(Card::RELIC));
        let sales = hand.count(Card::RELIC).min(MAX_RELICS);
        let Some(index) = draw_at_once(usize::from(sets + different + perfect + sales) + 1, dice) else {
            return self.random_listed(state, dice);
        };
        let mut index = index as u8;
        if index < sets {
            return self.play_set(state, claim_at(claims, index));
        }
        index -= sets;
        if index < different {
            return self.play_different(state, MIN_DIFFERENT + index);
        }
        index -= different;
        if index < perfect {
            return self.play_perfect(state);
        }
        self.sell_or_end(state, index - perfect, sales, dice);
    }

    /// Sells relics, or ends the turn.
    #[inline(never)]
    pub(super) fn random_sale<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let relics = state.hand[state.seat].count(Card::RELIC);
        let sales = relics.min(MAX_RELICS);
        let index = draw(usize::from(sales) + 1, dice) as u8;
        self.sell_or_end(state, index, sales, dice);
    }

    /// Plays the action at this place of the legal list, after all combinations.
    #[inline]
    fn sell_or_end<D: Dice + ?Sized>(&self, state: &mut State, index: u8, sales: u8, dice: &mut D) {
        if index < sales {
            self.play_relics(state, index + 1);
        } else {
            self.play_end(state, dice);
        }
    }

    #[inline(never)]
    pub(super) fn random_jokers<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let number = number_of(self.jokers(state), dice);
        self.play_jokers(state, number);
    }

    #[inline(never)]
    pub(super) fn random_conversions<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let number = number_of(self.conversions(state, state.jokers), dice);
        self.play_conversions(state, number);
    }

    #[inline(never)]
    pub(super) fn random_source<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let card = one_of(self.convertible(state), dice);
        self.play_source(state, card);
    }

    /// Wins a queue card, or what Almagro or Vicente offer for the set.
    #[inline(never)]
    pub(super) fn random_development<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let (limit, top, cash) = (self.limit(state), self.may_take_top(state), self.may_cash(state));
        let index = draw(usize::from(limit + u8::from(top) + u8::from(cash)), dice) as u8;
        if index < limit {
            self.play_develop(state, index + 1);
        } else if top && index == limit {
            self.play_develop_top(state);
        } else {
            self.play_cash(state);
        }
    }

    /// Stores a card, or stops.
    #[inline(never)]
    pub(super) fn random_store<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let types = self.ascending(state).types();
        match draw(types.len() + 1, dice).checked_sub(1) {
            Some(index) => self.play_store(state, types.get(index), dice),
            None => self.commit_store(state, dice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Rng, Seed, Variant, Variants};

    /// Dice that are never quick.
    struct Slow(Rng);

    impl Dice for Slow {
        fn below(&mut self, n: u32) -> u32 {
            self.0.below(n)
        }

        fn below_at_once(&mut self, _: u32) -> Option<u32> {
            None
        }
    }

    /// Every number of players with the standard rules and with the shipped variants.
    fn every_game() -> impl Iterator<Item = (usize, MundusNovus)> {
        let shipped = MundusNovus::shipped_variants().iter();
        let shipped = shipped.map(|(name, text)| Variant::parse(name, text, MundusNovus::NAME).unwrap());
        let variants = shipped.chain([Variant::standard()]);
        variants.flat_map(|variant| {
            (2..=6).map(move |players| (players, MundusNovus::new(players, &variant).unwrap()))
        })
    }

    /// With equal dice the quick step plays what the legal list and one throw give, also where the dice are not quick.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        for (players, game) in every_game() {
            for seed in 0..20 {
                let (mut quick_dice, mut slow_dice) = (Seed(seed).rng(), Slow(Seed(seed).rng()));
                let mut quick = game.deal(&mut quick_dice);
                let mut slow = game.deal(&mut slow_dice);
                for decision in 0..2_000 {
                    if game.to_act(&slow).is_none() {
                        break;
                    }
                    game.play_random(&mut quick, &mut quick_dice);
                    game.play_random(&mut slow, &mut slow_dice);
                    assert_eq!(quick, slow, "{players} players, seed {seed}, decision {decision}");
                }
            }
        }
    }

    /// Several decisions at once are as many single ones, wherever they stop.
    #[test]
    fn several_steps_are_single_ones() {
        for (players, game) in every_game() {
            for seed in 0..20 {
                let (mut several_dice, mut single_dice) = (Seed(seed).rng(), Seed(seed).rng());
                let mut several = game.deal(&mut several_dice);
                let mut single = game.deal(&mut single_dice);
                for step in 0..1_000 {
                    if game.to_act(&several).is_none() {
                        break;
                    }
                    let most = 1 + step % 7 * (step % 5);
                    let played = game.play_several_random(&mut several, most, &mut several_dice);
                    assert!((1..=most).contains(&played), "{played} of {most}");
                    (0..played).for_each(|_| game.play_random(&mut single, &mut single_dice));
                    assert_eq!(several, single, "{players} players, seed {seed}, {played} decisions");
                }
            }
        }
    }
}
