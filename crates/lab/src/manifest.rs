//! Checks that manifests of studies share.

use std::fmt::Display;

use tradewinds_game::{InputError, NAME_RULE, Origin, is_file_name};

/// Refuses what a field holds.
pub(super) fn refuse<T>(
    field: &str,
    found: impl Into<String>,
    allowed: impl Into<String>,
) -> Result<T, InputError> {
    Err(InputError::new("", field, found, allowed))
}

/// Checks a name that is used as a file name.
pub(super) fn check_name(field: &str, name: &str) -> Result<(), InputError> {
    if is_file_name(name) { Ok(()) } else { refuse(field, format!("{name:?}"), NAME_RULE) }
}

/// Returns whether all items are different.
pub(super) fn distinct<T: PartialEq>(items: &[T]) -> bool {
    (1..items.len()).all(|index| !items[..index].contains(&items[index]))
}

/// Refuses a value that is out of its range.
pub(super) fn range<T: PartialOrd + Display>(
    field: &str,
    value: T,
    least: T,
    most: T,
) -> Result<(), InputError> {
    InputError::check_range(Origin::Unnamed, field, value, least, most)
}
