//! What stands beside the board of a position: what a click does, and the fields of the thing that was clicked.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::from_one;
use tradewinds_game::speech::capital;

use crate::boards::badge;
use crate::position::editor::Editor;
use crate::position::field::{Does, Field, Part};
use crate::position::vocabulary::{escaped, general};

/// The fields of a position that boards do not change.
const FIXED: [&str; 5] = ["game", "players", "rules", "options", "dataset"];

/// The most choices that are buttons; more are a list.
const MOST_BUTTONS: usize = 6;

pub(super) fn panel(editor: &Editor) -> Markup {
    let shown = editor.shown();
    html! {
        (hand(editor))
        @if shown.is_empty() {
            p.note { "Click a thing on the board: it changes, and its fields appear here. Buttons below show what lies nowhere." }
        } @else {
            div.rows #rows { @for item in &shown { (rows(editor, &item.field, item.name.as_deref(), 0)) } }
        }
        (elsewhere(editor))
    }
}

/// Draws what a click does, and for which seat.
fn hand(editor: &Editor) -> Markup {
    let words = |does| match does {
        Does::Put => "puts",
        Does::Take => "takes",
        Does::Look => "shows",
    };
    html! {
        fieldset.hand { legend { "A click" }
            @for does in Does::ALL {
                label { input type="radio" name="does" value=(does.word()) checked[does == editor.does]; span { (words(does)) } }
            }
        }
        fieldset.hand { legend { "For seat" }
            @for seat in 0..editor.draft.players() {
                label { input type="radio" name="seat" value=(seat) checked[seat == editor.seat]; span { (badge(seat)) span.sr { (from_one(seat)) } } }
            }
        }
    }
}

/// Draws buttons for the fields at the top of the position: not all of them lie on the board.
fn elsewhere(editor: &Editor) -> Markup {
    let fields = editor.draft.position.as_object().into_iter().flat_map(serde_json::Map::keys);
    let optional = editor.vocabulary.optional("");
    let keys = fields.map(String::as_str).chain(optional.iter().copied());
    let mut keys: Vec<&str> = keys.filter(|key| !FIXED.contains(key)).collect();
    keys.sort_unstable();
    keys.dedup();
    html! {
        details.elsewhere #elsewhere { summary { "Round, decision and more" }
            div.row { @for key in keys {
                @let mark = format!("/{}", escaped(key));
                button.tool name="do" value={ "press:" (mark) } aria-pressed=[(editor.mark == mark).then_some("true")] { (key.replace('_', " ")) }
            } }
        }
    }
}

/// Draws the fields that a field of a mark stands for.
fn rows(editor: &Editor, field: &Field, called: Option<&str>, depth: usize) -> Markup {
    let position = &editor.draft.position;
    let place = general(position, &field.pointer);
    let vocabulary = &editor.vocabulary;
    let value = position.pointer(&field.pointer);
    let blank = vocabulary.blank(&place);
    let name = called
        .map_or_else(|| if depth == 0 { full(editor, field) } else { label(editor, field) }, str::to_owned);
    match (&field.part, value.or_else(|| vocabulary.values(&place).first()).or(blank.as_ref())) {
        (Part::Is(word), _) => choices(editor, &field.pointer, &place, &name, Some(word)),
        (Part::Count(_), _) => stepper(editor, field, &name),
        (Part::Whole, Some(Value::Object(_))) => {
            let own = value.and_then(Value::as_object).into_iter().flat_map(serde_json::Map::keys);
            let mut keys: Vec<&str> = own.map(String::as_str).chain(vocabulary.keys(&place)).collect();
            keys.sort_unstable();
            keys.dedup();
            let below = keys.into_iter().map(|key| format!("{}/{}", field.pointer, escaped(key)));
            group(editor, &field.pointer, depth, below.map(|pointer| Field { pointer, part: Part::Whole }))
        }
        (Part::Whole, Some(Value::Array(_))) => {
            let list = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let words = words_of(editor, list, &format!("{place}/*"));
            let field_of =
                |word: &String| Field { pointer: field.pointer.clone(), part: Part::Count(word.clone()) };
            if !vocabulary.is_open(&place) {
                let each = (0..list.len()).map(|index| format!("{}/{index}", field.pointer));
                let each = each.map(|pointer| Field { pointer, part: Part::Whole });
                let is_short = list.len() < vocabulary.longest(&place);
                return html! {
                    (group(editor, &field.pointer, depth, each))
                    @if is_short { (addition(editor, &field.pointer, &words)) }
                };
            }
            // What is in a long list stands there; the rest is a choice.
            let is_long = words.len() > MOST_BUTTONS;
            let is_there = |word: &&String| field_of(word).count(position) > Some(0);
            let counts = words.iter().filter(|word| !is_long || is_there(word)).map(field_of);
            html! {
                (group(editor, &field.pointer, depth, counts))
                @if is_long { (addition(editor, &field.pointer, &words)) }
            }
        }
        (Part::Whole, Some(Value::String(_))) if vocabulary.is_cards(&place) => {
            let mut letters: Vec<char> =
                vocabulary.texts(&place).iter().flat_map(|text| text.chars()).collect();
            letters.sort_unstable();
            letters.dedup();
            let count = |letter: char| Field {
                pointer: field.pointer.clone(),
                part: Part::Count(letter.to_string()),
            };
            group(editor, &field.pointer, depth, letters.into_iter().map(count))
        }
        (Part::Whole, Some(Value::String(_) | Value::Null)) => {
            choices(editor, &field.pointer, &place, &name, None)
        }
        (Part::Whole, Some(Value::Number(_))) if is_seat(editor, &place) => {
            choices(editor, &field.pointer, &place, &name, None)
        }
        (Part::Whole, Some(Value::Bool(_))) => toggle(editor, field, &name),
        (Part::Whole, _) => stepper(editor, field, &name),
    }
}

