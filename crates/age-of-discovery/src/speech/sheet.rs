//! What a player's points are made of (rules page 14.4).

use tradewinds_game::{Seat, Sheet};

use crate::{AgeOfDiscovery, State};

/// Lists the points by source. Buildings with a formula count what the player has at the end.
pub(super) fn sheet(game: &AgeOfDiscovery, state: &State, seat: Seat) -> Sheet {
    let points = game.points(state.player(seat));
    Sheet::new()
        .sure("Regions", points.regions as i32)
        .sure("Discovery tiles", points.tiles as i32)
        .sure("Discovery cards", points.cards as i32)
        .sure("Buildings with fixed VP", points.fixed_buildings as i32)
        .open("Buildings with a formula", points.formula_buildings as i32)
        .sure("Economy", points.economy as i32)
}
