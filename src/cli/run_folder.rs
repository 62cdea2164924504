//! The folder of a run that a command reads.

use std::path::{Path, PathBuf};

use crate::game::{InputError, InputErrorKind};
use crate::tournament::{Manifest, Reads};

use super::input_file;

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

/// Refuses what is no folder of a run.
pub(crate) fn check_folders<'a>(folders: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), InputError> {
    folders.into_iter().try_for_each(|folder| input_file::check(folder, Reads::RunFolder))
}

/// Returns the page about a run.
pub(crate) fn report_of(folder: &Path) -> PathBuf {
    folder.join("report.html")
}
