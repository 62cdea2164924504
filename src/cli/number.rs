//! Whole numbers of the command line, and the seat that `--seat` names; a refusal states the allowed range.

use std::ops::{Bound, RangeBounds};

use crate::game::{InputError, Seat};

/// Returns a parser of whole numbers in a range.
pub(super) fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&below) => below + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => Some(most),
        Bound::Excluded(&above) => Some(above - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let number =
            text.parse().ok().filter(|&number| least <= number && most.is_none_or(|most| number <= most));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match most {
            Some(most) => format!("allowed: a whole number from {least} to {most}"),
            None => format!("allowed: a whole number from {least} on"),
        })
    }
}

/// Returns the seat of a number at a table of `players`, counted from 1 as every text for people counts.
pub(super) fn seat(number: usize, players: usize) -> Result<Seat, InputError> {
    let refuse = || InputError::new("--seat", "", number.to_string(), format!("1 to {players}"));
    Seat::from_number(number, players).ok_or_else(refuse)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_outside_are_refused_by_what_is_allowed() {
        let seat = whole::<u8>(1..=5);
        assert_eq!(seat("5"), Ok(5));
        for text in ["0", "6", "-1", "1.5", "x", ""] {
            assert_eq!(seat(text), Err("allowed: a whole number from 1 to 5".to_owned()));
        }
        assert_eq!(whole::<u32>(1..)("0"), Err("allowed: a whole number from 1 on".to_owned()));
        assert_eq!(whole::<u64>(..)("18446744073709551615"), Ok(u64::MAX));
        assert!(whole::<u32>(..)("4294967296").is_err());
    }
}
