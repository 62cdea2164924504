//! The vocabulary of the game in table order: figures, goods, regions, buildings and event boxes
//! (rules page 14.1), and the ids of tiles and cards.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tradewinds_game::kit::{Key, Word, read_word, words, write_word};

words! {
    /// The kinds of figures (2.7).
    pub enum Figure {
        /// The plain figure, five per turn.
        Colonist = "colonist",
        /// Counts double in Merchant Shipping and Discovery.
        Captain = "captain",
        /// Counts double in Merchant Shipping, brings money when it lands.
        Merchant = "merchant",
        /// Lands with another unit.
        Missionary = "missionary",
        /// Fights in the New World and plunders on expeditions.
        Soldier = "soldier",
    }
}

words! {
    /// The kinds of trade goods (2.1).
    pub enum Good {
        /// Gold.
        Gold = "gold",
        /// Silver.
        Silver = "silver",
        /// Cattle.
        Cattle = "cattle",
        /// Cocoa.
        Cocoa = "cocoa",
        /// Fish.
        Fish = "fish",
        /// Sugar, the good of the Rum Distillery.
        Sugar = "sugar",
        /// Fur.
        Fur = "fur",
        /// Coffee.
        Coffee = "coffee",
        /// Tobacco.
        Tobacco = "tobacco",
        /// Rice, of no region.
        Rice = "rice",
        /// Indigo, of no region.
        Indigo = "indigo",
    }
}

words! {
    /// The regions of the map (2.2).
    pub enum Region {
        /// Canada.
        Canada = "canada",
        /// New England.
        NewEngland = "new_england",
        /// Florida.
        Florida = "florida",
        /// New Spain.
        NewSpain = "new_spain",
        /// The Caribbean, open from the start.
        Caribbean = "caribbean",
        /// New Granada.
        NewGranada = "new_granada",
        /// Peru.
        Peru = "peru",
        /// Brazil.
        Brazil = "brazil",
        /// Argentina.
        Argentina = "argentina",
    }
}

words! {
    /// The capital buildings (2.5); of Settlers there are two copies.
    pub enum Building {
        /// I01, I02: a colonist each turn.
        Settlers = "settlers",
        /// I03: a missionary each turn.
        Monastery = "monastery",
        /// I04: a merchant each turn.
        TradeRoutes = "trade_routes",
        /// I05: a soldier each turn.
        TrainingGrounds = "training_grounds",
        /// I06: a colonist on dock space X each turn.
        IndenturedServitude = "indentured_servitude",
        /// I07: a soldier in the Discovery box each turn.
        Conquistador = "conquistador",
        /// I08: a captain in the Discovery box each turn.
        Navigator = "navigator",
        /// I09: money once.
        IncaEmpire = "inca_empire",
        /// I10: money each turn.
        TradingPost = "trading_post",
        /// I11: a discovery without risk, once.
        Cartography = "cartography",
        /// II01: two soldiers in a region, once.
        IndianAllies = "indian_allies",
        /// II02: money of all others for each ship, each turn.
        Privateers = "privateers",
        /// II03: a captain each turn.
        ShipYards = "ship_yards",
        /// II04: missionaries land with two more units.
        Cathedral = "cathedral",
        /// II05: money each turn.
        Taxation = "taxation",
        /// II06: moves one of the owner's figures to the front, once.
        University = "university",
        /// II07: a random good each turn.
        WestIndiesCompany = "west_indies_company",
        /// II08: a colonist on dock space Y each turn.
        ColonizationLaws = "colonization_laws",
        /// II09: money for sugar each turn.
        RumDistillery = "rum_distillery",
        /// II10: a merchant each turn.
        Marketplace = "marketplace",
        /// II11: a soldier each turn.
        MilitaryAcademy = "military_academy",
        /// II12: a soldier each turn.
        Fortress = "fortress",
        /// II13: may move a soldier to an adjacent region each turn.
        Stable = "stable",
        /// III01: a soldier more in each defence.
        Militia = "militia",
        /// III02: VP for goods.
        Mercantilism = "mercantilism",
        /// III03: VP for units.
        Population = "population",
        /// III04: VP for ships.
        Navy = "navy",
        /// III05: VP for soldiers.
        Power = "power",
        /// III06: VP for capital buildings.
        Prosperity = "prosperity",
        /// III07: VP for regions.
        Glory = "glory",
        /// III08: VP for money.
        Wealth = "wealth",
        /// III09: may move plain units each turn.
        Migration = "migration",
        /// III10: money each turn.
        Factory = "factory",
    }
}

words! {
    /// The boxes for figures (2.6), in order of resolution. The words are those of actions.
    pub enum EventBox {
        /// Money now and the order of the next turn.
        Initiative = "initiative",
        /// Units for the New World.
        Dock = "dock",
        /// A trade good.
        Goods = "goods",
        /// The ship for the highest value.
        Shipping = "shipping",
        /// A chance to buy a building.
        Capital = "capital",
        /// Figures for expeditions.
        Discovery = "discovery",
        /// The Captain slot of Specialists.
        CaptainSlot = "specialist captain",
        /// The Merchant slot of Specialists.
        MerchantSlot = "specialist merchant",
        /// The Missionary slot of Specialists.
        MissionarySlot = "specialist missionary",
        /// The Soldier slot of Specialists.
        SoldierSlot = "specialist soldier",
        /// The Training slot of Specialists: a specialist of choice for money.
        Training = "training",
        /// A battle or a war.
        Warfare = "warfare",
    }
}

