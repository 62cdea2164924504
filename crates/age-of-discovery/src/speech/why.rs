//! What a player has, for reasons.

use tradewinds_game::{Holdings, Seat};
use tradewinds_report::title;

use crate::State;

/// Lists what a player has.
pub(super) fn holdings(state: &State, seat: Seat) -> Holdings {
    let player = state.player(seat);
    Holdings {
        counts: vec![
            ("dollar", player.money.into()),
            ("trade good", player.good_total().into()),
            ("unit", player.all_units().into()),
            ("discovery tile", player.tiles().count() as i64),
            ("discovery card", player.cards().count() as i64),
            ("ship", player.ships.into()),
        ],
        things: player.buildings().map(|building| title(building.word())).collect(),
    }
}
