//! Actions and their notation (rules page 14.2).

use super::words::{Building, EventBox, Figure, Good, Region};

/// One atomic decision, read together with the step of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Bid nothing more, buy nothing, or fight nobody.
    Pass,
    /// Bid this many dollars.
    Bid(u8),
    /// Take this free specialist after the auction.
    TakeSpecialist(Figure),
    /// Keep the University for later.
    Keep,
    /// University: the own Turn Order marker to the front.
    Advance,
    /// University: the own figure on this space, counted from 1, to the front.
    AdvanceSpace(u8),
    /// University: the own colonist on dock space X to the front.
    AdvanceX,
    /// University: the own colonist on dock space Y to the front.
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
    /// Send no expedition, or move nobody.
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
    /// Train nobody.
    Decline,
    /// Pay for this specialist.
    Train(Figure),
    /// A battle in this region against this seat.
    Battle(Region, u8),
    /// A war against this seat.
    War(u8),
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
    pub(super) const fn code(self) -> u32 {
        let (kind, value) = match self {
            Self::Pass => (0, 0),
            Self::Bid(dollars) => (1, dollars as u32),
            Self::TakeSpecialist(figure) => (2, figure as u32),
            Self::Keep => (3, 0),
            Self::Advance => (4, 0),
            Self::AdvanceSpace(space) => (5, space as u32),
            Self::AdvanceX => (6, 0),
            Self::AdvanceY => (7, 0),
            Self::Place(figure, place) => (8, (figure as u32) << 4 | place as u32),
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
            Self::Battle(region, seat) => (22, (region as u32) << 3 | seat as u32),
            Self::War(seat) => (23, seat as u32),
            Self::KillSoldiers(number) => (24, number as u32),
            Self::MoveSoldier(from, to) => (25, (from as u32) << 4 | to as u32),
            Self::Migrate(number, from, to) => (26, (number as u32) << 8 | (from as u32) << 4 | to as u32),
        };
        kind << 11 | value
    }

    /// Writes the action in the notation of the rules page.
    pub(super) fn text(self) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Bid(dollars) => format!("bid {dollars}"),
            Self::TakeSpecialist(figure) => format!("take {}", figure.word()),
            Self::Keep => "keep".to_owned(),
            Self::Advance => "advance".to_owned(),
            Self::AdvanceSpace(space) => format!("advance {space}"),
            Self::AdvanceX => "advance x".to_owned(),
            Self::AdvanceY => "advance y".to_owned(),
            Self::Place(figure, place) => format!("{} {}", figure.word(), place.word()),
            Self::Land(region) => format!("land {}", region.word()),
            Self::TakeGood(good) => format!("take {}", good.word()),
            Self::Buy(building) => format!("buy {}", building.word()),
            Self::Discover(region) => format!("discover {}", region.word()),
            Self::Reinforce(region) => format!("reinforce {}", region.word()),
            Self::Stay => "stay".to_owned(),
            Self::Explore(region) => format!("explore {}", region.word()),
            Self::ExploreDeck => "explore deck".to_owned(),
            Self::Soldiers(number) => format!("soldiers {number}"),
            Self::Captains(number) => format!("captains {number}"),
            Self::Others(number) => format!("others {number}"),
            Self::Decline => "decline".to_owned(),
            Self::Train(figure) => format!("train {}", figure.word()),
            Self::Battle(region, seat) => format!("battle {} {seat}", region.word()),
            Self::War(seat) => format!("war {seat}"),
            Self::KillSoldiers(number) => format!("kill soldiers {number}"),
            Self::MoveSoldier(from, to) => format!("move {} {}", from.word(), to.word()),
            Self::Migrate(number, from, to) => format!("move {number} {} {}", from.word(), to.word()),
        }
    }
}

const _: () = assert!(size_of::<Action>() <= 4, "an action is at most 4 bytes");
