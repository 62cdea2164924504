//! The words of the game: what is decided, classes of goods, kinds and abilities of development
//! cards, events.

use tradewinds_game::words;

words! {
    /// A decision point (12.1 of the rules page).
    pub enum Decision {
        /// Coronado's owner may buy an event.
        Coronado = "coronado",
        /// Ponce's owner names the fleet of the next caravel.
        Split = "split",
        /// A fleet picks an open supply card.
        Pick = "pick",
        /// Sergio's owner may buy a market card.
        Sergio = "sergio",
        /// Pirates take a card.
        Pirates = "pirates",
        /// The Trade Master announces the size of the offers.
        Announce = "announce",
        /// A seat adds a card to its secret offer.
        Offer = "offer",
        /// The old Trade Master names the new one.
        Tie = "tie",
        /// The due player takes an open card.
        Take = "take",
        /// The card just taken may go to the market.
        Swap = "swap",
        /// The Trade Master gives a card in secret.
        Compensate = "compensate",
        /// The Trade Master names the first player of Progress.
        FirstPlayer = "first_player",
        /// The main step of a turn.
        Turn = "turn",
        /// The number of relics in a set.
        Jokers = "jokers",
        /// The number of cards that merchants convert for a set.
        Convert = "convert",
        /// Which card a merchant converts.
        Source = "source",
        /// The prize of a set.
        Develop = "develop",
        /// Which card leaves the hand for a different combination.
        Lay = "lay",
        /// A seat stores a card.
        Store = "store",
        /// The end of the game.
        GameOver = "game_over",
    }
}

impl Decision {
    /// The words of all decisions but the end of the game, in the order of a round.
    pub(crate) const KINDS: &'static [&'static str] = {
        let words: &'static [&'static str] = &Self::WORDS;
        words.split_last().expect("the end of the game comes last").1
    };

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

words! {
    /// A combination of a turn.
    pub enum Made {
        /// An identical combination.
        Set = "set",
        /// A different or the perfect combination.
        Different = "different",
        /// A relic sale.
        Relics = "relics",
    }
}

words! {
    /// A class of goods.
    pub enum Class {
        /// Goods 1, 2, 3.
        Common = "common" => ('C'),
        /// Goods 4, 5, 6.
        Uncommon = "uncommon" => ('U'),
        /// Goods 7, 8, 9.
        Rare = "rare" => ('R'),
    }
    columns {
        /// Returns the character that stands for the class in positions.
        pub letter: char,
    }
}

words! {
    /// The kinds of development card (2.1).
    pub enum Kind {
        /// One extra open resource in each Supply phase.
        Caravel = "caravel",
        /// Converts one good a round into one of its class.
        Merchant = "merchant",
        /// Keeps cards over the end of a round.
        Warehouse = "warehouse",
        /// Pays for opponents with more caravels.
        Shipyard = "shipyard",
        /// A person with its own ability or income.
        Character = "character",
        /// The trading post.
        Building = "building",
    }
}

words! {
    /// The abilities of single cards (sections 5 and 5.1).
    pub enum Ability {
        /// May take the top of the deck instead of a queue card.
        Almagro = "almagro",
        /// Ignores every event.
        Cosa = "cosa",
        /// Offers any number of cards up to the announced one.
        Casas = "casas",
        /// The owner's highest caravel counts 0 for the order of the fleets.
        Pizarro = "pizarro",
        /// May split the owner's caravels into two fleets.
        Ponce = "ponce",
        /// Adds to the sum of an offer.
        Valdivia = "valdivia",
        /// Is paid for patterns that a swap leaves in the market.
        Orellana = "orellana",
        /// May buy an event.
        Coronado = "coronado",
        /// May buy a market card.
        Sergio = "sergio",
        /// Is paid for characters.
        Buron = "buron",
        /// Is paid while Trade Master.
        Estefano = "estefano",
        /// May cash a set of three.
        Vicente = "vicente",
        /// Is paid for merchants and warehouses.
        TradingPost = "trading-post",
    }
}

words! {
    /// An event token (4.1).
    pub enum Event {
        /// Nothing happens.
        None = "none",
        /// King's Aid: any number of sets.
        King = "king",
        /// Natives: a different combination pays one doubloon per card.
        Natives = "natives",
        /// Storm: sets give access to the head of the queue only.
        Storm = "storm",
        /// Fire: nothing may be stored.
        Fire = "fire",
        /// Pirates: fleets of two or more caravels lose a card.
        Pirates = "pirates",
    }
}

impl Event {
    /// The events that Coronado may buy.
    pub const BOUGHT: [Self; 5] = [Self::King, Self::Natives, Self::Storm, Self::Fire, Self::Pirates];
}
