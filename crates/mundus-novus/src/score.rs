//! The standing of a position (4.5).

use tradewinds_game::{PerSeat, Scores};

use crate::MundusNovus;
use crate::state::State;

/// Ranks the seats: perfect makers first, then money; equal money shares the place (J28).
pub(crate) fn scores(game: &MundusNovus, state: &State) -> Scores {
    let players = game.rules.players;
    let money = PerSeat::from_fn(players, |seat| i32::from(state.money[seat]));
    let perfect = PerSeat::from_fn(players, |seat| [i32::from(state.is_perfect(seat)), 0, 0]);
    Scores::ranked_by(money, perfect, |seat| (perfect[seat], money[seat]))
}
