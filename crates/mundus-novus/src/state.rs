//! The compact state: plain data of fixed size.

use crate::cards::{Card, Cards};
use crate::developments::{DevelopmentList, Developments};
use crate::draw_pile::DrawPile;
use crate::limits::{MAX_DEVELOPMENTS, QUEUE};
use crate::words::{Decision, Event, Made};
use tradewinds_game::{MAX_SEATS, Seat};

/// The secret gift of a round, as bystanders record it (6.2); the given card is not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// The Trade Master.
    pub from: Seat,
    /// The due player at the end of the trade.
    pub to: Seat,
}

/// A position: everything that changes in play.
///
/// Fields that a decision does not use hold their defaults, so that equal positions are equal
/// values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// `known[j][i]`: the cards that seat i knows to be among j's cards (K\[i\]\[j\] of 6.2).
    pub(crate) known: [[Cards; MAX_SEATS]; MAX_SEATS],
    /// Cards in hand, those set aside or offered excepted.
    pub(crate) hand: [Cards; MAX_SEATS],
    /// Cards off the hand: stored, set aside or offered, depending on the decision.
    pub(crate) aside: [Cards; MAX_SEATS],
    /// Owned developments.
    pub(crate) owned: [Developments; MAX_SEATS],
    /// Open supply cards not yet picked.
    pub(crate) supply: Cards,
    pub(crate) market: Cards,
    pub(crate) discard: Cards,
    /// What the receiver of the gift has lost openly since.
    pub(crate) shown: Cards,
    pub(crate) draw: DrawPile,
    /// Face-down development cards, the top last.
    pub(crate) deck: DevelopmentList<{ MAX_DEVELOPMENTS - QUEUE }>,
    /// Open development cards, head first.
    pub(crate) queue: DevelopmentList<QUEUE>,
    /// Pick: the fleets that have not picked all their cards, one per byte, the due one first: the
    /// seat in the low three bits, the number of caravels above.
    pub(crate) fleets: u64,
    /// Doubloons.
    pub(crate) money: [u16; MAX_SEATS],
    pub(crate) round: u16,
    /// Fleet b of Ponce's owner: bit i is the i-th smallest caravel.
    pub(crate) split: u16,
    /// The number of caravels that have been given a fleet.
    pub(crate) split_len: u8,
    pub(crate) event: Event,
    pub(crate) trade_master: Seat,
    pub(crate) decision: Decision,
    /// The seat that decides; the Trade Master at the end of the game.
    pub(crate) seat: Seat,
    /// Pick, pirates, offer, source, lay, store: cards still to choose, the next one included.
    /// Take: the seats that may be robbed, one bit per seat.
    pub(crate) left: u8,
    /// Offer: the announced number. Jokers to develop and lay: the cards of the combination.
    pub(crate) size: u8,
    /// Jokers to develop: the good of the set. Swap: the card taken. Pick: the fleet's last pick.
    pub(crate) card: Option<Card>,
    /// Convert and source: the relics of the set.
    pub(crate) jokers: u8,
    /// Source: the cards converted.
    pub(crate) conversions: u8,
    /// Progress: the merchants of the seat used up in this turn, by class.
    pub(crate) used: [u8; 3],
    /// Turn: the last combination.
    pub(crate) made: Made,
    /// Progress: the seat that began it.
    pub(crate) first: Option<Seat>,
    /// Take and swap: the seat that made the latest take.
    pub(crate) last: Option<Seat>,
    /// Take: the seat that made the take before that.
    pub(crate) previous: Option<Seat>,
    /// Tie, take, swap: the seats with open offers, one bit per seat.
    pub(crate) open: u8,
    /// Swap: the robbed seat. Compensate: the due player.
    pub(crate) other: Option<Seat>,
    pub(crate) gift: Option<Gift>,
    /// Seats that made a perfect combination in this round, one bit per seat.
    pub(crate) perfect: u8,
}

const _: () = assert!(size_of::<State>() <= 640 && !std::mem::needs_drop::<State>());

impl State {
    /// A state without any card.
    pub(crate) const EMPTY: Self = Self {
        known: [[Cards::NONE; MAX_SEATS]; MAX_SEATS],
        hand: [Cards::NONE; MAX_SEATS],
        aside: [Cards::NONE; MAX_SEATS],
        owned: [Developments::NONE; MAX_SEATS],
        supply: Cards::NONE,
        market: Cards::NONE,
        discard: Cards::NONE,
        shown: Cards::NONE,
        draw: DrawPile::EMPTY,
        deck: DevelopmentList::EMPTY,
        queue: DevelopmentList::EMPTY,
        fleets: 0,
        money: [0; MAX_SEATS],
        round: 0,
        split: 0,
        split_len: 0,
        event: Event::None,
        trade_master: Seat::new(0),
        decision: Decision::GameOver,
        seat: Seat::new(0),
        left: 0,
        size: 0,
        card: None,
        jokers: 0,
        conversions: 0,
        used: [0; 3],
        made: Made::Nothing,
        first: None,
        last: None,
        previous: None,
        open: 0,
        other: None,
        gift: None,
        perfect: 0,
    };

    /// Returns what is to be decided.
    #[inline]
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns a seat's cards in hand, without those set aside.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hand[seat.index()]
    }

    /// Returns a seat's doubloons.
    #[inline]
    #[must_use]
    pub fn money(&self, seat: Seat) -> u16 {
        self.money[seat.index()]
    }

    /// Returns the developments that a seat owns.
    #[inline]
    #[must_use]
    pub fn owned(&self, seat: Seat) -> Developments {
        self.owned[seat.index()]
    }

    /// Returns whether a seat has made a perfect combination in this round.
    #[inline]
    #[must_use]
    pub fn is_perfect(&self, seat: Seat) -> bool {
        self.perfect >> seat.index() & 1 == 1
    }

    /// Returns the number of cards that a seat has in any place, face-up offers excepted.
    pub(crate) fn hidden_len(&self, seat: Seat) -> usize {
        let aside = if self.decision.shows_offers() { 0 } else { self.aside[seat.index()].len() };
        self.hand[seat.index()].len() + aside
    }

    /// Moves cards openly away from a seat: all seats forget them (6.2, public loss).
    #[inline]
    pub(crate) fn lose(&mut self, seat: Seat, cards: Cards) {
        // The same for all places at the table, taken or not, so that one loop does it.
        for entry in &mut self.known[seat.index()] {
            *entry = entry.without(cards);
        }
        if let Some(gift) = self.gift
            && gift.to == seat
        {
            self.shown = self.shown.plus(cards);
        }
    }
}

/// Lists the seats of a set, one bit per seat, in ascending order.
#[inline]
pub(crate) fn seats(set: u8) -> impl Iterator<Item = Seat> {
    let mut left = u32::from(set) & ((1 << MAX_SEATS) - 1);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let index = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Seat::new(index))
    })
}
