//! Reading typed values: one deserializer for files in either language.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::InputError;
use super::node::{Entries, Fields, Node, Shape};
use super::number::{in_plain_words, real, whole};
use super::origin::Origin;

/// Maximum depth of lists and tables within each other.
const MAX_DEPTH: u8 = 128;

/// Reads a value.
///
/// Refusals name no origin. Their field is added on the way out, so that reading a correct value keeps no
/// path.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    node: Node<'a>,
    depth: u8,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(node: Node<'a>) -> Self {
        Self { node, depth: 0 }
    }

    /// Refuses the value for being of another type.
    #[cold]
    fn other_than(self, allowed: impl Into<String>) -> InputError {
        InputError::wrong_type(Origin::Unnamed, "", self.node.found(), allowed)
    }

    #[cold]
    fn other_than_expected(self, expected: &dyn Expected) -> InputError {
        self.other_than(in_plain_words(expected.to_string(), self.node.table()))
    }

    /// Returns the depth of the values inside this one.
    fn deeper(self) -> Result<u8, InputError> {
        if self.depth < MAX_DEPTH {
            return Ok(self.depth + 1);
        }
        let reason = format!("is nested more than {MAX_DEPTH} deep");
        Err(InputError::refused(Origin::Unnamed, "", reason))
    }

    fn list<V: Visitor<'a>>(self, entries: Entries<'a>, visitor: V) -> Result<V::Value, InputError> {
        let mut list = List { entries, index: 0, depth: self.deeper()? };
        let value = visitor.visit_seq(&mut list)?;
        match list.entries.len() {
            0 => Ok(value),
            more => Err(wrong_length(list.index + more, list.index)),
        }
    }

    /// Reads a struct.
    fn fields<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Table(fields) => self.table(fields, visitor),
            _ => Err(self.other_than(self.node.table())),
        }
    }

    fn table<V: Visitor<'a>>(self, fields: Fields<'a>, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_map(Table { fields, value: None, depth: self.deeper()? })
    }
}

#[cold]
fn wrong_length(found: usize, wanted: usize) -> InputError {
    let found = format!("a list of length {found}");
    InputError::out_of_range(Origin::Unnamed, "", found, format!("one of length {wanted}"))
}

macro_rules! whole_numbers {
    ($($method:ident: $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
            whole(self.node, <$type>::MIN.into()..=<$type>::MAX.into())?.visit(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = InputError;

    whole_numbers! {
        deserialize_u8: u8,
        deserialize_u16: u16,
        deserialize_u32: u32,
        deserialize_u64: u64,
        deserialize_i8: i8,
        deserialize_i16: i16,
        deserialize_i32: i32,
        deserialize_i64: i64,
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Null => visitor.visit_unit(),
            Shape::Bool(value) => visitor.visit_bool(value),
            Shape::Number(number) => number.visit(visitor),
            Shape::Text(text) => visitor.visit_borrowed_str(text),
            Shape::Date(_) => Err(self.other_than("a value that is no date")),
            Shape::List(entries) => self.list(entries, visitor),
            Shape::Table(fields) => self.table(fields, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Bool(value) => visitor.visit_bool(value),
            _ => Err(self.other_than("true or false")),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        real(self.node)?.visit(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        real(self.node)?.visit(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Text(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.other_than_expected(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Null => visitor.visit_unit(),
            _ => Err(self.other_than("null")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, InputError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, InputError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::List(entries) => self.list(entries, visitor),
            _ => Err(self.other_than("a list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::List(entries) if entries.len() == length => self.list(entries, visitor),
            Shape::List(entries) => Err(wrong_length(entries.len(), length)),
            _ => Err(self.other_than(format!("a list of length {length}"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, InputError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Table(fields) => self.table(fields, visitor),
            _ => Err(self.other_than_expected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        self.fields(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        match self.node.shape() {
            Shape::Text(name) => visitor.visit_enum(Choice { name, content: None }),
            Shape::Table(mut fields) => match (fields.len(), fields.next()) {
                (1, Some((name, node))) => {
                    let content = Some(Self { node, depth: self.deeper()? });
                    visitor.visit_enum(Choice { name, content })
                }
                _ => Err(self.other_than(names.join(", "))),
            },
            _ => Err(self.other_than(names.join(", "))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_unit()
    }
}

/// Reads a list entry by entry.
struct List<'a> {
    entries: Entries<'a>,
    index: usize,
    depth: u8,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = InputError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, InputError> {
        let Some(node) = self.entries.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let value = seed.deserialize(Reader { node, depth: self.depth });
        value.map(Some).map_err(|error| error.inside(&format!("[{index}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Reads a table field by field.
struct Table<'a> {
    fields: Fields<'a>,
    value: Option<(&'a str, Node<'a>)>,
    depth: u8,
}

impl<'de> MapAccess<'de> for Table<'de> {
    type Error = InputError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, InputError> {
        self.value = self.fields.next();
        let Some((name, _)) = self.value else { return Ok(None) };
        let key: BorrowedStrDeserializer<'de, InputError> = BorrowedStrDeserializer::new(name);
        seed.deserialize(key).map(Some).map_err(|error| error.inside(name))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, InputError> {
        let (name, node) = self.value.take().expect("a key is read before its value, as serde has it");
        seed.deserialize(Reader { node, depth: self.depth }).map_err(|error| error.inside(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// Reads a value of an enum: a name, with content if the name is a table's only field.
struct Choice<'a> {
    name: &'a str,
    content: Option<Reader<'a>>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = InputError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), InputError> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, self))
    }
}

impl<'de> Choice<'de> {
    /// Reads the content.
    fn read<T>(self, read: impl FnOnce(Reader<'de>) -> Result<T, InputError>) -> Result<T, InputError> {
        match self.content {
            Some(content) => read(content),
            None => Err(InputError::missing(Origin::Unnamed, "", "a value that goes with the name")),
        }
        .map_err(|error| error.inside(self.name))
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = InputError;

    fn unit_variant(self) -> Result<(), InputError> {
        match self.content {
            None => Ok(()),
            Some(content) => Err(content.other_than("no value beside the name").inside(self.name)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, InputError> {
        self.read(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, InputError> {
        self.read(|content| content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        self.read(|content| content.fields(visitor))
    }
}
