//! Parts of a run, for several machines.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use crate::plan::manifest::Manifest;
use tradewinds_game::{InputError, parse_toml};

/// The file that describes a part of a run, in its folder.
pub const SHARD: &str = "shard.toml";

/// One of several parts of a run; a part plays every `of`-th unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1 to `of`.
    number: u64,
    of: u64,
}

impl Shard {
    /// The only part of a run that was not split.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Makes part `number`, from 1, out of `of` parts; `None` if there is no such part.
    #[must_use]
    pub fn new(number: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Returns its number, from 1.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// Returns whether the part plays a unit.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        unit % self.of == self.number - 1
    }

    /// Returns whether a run of `units` units has one that both parts play.
    #[must_use]
    pub fn overlaps(self, other: Self, units: u64) -> bool {
        let own = (self.number - 1..units).step_by(usize::try_from(self.of).unwrap_or(usize::MAX));
        // The pattern of both parts repeats after as many of these units as the other has parts.
        own.take(usize::try_from(other.of).unwrap_or(usize::MAX)).any(|unit| other.has(unit))
    }

    /// Writes the file that describes the part.
    pub(crate) fn to_toml(self) -> String {
        format!("shard = {}\nof = {}\n", self.number, self.of)
    }

    /// Reads the file that describes a part.
    ///
    /// # Errors
    /// The text is not TOML, or there is no such part.
    pub(crate) fn from_toml(source_name: &str, text: &str) -> Result<Self, InputError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            shard: u64,
            of: u64,
        }
        let File { shard, of } = parse_toml(source_name, text)?;
        let allowed = format!("1 to {of}");
        Self::new(shard, of).ok_or_else(|| InputError::new(source_name, "shard", shard.to_string(), allowed))
    }

    /// Refuses a part of a run that may stop early, since stopping depends on all results.
    ///
    /// # Errors
    /// The run may stop early.
    pub(crate) fn check(manifest: &Manifest) -> Result<(), InputError> {
        if manifest.adaptive || manifest.until_width.is_some() || manifest.sprt.is_some() {
            let allowed = "only for a fixed number of games, without until_width, adaptive and sprt";
            return Err(InputError::new("--shard", "", "a part of a run that may stop early", allowed));
        }
        Ok(())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        parts.and_then(|(number, of)| Self::new(number, of)).ok_or_else(|| {
            InputError::new("", "", format!("{text:?}"), "I/N with I from 1 to N, such as 3/16, or auto")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_a_partition() {
        let shards: Vec<Shard> = (1..=5).map(|number| Shard::new(number, 5).unwrap()).collect();
        for unit in 0..100 {
            assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1);
        }
    }

    #[test]
    fn parts_of_two_splits_overlap_where_they_share_a_unit() {
        let overlap = |one: &str, other: &str, units| {
            let [one, other] = [one, other].map(|text| text.parse::<Shard>().unwrap());
            assert_eq!(one.overlaps(other, units), other.overlaps(one, units));
            one.overlaps(other, units)
        };
        assert!(overlap("1/1", "3/3", 3) && !overlap("1/1", "3/3", 2));
        assert!(overlap("1/2", "2/3", 12) && overlap("1/2", "1/3", 1) && overlap("2/2", "4/4", 12));
        assert!(!overlap("1/3", "2/3", 12) && !overlap("1/2", "2/4", 12));
    }

    #[test]
    fn only_parts_that_exist_are_read() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.to_string().as_str(), shard.to_toml().as_str()), ("3/16", "shard = 3\nof = 16\n"));
        assert_eq!(Shard::from_toml("shard.toml", &shard.to_toml()), Ok(shard));
        assert!(Shard::from_toml("shard.toml", "shard = 0\nof = 2\n").is_err());
        for wrong in ["", "3", "0/4", "5/4", "a/4", "1/0", "1/2/3", "-1/2", "1 /2"] {
            let error = wrong.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("such as 3/16"), "{error}");
        }
    }
}
