//! The common part of all study commands: they run a study under a progress bar.

use std::time::Duration;

use crate::arena::Playable;
use crate::lab::{Bound, Study, StudyWatch};
use crate::tournament::{NamesBots, Progress, Watch as _};
use anyhow::bail;
use indicatif::HumanDuration;

use super::manifest_args::ManifestArgs;
use super::notes;
use super::tournament::{Bar, stop_on_interrupt};

/// Runs a study of a game, or continues it; `manifest` is its own.
pub(super) fn run<S: Study>(
    study: &S,
    game: &dyn Playable,
    played: &ManifestArgs,
    manifest: &impl NamesBots,
) -> anyhow::Result<S::Findings> {
    notes::on_bots(&game.info(), &played.manifest, manifest);
    let stop = stop_on_interrupt()?;
    let mut bars = Bars::default();
    let found = study.run(played.threads(), &stop, &mut bars);
    drop(bars);
    match found? {
        Some(found) => Ok(found),
        None => bail!("interrupted; the same command continues"),
    }
}

/// A bar for the step under way, and the time that is left of all steps.
#[derive(Default)]
struct Bars {
    bar: Option<Bar>,
    left: String,
}

impl StudyWatch for Bars {
    fn begin(&mut self, unit: &'static str, step: &str) {
        // The earlier bar has to be removed first.
        self.bar = None;
        let mut bar = Bar::counting(unit, step.to_owned());
        bar.of_whole(self.left.clone());
        self.bar = Some(bar);
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        if let Some(bar) = &mut self.bar {
            bar.progress(progress);
        }
    }

    fn left(&mut self, left: Duration, bound: Bound) {
        let bound = match bound {
            Bound::About => "about ",
            Bound::AtLeast => "at least ",
            Bound::AtMost => "at most ",
            Bound::Unsure => "very roughly ",
        };
        self.left = format!("{bound}{} left of the whole study", HumanDuration(left));
        if let Some(bar) = &mut self.bar {
            bar.of_whole(self.left.clone());
        }
    }
}
