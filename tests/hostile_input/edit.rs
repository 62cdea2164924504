//! Mutations of the corpus, as proptest strategies, so that a failure loses the edits it does not need.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Number, Value};

use super::arbitrary::{DEEP, leaf, text, tree, word};
use super::corpus::{Corpus, Form};

/// The longest input, in bytes.
const LONGEST: usize = 64 * 1024;

/// Makes inputs of a corpus.
pub(crate) fn inputs(corpus: &Arc<Corpus>) -> impl Strategy<Value = Vec<u8>> + use<> {
    let form = corpus.form;
    let trees = prop::collection::vec(tree(corpus), 1..if form == Form::Lines { 8 } else { 2 })
        .prop_map(move |trees| deepened(form, form.write(&trees)));
    prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..400),
        1 => text().prop_map(String::into_bytes),
        1 => trees,
        4 => bytes_edited(corpus),
        9 => trees_edited(corpus),
    ]
    .prop_map(|mut input| {
        input.truncate(LONGEST);
        input
    })
}

/// One change of bytes; places are fractions of the length at the time.
#[derive(Clone, Debug)]
enum ByteEdit {
    Flip(Index, u8),
    Delete(Index, usize),
    Insert(Index, Vec<u8>),
    Double(Index, usize),
    /// The rest is that of another input.
    Splice(Index, Index, Index),
}

fn bytes_edited(corpus: &Arc<Corpus>) -> impl Strategy<Value = Vec<u8>> + use<> {
    let place = any::<Index>;
    let pieces = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..6),
        word(corpus).prop_map(String::into_bytes),
        leaf(corpus).prop_map(|leaf| leaf.to_string().into_bytes()),
        prop::sample::select(b"[]{}\",:.=-+eE0129\n \\#'\x00\xff\xc3".to_vec()).prop_map(|byte| vec![byte]),
    ];
    let edit = prop_oneof![
        4 => (place(), 1..=255_u8).prop_map(|(at, mask)| ByteEdit::Flip(at, mask)),
        2 => (place(), 1..40_usize).prop_map(|(at, length)| ByteEdit::Delete(at, length)),
        3 => (place(), pieces).prop_map(|(at, piece)| ByteEdit::Insert(at, piece)),
        1 => (place(), 1..400_usize).prop_map(|(at, length)| ByteEdit::Double(at, length)),
        1 => (place(), place(), place()).prop_map(|(at, other, from)| ByteEdit::Splice(at, other, from)),
    ];
    let corpus = Arc::clone(corpus);
    (place(), prop::collection::vec(edit, 1..6)).prop_map(move |(file, edits)| {
        let mut bytes = file.get(corpus.files()).1.clone();
        edits.into_iter().for_each(|edit| edit.apply(&mut bytes, &corpus));
        deepened(corpus.form, bytes)
    })
}

