//! What all studies begin with: a manifest is checked, and what it names is found and copied to the study's folder.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tradewinds_arena::{GameInfo, Playable, Ruleset};
use tradewinds_bots::{Preset, Sections};
use tradewinds_game::{InputError, NAME_RULE, Origin, Variant, is_file_name};
use tradewinds_report::CsvFile;
use tradewinds_tournament::{
    NamesBots, RunError, SourceText, at, find_bot, find_foreign_file, find_variant, run_key, write_synced,
};

/// A table of the findings of a study, with its rows.
pub(super) type CsvTable = (&'static tradewinds_game::Table, Vec<Vec<String>>);

/// A study whose manifest was read: what it is about, and its folder.
#[derive(Debug)]
pub(super) struct Prepared<M> {
    pub(super) game: &'static dyn Playable,
    pub(super) info: GameInfo,
    /// The manifest as run: it names the copies of what comes from files.
    pub(super) manifest: M,
    /// The name of the user's manifest in messages.
    pub(super) file: String,
    pub(super) folder: PathBuf,
    /// The files that are written to the folder before a game is played.
    files: Vec<(PathBuf, String)>,
}

impl<M> Prepared<M> {
    /// Returns the path of the manifest as run: paths in the manifests of the study's tournaments count from there.
    pub(super) fn source(&self) -> &Path {
        self.files.last().map_or(&self.folder, |(path, _)| path)
    }

    /// Writes the files that the study is made of, before a game is played, or compares them with the existing
    /// ones. Without a whole manifest, which is written last, the folder may hold nothing else.
    ///
    /// # Errors
    /// A file cannot be written, or the folder holds something else: nothing in it is touched.
    pub(super) fn describe(&self, study: &str) -> Result<(), RunError> {
        let is_whole = |(path, text): &(PathBuf, String)| {
            fs::read_to_string(path).is_ok_and(|found| found == *text || !text.starts_with(&found))
        };
        if !self.files.last().is_some_and(is_whole) && find_foreign_file(&self.folder, &self.files)?.is_some()
        {
            let name = self.source().file_name().unwrap_or_default().display();
            let reason = format!("is not empty and has no {name} of this {study}");
            return Err(RunError::Refused { path: self.folder.clone(), reason });
        }
        describe(&self.folder, &self.files, study)
    }

    /// Returns the paths of these files in the study's folder, the manifest first.
    pub(super) fn names(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().rev().filter_map(|(path, _)| path.strip_prefix(&self.folder).ok())
    }

    /// Checks that folders hold parts of one study: what describes it is the same in all of them.
    pub(super) fn check_parts(&self, parts: &[PathBuf]) -> Result<(), InputError> {
        let Some((first, others)) = parts.split_first() else { return Ok(()) };
        for (part, name) in others.iter().flat_map(|part| self.names().map(move |name| (part, name))) {
            let text = |folder: &Path| fs::read_to_string(folder.join(name)).ok();
            if text(part) != text(first) {
                let found = format!("a part of another study, whose {} differs", name.display());
                let allowed = format!("a part of the study of {}", first.display());
                return Err(InputError::conflict(part.display().to_string(), "", found, allowed));
            }
        }
        Ok(())
    }

    /// Returns the texts of these files, which identify the study.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(_, text)| text.as_str())
    }

    /// Returns the key that identifies the study.
    pub(super) fn key(&self) -> u32 {
        run_key(self.texts())
    }

    /// Writes the page and the tables of the findings, the main table last: where it is, the others are.
    ///
    /// # Errors
    /// One of them cannot be written.
    pub(super) fn publish(&self, page: &str, tables: Vec<CsvTable>) -> Result<(), RunError> {
        self.write("report.html", page)?;
        for (table, rows) in tables {
            let path = self.folder.join(format!("{}.csv", table.name));
            let write = || -> io::Result<()> {
                let mut file = CsvFile::create(&path, table.names())?;
                rows.into_iter().try_for_each(|row| file.row(row))?;
                file.finish()
            };
            write().map_err(|source| RunError::Io { path: path.clone(), source })?;
        }
        Ok(())
    }

    /// Writes a file of the findings into the folder.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), RunError> {
        let path = self.folder.join(name);
        write_synced(&path, text).map_err(|source| RunError::Io { path, source })
    }
}