words! {
    /// The slots of the Specialists box, by their names in position files.
    pub enum Slot {
        /// Gives a captain.
        Captain = "captain",
        /// Gives a merchant.
        Merchant = "merchant",
        /// Gives a missionary.
        Missionary = "missionary",
        /// Gives a soldier.
        Soldier = "soldier",
        /// Gives a specialist of choice for money.
        Training = "training",
    }
}

words! {
    /// The kinds of decision: the steps of rules page 14.2, in the order of a turn. The words are those
    /// of position files and also name the kinds of decision.
    pub enum Decision {
        /// Auction: a bid or a pass.
        Bid = "bid",
        /// Auction: the free specialist of position 2.
        AuctionSpecialist = "auction_specialist",
        /// UW1: the owner's Turn Order marker, before the placement.
        UniversityOrder = "university_order",
        /// A figure to an event box.
        Place = "place",
        /// One step: the owner's figure in Initiative, before its money.
        UniversityInitiative = "university_initiative",
        /// UW2: one of the owner's figures on the Colonist Dock.
        UniversityDock = "university_dock",
        /// A region for the figure that lands.
        Land = "land",
        /// A good of the market.
        TakeGood = "take_good",
        /// UW3: the owner's Turn Order marker, before Merchant Shipping.
        UniversityShipping = "university_shipping",
        /// UW4: one of the owner's figures in Capital Buildings.
        UniversityCapital = "university_capital",
        /// A building, or none.
        Buy = "buy",
        /// A region to discover without risk.
        Cartography = "cartography",
        /// A region for two soldiers.
        IndianAllies = "indian_allies",
        /// UW5: the owner's Turn Order marker, before Discovery.
        UniversityDiscovery = "university_discovery",
        /// The target of an expedition, if any.
        ExploreTarget = "explore_target",
        /// Its soldiers.
        ExploreSoldiers = "explore_soldiers",
        /// Its captains.
        ExploreCaptains = "explore_captains",
        /// Its other figures.
        ExploreOthers = "explore_others",
        /// The Training slot.
        Train = "train",
        /// A battle, a war or nothing.
        Warfare = "warfare",
        /// The attacker's victims.
        AttackerKills = "attacker_kills",
        /// The defender's victims.
        DefenderKills = "defender_kills",
        /// One step: the owner's Turn Order marker, before the benefits of the player ahead.
        UniversityBenefits = "university_benefits",
        /// A soldier to an adjacent region.
        Stable = "stable",
        /// Plain units to another region.
        Migration = "migration",
        /// One step: the owner's figure in Initiative, before the new turn order.
        UniversityReorder = "university_reorder",
        /// The game is over.
        Over = "over",
    }
}

impl Figure {
    /// The figures other than colonists.
    pub const SPECIALISTS: [Self; 4] = [Self::Captain, Self::Merchant, Self::Missionary, Self::Soldier];
}

impl Building {
    /// The first building of each age, and one past the last.
    pub(crate) const AGES: [usize; 4] = [0, Self::IndianAllies.index(), Self::Militia.index(), Self::COUNT];

    /// Returns the age, 0 to 2, in which the building is on offer.
    #[must_use]
    pub const fn age(self) -> usize {
        (self.index() >= Self::AGES[1]) as usize + (self.index() >= Self::AGES[2]) as usize
    }
}

impl EventBox {
    /// Returns the box of a slot of Specialists.
    #[must_use]
    pub const fn of_slot(slot: Slot) -> Self {
        Self::ALL[Self::CaptainSlot.index() + slot.index()]
    }

    /// Returns the slot of Specialists that this is, if it is one.
    #[inline]
    #[must_use]
    pub const fn slot(self) -> Option<Slot> {
        match self {
            Self::CaptainSlot
            | Self::MerchantSlot
            | Self::MissionarySlot
            | Self::SoldierSlot
            | Self::Training => Slot::from_index(self.index() - Self::CaptainSlot.index()),
            _ => None,
        }
    }
}

impl Decision {
    /// The decisions that only the variant `university-one-step` has.
    const OF_ONE_STEP: [Self; 3] =
        [Self::UniversityInitiative, Self::UniversityBenefits, Self::UniversityReorder];
    /// The kinds of decision that observations and features distinguish: those of the standard rules.
    pub(crate) const KINDS: usize = Self::COUNT - Self::OF_ONE_STEP.len();

    const fn is_of_one_step(self) -> bool {
        matches!(self, Self::UniversityInitiative | Self::UniversityBenefits | Self::UniversityReorder)
    }

