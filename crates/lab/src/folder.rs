//! The folder of a study.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tradewinds_arena::{GameInfo, Table};
use tradewinds_bots::{Preset, Sections};
use tradewinds_game::{InputError, Variant};
use tradewinds_tournament::{RunError, Source, at, find_bot, find_variant, run_key, write_synced};

/// Writes the files that a study is made of, before a game is played, or compares them with the existing
/// ones.
///
/// # Errors
/// A file cannot be written, or holds something else: the folder is another study's.
pub(super) fn describe(folder: &Path, files: &[(PathBuf, String)], study: &str) -> Result<(), RunError> {
    for (path, text) in files {
        let io = |source| RunError::Io { path: path.clone(), source };
        match fs::read_to_string(path) {
            Ok(found) if found == *text => {}
            // The file was cut off while it was written.
            Ok(found) if text.starts_with(&found) => write_synced(path, text).map_err(io)?,
            Ok(_) => {
                let reason = format!("holds another {study}: its {} differs", path.display());
                return Err(RunError::Refused { path: folder.to_owned(), reason });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let parent = path.parent().unwrap_or(folder);
                fs::create_dir_all(parent).map_err(io)?;
                write_synced(path, text).map_err(io)?;
            }
            Err(error) => return Err(io(error)),
        }
    }
    Ok(())
}

/// Returns the key that identifies a study, from the files that it is made of.
pub(super) fn key(files: &[(PathBuf, String)]) -> u32 {
    run_key(files.iter().map(|(_, text)| text.as_str()))
}

/// Finds the variant that a manifest names, or the standard rules if it names none; `file` is the manifest,
/// `base` its folder. A variant from a file is copied to the study's folder, and `entry` then names the copy.
///
/// # Errors
/// There is no such variant, or it is wrong.
pub(super) fn variant(
    game: &GameInfo,
    entry: &mut Option<String>,
    (file, base): (&str, &Path),
    folder: &Path,
    files: &mut Vec<(PathBuf, String)>,
) -> Result<Variant, InputError> {
    const COPY: &str = "variant.toml";
    let Some(named) = entry else { return Ok(Variant::standard()) };
    let found = find_variant(game, named, base).map_err(|error| at(file, "variant", error))?;
    if found.from_file {
        COPY.clone_into(named);
        files.push((folder.join(COPY), found.text));
    }
    Ok(found.value)
}

/// The bots that a study's manifest names, each with a copy in the study's folder.
pub(super) struct Bots<'a> {
    /// The manifest, and the bots that it holds.
    manifest: (&'a Path, Sections),
    folder: &'a Path,
    copies: Vec<(PathBuf, String)>,
}

impl<'a> Bots<'a> {
    /// Makes an empty list. The manifest, whose file is `file`, gives away the bots that it holds: the manifest as
    /// run names their copies.
    pub(super) fn new(file: &'a Path, sections: &mut Sections, folder: &'a Path) -> Self {
        Self { manifest: (file, std::mem::take(sections)), folder, copies: Vec::new() }
    }

    /// Finds a bot; if it comes from a file, `entry` then names the copy.
    ///
    /// # Errors
    /// There is no such preset, it cannot play at `table`, or another one has its name.
    pub(super) fn find(
        &mut self,
        table: &dyn Table,
        field: &str,
        entry: &mut String,
    ) -> Result<Source<Preset>, InputError> {
        let (path, sections) = &self.manifest;
        let file = path.display().to_string();
        let found =
            find_bot(&table.info(), entry, path, sections).map_err(|error| at(&file, field, error))?;
        found.check(table)?;
        let Source { value: preset, text, from_file, .. } = &found;
        let copy = format!("bots/{}.toml", preset.name);
        let path = self.folder.join(&copy);
        match self.copies.iter().find(|(known, _)| *known == path) {
            Some((_, known)) if known != text => {
                let found = format!("another bot called {:?}", preset.name);
                return Err(InputError::new(file, field, found, "different names"));
            }
            Some(_) => {}
            None => self.copies.push((path, text.clone())),
        }
        if *from_file {
            *entry = copy;
        }
        Ok(found)
    }

    /// The copies: path and text.
    pub(super) fn into_files(self) -> Vec<(PathBuf, String)> {
        self.copies
    }
}
