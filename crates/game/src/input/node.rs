//! One read-only view of a JSON or TOML value.

use std::{fmt, slice};

use serde::de::Visitor;
use serde_json::Value;

use super::error::InputError;

/// A value of a file, of either language. It is only borrowed, so no detail of either is lost: numbers
/// beyond 2^63 of JSON, dates and `nan` of TOML, and whether a number is an integer.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    Json(&'a Value),
    Toml(&'a toml::Value),
}

/// The content of a value, by its type.
pub(super) enum Shape<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(&'a str),
    Date(&'a toml::value::Datetime),
    List(Entries<'a>),
    Table(Fields<'a>),
}

impl<'a> Node<'a> {
    pub(super) fn shape(self) -> Shape<'a> {
        match self {
            Self::Json(Value::Null) => Shape::Null,
            Self::Json(Value::Bool(value)) | Self::Toml(toml::Value::Boolean(value)) => Shape::Bool(*value),
            Self::Json(Value::Number(number)) => Shape::Number(Number::of_json(number)),
            Self::Json(Value::String(text)) | Self::Toml(toml::Value::String(text)) => Shape::Text(text),
            Self::Json(Value::Array(entries)) => Shape::List(Entries::Json(entries.iter())),
            Self::Json(Value::Object(fields)) => Shape::Table(Fields::Json(fields.iter())),
            Self::Toml(toml::Value::Integer(number)) => Shape::Number(Number::of_integer(*number)),
            Self::Toml(toml::Value::Float(number)) => Shape::Number(Number::Real(*number)),
            Self::Toml(toml::Value::Datetime(date)) => Shape::Date(date),
            Self::Toml(toml::Value::Array(entries)) => Shape::List(Entries::Toml(entries.iter())),
            Self::Toml(toml::Value::Table(fields)) => Shape::Table(Fields::Toml(fields.iter())),
        }
    }

    /// Describes the value found, in the words of the user's language.
    pub(super) fn found(self) -> String {
        match self.shape() {
            Shape::Null => "null".to_owned(),
            Shape::Bool(value) => value.to_string(),
            Shape::Number(number) => number.to_string(),
            Shape::Text(text) => format!("the text {text:?}"),
            Shape::Date(date) => format!("the date {date}"),
            Shape::List(_) => "a list".to_owned(),
            Shape::Table(_) => self.table().to_owned(),
        }
    }

    /// Returns the user's language's word for a set of fields.
    pub(super) const fn table(self) -> &'static str {
        match self {
            Self::Json(_) => "an object",
            Self::Toml(_) => "a table",
        }
    }
}

/// The entries of a list.
pub(super) enum Entries<'a> {
    Json(slice::Iter<'a, Value>),
    Toml(slice::Iter<'a, toml::Value>),
}

impl<'a> Iterator for Entries<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        match self {
            Self::Json(entries) => entries.next().map(Node::Json),
            Self::Toml(entries) => entries.next().map(Node::Toml),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Json(entries) => entries.size_hint(),
            Self::Toml(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// The fields of an object or table, in the order of the language's own library.
pub(super) enum Fields<'a> {
    Json(serde_json::map::Iter<'a>),
    Toml(toml::map::Iter<'a, String, toml::Value>),
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, Node<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Json(fields) => fields.next().map(|(name, value)| (name.as_str(), Node::Json(value))),
            Self::Toml(fields) => fields.next().map(|(name, value)| (name.as_str(), Node::Toml(value))),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Json(fields) => fields.size_hint(),
            Self::Toml(fields) => fields.size_hint(),
        }
    }
}

impl ExactSizeIterator for Fields<'_> {}

/// A number as it is written in a file.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Unsigned(u64),
    Negative(i64),
    Real(f64),
}

impl Number {
    pub(super) fn of_integer(number: i64) -> Self {
        u64::try_from(number).map_or(Self::Negative(number), Self::Unsigned)
    }

    pub(super) fn of_json(number: &serde_json::Number) -> Self {
        match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Self::Unsigned(number),
            (None, Some(number)) => Self::Negative(number),
            (None, None) => Self::Real(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    /// Returns the number unchanged.
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self {
            Self::Unsigned(number) => visitor.visit_u64(number),
            Self::Negative(number) => visitor.visit_i64(number),
            Self::Real(number) => visitor.visit_f64(number),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(number) => number.fmt(f),
            Self::Negative(number) => number.fmt(f),
            Self::Real(number) => write!(f, "{number:?}"),
        }
    }
}
