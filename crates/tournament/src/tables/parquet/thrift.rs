//! Thrift's compact protocol, as far as the metadata of Parquet files need it.

/// A struct being written; fields are added by ascending number.
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

/// The types of fields.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Struct {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    pub(super) fn i32(mut self, number: u8, value: i32) -> Self {
        self.field(number, I32);
        put_signed(&mut self.bytes, value.into());
        self
    }

    pub(super) fn i64(mut self, number: u8, value: i64) -> Self {
        self.field(number, I64);
        put_signed(&mut self.bytes, value);
        self
    }

    pub(super) fn byte(mut self, number: u8, value: u8) -> Self {
        self.field(number, BYTE);
        self.bytes.push(value);
        self
    }

    pub(super) fn flag(mut self, number: u8, value: bool) -> Self {
        self.field(number, if value { TRUE } else { FALSE });
        self
    }

    pub(super) fn text(mut self, number: u8, value: &str) -> Self {
        self.field(number, BINARY);
        put_text(&mut self.bytes, value);
        self
    }

    pub(super) fn inner(mut self, number: u8, value: Self) -> Self {
        self.field(number, STRUCT);
        self.bytes.extend(value.finish());
        self
    }

    pub(super) fn structs(self, number: u8, values: impl ExactSizeIterator<Item = Self>) -> Self {
        let mut list = self.structs_follow(number, values.len());
        values.for_each(|value| list.bytes.extend(value.finish()));
        list
    }

    /// Starts a list of structs whose bytes the caller adds, after what [`Struct::take`] gives.
    pub(super) fn structs_follow(mut self, number: u8, length: usize) -> Self {
        self.list(number, STRUCT, length);
        self
    }

    /// Takes the bytes so far; the struct goes on after them.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    pub(super) fn i32s(mut self, number: u8, values: &[i32]) -> Self {
        self.list(number, I32, values.len());
        values.iter().for_each(|&value| put_signed(&mut self.bytes, value.into()));
        self
    }

    pub(super) fn texts(mut self, number: u8, values: &[&str]) -> Self {
        self.list(number, BINARY, values.len());
        values.iter().for_each(|value| put_text(&mut self.bytes, value));
        self
    }

    fn list(&mut self, number: u8, kind: u8, length: usize) {
        self.field(number, LIST);
        match u8::try_from(length).ok().filter(|&length| length < 15) {
            Some(length) => self.bytes.push(length << 4 | kind),
            None => {
                self.bytes.push(0xf0 | kind);
                put(&mut self.bytes, length as u64);
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Adds a number, seven bits a byte, the lowest first.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Adds a number that may be negative; those near zero are short.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number << 1 ^ number >> 63) as u64);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// A value that was read, as far as it is needed.
pub(super) enum Value {
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Struct(Vec<(i64, Value)>),
    Other,
}

/// Structs within structs that are read: those of a Parquet file are not as deep.
const DEEPEST: u32 = 32;

/// Reads what was written with the protocol; anything else gives `None`.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn take(&mut self, length: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a struct; `depth` is the number of those around it.
    pub(super) fn structure(&mut self, depth: u32) -> Option<Value> {
        let mut fields = Vec::new();
        let mut number = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(Value::Struct(fields));
            }
            number = match head >> 4 {
                0 => self.signed()?,
                more => number.checked_add(i64::from(more))?,
            };
            let value = match head & 0x0f {
                TRUE | FALSE => Value::Other,
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: u32) -> Option<Value> {
        // The types of lists' items and those that are never written are numbered as in Thrift's document.
        match kind {
            TRUE | FALSE | BYTE => self.byte().map(|_| Value::Other),
            4..=I64 => self.signed().map(Value::Number),
            7 => self.take(8).map(|_| Value::Other),
            BINARY => {
                let length = self.number()?;
                self.take(length).map(|bytes| Value::Bytes(bytes.to_vec()))
            }
            LIST | 10 if depth < DEEPEST => {
                let head = self.byte()?;
                let length = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
                let mut items = Vec::new();
                for _ in 0..length {
                    items.push(self.value(head & 0x0f, depth + 1)?);
                }
                Some(Value::List(items))
            }
            STRUCT if depth < DEEPEST => self.structure(depth + 1),
            _ => None,
        }
    }
}
