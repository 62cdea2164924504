//! The board of a game that has none of its own: the fields of the position that the reader may see.

use maud::{Markup, html};
use serde_json::Value;

use super::{Draw, Panel, badge};

pub(super) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    let fields = draw.shown.position().as_object().into_iter().flatten();
    let body = html! {
        ul.plain { @for (name, value) in fields { li { b { (name.replace('_', " ")) } " " (field(draw, value)) } } }
    };
    vec![Panel::new("position", html! { "The position" }, body)]
}

/// Draws a field; of a list with an entry for each seat, each with its seat.
fn field(draw: &Draw<'_>, value: &Value) -> Markup {
    match value.as_array() {
        Some(entries) if entries.len() == draw.setting.names.len() => html! {
            @for (seat, entry) in entries.iter().enumerate() { " " (badge(seat)) " " (words(entry)) }
        },
        _ => html! { (words(value)) },
    }
}

/// Writes a value without the marks of JSON.
fn words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(entries) if entries.is_empty() => "none".to_owned(),
        Value::Array(entries) => entries.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let parts: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name} {}", words(value))).collect();
            parts.join("; ")
        }
        plain => plain.to_string(),
    }
}
