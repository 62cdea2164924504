//! The folder of a run.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::plan::file_kind::{FileKind, Reads};
use crate::plan::manifest::Manifest;
use crate::plan::shard::{SHARD, Shard};
use crate::plan::tournament::{MANIFEST, Tournament};
use crate::run::journal::{Journal, JournalError};
use crate::threads::ThreadsError;
use tradewinds_game::{InputError, counted, quoted};
use tradewinds_report::WholeFile;

/// The last commit that reads journals of lines.
const LAST_COMMIT: &str = "07941a2d";

/// The reason why a run cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Something that the manifest names is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file or folder of the run cannot be written or read.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The folder holds something else; it was not touched.
    #[error("{} {reason}; choose another folder or remove this one", path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// The reason, in words.
        reason: String,
    },
    /// The journal cannot be used; it was not touched.
    #[error("cannot use {}", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The fault.
        source: JournalError,
    },
    /// A game of which the journal keeps only the result came out differently when it was played again.
    #[error(
        "game {game} of {} is another one when it is played again; another program wrote its result, and it has to \
         write the tables too",
        path.display()
    )]
    Differs {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: u64,
    },
    /// The parts of a run do not hold all of its games.
    #[error(
        "game {game} is in none of the parts, which hold {held} of {}; finish or add the missing parts",
        counted(games, "game")
    )]
    Incomplete {
        /// The first game that is missing.
        game: u64,
        /// The number of games that are present.
        held: u64,
        /// The number of games of the run.
        games: u64,
    },
    /// The program of an external bot did not start at any decision of its first game, which was not kept.
    #[error(
        "bot {}: its program ({}) started at none of {} of its first game, or ended before its first answer; \
         `tradewinds check-bot FILE` with the bot's preset says what is wrong; paths in `command` count from the \
         current folder, and a program at an `address` listens before the run starts",
        quoted(bot),
        quoted(command),
        counted(decisions, "decision")
    )]
    NeverStarted {
        /// The bot.
        bot: String,
        /// Its command or address.
        command: String,
        /// The number of decisions that it was asked for.
        decisions: u64,
    },
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

impl RunError {
    /// Wraps an error of the system with the path it is about.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::Io { path, source }
    }
}

/// What becomes of the run in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    /// It is the same run.
    Same,
    /// It plays the same games, and gets more of them or another stopping rule.
    Longer,
}

