//! A refusal of input: its kind, its origin and its message.

use std::fmt::Display;

use super::origin::Origin;
use crate::text::{printable, quoted};

/// The kind of error in refused input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// A name that is not one of the known ones.
    UnknownName,
    /// A number, or a number of entries, outside its range.
    OutOfRange,
    /// A value of another type than the expected one.
    WrongType,
    /// A required value that is missing.
    Missing,
    /// Values that are not allowed together.
    Conflict,
    /// Text that is not TOML or not JSON.
    Syntax,
    /// A file that cannot be read.
    Unreadable,
    /// Anything else.
    Refused,
}

/// Refused input: the field and its origin, the value found and the values allowed.
///
/// Each [kind](InputErrorKind) has a constructor of its name. The message is one line without control
/// characters; the field and the value found are cut after 200 characters. Code decides by the kind and the
/// origin, never by the message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct InputError(Box<Refusal>);

/// Boxed, so that a result with it is no larger than one without.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Refusal {
    kind: InputErrorKind,
    origin: Origin,
    field: String,
    found: String,
    allowed: String,
    nearest: Option<String>,
    /// A clause that replaces the value found and the values allowed.
    reason: String,
}

/// The length from which the nearest name is put before a list of names.
const LONG_LIST: usize = 200;

impl InputError {
    /// Makes a refusal of no particular kind; prefer the constructor that is named after the kind.
    pub fn new(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        Self::with_kind(InputErrorKind::Refused, origin.into(), field.into(), found.into(), allowed.into())
    }

