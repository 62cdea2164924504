//! The committed corpus: small valid inputs, and those that once failed.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

/// What the inputs of a kind look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One JSON text.
    Json,
    /// One TOML text.
    Toml,
    /// A line of text; in the corpus each line is an input.
    Text,
    /// Lines of JSON.
    Lines,
    /// Bytes; in the corpus two hexadecimal digits each.
    Hex,
}

/// Lists the inputs of a file of the corpus: each begins after a line `=== NAME`.
fn inputs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.strip_prefix("=== ").expect("a corpus begins with the name of an input").split("\n=== ");
    parts.map(|part| part.split_once('\n').expect("an input has a name and a text"))
}

/// The inputs of one kind, and what they are made of.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) form: Form,
    files: Vec<(String, Vec<u8>)>,
    /// The inputs as parsed: more than one tree only for [`Form::Lines`].
    pub(crate) trees: Vec<Vec<Value>>,
    /// All strings and keys, once each.
    pub(crate) words: Vec<String>,
}

impl Corpus {
    pub(crate) fn read(kind: &str, form: Form) -> Arc<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/hostile_input/corpus")
            .join(kind)
            .with_extension("txt");
        let text = fs::read_to_string(&path).unwrap();
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for (name, input) in inputs(&text) {
            if form == Form::Text {
                let lines = input.lines().enumerate();
                files.extend(lines.map(|(line, text)| (format!("{name}, line {}", line + 1), text.into())));
            } else if form == Form::Hex {
                files.push((name.to_owned(), of_hex(input)));
            } else {
                files.push((name.to_owned(), input.into()));
            }
        }
        files.sort();
        assert!(!files.is_empty(), "{}: no corpus", path.display());
        let trees: Vec<Vec<Value>> = files.iter().map(|(_, bytes)| form.parse(bytes)).collect();
        let mut words = Vec::new();
        trees.iter().flatten().for_each(|tree| collect_words(tree, &mut words));
        if words.is_empty() {
            let texts = files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes));
            texts
                .for_each(|text| words.extend(text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned)));
        }
        words.sort_unstable();
        words.dedup();
        Arc::new(Self { form, files, trees, words })
    }

    /// Lists the inputs with their names.
    pub(crate) fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }
}

impl Form {
    /// Reads the trees of a text, none where it has none.
    fn parse(self, bytes: &[u8]) -> Vec<Value> {
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::Json => serde_json::from_str(&text).into_iter().collect(),
            Self::Toml => toml::from_str::<Value>(&text).into_iter().collect(),
            Self::Lines => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
            Self::Text | Self::Hex => vec![Value::String(text.into_owned())],
        }
    }

    /// Writes trees as a text.
    pub(crate) fn write(self, trees: &[Value]) -> Vec<u8> {
        let text = match self {
            Self::Toml => trees.iter().map(toml_document).collect(),
            Self::Json => trees.iter().map(Value::to_string).collect::<String>(),
            Self::Lines => trees.iter().map(|tree| format!("{tree}\n")).collect(),
            Self::Text | Self::Hex => trees.iter().map(plain).collect(),
        };
        text.into_bytes()
    }
}

fn plain(tree: &Value) -> String {
    tree.as_str().map_or_else(|| tree.to_string(), str::to_owned)
}

fn collect_words(tree: &Value, words: &mut Vec<String>) {
    match tree {
        Value::String(word) if word.len() < 60 => words.push(word.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_words(item, words)),
        Value::Object(fields) => {
            for (key, value) in fields {
                words.push(key.clone());
                collect_words(value, words);
            }
        }
        _ => {}
    }
}

/// Reads bytes that are written as hexadecimal digits.
fn of_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

/// Writes a tree as TOML, each key of the root a line, and what TOML cannot say as it is in JSON.
fn toml_document(tree: &Value) -> String {
    match tree {
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!("{} = {}\n", quoted(key), toml_value(value))).collect()
        }
        other => toml_value(other),
    }
}

fn toml_value(tree: &Value) -> String {
    match tree {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml_value).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{} = {}", quoted(key), toml_value(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}
