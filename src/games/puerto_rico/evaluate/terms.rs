//! The terms of a seat's strength and their fitted weights.

/// Declares what the strength of a seat is added up from: `name: [weights], "meaning";` a term, its weights
/// being those at the end of the game, [`MIDDLE`] rounds before it and from [`OPENING`] rounds before it on.
macro_rules! terms {
    ($($name:ident: [$end:literal, $middle:literal, $opening:literal], $meaning:literal;)*) => {
        /// A value for each term: what a seat has of it, or what it weighs.
        #[derive(Clone, Copy, Default, Debug)]
        pub(super) struct Terms { $(#[doc = $meaning] pub(super) $name: f32,)* }

        impl Terms {
            const END: Self = Self { $($name: $end,)* };
            const MIDDLE: Self = Self { $($name: $middle,)* };
            const OPENING: Self = Self { $($name: $opening,)* };

            /// Returns the weights on the way from one stage to another.
            fn between(from: &Self, to: &Self, share: f32) -> Self {
                Self { $($name: from.$name + (to.$name - from.$name) * share,)* }
            }

            /// Adds up a seat's terms times these weights.
            pub(super) fn strength(&self, seat: &Self) -> f32 {
                let mut sum = 0.0;
                $(sum += self.$name * seat.$name;)*
                sum
            }
        }
    };
}

/// Rounds left in the middle of the game.
const MIDDLE: f32 = 4.0;
/// Rounds left in the opening.
const OPENING: f32 = 14.0;

impl Terms {
    /// Returns the weights with so many rounds left.
    pub(super) fn weights(rounds: f32) -> Self {
        if rounds < MIDDLE {
            Self::between(&Self::END, &Self::MIDDLE, rounds / MIDDLE)
        } else {
            Self::between(&Self::MIDDLE, &Self::OPENING, ((rounds - MIDDLE) / (OPENING - MIDDLE)).min(1.0))
        }
    }
}

terms! {
    points: [0.529, 0.250, 0.086], "VP as if the game ended now";
    chips: [0.067, 0.083, 0.067], "those of them in chips";
    pending: [0.493, 0.202, 0.274], "VP that large buildings score once they are occupied";
    purse: [0.143, 0.264, 0.272], "doubloons, the first four";
    savings: [0.068, 0.228, 0.252], "the next six doubloons";
    riches: [-0.095, 0.047, 0.029], "the next ten doubloons";
    barrels: [0.027, 0.040, -0.015], "barrels in hand";
    corn: [0.088, 0.246, 0.468], "corn that a craftsman would bring";
    indigo: [0.085, 0.209, -0.071], "indigo that a craftsman would bring";
    sugar: [0.087, 0.422, 0.512], "sugar that a craftsman would bring";
    tobacco: [0.102, 0.399, 0.320], "tobacco that a craftsman would bring";
    coffee: [0.162, 0.625, 0.673], "coffee that a craftsman would bring";
    idle_corn: [0.124, 0.134, 0.459], "corn more with all circles full";
    idle_indigo: [0.037, 0.250, -0.148], "indigo more with all circles full";
    idle_sugar: [0.065, 0.480, 0.391], "sugar more with all circles full";
    idle_tobacco: [0.161, 0.338, 0.359], "tobacco more with all circles full";
    idle_coffee: [0.228, 0.494, 0.884], "coffee more with all circles full";
    kinds: [-0.015, 0.163, 0.179], "kinds that a craftsman would bring";
    lone_tiles: [0.024, -0.126, -0.158], "plantations without a circle in a production building";
    lone_indigo: [-0.045, -0.090, -0.407], "whether an indigo circle lacks a plantation";
    lone_sugar: [-0.067, -0.023, -0.044], "whether a sugar circle lacks a plantation";
    lone_tobacco: [0.024, 0.225, 0.686], "whether a tobacco circle lacks a plantation";
    lone_coffee: [-0.070, 0.357, 0.821], "whether a coffee circle lacks a plantation";
    quarries: [0.145, 0.391, 0.438], "occupied quarries, at most four";
    idle_quarries: [0.122, 0.232, 0.258], "quarries that are not occupied";
    small_market: [-0.082, -0.173, -0.159], "whether the player owns the small market";
    hacienda: [0.005, -0.115, -0.310], "whether the player owns the hacienda";
    construction_hut: [-0.051, -0.344, -0.554], "whether the player owns the construction hut";
    small_warehouse: [0.192, 0.608, -0.059], "whether the player owns the small warehouse";
    hospice: [0.0, -0.111, -0.021], "whether the player owns the hospice";
    office: [-0.032, 0.102, -0.324], "whether the player owns the office";
    large_market: [0.006, 0.101, 0.268], "whether the player owns the large market";
    large_warehouse: [0.233, 1.191, 0.496], "whether the player owns the large warehouse";
    factory: [0.277, 1.201, 0.978], "whether the player owns the factory";
    university: [-0.002, 0.271, 0.460], "whether the player owns the university";
    harbor: [0.711, 1.938, 1.844], "whether the player owns the harbor";
    wharf: [0.979, 2.090, 0.890], "whether the player owns the wharf";
    guild_hall: [0.854, 0.516, 0.027], "whether the player owns the guild hall";
    residence: [0.263, 0.182, -1.972], "whether the player owns the residence";
    fortress: [0.611, 0.607, -0.733], "whether the player owns the fortress";
    customs_house: [0.818, 1.056, 0.177], "whether the player owns the customs house";
    city_hall: [0.513, 0.438, -1.583], "whether the player owns the city hall";
    violets: [-0.016, 0.131, -0.034], "occupied small violet buildings";
    colonists: [0.026, -0.018, 0.223], "colonists";
    san_juan: [-0.033, 0.021, -0.192], "colonists in San Juan";
    empty: [0.017, -0.029, -0.046], "empty circles on tiles and buildings";
    city: [0.090, 0.353, 0.489], "filled city spaces";
    tiles: [-0.059, 0.092, 0.276], "filled island spaces";
    next: [-0.058, -0.162, -0.075], "whether the seat picks next";
    turn: [0.532, 0.409, 0.299], "how early it picks: 1 for the next one to pick, 0 for the last";
    loads: [0.207, 0.291, 0.074], "barrels that some ship has room for";
    captain_free: [0.146, -0.061, 0.037], "those, while the captain is free";
    trader_free: [-0.004, 0.100, 0.093], "price of the dearest barrel that can be sold, and a half, while the trader is free";
    builder_free: [0.107, 0.033, -0.005], "doubloons, at most 12, while the builder is free";
    craftsman_free: [0.053, 0.089, 0.046], "barrels that a craftsman would bring, while he is free";
    mayor_free: [0.002, -0.015, -0.011], "empty circles, at most four, while the mayor is free";
    card: [0.068, 0.187, 0.139], "the most doubloons on a free card, for the seat that picks next";
    building: [0.222, 0.090, 0.019], "doubloons, at most 12, before the own turn of a builder phase";
    selling: [0.038, 0.156, 0.135], "as for the trader, before the own turn of his phase";
    loading: [0.261, -0.014, 0.019], "barrels that some ship has room for, in a captain phase";
    settling: [-0.081, 0.103, 0.264], "whether the own turn of a settler phase is still to come";
    placing: [0.040, 0.136, 0.356], "colonists to place in the own turn of a mayor phase";
}