    /// Refuses a name that is not in `known`, with the nearest one as a hint.
    pub fn unknown_name<'a>(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let (origin, field) = (origin.into(), field.into());
        let mut error = Self::with_kind(
            InputErrorKind::UnknownName,
            origin,
            field,
            format!("{found:?}"),
            known.join(", "),
        );
        error.0.nearest = nearest(found, known).map(str::to_owned);
        error
    }

    /// Refuses a number, or a number of entries, outside its range.
    pub fn out_of_range(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: impl Display,
        allowed: impl Into<String>,
    ) -> Self {
        let (origin, field) = (origin.into(), field.into());
        Self::with_kind(InputErrorKind::OutOfRange, origin, field, found.to_string(), allowed.into())
    }

    /// Checks that a number lies from `least` to `most`, both included.
    ///
    /// # Errors
    /// It does not, or it is no number.
    pub fn check_range<T: PartialOrd + Display>(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: T,
        least: T,
        most: T,
    ) -> Result<(), Self> {
        if found >= least && found <= most {
            return Ok(());
        }
        Err(Self::out_of_range(origin, field, found, format!("{least} to {most}")))
    }

    /// Refuses a value of another type: `found` and `allowed` name both, such as *a list* and *a number*.
    pub fn wrong_type(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        Self::with_kind(InputErrorKind::WrongType, origin.into(), field.into(), found.into(), allowed.into())
    }

    /// Refuses input without a required field.
    pub fn missing(origin: impl Into<Origin>, field: impl Into<String>, allowed: impl Into<String>) -> Self {
        let (origin, field) = (origin.into(), field.into());
        Self::with_kind(InputErrorKind::Missing, origin, field, "nothing".to_owned(), allowed.into())
    }

    /// Refuses values that are not allowed together.
    pub fn conflict(
        origin: impl Into<Origin>,
        field: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        Self::with_kind(InputErrorKind::Conflict, origin.into(), field.into(), found.into(), allowed.into())
    }

    /// Refuses text that is not in a language such as *TOML* or *JSON*, with the parser's message; `place`
    /// is such as *line 7*, and may be empty.
    pub fn syntax(
        origin: impl Into<Origin>,
        place: impl Into<String>,
        language: &str,
        message: impl Display,
    ) -> Self {
        let reason = format!("invalid {language}: {message}");
        Self::because(InputErrorKind::Syntax, origin.into(), place.into(), reason)
    }

    /// Refuses a file that cannot be read.
    pub fn unreadable(origin: impl Into<Origin>, cause: impl Display) -> Self {
        let reason = format!("cannot be read: {cause}");
        Self::because(InputErrorKind::Unreadable, origin.into(), String::new(), reason)
    }

    /// Refuses a field for a reason that is its own clause, such as *is nested too deeply*.
    pub fn refused(origin: impl Into<Origin>, field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::because(InputErrorKind::Refused, origin.into(), field.into(), reason.into())
    }

    fn with_kind(
        kind: InputErrorKind,
        origin: Origin,
        field: String,
        found: String,
        allowed: String,
    ) -> Self {
        Self(Box::new(Refusal { kind, origin, field, found, allowed, nearest: None, reason: String::new() }))
    }

    fn because(kind: InputErrorKind, origin: Origin, field: String, reason: String) -> Self {
        let mut error = Self::with_kind(kind, origin, field, String::new(), String::new());
        error.0.reason = reason;
        error
    }

    /// Returns the kind of error.
    #[must_use]
    pub fn kind(&self) -> InputErrorKind {
        self.0.kind
    }

    /// Returns the origin of the input.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.0.origin
    }

    /// Returns the field, as a path such as `players[2].goods.corn`; may be empty.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// Returns the value found; may be empty.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// Returns the allowed values; may be empty.
    #[must_use]
    pub fn allowed(&self) -> &str {
        &self.0.allowed
    }

    /// Returns the known name that the user probably meant.
    #[must_use]
    pub fn nearest(&self) -> Option<&str> {
        self.0.nearest.as_deref()
    }

    /// Sets the origin of the input.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<Origin>) -> Self {
        self.0.origin = origin.into();
        self
    }

    /// Sets the file that the input came from as the origin.
    #[must_use]
    pub fn in_file(self, file: impl Into<String>) -> Self {
        self.with_origin(Origin::File(file.into()))
    }

    /// Sets the variant's origin, if the variant is at fault.
    #[must_use]
    pub fn in_variant(self, origin: Origin) -> Self {
        if self.origin().is_variant() { self.with_origin(origin) } else { self }
    }

    /// Replaces the field.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>) -> Self {
        self.0.field = field.into();
        self
    }

    /// Puts the field inside `outer`, such as `players[2]`.
    #[must_use]
    pub fn inside(mut self, outer: &str) -> Self {
        let dot = if self.0.field.is_empty() || self.0.field.starts_with('[') { "" } else { "." };
        self.0.field.insert_str(0, dot);
        self.0.field.insert_str(0, outer);
        self
    }

    /// Replaces the description of the allowed values.
    #[must_use]
    pub fn with_allowed(mut self, allowed: impl Into<String>) -> Self {
        self.0.allowed = allowed.into();
        self.0.nearest = None;
        self
    }

    /// Sets the name that the user probably meant, if any.
    #[must_use]
    pub fn with_nearest(mut self, name: Option<&str>) -> Self {
        self.0.nearest = name.map(str::to_owned);
        self
    }

    fn message(&self) -> String {
        let Refusal { origin, field, found, allowed, nearest, reason, .. } = &*self.0;
        let hint = nearest.as_ref().map_or(String::new(), |name| format!("(did you mean {name}?)"));
        let (mut found, mut allowed) = (quoted(found), printable(allowed));
        let long = allowed.len() >= LONG_LIST;
        let hinted = if long { &mut found } else { &mut allowed };
        if !hint.is_empty() {
            *hinted = format!("{hinted} {}", printable(&hint));
        }
        let mut text = printable(&origin.to_string());
        for (part, label) in
            [(quoted(field), ""), (quoted(reason), ""), (found, "found "), (allowed, "allowed: ")]
        {
            if !part.is_empty() {
                let separator = match (text.is_empty(), label) {
                    (true, _) => "",
                    (false, "allowed: ") => "; ",
                    (false, _) => ": ",
                };
                text.push_str(&format!("{separator}{label}{part}"));
            }
        }
        text
    }
}

