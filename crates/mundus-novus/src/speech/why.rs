//! What a player has, for reasons.

use tradewinds_game::{Holdings, Seat};

use crate::{MundusNovus, State};

/// Lists what a player has. What is in another player's hand is a matter of the world that is looked at.
pub(super) fn holdings(game: &MundusNovus, state: &State, seat: Seat) -> Holdings {
    Holdings {
        counts: vec![
            ("doubloon", state.money[seat].into()),
            ("card", state.hand[seat].total() as i64),
            ("development", state.owned[seat].len() as i64),
        ],
        things: state.owned[seat].iter().map(|id| game.rules.title(id).to_owned()).collect(),
    }
}
