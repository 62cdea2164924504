//! Earlier figures, to compare new ones with.

use std::path::Path;

use crate::game::{InputError, parse_json};
use crate::tournament::Reads;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::measure::Setting;
use crate::cli::input_file;

/// The output of an earlier `bench --json`.
#[derive(Deserialize)]
pub(super) struct Baseline {
    #[serde(skip)]
    file: String,
    version: String,
    threads: usize,
    seconds: f64,
    seed: u64,
    bot: String,
    variant: String,
    results: Vec<Earlier>,
}

/// The figures of one game and number of players.
#[derive(Deserialize)]
struct Earlier {
    game: String,
    players: usize,
    #[serde(flatten)]
    figures: Map<String, Value>,
}

impl Baseline {
    /// Reads a file that `bench --json` wrote.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let baseline: Self = input_file::read(file, Reads::Figures, |source, text| {
            let value: Result<Value, _> = serde_json::from_str(text);
            value
                .map_err(|error| InputError::syntax(source, "", "JSON", error))
                .and_then(|value| parse_json(source, &value))
                .map_err(|error| error.with_allowed(Reads::Figures.to_string()))
        })?;
        Ok(Self { file: file.display().to_string(), ..baseline })
    }

    /// Inserts the earlier figures and the ratios now / before into a row of new ones; null if there are
    /// none.
    pub(super) fn join(&self, row: &mut Map<String, Value>) {
        let same = |earlier: &&Earlier| row["game"] == earlier.game && row["players"] == earlier.players;
        let earlier = self.results.iter().find(same);
        let (mut before, mut ratio) = (Map::new(), Map::new());
        for (name, now) in row.iter().filter(|(name, _)| !["game", "players"].contains(&name.as_str())) {
            let then = earlier.and_then(|earlier| earlier.figures.get(name)?.as_f64());
            let quotient = now.as_f64().zip(then).map(|(now, then)| now / then);
            before.insert(name.clone(), json!(then));
            ratio.insert(name.clone(), json!(quotient.filter(|quotient| quotient.is_finite())));
        }
        row.insert("before".to_owned(), before.into());
        row.insert("ratio".to_owned(), ratio.into());
    }

    /// Lists the settings in which the earlier measurement differed.
    fn differences(&self, setting: &Setting<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        if self.threads != setting.threads {
            let what = "games/s on all threads, speedup and efficiency are not of the same";
            notes.push(format!("threads were {}, now {}: {what}", self.threads, setting.threads));
        }
        if self.bot != setting.bot {
            let what = "iterations and heuristic games are not of the same bot";
            notes.push(format!("the bot was {}, now {}: {what}", self.bot, setting.bot));
        }
        if self.variant != setting.variant {
            let what = "these are two games";
            notes.push(format!("the rules were {}, now {}: {what}", self.variant, setting.variant));
        }
        notes
    }

    /// Describes, for people, the figures that the new ones are compared with.
    pub(super) fn text(&self, setting: &Setting<'_>) -> String {
        let mut text = format!(
            "before: {}, of tradewinds {}, {} rules, seed {}, {} s each; ratio: now / before, NA without a counterpart\n\
             ratios swing by some percent from run to run; those between machines compare the machines\n",
            self.file, self.version, self.variant, self.seed, self.seconds,
        );
        for note in self.differences(setting) {
            text.push_str(&format!("not alike: {note}\n"));
        }
        text
    }

    /// Describes the same for programs.
    pub(super) fn object(&self, setting: &Setting<'_>) -> Value {
        json!({
            "file": self.file,
            "version": self.version,
            "threads": self.threads,
            "seconds": self.seconds,
            "seed": self.seed,
            "bot": self.bot,
            "variant": self.variant,
            "not_alike": self.differences(setting),
        })
    }
}
