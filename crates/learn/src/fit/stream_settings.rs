//! The settings of a stream.

use serde::{Deserialize, Serialize};
use tradewinds_game::{InputError, Origin};

use super::settings::FitSettings;

/// The settings of a stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamSettings {
    /// The games that are learned from, 16 to 1,000,000,000.
    pub games: u32,
    /// The games that are played, shuffled and learned from together, 8 to 10,000; their samples are in memory at once.
    #[serde(default = "two_thousand")]
    pub block: u32,
    /// The games between two checkpoints, a multiple of `block`. An interruption loses these at most.
    #[serde(default = "twenty_thousand")]
    pub checkpoint: u32,
    /// The games that are held out, 1 to 20,000. They are played first, and stay the same.
    #[serde(default = "four_thousand")]
    pub held_out: u32,
    /// Whether the network of each checkpoint plays the games up to the next one; otherwise all are played as the first
    /// ones are.
    #[serde(default = "yes")]
    pub newest: bool,
    /// Whether the games teach the policy of what plays the first ones, so that it is not forgotten; without it they teach
    /// none.
    #[serde(default = "yes")]
    pub policy: bool,
    /// Whether the fit starts from random weights, even if there are others to start from; default false.
    #[serde(default)]
    pub fresh: bool,
    /// The fit; its epochs and its part of held-out games do not count.
    #[serde(default)]
    pub fit: FitSettings,
}

fn two_thousand() -> u32 {
    2_000
}

fn four_thousand() -> u32 {
    4_000
}

fn twenty_thousand() -> u32 {
    20_000
}

fn yes() -> bool {
    true
}

impl StreamSettings {
    /// Checks the settings; `table` is the name of the manifest's table.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn validate(&self, table: &str) -> Result<(), InputError> {
        for (field, found, least, most) in [
            ("games", self.games, 16, 1_000_000_000),
            ("block", self.block, 8, 10_000),
            ("held_out", self.held_out, 1, 20_000),
        ] {
            InputError::check_range(Origin::Settings, format!("{table}.{field}"), found, least, most)?;
        }
        if self.checkpoint == 0 || !self.checkpoint.is_multiple_of(self.block) {
            let (field, found) = (format!("{table}.checkpoint"), self.checkpoint.to_string());
            let allowed = format!("a multiple of {table}.block, {}", self.block);
            return Err(InputError::out_of_range(Origin::Settings, field, found, allowed));
        }
        self.fit.check().map_err(|error| {
            let field = format!("{table}.fit.{}", error.field());
            error.with_field(field)
        })
    }

    /// Returns the number of games that are played: those held out, those that are learned from, and as many as are held
    /// out for the calibration.
    #[must_use]
    pub fn played(&self) -> u64 {
        u64::from(self.games) + u64::from(self.held_out) * if self.fit.calibrated { 2 } else { 1 }
    }

    /// Returns the games that were learned from up to a checkpoint.
    #[must_use]
    pub fn games_at(&self, checkpoint: u32) -> u32 {
        let games = u64::from(checkpoint) * u64::from(self.checkpoint);
        games.min(self.games.into()) as u32
    }

    /// Returns the number of checkpoints.
    pub(crate) fn checkpoints(&self) -> u32 {
        self.games.div_ceil(self.checkpoint)
    }
}