    /// The number of each kind. The windows that only a variant has count as the window of the turn order, so that
    /// the numbers of the others do not depend on them.
    const KIND_OF: [u8; Self::COUNT] = {
        let mut kinds = [0; Self::COUNT];
        let (mut index, mut kind, mut order) = (0, 0, 0);
        while index < Self::COUNT {
            if !Self::ALL[index].is_of_one_step() {
                kinds[index] = kind;
                kind += 1;
            }
            if matches!(Self::ALL[index], Self::UniversityOrder) {
                order = kinds[index];
            }
            index += 1;
        }
        index = 0;
        while index < Self::OF_ONE_STEP.len() {
            kinds[Self::OF_ONE_STEP[index].index()] = order;
            index += 1;
        }
        kinds
    };

    /// The words of the kinds.
    pub(crate) const KIND_WORDS: [&'static str; Self::KINDS] = {
        let mut words = [""; Self::KINDS];
        let mut index = 0;
        while index < Self::COUNT {
            if !Self::ALL[index].is_of_one_step() {
                words[Self::KIND_OF[index] as usize] = Self::WORDS[index];
            }
            index += 1;
        }
        words
    };

    /// Returns the number of the kind, below [`Decision::KINDS`].
    #[inline]
    pub(crate) const fn kind(self) -> usize {
        Self::KIND_OF[self.index()] as usize
    }

    /// Returns whether a decision goes round in turn order, so that the place in it matters.
    pub(crate) const fn goes_round(self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::ExploreTarget
                | Self::ExploreSoldiers
                | Self::ExploreCaptains
                | Self::ExploreOthers
                | Self::Stable
                | Self::Migration
        )
    }
}

/// The pattern of the University's windows.
macro_rules! university {
    () => {
        $crate::words::Decision::UniversityOrder
            | $crate::words::Decision::UniversityInitiative
            | $crate::words::Decision::UniversityDock
            | $crate::words::Decision::UniversityShipping
            | $crate::words::Decision::UniversityCapital
            | $crate::words::Decision::UniversityDiscovery
            | $crate::words::Decision::UniversityBenefits
            | $crate::words::Decision::UniversityReorder
    };
}
pub(crate) use university;

/// Declares the ids of numbered things.
macro_rules! ids {
    ($(#[$doc:meta])* $name:ident { $($word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $name {
            /// The number of values.
            pub const COUNT: usize = [$($word),*].len();

            /// Makes the id of a number from 0.
            ///
            /// # Panics
            /// If `index` is not below [`Self::COUNT`].
            #[must_use]
            pub const fn new(index: usize) -> Self {
                assert!(index < Self::COUNT, "the number of an id lies below COUNT");
                Self(index as u8)
            }

            /// Returns the number, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the word of the notation.
            #[must_use]
            pub const fn word(self) -> &'static str {
                <Self as Word>::WORDS[self.0 as usize]
            }
        }

        impl Key for $name {
            const COUNT: usize = $name::COUNT;

            type Array<T> = [T; $name::COUNT];
            type Mask = u16;

            #[inline]
            fn index(self) -> usize {
                self.index()
            }

            #[inline]
            fn from_index(index: usize) -> Option<Self> {
                (index < Self::COUNT).then_some(Self(index as u8))
            }
        }

        impl Word for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                write_word(*self, to)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                read_word(from)
            }
        }
    };
}

ids! {
    /// A discovery tile (2.3).
    TileId {
        "t01", "t02", "t03", "t04", "t05", "t06", "t07", "t08", "t09", "t10", "t11", "t12", "t13", "t14", "t15",
        "t16",
    }
}

ids! {
    /// A discovery card (2.4).
    CardId {
        "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09", "k10", "k11", "k12", "k13", "k14", "k15",
        "k16",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buildings_have_the_ages_of_the_page() {
        let of = |age| Building::ALL.into_iter().filter(move |building| building.age() == age).count();
        assert_eq!([0, 1, 2].map(of), [10, 13, 10]);
        assert_eq!(Building::Cartography.age(), 0);
        assert_eq!(Building::Stable.age(), 1);
    }

    #[test]
    fn slots_are_boxes() {
        for slot in Slot::ALL {
            assert_eq!(EventBox::of_slot(slot).slot(), Some(slot));
        }
        assert_eq!(EventBox::Discovery.slot(), None);
        assert_eq!(EventBox::Warfare.slot(), None);
    }

    #[test]
    fn ids_have_the_words_of_the_page() {
        assert_eq!(TileId::new(0).word(), "t01");
        assert_eq!(CardId::new(15).word(), "k16");
        assert_eq!(CardId::from_index(16), None);
    }

    /// The kinds that shipped networks read: those of the standard rules, in the order in which they come up.
    #[test]
    fn the_kinds_are_those_of_the_standard_rules() {
        let standard = Decision::ALL.into_iter().filter(|decision| !decision.is_of_one_step());
        for (kind, decision) in standard.enumerate() {
            assert_eq!((decision.kind(), Decision::KIND_WORDS[kind]), (kind, decision.word()));
        }
        assert_eq!((Decision::Place.kind(), Decision::Over.kind(), Decision::KINDS), (3, 23, 24));
        assert_eq!(Decision::OF_ONE_STEP.map(Decision::kind), [Decision::UniversityOrder.kind(); 3]);
    }
}
