//! Fields of a position as boards name them, and what a click on a thing of a board does to them.
//!
//! | field | meaning |
//! |---|---|
//! | `/players/0/doubloons` | the number there, or yes and no |
//! | `/queue#WS1` | how often the word is in the list, the letter in the text, the key in the object |
//! | `/event=storm` | whether the word is there |
//!
//! `@` is the seat in hand. A thing is marked with the fields that belong to it: `-/queue#WS1;+/players/@/developments#WS1;/queue`.
//! A click adds one where a field has `+`, or the number that follows, takes one away at `-`, and turns a `~` around;
//! the others are shown beside the board. What follows `|` is the name of a field there.

use serde_json::{Map, Value};

use super::vocabulary::{Vocabulary, escaped, general, unescaped};

/// What of a place a field is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All that is there.
    Whole,
    /// The number of a word.
    Count(String),
    /// Whether a word is there.
    Is(String),
}

/// A field of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    pub(crate) pointer: String,
    pub(crate) part: Part,
}

impl Field {
    pub(crate) fn parse(text: &str) -> Self {
        let at = text.find(['#', '=']);
        let (pointer, rest) = text.split_at(at.unwrap_or(text.len()));
        let word = || rest[1..].to_owned();
        let part = match rest.as_bytes().first() {
            Some(b'#') => Part::Count(word()),
            Some(_) => Part::Is(word()),
            None => Part::Whole,
        };
        Self { pointer: pointer.to_owned(), part }
    }

    /// Returns the number that the field has in a position; `None` if it has none. What is left out is 0.
    pub(crate) fn count(&self, position: &Value) -> Option<i64> {
        let value = position.pointer(&self.pointer);
        let count = |is_so: bool| Some(i64::from(is_so));
        match (&self.part, value) {
            (Part::Whole, Some(Value::Number(number))) => number.as_i64(),
            (Part::Whole, Some(Value::Bool(is_so))) => count(*is_so),
            (Part::Whole, Some(_)) => None,
            (_, None | Some(Value::Null)) => Some(0),
            (Part::Is(word), Some(value)) => count(is_word(value, word)),
            (Part::Count(word), Some(value)) => match value {
                Value::Array(list) => {
                    i64::try_from(list.iter().filter(|one| is_word(one, word)).count()).ok()
                }
                Value::String(text) => i64::try_from(text.matches(word.as_str()).count()).ok(),
                Value::Object(fields) => count(fields.contains_key(word)),
                _ => None,
            },
        }
    }

    /// Changes the field; what cannot be changed so stays as it is.
    pub(crate) fn change(&self, position: &mut Value, by: i64, vocabulary: &Vocabulary) {
        let place = general(position, &self.pointer);
        if let Part::Is(word) = &self.part {
            self.set(position, (by > 0).then_some(word), vocabulary);
            return;
        }
        let Some(value) = opened(position, &self.pointer, vocabulary) else { return };
        match (&self.part, value) {
            (Part::Whole, Value::Bool(is_so)) => *is_so = by > 0,
            (Part::Whole, value @ (Value::Number(_) | Value::Null)) => {
                let before = value.as_i64().unwrap_or(0);
                *value = Value::from(before.saturating_add(by).max(before.min(0)));
            }
            (Part::Count(word), Value::Object(fields)) => {
                if by < 0 {
                    fields.remove(word);
                } else if !fields.contains_key(word) {
                    let below = format!("{place}/{}", escaped(word));
                    fields.insert(word.clone(), vocabulary.blank(&below).unwrap_or(Value::from(0)));
                }
            }
            (Part::Count(word), value) => {
                for _ in 0..by.unsigned_abs().min(MOST) {
                    if by > 0 {
                        put(value, word, vocabulary.example(&format!("{place}/*")));
                    } else {
                        take(value, word);
                    }
                }
            }
            _ => {}
        }
        prune(position, &self.pointer, vocabulary);
    }

    /// Writes a word there, or nothing.
    fn set(&self, position: &mut Value, word: Option<&String>, vocabulary: &Vocabulary) {
        let place = general(position, &self.pointer);
        let Some((above, key)) = self.pointer.rsplit_once('/') else { return };
        let example = vocabulary.values(&place).iter().find(|value| !value.is_null());
        // An object that is left out while it is empty.
        if word.is_some() && position.pointer(above).is_none() {
            opened(position, above, vocabulary);
        }
        match position.pointer_mut(above) {
            Some(Value::Object(fields)) => {
                let key = unescaped(key);
                match word {
                    Some(word) => drop(fields.insert(key, value_of(word, example))),
                    None if vocabulary.values(&place).contains(&Value::Null) => {
                        drop(fields.insert(key, Value::Null));
                    }
                    None => drop(fields.remove(&key)),
                }
            }
            Some(Value::Array(list)) => {
                let index: Option<usize> = key.parse().ok();
                if let (Some(word), Some(one)) = (word, index.and_then(|index| list.get_mut(index))) {
                    *one = value_of(word, example);
                }
            }
            _ => {}
        }
        if word.is_none() {
            prune(position, above, vocabulary);
        }
    }
}

/// No change is larger.
const MOST: u64 = 1000;

