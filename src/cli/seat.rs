//! The seat that a user names with `--seat`: counted from 1, as every text for people counts.

use tradewinds::game::{InputError, Seat};

/// Returns the seat of a number at a table of `players`.
pub(super) fn of_number(number: usize, players: usize) -> Result<Seat, InputError> {
    let refuse = || InputError::new("--seat", "", number.to_string(), format!("1 to {players}"));
    Seat::from_number(number, players).ok_or_else(refuse)
}
