//! The file of a network.
//!
//! It is text: a header in TOML, a line `---`, and the weights in base64, so that a version control system, a
//! mail or a terminal cannot spoil it, and `head` shows what it is for. The weights are whole numbers in the
//! order of [`Part`](crate::Part), each in zigzag LEB128, and then compressed: a number takes about 9 bits. The
//! checksum is the CRC-32 of all lines but its own.
//!
//! A network that reads the rules has form 3, whose header names the version and the size of the block of rules. One
//! whose rows for the rules are all 0 has form 2, without these rows.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use tradewinds_game::{InputError, Origin, counted, parse_toml};

use crate::integers::{EXPONENTS, Exponents, Integers, UNIT_EXPONENTS};
use crate::packing::{compress, decompress};
use crate::shape::{NetworkSpec, Size};

/// The maximum length of a network's file, in bytes.
pub const MAX_FILE: usize = 1 << 22;

/// The first line of every file.
const TITLE: &str = "# A network of Tradewinds: a header, then the weights.";
/// The line between the header and the weights.
const END_OF_HEADER: &str = "---";
/// The form of the files without rows for the rules.
const FORMAT: u32 = 2;
/// The form of the files with rows for the rules.
const WITH_RULES: u32 = 3;
/// The last commit that reads the first form, whose weights are not compressed and which was never released.
const LAST_COMMIT: &str = "07941a2d";
/// How hard zstd tries, at most 22.
const LEVEL: i32 = 19;
/// The maximum number of bytes of a number before it is compressed.
const MAX_BYTES: usize = 5;
/// Characters in a line of weights.
const WIDTH: usize = 100;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    game: String,
    rules: u32,
    features: u32,
    manifest: String,
    units: usize,
    second: usize,
    seat: usize,
    table: usize,
    action: usize,
    /// The version of the block of rules and its inputs, in form 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule_version: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule_inputs: Option<usize>,
    points_one: f32,
    score_share: f32,
    checksum: String,
    exponents: Exponents,
}

impl Integers {
    pub(crate) fn to_text(&self) -> String {
        let weights = self.encoded();
        self.text(&checksum(&self.text("", &weights)), &weights)
    }

    pub(crate) fn checksum(&self) -> String {
        checksum(&self.text("", &self.encoded()))
    }

    /// Returns the weights as the file has them, but in one line.
    fn encoded(&self) -> String {
        let count = if self.reads_rules() {
            self.values.len()
        } else {
            Self::count_without_rules(self.spec, self.size)
        };
        let bytes = compress(&packed(&self.values[..count]), LEVEL).expect("there is memory for the file");
        STANDARD.encode(bytes)
    }

    fn text(&self, checksum: &str, weights: &str) -> String {
        let features = self.spec.features;
        let with_rules = self.reads_rules();
        let header = Header {
            format: if with_rules { WITH_RULES } else { FORMAT },
            game: self.spec.game.to_owned(),
            rules: self.spec.rules,
            features: features.version,
            manifest: self.manifest.clone(),
            units: self.size.units,
            second: self.size.second,
            seat: features.seat_size(),
            table: features.table_size(),
            action: features.action_size(),
            rule_version: with_rules.then(|| features.rule_version()),
            rule_inputs: with_rules.then(|| features.rule_size()),
            points_one: self.points_one,
            score_share: self.score_share,
            checksum: checksum.to_owned(),
            exponents: self.exponents,
        };
        let header = toml::to_string(&header).expect("a header is numbers and names");
        let mut text = format!("{TITLE}\n{header}{END_OF_HEADER}\n");
        for line in weights.as_bytes().chunks(WIDTH) {
            text.extend(line.iter().map(|&byte| char::from(byte)));
            text.push('\n');
        }
        text
    }

    pub(crate) fn parse(file: &str, text: &str, spec: NetworkSpec) -> Result<Self, InputError> {
        Self::parse_unnamed(text, spec).map_err(|error| error.with_origin(Origin::File(file.to_owned())))
    }

    fn parse_unnamed(text: &str, spec: NetworkSpec) -> Result<Self, InputError> {
        if text.len() > MAX_FILE {
            return refuse("file", counted(text.len(), "byte"), format!("at most {MAX_FILE} bytes"));
        }
        let first = text.lines().next().unwrap_or_default();
        if first != TITLE {
            return refuse("first line", format!("{first:?}"), format!("{TITLE:?}"));
        }
        let mut lines = text.lines();
        let header: String =
            lines.by_ref().take_while(|&line| line != END_OF_HEADER).flat_map(|line| [line, "\n"]).collect();
        let header: Header = parse_toml(Origin::Unnamed, &header)?;
        header.check_text(text)?;
        header.check_game(spec)?;
        let size = Size { units: header.units, second: header.second };
        if let Some((field, found, allowed)) = size.fault() {
            return refuse(field, found.to_string(), allowed);
        }
        header.check_numbers()?;
        let body: String = lines.collect();
        let count = match header.format {
            FORMAT => Self::count_without_rules(spec, size),
            _ => Self::count(spec, size),
        };
        let decoded = STANDARD.decode(&body).ok();
        let bytes = decoded.and_then(|bytes| decompress(&bytes, MAX_BYTES * count).ok());
        let Some(mut values) = bytes.and_then(|bytes| unpacked(&bytes, count)) else {
            return refuse("weights", "something else".to_owned(), format!("{count} numbers in base64"));
        };
        values.resize(Self::count(spec, size), 0);
        let Header { manifest, exponents, points_one, score_share, .. } = header;
        let integers = Self { spec, size, manifest, exponents, points_one, score_share, values };
        match integers.too_large() {
            None => Ok(integers),
            Some(part) => refuse(
                "weights",
                format!("a number in {part:?} that is too large"),
                "weights of 16 bits whose sums have 32".to_owned(),
            ),
        }
    }
}

