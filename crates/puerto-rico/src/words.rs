//! The words of the game in canonical order: goods, tiles, roles, buildings (rules page 0, 2, 13.1) and
//! decision points (3.3).

use tradewinds_game::kit::{KeySet, Kinds8, words};

words! {
    /// The kinds of goods, in the order of their prices.
    pub enum Good {
        /// Needs no production building.
        Corn = "corn",
        /// Needs an indigo plant.
        Indigo = "indigo",
        /// Needs a sugar mill.
        Sugar = "sugar",
        /// Needs a tobacco storage.
        Tobacco = "tobacco",
        /// Needs a coffee roaster.
        Coffee = "coffee",
    }
}

words! {
    /// The kinds of island tiles: a plantation of each good, and the quarry.
    pub enum Tile {
        /// Corn plantation.
        Corn = "corn",
        /// Indigo plantation.
        Indigo = "indigo",
        /// Sugar plantation.
        Sugar = "sugar",
        /// Tobacco plantation.
        Tobacco = "tobacco",
        /// Coffee plantation.
        Coffee = "coffee",
        /// Quarry.
        Quarry = "quarry",
    }
}

words! {
    /// The role cards. With 2 and 4 players the only prospector is the first one.
    pub enum Role {
        /// Takes plantations and quarries.
        Settler = "settler",
        /// Places colonists.
        Mayor = "mayor",
        /// Builds.
        Builder = "builder",
        /// Produces.
        Craftsman = "craftsman",
        /// Sells.
        Trader = "trader",
        /// Ships.
        Captain = "captain",
        /// Gains a doubloon.
        Prospector1 = "prospector 1",
        /// Gains a doubloon.
        Prospector2 = "prospector 2",
    }
}

words! {
    /// The buildings, by their IDs of table 2.
    pub enum Building {
        /// Small production building for indigo.
        SmallIndigoPlant = "small indigo plant",
        /// Small production building for sugar.
        SmallSugarMill = "small sugar mill",
        /// Large production building for indigo.
        IndigoPlant = "indigo plant",
        /// Large production building for sugar.
        SugarMill = "sugar mill",
        /// Large production building for tobacco.
        TobaccoStorage = "tobacco storage",
        /// Large production building for coffee.
        CoffeeRoaster = "coffee roaster",
        /// One more doubloon for a sale.
        SmallMarket = "small market",
        /// A face-down plantation before the normal pick.
        Hacienda = "hacienda",
        /// A quarry instead of a plantation.
        ConstructionHut = "construction hut",
        /// Keeps one kind of goods.
        SmallWarehouse = "small warehouse",
        /// A colonist on a tile just taken.
        Hospice = "hospice",
        /// Sells a kind that is already in the trading house.
        Office = "office",
        /// Two more doubloons for a sale.
        LargeMarket = "large market",
        /// Keeps two kinds of goods.
        LargeWarehouse = "large warehouse",
        /// Doubloons for producing different kinds.
        Factory = "factory",
        /// A colonist on a building just built.
        University = "university",
        /// One more VP per load.
        Harbor = "harbor",
        /// The player's own ship.
        Wharf = "wharf",
        /// VP for production buildings.
        GuildHall = "guild hall",
        /// VP for a filled island.
        Residence = "residence",
        /// VP for colonists.
        Fortress = "fortress",
        /// VP for VP chips.
        CustomsHouse = "customs house",
        /// VP for violet buildings.
        CityHall = "city hall",
    }
}

words! {
    /// The kind of decision, by the words of the position file (3.3); they also name the kinds of decision.
    pub enum Decision {
        /// Which role to pick.
        Role = "role",
        /// Whether to draw a face-down plantation for the hacienda.
        Hacienda = "hacienda",
        /// Which tile to take, if any.
        Tile = "tile",
        /// Whether to take a colonist for the new tile.
        Hospice = "hospice",
        /// Whether to take the mayor's colonist.
        MayorBonus = "mayor_bonus",
        /// The number of colonists to put on a slot type.
        Place = "place",
        /// Which building to build, if any.
        Build = "build",
        /// Whether to take a colonist for the new building.
        University = "university",
        /// Which barrel the craftsman takes, if any.
        CraftBonus = "craft_bonus",
        /// Which barrel to sell, if any.
        Sell = "sell",
        /// Which kind to load, and where.
        Load = "load",
        /// Which barrels to keep.
        Store = "store",
        /// Nothing: the game is over.
        Over = "over",
        /// Whether to take what an [`Offer`] brings, where privileges are optional.
        Offer = "offer",
    }
}

words! {
    /// What may be declined where privileges are optional (4.8), in the order in which a phase offers it.
    pub enum Offer {
        /// The player's share of the ship.
        Colonists = "colonists",
        /// The goods that the player produces.
        Goods = "goods",
        /// The doubloons of an occupied factory.
        FactoryMoney = "factory money",
        /// The doubloon of the trader.
        TraderMoney = "trader money",
        /// The doubloon of an occupied small market.
        SmallMarketMoney = "small market money",
        /// The doubloons of an occupied large market.
        LargeMarketMoney = "large market money",
        /// The captain's VP for its first load.
        CaptainPoint = "captain point",
        /// The VP of an occupied harbor for a load.
        HarborPoint = "harbor point",
        /// The doubloon of the prospector.
        ProspectorMoney = "prospector money",
    }
}

