//! Actions and their notation (12.2 of the rules page).

use std::fmt;

use crate::card::Card;
use crate::words::Event;
use tradewinds_game::Seat;

/// An open card of the trade: the seat that offered it in the high three bits, half the type's bit
/// in the low ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenCard(u8);

impl OpenCard {
    /// Names a card that a seat has offered.
    #[inline]
    #[must_use]
    pub const fn new(card: Card, from: Seat) -> Self {
        Self((from.index() as u8) << 5 | card.bit() >> 1)
    }

    /// Returns the card.
    #[inline]
    #[must_use]
    pub const fn card(self) -> Card {
        Card::at_bit((self.0 & 0x1F) << 1)
    }

    /// Returns the seat that offered it.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Seat {
        Seat::new((self.0 >> 5) as usize)
    }
}

impl fmt::Debug for OpenCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} from {}", self.card(), self.from().index())
    }
}

/// An identical combination as it is begun: its good in the high four bits, its size in the low
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Claim(u8);

impl Claim {
    /// Names a set of `size` cards, 3 to 5, that all count as `good`.
    #[inline]
    #[must_use]
    pub const fn new(good: Card, size: u8) -> Self {
        Self((good.index() as u8) << 4 | size)
    }

    /// Returns the good that all cards count as.
    #[inline]
    #[must_use]
    pub const fn good(self) -> Card {
        Card::from_index((self.0 >> 4) as usize).expect("made from a card")
    }

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn size(self) -> u8 {
        self.0 & 0xF
    }
}

/// One atomic decision; it is read together with the decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Coronado, Sergio: buy nothing.
    Pass,
    /// Coronado: pay for this event.
    Event(Event),
    /// The next caravel goes to fleet a.
    FleetA,
    /// The next caravel goes to fleet b.
    FleetB,
    /// Take this open supply card.
    Pick(Card),
    /// Sergio: pay for this market card.
    Buy(Card),
    /// Give up this card to the pirates.
    Discard(Card),
    /// The size of the offers.
    Announce(u8),
    /// Add this card to the seat's own offer.
    Offer(Card),
    /// Offer (las Casas), store: no more cards.
    Done,
    /// This tied player becomes Trade Master.
    Master(Seat),
    /// Take an open card.
    Take(OpenCard),
    /// The card taken goes to the hand.
    Keep,
    /// The card taken goes to the market for this one.
    SwapFor(Card),
    /// Give this card to the due player.
    Give(Card),
    /// This player starts the Progress phase.
    First(Seat),
    /// Begin an identical combination.
    Set(Claim),
    /// Begin a different combination of this many cards, 4 to 9.
    Different(u8),
    /// Lay the perfect combination.
    Perfect,
    /// Sell this many relics, 1 to 5.
    Relics(u8),
    /// End the turn.
    End,
    /// The relics in the set.
    Jokers(u8),
    /// The cards converted in the set.
    Convert(u8),
    /// Convert this card.
    From(Card),
    /// The set wins the card at this queue position, 1 to 5.
    Develop(u8),
    /// The set wins the top of the deck.
    DevelopTop,
    /// The set is cashed.
    Cash,
    /// Lay this printed card.
    Lay(Card),
    /// Put this card into the warehouse.
    Store(Card),
}

const _: () = assert!(size_of::<Action>() == 2);

impl Action {
    /// Returns the action's number: its kind in the high byte, what it names in the low one.
    pub(crate) const fn code(self) -> u32 {
        let (kind, argument) = match self {
            Self::Pass => (0, 0),
            Self::Event(event) => (1, event as u32),
            Self::FleetA => (2, 0),
            Self::FleetB => (2, 1),
            Self::Pick(card) => (3, card.index() as u32),
            Self::Buy(card) => (4, card.index() as u32),
            Self::Discard(card) => (5, card.index() as u32),
            Self::Announce(number) => (6, number as u32),
            Self::Offer(card) => (7, card.index() as u32),
            Self::Done => (8, 0),
            Self::Master(seat) => (9, seat.index() as u32),
            Self::Take(open) => (10, open.0 as u32),
            Self::Keep => (11, 0),
            Self::SwapFor(card) => (12, card.index() as u32),
            Self::Give(card) => (13, card.index() as u32),
            Self::First(seat) => (14, seat.index() as u32),
            Self::Set(claim) => (15, claim.0 as u32),
            Self::Different(number) => (16, number as u32),
            Self::Perfect => (17, 0),
            Self::Relics(number) => (18, number as u32),
            Self::End => (19, 0),
            Self::Jokers(number) => (20, number as u32),
            Self::Convert(number) => (21, number as u32),
            Self::From(card) => (22, card.index() as u32),
            Self::Develop(position) => (23, position as u32),
            Self::DevelopTop => (24, 0),
            Self::Cash => (25, 0),
            Self::Lay(card) => (26, card.index() as u32),
            Self::Store(card) => (27, card.index() as u32),
        };
        kind << 8 | argument
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pass => f.write_str("pass"),
            Self::Event(event) => write!(f, "event {}", event.word()),
            Self::FleetA => f.write_str("fleet a"),
            Self::FleetB => f.write_str("fleet b"),
            Self::Pick(card) => write!(f, "pick {}", card.word()),
            Self::Buy(card) => write!(f, "buy {}", card.word()),
            Self::Discard(card) => write!(f, "discard {}", card.word()),
            Self::Announce(number) => write!(f, "announce {number}"),
            Self::Offer(card) => write!(f, "offer {}", card.word()),
            Self::Done => f.write_str("done"),
            Self::Master(seat) => write!(f, "master {}", seat.index()),
            Self::Take(open) => write!(f, "take {} from {}", open.card().word(), open.from().index()),
            Self::Keep => f.write_str("keep"),
            Self::SwapFor(card) => write!(f, "swap for {}", card.word()),
            Self::Give(card) => write!(f, "give {}", card.word()),
            Self::First(seat) => write!(f, "first {}", seat.index()),
            Self::Set(claim) => write!(f, "set {} {}", claim.good().word(), claim.size()),
            Self::Different(number) => write!(f, "different {number}"),
            Self::Perfect => f.write_str("perfect"),
            Self::Relics(number) => write!(f, "relics {number}"),
            Self::End => f.write_str("end"),
            Self::Jokers(number) => write!(f, "jokers {number}"),
            Self::Convert(number) => write!(f, "convert {number}"),
            Self::From(card) => write!(f, "from {}", card.word()),
            Self::Develop(position) => write!(f, "develop {position}"),
            Self::DevelopTop => f.write_str("develop top"),
            Self::Cash => f.write_str("cash"),
            Self::Lay(card) => write!(f, "lay {}", card.word()),
            Self::Store(card) => write!(f, "store {}", card.word()),
        }
    }
}
