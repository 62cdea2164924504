//! The inputs that the reader accepts, and how it refuses others.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::Error;
use serde_json::json;

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outer {
    seed: u64,
    kind: Kind,
    inner: Vec<Inner>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    weights: BTreeMap<String, f64>,
    #[serde(default)]
    by_kind: BTreeMap<Kind, bool>,
    share: Option<f32>,
    delta: Option<i16>,
    pair: Option<(u8, String)>,
    way: Option<Way>,
    loose: Option<Loose>,
    any: Option<toml::Value>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Heuristic,
    Random,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    depth: u8,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    Stay,
    Go(u8),
    Turn { by: i8 },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Loose {
    first: bool,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

const GOOD: &str = "seed = 1\nkind = \"random\"\n[[inner]]\ndepth = 1\n";

fn json_of(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

/// Refuses a text in TOML and in JSON, and compares the messages.
fn refused(text: &str) -> InputError {
    let error = parse_toml::<Outer>("x", text).unwrap_err();
    let in_json = parse_json::<Outer>("x", &json_of(text)).unwrap_err();
    assert_eq!(
        error.to_string().replace("a table", "an object"),
        in_json.to_string().replace("a table", "an object")
    );
    assert_eq!((error.kind(), error.field()), (in_json.kind(), in_json.field()));
    error
}

#[test]
fn both_languages_give_the_same_value() {
    let text = "seed = 9007199254740993\nkind = \"heuristic\"\nnames = [\"a\", \"b\"]\nshare = 1\ndelta = -3\npair = [7, \"x\"]\n\
                way = { turn = { by = -1 } }\nany = [1, 1.0, { a = true }]\ninner = []\n\
                [weights]\na = 2\nb = -2.5\n[by_kind]\nrandom = true\n[loose]\nfirst = true\nsize = 4\n";
    let toml: Outer = parse_toml("x", text).unwrap();
    assert_eq!(parse_json::<Outer>("x", &json_of(text)), Ok(toml));
    let toml: Outer = parse_toml("x", text).unwrap();
    assert_eq!((toml.seed, toml.share, toml.delta), (9_007_199_254_740_993, Some(1.0), Some(-3)));
    assert_eq!(toml.weights["b"], -2.5);
    assert_eq!(toml.pair, Some((7, "x".to_owned())));
    assert_eq!(toml.way, Some(Way::Turn { by: -1 }));
    assert_eq!(toml.loose.unwrap().rest["size"], 4);
    assert_eq!(toml.any.unwrap().to_string(), "[1, 1.0, { a = true }]");
    for (way, wanted) in [("\"stay\"", Way::Stay), ("{ go = 3 }", Way::Go(3))] {
        let text = format!("way = {way}\n{GOOD}");
        assert_eq!(parse_toml::<Outer>("x", &text).unwrap().way, Some(wanted));
    }
}

#[test]
fn seeds_above_those_of_toml_are_read_from_json() {
    let value = json!({ "seed": u64::MAX, "kind": "random", "inner": [], "share": null });
    assert_eq!(parse_json::<Outer>("x", &value).unwrap().seed, u64::MAX);
}

#[test]
fn refusals_name_kind_field_found_and_allowed_in_one_line() {
    use InputErrorKind::{Missing, OutOfRange, UnknownName, WrongType};
    assert!(parse_toml::<Outer>("x", GOOD).is_ok());
    let whole = "a whole number, 0 or more";
    for (from, to, kind, refusal) in [
        ("seed = 1", "seed = -1", OutOfRange, format!("seed: found -1; allowed: {whole}")),
        ("seed = 1", "seed = \"1\"", WrongType, format!("seed: found the text \"1\"; allowed: {whole}")),
        ("seed = 1", "seed = 2.5", WrongType, format!("seed: found 2.5; allowed: {whole}")),
        (
            "seed = 1",
            "seed = 2.0",
            WrongType,
            format!("seed: found 2.0; allowed: {whole}, without a decimal point"),
        ),
        ("seed = 1", "seed = true", WrongType, format!("seed: found true; allowed: {whole}")),
        ("seed = 1", "seed = []", WrongType, format!("seed: found a list; allowed: {whole}")),
        ("seed = 1\n", "", Missing, "seed: found nothing; allowed: a value (it has no default)".to_owned()),
        (
            "seed = 1",
            "sead = 1",
            UnknownName,
            "sead: found \"sead\"; allowed: seed, kind, inner, names, weights, by_kind, share, delta, pair, way, loose, \
             any (did you mean seed?)"
                .to_owned(),
        ),
        (
            "\"random\"",
            "\"randon\"",
            UnknownName,
            "kind: found \"randon\"; allowed: heuristic, random (did you mean random?)".to_owned(),
        ),
        ("\"random\"", "1", WrongType, "kind: found 1; allowed: heuristic, random".to_owned()),
        ("\"random\"", "[]", WrongType, "kind: found a list; allowed: heuristic, random".to_owned()),
        (
            "depth = 1",
            "",
            Missing,
            "inner[0].depth: found nothing; allowed: a value (it has no default)".to_owned(),
        ),
        (
            "depth = 1",
            "depth = 300",
            OutOfRange,
            "inner[0].depth: found 300; allowed: a whole number from 0 to 255".to_owned(),
        ),
        (
            "depth",
            "dept",
            UnknownName,
            "inner[0].dept: found \"dept\"; allowed: depth (did you mean depth?)".to_owned(),
        ),
        ("[[inner]]", "[inner]", WrongType, "inner: found a table; allowed: a list".to_owned()),
        ("[[inner]]\ndepth = 1", "inner = [3]", WrongType, "inner[0]: found 3; allowed: a table".to_owned()),
        (
            "seed = 1",
            "seed = 1\ndelta = 40000",
            OutOfRange,
            "delta: found 40000; allowed: a whole number from -32768 to 32767".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nweights.wharf = \"2\"",
            WrongType,
            "weights.wharf: found the text \"2\"; allowed: a number".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nnames = [\"a\", 2]",
            WrongType,
            "names[1]: found 2; allowed: text".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nnames = \"a\"",
            WrongType,
            "names: found the text \"a\"; allowed: a list".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\npair = [1]",
            OutOfRange,
            "pair: found a list of length 1; allowed: one of length 2".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nby_kind.randon = true",
            UnknownName,
            "by_kind.randon: found \"randon\"; allowed: heuristic, random (did you mean random?)".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nby_kind.random = 1",
            WrongType,
            "by_kind.random: found 1; allowed: true or false".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nway = { turn = { by = 128 } }",
            OutOfRange,
            "way.turn.by: found 128; allowed: a whole number from -128 to 127".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nway = \"go\"",
            Missing,
            "way.go: found nothing; allowed: a value that goes with the name".to_owned(),
        ),
        (
            "seed = 1",
            "seed = 1\nway = { stay = 1 }",
            WrongType,
            "way.stay: found 1; allowed: no value beside the name".to_owned(),
        ),
        // Values that serde has buffered are refused in the same words, but without the inner field.
        (
            "seed = 1",
            "seed = 1\nloose = { first = true, size = 256 }",
            OutOfRange,
            "loose: found 256; allowed: a whole number from 0 to 255".to_owned(),
        ),
    ] {
        let error = refused(&GOOD.replace(from, to));
        assert_eq!((error.kind(), error.to_string()), (kind, format!("x: {refusal}")));
    }
}

#[test]
fn what_toml_alone_has_is_refused_where_it_does_not_fit() {
    for (line, refusal) in [
        ("names = [1979-05-27]", "x: names[0]: found the date 1979-05-27; allowed: text"),
        ("any = 1979-05-27", "x: any: found the date 1979-05-27; allowed: a value that is no date"),
        ("delta = nan", "x: delta: found NaN; allowed: a whole number from -32768 to 32767"),
        ("delta = inf", "x: delta: found inf; allowed: a whole number from -32768 to 32767"),
    ] {
        let error = parse_toml::<Outer>("x", &format!("{line}\n{GOOD}")).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (InputErrorKind::WrongType, refusal));
    }
    // The code that uses a number checks its range.
    let outer: Outer = parse_toml("x", &format!("share = nan\n{GOOD}")).unwrap();
    assert!(outer.share.is_some_and(f32::is_nan));
}

#[test]
fn text_that_is_no_toml_names_the_line() {
    for (text, start) in [
        ("seed = 1\nkind = 2 3", "x: line 2: invalid TOML: "),
        ("seed = 1\nseed = 2", "x: line 2: invalid TOML: duplicate key"),
    ] {
        let error = parse_toml::<Outer>("x", text).unwrap_err();
        assert_eq!(error.kind(), InputErrorKind::Syntax);
        assert!(error.to_string().starts_with(start) && !error.to_string().contains('\n'), "{error}");
    }
    for (number, is_whole) in
        [("9223372036854775808", true), ("-9_223_372_036_854_775_809", true), ("0x", false)]
    {
        let error = parse_toml::<Outer>("x", &format!("kind = 1\nseed = {number}")).unwrap_err();
        let found = if is_whole {
            format!("found {number}; allowed: a whole number from -9")
        } else {
            "invalid TOML: ".to_owned()
        };
        assert!(error.to_string().starts_with(&format!("x: line 2: {found}")), "{error}");
        assert_eq!(error.kind() == InputErrorKind::OutOfRange, is_whole);
    }
    let twice = InputError::duplicate_field("seed");
    assert_eq!(twice.kind(), InputErrorKind::Conflict);
    assert_eq!(twice.to_string(), "seed: found two values; allowed: one");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = |depth: usize| format!("any = {}{}\n{GOOD}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse_toml::<Outer>("x", &deep(50)).is_ok());
    let error = parse_toml::<Outer>("x", &deep(100_000)).unwrap_err();
    assert_eq!(error.kind(), InputErrorKind::Syntax, "{error}");
    let nested = |depth: usize| (1..depth).fold(json!([]), |inner, _| json!([inner]));
    assert!(parse_json::<Value>("x", &nested(128)).is_ok());
    let error = parse_json::<Value>("x", &nested(129)).unwrap_err();
    assert!(error.to_string().ends_with("…: is nested more than 128 deep"), "{error}");
    assert!(parse_json::<Value>("x", &nested(2_000)).is_err());
}

#[test]
fn a_table_without_fields_takes_none() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Empty {}
    let error = parse_toml::<Empty>("x", "a = 1").unwrap_err();
    assert_eq!((error.found(), error.allowed()), ("\"a\"", "no more fields"));
}
