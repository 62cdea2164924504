//! The terms of a seat's strength and their fitted weights.
//!
//! The weights are a multinomial logistic regression: they minimise the log-loss of the softmax of the
//! seats' strengths against the win shares at the end, with an L2 penalty of 1e-5 on standardised terms.
//! The data are 396,119 positions, sampled at random, of 24,204 games: with 2 to 5 players, among
//! the presets and perturbed ones, many games with a few random decisions and, at 3 and 4 players, some
//! with a search for a seat. On the tenth of the games that was held out the log-loss is
//!
//! | players | these weights | softmax of VP in prospect | all seats alike |
//! |---|---|---|---|
//! | 2 | 0.474 | 0.575 | 0.693 |
//! | 3 | 0.685 | 0.893 | 1.099 |
//! | 4 | 0.857 | 1.112 | 1.386 |
//! | 5 | 1.049 | 1.378 | 1.609 |

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
    points: [0.529, 0.251, 0.093], "VP as if the game ended now";
    chips: [0.059, 0.081, 0.080], "those of them in chips";
    pending: [0.490, 0.218, 0.252], "VP that large buildings score once they are occupied";
    purse: [0.122, 0.258, 0.260], "doubloons, the first four";
    savings: [0.077, 0.223, 0.245], "the next six doubloons";
    riches: [-0.059, 0.037, 0.013], "the next ten doubloons";
    barrels: [0.042, 0.029, -0.052], "barrels in hand";
    corn: [0.055, 0.256, 0.389], "corn that a craftsman would bring";
    indigo: [0.085, 0.209, -0.044], "indigo that a craftsman would bring";
    sugar: [0.045, 0.476, 0.552], "sugar that a craftsman would bring";
    tobacco: [0.066, 0.398, 0.249], "tobacco that a craftsman would bring";
    coffee: [0.120, 0.570, 0.589], "coffee that a craftsman would bring";
    idle_corn: [0.116, 0.161, 0.357], "corn more with all circles full";
    idle_indigo: [0.078, 0.298, -0.206], "indigo more with all circles full";
    idle_sugar: [0.082, 0.499, 0.456], "sugar more with all circles full";
    idle_tobacco: [0.217, 0.320, 0.335], "tobacco more with all circles full";
    idle_coffee: [0.251, 0.536, 0.705], "coffee more with all circles full";
    kinds: [0.029, 0.204, 0.153], "kinds that a craftsman would bring";
    lone_tiles: [0.028, -0.118, -0.191], "plantations without a circle in a production building";
    lone_indigo: [0.014, -0.128, -0.304], "whether an indigo circle lacks a plantation";
    lone_sugar: [-0.075, -0.014, -0.001], "whether a sugar circle lacks a plantation";
    lone_tobacco: [0.059, 0.201, 0.755], "whether a tobacco circle lacks a plantation";
    lone_coffee: [0.021, 0.253, 0.827], "whether a coffee circle lacks a plantation";
    quarries: [0.158, 0.437, 0.375], "occupied quarries, at most four";
    idle_quarries: [0.132, 0.256, 0.195], "quarries that are not occupied";
    small_market: [-0.015, -0.110, -0.174], "whether the player owns the small market";
    hacienda: [0.086, -0.130, -0.076], "whether the player owns the hacienda";
    construction_hut: [-0.040, -0.372, -0.557], "whether the player owns the construction hut";
    small_warehouse: [0.193, 0.456, -0.082], "whether the player owns the small warehouse";
    hospice: [0.024, -0.206, 0.055], "whether the player owns the hospice";
    office: [0.132, 0.299, -0.246], "whether the player owns the office";
    large_market: [-0.085, -0.048, 0.226], "whether the player owns the large market";
    large_warehouse: [0.273, 1.071, 0.330], "whether the player owns the large warehouse";
    factory: [0.191, 1.035, 0.901], "whether the player owns the factory";
    university: [-0.033, -0.754, 0.822], "whether the player owns the university";
    harbor: [0.718, 1.787, 1.869], "whether the player owns the harbor";
    wharf: [0.893, 1.916, 0.920], "whether the player owns the wharf";
    guild_hall: [0.877, 0.428, 0.257], "whether the player owns the guild hall";
    residence: [0.299, 0.031, -1.283], "whether the player owns the residence";
    fortress: [0.570, 0.445, -0.279], "whether the player owns the fortress";
    customs_house: [0.882, 0.967, 0.185], "whether the player owns the customs house";
    city_hall: [0.539, 0.269, -0.868], "whether the player owns the city hall";
    violets: [-0.037, 0.113, -0.069], "occupied small violet buildings";
    colonists: [0.006, -0.033, 0.233], "colonists";
    san_juan: [-0.004, 0.052, -0.146], "colonists in San Juan";
    empty: [0.003, -0.051, -0.066], "empty circles on tiles and buildings";
    city: [0.058, 0.357, 0.506], "filled city spaces";
    tiles: [-0.080, 0.106, 0.219], "filled island spaces";
    next: [-0.078, -0.164, -0.082], "whether the seat picks next";
    turn: [0.579, 0.406, 0.304], "how early it picks: 1 for the next one to pick, 0 for the last";
    loads: [0.193, 0.305, 0.132], "barrels that some ship has room for";
    captain_free: [0.140, -0.069, 0.027], "those, while the captain is free";
    trader_free: [-0.002, 0.094, 0.096], "price of the dearest barrel that can be sold, and a half, while the trader is free";
    builder_free: [0.099, 0.026, 0.0], "doubloons, at most 12, while the builder is free";
    craftsman_free: [0.084, 0.082, 0.043], "barrels that a craftsman would bring, while he is free";
    mayor_free: [-0.003, -0.013, -0.048], "empty circles, at most four, while the mayor is free";
    card: [0.039, 0.179, 0.137], "the most doubloons on a free card, for the seat that picks next";
    building: [0.205, 0.097, 0.021], "doubloons, at most 12, before the own turn of a builder phase";
    selling: [0.076, 0.119, 0.161], "as for the trader, before the own turn of his phase";
    loading: [0.288, 0.0, 0.019], "barrels that some ship has room for, in a captain phase";
    settling: [-0.050, 0.152, 0.149], "whether the own turn of a settler phase is still to come";
    placing: [0.024, 0.133, 0.335], "colonists to place in the own turn of a mayor phase";
}
