//! What positions of a game have at each place, learned from positions.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use serde_json::{Map, Value};

/// Writes a key as a part of a pointer (RFC 6901).
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

pub(super) fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// Returns the place of a pointer into a position: the pointer with all indices of lists alike.
pub(crate) fn general(position: &Value, pointer: &str) -> String {
    let (mut place, mut value) = (String::new(), Some(position));
    for part in pointer.split('/').skip(1) {
        let is_list = value.is_some_and(Value::is_array);
        value = value.and_then(|value| value.pointer(&format!("/{part}")));
        place.push('/');
        place += if is_list { "*" } else { part };
    }
    place
}

/// The most different values that are kept for one place.
const MOST_VALUES: usize = 80;

/// What positions have at a place.
#[derive(Clone, Default)]
struct Known {
    /// Different values, or one example of a list or an object.
    values: Vec<Value>,
    /// The keys of objects, each with the number of objects that have it.
    keys: BTreeMap<String, usize>,
    objects: usize,
    /// The lengths of lists.
    lengths: BTreeSet<usize>,
}

/// What positions of a game have at each place.
#[derive(Clone, Default)]
pub(crate) struct Vocabulary(BTreeMap<String, Known>);

impl Vocabulary {
    pub(super) fn learn(&mut self, place: &str, value: &Value) {
        let known = self.0.entry(place.to_owned()).or_default();
        match value {
            Value::Object(fields) => {
                known.objects += 1;
                for key in fields.keys() {
                    *known.keys.entry(key.clone()).or_default() += 1;
                }
                if known.values.first().is_none_or(|first| first.as_object().is_none_or(Map::is_empty)) {
                    known.values = vec![value.clone()];
                }
                for (key, value) in fields {
                    self.learn(&format!("{place}/{}", escaped(key)), value);
                }
            }
            Value::Array(list) => {
                known.lengths.insert(list.len());
                if known.values.first().is_none_or(|first| first.as_array().is_none_or(Vec::is_empty)) {
                    known.values = vec![value.clone()];
                }
                for value in list {
                    self.learn(&format!("{place}/*"), value);
                }
            }
            scalar => {
                if known.values.len() < MOST_VALUES && !known.values.contains(scalar) {
                    known.values.push(scalar.clone());
                }
            }
        }
    }

    /// Returns a value that some position has at a place.
    pub(super) fn example(&self, place: &str) -> Option<&Value> {
        self.0.get(place)?.values.first()
    }

    /// Lists the texts that positions have at a place.
    pub(crate) fn texts(&self, place: &str) -> BTreeSet<&str> {
        self.values(place).iter().filter_map(Value::as_str).collect()
    }

    /// Lists the different values that positions have at a place.
    pub(crate) fn values(&self, place: &str) -> &[Value] {
        self.0.get(place).map_or(&[], |known| &known.values)
    }

    /// Lists the values that could be at a place: also those beside it, if all there are of one type.
    pub(crate) fn choices(&self, place: &str) -> Vec<&Value> {
        let above = place.rsplit_once('/').map_or("", |(above, _)| above);
        let alike = self.alike(place).is_some();
        let beside = self.keys(above).filter(|_| alike).map(|key| format!("{above}/{}", escaped(key)));
        let mut choices: Vec<&Value> = self.values(place).iter().collect();
        choices.extend(beside.flat_map(|place| self.values(&place)));
        choices
    }

    /// Lists the keys that objects at a place may have.
    pub(crate) fn keys(&self, place: &str) -> impl Iterator<Item = &str> {
        self.0.get(place).into_iter().flat_map(|known| known.keys.keys().map(String::as_str))
    }

    /// Lists the keys that objects at a place may have or not.
    pub(crate) fn optional(&self, place: &str) -> BTreeSet<&str> {
        let Some(known) = self.0.get(place) else { return BTreeSet::new() };
        let some = known.keys.iter().filter(|(_, count)| **count < known.objects);
        some.map(|(key, _)| key.as_str()).collect()
    }

    /// Returns whether the lists at a place have different lengths.
    pub(crate) fn is_open(&self, place: &str) -> bool {
        self.0.get(place).is_some_and(|known| known.lengths.len() > 1)
    }

    /// Returns the length of the longest list at a place.
    pub(crate) fn longest(&self, place: &str) -> usize {
        self.0.get(place).and_then(|known| known.lengths.last().copied()).unwrap_or(0)
    }

    /// Returns whether the texts at a place are cards, a letter or a digit each, and not words.
    pub(crate) fn is_cards(&self, place: &str) -> bool {
        let texts = self.texts(place);
        let is_card = |letter: char| letter.is_ascii_digit() || letter.is_ascii_uppercase() || letter == '?';
        // The words of a list may look alike; of texts in a list, cards alone can be none.
        let may_be = !place.ends_with("/*") || texts.contains("");
        may_be
            && texts.iter().any(|text| text.len() > 1)
            && texts.iter().all(|text| text.chars().all(is_card))
    }

    /// Lists the places of texts.
    pub(crate) fn places(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(|(_, known)| known.values.iter().any(Value::is_string))
            .map(|(place, _)| place.as_str())
    }

    /// Returns what is at a place where nothing lies.
    pub(crate) fn blank(&self, place: &str) -> Option<Value> {
        Some(match self.example(place).or_else(|| self.alike(place))? {
            Value::Bool(_) => Value::Bool(false),
            Value::Number(_) => Value::from(0),
            Value::String(text) if self.is_cards(place) || text.is_empty() => Value::from(""),
            Value::Array(list) if !self.is_open(place) && list.iter().all(Value::is_number) => {
                vec![0; list.len()].into()
            }
            Value::Array(_) => Value::Array(Vec::new()),
            Value::Object(_) => Value::Object(Map::new()),
            other => other.clone(),
        })
    }

    /// Returns a value that some position has beside a place, if all there are of one type.
    fn alike(&self, place: &str) -> Option<&Value> {
        let (above, _) = place.rsplit_once('/')?;
        let beside: Vec<&Value> =
            self.keys(above).filter_map(|key| self.example(&format!("{above}/{}", escaped(key)))).collect();
        let first = beside.first()?;
        beside.iter().all(|value| discriminant(*value) == discriminant(*first)).then_some(first)
    }

    /// Returns whether a key is left out where its value is blank: nowhere is such a value written, at this place or at
    /// one beside it.
    pub(super) fn leaves_out(&self, place: &str, key: &str, blank: &Value) -> bool {
        let Some((above, _)) = place.rsplit_once('/') else { return false };
        let Some(around) = self.0.get(above) else { return false };
        // A map of alike things may have had a key each time by chance.
        let always = |count: usize| count == around.objects;
        let is_map = self.alike(place).is_some() && !around.keys.values().all(|&count| always(count));
        let is_required = !is_map && around.keys.get(key).is_some_and(|&count| always(count));
        let writes = |place: &str| match blank {
            Value::Array(list) if list.is_empty() => {
                self.0.get(place).is_some_and(|known| known.lengths.contains(&0))
            }
            Value::Array(_) | Value::Object(_) => false,
            scalar => self.values(place).contains(scalar),
        };
        let beside = || around.keys.keys().map(|other| format!("{above}/{}", escaped(other)));
        let is_written = writes(place) || (blank.is_number() && beside().any(|other| writes(&other)));
        !is_required && !is_written
    }
}
