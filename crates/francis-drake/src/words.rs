//! The words of the game: stops, destinations, discs, commodities and stones in canonical order
//! (rules page 2.1, 2.4, 3.2, 13.1).

use crate::limits::LOCATIONS;
use tradewinds_game::kit::{KeySet, KeySetIter};
use tradewinds_game::words;

words! {
    /// What a player disc on the street marks (3.2, codes 0 to 23): the 16 location tiles in the order of
    /// their IDs, the choices at the investor and the dockside, and Drake's second disc.
    pub enum Stop {
        /// Crew, the tile with fewer.
        CrewA = "crew a",
        /// Crew, the tile with more.
        CrewB = "crew b",
        /// Guns, the tile with fewer.
        GunsA = "guns a",
        /// Guns, the tile with more.
        GunsB = "guns b",
        /// Barrels, the tile with fewer.
        SuppliesA = "supplies a",
        /// Barrels, the tile with more.
        SuppliesB = "supplies b",
        /// Trade goods.
        Trade = "trade",
        /// Crew by a die, or the ghost ship.
        Tavern = "tavern",
        /// An own galleon.
        Shipyard = "shipyard",
        /// A pinnace.
        Pinnace = "pinnace",
        /// Drake's first disc: closes the location.
        Drake = "drake",
        /// An own galleon, a gun and a trade good.
        Queen = "queen",
        /// The frigate tiles.
        Admiral = "admiral",
        /// The troop tiles.
        Governor = "governor",
        /// A look at discs or a tile.
        Informer = "informer",
        /// The Golden Hind mission disc.
        GoldenHind = "golden hind",
        /// Investor: one crew and two guns.
        InvestorGuns = "investor guns",
        /// Investor: two crew and a gun.
        InvestorCrew = "investor crew",
        /// Investor: an own galleon.
        InvestorGalleon = "investor galleon",
        /// Dockside: one crew.
        DocksideCrew = "dockside crew",
        /// Dockside: a gun.
        DocksideGun = "dockside gun",
        /// Dockside: a barrel.
        DocksideBarrel = "dockside barrel",
        /// Drake's second disc, with one more crew.
        DrakeCrew = "drake crew",
        /// Drake's second disc, with one more gun.
        DrakeGun = "drake gun",
    }
}

impl Stop {
    /// Returns whether this is the first (or only) disc on one of the 16 location tiles.
    #[must_use]
    pub const fn is_location(self) -> bool {
        (self as usize) < LOCATIONS
    }
}

/// The stops at the investor.
pub(crate) const INVESTOR_STOPS: u32 =
    Stop::InvestorGuns.bit() | Stop::InvestorCrew.bit() | Stop::InvestorGalleon.bit();
/// The stops at the dockside.
pub(crate) const DOCKSIDE_STOPS: u32 =
    Stop::DocksideCrew.bit() | Stop::DocksideGun.bit() | Stop::DocksideBarrel.bit();
/// The tiles of which there are two: the one with fewer items, the one with more.
pub(crate) const DUPLICATES: [(Stop, Stop); 3] =
    [(Stop::CrewA, Stop::CrewB), (Stop::GunsA, Stop::GunsB), (Stop::SuppliesA, Stop::SuppliesB)];
/// Drake's second discs.
pub(crate) const SECOND_DISCS: u32 = Stop::DrakeCrew.bit() | Stop::DrakeGun.bit();

words! {
    /// The destinations of the Caribbean in table order (2.4).
    pub enum Destination {
        /// Port in zone 1 with three commodities.
        SanJuan = "san juan",
        /// Port in zone 1.
        SantoDomingo = "santo domingo",
        /// Fort in zone 1.
        Trinidad = "trinidad",
        /// Port in zone 2, with indigo.
        Santiago = "santiago",
        /// City in zone 2.
        PuertoCabello = "puerto cabello",
        /// Fort in zone 2.
        Cartagena = "cartagena",
        /// Spanish galleon in zone 2.
        GalleonA = "galleon a",
        /// City in zone 3.
        Portobelo = "portobelo",
        /// Fort in zone 3.
        Panama = "panama",
        /// City in zone 3.
        GranGranada = "gran granada",
        /// Spanish galleon in zone 3.
        GalleonB = "galleon b",
        /// City in zone 4.
        Campeche = "campeche",
        /// Fort in zone 4.
        Veracruz = "veracruz",
        /// Spanish galleon in zone 4.
        GalleonC = "galleon c",
    }
}

words! {
    /// The types of destinations; the first three count for the conquest chart.
    pub enum DestinationKind {
        /// Costs crew.
        City = "city",
        /// Costs crew and guns.
        Fort = "fort",
        /// Costs guns; only own galleons attack it.
        Galleon = "galleon",
        /// Sells commodities for trade goods.
        Port = "port",
    }
}