fn refuse<T>(field: &str, found: String, allowed: String) -> Result<T, InputError> {
    Err(InputError::new(Origin::Unnamed, field, found, allowed))
}

impl Header {
    /// Checks that the file is whole and of the form that is read.
    fn check_text(&self, text: &str) -> Result<(), InputError> {
        if ![FORMAT, WITH_RULES].contains(&self.format) {
            let allowed = format!("{FORMAT} or {WITH_RULES}; commit {LAST_COMMIT} is the last that reads 1");
            return refuse("format", self.format.to_string(), allowed);
        }
        let found = checksum(text);
        if found != self.checksum {
            let allowed = format!("{found}, that of the lines; the file is torn or was edited");
            return refuse("checksum", format!("{:?}", self.checksum), allowed);
        }
        Ok(())
    }

    /// Checks that the network is for a game with these features.
    fn check_game(&self, spec: NetworkSpec) -> Result<(), InputError> {
        let features = spec.features;
        if self.game != spec.game {
            return refuse("game", format!("{:?}", self.game), format!("{:?}", spec.game));
        }
        let rule_version = if self.format == FORMAT { 0 } else { features.rule_version() };
        for (field, found, allowed) in [
            ("rules", self.rules, spec.rules),
            ("features", self.features, features.version),
            ("rule_version", self.rule_version.unwrap_or(0), rule_version),
        ] {
            if found != allowed {
                let allowed = format!("{allowed}, the version of this program; train the network again");
                return refuse(field, format!("version {found}"), allowed);
            }
        }
        for (field, found, allowed) in [
            ("seat", self.seat, features.seat_size()),
            ("table", self.table, features.table_size()),
            ("action", self.action, features.action_size()),
            (
                "rule_inputs",
                self.rule_inputs.unwrap_or(0),
                if self.format == FORMAT { 0 } else { features.rule_size() },
            ),
        ] {
            if found != allowed {
                return refuse(field, found.to_string(), format!("{allowed}, as the game's features have"));
            }
        }
        Ok(())
    }

    /// Checks that all numbers are in their ranges.
    fn check_numbers(&self) -> Result<(), InputError> {
        let exponents = self.exponents;
        for (field, found, allowed) in [
            ("units", exponents.units, UNIT_EXPONENTS),
            ("value", exponents.value, EXPONENTS),
            ("strength", exponents.strength, EXPONENTS),
            ("points", exponents.points, EXPONENTS),
            ("query", exponents.query, EXPONENTS),
            ("action", exponents.action, EXPONENTS),
        ] {
            if !allowed.contains(&found) {
                let allowed = format!("{} to {}", allowed.start(), allowed.end());
                return refuse(&format!("exponents.{field}"), found.to_string(), allowed);
            }
        }
        for (field, found) in [("points_one", self.points_one), ("score_share", self.score_share)] {
            if !found.is_finite() {
                return refuse(field, found.to_string(), "a finite number".to_owned());
            }
        }
        Ok(())
    }
}

/// Returns the checksum of all lines but the one that states it.
fn checksum(text: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for line in text.lines().filter(|line| !line.starts_with("checksum = ")) {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    format!("{:08x}", hasher.finalize())
}

/// Returns numbers in bytes: the sign in the lowest bit, then seven bits a byte, the lowest first.
fn packed(numbers: &[i32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    for &number in numbers {
        let mut rest = ((number << 1) ^ (number >> 31)) as u32;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

/// Returns the numbers of [`packed`] if they are exactly `count`.
fn unpacked(bytes: &[u8], count: usize) -> Option<Vec<i32>> {
    let mut numbers = Vec::with_capacity(count.min(bytes.len()));
    let mut bytes = bytes.iter();
    while bytes.len() != 0 {
        let (mut number, mut shift) = (0_u32, 0);
        loop {
            let byte = *bytes.next()?;
            if shift == 28 && byte > 0x0f {
                return None;
            }
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        numbers.push((number >> 1) as i32 ^ -((number & 1) as i32));
    }
    (numbers.len() == count).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_packed_and_unpacked() {
        let numbers = [0, -1, 1, 63, -64, 64, 32_767, -32_768, i32::MAX, i32::MIN];
        let bytes = packed(&numbers);
        assert_eq!(&bytes[..5], [0, 1, 2, 126, 127]);
        assert_eq!(unpacked(&bytes, numbers.len()).unwrap(), numbers);
        assert_eq!(unpacked(&bytes, numbers.len() + 1), None);
        assert_eq!(unpacked(&bytes[..bytes.len() - 1], numbers.len()), None, "the last number is torn");
        assert_eq!(unpacked(&[0xff, 0xff, 0xff, 0xff, 0x1f], 1), None, "33 bits");
    }
}
