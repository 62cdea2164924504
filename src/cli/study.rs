//! The common part of all study commands: they run a study and show its progress.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::Playable;
use crate::game::InputError;
use crate::lab::Study;
use crate::tournament::{NamesBots, Shard};
use anyhow::{Context, bail};

use super::manifest_args::ManifestArgs;
use super::notes;
use super::screen;
use super::tournament::stop_on_interrupt;

/// Runs a study of a game, or continues it; `manifest` is its own.
pub(super) fn run<S: Study>(
    study: &S,
    game: &dyn Playable,
    played: &ManifestArgs,
    manifest: &impl NamesBots,
) -> anyhow::Result<S::Findings> {
    notes::on_bots(&game.info(), &played.manifest, manifest);
    let stop = stop_on_interrupt()?;
    let mut meter = played.meter();
    let found = study.run(played.threads(), &stop, &mut meter);
    drop(meter);
    match found? {
        Some(found) => Ok(found),
        None => bail!(INTERRUPTED),
    }
}

/// What a study says that was stopped.
pub(super) const INTERRUPTED: &str = "interrupted; the same command continues";

/// Says where a part of a study is, if it was played to its end.
pub(super) fn part_is_played(is_done: bool, shard: Shard, folder: &Path) -> anyhow::Result<ExitCode> {
    if !is_done {
        bail!(INTERRUPTED);
    }
    screen::print(format_args!("part {shard} is played: {}\n", folder.display()))
        .context("cannot print where the part is")?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses folders of which one has no manifest of such a study.
pub(super) fn check_parts(parts: &[PathBuf], manifest: &str) -> Result<(), InputError> {
    match parts.iter().find(|part| !part.join(manifest).is_file()) {
        Some(other) => Err(InputError::new(
            other.display().to_string(),
            "",
            format!("no {manifest}"),
            "the folder of a part of the study",
        )),
        None => Ok(()),
    }
}
