//! The weights of the estimate that are not of a term, fitted to self-play: see [`super::evaluate`].

use tradewinds_game::kit::ByKey;

use crate::words::{Building, Decision};

/// Weights at the knots of time.
pub(crate) type Weight = [f32; KNOTS.len()];

/// The times that the weights are given for, in turns; between them they are interpolated.
pub(crate) const KNOTS: [f32; 4] = [1.0, 4.0, 7.0, 9.0];

/// The time of each decision within its turn.
#[rustfmt::skip]
const TIMES: [(Decision, f32); Decision::COUNT] = [
    (Decision::Bid, 0.0),
    (Decision::AuctionSpecialist, 0.0),
    (Decision::UniversityOrder, 0.0),
    (Decision::Place, 0.0),
    (Decision::UniversityInitiative, 0.1),
    (Decision::UniversityDock, 0.15),
    (Decision::Land, 0.2),
    (Decision::TakeGood, 0.3),
    (Decision::UniversityShipping, 0.35),
    (Decision::UniversityCapital, 0.4),
    (Decision::Buy, 0.45),
    (Decision::Cartography, 0.5),
    (Decision::IndianAllies, 0.5),
    (Decision::UniversityDiscovery, 0.55),
    (Decision::ExploreTarget, 0.6),
    (Decision::ExploreSoldiers, 0.6),
    (Decision::ExploreCaptains, 0.6),
    (Decision::ExploreOthers, 0.6),
    (Decision::Train, 0.7),
    (Decision::Warfare, 0.75),
    (Decision::AttackerKills, 0.75),
    (Decision::DefenderKills, 0.75),
    (Decision::UniversityBenefits, 0.85),
    (Decision::Stable, 0.9),
    (Decision::Migration, 0.9),
    (Decision::UniversityReorder, 0.95),
    (Decision::Over, 1.0),
];

/// [`TIMES`] by decision.
pub(crate) static TIME_OF: ByKey<Decision, f32> = {
    let mut times = [0.0; Decision::COUNT];
    let mut place = 0;
    while place < Decision::COUNT {
        assert!(TIMES[place].0.index() == place, "the times stand in the order of a turn");
        times[place] = TIMES[place].1;
        place += 1;
    }
    ByKey::new(times)
};

/// Weights of the owned buildings.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a fitted weight, by chance near 1/π")]
const BUILDINGS: [(Building, Weight); Building::COUNT] = [
    (Building::Settlers, [0.368, 0.842, 0.251, -0.064]),
    (Building::Monastery, [1.998, 1.880, 0.622, -0.231]),
    (Building::TradeRoutes, [1.531, 1.185, 0.518, -0.051]),
    (Building::TrainingGrounds, [0.555, 1.099, 0.278, 0.028]),
    (Building::IndenturedServitude, [0.966, 1.335, 0.794, 0.011]),
    (Building::Conquistador, [0.744, 1.385, 0.254, 0.139]),
    (Building::Navigator, [1.438, 1.496, 0.495, -0.100]),
    (Building::IncaEmpire, [0.512, 0.049, 0.119, 0.036]),
    (Building::TradingPost, [0.789, 0.690, 0.505, 0.014]),
    (Building::Cartography, [0.184, -0.176, -0.170, 0.051]),
    (Building::IndianAllies, [0.0, 0.652, -0.019, -0.251]),
    (Building::Privateers, [0.0, 0.318, -0.370, -0.051]),
    (Building::ShipYards, [0.0, 1.458, 0.460, 0.020]),
    (Building::Cathedral, [0.0, 0.925, 0.364, -0.056]),
    (Building::Taxation, [0.0, 1.103, 0.628, 0.151]),
    (Building::University, [0.0, 0.369, 0.567, -0.118]),
    (Building::WestIndiesCompany, [0.0, 0.922, 0.400, 0.088]),
    (Building::ColonizationLaws, [0.0, 1.589, 0.486, 0.178]),
    (Building::RumDistillery, [0.0, 0.107, 0.076, 0.152]),
    (Building::Marketplace, [0.0, 1.211, 0.416, -0.139]),
    (Building::MilitaryAcademy, [0.0, 0.453, 0.477, -0.396]),
    (Building::Fortress, [0.0, 1.720, 0.315, -0.375]),
    (Building::Stable, [0.0, 0.112, -0.116, 0.466]),
    (Building::Militia, [0.0, 0.0, 0.889, -0.385]),
    (Building::Mercantilism, [0.0, 0.0, 0.211, -0.152]),
    (Building::Population, [0.0, 0.0, -0.125, -0.065]),
    (Building::Navy, [0.0, 0.0, -0.317, -0.031]),
    (Building::Power, [0.0, 0.0, -0.150, -0.181]),
    (Building::Prosperity, [0.0, 0.0, 0.168, -0.011]),
    (Building::Glory, [0.0, 0.0, 0.232, -0.132]),
    (Building::Wealth, [0.0, 0.0, 0.380, 1.601]),
    (Building::Migration, [0.0, 0.0, 1.486, 1.031]),
    (Building::Factory, [0.0, 0.0, 1.060, 0.191]),
];

/// The weight of the second copy of Settlers.
const SECOND_SETTLERS: Weight = [-0.097, 0.939, 0.382, 0.179];

/// [`BUILDINGS`] by the bits of a set of buildings.
pub(crate) static BUILDING_WEIGHTS: [Weight; Building::COUNT + 1] = {
    let mut weights = [SECOND_SETTLERS; Building::COUNT + 1];
    let mut place = 0;
    while place < Building::COUNT {
        assert!(BUILDINGS[place].0.index() == place, "the buildings stand in table order");
        weights[place] = BUILDINGS[place].1;
        place += 1;
    }
    weights
};
