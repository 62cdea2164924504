//! Checks of a file's values, each with a message that names the field.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};

use super::by_key::ByKey;
use super::words::Word;
use crate::input::InputError;
use crate::seats::Seat;
use crate::text::counted;

/// The fields of one kind of input: refuses those that are wrong.
///
/// Fields are named by anything that can be displayed, best by `format_args!`: nothing is formatted
/// before something is refused.
///
/// ```
/// use tradewinds_game::kit::Fields;
/// let fields = Fields::POSITION;
/// let seat = 2;
/// let vp: u16 = fields.number(format_args!("players[{seat}].vp"), 1234, 0..=5_000).unwrap();
/// assert_eq!(vp, 1234);
/// let refusal = fields.number::<u16>(format_args!("players[{seat}].vp"), 5_001, 0..=5_000).unwrap_err();
/// assert_eq!(refusal.to_string(), "position: players[2].vp: found 5001; allowed: 0 to 5000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields<'a>(pub &'a str);

impl Fields<'static> {
    /// The fields of position files.
    pub const POSITION: Self = Self("position");
    /// The fields of a game's data file with a variant laid over it.
    pub const DATA: Self = Self("data.toml");
}

impl Fields<'_> {
    /// Makes a refusal of no particular kind, with the field, the value found and the values allowed.
    pub fn refuse(self, field: impl Display, found: impl Display, allowed: impl Display) -> InputError {
        InputError::new(self.0, field.to_string(), found.to_string(), allowed.to_string())
    }

    /// Refuses a name that is not in `known`, with the nearest one as a hint.
    pub fn unknown<'k>(
        self,
        field: impl Display,
        found: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> InputError {
        InputError::unknown_name(self.0, field.to_string(), found, known)
    }

    /// Checks that a value lies within limits, and returns it.
    ///
    /// # Errors
    /// It does not.
    pub fn within<T: PartialOrd + Display>(
        self,
        field: impl Display,
        found: T,
        allowed: RangeInclusive<T>,
    ) -> Result<T, InputError> {
        if allowed.contains(&found) { Ok(found) } else { Err(self.out_of_range(field, found, &allowed)) }
    }

    /// Refuses a number outside its range.
    fn out_of_range<T: Display>(
        self,
        field: impl Display,
        found: impl Display,
        allowed: &RangeInclusive<T>,
    ) -> InputError {
        let [least, most] = [allowed.start(), allowed.end()].map(T::to_string);
        let allowed = if least == most { least } else { format!("{least} to {most}") };
        InputError::out_of_range(self.0, field.to_string(), found, allowed)
    }

    /// Checks several values of one table, whose fields begin with `table`.
    ///
    /// ```
    /// use tradewinds_game::kit::Fields;
    /// let found = Fields::DATA.limits("building.factory.", [("cost", 8, 0..=31), ("circles", 4, 1..=3)]);
    /// assert_eq!(found.unwrap_err().to_string(), "data.toml: building.factory.circles: found 4; allowed: 1 to 3");
    /// ```
    ///
    /// # Errors
    /// One does not lie within its limits; the first of them is named.
    pub fn limits<F: Display, T: PartialOrd + Display>(
        self,
        table: impl Display,
        limits: impl IntoIterator<Item = (F, T, RangeInclusive<T>)>,
    ) -> Result<(), InputError> {
        for (field, found, allowed) in limits {
            self.within(format_args!("{table}{field}"), found, allowed)?;
        }
        Ok(())
    }

    /// Checks a number of a file, and returns it as the state stores it.
    ///
    /// # Errors
    /// It does not lie within its limits, or does not fit the state's type, which the limits should
    /// rule out.
    pub fn number<T: TryFrom<u32>>(
        self,
        field: impl Display,
        found: u32,
        allowed: RangeInclusive<u32>,
    ) -> Result<T, InputError> {
        if allowed.contains(&found)
            && let Ok(number) = T::try_from(found)
        {
            return Ok(number);
        }
        Err(self.out_of_range(field, found, &allowed))
    }

    /// Checks the number of a seat at a table of `players`.
    ///
    /// # Errors
    /// The table has no such seat.
    pub fn seat(self, field: impl Display, found: u32, players: usize) -> Result<Seat, InputError> {
        let last = players.saturating_sub(1) as u32;
        self.number::<usize>(field, found, 0..=last).map(Seat::new)
    }

    /// Checks that a text, such as the game's name, is the expected one.
    ///
    /// # Errors
    /// It is another one.
    pub fn text(self, field: impl Display, found: &str, allowed: &str) -> Result<(), InputError> {
        if found == allowed {
            Ok(())
        } else {
            Err(self.refuse(field, format_args!("{found:?}"), format_args!("{allowed:?}")))
        }
    }

    /// Checks that a file belongs to a table of `players`.
    ///
    /// # Errors
    /// It has another number of players.
    pub fn players(self, found: usize, players: usize) -> Result<(), InputError> {
        if found == players {
            Ok(())
        } else {
            let found = counted(found, "player");
            Err(InputError::out_of_range(self.0, "players", found, players.to_string()))
        }
    }

    /// Reads a word.
    ///
    /// # Errors
    /// It is unknown.
    pub fn word<K: Word>(self, field: impl Display, found: &str) -> Result<K, InputError> {
        K::from_word(found).ok_or_else(|| self.unknown(field, found, K::WORDS.iter().copied()))
    }

    /// Reads counts by word; those left out are 0.
    ///
    /// # Errors
    /// A count above `most`.
    pub fn counts<K: Word>(
        self,
        field: impl Display,
        counts: &BTreeMap<K, u32>,
        most: u8,
    ) -> Result<ByKey<K, u8>, InputError> {
        let mut read = ByKey::filled(0);
        for (&key, &count) in counts {
            read[key] = self.number(format_args!("{field}.{}", key.word()), count, 0..=most.into())?;
        }
        Ok(read)
    }
}

