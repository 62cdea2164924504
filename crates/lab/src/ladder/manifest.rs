//! Manifests of ladders.

use serde::{Deserialize, Serialize};

use super::super::folder::check_name;
use tradewinds_bots::Sections;
use tradewinds_game::InputError;
use tradewinds_tournament::{Format, NamedBots, NamesBots, parse_manifest};

/// Maximum number of rungs of a ladder.
const MOST_RUNGS: usize = 32;

/// A ladder as its manifest describes it.
///
/// ```
/// use tradewinds_lab::ladder::LadderManifest;
/// let text = r#"
/// name = "ladder"
/// game = "puerto-rico"
/// players = 4
/// seed = 1
/// deals = 50
/// bot = "ismcts"
/// iterations = [500, 1000, 2000]
/// "#;
/// assert_eq!(LadderManifest::parse("ladder.toml", text).unwrap().iterations.len(), 3);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct LadderManifest {
    /// The ladder's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The number of deals that each step plays.
    pub deals: u64,
    /// The search: the name of a shipped preset, or the path of a preset file.
    pub bot: String,
    /// The iterations per decision of each rung, ascending; 2 to 32 rungs.
    pub iterations: Vec<u32>,
    /// The format of a step: a [duel](Format::Duel) of the two rungs, or only
    /// [one of the upper](Format::OneVsRest) among copies of the lower, in less than half the time and with
    /// wider intervals.
    #[serde(default = "duel")]
    pub format: Format,
    /// The variant: the name of a shipped one or the path of a file; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

fn duel() -> Format {
    Format::Duel
}

impl NamesBots for LadderManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let entries = vec![&self.bot];
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

impl LadderManifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    /// Checks everything that the individual steps would not check.
    fn check(&self) -> Result<(), InputError> {
        let ascending = self.iterations.is_sorted_by(|a, b| a < b);
        let rungs = (2..=MOST_RUNGS).contains(&self.iterations.len());
        if !ascending || !rungs || self.iterations[0] == 0 {
            let allowed = format!("2 to {MOST_RUNGS} ascending numbers from 1");
            return Err(InputError::new("", "iterations", format!("{:?}", self.iterations), allowed));
        }
        if !matches!(self.format, Format::Duel | Format::OneVsRest) {
            let found = toml::Value::try_from(self.format).expect("a format is a word").to_string();
            return Err(InputError::new("", "format", found, "\"duel\" or \"one-vs-rest\""));
        }
        check_name("name", &self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_ascend() {
        let text = |iterations: &str| {
            format!(
                "name = \"x\"\ngame = \"g\"\nplayers = 3\nseed = 1\ndeals = 2\nbot = \"b\"\niterations = {iterations}"
            )
        };
        assert!(LadderManifest::parse("m", &text("[1, 2]")).is_ok());
        for wrong in ["[]", "[5]", "[2, 2]", "[3, 2]", "[0, 1]"] {
            let error = LadderManifest::parse("m", &text(wrong)).unwrap_err().to_string();
            assert!(error.contains("iterations") && error.contains("ascending"), "{error}");
        }
        assert!(LadderManifest::parse("m", &text("[1, 2]\nrungs = 3")).is_err());
    }
}
