//! The bots of several runs: two are the same if their presets are.

use super::BotRating;
use crate::plan::tournament::Tournament;
use tradewinds_bots::Preset;

/// The bots that were met so far.
#[derive(Default)]
pub(super) struct Known(Vec<KnownBot>);

struct KnownBot {
    /// What it says of itself is left out.
    preset: Preset,
    crc: u32,
    games: u64,
    runs: usize,
}

impl Known {
    /// Adds the bots of a run and returns their numbers.
    pub(super) fn add(&mut self, tournament: &Tournament) -> Vec<usize> {
        let number = |bot: &Preset| {
            let preset = Preset { about: String::new(), ..bot.clone() };
            if let Some(number) = self.0.iter().position(|known| known.preset == preset) {
                return number;
            }
            let file = format!("bots/{}.toml", bot.name);
            let text = tournament.description().iter().find(|(name, _)| *name == file);
            let crc = crc32fast::hash(text.map_or("", |(_, text)| text.as_str()).as_bytes());
            self.0.push(KnownBot { preset, crc, games: 0, runs: 0 });
            self.0.len() - 1
        };
        tournament.bots().iter().map(number).collect()
    }

    /// Returns the number of bots.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the games that each bot played in a run.
    pub(super) fn count(&mut self, played: &[u64]) {
        for (bot, &games) in self.0.iter_mut().zip(played) {
            bot.games += games;
            bot.runs += usize::from(games > 0);
        }
    }

    /// Returns a different name for each bot.
    pub(super) fn labels(&self) -> Vec<String> {
        let label = |bot: &KnownBot| {
            let name = &bot.preset.name;
            let is_shared = self.0.iter().filter(|other| other.preset.name == *name).count() > 1;
            if is_shared { format!("{name}#{:08x}", bot.crc) } else { name.clone() }
        };
        self.0.iter().map(label).collect()
    }

    /// Makes rows without ratings.
    pub(super) fn unrated(&self, labels: &[String]) -> Vec<BotRating> {
        let row = |(bot, label): (&KnownBot, &String)| BotRating {
            bot: label.clone(),
            preset: bot.crc,
            games: bot.games,
            runs: bot.runs,
            list: None,
            rating: None,
            interval: None,
        };
        self.0.iter().zip(labels).map(row).collect()
    }
}
