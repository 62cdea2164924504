//! The laws of the [`Game`](tradewinds_game::Game) trait.

use tradewinds_game::laws;
use tradewinds_game::testing::laws::Sampling;
use tradewinds_mundus_novus::MundusNovus;

laws!(MundusNovus, Sampling { every: 64, ..Sampling::STANDARD });
