//! The form of a position, made from the position itself: every field a number, a choice or a list.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::from_one;

use crate::position::editor::Editor;
use crate::position::field_of;
use crate::position::vocabulary::{escaped, general};

/// Draws all fields of a position.
pub(super) fn fields(editor: &Editor) -> Markup {
    html! {
        p.note { "Change what you like, add with the lists, take out with ×, and press Check. Seats and places in the fields count from 0, as in position files." }
        @if let Value::Object(fields) = &editor.draft.position {
            @for (key, value) in fields.iter().filter(|(key, _)| *key != "game") {
                (field(editor, &format!("/{}", escaped(key)), &key.replace('_', " "), value, 0))
            }
        }
        @for place in editor.vocabulary.places() {
            datalist id={ "d:" (place) } { @for text in editor.vocabulary.texts(place) { option value=(text) {} } }
        }
    }
}

/// Draws a field and what is below it.
fn field(editor: &Editor, at: &str, name: &str, value: &Value, depth: usize) -> Markup {
    let inner = match value {
        Value::Object(_) | Value::Array(_) => inside(editor, at, value, depth),
        value => return scalar(editor, at, name, value),
    };
    // Long lists are folded.
    let is_long = value.as_array().is_some_and(|list| list.len() > 8);
    if depth == 0 {
        html! { details.fields open[!is_long] { summary { (name) } (inner) } }
    } else {
        html! { fieldset.fields { legend { (name) } (inner) } }
    }
}

fn inside(editor: &Editor, at: &str, value: &Value, depth: usize) -> Markup {
    let vocabulary = &editor.vocabulary;
    let place = general(&editor.draft.position, at);
    match value {
        Value::Object(fields) => {
            let optional = vocabulary.optional(&place);
            let missing: Vec<&&str> = optional.iter().filter(|key| !fields.contains_key(**key)).collect();
            html! {
                @for (key, value) in fields {
                    @let below = format!("{at}/{}", escaped(key));
                    div.entry { (field(editor, &below, &key.replace('_', " "), value, depth + 1))
                        @if optional.contains(key.as_str()) { (without(&below, key)) } }
                }
                @if !missing.is_empty() {
                    span.inline {
                        select name={ "new:" (at) } aria-label={ "Something to add to " (field_of(at)) } {
                            @for key in &missing { option value=(key) { (key.replace('_', " ")) } }
                        }
                        button.tool name="do" value={ "add:" (at) } { "Add" span.sr { " it to " (field_of(at)) } }
                    }
                }
            }
        }
        Value::Array(list) => {
            let is_open = vocabulary.is_open(&place);
            let texts = vocabulary.texts(&format!("{place}/*"));
            html! {
                @for (index, value) in list.iter().enumerate() {
                    @let below = format!("{at}/{index}");
                    @let name = if at == "/players" { format!("Seat {}", from_one(index)) } else { index.to_string() };
                    div.entry { (field(editor, &below, &name, value, depth + 1))
                        @if is_open { (without(&below, &index.to_string())) } }
                }
                @if is_open {
                    span.inline {
                        @if !texts.is_empty() {
                            select name={ "new:" (at) } aria-label={ "Something to add to " (field_of(at)) } {
                                @for text in &texts { option value=(text) { (text) } }
                            }
                        }
                        button.tool name="do" value={ "add:" (at) } { "Add" span.sr { " one to " (field_of(at)) } }
                    }
                }
            }
        }
        _ => html! {},
    }
}

fn scalar(editor: &Editor, at: &str, name: &str, value: &Value) -> Markup {
    let is_wrong = editor.session.as_ref().err().is_some_and(|error| error.field() == field_of(at));
    let invalid = is_wrong.then_some("true");
    let field = format!("v:{at}");
    html! {
        label.value { (name) " "
            @match value {
                Value::Number(number) => {
                    input type="number" name=(field) value=(number) aria-invalid=[invalid];
                }
                Value::Bool(is_so) => {
                    select name=(field) aria-invalid=[invalid] {
                        option value="true" selected[*is_so] { "yes" }
                        option value="false" selected[!*is_so] { "no" }
                    }
                }
                Value::String(text) => {
                    input type="text" name=(field) value=(text) list={ "d:" (general(&editor.draft.position, at)) } aria-invalid=[invalid];
                }
                _ => { input type="text" name=(field) value="" placeholder="nothing" aria-invalid=[invalid]; }
            }
        }
    }
}

/// Draws the button that takes a key or an element out.
fn without(at: &str, name: &str) -> Markup {
    html! { button.tool.out name="do" value={ "drop:" (at) } aria-label={ "Take " (name.replace('_', " ")) " out of " (field_of(at)) } { "×" } }
}
