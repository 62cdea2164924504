//! Tournaments: a manifest, its schedule, the games played, and the tables made of them.
//!
//! The rows of finished games, appended to a journal, are the only truth. All tables are computed
//! from them in the order of the schedule, so they are the same bytes whatever the number of
//! threads and interruptions.

mod columns;
mod course;
mod finished;
mod folder;
mod inputs;
mod journal;
mod lead;
mod manifest;
mod merge;
mod play;
mod record;
mod replay;
mod report;
mod resample;
mod results;
mod runner;
mod schedule;
mod seal;
mod shard;
mod standings;
mod table_file;
mod tables;
mod tally;
pub mod threads;
mod unit;
mod walk;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use play::play_watched;
use record::Notes;

use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{CompleteGame, InputError, Origin, Seat, Seed, Step, Variant};

pub use folder::write_synced;
pub use seal::{run_key, sealed, unsealed};

pub use columns::csv_dictionary;
pub use finished::each_game;
pub use folder::RunError;
pub use inputs::{Source, find_preset, find_variant};
pub use journal::{Journal, JournalError, JournalForm, JournalLine};
pub use lead::Lead;
pub use manifest::{Format, Manifest, Recording, Seating, SprtSettings};
pub use merge::merge;
pub use play::{GameRecord, SeatRecord, TableRow, play_game};
pub use record::{MoveRecord, RecordedMove, RecordedSeat};
pub use replay::{Replay, ReplayError};
pub use runner::{Outcome, Progress, Run, RunOptions, Watch, run, standings_so_far};
pub use schedule::{MAX_GAMES, Schedule, ScheduledGame};
pub use seal::LineFault;
pub use shard::Shard;
pub use standings::{BotStanding, Estimate, PairStanding, Pairing, PlaceStanding, Standings};

/// A manifest with all that it names found and checked: ready to play.
#[derive(Debug)]
pub struct Tournament<G> {
    manifest: Manifest,
    game: G,
    variant: Variant,
    bots: Vec<Preset>,
    schedule: Schedule,
    files: Vec<(String, String)>,
}

impl<G: CompleteGame> Tournament<G> {
    /// Finds and checks all that a manifest names; `source` is its file, beside which paths in it
    /// are looked for first.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset or the variant.
    pub fn new(manifest: Manifest, source: &Path) -> Result<Self, InputError> {
        let file = source.display().to_string();
        let base = source.parent().unwrap_or(Path::new(""));
        if manifest.game != G::NAME {
            let (found, allowed) = (format!("{:?}", manifest.game), format!("{:?}", G::NAME));
            return Err(InputError::conflict(file, "game", found, allowed));
        }
        if !G::PLAYERS.contains(&manifest.players) {
            let allowed = format!("{} to {}", G::PLAYERS.start(), G::PLAYERS.end());
            return Err(InputError::out_of_range(file, "players", manifest.players, allowed));
        }
        let mut as_run = manifest.clone();
        let mut files = Vec::new();
        let mut variant = Variant::standard();
        if let Some(entry) = &manifest.variant {
            let found = find_variant::<G>(entry, base).map_err(|error| at(&file, "variant", error))?;
            if found.from_file {
                as_run.variant = Some("variant.toml".to_owned());
            }
            files.push(("variant.toml".to_owned(), found.text));
            variant = found.value;
        }
        let game = G::new(manifest.players, &variant).map_err(|error| match &manifest.variant {
            Some(entry) => error.in_variant(Origin::File(entry.clone())),
            None => error,
        })?;

        let mut bots: Vec<Preset> = Vec::new();
        let mut entries = Vec::new();
        for (index, entry) in manifest.lineup.iter().enumerate() {
            let field = format!("lineup[{index}]");
            let found = find_preset::<G>(entry, base).map_err(|error| at(&file, &field, error))?;
            let name = found.value.name.clone();
            let copy = format!("bots/{name}.toml");
            if found.from_file {
                as_run.lineup[index].clone_from(&copy);
            }
            if let Some(known) = bots.iter().position(|bot| bot.name == name) {
                if bots[known] != found.value {
                    let found = format!("another bot called {name:?}");
                    return Err(InputError::conflict(file, field, found, "different names"));
                }
                entries.push(known);
                continue;
            }
            // Built once here, so that no game fails over its bots.
            found.value.build(&game, Seed(manifest.seed))?;
            found.value.check_command().map_err(|error| error.in_file(entry))?;
            entries.push(bots.len());
            bots.push(found.value);
            files.push((copy, found.text));
        }
        let schedule = Schedule::new(&manifest, &entries).map_err(|error| error.in_file(&file))?;
        (as_run.deals, as_run.games) = match schedule.deals() {
            Some(deals) => (Some(deals), None),
            None => (None, Some(schedule.games())),
        };
        files.insert(0, ("manifest.toml".to_owned(), as_run.to_toml()));
        files.insert(1, ("version.toml".to_owned(), version::<G>()));
        Ok(Self { manifest, game, variant, bots, schedule, files })
    }