/// The folder of a run; everything in it is named here or by a table.
#[derive(Clone, Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.path.join("journal.frames")
    }

    /// Returns the path of a journal of lines: a form that was never released, and that is not read any more.
    fn old_journal(&self) -> PathBuf {
        self.path.join("journal.jsonl")
    }

    /// Returns the path of a table; `standings` is always the last one to be written.
    pub(crate) fn table(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.csv"))
    }

    /// Returns the path of the page about the run.
    pub(crate) fn report(&self) -> PathBuf {
        self.path.join("report.html")
    }

    /// Returns the path of the record of a game.
    pub(crate) fn record(&self, game: u64) -> PathBuf {
        self.path.join("records").join(format!("game-{game}.json"))
    }

    pub(crate) fn refuse(&self, reason: impl Into<String>) -> RunError {
        RunError::Refused { path: self.path.clone(), reason: reason.into() }
    }

    /// Returns a function that wraps an error of the journal with the journal's path.
    pub(crate) fn blame_journal(&self) -> impl FnOnce(JournalError) -> RunError {
        let path = self.journal();
        |source| RunError::Journal { path, source }
    }

    /// Returns whether a run was begun here.
    pub(crate) fn is_begun(&self) -> bool {
        self.journal().exists() || self.old_journal().exists()
    }

    /// Makes the folder, writes the description of a run or a part of it into it and starts its journal. A
    /// description that was cut off while it was written is written again.
    ///
    /// # Errors
    /// The folder cannot be written, or holds something else; in that case nothing in it is touched.
    pub(crate) fn begin(&self, tournament: &Tournament, shard: Option<Shard>) -> Result<Journal, RunError> {
        let description = tournament.description_of(shard)?;
        self.check_leftovers(&description)?;
        for (name, text) in &description {
            let path = self.path.join(name);
            let parent = path.parent().unwrap_or(&self.path);
            fs::create_dir_all(parent).map_err(RunError::at(parent))?;
            write_synced(&path, text).map_err(RunError::at(&path))?;
        }
        // The journal comes last: where it exists, the description is complete.
        Journal::create(&self.journal(), tournament.journal_form()).map_err(self.blame_journal())
    }

    /// Opens the journal of a run that was begun here to continue it. A shorter run gets the length and the
    /// stopping rule of this one, and the standings are removed, which mark the tables as up to date.
    ///
    /// # Errors
    /// The folder holds another run, or one that is longer, or cannot be written, or the journal cannot be
    /// used; in these cases nothing is changed.
    pub(crate) fn go_on(&self, tournament: &Tournament, shard: Option<Shard>) -> Result<Journal, RunError> {
        let growth = self.growth(tournament, shard)?;
        self.refuse_old_journal()?;
        let journal =
            Journal::open(&self.journal(), tournament.journal_form()).map_err(self.blame_journal())?;
        remove_if_there(&self.table("standings"))?;
        if growth == Growth::Longer {
            let path = self.path.join(MANIFEST);
            let (_, text) = &tournament.description()[0];
            WholeFile::write(&path, text.as_bytes()).map_err(RunError::at(&path))?;
        }
        Ok(journal)
    }

    /// Opens the journal for reading only.
    ///
    /// # Errors
    /// It cannot be used.
    pub(crate) fn look_at_journal(&self, tournament: &Tournament) -> Result<Journal, RunError> {
        self.refuse_old_journal()?;
        Journal::look_at(&self.journal(), tournament.journal_form()).map_err(self.blame_journal())
    }

    /// Refuses a run whose journal is one of lines.
    fn refuse_old_journal(&self) -> Result<(), RunError> {
        if self.journal().exists() || !self.old_journal().exists() {
            return Ok(());
        }
        Err(self.refuse(format!(
            "has journal.jsonl, a journal that was never released; go on with commit {LAST_COMMIT}, the last that \
             reads it, or play the run in another folder"
        )))
    }

    /// Refuses a folder that holds anything but the beginnings of this description.
    fn check_leftovers(&self, description: &[(String, String)]) -> Result<(), RunError> {
        let own: Vec<_> = description.iter().map(|(name, text)| (self.path.join(name), text)).collect();
        match find_foreign_file(&self.path, &own)? {
            None => Ok(()),
            // It was not there a moment ago.
            Some(path) if path == self.journal() => Err(self.blame_journal()(JournalError::InUse)),
            Some(_) if self.path.join(MANIFEST).exists() => {
                Err(self.refuse("has a manifest.toml, but no journal.frames with the games of a run"))
            }
            Some(_) => Err(self.refuse("is not empty and has no manifest.toml of this run")),
        }
    }

    /// Compares the existing description with that of a run or a part of it.
    ///
    /// # Errors
    /// They differ, or a file cannot be read.
    pub(crate) fn compare(&self, tournament: &Tournament, shard: Option<Shard>) -> Result<(), RunError> {
        match self.growth(tournament, shard)? {
            Growth::Same => Ok(()),
            Growth::Longer => {
                let (name, wanted) = &tournament.description()[0];
                let path = self.path.join(name);
                let found = fs::read_to_string(&path).map_err(RunError::at(&path))?;
                let difference = difference(&found, wanted).unwrap_or_default();
                Err(self.refuse(format!("holds a run of another length: its {name} differs{difference}")))
            }
        }
    }

    /// Compares the existing description with that of a run or a part of it, which may be longer or have
    /// another stopping rule.
    ///
    /// # Errors
    /// They differ in anything else, or a file cannot be read.
    pub(crate) fn growth(&self, tournament: &Tournament, shard: Option<Shard>) -> Result<Growth, RunError> {
        let name = self.path.display().to_string();
        if let Some(refusal) = Reads::RunFolder.refusal(&name, FileKind::at(&self.path)) {
            return Err(refusal.into());
        }
        let description = tournament.description_of(shard)?;
        let mut growth = Growth::Same;
        for (name, text) in &description {
            let path = self.path.join(name);
            let found = match fs::read_to_string(&path) {
                Ok(found) => found,
                Err(error) if error.kind() == io::ErrorKind::NotFound && self.path.exists() => {
                    return Err(self.refuse(format!("is not empty and has no {name} of this run")));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(RunError::at(&self.path)(error));
                }
                Err(error) => return Err(RunError::at(&path)(error)),
            };
            let Some(difference) = difference(&found, text) else {
                continue;
            };
            let of_length = name == MANIFEST && differ_in_length(&found, text);
            match Manifest::parse(name, &found) {
                Ok(manifest) if of_length && tournament.schedule().is_exceeded_by(&manifest) => {
                    let reason = format!("holds a longer run{difference}; a run can grow, but not shrink");
                    return Err(self.refuse(reason));
                }
                Ok(manifest) if of_length && is_another_test(&manifest, tournament.manifest()) => {
                    let difference = difference_of_tests(&found, text);
                    let allowed = "the hypotheses of a test are chosen before its games";
                    return Err(self.refuse(format!("holds a run of another test{difference}; {allowed}")));
                }
                Ok(_) if of_length => growth = Growth::Longer,
                _ => {
                    return Err(self.refuse(format!("holds another run: its {name} differs{difference}")));
                }
            }
        }
        if shard.is_none() && self.path.join(SHARD).exists() {
            return Err(self.refuse(format!("holds a part of this run, as its {SHARD} says")));
        }
        Ok(growth)
    }

    /// Returns the part of a run that the folder holds, if it is one.
    pub(crate) fn shard(&self) -> Result<Option<Shard>, RunError> {
        let path = self.path.join(SHARD);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(RunError::at(&path))?;
        Ok(Some(Shard::from_toml(&path.display().to_string(), &text)?))
    }
}

