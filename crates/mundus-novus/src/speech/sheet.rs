//! What a player's points are made of (rules page 4.5): money alone.

use tradewinds_game::{Seat, Sheet};

use crate::{MundusNovus, State};

/// Lists the points by source.
pub(super) fn sheet(_: &MundusNovus, state: &State, seat: Seat) -> Sheet {
    Sheet::new().sure("Doubloons", state.money[seat])
}
