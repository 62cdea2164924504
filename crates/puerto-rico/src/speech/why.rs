//! What a player has, for reasons.

use tradewinds_game::{Holdings, Seat};

use crate::State;
use crate::words::Tile;

/// Lists what a player has.
pub(super) fn holdings(state: &State, seat: Seat) -> Holdings {
    let player = &state.players[seat.index()];
    let quarries = player.tiles.get(Tile::Quarry.index());
    let tiles: u32 = Tile::ALL.into_iter().map(|tile| u32::from(player.tiles.get(tile.index()))).sum();
    let goods: u32 =
        crate::words::Good::ALL.into_iter().map(|good| u32::from(player.goods.get(good.index()))).sum();
    Holdings {
        counts: vec![
            ("doubloon", player.doubloons.into()),
            ("VP chip", player.vp.into()),
            ("barrel", goods.into()),
            ("plantation", (tiles - u32::from(quarries)).into()),
            ("quarry", quarries.into()),
            ("colonist", player.colonists.into()),
        ],
        things: player.owned.iter().map(|building| format!("the {building}")).collect(),
    }
}