/// Removes a file.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), RunError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunError::at(path)(error)),
        _ => Ok(()),
    }
}

/// Returns whether two manifests play the same games, but maybe not as many of them.
pub(crate) fn differ_in_length(found: &str, wanted: &str) -> bool {
    let unlimited = |text: &str| Manifest::parse(MANIFEST, text).ok().map(|manifest| manifest.unlimited());
    unlimited(found).is_some_and(|found| Some(found) == unlimited(wanted))
}

/// Says in what the sequential tests of two manifests differ.
fn difference_of_tests(found: &str, wanted: &str) -> String {
    let [found, wanted] = [found, wanted].map(|manifest| {
        let mut table = manifest.parse::<toml::Table>().unwrap_or_default();
        table.retain(|key, _| key == "sprt");
        table.to_string()
    });
    difference(&found, &wanted).unwrap_or_default()
}

/// Returns whether two runs have sequential tests of other hypotheses or errors.
fn is_another_test(found: &Manifest, wanted: &Manifest) -> bool {
    found.sprt.as_ref().zip(wanted.sprt.as_ref()).is_some_and(|(found, wanted)| found != wanted)
}

/// Lists all files below a folder; none if it does not exist.
pub(crate) fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files_below(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Finds a file below a folder that is not the beginning of one of these files, which are written into it first: the
/// folder holds something else.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn find_foreign_file(
    folder: &Path,
    own: &[(PathBuf, impl AsRef<str>)],
) -> Result<Option<PathBuf>, RunError> {
    let mut left = Vec::new();
    files_below(folder, &mut left).map_err(RunError::at(folder))?;
    for path in left {
        let Some((_, text)) = own.iter().find(|(known, _)| *known == path) else { return Ok(Some(path)) };
        let found = fs::read(&path).map_err(RunError::at(&path))?;
        if !text.as_ref().as_bytes().starts_with(&found) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Writes a file; it is on the disk when this returns. If it cannot be written, nothing is left of it.
///
/// # Errors
/// The folder cannot be written, or the disk is full or fails.
pub fn write_synced(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // The fault of the write is the one to report.
        let _ = fs::remove_file(path);
    }
    written
}

/// Describes how an existing description differs from the wanted one, by the first key if possible.
fn difference(found: &str, wanted: &str) -> Option<String> {
    if found == wanted {
        return None;
    }
    let (Ok(found), Ok(wanted)) = (found.parse::<toml::Table>(), wanted.parse::<toml::Table>()) else {
        return Some(String::new());
    };
    let text =
        |value: Option<&toml::Value>| value.map_or("nothing".to_owned(), |value| quoted(&value.to_string()));
    let (key, there, here) = first_difference(&found, &wanted)?;
    Some(format!(" in {} ({} there, {} here)", quoted(&key), text(there), text(here)))
}

/// Finds the first key with different values, such as `seed` or `weights.factory`, and these values.
fn first_difference<'a>(
    found: &'a toml::Table,
    wanted: &'a toml::Table,
) -> Option<(String, Option<&'a toml::Value>, Option<&'a toml::Value>)> {
    let key = wanted.keys().chain(found.keys()).find(|&key| found.get(key) != wanted.get(key))?;
    if let (Some(toml::Value::Table(there)), Some(toml::Value::Table(here))) =
        (found.get(key), wanted.get(key))
    {
        let (inner, there, here) = first_difference(there, here)?;
        return Some((format!("{key}.{inner}"), there, here));
    }
    Some((key.clone(), found.get(key), wanted.get(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_key() {
        assert_eq!(difference("a = 1\nb = 2", "b = 2\na = 1\n"), None);
        assert_eq!(difference("a = 1", "a = \"x\"").unwrap(), " in a (1 there, \"x\" here)");
        assert_eq!(difference("a = 1\nb = 2", "a = 1").unwrap(), " in b (2 there, nothing here)");
        assert_eq!(difference("a = ", "a = 1").unwrap(), "");
        let nested = difference("[a]\nb = 1\nc = 2", "[a]\nb = 1\nc = 3");
        assert_eq!(nested.unwrap(), " in a.c (2 there, 3 here)");
    }
}
