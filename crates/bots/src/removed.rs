//! Settings that won no race and left, so that an old preset gets more than "unknown key".

use tradewinds_game::InputError;

/// The tables and keys that left, each with the last commit that has it.
const REMOVED: [(&str, &str, &str); 3] = [
    ("search", "beliefs", "5758f06f"),
    ("search", "belief_temperature", "5758f06f"),
    ("value", "beliefs", "5758f06f"),
];

/// Returns what is wrong with a preset that has a setting of earlier; otherwise `error`, why it is refused.
pub(crate) fn or_removed(source_name: &str, text: &str, error: InputError) -> InputError {
    let Ok(preset) = text.parse::<toml_edit::DocumentMut>() else { return error };
    let found = REMOVED.iter().find_map(|&(table, key, commit)| {
        let value = preset.get(table)?.as_table_like()?.get(key)?;
        Some((format!("{table}.{key}"), value.to_string().trim().to_owned(), commit))
    });
    let Some((field, value, commit)) = found else { return error };
    let allowed =
        format!("nothing: this setting won no race and left; commit {commit} is the last that has it");
    InputError::conflict(source_name, field, value, allowed)
}
