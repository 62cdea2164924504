//! The weights of the evaluation: what each fact adds to the logarithm of a seat's odds of winning.
//!
//! They are fitted to self-play: 12,000 games of four players by `steady`, the four styles and copies of them with weights
//! multiplied by random factors, some with random moves in between; of 174,000 positions a softmax over the seats
//! predicts the win shares. On a tenth of the games that the fit had not seen its log-loss is 0.900; the estimate from
//! points and the policy's prospects that was here before had 0.936, and 1.386 is chance. In Plymouth it is 1.323, 1.054
//! and 0.702 in the three voyages.

/// A weight by voyage and by part of it: Plymouth, laying discs, missions.
pub(super) type Stages = [f32; 9];

/// Of a point so far: score track, commodities and treasure.
pub(super) const POINT: Stages = [0.0571, 0.0545, 0.1000, 0.1102, 0.1270, 0.1375, 0.1635, 0.2188, 0.3614];
/// Of a kind of commodity.
pub(super) const KIND: Stages = [0.0, 0.0, 0.144, 0.218, 0.133, 0.141, 0.105, 0.051, 0.019];
/// Of a kind held twice or more.
pub(super) const DOUBLE: Stages = [0.0, 0.0, 0.695, 0.699, 0.172, 0.001, 0.170, -0.142, -0.053];
/// Of indigo.
pub(super) const INDIGO: Stages = [0.0, 0.0, 0.136, 0.163, 0.080, -0.019, 0.025, 0.085, 0.046];
/// Of the investor tile.
pub(super) const INVESTOR: Stages = [0.229, 0.218, 0.088, 0.036, -0.065, 0.022, 0.012, -0.093, -0.020];
/// Of the admiral.
pub(super) const ADMIRAL: Stages = [0.125, 0.173, 0.117, 0.357, 0.359, 0.327, 0.532, 0.777, 0.839];
/// Of the governor.
pub(super) const GOVERNOR: Stages = [0.191, 0.086, 0.092, 0.398, 0.317, 0.269, 0.676, 0.601, 0.702];
/// Of each ship that sails before.
pub(super) const DOCK: Stages = [-0.126, -0.056, 0.021, -0.106, -0.069, 0.033, -0.211, -0.176, -0.014];
/// Of the Golden Hind.
pub(super) const GOLDEN_HIND: Stages = [0.291, 0.323, 0.006, 0.473, 0.555, 0.158, 0.617, 1.002, 0.033];
/// Of the informer.
pub(super) const INFORMER: Stages = [-0.188, 0.026, -0.091, 0.115, 0.173, -0.002, 0.193, 0.311, -0.017];
/// Of an own galleon.
pub(super) const GALLEON: Stages = [0.556, 0.376, 0.301, 0.477, 0.320, 0.112, 0.655, 0.496, 0.100];
/// Of a pinnace.
pub(super) const PINNACE: Stages = [0.316, 0.148, -0.018, 0.535, 0.300, -0.001, 0.802, 0.568, 0.0];
/// Of the first barrel before the missions.
pub(super) const BARREL_1: Stages = [-0.138, 0.680, 0.0, -0.145, 0.370, 0.0, 0.143, 2.082, 0.0];
/// Of the second.
pub(super) const BARREL_2: Stages = [0.683, 0.096, 0.0, 0.651, 0.686, 0.0, 0.689, 1.389, 0.0];
/// Of the third.
pub(super) const BARREL_3: Stages = [0.289, 0.083, 0.0, 0.314, 0.062, 0.0, 0.354, 0.223, 0.0];
/// Of the fourth.
pub(super) const BARREL_4: Stages = [0.199, 0.052, 0.0, 0.241, 0.212, 0.0, 0.479, 0.370, 0.0];
/// Of each of three trade goods before the missions.
pub(super) const TRADE_GOOD: Stages = [0.263, 0.108, 0.0, 0.140, 0.025, 0.0, 0.133, -0.005, 0.0];
/// Of a crew, up to nine.
pub(super) const CREW: Stages = [0.101, 0.015, 0.0, 0.114, 0.053, -0.012, 0.223, 0.095, -0.021];
/// Of a gun, up to nine.
pub(super) const GUN: Stages = [0.152, 0.052, 0.021, 0.234, 0.115, 0.010, 0.352, 0.204, 0.037];
/// Of a gun on the street ahead.
pub(super) const GUN_AHEAD: Stages = [0.060, 0.0, 0.0, 0.116, 0.0, 0.0, 0.172, 0.0, 0.0];
/// Of a barrel on the street ahead.
pub(super) const BARREL_AHEAD: Stages = [0.086, 0.0, 0.0, 0.145, 0.0, 0.0, 0.233, 0.0, 0.0];
/// Of an open location ahead that gives no cubes or barrels.
pub(super) const OFFICE_AHEAD: Stages = [0.097, 0.0, 0.0, 0.122, 0.0, 0.0, 0.077, 0.0, 0.0];
/// Of a player disc left for the street.
pub(super) const DISC: Stages = [0.129, 0.0, 0.0, 0.188, 0.0, 0.0, 0.311, 0.0, 0.0];
/// Of a VP of the best missions for the discs in hand.
pub(super) const PLAN: Stages = [0.0153, 0.0747, 0.0, 0.0142, 0.0809, 0.0, 0.0268, 0.1408, 0.0];
/// Of a disc in hand that counts.
pub(super) const SLOT: Stages = [0.291, 0.085, 0.0, 0.473, 0.136, 0.0, 0.617, 0.159, 0.0];
/// Of a VP that the discs on the map are expected to bring.
pub(super) const MISSION: Stages = [0.0, 0.0887, 0.0933, 0.0, 0.1036, 0.1372, 0.0, 0.1616, 0.3370];
/// Of a VP for types, those expected included.
pub(super) const TYPES: Stages = [0.0, 0.0395, 0.0655, 0.0, 0.0589, 0.1129, 0.0, 0.1079, 0.3658];
/// Of a new kind of commodity that the discs on the map are expected to bring.
pub(super) const NEW_KIND: Stages = [0.0, 0.195, 0.314, 0.0, 0.054, 0.147, 0.0, 0.009, 0.008];