words! {
    /// The mission discs, in the order of their codes (3.2).
    pub enum Disc {
        /// Number 1.
        One = "1",
        /// Number 2.
        Two = "2",
        /// Number 3.
        Three = "3",
        /// Number 4.
        Four = "4",
        /// The additional disc that comes first.
        GoldenHind = "golden hind",
        /// The bluff that vanishes.
        GhostShip = "ghost ship",
    }
}

/// The discs that every player has: 1 to 4.
pub(crate) const NUMBERED: u8 = 0b1111;
impl Disc {
    /// Returns the disc that is dealt with in a round of missions, 0 to 4.
    #[inline]
    #[must_use]
    pub const fn of_round(round: usize) -> Self {
        match round {
            0 => Self::GoldenHind,
            1 => Self::One,
            2 => Self::Two,
            3 => Self::Three,
            _ => Self::Four,
        }
    }

    /// Returns the round of missions in which the disc is dealt with, 0 to 4; the ghost ship has none.
    #[inline]
    #[must_use]
    pub const fn round(self) -> Option<usize> {
        match self {
            Self::GoldenHind => Some(0),
            Self::GhostShip => None,
            numbered => Some(numbered as usize + 1),
        }
    }
}

words! {
    /// The commodities of the ports.
    pub enum Commodity {
        /// Three in the game.
        Indigo = "indigo",
        /// Six in the game.
        Sugar = "sugar",
        /// Six in the game.
        Coffee = "coffee",
        /// Six in the game.
        Tobacco = "tobacco",
    }
}

words! {
    /// The treasure stones.
    pub enum Stone {
        /// At two cities and two forts.
        Gold = "gold",
        /// At two cities and two forts.
        Silver = "silver",
        /// At the galleons.
        Jewel = "jewel",
    }
}

words! {
    /// The galleon tiles in the order of the data file (2.5).
    pub enum GalleonTile {
        /// The weakest.
        G1 = "G1",
        /// The middle one.
        G2 = "G2",
        /// The strongest.
        G3 = "G3",
    }
}

words! {
    /// The supplies of cubes and barrels.
    pub enum Item {
        /// Grey cubes.
        Crew = "crew",
        /// Black cubes.
        Guns = "guns",
        /// Barrels: the range.
        Barrels = "barrels",
        /// Purple cubes: each buys a commodity.
        TradeGoods = "trade_goods",
    }
}

words! {
    /// What is to be decided, by the words of 13.2.
    pub enum Decision {
        /// The next stop in Plymouth.
        Plymouth = "plymouth",
        /// A frigate tile.
        Admiral = "admiral",
        /// A troop tile.
        Governor = "governor",
        /// The destination of the next mission disc.
        Sail = "sail",
        /// The disc for this destination.
        Disc = "disc",
        /// The use of the informer.
        Informer = "informer",
        /// The destination to look at.
        Look = "look",
        /// The first disc of an exchange.
        Exchange = "exchange",
        /// The second disc of an exchange.
        ExchangeWith = "exchange with",
        /// The disc's new destination.
        Move = "move",
        /// The action at a destination.
        Mission = "mission",
        /// Whether to attack now that the tile is up.
        Press = "press",
        /// Whether to go home.
        Return = "return",
        /// Nothing: the game has ended.
        Over = "over",
    }
}

words! {
    /// The objects that the informer's owner looks at.
    pub enum Look {
        /// All discs at a destination.
        Discs = "discs",
        /// The tile of a fort or galleon.
        Tile = "tile",
    }
}

/// A set of destinations, which messages show by their words.
pub(crate) type Destinations = KeySet<Destination>;

/// Lists the destinations of a set in table order.
#[inline]
pub(crate) fn destinations(set: u16) -> KeySetIter<Destination> {
    KeySet::from_bits(set).iter()
}

/// Counts the destinations of a set, by a table: many processors have no instruction for it that may be used.
#[inline]
pub(crate) fn count(set: u16) -> usize {
    const COUNTS: [u8; 256] = {
        let mut counts = [0; 256];
        let mut set = 1;
        while set < 256 {
            counts[set] = counts[set / 2] + set as u8 % 2;
            set += 1;
        }
        counts
    };
    let [low, high] = set.to_le_bytes().map(|half| usize::from(COUNTS[usize::from(half)]));
    low + high
}

/// Lists the discs of a set in the order of their codes.
#[inline]
pub(crate) fn discs(set: u8) -> KeySetIter<Disc> {
    KeySet::from_bits(set).iter()
}
