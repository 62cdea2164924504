//! Random offers and takes in loops: what the decisions of a seat, or of a trade, share is neither stored nor looked up
//! between them, and no step between them is chosen by the kind of decision.

use crate::MundusNovus;
use crate::cards::Cards;
use crate::play::open_offers;
use crate::state::State;
use crate::words::Ability;
use tradewinds_game::{Dice, MAX_SEATS, Seat};

/// A one in the byte of each seat.
const SEATS: u64 = u64::from_ne_bytes([1; 8]);

/// Returns all bits of a seat's byte.
#[inline]
const fn byte(seat: Seat) -> u64 {
    0xFF << (8 * seat.index())
}

impl MundusNovus {
    /// Offers the cards that the deciding seat still has to offer; returns the number of decisions, at most `most`.
    #[inline(never)]
    pub(crate) fn random_offers<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        let seat = state.seat;
        if self.has(state, seat, Ability::Casas) {
            self.random_offer_or_stop(state, dice);
            return 1;
        }
        let mut open = self.ascending(state);
        if open.len() > 31 {
            self.random_listed(state, dice);
            return 1;
        }
        let number = u32::from(state.left).min(most);
        let mut offered = Cards::NONE;
        for chosen in 0..number {
            let types = open.choices_sparing(open.len() - usize::from(state.left) + chosen as usize);
            let card = types.get(dice.index(types.len() as u32) as usize);
            offered = offered.plus(Cards::one(card));
            open = open.from(card).minus(Cards::one(card));
        }
        state.hand[seat] = state.hand[seat].minus(offered);
        state.aside[seat] = state.aside[seat].plus(offered);
        state.left -= number as u8;
        if state.left == 0 {
            self.commit_offer(state);
        }
        number
    }

    /// Takes and swaps until the trade closes, or until there is no room for both below `most` decisions; returns their
    /// number.
    #[inline(never)]
    pub(crate) fn random_trading<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        let mut played = 0;
        // A byte per seat for the number of types in its offer.
        let mut lens = 0;
        for index in (0..MAX_SEATS).rev() {
            lens = lens << 8 | state.aside.as_slice()[index].distinct_len() as u64;
        }
        let (mut due, mut last, mut previous) = (state.seat, state.last, state.previous);
        let mut choices = self.choices(lens, due, last, previous);
        while choices != 0 && most - played >= 2 {
            // The number of choices up to each seat, which a multiplication adds up; the highest byte has all.
            let ends = choices.wrapping_mul(SEATS);
            let index = u64::from(dice.index((ends >> 56) as u32));
            // The first seat whose choices go beyond the index: its highest bit is the first to be reached.
            let beyond = (ends + SEATS * (127 - index)) & SEATS << 7;
            let shift = beyond.trailing_zeros() & !7;
            let (from, before) = (Seat::new(shift as usize / 8), ends << 8 >> shift & 0xFF);
            let taken = state.aside[from].types().get((index - before) as usize);
            let offer = state.aside[from].minus(Cards::one(taken));
            state.aside[from] = offer;
            lens -= u64::from(!offer.has(taken)) << shift;

            let types = state.market.types();
            let index = dice.index(types.len() as u32 + 1) as usize;
            let gained = match index.checked_sub(1) {
                Some(index) => self.exchange(state, due, taken, types.get(index)),
                None => taken,
            };
            self.gain(state, due, Cards::one(gained));
            played += 2;
            (previous, last, due) = (last, Some(due), from);
            choices = self.choices(lens, due, last, previous);
        }
        (state.last, state.previous, state.open) = (last, previous, open_offers(state));
        self.due(state, due);
        played
    }

    /// Returns the choices of the due player, of the types in all offers: see [`MundusNovus::victims`].
    #[inline(always)]
    fn choices(&self, lens: u64, due: Seat, last: Option<Seat>, previous: Option<Seat>) -> u64 {
        let choices = lens & !byte(due);
        if self.rules.players > 2
            && previous == Some(due)
            && let Some(last) = last
        {
            let others = choices & !byte(last);
            let barred = others != 0 || self.rules.flags.third_take_barred;
            return if barred { others } else { choices };
        }
        choices
    }
}
