//! The words of the game: what is decided, classes of goods, kinds and abilities of development
//! cards, events.

use serde::{Deserialize, Serialize};

/// A decision point (12.1 of the rules page).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Decision {
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

impl Decision {
    /// All decisions but the end of the game, in the order of a round.
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
    /// The words of the decisions in positions, in the order of [`Decision::ALL`].
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

    /// Returns whether the decision belongs to the Progress phase, its choice of the first player
    /// aside.
    #[must_use]
    pub const fn is_progress(self) -> bool {
        self as u8 >= Self::Turn as u8 && self as u8 <= Self::Store as u8
    }

    /// Returns whether `State::aside` holds secret cards set aside at this decision.
    #[must_use]
    pub const fn sets_aside(self) -> bool {
        matches!(self, Self::Pirates | Self::Offer | Self::Source | Self::Lay | Self::Store)
    }

    /// Returns whether `State::aside` holds open offers at this decision.
    #[must_use]
    pub const fn shows_offers(self) -> bool {
        matches!(self, Self::Tie | Self::Take | Self::Swap)
    }

    /// Returns whether `State::aside` holds stored cards at this decision.
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

/// A class of goods.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Class {
    /// Goods 1, 2, 3.
    Common = 0,
    /// Goods 4, 5, 6.
    Uncommon = 1,
    /// Goods 7, 8, 9.
    Rare = 2,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 3;
    /// All classes in ascending order.
    pub const ALL: [Self; Self::COUNT] = [Self::Common, Self::Uncommon, Self::Rare];

    /// Returns the class's number, 0 to 2.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the character that stands for the class in positions.
    #[must_use]
    pub const fn letter(self) -> char {
        ['C', 'U', 'R'][self as usize]
    }
}

/// The kinds of development card (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One extra open resource in each Supply phase.
    Caravel,
    /// Converts one good a round into one of its class.
    Merchant,
    /// Keeps cards over the end of a round.
    Warehouse,
    /// Pays for opponents with more caravels.
    Shipyard,
    /// A person with an ability or an income of its own.
    Character,
    /// The trading post.
    Building,
}

/// The abilities of single cards (sections 5 and 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Ability {
    /// May take the top of the deck instead of a queue card.
    Almagro,
    /// Ignores every event.
    Cosa,
    /// Offers any number of cards up to the announced one.
    Casas,
    /// The owner's highest caravel counts 0 for the order of the fleets.
    Pizarro,
    /// May split the owner's caravels into two fleets.
    Ponce,
    /// Adds to the sum of an offer.
    Valdivia,
    /// Is paid for patterns that a swap leaves in the market.
    Orellana,
    /// May buy an event.
    Coronado,
    /// May buy a market card.
    Sergio,
    /// Is paid for characters.
    Buron,
    /// Is paid while Trade Master.
    Estefano,
    /// May cash a set of three.
    Vicente,
    /// Is paid for merchants and warehouses.
    TradingPost,
}

impl Ability {
    /// The number of abilities.
    pub const COUNT: usize = 13;
}

/// An event token (4.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Event {
    /// Nothing happens.
    None = 0,
    /// King's Aid: any number of sets.
    King = 1,
    /// Natives: a different combination pays one doubloon a card.
    Natives = 2,
    /// Storm: sets give access to the head of the queue only.
    Storm = 3,
    /// Fire: nothing may be stored.
    Fire = 4,
    /// Pirates: fleets of two or more caravels lose a card.
    Pirates = 5,
}

impl Event {
    /// The events that Coronado may buy.
    pub const BOUGHT: [Self; 5] = [Self::King, Self::Natives, Self::Storm, Self::Fire, Self::Pirates];

    /// Returns the word that stands for the event in actions and positions.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["none", "king", "natives", "storm", "fire", "pirates"][self as usize]
    }
}