/// Writes files into a folder, or compares them with the existing ones.
///
/// # Errors
/// A file cannot be written, or holds something else: the folder is another study's, and nothing in it is touched.
pub(super) fn describe(folder: &Path, files: &[(PathBuf, String)], study: &str) -> Result<(), RunError> {
    let mut missing = Vec::new();
    for (path, text) in files {
        match fs::read_to_string(path) {
            Ok(found) if found == *text => {}
            // The file was cut off while it was written.
            Ok(found) if text.starts_with(&found) => missing.push((path, text)),
            Ok(_) => {
                let reason = format!("holds another {study}: its {} differs", path.display());
                return Err(RunError::Refused { path: folder.to_owned(), reason });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing.push((path, text)),
            Err(source) => return Err(RunError::Io { path: path.clone(), source }),
        }
    }
    for (path, text) in missing {
        let io = |source| RunError::Io { path: path.clone(), source };
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(io)?;
        write_synced(path, text).map_err(io)?;
    }
    Ok(())
}

/// The rules that a study is about, at a table with its number of seats.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) variant: Variant,
    pub(super) table: Box<dyn Ruleset>,
    /// Their name in titles.
    pub(super) words: String,
}

/// Finds what the manifest of a study names, and collects the copies that the study's folder gets of it.
pub(super) struct Finder<'a> {
    pub(super) game: &'static dyn Playable,
    pub(super) info: GameInfo,
    /// The manifest's file.
    source: &'a Path,
    /// The bots that the manifest holds.
    sections: Sections,
    folder: &'a Path,
    files: Vec<(PathBuf, String)>,
    /// The copies of bots.
    pub(super) bots: Vec<(PathBuf, String)>,
}

impl<'a> Finder<'a> {
    /// Starts with a manifest, whose file is `source`, for a study in `folder`. The manifest gives away the bots that
    /// it holds: as run, it names their copies.
    pub(super) fn new(
        game: &'static dyn Playable,
        manifest: &mut impl NamesBots,
        source: &'a Path,
        folder: &'a Path,
    ) -> Self {
        let sections = std::mem::take(manifest.sections());
        Self { game, info: game.info(), source, sections, folder, files: Vec::new(), bots: Vec::new() }
    }

    /// Returns the name of the manifest's file.
    pub(super) fn file(&self) -> String {
        self.source.display().to_string()
    }

    /// Adds a file to the study's folder.
    pub(super) fn copy(&mut self, entry: &str, text: String) {
        self.files.push((self.folder.join(entry), text));
    }

    /// Finds the variant that an entry of the manifest names. One from a file is copied, and `entry` then names the
    /// copy, whose name `copy` makes of the variant's.
    ///
    /// # Errors
    /// There is no such variant, or it is wrong.
    pub(super) fn variant(
        &mut self,
        field: &str,
        entry: &mut String,
        copy: impl FnOnce(&str) -> Result<String, InputError>,
    ) -> Result<Variant, InputError> {
        let base = self.source.parent().unwrap_or(Path::new(""));
        let found = find_variant(&self.info, entry, base).map_err(|error| at(&self.file(), field, error))?;
        let copy = copy(&found.value.name)?;
        if found.from_file {
            entry.clone_from(&copy);
            self.copy(&copy, found.text);
        }
        Ok(found.value)
    }

    /// Finds the variant of a study that has one, or the standard rules if it names none.
    ///
    /// # Errors
    /// There is no such variant, or it is wrong.
    pub(super) fn only_variant(&mut self, entry: &mut Option<String>) -> Result<Variant, InputError> {
        match entry {
            Some(entry) => self.variant("variant", entry, |_| Ok("variant.toml".to_owned())),
            None => Ok(Variant::standard()),
        }
    }

    /// Finds the rules of a study that has one variant, with this number of seats.
    ///
    /// # Errors
    /// There is no such variant, or it is wrong, or does not have this number of seats.
    pub(super) fn rules(&mut self, entry: &mut Option<String>, players: usize) -> Result<Rules, InputError> {
        let named = entry.clone();
        let variant = self.only_variant(entry)?;
        let table = self.game.table(players, &variant).map_err(|error| match &named {
            Some(entry) => error.in_variant(Origin::File(entry.clone())),
            None => error,
        })?;
        let words = named.map_or("standard rules".to_owned(), |_| format!("variant {}", variant.name));
        Ok(Rules { variant, table, words })
    }