/// Returns a word as it stands in a file, beside an example.
fn value_of(word: &str, example: Option<&Value>) -> Value {
    let parsed =
        || serde_json::from_str(word).ok().filter(|value: &Value| value.is_number() || value.is_array());
    match example {
        Some(Value::String(_)) => None,
        _ => parsed(),
    }
    .unwrap_or_else(|| Value::from(word))
}

fn is_word(value: &Value, word: &str) -> bool {
    match value {
        Value::String(text) => text == word,
        other => *other == value_of(word, None),
    }
}

/// Puts a word at the end of a list, or a card among others.
fn put(value: &mut Value, word: &str, example: Option<&Value>) {
    match value {
        Value::Array(list) => list.push(value_of(word, example)),
        Value::String(text) => {
            let is_sorted = text.as_bytes().is_sorted();
            text.push_str(word);
            if is_sorted {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                *text = letters.into_iter().collect();
            }
        }
        _ => {}
    }
}

/// Takes the last of a word out of a list, or a card from others: an unknown one if the card itself is not known there.
fn take(value: &mut Value, word: &str) {
    match value {
        Value::Array(list) => {
            if let Some(index) = list.iter().rposition(|one| is_word(one, word)) {
                list.remove(index);
            }
        }
        Value::String(text) => {
            if let Some(index) = text.rfind(word).or_else(|| text.rfind('?')) {
                text.remove(index);
            }
        }
        _ => {}
    }
}

/// Returns the value at a pointer; what is left out is made, as empty as it can be.
fn opened<'a>(position: &'a mut Value, pointer: &str, vocabulary: &Vocabulary) -> Option<&'a mut Value> {
    let place = general(position, pointer);
    let ends: Vec<usize> = place.match_indices('/').map(|(at, _)| at).skip(1).chain([place.len()]).collect();
    let parts = pointer.split('/').skip(1);
    let mut value = position;
    for (part, end) in parts.zip(ends) {
        let blank = || vocabulary.blank(&place[..end]);
        value = match value {
            Value::Object(fields) => {
                let made = || {
                    blank().unwrap_or_else(|| if end < place.len() { Map::new().into() } else { 0.into() })
                };
                fields.entry(unescaped(part)).or_insert_with(made)
            }
            Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Takes a key out whose value is blank, if files leave it out then, and the object around it, too.
fn prune(position: &mut Value, pointer: &str, vocabulary: &Vocabulary) {
    let mut pointer = pointer;
    while let Some((above, key)) = pointer.rsplit_once('/') {
        if !position.pointer(above).is_some_and(Value::is_array) {
            let place = general(position, pointer);
            let blank = vocabulary.blank(&place);
            let Some(value) = position.pointer(pointer) else { return };
            let is_blank = *value == blank.unwrap_or(Value::from(0));
            let key = unescaped(key);
            if !is_blank || !vocabulary.leaves_out(&place, &key, value) {
                return;
            }
            if let Some(Value::Object(fields)) = position.pointer_mut(above) {
                fields.remove(&key);
            }
        }
        pointer = above;
    }
}

/// What a click on a thing does with the fields that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Does {
    /// What its mark says.
    #[default]
    Put,
    /// Takes one away.
    Take,
    /// Shows its fields.
    Look,
}

impl Does {
    pub(crate) const ALL: [Self; 3] = [Self::Put, Self::Take, Self::Look];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Put => "put",
            Self::Take => "take",
            Self::Look => "look",
        }
    }
}

/// A field in a mark, with what a click does to it.
#[derive(Debug)]
pub(crate) struct Item {
    sign: Option<char>,
    by: i64,
    pub(crate) field: Field,
    /// What the field is called beside the board, if its place does not say it.
    pub(crate) name: Option<String>,
}

/// Reads the mark of a thing for the seat in hand.
pub(crate) fn items(mark: &str, seat: usize) -> Vec<Item> {
    let mark = mark.replace('@', &seat.to_string());
    let read = |text: &str| {
        let (text, name) =
            text.split_once('|').map_or((text, None), |(text, name)| (text, Some(name.to_owned())));
        let (sign, field) = text.split_at(text.find('/')?);
        let mut sign = sign.chars();
        let first = sign.next();
        Some(Item { sign: first, by: sign.as_str().parse().unwrap_or(1), field: Field::parse(field), name })
    };
    mark.split(';').filter_map(read).collect()
}

/// Does what a click on a thing does.
pub(crate) fn click(items: &[Item], does: Does, position: &mut Value, vocabulary: &Vocabulary) {
    match does {
        Does::Put => {
            for Item { sign, by, field, .. } in items {
                let by = match sign {
                    Some('+') => *by,
                    Some('-') => -by,
                    Some('~') if field.count(position).is_some_and(|count| count > 0) => -by,
                    Some('~') => *by,
                    _ => continue,
                };
                field.change(position, by, vocabulary);
            }
        }
        Does::Take => {
            let is_there = |item: &&Item| item.field.count(position).is_some_and(|count| count > 0);
            if let Some(item) = items.iter().find(is_there) {
                item.field.change(position, -1, vocabulary);
            }
        }
        Does::Look => {}
    }
}
