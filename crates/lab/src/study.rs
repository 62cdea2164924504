//! The common interface of all studies: made from a manifest, run into a folder, watched while they run.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tradewinds_tournament::{self, Outcome, Progress, Run, RunError, RunOptions, Shard, Tournament};

/// A study with all that its manifest names found and checked.
pub trait Study {
    /// Its findings; `Display` writes them for people.
    type Findings;

    /// Runs the study into its folder, or resumes it, and writes its tables and its page; `None` if it was
    /// stopped. `threads` is the number of threads; 0: one for each core.
    ///
    /// # Errors
    /// A folder that cannot be used or holds another study.
    ///
    /// # Determinism
    /// The tables and the page are the same bytes for any number of threads and interruptions, except for
    /// timings.
    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Self::Findings>, RunError>;
}

/// Watches a study while it runs, step by step.
pub trait StudyWatch {
    /// Called when a step begins, with the unit that it counts in, and the number of the step: `step 1 of 2`,
    /// for example; empty where a study has only one.
    fn begin(&mut self, unit: &'static str, step: &str);

    /// Called when more of the step is done.
    fn progress(&mut self, progress: &Progress<'_>);

    /// Called now and then: how long the whole study will take from here.
    fn left(&mut self, left: Duration, bound: Bound) {
        let _ = (left, bound);
    }
}

/// What the time that is left of a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// An estimate.
    About,
    /// There is work to come of which the speed is not known yet.
    AtLeast,
    /// Steps may end before all their games are played.
    AtMost,
    /// Both.
    Unsure,
}

/// Why a study ended early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// It was stopped; the same study goes on from there.
    Stopped,
    /// It failed.
    Failed(RunError),
}

impl<E: Into<RunError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Halt {
    /// Turns the findings of a study that may have been stopped into those of [`Study::run`].
    pub(crate) fn findings<T>(found: Result<T, Self>) -> Result<Option<T>, RunError> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::Stopped) => Ok(None),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

/// Watches the tournament that a step plays, or a part of it.
pub(crate) struct Games<'a>(&'a mut dyn StudyWatch, Option<Shard>);

impl<'a> Games<'a> {
    /// Begins a step that plays a tournament.
    pub(crate) fn begin(watch: &'a mut dyn StudyWatch, step: &str) -> Self {
        watch.begin("games", step);
        Self(watch, None)
    }

    /// Plays this part alone.
    pub(crate) fn of_part(self, shard: Shard) -> Self {
        Self(self.0, Some(shard))
    }

    /// Plays a tournament into its folder; `None` if it was stopped.
    pub(crate) fn play(
        mut self,
        tournament: &Tournament,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Run>, RunError> {
        let options = RunOptions { threads, shard: self.1 };
        let run = tradewinds_tournament::run(tournament, folder, options, stop, &mut self)?;
        Ok(if matches!(run.outcome, Outcome::Stopped { .. }) { None } else { Some(run) })
    }
}

impl tradewinds_tournament::Watch for Games<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.0.progress(progress);
    }
}