impl ByteEdit {
    fn apply(self, bytes: &mut Vec<u8>, corpus: &Corpus) {
        let length = bytes.len();
        let place = |at: &Index| at.index(length + 1);
        match self {
            Self::Flip(at, mask) if length > 0 => bytes[at.index(length)] ^= mask,
            Self::Flip(..) => {}
            Self::Delete(at, run) => drop(bytes.drain(place(&at)..(place(&at) + run).min(length))),
            Self::Insert(at, piece) => drop(bytes.splice(place(&at)..place(&at), piece)),
            Self::Double(at, run) => {
                let piece = bytes[place(&at)..(place(&at) + run).min(length)].to_vec();
                drop(bytes.splice(place(&at)..place(&at), piece));
            }
            Self::Splice(at, other, from) => {
                let other = &other.get(corpus.files()).1;
                bytes.truncate(place(&at));
                bytes.extend_from_slice(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

/// One change of a node that is not the root.
#[derive(Clone, Debug)]
enum NodeEdit {
    Replace(Value),
    /// Replaced by a node of the corpus.
    Graft(Index, Index),
    Remove,
    /// An element comes twice; a field also has the name.
    Double(String),
    Rename(String),
    /// A number goes up or down, a text changes at its end, an array is turned round.
    Nudge(i64),
    /// Changes places with another node.
    Swap(Index),
}

fn trees_edited(corpus: &Arc<Corpus>) -> impl Strategy<Value = Vec<u8>> + use<> {
    let edit = prop_oneof![
        5 => leaf(corpus).prop_map(NodeEdit::Replace),
        1 => tree(corpus).prop_map(NodeEdit::Replace),
        4 => any::<(Index, Index)>().prop_map(|(file, node)| NodeEdit::Graft(file, node)),
        2 => Just(NodeEdit::Remove),
        2 => word(corpus).prop_map(NodeEdit::Double),
        1 => word(corpus).prop_map(NodeEdit::Rename),
        6 => prop::sample::select(vec![-1, 1, -2, 2, 3, 10, -10, 100]).prop_map(NodeEdit::Nudge),
        3 => any::<Index>().prop_map(NodeEdit::Swap),
    ];
    let edits = prop_oneof![
        4 => prop::collection::vec((any::<Index>(), any::<Index>(), edit.clone()), 1..3),
        1 => prop::collection::vec((any::<Index>(), any::<Index>(), edit), 3..8),
    ];
    let corpus = Arc::clone(corpus);
    (any::<Index>(), edits).prop_map(move |(file, edits)| {
        let mut trees = file.get(&corpus.trees).clone();
        for (which, node, edit) in edits {
            if !trees.is_empty() {
                let tree = which.index(trees.len());
                edit.apply(&mut trees[tree], node, &corpus);
            }
        }
        deepened(corpus.form, corpus.form.write(&trees))
    })
}

impl NodeEdit {
    fn apply(self, tree: &mut Value, node: Index, corpus: &Corpus) {
        let nodes = size(tree);
        if nodes == 0 {
            // The root is a leaf.
            if let Self::Replace(value) = self {
                *tree = value;
            }
            return;
        }
        let nth = node.index(nodes);
        match self {
            Self::Replace(value) => with_node(tree, nth, |parent, place| *place.of(parent) = value),
            Self::Graft(file, source) => {
                let source_tree = &file.get(&corpus.trees)[..];
                let Some(from) = source_tree.first().filter(|tree| size(tree) > 0) else { return };
                let mut from = from.clone();
                let mut grafted = Value::Null;
                with_node(&mut from, source.index(size(&source_tree[0])), |parent, place| {
                    grafted = place.of(parent).take();
                });
                with_node(tree, nth, |parent, place| *place.of(parent) = grafted);
            }
            Self::Remove => with_node(tree, nth, |parent, place| drop(place.remove(parent))),
            Self::Double(name) => with_node(tree, nth, |parent, place| {
                let copy = place.of(parent).clone();
                match parent {
                    Value::Array(items) => items.push(copy),
                    Value::Object(fields) => drop(fields.insert(name, copy)),
                    _ => {}
                }
            }),
            Self::Rename(name) => with_node(tree, nth, |parent, place| {
                let value = place.remove(parent);
                match parent {
                    Value::Array(items) => items.insert(0, value),
                    Value::Object(fields) => drop(fields.insert(name, value)),
                    _ => {}
                }
            }),
            Self::Nudge(by) => with_node(tree, nth, |parent, place| nudge(place.of(parent), by)),
            Self::Swap(other) => {
                let other = other.index(nodes);
                let (first, second) = (nth.min(other), nth.max(other));
                let (mut one, mut two) = (Value::Null, Value::Null);
                // The one further on goes first, so that the other keeps its number; a node inside the
                // other is lost with it.
                with_node(tree, second, |parent, place| two = place.of(parent).take());
                with_node(tree, first, |parent, place| one = std::mem::replace(place.of(parent), two));
                if second < size(tree) {
                    with_node(tree, second, |parent, place| *place.of(parent) = one);
                }
            }
        }
    }
}

fn nudge(value: &mut Value, by: i64) {
    match value {
        Value::Number(number) => {
            *number = match number.as_i64() {
                Some(whole) => whole.saturating_add(by).into(),
                None => {
                    Number::from_f64(number.as_f64().unwrap_or(0.0) + by as f64).unwrap_or_else(|| 0.into())
                }
            };
        }
        Value::String(word) if by > 0 => word.push('x'),
        Value::String(word) => drop(word.pop()),
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(items) => items.reverse(),
        _ => {}
    }
}

/// Where a node is in its parent.
enum Place {
    Element(usize),
    Field(String),
}

impl Place {
    fn of<'a>(&self, parent: &'a mut Value) -> &'a mut Value {
        match self {
            Self::Element(index) => &mut parent[*index],
            Self::Field(name) => &mut parent[name.as_str()],
        }
    }

    fn remove(&self, parent: &mut Value) -> Value {
        match (self, parent) {
            (Self::Element(index), Value::Array(items)) => items.remove(*index),
            (Self::Field(name), Value::Object(fields)) => fields.remove(name).unwrap_or_default(),
            _ => Value::Null,
        }
    }
}

/// Counts the nodes below the root.
fn size(tree: &Value) -> usize {
    match tree {
        Value::Array(items) => items.iter().map(|item| 1 + size(item)).sum(),
        Value::Object(fields) => fields.values().map(|value| 1 + size(value)).sum(),
        _ => 0,
    }
}

/// Calls `change` with the parent and place of the node of this number, in preorder.
fn with_node(tree: &mut Value, nth: usize, change: impl FnOnce(&mut Value, &Place)) {
    let mut left = nth;
    let found = match tree {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| below(item, &mut left).map(|inner| (Place::Element(index), inner))),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            below(value, &mut left).map(|inner| (Place::Field(name.clone()), inner))
        }),
        _ => None,
    };
    match found {
        Some((place, None)) => change(tree, &place),
        Some((place, Some(inner))) => with_node(place.of(tree), inner, change),
        None => {}
    }
}

/// Tells whether the node looked for is this one, or of which number below it; otherwise counts it off.
fn below(node: &Value, left: &mut usize) -> Option<Option<usize>> {
    if *left == 0 {
        return Some(None);
    }
    *left -= 1;
    let inner = size(node);
    if *left < inner {
        return Some(Some(*left));
    }
    *left -= inner;
    None
}

/// Puts real depth where a node says so: a tree that deep could not be held here either.
fn deepened(form: Form, bytes: Vec<u8>) -> Vec<u8> {
    let mark = format!("\"{DEEP}");
    let Ok(text) = std::str::from_utf8(&bytes) else { return bytes };
    let Some((before, rest)) = text.split_once(&mark) else { return bytes };
    let Some((word, after)) = rest.split_once('"') else { return bytes };
    let depth = word.trim_end_matches(['a', 'o']).parse().unwrap_or(100_usize).min(10_000);
    let (open, close) = match (word.ends_with('o'), form) {
        (false, _) => ("[", "]"),
        (true, Form::Toml) => ("{a=", "}"),
        (true, _) => ("{\"\":", "}"),
    };
    let text = format!("{before}{}1{}{after}", open.repeat(depth), close.repeat(depth));
    deepened(form, text.into_bytes())
}