/// Returns the name most like `found` (Jaro-Winkler similarity above 0.75), if any.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|(similarity, _)| *similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn every_kind_has_a_message_of_its_form() {
        let io = io::Error::new(io::ErrorKind::NotFound, "No such file");
        for (error, kind, message) in [
            (
                InputError::unknown_name("x.toml", "lineup[0]", "stedy", ["random", "steady"]),
                InputErrorKind::UnknownName,
                "x.toml: lineup[0]: found \"stedy\"; allowed: random, steady (did you mean steady?)",
            ),
            (
                InputError::out_of_range(Origin::Manifest, "deals", 0, "1 or more"),
                InputErrorKind::OutOfRange,
                "manifest: deals: found 0; allowed: 1 or more",
            ),
            (
                InputError::wrong_type(Origin::Position, "players", "a list", "a number"),
                InputErrorKind::WrongType,
                "position: players: found a list; allowed: a number",
            ),
            (
                InputError::missing(Origin::Record, "crc", "the record's checksum"),
                InputErrorKind::Missing,
                "record: crc: found nothing; allowed: the record's checksum",
            ),
            (
                InputError::conflict("x.toml", "games", "deals as well", "deals or games"),
                InputErrorKind::Conflict,
                "x.toml: games: found deals as well; allowed: deals or games",
            ),
            (
                InputError::syntax("x.toml", "line 7", "TOML", "unclosed array"),
                InputErrorKind::Syntax,
                "x.toml: line 7: invalid TOML: unclosed array",
            ),
            (
                InputError::unreadable("x.toml", io),
                InputErrorKind::Unreadable,
                "x.toml: cannot be read: No such file",
            ),
            (
                InputError::refused(Origin::Position, "players[1]", "is nested too deeply"),
                InputErrorKind::Refused,
                "position: players[1]: is nested too deeply",
            ),
            (
                InputError::new("--at", "", "9", "0 to 8"),
                InputErrorKind::Refused,
                "--at: found 9; allowed: 0 to 8",
            ),
        ] {
            assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
        }
    }

    #[test]
    fn the_nearest_name_stands_before_a_long_list() {
        let names: Vec<String> = (0..50).map(|number| format!("weight_{number}")).collect();
        let known = names.iter().map(String::as_str).chain(["factory"]);
        let error = InputError::unknown_name(Origin::Policy, "weights", "factroy", known);
        assert_eq!(error.nearest(), Some("factory"));
        let start = "policy: weights: found \"factroy\" (did you mean factory?); allowed: weight_0, ";
        assert!(error.to_string().starts_with(start), "{error}");
        let error = InputError::unknown_name(Origin::Bot, "", "zzz", ["random"]);
        assert_eq!(
            (error.nearest(), error.to_string().as_str()),
            (None, "bot: found \"zzz\"; allowed: random")
        );
    }

    #[test]
    fn a_refusal_learns_its_place_on_the_way_out() {
        let error = InputError::out_of_range(Origin::Unnamed, "", 9, "0 to 5");
        assert_eq!(error.to_string(), "found 9; allowed: 0 to 5");
        let error = error.inside("[2]").inside("goods").inside("players").in_file("p.json");
        assert_eq!(error.field(), "players.goods[2]");
        assert_eq!(error.origin(), &Origin::File("p.json".to_owned()));
        assert_eq!(error.to_string(), "p.json: players.goods[2]: found 9; allowed: 0 to 5");
        let error = error.with_field("").with_origin("--seed").with_allowed("a seed");
        assert_eq!(error.to_string(), "--seed: found 9; allowed: a seed");
        let error = error.with_nearest(Some("8"));
        assert_eq!(error.to_string(), "--seed: found 9; allowed: a seed (did you mean 8?)");
        let file = || Origin::File("v.toml".to_owned());
        let named = |origin: &str| InputError::new(origin, "", "9", "").in_variant(file()).to_string();
        assert_eq!(named("data.toml"), "v.toml: found 9");
        assert_eq!(named("position"), "position: found 9");
    }

    #[test]
    fn a_message_is_one_line_of_bounded_length() {
        let long = "x".repeat(100_000);
        let text = InputError::unknown_name("a\nb", long.as_str(), &long, ["c\u{1b}[31m"]).to_string();
        assert!(text.starts_with("a\\nb: xxx") && text.ends_with("allowed: c\\u{1b}[31m"), "{text}");
        assert!(text.chars().count() < 500 && !text.contains('\n'));
    }

    #[test]
    fn a_result_with_a_refusal_is_small() {
        assert_eq!(size_of::<Result<(), InputError>>(), size_of::<usize>());
    }
}