impl Offer {
    /// Returns the building whose special function the offer is.
    #[must_use]
    pub const fn building(self) -> Option<Building> {
        match self {
            Self::FactoryMoney => Some(Building::Factory),
            Self::SmallMarketMoney => Some(Building::SmallMarket),
            Self::LargeMarketMoney => Some(Building::LargeMarket),
            Self::HarborPoint => Some(Building::Harbor),
            _ => None,
        }
    }

    /// Returns whether only the chooser of the role gets the offer: it is the privilege of the role.
    #[must_use]
    pub const fn is_privilege(self) -> bool {
        matches!(self, Self::TraderMoney | Self::CaptainPoint | Self::ProspectorMoney)
    }

    /// Returns whether the offer is one of victory points.
    #[must_use]
    pub const fn is_point(self) -> bool {
        matches!(self, Self::CaptainPoint | Self::HarborPoint)
    }

    /// Returns the kind of decision as which learners and networks see the offer; the role and the building tell
    /// the offers of a kind apart, and no other decision of the kind comes up in the same role.
    #[must_use]
    pub(crate) const fn seen_as(self) -> Decision {
        match self.building() {
            Some(_) => Decision::University,
            None if self.is_privilege() => Decision::MayorBonus,
            None => Decision::Hospice,
        }
    }
}

impl Good {
    /// Lists the goods of a set of kinds, in order.
    #[inline]
    pub(crate) fn each_of(kinds: Kinds8) -> impl Iterator<Item = Self> {
        kinds.filter_map(Self::from_index)
    }

    /// Returns the plantation of this good.
    #[must_use]
    pub const fn tile(self) -> Tile {
        Tile::ALL[self.index()]
    }
}

impl Tile {
    /// Returns the good of a plantation, `None` for the quarry.
    #[must_use]
    pub const fn good(self) -> Option<Good> {
        Good::from_index(self.index())
    }
}

impl Role {
    /// The number of roles besides the prospectors: they are in every game, and every player takes part.
    pub const WITHOUT_PROSPECTORS: usize = 6;

    /// Returns the word of the role card in a game of `players`: the only prospector has no number.
    #[must_use]
    pub const fn word_for(self, players: usize) -> &'static str {
        match (self, players) {
            (Self::Prospector1, 2 | 4) => "prospector",
            _ => self.word(),
        }
    }
}

impl Building {
    /// The number of production buildings, which have the lowest IDs.
    pub const PRODUCTION: usize = 6;
    /// The ID of the first large violet building.
    pub const FIRST_LARGE: usize = 18;
    /// The production buildings that count as small for the guild hall.
    pub(crate) const SMALL_PRODUCTION: KeySet<Self> =
        Self::set_of(&[Self::SmallIndigoPlant, Self::SmallSugarMill]);
    /// The production buildings that count as large for the guild hall.
    pub(crate) const LARGE_PRODUCTION: KeySet<Self> =
        Self::set_of(&[Self::IndigoPlant, Self::SugarMill, Self::TobaccoStorage, Self::CoffeeRoaster]);
    /// The violet buildings.
    pub(crate) const VIOLET: KeySet<Self> = KeySet::from_bits((1 << Self::COUNT) - (1 << Self::PRODUCTION));
    /// The large violet buildings.
    pub(crate) const LARGE: KeySet<Self> = KeySet::from_bits((1 << Self::COUNT) - (1 << Self::FIRST_LARGE));

    /// Returns the good that a production building makes.
    #[must_use]
    pub const fn good(self) -> Option<Good> {
        match self {
            Self::SmallIndigoPlant | Self::IndigoPlant => Some(Good::Indigo),
            Self::SmallSugarMill | Self::SugarMill => Some(Good::Sugar),
            Self::TobaccoStorage => Some(Good::Tobacco),
            Self::CoffeeRoaster => Some(Good::Coffee),
            _ => None,
        }
    }

    /// Returns the city spaces that the building fills: 2 for a large violet one, otherwise 1.
    #[inline]
    #[must_use]
    pub const fn spaces(self) -> u8 {
        if self.is_large() { 2 } else { 1 }
    }

    /// Returns whether the building is a large violet one.
    #[inline]
    #[must_use]
    pub const fn is_large(self) -> bool {
        self.index() >= Self::FIRST_LARGE
    }

    /// Returns the name as a key of `data.toml`.
    #[must_use]
    pub fn key(self) -> String {
        self.word().replace(' ', "_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_indices_round_trip() {
        for building in Building::ALL {
            assert_eq!(Building::from_word(building.word()), Some(building));
            assert_eq!(Building::from_index(building.index()), Some(building));
        }
        assert_eq!(Building::from_index(Building::COUNT), None);
        assert_eq!(Building::GuildHall.index(), Building::FIRST_LARGE);
        assert_eq!(Building::SmallMarket.index(), Building::PRODUCTION);
    }

    #[test]
    fn the_only_prospector_has_no_number() {
        assert_eq!(Role::Prospector1.word_for(4), "prospector");
        assert_eq!(Role::Prospector1.word_for(5), "prospector 1");
    }
}
