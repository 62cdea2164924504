//! The laws of the [`Game`](tradewinds_game::Game) trait.

use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::laws;
use tradewinds_game::testing::laws::Sampling;

laws!(FrancisDrake, Sampling { every: 32, ..Sampling::STANDARD });
