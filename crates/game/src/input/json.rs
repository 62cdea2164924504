//! JSON in which no object has a key twice: which of both values is meant cannot be known.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads JSON.
///
/// # Errors
/// It is not JSON, or an object in it has a key twice.
pub fn read_json(text: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(text).map(|Unambiguous(value)| value)
}

/// A value whose objects have each key once.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unambiguous(value)) = sequence.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is there twice")));
            }
            let Unambiguous(value) = map.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_any_reader() {
        for text in
            ["null", "[1, -2, 1.5, \"a\\n\", true, {}]", "{\"a\": {\"b\": [], \"a\": 18446744073709551615}}"]
        {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(read_json(text.as_bytes()).unwrap(), expected);
        }
        assert!(read_json(b"[1,").is_err() && read_json(b"1 2").is_err());
    }

    #[test]
    fn a_key_that_is_there_twice_is_named() {
        for text in ["{\"a\": 1, \"b\": 2, \"a\": 1}", "[{\"x\": {\"a\": null, \"\\u0061\": 1}}]"] {
            let error = read_json(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("the key \"a\" is there twice at line 1 column "), "{error}");
        }
    }
}