/// Reads a field that may be left out but, unlike an `Option` as such, not be `null`.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct StepFile {
///     #[serde(default, deserialize_with = "tradewinds_game::kit::present")]
///     seat: Option<u32>,
/// }
///
/// let read = |text| serde_json::from_str::<StepFile>(text).map(|step| step.seat);
/// assert_eq!(read(r#"{ "seat": 2 }"#).unwrap(), Some(2));
/// assert_eq!(read("{}").unwrap(), None);
/// assert!(read(r#"{ "seat": null }"#).is_err());
/// ```
///
/// # Errors
/// The value is not one of its type.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Tile;
    use super::*;
    use crate::input::{InputErrorKind, Origin};

    const FIELDS: Fields<'_> = Fields::POSITION;

    fn message<T: std::fmt::Debug>(found: Result<T, InputError>) -> String {
        found.unwrap_err().to_string()
    }

    #[test]
    fn wrong_fields_are_named() {
        for (found, refusal) in [
            (message(FIELDS.number::<u8>("round", 0, 1..=9)), "position: round: found 0; allowed: 1 to 9"),
            (
                message(FIELDS.number::<u8>("round", 300, 1..=999)),
                "position: round: found 300; allowed: 1 to 999",
            ),
            (message(FIELDS.within("cost", 10_u8, 0..=9)), "position: cost: found 10; allowed: 0 to 9"),
            (message(FIELDS.seat("to_move", 4, 4)), "position: to_move: found 4; allowed: 0 to 3"),
            (message(FIELDS.text("game", "go", "chess")), "position: game: found \"go\"; allowed: \"chess\""),
            (message(FIELDS.players(3, 4)), "position: players: found 3 players; allowed: 4"),
            (
                message(FIELDS.word::<Tile>(format_args!("deck[{}]", 7), "corm")),
                "position: deck[7]: found \"corm\"; allowed: corn, indigo, the quarry (did you mean corn?)",
            ),
            (
                message(Fields("v.toml").limits("setup.", [("a", 1, 0..=1), ("b", 2, 0..=1)])),
                "v.toml: setup.b: found 2; allowed: 0 to 1",
            ),
            (message(FIELDS.within("cost", 10, 1..=1)), "position: cost: found 10; allowed: 1"),
        ] {
            assert_eq!(found, refusal);
        }
    }

    #[test]
    fn refusals_have_their_kind() {
        let kind = |found: Result<u8, InputError>| found.unwrap_err().kind();
        assert_eq!(kind(FIELDS.number("round", 0, 1..=9)), InputErrorKind::OutOfRange);
        assert_eq!(kind(FIELDS.within("cost", 10, 0..=9)), InputErrorKind::OutOfRange);
        assert_eq!(FIELDS.word::<Tile>("tile", "corm").unwrap_err().kind(), InputErrorKind::UnknownName);
        assert_eq!(*FIELDS.refuse("tile", 1, 2).origin(), Origin::Position);
        assert_eq!(*Fields::DATA.refuse("tile", 1, 2).origin(), Origin::Data);
    }

    #[test]
    fn right_fields_are_read() {
        assert_eq!(FIELDS.number::<u8>("round", 9, 1..=9), Ok(9));
        assert_eq!(FIELDS.within("cost", 0.5, 0.0..=1.0), Ok(0.5));
        assert_eq!(FIELDS.seat("to_move", 3, 4), Ok(Seat::new(3)));
        assert_eq!(FIELDS.word("good", "indigo"), Ok(Tile::Indigo));
        assert_eq!((FIELDS.text("game", "go", "go"), FIELDS.players(4, 4)), (Ok(()), Ok(())));
        assert_eq!(FIELDS.limits("", [("a", 1, 0..=1)]), Ok(()));
    }

    #[test]
    fn counts_left_out_are_0() {
        let read = |tile, count| FIELDS.counts("goods", &BTreeMap::from([(tile, count)]), 15);
        assert_eq!(read(Tile::Indigo, 15).unwrap().into_array(), [0, 15, 0]);
        assert_eq!(message(read(Tile::Corn, 16)), "position: goods.corn: found 16; allowed: 0 to 15");
    }
}