    /// Returns the manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the different bots, in the order in which the manifest first names them.
    #[must_use]
    pub fn bots(&self) -> &[Preset] {
        &self.bots
    }

    /// Returns the schedule.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the name of the variant, `standard` without one.
    #[must_use]
    pub fn variant_name(&self) -> &str {
        if self.variant.name.is_empty() { "standard" } else { &self.variant.name }
    }

    /// Lists the files that describe the run, by their paths in its folder: the manifest as run,
    /// the version, the variant and the bots. Running that manifest runs the same games.
    #[must_use]
    pub fn description(&self) -> &[(String, String)] {
        &self.files
    }

    /// Returns what the lines of the run's journal have to fit; its parts' journals are alike.
    #[must_use]
    pub fn journal_form(&self) -> JournalForm {
        JournalForm {
            run: run_key(self.files.iter().map(|(_, text)| text.as_str())),
            games: self.schedule.games(),
            players: self.game.players(),
            schema: G::schema(),
        }
    }

    /// Lists the files that describe a part of the run, or all of it.
    pub fn description_of(&self, shard: Option<Shard>) -> Result<Vec<(String, String)>, InputError> {
        let mut files = self.files.clone();
        if let Some(shard) = shard {
            runner::check_shard(&self.manifest)?;
            files.push((folder::SHARD.to_owned(), shard.to_toml()));
        }
        Ok(files)
    }

    /// Plays the game of this number; `None` if `stop` was set before it ended.
    ///
    /// # Panics
    /// If the schedule has no such game.
    pub fn play(&self, number: u64, stop: &AtomicBool) -> Option<GameRecord> {
        self.play_until(number, &|| stop.load(Ordering::Relaxed))
    }

    /// Plays a game; `None` if `halted` before it ended.
    fn play_until(&self, number: u64, halted: &dyn Fn() -> bool) -> Option<GameRecord> {
        let scheduled = self.schedule.game(number);
        play_watched(&self.game, &scheduled, &mut self.seat_bots(&scheduled), halted, &mut |_, _| {})
    }

    /// Plays the game of this number and records all its actions; `None` if `halted` before it ended.
    ///
    /// # Panics
    /// If the schedule has no such game.
    pub fn play_recorded(&self, number: u64, halted: &dyn Fn() -> bool) -> Option<(GameRecord, MoveRecord)> {
        let scheduled = self.schedule.game(number);
        let mut notes = Notes::new(self.manifest.record == Recording::Positions);
        let mut bots = self.seat_bots(&scheduled);
        let mut watch = |step: &Step<'_, G>, chance| notes.step(&self.game, step, chance);
        let record = play_watched(&self.game, &scheduled, &mut bots, halted, &mut watch)?;
        let moves = notes.finish(self, &scheduled, &record);
        Some((record, moves))
    }

    /// Makes the bots of a game, in seat order.
    fn seat_bots(&self, scheduled: &ScheduledGame) -> Vec<Box<dyn Bot<G>>> {
        let build = |seat: Seat| {
            let preset = &self.bots[scheduled.bots[seat]];
            preset.build(&self.game, scheduled.bot_seed(seat)).expect("the bot was built once before")
        };
        Seat::all(self.game.players()).map(build).collect()
    }

    /// Returns the variant; the standard rules without one.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
}

/// Says where in the manifest a name stands that is not found; errors inside a file name the file.
pub fn at(file: &str, field: &str, error: InputError) -> InputError {
    match error.origin() {
        Origin::Bot | Origin::Variant => error.in_file(file).with_field(field),
        _ => error,
    }
}

/// Writes what a run depends on besides its manifest.
fn version<G: CompleteGame>() -> String {
    format!(
        "tradewinds = {:?}\ngame = {:?}\nrules_version = {}\n",
        env!("CARGO_PKG_VERSION"),
        G::NAME,
        G::RULES_VERSION
    )
}
