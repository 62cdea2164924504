//! The common part of all study commands: they run a study under a progress bar.

use std::time::Duration;

use anyhow::bail;
use indicatif::HumanDuration;
use tradewinds::arena::Playable;
use tradewinds::lab::{Study, Watch};
use tradewinds::tournament::{Progress, Watch as _};

use super::manifest_args::ManifestArgs;
use super::notes;
use super::tournament::{Bar, stop_on_interrupt};

/// Runs a study of a game, or continues it; `bots` are the entries of its manifest that name bots.
pub(super) fn run<S: Study>(
    study: &S,
    game: &dyn Playable,
    played: &ManifestArgs,
    bots: &[String],
) -> anyhow::Result<S::Findings> {
    notes::on_bots(&game.info(), &played.manifest, bots);
    let stop = stop_on_interrupt()?;
    let mut bars = Bars(None);
    let found = study.run(played.threads(), &stop, &mut bars);
    drop(bars);
    match found? {
        Some(found) => Ok(found),
        None => bail!("interrupted; the same command continues"),
    }
}

/// A bar for the step under way.
struct Bars(Option<Bar>);

impl Watch for Bars {
    fn begin(&mut self, unit: &'static str, step: &str) {
        // The earlier bar has to be removed first.
        self.0 = None;
        self.0 = Some(Bar::counting(unit, step.to_owned()));
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        if let Some(bar) = &mut self.0 {
            bar.progress(progress);
        }
    }

    fn left(&mut self, left: Duration, at_least: bool) {
        if let Some(bar) = &mut self.0 {
            let least = if at_least { "at least " } else { "" };
            bar.of_whole(format!("{least}{} left of the whole study", HumanDuration(left)));
        }
    }
}
