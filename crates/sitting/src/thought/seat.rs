//! A seat as files have it: its number, from 0.

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
use tradewinds_game::{MAX_SEATS, Seat};

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
    seat.index().serialize(to)
}

pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Seat, D::Error> {
    let index = usize::deserialize(from)?;
    if index < MAX_SEATS { Ok(Seat::new(index)) } else { Err(D::Error::custom("a seat that no game has")) }
}
