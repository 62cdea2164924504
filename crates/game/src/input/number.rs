//! Numbers of files within their ranges.

use std::ops::RangeInclusive;

use super::error::InputError;
use super::node::{Node, Number, Shape};
use super::origin::Origin;

/// Returns a value as a whole number.
///
/// # Errors
/// It is not a whole number, or is outside the range.
pub(super) fn whole(node: Node<'_>, range: RangeInclusive<i128>) -> Result<Number, InputError> {
    let Shape::Number(number) = node.shape() else {
        return Err(InputError::wrong_type(Origin::Unnamed, "", node.found(), allowed(&range)));
    };
    let value = match number {
        Number::Unsigned(number) => i128::from(number),
        Number::Negative(number) => i128::from(number),
        Number::Real(real) => {
            let hint = if real.fract() == 0.0 { ", without a decimal point" } else { "" };
            let allowed = allowed(&range) + hint;
            return Err(InputError::wrong_type(Origin::Unnamed, "", number.to_string(), allowed));
        }
    };
    if range.contains(&value) {
        return Ok(number);
    }
    Err(InputError::out_of_range(Origin::Unnamed, "", number, allowed(&range)))
}

/// Returns a value as a number.
///
/// # Errors
/// It is not a number.
pub(super) fn real(node: Node<'_>) -> Result<Number, InputError> {
    match node.shape() {
        Shape::Number(number) => Ok(number),
        _ => Err(InputError::wrong_type(Origin::Unnamed, "", node.found(), "a number")),
    }
}

/// Describes the whole numbers that are allowed.
fn allowed(range: &RangeInclusive<i128>) -> String {
    let (least, most) = (*range.start(), *range.end());
    match (least, most >= i128::from(i64::MAX)) {
        (0, true) => "a whole number, 0 or more".to_owned(),
        (_, true) => "a whole number".to_owned(),
        (_, false) => format!("a whole number from {least} to {most}"),
    }
}

/// Translates serde's name of a type into the user's words, in which a map is `table`; other words are
/// passed on unchanged.
///
/// The reader describes the types that it expects itself. This is for the few types, such as those with
/// `flatten`, that read values that serde has buffered, whose refusals name Rust's types.
pub(super) fn in_plain_words(expected: String, table: &str) -> String {
    let range = match expected.as_str() {
        "u8" => 0..=u8::MAX.into(),
        "u16" => 0..=u16::MAX.into(),
        "u32" => 0..=u32::MAX.into(),
        "u64" | "usize" => 0..=u64::MAX.into(),
        "i8" => i8::MIN.into()..=i8::MAX.into(),
        "i16" => i16::MIN.into()..=i16::MAX.into(),
        "i32" => i32::MIN.into()..=i32::MAX.into(),
        "i64" | "isize" => i64::MIN.into()..=i64::MAX.into(),
        "f32" | "f64" => return "a number".to_owned(),
        "a string" => return "text".to_owned(),
        "a boolean" => return "true or false".to_owned(),
        "a sequence" => return "a list".to_owned(),
        "a map" => return table.to_owned(),
        _ => return expected,
    };
    allowed(&range)
}
