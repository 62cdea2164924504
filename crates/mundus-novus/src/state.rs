//! The compact state: plain data of fixed size.

use super::cards::{Card, Cards};
use super::developments::{DevelopmentList, Developments, Event, MAX_DEVELOPMENTS};
use super::rules::QUEUE;
use tradewinds_game::{MAX_SEATS, Seat};

/// A decision point (12.1 of the rules page).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Step {
    /// Coronado's owner may buy an event.
    Coronado,
    /// Ponce's owner names the fleet of the next caravel.
    Split,
    /// A fleet picks an open supply card.
    Pick,
    /// Sergio's owner may buy a market card.
    Sergio,
    /// Pirates take a card.
    Pirates,
    /// The Trade Master announces the size of the offers.
    Announce,
    /// A seat adds a card to its secret offer.
    Offer,
    /// The old Trade Master names the new one.
    Tie,
    /// The due player takes an open card.
    Take,
    /// The card just taken may go to the market.
    Swap,
    /// The Trade Master gives a card in secret.
    Compensate,
    /// The Trade Master names the first player of Progress.
    FirstPlayer,
    /// The main step of a turn.
    Turn,
    /// How many relics a set has.
    Jokers,
    /// How many cards merchants convert for a set.
    Convert,
    /// Which card a merchant converts.
    Source,
    /// What a set wins.
    Develop,
    /// Which card leaves the hand for a different combination.
    Lay,
    /// A seat stores a card.
    Store,
    /// The end of the game.
    GameOver,
}

impl Step {
    /// All steps but the end of the game, in the order of a round.
    pub const ALL: [Self; 19] = [
        Self::Coronado,
        Self::Split,
        Self::Pick,
        Self::Sergio,
        Self::Pirates,
        Self::Announce,
        Self::Offer,
        Self::Tie,
        Self::Take,
        Self::Swap,
        Self::Compensate,
        Self::FirstPlayer,
        Self::Turn,
        Self::Jokers,
        Self::Convert,
        Self::Source,
        Self::Develop,
        Self::Lay,
        Self::Store,
    ];
    /// The words that stand for the steps in positions, in the order of [`Step::ALL`].
    pub const WORDS: [&'static str; 19] = [
        "coronado",
        "split",
        "pick",
        "sergio",
        "pirates",
        "announce",
        "offer",
        "tie",
        "take",
        "swap",
        "compensate",
        "first_player",
        "turn",
        "jokers",
        "convert",
        "source",
        "develop",
        "lay",
        "store",
    ];

    /// Tells whether the step belongs to the Progress phase, its choice of the first player aside.
    #[must_use]
    pub const fn is_progress(self) -> bool {
        self as u8 >= Self::Turn as u8 && self as u8 <= Self::Store as u8
    }

    /// Tells whether `State::aside` holds secret cards set aside in this step.
    #[must_use]
    pub const fn sets_aside(self) -> bool {
        matches!(self, Self::Pirates | Self::Offer | Self::Source | Self::Lay | Self::Store)
    }

    /// Tells whether `State::aside` holds open offers in this step.
    #[must_use]
    pub const fn shows_offers(self) -> bool {
        matches!(self, Self::Tie | Self::Take | Self::Swap)
    }

    /// Tells whether `State::aside` holds stored cards in this step.
    #[must_use]
    pub const fn stores(self) -> bool {
        matches!(self, Self::Coronado | Self::GameOver)
    }
}

/// The last combination of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Made {
    /// None yet.
    Nothing,
    /// An identical combination.
    Set,
    /// A different or the perfect combination.
    Different,
    /// A relic sale.
    Relics,
}

/// The secret gift of a round, as bystanders record it (6.2); the given card is not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// The Trade Master.
    pub from: Seat,
    /// The due player at the end of the trade.
    pub to: Seat,
}

/// The most resource cards that a game may have.
pub(super) const DRAW_PILE: usize = 128;
const PER_WORD: usize = 16;
const BITS: usize = 4;

/// The face-down resource cards, four bits a card; the last one is the top.
///
/// Card `i` from the bottom has the bits `4 * (i % 16)..` of word `i / 16`; bits behind the top are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawPile {
    words: [u64; DRAW_PILE / PER_WORD],
    len: u8,
}

impl DrawPile {
    /// The empty pile.
    pub const EMPTY: Self = Self { words: [0; DRAW_PILE / PER_WORD], len: 0 };

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Tells whether the pile is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Makes a pile of cards, top first.
    ///
    /// # Panics
    /// If there are too many cards.
    #[inline]
    #[must_use]
    pub fn new(cards: &[Card]) -> Self {
        Self::pack(cards, Card::index)
    }

    /// Makes a pile of cards, top first, of which `number` returns the types' numbers.
    #[inline]
    pub(super) fn pack<T: Copy>(cards: &[T], number: impl Fn(T) -> usize) -> Self {
        assert!(cards.len() <= DRAW_PILE, "a draw pile has room for all cards");
        let mut words = [0; DRAW_PILE / PER_WORD];
        // From the bottom, so that the chunks are whole words.
        for (word, chunk) in words.iter_mut().zip(cards.rchunks(PER_WORD)) {
            *word = chunk.iter().fold(0, |word, &card| word << BITS | number(card) as u64);
        }
        Self { words, len: cards.len() as u8 }
    }