    /// Refuses numbers of seats that the game does not have.
    ///
    /// # Errors
    /// It does not have one of them.
    pub(super) fn check_players(&self, field: &str, counts: &[usize]) -> Result<(), InputError> {
        let seats = &self.info.players;
        match counts.iter().find(|&players| !seats.contains(players)) {
            Some(&players) => {
                let allowed = format!("{} to {}", seats.start(), seats.end());
                Err(InputError::out_of_range(self.file(), field, players, allowed))
            }
            None => Ok(()),
        }
    }

    /// Finds a bot; if it comes from a file, `entry` then names the copy.
    ///
    /// # Errors
    /// There is no such preset, it cannot play at `table`, or another one has its name.
    pub(super) fn bot(
        &mut self,
        table: &dyn Ruleset,
        field: &str,
        entry: &mut String,
    ) -> Result<SourceText<Preset>, InputError> {
        let found = find_bot(&table.info(), entry, self.source, &self.sections)
            .map_err(|error| at(&self.file(), field, error))?;
        found.check(table)?;
        let SourceText { value: preset, text, from_file, .. } = &found;
        let copy = format!("bots/{}.toml", preset.name);
        let path = self.folder.join(&copy);
        // Names that differ in case alone are one file on Windows and macOS.
        match self.bots.iter().find(|(known, _)| known.as_os_str().eq_ignore_ascii_case(&path)) {
            Some((known, known_text)) if known_text != text || *known != path => {
                let found = format!("another bot called {:?}", known.file_stem().unwrap_or_default());
                return Err(InputError::new(self.file(), field, found, "different names, not in case alone"));
            }
            Some(_) => {}
            None => self.bots.push((path, text.clone())),
        }
        if *from_file {
            *entry = copy;
        }
        Ok(found)
    }

    /// Finds the bots of a list.
    ///
    /// # Errors
    /// As those of [`bot`](Self::bot).
    pub(super) fn bots_of(
        &mut self,
        table: &dyn Ruleset,
        field: &str,
        entries: &mut [String],
    ) -> Result<Vec<Preset>, InputError> {
        let entries = entries.iter_mut().enumerate();
        entries
            .map(|(index, entry)| Ok(self.bot(table, &format!("{field}[{index}]"), entry)?.value))
            .collect()
    }

    /// Ends with the manifest as run, whose file is called `name`.
    pub(super) fn prepared<M: NamesBots>(self, name: &str, manifest: M) -> Prepared<M> {
        let file = self.file();
        let Self { game, info, folder, mut files, bots, .. } = self;
        files.extend(bots);
        files.push((folder.join(name), manifest.to_toml()));
        Prepared { game, info, manifest, file, folder: folder.to_owned(), files }
    }
}

/// Refuses what a field holds.
pub(super) fn refuse<T>(
    field: &str,
    found: impl Into<String>,
    allowed: impl Into<String>,
) -> Result<T, InputError> {
    Err(InputError::new("", field, found, allowed))
}

/// Checks a name that is used as a file name.
pub(super) fn check_name(field: &str, name: &str) -> Result<(), InputError> {
    if is_file_name(name) { Ok(()) } else { refuse(field, format!("{name:?}"), NAME_RULE) }
}

/// Returns whether all items are different.
pub(super) fn distinct<T: PartialEq>(items: &[T]) -> bool {
    (1..items.len()).all(|index| !items[..index].contains(&items[index]))
}

/// Returns whether all names are different, not in case alone: those that differ in case alone are one file on Windows
/// and macOS.
pub(super) fn distinct_names(names: &[&str]) -> bool {
    distinct(&names.iter().map(|name| name.to_ascii_lowercase()).collect::<Vec<_>>())
}

/// Refuses a value that is out of its range.
pub(super) fn range<T: PartialOrd + Display>(
    field: &str,
    value: T,
    least: T,
    most: T,
) -> Result<(), InputError> {
    InputError::check_range(Origin::Unnamed, field, value, least, most)
}
