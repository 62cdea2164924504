//! The compact state: plain data of fixed size.
//!
//! The state is at most 640 bytes: a hand is one word of ten 6-bit counters, and so is what each seat knows
//! for certain of each other hand (`known`, K of the rules page's 6.2). The draw pile keeps its order, four
//! bits a card. A secret offer is set aside card by card: others notice that a seat has committed, never a
//! card, so `seen` gives them no edge for the cards and one for the last, and each seat needs a tree of its
//! own (`tree = "auto"` is MO-ISMCTS here). A view counts cards that are set aside in secret into the hand;
//! loading one draws what is unknown, by rejection where a position says more than counts (gifts, offers that
//! must be payable).

use crate::card::Card;
use crate::cards::Cards;
use crate::developments::{DevelopmentList, Developments};
use crate::draw_pile::DrawPile;
use crate::limits::{MAX_DEVELOPMENTS, QUEUE};
use crate::words::{Class, Decision, Event, Made};
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{MAX_SEATS, Seat};

/// The secret gift of a round, as bystanders record it (6.2); the given card is not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// The Trade Master.
    pub from: Seat,
    /// The due player at the end of the trade.
    pub to: Seat,
}

/// The number of seats whose knowledge changes together; the others sit at tables with more players only.
pub(crate) const FIRST: usize = 4;

/// No card for any seat.
pub(crate) const NO_CARDS: ByKey<Seat, Cards> = ByKey::new([Cards::NONE; MAX_SEATS]);

/// A position: everything that changes in play.
///
/// Fields that a decision does not use hold their defaults, so that equal positions are equal
/// values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// `known[j][i]`: the cards that seat i knows to be among j's cards (K\[i\]\[j\] of 6.2).
    pub(crate) known: ByKey<Seat, ByKey<Seat, Cards>>,
    /// Cards in hand, those set aside or offered excepted.
    pub(crate) hand: ByKey<Seat, Cards>,
    /// Cards off the hand: stored, set aside or offered, depending on the decision.
    pub(crate) aside: ByKey<Seat, Cards>,
    /// Owned developments.
    pub(crate) owned: ByKey<Seat, Developments>,
    /// Open supply cards not yet picked.
    pub(crate) supply: Cards,
    pub(crate) market: Cards,
    pub(crate) discard: Cards,
    /// The cards that the receiver of the gift has lost openly since.
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
    pub(crate) money: ByKey<Seat, u16>,
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
    pub(crate) used: ByKey<Class, u8>,
    /// Turn: the last combination.
    pub(crate) made: Option<Made>,
    /// Progress: the seat that began it.
    pub(crate) first: Option<Seat>,
    /// Take and swap: the seat that made the latest take.
    pub(crate) last: Option<Seat>,
    /// Take: the seat that made the take before that.
    pub(crate) previous: Option<Seat>,
    /// Tie, take, swap: the seats with open offers.
    pub(crate) open: KeySet<Seat>,
    /// Take: the seats that may be robbed.
    pub(crate) victims: KeySet<Seat>,
    /// Swap: the robbed seat. Compensate: the due player.
    pub(crate) other: Option<Seat>,
    pub(crate) gift: Option<Gift>,
    /// Seats that made a perfect combination in this round.
    pub(crate) perfect: KeySet<Seat>,
}

const _: () = assert!(size_of::<State>() <= 640 && !std::mem::needs_drop::<State>());

impl State {
    /// A state without any card.
    pub(crate) const EMPTY: Self = Self {
        known: ByKey::new([NO_CARDS; MAX_SEATS]),
        hand: NO_CARDS,
        aside: NO_CARDS,
        owned: ByKey::new([Developments::EMPTY; MAX_SEATS]),
        supply: Cards::NONE,
        market: Cards::NONE,
        discard: Cards::NONE,
        shown: Cards::NONE,
        draw: DrawPile::EMPTY,
        deck: DevelopmentList::EMPTY,
        queue: DevelopmentList::EMPTY,
        fleets: 0,
        money: ByKey::new([0; MAX_SEATS]),
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
        used: ByKey::new([0; Class::COUNT]),
        made: None,
        first: None,
        last: None,
        previous: None,
        open: KeySet::EMPTY,
        victims: KeySet::EMPTY,
        other: None,
        gift: None,
        perfect: KeySet::EMPTY,
    };

    /// Returns the kind of decision.
    #[inline]
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns a seat's cards in hand, without those set aside.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hand[seat]
    }

    /// Returns a seat's doubloons.
    #[inline]
    #[must_use]
    pub fn money(&self, seat: Seat) -> u16 {
        self.money[seat]
    }

    /// Returns the developments that a seat owns.
    #[inline]
    #[must_use]
    pub fn owned(&self, seat: Seat) -> Developments {
        self.owned[seat]
    }

    /// Returns whether a seat has made a perfect combination in this round.
    #[inline]
    #[must_use]
    pub fn is_perfect(&self, seat: Seat) -> bool {
        self.perfect.has(seat)
    }

    /// Returns the number of cards that a seat has in any place, face-up offers excepted.
    pub(crate) fn hidden_len(&self, seat: Seat) -> usize {
        let aside = if self.decision.shows_offers() { 0 } else { self.aside[seat].len() };
        self.hand[seat].len() + aside
    }

    /// Moves cards openly away from a seat: all seats forget them (6.2, public loss).
    #[inline]
    pub(crate) fn lose(&mut self, players: usize, seat: Seat, cards: Cards) {
        // Entries of two loops of fixed length, taken or not: the compiler has them changed two at a time.
        let (first, rest) = self.known[seat].as_mut_slice().split_at_mut(FIRST);
        for entry in first {
            *entry = entry.without(cards);
        }
        if players > FIRST {
            for entry in rest {
                *entry = entry.without(cards);
            }
        }
        if let Some(gift) = self.gift
            && gift.to == seat
        {
            self.shown = self.shown.plus(cards);
        }
    }
}
