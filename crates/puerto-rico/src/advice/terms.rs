//! The terms that a seat's strength is made from.
//!
//! They are whole numbers of steps, most of them of one; [`Term::STEPS`] has the others.

use tradewinds_game::kit::words;

words! {
    /// A term, by its name in the table of the network's weights.
    pub(super) enum Term {
        /// VP as if the game ended now.
        Points = "points",
        /// Those of them in chips.
        Chips = "chips",
        /// VP that large buildings score once they are occupied.
        Pending = "pending",
        /// Doubloons, the first four.
        Purse = "purse",
        /// The next six doubloons.
        Savings = "savings",
        /// The next ten doubloons.
        Riches = "riches",
        /// Barrels in hand.
        Barrels = "barrels",
        /// Corn that a craftsman would bring.
        Corn = "corn",
        /// Indigo that a craftsman would bring.
        Indigo = "indigo",
        /// Sugar that a craftsman would bring.
        Sugar = "sugar",
        /// Tobacco that a craftsman would bring.
        Tobacco = "tobacco",
        /// Coffee that a craftsman would bring.
        Coffee = "coffee",
        /// Corn more with all circles full.
        IdleCorn = "idle_corn",
        /// Indigo more with all circles full.
        IdleIndigo = "idle_indigo",
        /// Sugar more with all circles full.
        IdleSugar = "idle_sugar",
        /// Tobacco more with all circles full.
        IdleTobacco = "idle_tobacco",
        /// Coffee more with all circles full.
        IdleCoffee = "idle_coffee",
        /// Kinds that a craftsman would bring.
        Kinds = "kinds",
        /// Plantations without a circle in a production building.
        LoneTiles = "lone_tiles",
        /// Whether an indigo circle lacks a plantation.
        LoneIndigo = "lone_indigo",
        /// Whether a sugar circle lacks a plantation.
        LoneSugar = "lone_sugar",
        /// Whether a tobacco circle lacks a plantation.
        LoneTobacco = "lone_tobacco",
        /// Whether a coffee circle lacks a plantation.
        LoneCoffee = "lone_coffee",
        /// Occupied quarries, at most four.
        Quarries = "quarries",
        /// Quarries that are not occupied.
        IdleQuarries = "idle_quarries",
        /// Whether the player owns the small market.
        SmallMarket = "small_market",
        /// Whether the player owns the hacienda.
        Hacienda = "hacienda",
        /// Whether the player owns the construction hut.
        ConstructionHut = "construction_hut",
        /// Whether the player owns the small warehouse.
        SmallWarehouse = "small_warehouse",
        /// Whether the player owns the hospice.
        Hospice = "hospice",
        /// Whether the player owns the office.
        Office = "office",
        /// Whether the player owns the large market.
        LargeMarket = "large_market",
        /// Whether the player owns the large warehouse.
        LargeWarehouse = "large_warehouse",
        /// Whether the player owns the factory.
        Factory = "factory",
        /// Whether the player owns the university.
        University = "university",
        /// Whether the player owns the harbor.
        Harbor = "harbor",
        /// Whether the player owns the wharf.
        Wharf = "wharf",
        /// Whether the player owns the guild hall.
        GuildHall = "guild_hall",
        /// Whether the player owns the residence.
        Residence = "residence",
        /// Whether the player owns the fortress.
        Fortress = "fortress",
        /// Whether the player owns the customs house.
        CustomsHouse = "customs_house",
        /// Whether the player owns the city hall.
        CityHall = "city_hall",
        /// Occupied small violet buildings.
        Violets = "violets",
        /// Colonists.
        Colonists = "colonists",
        /// Colonists in San Juan.
        SanJuan = "san_juan",
        /// Empty circles on tiles and buildings.
        Empty = "empty",
        /// Filled city spaces.
        City = "city",
        /// Filled island spaces.
        Tiles = "tiles",
        /// Whether the seat picks next.
        Next = "next",
        /// How early it picks: 1 for the next one to pick, 0 for the last.
        Turn = "turn",
        /// Barrels that some ship has room for.
        Loads = "loads",
        /// Those, while the captain is free.
        CaptainFree = "captain_free",
        /// Price of the dearest barrel that can be sold, and a half, while the trader is free.
        TraderFree = "trader_free",
        /// Doubloons, at most 12, while the builder is free.
        BuilderFree = "builder_free",
        /// Barrels that a craftsman would bring, while the craftsman is free.
        CraftsmanFree = "craftsman_free",
        /// Empty circles, at most four, while the mayor is free.
        MayorFree = "mayor_free",
        /// Highest number of doubloons on a free card, for the seat that picks next.
        Card = "card",
        /// Doubloons, at most 12, before the seat's turn of a builder phase.
        Building = "building",
        /// As for the trader, before the seat's turn of a trader phase.
        Selling = "selling",
        /// Barrels that some ship has room for, in a captain phase.
        Loading = "loading",
        /// Whether the seat's turn of a settler phase is still to come.
        Settling = "settling",
        /// Colonists to place in the seat's turn of a mayor phase.
        Placing = "placing",
    }
}

impl Term {
    /// How many steps make one, for each term: a price is counted in halves, and how early a seat picks in
    /// twelfths, which the number of the other seats divides.
    pub(super) const STEPS: [f32; Self::COUNT] = {
        let mut steps = [1.0; Self::COUNT];
        steps[Self::Turn.index()] = TURN as f32;
        steps[Self::TraderFree.index()] = 2.0;
        steps[Self::Selling.index()] = 2.0;
        steps
    };
}

/// The value of [`Term::Turn`] for the seat that picks next.
pub(super) const TURN: u16 = 12;
