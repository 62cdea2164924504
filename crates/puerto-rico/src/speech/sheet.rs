//! What a player's points are made of (rules page 13.4).

use tradewinds_game::{Seat, Sheet};

use crate::{PuertoRico, State};

/// Lists the points by source. What a large building brings hangs on its colonist, which may move.
pub(super) fn sheet(game: &PuertoRico, state: &State, seat: Seat) -> Sheet {
    let points = game.points(&state.players[seat.index()]);
    Sheet::new()
        .sure("VP chips", points.chips)
        .sure("Buildings", points.buildings)
        .open("Guild hall", points.guild_hall)
        .open("Residence", points.residence)
        .open("Fortress", points.fortress)
        .open("Customs house", points.customs_house)
        .open("City hall", points.city_hall)
}
