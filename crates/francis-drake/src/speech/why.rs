//! What a player has, for reasons.

use tradewinds_game::{Holdings, Seat};

use crate::State;
use crate::words::{Commodity, Stone};

/// Lists what a player has.
pub(super) fn holdings(state: &State, seat: Seat) -> Holdings {
    let items = state.items(seat);
    let (chest, goods) = (state.chest(seat), state.goods(seat));
    let jewels: i64 = Stone::ALL.into_iter().map(|stone| i64::from(chest[stone])).sum();
    let commodities: i64 = Commodity::ALL.into_iter().map(|good| i64::from(goods[good])).sum();
    Holdings {
        counts: vec![
            ("VP", state.vp(seat).into()),
            ("crew", items.crew().into()),
            ("gun", items.guns().into()),
            ("barrel", items.barrels().into()),
            ("trade good", items.trade_goods().into()),
            ("commodity", commodities),
            ("jewel", jewels),
        ],
        things: Vec::new(),
    }
}
