//! The laws of the [`Game`](tradewinds_game::Game) trait.

use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::laws;
use tradewinds_game::testing::laws::Sampling;

laws!(AgeOfDiscovery, Sampling { every: 64, ..Sampling::STANDARD });
