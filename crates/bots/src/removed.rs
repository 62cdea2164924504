//! Settings that won no race and left, so that an old preset gets more than "unknown key".

use tradewinds_game::InputError;

/// What left: table, key and, if only one value of the key did, the value.
const REMOVED: [(&str, &str, Option<&str>); 16] = [
    ("search", "beliefs", None),
    ("search", "belief_temperature", None),
    ("search", "bias", None),
    ("search", "expansion", None),
    ("search", "final_move", None),
    ("search", "first_play_urgency", None),
    ("search", "fresh_priors", None),
    ("search", "gumbel_actions", None),
    ("search", "gumbel_scale", None),
    ("search", "policy_decisions", None),
    ("search", "rollout", Some("mast")),
    ("search", "root", Some("gumbel")),
    ("search", "widening", None),
    ("search", "widening_factor", None),
    ("value", "beliefs", None),
    ("value", "own_views", None),
];

/// The last commit that has them.
const LAST_COMMIT: &str = "5758f06f";

/// Returns what is wrong with a preset that has a setting of earlier; otherwise `error`, why it is refused.
pub(crate) fn or_removed(source_name: &str, text: &str, error: InputError) -> InputError {
    let Ok(preset) = text.parse::<toml_edit::DocumentMut>() else { return error };
    let found = REMOVED.iter().find_map(|&(table, key, only)| {
        let value = preset.get(table)?.as_table_like()?.get(key)?;
        let has_left = only.is_none() || value.as_str() == only;
        has_left.then(|| (format!("{table}.{key}"), value.to_string().trim().to_owned()))
    });
    let Some((field, value)) = found else { return error };
    let allowed = format!("nothing: it won no race and left; commit {LAST_COMMIT} is the last that has it");
    InputError::conflict(source_name, field, value, allowed)
}
