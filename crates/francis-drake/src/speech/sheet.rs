//! What a player's points are made of (rules page 5).

use tradewinds_game::{Seat, Sheet};

use crate::{FrancisDrake, State};

/// Lists the points by source.
pub(super) fn sheet(game: &FrancisDrake, state: &State, seat: Seat) -> Sheet {
    let [track, commodities, treasure] = game.points(state, seat);
    Sheet::new().sure("Score track", track).sure("Commodities", commodities).sure("Treasure", treasure)
}
