//! The common part of all study commands: they run a study and show its progress.

use crate::arena::Playable;
use crate::lab::Study;
use crate::tournament::NamesBots;
use anyhow::bail;

use super::manifest_args::ManifestArgs;
use super::notes;
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
        None => bail!("interrupted; the same command continues"),
    }
}