    /// Takes up to 15 cards from the top at once, if there are so many.
    #[inline]
    pub fn take(&mut self, number: usize) -> Option<Cards> {
        let start = self.len().checked_sub(number)?;
        let (word, shift) = (start / PER_WORD, start % PER_WORD * BITS);
        let mask = (1 << (number * BITS)) - 1;
        let mut bits = self.words[word] >> shift & mask;
        self.words[word] ^= bits << shift;
        if start % PER_WORD + number > PER_WORD {
            let rest = std::mem::take(&mut self.words[word + 1]);
            bits |= rest << (u64::BITS as usize - shift);
        }
        self.len = start as u8;
        let mut cards = Cards::NONE;
        for _ in 0..number / 2 {
            cards = cards.plus(Cards::two_at(bits));
            bits >>= 2 * BITS;
        }
        if number % 2 == 1 {
            // The bits behind the last card are 0, which counts a cacao too many.
            cards = cards.plus(Cards::two_at(bits)).minus(Cards::one(Card::CACAO));
        }
        Some(cards)
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        let index = usize::from(self.len);
        let word = &mut self.words[index / PER_WORD];
        let bits = *word >> (index % PER_WORD * BITS) & 0xF;
        *word ^= bits << (index % PER_WORD * BITS);
        Card::from_index(bits as usize)
    }

    /// Lists the cards, top first.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        let mut pile = *self;
        std::iter::from_fn(move || pile.pop())
    }
}

/// A position: everything that changes in play.
///
/// Fields that a step does not use hold their defaults, so that equal positions are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// `known[j][i]`: the cards that seat i knows to be among j's cards (K\[i\]\[j\] of 6.2).
    pub(super) known: [[Cards; MAX_SEATS]; MAX_SEATS],
    /// Cards in hand, those set aside or offered excepted.
    pub(super) hand: [Cards; MAX_SEATS],
    /// Cards off the hand: stored, set aside or offered, as the step says.
    pub(super) aside: [Cards; MAX_SEATS],
    /// Owned developments.
    pub(super) owned: [Developments; MAX_SEATS],
    /// Open supply cards not yet picked.
    pub(super) supply: Cards,
    pub(super) market: Cards,
    pub(super) discard: Cards,
    /// What the receiver of the gift has lost openly since.
    pub(super) shown: Cards,
    pub(super) draw: DrawPile,
    /// Face-down development cards, the top last.
    pub(super) deck: DevelopmentList<{ MAX_DEVELOPMENTS - QUEUE }>,
    /// Open development cards, head first.
    pub(super) queue: DevelopmentList<QUEUE>,
    /// Pick: the fleets that have not picked all their cards, one a byte, the due one first: the seat
    /// in the low three bits, the number of caravels above.
    pub(super) fleets: u64,
    /// Doubloons.
    pub(super) money: [u16; MAX_SEATS],
    pub(super) round: u16,
    /// Fleet b of Ponce's owner: bit i is his i-th smallest caravel.
    pub(super) split: u16,
    /// The number of caravels that have been given a fleet.
    pub(super) split_len: u8,
    pub(super) event: Event,
    pub(super) trade_master: Seat,
    pub(super) step: Step,
    /// The seat that decides; the Trade Master at the end of the game.
    pub(super) seat: Seat,
    /// Pick, pirates, offer, source, lay, store: cards still to choose, the next one included. Take:
    /// the seats that may be robbed, one bit a seat.
    pub(super) left: u8,
    /// Offer: the announced number. Jokers to develop and lay: the cards of the combination.
    pub(super) size: u8,
    /// Jokers to develop: the good of the set. Swap: the card taken. Pick: the fleet's last pick.
    pub(super) card: Option<Card>,
    /// Convert and source: the relics of the set.
    pub(super) jokers: u8,
    /// Source: the cards converted.
    pub(super) conversions: u8,
    /// Progress: the merchants of the seat used up in this turn, by class.
    pub(super) used: [u8; 3],
    /// Turn: the last combination.
    pub(super) made: Made,
    /// Progress: who began it.
    pub(super) first: Option<Seat>,
    /// Take and swap: who made the latest take.
    pub(super) last: Option<Seat>,
    /// Take: who made the take before that.
    pub(super) previous: Option<Seat>,
    /// Tie, take, swap: the seats with open offers, one bit a seat.
    pub(super) open: u8,
    /// Swap: the robbed seat. Compensate: the due player.
    pub(super) other: Option<Seat>,
    pub(super) gift: Option<Gift>,
    /// Seats that made a perfect combination in this round, one bit a seat.
    pub(super) perfect: u8,
}

const _: () = assert!(size_of::<State>() <= 640 && !std::mem::needs_drop::<State>());

impl State {
    /// Returns the step.
    #[inline]
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
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

    /// Tells whether a seat has made a perfect combination in this round.
    #[inline]
    #[must_use]
    pub fn is_perfect(&self, seat: Seat) -> bool {
        self.perfect >> seat.index() & 1 == 1
    }

    /// Returns the number of cards that a seat has in any place, face-up offers excepted.
    pub(super) fn hidden_len(&self, seat: Seat) -> usize {
        let aside = if self.step.shows_offers() { 0 } else { self.aside[seat.index()].len() };
        self.hand[seat.index()].len() + aside
    }

    /// Everybody sees cards leave a seat (6.2, public loss).
    #[inline]
    pub(super) fn lose(&mut self, seat: Seat, cards: Cards) {
        // The same for all places at the table, taken or not, so that it is done at once.
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
