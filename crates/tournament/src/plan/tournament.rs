//! A plan: a manifest with all that it names.

use std::io;
use std::path::Path;

use crate::plan::given::Given;
pub(crate) use crate::plan::given::MANIFEST;
use crate::plan::inputs::{find_bot, find_variant};
use crate::plan::manifest::{Journaling, Manifest};
use crate::plan::named::NamesBots as _;
use crate::plan::positions::{Positions, Rules};
use crate::plan::schedule::Schedule;
use crate::plan::shard::{SHARD, Shard};
use tradewinds_arena::{GameInfo, Playable, Ruleset};
use tradewinds_bots::{Preset, Sections};
use tradewinds_game::{InputError, Origin, Seed, Variant};

/// A manifest with all that it names found and checked: ready to play.
#[derive(Debug)]
pub struct Tournament {
    manifest: Manifest,
    info: GameInfo,
    table: Box<dyn Ruleset>,
    variant: Variant,
    bots: Vec<Preset>,
    schedule: Schedule,
    given: Given,
    files: Vec<(String, String)>,
    /// The manifest as run, without what says how long the run is.
    unlimited: String,
}

impl Tournament {
    /// Finds and checks all that a manifest of this game names; `source` is its file; paths in it are looked
    /// for first in that file's folder.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset or the variant.
    pub fn new(game: &dyn Playable, mut manifest: Manifest, source: &Path) -> Result<Self, InputError> {
        let info = game.info();
        let file = source.display().to_string();
        let base = source.parent().unwrap_or(Path::new(""));
        if manifest.game != info.name {
            let (found, allowed) = (format!("{:?}", manifest.game), format!("{:?}", info.name));
            return Err(InputError::conflict(file, "game", found, allowed));
        }
        if !info.players.contains(&manifest.players) {
            let allowed = format!("{} to {}", info.players.start(), info.players.end());
            return Err(InputError::out_of_range(file, "players", manifest.players, allowed));
        }
        let mut as_run = Manifest { bots: Sections::default(), ..manifest.clone() };
        let mut files = Vec::new();
        let mut variant = Variant::standard();
        if let Some(entry) = &manifest.variant {
            let found = find_variant(&info, entry, base).map_err(|error| at(&file, "variant", error))?;
            if found.from_file {
                as_run.variant = Some("variant.toml".to_owned());
            }
            files.push(("variant.toml".to_owned(), found.text));
            variant = found.value;
        }
        let table = game.table(manifest.players, &variant).map_err(|error| match &manifest.variant {
            Some(entry) => error.in_variant(Origin::File(entry.clone())),
            None => error,
        })?;

        let mut bots: Vec<Preset> = Vec::new();
        let mut entries = Vec::new();
        for (index, entry) in manifest.lineup.iter().enumerate() {
            let field = format!("lineup[{index}]");
            let found =
                find_bot(&info, entry, source, &manifest.bots).map_err(|error| at(&file, &field, error))?;
            let name = found.value.name.clone();
            let copy = format!("bots/{name}.toml");
            if found.from_file {
                as_run.lineup[index].clone_from(&copy);
            }
            // Names that differ in case alone are one file on Windows and macOS.
            if let Some(known) = bots.iter().position(|bot| bot.name.eq_ignore_ascii_case(&name)) {
                if bots[known] != found.value {
                    let found = format!("another bot called {:?}", bots[known].name);
                    return Err(InputError::conflict(
                        file,
                        field,
                        found,
                        "different names, not in case alone",
                    ));
                }
                entries.push(known);
                continue;
            }
            // Checked here, so that no game fails over its bots.
            found.check(&*table)?;
            entries.push(bots.len());
            let mut bot = found.value;
            bot.play_by(&variant);
            bots.push(bot);
            files.push((copy, found.text));
        }
        check_journal(&manifest, &bots, &file)?;
        let rules = Rules { game, table: &*table, variant: &variant, seed: Seed(manifest.seed) };
        let given = Given::find(&mut manifest, &file, base, rules)?;
        given.copy(&mut as_run, &mut files);
        let schedule = given.schedule(&mut manifest, &entries).map_err(|error| error.in_file(&file))?;
        (as_run.deals, as_run.games) = match schedule.deals() {
            Some(deals) => (Some(deals), None),
            None => (None, Some(schedule.games())),
        };
        files.insert(0, (MANIFEST.to_owned(), as_run.to_toml()));
        files.insert(1, ("version.toml".to_owned(), version(&info)));
        let unlimited = as_run.unlimited().to_toml();
        Ok(Self { manifest, info, table, variant, bots, schedule, given, files, unlimited })
    }

    /// Has the conversations of external bots logged, each bot's in a folder of its name in `folder`. Returns whether
    /// there are such bots. Nothing else of the run changes.
    ///
    /// # Errors
    /// A folder cannot be made or written.
    pub fn log_bots(&mut self, folder: &Path) -> io::Result<bool> {
        self.bots.iter_mut().try_fold(false, |any, bot| Ok(bot.log_to(folder)? || any))
    }

    /// Returns the manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the game as data.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// Returns the rules.
    #[must_use]
    pub fn table(&self) -> &dyn Ruleset {
        &*self.table
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

    /// Returns the given positions that its games begin from, if there are any.
    pub(crate) fn positions(&self) -> Option<&Positions> {
        self.given.positions.as_ref()
    }

    /// Returns the variant; the standard rules without one.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
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

    /// Lists the texts that say which games the run plays, but not how many: those of its description, with
    /// the manifest's length and stopping rule left out.
    pub(crate) fn identity(&self) -> impl Iterator<Item = &str> {
        let others = self.files.iter().filter(|(name, _)| name != MANIFEST).map(|(_, text)| text.as_str());
        [self.unlimited.as_str()].into_iter().chain(others)
    }

    /// Lists the files that describe a part of the run, or all of it.
    ///
    /// # Errors
    /// A run that may stop early has no parts.
    pub fn description_of(&self, shard: Option<Shard>) -> Result<Vec<(String, String)>, InputError> {
        let mut files = self.files.clone();
        if let Some(shard) = shard {
            Shard::check(&self.manifest)?;
            files.push((SHARD.to_owned(), shard.to_toml()));
        }
        Ok(files)
    }
}

/// Adds to an error the place in the manifest of a name that was not found; errors inside a file name the
/// file.
pub fn at(file: &str, field: &str, error: InputError) -> InputError {
    match error.origin() {
        Origin::Bot | Origin::Variant => error.in_file(file).with_field(field),
        _ => error,
    }
}

/// Refuses bots whose games cannot be played again, where the journal keeps only results.
fn check_journal(manifest: &Manifest, bots: &[Preset], file: &str) -> Result<(), InputError> {
    let other = bots.iter().find(|bot| !bot.is_reproducible());
    let Some(bot) = other.filter(|_| manifest.journal == Journaling::Results) else { return Ok(()) };
    let found = format!("\"results\" with the bot {:?}, whose games cannot be played again", bot.name);
    Err(InputError::conflict(file, "journal", found, "\"rows\""))
}

/// Writes the versions that a run depends on in addition to its manifest.
fn version(game: &GameInfo) -> String {
    format!(
        "tradewinds = {:?}\ngame = {:?}\nrules_version = {}\n",
        env!("CARGO_PKG_VERSION"),
        game.name,
        game.rules_version
    )
}
