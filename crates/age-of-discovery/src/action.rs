//! Actions and their notation (rules page 14.2).

use tradewinds_game::Seat;

use crate::words::{Building, EventBox, Figure, Good, Region};

/// One atomic decision, read together with the step of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))] // it is read at once
pub enum Action {
    /// Make no further bid, buy nothing, or start no conflict.
    Pass,
    /// Bid this many dollars.
    Bid(u8),
    /// Take this free specialist after the auction.
    TakeSpecialist(Figure),
    /// Keep the University for later.
    Keep,
    /// University: the player's Turn Order marker to the front.
    Advance,
    /// University: the player's figure on this space, counted from 1, to the front.
    AdvanceSpace(u8),
    /// University: the player's colonist on dock space X to the front.
    AdvanceX,
    /// University: the player's colonist on dock space Y to the front.
    AdvanceY,
    /// Place a figure.
    Place(Figure, EventBox),
    /// Land in this region.
    Land(Region),
    /// Take this good from the market.
    TakeGood(Good),
    /// Buy this building.
    Buy(Building),
    /// Discover this region without risk.
    Discover(Region),
    /// Two soldiers to this region.
    Reinforce(Region),
    /// Send no expedition, or move no unit.
    Stay,
    /// Send an expedition to this region.
    Explore(Region),
    /// Send an expedition against the deck.
    ExploreDeck,
    /// Send this many soldiers.
    Soldiers(u8),
    /// Send this many captains.
    Captains(u8),
    /// Send this many colonists, merchants and missionaries.
    Others(u8),
    /// Train no specialist.
    Decline,
    /// Pay for this specialist.
    Train(Figure),
    /// A battle in this region against this seat.
    Battle(Region, Seat),
    /// A war against this seat.
    War(Seat),
    /// This many of the victims are soldiers.
    KillSoldiers(u8),
    /// Stable: a soldier from a region to another one.
    MoveSoldier(Region, Region),
    /// Migration: this many plain units from a region to another one.
    Migrate(u8, Region, Region),
}

impl Action {
    /// Returns a number below 2^16, different for different actions.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        // Most actions of a game are placements, and a search asks for the codes of whole lists.
        if let Self::Place(figure, place) = self {
            return Self::PLACE << 11 | (figure as u32) << 4 | place as u32;
        }
        self.other_code()
    }

    /// The kind of a placement in its code.
    const PLACE: u32 = 8;

    /// Returns the code of an action.
    const fn other_code(self) -> u32 {
        let (kind, value) = match self {
            Self::Pass => (0, 0),
            Self::Bid(dollars) => (1, dollars as u32),
            Self::TakeSpecialist(figure) => (2, figure as u32),
            Self::Keep => (3, 0),
            Self::Advance => (4, 0),
            Self::AdvanceSpace(space) => (5, space as u32),
            Self::AdvanceX => (6, 0),
            Self::AdvanceY => (7, 0),
            Self::Place(figure, place) => (Self::PLACE, (figure as u32) << 4 | place as u32),
            Self::Land(region) => (9, region as u32),
            Self::TakeGood(good) => (10, good as u32),
            Self::Buy(building) => (11, building as u32),
            Self::Discover(region) => (12, region as u32),
            Self::Reinforce(region) => (13, region as u32),
            Self::Stay => (14, 0),
            Self::Explore(region) => (15, region as u32),
            Self::ExploreDeck => (16, 0),
            Self::Soldiers(number) => (17, number as u32),
            Self::Captains(number) => (18, number as u32),
            Self::Others(number) => (19, number as u32),
            Self::Decline => (20, 0),
            Self::Train(figure) => (21, figure as u32),
            Self::Battle(region, seat) => (22, (region as u32) << 3 | seat.index() as u32),
            Self::War(seat) => (23, seat.index() as u32),
            Self::KillSoldiers(number) => (24, number as u32),
            Self::MoveSoldier(from, to) => (25, (from as u32) << 4 | to as u32),
            Self::Migrate(number, from, to) => (26, (number as u32) << 8 | (from as u32) << 4 | to as u32),
        };
        kind << 11 | value
    }

    /// Writes the action in the notation of the rules page.
    pub(crate) fn text(self) -> String {
        let mut text = String::with_capacity(40);
        self.write(&mut text);
        text
    }

    /// Appends the notation of the action to a text.
    pub(crate) fn write(self, text: &mut String) {
        let mut words = |words: &[&str]| {
            for (index, word) in words.iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                text.push_str(word);
            }
        };
        match self {
            Self::Pass => words(&["pass"]),
            Self::Bid(dollars) => words(&["bid", &dollars.to_string()]),
            Self::TakeSpecialist(figure) => words(&["take", figure.word()]),
            Self::Keep => words(&["keep"]),
            Self::Advance => words(&["advance"]),
            Self::AdvanceSpace(space) => words(&["advance", &space.to_string()]),
            Self::AdvanceX => words(&["advance", "x"]),
            Self::AdvanceY => words(&["advance", "y"]),
            Self::Place(figure, place) => words(&[figure.word(), place.word()]),
            Self::Land(region) => words(&["land", region.word()]),
            Self::TakeGood(good) => words(&["take", good.word()]),
            Self::Buy(building) => words(&["buy", building.word()]),
            Self::Discover(region) => words(&["discover", region.word()]),
            Self::Reinforce(region) => words(&["reinforce", region.word()]),
            Self::Stay => words(&["stay"]),
            Self::Explore(region) => words(&["explore", region.word()]),
            Self::ExploreDeck => words(&["explore", "deck"]),
            Self::Soldiers(number) => words(&["soldiers", &number.to_string()]),
            Self::Captains(number) => words(&["captains", &number.to_string()]),
            Self::Others(number) => words(&["others", &number.to_string()]),
            Self::Decline => words(&["decline"]),
            Self::Train(figure) => words(&["train", figure.word()]),
            Self::Battle(region, seat) => words(&["battle", region.word(), &seat.index().to_string()]),
            Self::War(seat) => words(&["war", &seat.index().to_string()]),
            Self::KillSoldiers(number) => words(&["kill", "soldiers", &number.to_string()]),
            Self::MoveSoldier(from, to) => words(&["move", from.word(), to.word()]),
            Self::Migrate(number, from, to) => {
                words(&["move", &number.to_string(), from.word(), to.word()]);
            }
        }
    }
}

const _: () = assert!(size_of::<Action>() <= 4, "an action is at most 4 bytes");
