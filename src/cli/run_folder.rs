//! The folder of a run that a command reads.

use std::path::{Path, PathBuf};

use crate::arena::find;
use crate::game::{InputError, InputErrorKind, counted};
use crate::tournament::{Manifest, Reads, Tournament, standings_so_far};

use super::input_file;
use super::notes;

/// Reads the manifest of a run, from its folder or from the manifest's own file. Also returns the path of the
/// file.
pub(crate) fn read_manifest(path: &Path) -> anyhow::Result<(Manifest, PathBuf)> {
    input_file::check(path, Reads::Run)?;
    let source = if path.is_dir() { path.join("manifest.toml") } else { path.to_owned() };
    let manifest = input_file::read(&source, Reads::Run, |source, text| {
        Manifest::parse(source, text).map_err(|error| {
            let is_other = error.kind() == InputErrorKind::Syntax;
            if is_other { error.with_allowed(Reads::Run.to_string()) } else { error }
        })
    })?;
    Ok((manifest, source))
}

/// Opens the folder of a run, and notes if it is not finished.
pub(crate) fn open(folder: &Path) -> anyhow::Result<Tournament> {
    let (manifest, source) = read_manifest(folder)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let tournament = Tournament::new(game, manifest, &source)?;
    let so_far = standings_so_far(&tournament, folder)?;
    if let Some(expected) = so_far.expected_blocks {
        let (played, all) = (so_far.blocks + so_far.truncated_blocks, counted(expected, "block"));
        notes::say(&format!(
            "{} is unfinished: {played} of {all} were played; intervals are not valid if they decide when to stop",
            folder.display()
        ));
    }
    Ok(tournament)
}

/// Refuses what is no folder of a run.
pub(crate) fn check_folders<'a>(folders: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), InputError> {
    folders.into_iter().try_for_each(|folder| input_file::check(folder, Reads::RunFolder))
}

/// Returns the page about a run.
pub(crate) fn report_of(folder: &Path) -> PathBuf {
    folder.join("report.html")
}
