//! The folder of a run that a command reads.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tradewinds::game::InputErrorKind;
use tradewinds::tournament::Manifest;

/// Reads the manifest of a run, from its folder or from the manifest's own file. Also returns the path of the
/// file.
pub(crate) fn read_manifest(path: &Path) -> anyhow::Result<(Manifest, PathBuf)> {
    let source = if path.is_dir() { path.join("manifest.toml") } else { path.to_owned() };
    let text = fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
    let manifest = Manifest::parse(&source.display().to_string(), &text).map_err(|error| {
        // Probably a table or a record of the run.
        let is_other = error.kind() == InputErrorKind::Syntax;
        if is_other { error.with_allowed("the folder or the manifest of a run") } else { error }
    })?;
    Ok((manifest, source))
}
