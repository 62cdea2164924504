//! The laws of the [`Game`](tradewinds_game::Game) trait.

use tradewinds_game::laws;
use tradewinds_puerto_rico::PuertoRico;

laws!(PuertoRico);