/// Returns whether a number is that of a seat, or nobody's.
fn is_seat(editor: &Editor, place: &str) -> bool {
    let Some((above, key)) = place.rsplit_once('/') else { return false };
    !place.starts_with("/players")
        && editor.vocabulary.optional(above).contains(key)
        && editor.is_of_seats(place)
}

/// Lists the words that a list has or may have.
fn words_of(editor: &Editor, list: &[Value], place: &str) -> Vec<String> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let known = editor.vocabulary.values(place).iter().filter(|value| !value.is_array());
    let mut words: Vec<String> = list.iter().chain(known).map(word).collect();
    if editor.is_of_seats(place) {
        words.extend((0..editor.draft.players()).map(|seat| seat.to_string()));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Draws fields under what they have in common; inside others, folded.
fn group(editor: &Editor, pointer: &str, depth: usize, fields: impl Iterator<Item = Field>) -> Markup {
    let content = html! { @for field in fields { (rows(editor, &field, None, depth + 1)) } };
    html! {
        @if depth == 0 { div.group { b { (title(editor, pointer)) } (content) } }
        @else { details.group id={ "of:" (pointer) } { summary { (name(editor, pointer)) } (content) } }
    }
}

/// Draws a number with its steps.
fn stepper(editor: &Editor, field: &Field, name: &str) -> Markup {
    let count = field.count(&editor.draft.position).unwrap_or(0);
    let text = text_of(field);
    let title = full(editor, field);
    let place = general(&editor.draft.position, &field.pointer);
    let is_large = field.part == Part::Whole
        && editor.vocabulary.values(&place).iter().any(|value| value.as_i64() > Some(9));
    let step = |by: i64, words: &str, sign: char| {
        html! {
            button.step name="do" value={ "change:" (sign) (by) (text) } aria-label={ (words) ": " (title) } {
                @if by > 1 { (if sign == '-' { '−' } else { sign }) (by) } @else { (if sign == '-' { '−' } else { sign }) }
            }
        }
    };
    html! {
        div.stepper {
            span.name { (name) }
            @if is_large { (step(5, "Five less", '-')) }
            (step(1, "One less", '-')) output { (count) } (step(1, "One more", '+'))
            @if is_large { (step(5, "Five more", '+')) }
        }
    }
}

fn toggle(editor: &Editor, field: &Field, name: &str) -> Markup {
    let is_so = field.count(&editor.draft.position) == Some(1);
    html! {
        div.stepper {
            span.name { (name) }
            button.tool name="do" value={ "change:~" (text_of(field)) } aria-pressed=(is_so) aria-label=(full(editor, field)) { (if is_so { "yes" } else { "no" }) }
        }
    }
}

/// Draws the words that a place may have, and nothing if it may be empty.
fn choices(editor: &Editor, pointer: &str, place: &str, name: &str, own: Option<&String>) -> Markup {
    let position = &editor.draft.position;
    let now = position.pointer(pointer);
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let is_plain = |value: &&Value| !value.is_null() && !value.is_array() && !value.is_object();
    let known = editor.vocabulary.choices(place).into_iter().filter(is_plain);
    let mut words: Vec<String> =
        now.filter(|now| !now.is_null()).into_iter().chain(known).map(word).chain(own.cloned()).collect();
    if editor.is_of_seats(place) {
        words.extend((0..editor.draft.players()).map(|seat| seat.to_string()));
    }
    words.sort_unstable();
    words.dedup();
    let current = now.map(word);
    let is_now = |word: &String| current.as_ref() == Some(word);
    let shown = |word: &str| if editor.is_of_seats(place) { seat_word(word) } else { word.replace('_', " ") };
    html! {
        div.stepper {
            span.name { (name) }
            @if words.len() <= MOST_BUTTONS {
                @for word in &words {
                    @let sign = if is_now(word) { '-' } else { '+' };
                    button.tool name="do" value={ "change:" (sign) (pointer) "=" (word) } aria-pressed=(is_now(word)) { (shown(word)) span.sr { ": " (title(editor, pointer)) } }
                }
            } @else {
                select name={ "to:" (pointer) } aria-label=(title(editor, pointer)) { @for word in &words { option value=(word) selected[is_now(word)] { (shown(word)) } } }
                button.tool name="do" value={ "set:" (pointer) } { "Set" span.sr { " " (title(editor, pointer)) } }
            }
        }
    }
}

/// Draws the words that can be added to a list.
fn addition(editor: &Editor, pointer: &str, words: &[String]) -> Markup {
    html! {
        div.stepper {
            select name={ "to:" (pointer) } aria-label={ "To add to " (title(editor, pointer)) } { @for word in words { option value=(word) { (plain(word)) } } }
            button.tool name="do" value={ "more:" (pointer) } { "Add" span.sr { " to " (title(editor, pointer)) } }
        }
    }
}

/// Writes a field as in a mark.
fn text_of(field: &Field) -> String {
    match &field.part {
        Part::Whole => field.pointer.clone(),
        Part::Count(word) => format!("{}#{word}", field.pointer),
        Part::Is(word) => format!("{}={word}", field.pointer),
    }
}

fn seat_word(word: &str) -> String {
    word.parse().map_or_else(|_| word.to_owned(), |seat: usize| format!("seat {}", from_one(seat)))
}

/// Names a field beside others of its kind.
fn label(editor: &Editor, field: &Field) -> String {
    match &field.part {
        Part::Whole | Part::Is(_) => name(editor, &field.pointer),
        Part::Count(word) => {
            let place = format!("{}/*", general(&editor.draft.position, &field.pointer));
            if editor.is_of_seats(&place) { seat_word(word) } else { plain(word) }
        }
    }
}

/// Writes a word of a list without the marks of JSON; of a pair, the seat and the word.
fn plain(word: &str) -> String {
    match serde_json::from_str(word) {
        Ok(Value::Array(pair)) => {
            let part =
                |value: &Value| value.as_str().map_or_else(|| seat_word(&value.to_string()), str::to_owned);
            pair.iter().map(part).collect::<Vec<_>>().join(" ")
        }
        _ => word.replace('_', " "),
    }
}

/// Names a place by its end, with the seat of a player's place.
fn name(editor: &Editor, pointer: &str) -> String {
    let place = general(&editor.draft.position, pointer);
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let end = parts.last().copied().unwrap_or_default().replace('_', " ");
    match (parts.as_slice(), place.ends_with("/*")) {
        (["players", seat], _) => capital(&seat_word(seat)),
        ([.., list, index], true) => {
            let number = index
                .parse()
                .map_or_else(|_| (*index).to_owned(), |index: usize| from_one(index).to_string());
            format!("{} {number}", list.replace('_', " "))
        }
        _ => end,
    }
}

/// Names a place with all that it lies in.
fn title(editor: &Editor, pointer: &str) -> String {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let words = |parts: &[&str]| {
        let words: Vec<String> = parts.iter().map(|part| part.replace('_', " ")).collect();
        words.join(", ")
    };
    match parts.as_slice() {
        ["players", seat] => capital(&seat_word(seat)),
        ["players", seat, rest @ ..] => format!("{}: {}", capital(&seat_word(seat)), words(rest)),
        _ if general(&editor.draft.position, pointer).ends_with("/*") => name(editor, pointer),
        parts => words(parts),
    }
}

/// Names a field with all that it lies in.
fn full(editor: &Editor, field: &Field) -> String {
    match &field.part {
        Part::Whole | Part::Is(_) => title(editor, &field.pointer),
        Part::Count(_) => format!("{}, {}", title(editor, &field.pointer), label(editor, field)),
    }
}
