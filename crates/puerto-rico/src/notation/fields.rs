//! Fields of position files.

use std::collections::BTreeMap;

use crate::limits::MAX_COUNT;
use tradewinds_game::InputError;
use tradewinds_game::kit::{Counts8, Fields, Word};

/// Counts by name, as a file has them.
pub(super) type NamedCounts = BTreeMap<String, u32>;

/// The fields of position files.
pub(super) const POSITION: Fields<'_> = Fields::POSITION;

/// Reads counts by word; none above [`MAX_COUNT`].
pub(super) fn read_counts<K: Word>(field: &str, counts: &NamedCounts) -> Result<Counts8, InputError> {
    Ok(Counts8::from_slice(POSITION.counts::<K>(field, counts, MAX_COUNT)?.as_slice()))
}
