//! What was chosen in the form of a new table so far.

use crate::form::Fields;
use crate::levels::usual;

/// Returns what was chosen in a field of the form, or the usual choice.
pub(super) fn chosen<'a>(fields: &'a Fields, name: &str, usual: &'a str) -> &'a str {
    Some(fields.get(name)).filter(|text| !text.is_empty()).unwrap_or(usual)
}

/// Returns who sits at a seat by the fields: a kind of person, or a bot's name.
pub(super) fn sits<'a>(fields: &'a Fields, seat: usize, game: &str) -> &'a str {
    let usual = if seat == 0 { "me" } else { usual(game) };
    chosen(fields, &format!("seat{seat}"), usual).trim_start_matches("bot:")
}
