//! A number as it is published: with its decimal places.

use tradewinds_game::grouped;

/// Maximum number of digits, which a float holds exactly.
const MAX_DIGITS: usize = 15;

/// A plain decimal with its places, such as `43.6`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Amount {
    /// The number.
    pub value: f64,
    /// The number of its decimal places.
    pub places: usize,
}

impl Amount {
    /// Reads a plain decimal: at most 15 digits, with a minus before and a point among them if need be.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = match digits.split_once('.') {
            Some((whole, places)) => (whole, Some(places)),
            None => (digits, None),
        };
        let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_short = whole.len() + places.map_or(0, str::len) <= MAX_DIGITS;
        if !is_short || !is_plain(whole) || !places.is_none_or(is_plain) {
            return None;
        }
        Some(Self { value: text.parse().ok()?, places: places.map_or(0, str::len) })
    }

    /// Reads a number as people write it: with a sign, and with commas between the thousands.
    #[must_use]
    pub fn of_people(text: &str) -> Option<Self> {
        let text = text.replace(',', "").replace('\u{2212}', "-");
        Self::parse(text.strip_prefix('+').unwrap_or(&text))
    }

    /// Returns whether `quoted` is this number, or this number with fewer places.
    #[must_use]
    pub fn is_quoted_by(self, quoted: Self) -> bool {
        /// For numbers halfway, which may be rounded either way.
        const SLACK: f64 = 1e-6;
        let scale = 10_f64.powi(i32::try_from(quoted.places).unwrap_or(i32::MAX));
        quoted.places <= self.places
            && ((self.value - quoted.value) * scale).abs() <= 0.5 + SLACK
            && (quoted.places < self.places || (self.value - quoted.value).abs() * scale < SLACK)
    }

    /// Writes it for people, with commas between the thousands.
    #[must_use]
    pub fn for_people(self) -> String {
        let text = format!("{:.*}", self.places, self.value.abs());
        let (whole, places) =
            text.split_once('.').map_or((text.as_str(), ""), |(whole, places)| (whole, places));
        let whole = whole.parse().map_or(whole.to_owned(), grouped);
        let sign = if self.value < 0.0 { "-" } else { "" };
        let point = if places.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{places}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_decimals_are_read() {
        for (text, value, places) in
            [("43.6", 43.6, 1), ("-12", -12.0, 0), ("0.250", 0.25, 3), ("75312", 75312.0, 0)]
        {
            assert_eq!(Amount::parse(text), Some(Amount { value, places }), "{text}");
        }
        for text in ["", "-", ".5", "5.", "1,000", "1e3", "+1", "NaN", "inf", "1.2.3", " 1", "--1"] {
            assert_eq!(Amount::parse(text), None, "{text}");
        }
        // Far more digits than a float or a format has.
        for text in [format!("0.{}", "9".repeat(70_000)), "9".repeat(400), "1234567890.123456".to_owned()] {
            assert_eq!(Amount::parse(&text), None, "{} digits", text.len());
        }
    }

    #[test]
    fn a_number_is_quoted_with_its_places_or_fewer() {
        let is = |cell: &str, text: &str| {
            Amount::parse(cell).unwrap().is_quoted_by(Amount::of_people(text).unwrap())
        };
        for (cell, text) in [
            ("43.6", "43.6"),
            ("43.6", "44"),
            ("43.5", "43"),
            ("43.5", "44"),
            ("-12.4", "\u{2212}12"),
            ("75312", "75,312"),
            ("2.4", "+2.4"),
        ] {
            assert!(is(cell, text), "{text} for {cell}");
        }
        for (cell, text) in [
            ("43.6", "43.7"),
            ("43.6", "43"),
            ("43.6", "43.60"),
            ("-12.4", "12"),
            ("75312", "75,000"),
            ("44", "43"),
        ] {
            assert!(!is(cell, text), "{text} for {cell}");
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        for (text, written) in [("75312", "75,312"), ("-1234.50", "-1,234.50"), ("0.5", "0.5")] {
            assert_eq!(Amount::parse(text).unwrap().for_people(), written);
        }
    }
}
