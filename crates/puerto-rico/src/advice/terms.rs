//! The terms that a seat's strength is made from.

/// Declares the terms: `name: "meaning";`.
macro_rules! terms {
    ($($name:ident: $meaning:literal;)*) => {
        /// The value of each term for a seat.
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Terms { $(#[doc = $meaning] pub(super) $name: f32,)* }

        impl Terms {
            /// The names of the terms.
            pub(super) const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Returns the terms in the order of their names.
            #[inline]
            pub(super) fn values(&self) -> [f32; Self::NAMES.len()] { [$(self.$name,)*] }
        }
    };
}

terms! {
    points: "VP as if the game ended now";
    chips: "those of them in chips";
    pending: "VP that large buildings score once they are occupied";
    purse: "doubloons, the first four";
    savings: "the next six doubloons";
    riches: "the next ten doubloons";
    barrels: "barrels in hand";
    corn: "corn that a craftsman would bring";
    indigo: "indigo that a craftsman would bring";
    sugar: "sugar that a craftsman would bring";
    tobacco: "tobacco that a craftsman would bring";
    coffee: "coffee that a craftsman would bring";
    idle_corn: "corn more with all circles full";
    idle_indigo: "indigo more with all circles full";
    idle_sugar: "sugar more with all circles full";
    idle_tobacco: "tobacco more with all circles full";
    idle_coffee: "coffee more with all circles full";
    kinds: "kinds that a craftsman would bring";
    lone_tiles: "plantations without a circle in a production building";
    lone_indigo: "whether an indigo circle lacks a plantation";
    lone_sugar: "whether a sugar circle lacks a plantation";
    lone_tobacco: "whether a tobacco circle lacks a plantation";
    lone_coffee: "whether a coffee circle lacks a plantation";
    quarries: "occupied quarries, at most four";
    idle_quarries: "quarries that are not occupied";
    small_market: "whether the player owns the small market";
    hacienda: "whether the player owns the hacienda";
    construction_hut: "whether the player owns the construction hut";
    small_warehouse: "whether the player owns the small warehouse";
    hospice: "whether the player owns the hospice";
    office: "whether the player owns the office";
    large_market: "whether the player owns the large market";
    large_warehouse: "whether the player owns the large warehouse";
    factory: "whether the player owns the factory";
    university: "whether the player owns the university";
    harbor: "whether the player owns the harbor";
    wharf: "whether the player owns the wharf";
    guild_hall: "whether the player owns the guild hall";
    residence: "whether the player owns the residence";
    fortress: "whether the player owns the fortress";
    customs_house: "whether the player owns the customs house";
    city_hall: "whether the player owns the city hall";
    violets: "occupied small violet buildings";
    colonists: "colonists";
    san_juan: "colonists in San Juan";
    empty: "empty circles on tiles and buildings";
    city: "filled city spaces";
    tiles: "filled island spaces";
    next: "whether the seat picks next";
    turn: "how early it picks: 1 for the next one to pick, 0 for the last";
    loads: "barrels that some ship has room for";
    captain_free: "those, while the captain is free";
    trader_free: "price of the dearest barrel that can be sold, and a half, while the trader is free";
    builder_free: "doubloons, at most 12, while the builder is free";
    craftsman_free: "barrels that a craftsman would bring, while the craftsman is free";
    mayor_free: "empty circles, at most four, while the mayor is free";
    card: "highest number of doubloons on a free card, for the seat that picks next";
    building: "doubloons, at most 12, before the seat's turn of a builder phase";
    selling: "as for the trader, before the seat's turn of a trader phase";
    loading: "barrels that some ship has room for, in a captain phase";
    settling: "whether the seat's turn of a settler phase is still to come";
    placing: "colonists to place in the seat's turn of a mayor phase";
}
