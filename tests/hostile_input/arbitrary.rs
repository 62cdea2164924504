//! Arbitrary values and texts.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Number, Value};

use super::corpus::Corpus;

/// The key of a node that stands for arrays in arrays, or objects in objects, so many deep; see
/// [`super::edit`].
pub(crate) const DEEP: &str = "@deep@";

/// Numbers at the ends of what fields hold.
pub(crate) fn number() -> impl Strategy<Value = Number> {
    let integers: Vec<i128> = vec![
        0,
        1,
        2,
        3,
        7,
        15,
        16,
        31,
        32,
        63,
        64,
        100,
        127,
        128,
        254,
        255,
        256,
        1_000,
        32_767,
        32_768,
        65_535,
        65_536,
        1 << 24,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        1 << 32,
        1 << 53,
        (1 << 63) - 1,
        1 << 63,
        (1 << 64) - 1,
        1 << 64,
    ];
    let floats = vec![0.5, -0.0, 0.0, 1.0, 1e308, -1e308, 1e-308, 1.5, 3.4e38, 3.5e38, 1e-45, 100.0, 1e9];
    let whole = |value: i128| Number::from_i128(value).or_else(|| Number::from_f64(value as f64)).unwrap();
    prop_oneof![
        6 => (select(integers), any::<bool>()).prop_map(move |(value, minus)| whole(if minus && value < 1 << 63 { -value } else { value })),
        2 => select(floats).prop_map(|value| Number::from_f64(value).unwrap()),
        2 => (0..20_u32).prop_map(Number::from),
        1 => any::<u8>().prop_map(Number::from),
        1 => any::<i64>().prop_map(Number::from),
        1 => any::<f64>().prop_filter_map("finite", Number::from_f64),
    ]
}

/// A word of the corpus, or any text.
pub(crate) fn word(corpus: &Arc<Corpus>) -> impl Strategy<Value = String> + use<> {
    let corpus = Arc::clone(corpus);
    prop_oneof![
        6 => any::<Index>().prop_map(move |word| word.get(&corpus.words).clone()),
        1 => text(),
    ]
}

/// Any short text.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(any::<char>(), 0..12).prop_map(String::from_iter),
        1 => select(vec!["", " ", "\0", "-", "+", ".", "..", "/", "\n", "\u{feff}", "ﬁ", "e\u{301}", "null", "true", "0", "-1", "NaN"])
            .prop_map(str::to_owned),
        1 => (select(vec!['a', ' ', '-', '9', 'é', '"']), 0..3_000_usize).prop_map(|(letter, length)| letter.to_string().repeat(length)),
    ]
}

/// A leaf.
pub(crate) fn leaf(corpus: &Arc<Corpus>) -> impl Strategy<Value = Value> + use<> {
    prop_oneof![
        8 => number().prop_map(Value::Number),
        4 => word(corpus).prop_map(Value::String),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => Just(Value::Null),
        1 => Just(Value::Array(Vec::new())),
        1 => Just(Value::Object(Map::new())),
        1 => (select(vec![50_u32, 79, 80, 120, 127, 128, 129, 1_000, 10_000]), any::<bool>())
            .prop_map(|(depth, arrays)| Value::String(format!("{DEEP}{depth}{}", if arrays { "a" } else { "o" }))),
    ]
}

/// A tree with the keys and words of the corpus.
pub(crate) fn tree(corpus: &Arc<Corpus>) -> impl Strategy<Value = Value> + use<> {
    let keys = Arc::clone(corpus);
    leaf(corpus).prop_recursive(4, 48, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Array),
            prop::collection::vec((word(&keys), inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}
