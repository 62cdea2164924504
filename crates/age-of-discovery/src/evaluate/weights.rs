//! The weights of the estimate, fitted to self-play: see [`super`].

use super::super::policy::FEATURES;
use super::super::state::Step;
use super::super::words::Building;

/// Weights at the knots of time.
pub(super) type Weight = [f32; KNOTS.len()];

/// The times that the weights are given for, in turns; between them they are interpolated.
pub(super) const KNOTS: [f32; 4] = [1.0, 4.0, 7.0, 9.0];

/// The time of each step within its turn.
pub(super) const TIMES: [f32; Step::ALL.len()] = [
    0.0, 0.0, 0.0, 0.0, 0.15, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.5, 0.55, 0.6, 0.6, 0.6, 0.6, 0.7, 0.75, 0.75,
    0.75, 0.9, 0.9, 1.0,
];

/// Weights of the features, in their order.
#[rustfmt::skip]
pub(super) const SEAT: [Weight; FEATURES] = [
    [0.026, 0.130, 0.174, 0.306], // points so far
    [0.074, 0.179, 0.153, 0.305], // VP in prospect at the next scoring
    [0.039, -0.094, 0.160, 0.0], // VP in prospect later
    [0.051, 0.076, -0.033, -0.003], // units
    [0.071, 0.070, -0.135, 0.049], // regions with units
    [0.050, 0.022, 0.158, 0.237], // soldiers on the map
    [0.112, 0.307, 0.343, 0.603], // units that land from the dock
    [0.234, 0.260, 0.577, 0.675], // soldiers that land from it
    [0.032, 0.021, 0.018, -0.021], // dollars
    [0.567, 0.322, 0.866, 0.440], // share of the price of a building
    [0.029, -0.008, 0.004, 0.007], // dollars above two prices
    [0.266, 0.160, 0.357, 0.746], // figures in Capital Buildings
    [0.225, 0.155, 0.297, 0.594], // of them those that can pay
    [0.581, 0.214, 0.039, 1.743], // whether one of them buys first
    [0.068, 0.122, 0.215, 0.305], // set income
    [0.161, 0.152, 0.047, 0.013], // kinds with a loose counter
    [0.351, 0.437, 0.191, 0.012], // pairs
    [0.486, 0.534, 0.075, -0.031], // triples
    [0.130, 0.339, 0.122, 0.009], // ships
    [0.136, 0.314, 0.352, 0.370], // figures in Trade Goods
    [0.236, 0.031, 0.015, 0.217], // dollars that the best good adds
    [-0.236, 0.519, 0.418, 0.520], // whether the ship would be won now
    [0.134, -0.028, 0.036, -0.020], // lead for the ship
    [-0.299, 0.143, 0.004, -0.003], // shipping value where it would not
    [0.046, 0.172, 0.073, 0.093], // value in the Discovery box
    [0.056, -0.022, -0.018, 0.151], // of it the first five
    [0.252, -0.119, 0.209, -0.173], // soldiers there
    [0.051, -0.029, 0.047, -0.067], // captains there
    [-0.010, 0.091, 0.103, 0.097], // VP an expedition of all would find
    [0.240, 0.386, 0.247, 0.039], // Captain slot
    [0.598, 0.185, 0.140, 0.447], // Merchant slot
    [0.241, 0.520, 0.467, 0.124], // Missionary slot
    [-0.215, 0.281, 0.221, -0.392], // Soldier slot
    [-0.076, 0.075, 0.086, -0.211], // Training slot
    [-0.401, 0.161, 0.306, 0.134], // figures in Warfare, with soldiers
    [0.004, -0.080, -0.175, -0.821], // place in the next order
    [0.0, 0.363, 0.189, 0.019], // sugar, with the Rum Distillery
    [0.0, 0.595, 0.478, 0.065], // ships, with the Privateers
    [0.242, 0.284, 0.197, 0.107], // colonists in hand
    [0.520, 0.467, 0.355, 0.140], // captains and merchants in hand
    [0.395, 0.441, 0.483, 0.426], // missionaries in hand
    [0.212, 0.291, 0.209, 0.222], // soldiers in hand
];

/// Weights of the owned buildings, in table order; the last one is the second Settlers.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a fitted weight, by chance near 1/π")]
pub(super) const BUILDINGS: [Weight; Building::COUNT + 1] = [
    [0.368, 0.842, 0.251, -0.064], // settlers
    [1.998, 1.880, 0.622, -0.231], // monastery
    [1.531, 1.185, 0.518, -0.051], // trade_routes
    [0.555, 1.099, 0.278, 0.028], // training_grounds
    [0.966, 1.335, 0.794, 0.011], // indentured_servitude
    [0.744, 1.385, 0.254, 0.139], // conquistador
    [1.438, 1.496, 0.495, -0.100], // navigator
    [0.512, 0.049, 0.119, 0.036], // inca_empire
    [0.789, 0.690, 0.505, 0.014], // trading_post
    [0.184, -0.176, -0.170, 0.051], // cartography
    [0.0, 0.652, -0.019, -0.251], // indian_allies
    [0.0, 0.318, -0.370, -0.051], // privateers
    [0.0, 1.458, 0.460, 0.020], // ship_yards
    [0.0, 0.925, 0.364, -0.056], // cathedral
    [0.0, 1.103, 0.628, 0.151], // taxation
    [0.0, 0.369, 0.567, -0.118], // university
    [0.0, 0.922, 0.400, 0.088], // west_indies_company
    [0.0, 1.589, 0.486, 0.178], // colonization_laws
    [0.0, 0.107, 0.076, 0.152], // rum_distillery
    [0.0, 1.211, 0.416, -0.139], // marketplace
    [0.0, 0.453, 0.477, -0.396], // military_academy
    [0.0, 1.720, 0.315, -0.375], // fortress
    [0.0, 0.112, -0.116, 0.466], // stable
    [0.0, 0.0, 0.889, -0.385], // militia
    [0.0, 0.0, 0.211, -0.152], // mercantilism
    [0.0, 0.0, -0.125, -0.065], // population
    [0.0, 0.0, -0.317, -0.031], // navy
    [0.0, 0.0, -0.150, -0.181], // power
    [0.0, 0.0, 0.168, -0.011], // prosperity
    [0.0, 0.0, 0.232, -0.132], // glory
    [0.0, 0.0, 0.380, 1.601], // wealth
    [0.0, 0.0, 1.486, 1.031], // migration
    [0.0, 0.0, 1.060, 0.191], // factory
    [-0.097, 0.939, 0.382, 0.179], // settlers(second)
];
