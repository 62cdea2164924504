//! Columns of a game's tables.

use crate::record::Column;

/// Makes a column of a CSV table from its name and meaning.
///
/// ```
/// use tradewinds_game::{Column, kit::column};
/// const COLUMNS: &[Column] = &[column("ship_vp", "VP for ships")];
/// assert_eq!(COLUMNS[0].name, "ship_vp");
/// ```
#[must_use]
pub const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning, cells: None }
}
