//! Positions as their readers see them: tables of text, and all broken invariants of a file.

mod faults;
mod noise;
mod text;

use serde_json::Value;

/// Returns the last position file that a rules page gives as an example.
fn example(page: &str) -> Value {
    let (_, text) = page.rsplit_once("```json\n").unwrap();
    serde_json::from_str(text.split_once("```").unwrap().0).unwrap()
}

/// Puts values into copies of a position, each at its pointer.
fn with(position: &Value, changes: &[(&str, Value)]) -> Value {
    let mut changed = position.clone();
    for (pointer, value) in changes {
        let place = changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is in {position}"));
        *place = value.clone();
    }
    changed
}

const PUERTO_RICO: &str = include_str!("../../docs/rules/puerto-rico.md");
const MUNDUS_NOVUS: &str = include_str!("../../docs/rules/mundus-novus.md");
const AGE_OF_DISCOVERY: &str = include_str!("../../docs/rules/age-of-discovery.md");
const FRANCIS_DRAKE: &str = include_str!("../../docs/rules/francis-drake.md");
