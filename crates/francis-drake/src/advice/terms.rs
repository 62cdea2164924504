//! The terms of the evaluation, each with its meaning and its weights: what it adds to the logarithm of a
//! seat's odds of winning.
//!
//! The weights are fitted to self-play: 12,000 games of four players by `steady`, the four styles and copies
//! of them with weights multiplied by random factors, some with random moves in between. On 174,000 positions
//! a softmax over the seats predicts the win shares. On a tenth of the games that the fit had not seen its
//! log-loss is 0.900; the earlier estimate from points and the policy's prospects had 0.936, and 1.386 is
//! chance. In Plymouth it is 1.323, 1.054 and 0.702 in the three voyages.

use crate::limits::VOYAGES;
use crate::words::Decision;

/// The part of a voyage, for the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The stops on the street.
    Plymouth,
    /// Placing tiles and discs on the map, until the reveal.
    Discs,
    /// Missions and returns.
    Missions,
}

impl Part {
    /// Returns the part of a decision; that of the end of the game is the last one.
    pub(crate) fn of(decision: Decision) -> Self {
        match decision {
            Decision::Plymouth => Self::Plymouth,
            decision if decision < Decision::Mission => Self::Discs,
            _ => Self::Missions,
        }
    }
}

/// The parts of a voyage.
const PARTS: usize = 3;
/// The parts of all voyages.
const STAGES: usize = VOYAGES as usize * PARTS;

/// Declares the terms: `name: "meaning", weights;`, the weights by voyage and [`Part`].
macro_rules! terms {
    ($($name:ident: $meaning:literal, $weights:expr;)*) => {
        /// A seat's amount of each term, or the weight of each term.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Terms { $(#[doc = $meaning] pub(super) $name: f32,)* }

        impl Terms {
            /// Returns the weights at a stage.
            const fn weights(stage: usize) -> Self {
                Self { $($name: $weights[stage / PARTS][stage % PARTS],)* }
            }

            /// Returns the logarithm of a seat's odds, up to a number that is the same for all seats.
            pub(super) fn log_odds(&self, voyage: u8, part: Part) -> f32 {
                let weights = &WEIGHTS[PARTS * usize::from(voyage - 1) + part as usize];
                let mut sum = 0.0;
                $(sum += weights.$name * self.$name;)*
                sum
            }
        }
    };
}

/// The weights by stage.
static WEIGHTS: [Terms; STAGES] = {
    let mut weights = [Terms::weights(0); STAGES];
    let mut stage = 1;
    while stage < STAGES {
        weights[stage] = Terms::weights(stage);
        stage += 1;
    }
    weights
};

terms! {
    points: "points so far: score track, commodities and treasure", [[0.0571, 0.0545, 0.1000], [0.1102, 0.1270, 0.1375], [0.1635, 0.2188, 0.3614]];
    kinds: "kinds of commodities", [[0.0, 0.0, 0.144], [0.218, 0.133, 0.141], [0.105, 0.051, 0.019]];
    doubles: "kinds of commodities held at least twice", [[0.0, 0.0, 0.695], [0.699, 0.172, 0.001], [0.170, -0.142, -0.053]];
    indigo: "whether the seat has indigo", [[0.0, 0.0, 0.136], [0.163, 0.080, -0.019], [0.025, 0.085, 0.046]];
    investor: "whether the seat still has the investor tile", [[0.229, 0.218, 0.088], [0.036, -0.065, 0.022], [0.012, -0.093, -0.020]];
    admiral: "whether the seat holds the admiral", [[0.125, 0.173, 0.117], [0.357, 0.359, 0.327], [0.532, 0.777, 0.839]];
    governor: "whether the seat holds the governor", [[0.191, 0.086, 0.092], [0.398, 0.317, 0.269], [0.676, 0.601, 0.702]];
    dock: "ships that sail before it", [[-0.126, -0.056, 0.021], [-0.106, -0.069, 0.033], [-0.211, -0.176, -0.014]];
    golden_hind: "whether the Golden Hind disc is still to be used", [[0.291, 0.323, 0.006], [0.473, 0.555, 0.158], [0.617, 1.002, 0.033]];
    informer: "whether the seat owns the informer", [[-0.188, 0.026, -0.091], [0.115, 0.173, -0.002], [0.193, 0.311, -0.017]];
    galleon: "whether the seat has an own galleon", [[0.556, 0.376, 0.301], [0.477, 0.320, 0.112], [0.655, 0.496, 0.100]];
    pinnace: "whether the seat has a pinnace", [[0.316, 0.148, -0.018], [0.535, 0.300, -0.001], [0.802, 0.568, 0.0]];
    crew: "crew, at most nine", [[0.101, 0.015, 0.0], [0.114, 0.053, -0.012], [0.223, 0.095, -0.021]];
    guns: "guns, at most nine", [[0.152, 0.052, 0.021], [0.234, 0.115, 0.010], [0.352, 0.204, 0.037]];
    missions: "VP that the discs on the map are expected to bring", [[0.0, 0.0887, 0.0933], [0.0, 0.1036, 0.1372], [0.0, 0.1616, 0.3370]];
    types: "VP for types of conquest, expected ones included", [[0.0, 0.0395, 0.0655], [0.0, 0.0589, 0.1129], [0.0, 0.1079, 0.3658]];
    new_kinds: "new kinds of commodities that the discs on the map are expected to bring", [[0.0, 0.195, 0.314], [0.0, 0.054, 0.147], [0.0, 0.009, 0.008]];
    barrel_1: "whether the seat has a barrel before the missions", [[-0.138, 0.680, 0.0], [-0.145, 0.370, 0.0], [0.143, 2.082, 0.0]];
    barrel_2: "whether it has a second one", [[0.683, 0.096, 0.0], [0.651, 0.686, 0.0], [0.689, 1.389, 0.0]];
    barrel_3: "whether it has a third one", [[0.289, 0.083, 0.0], [0.314, 0.062, 0.0], [0.354, 0.223, 0.0]];
    barrel_4: "whether it has a fourth one", [[0.199, 0.052, 0.0], [0.241, 0.212, 0.0], [0.479, 0.370, 0.0]];
    trade_goods: "trade goods before the missions, at most three", [[0.263, 0.108, 0.0], [0.140, 0.025, 0.0], [0.133, -0.005, 0.0]];
    slots: "discs in hand that count", [[0.291, 0.085, 0.0], [0.473, 0.136, 0.0], [0.617, 0.159, 0.0]];
    plan: "VP of the best missions for the discs in hand", [[0.0153, 0.0747, 0.0], [0.0142, 0.0809, 0.0], [0.0268, 0.1408, 0.0]];
    guns_ahead: "guns on the street ahead", [[0.060, 0.0, 0.0], [0.116, 0.0, 0.0], [0.172, 0.0, 0.0]];
    barrels_ahead: "barrels on the street ahead", [[0.086, 0.0, 0.0], [0.145, 0.0, 0.0], [0.233, 0.0, 0.0]];
    offices_ahead: "open locations ahead that give no cubes or barrels", [[0.097, 0.0, 0.0], [0.122, 0.0, 0.0], [0.077, 0.0, 0.0]];
    discs: "player discs left for the street", [[0.129, 0.0, 0.0], [0.188, 0.0, 0.0], [0.311, 0.0, 0.0]];
}
