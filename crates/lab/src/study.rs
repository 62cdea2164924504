//! What all studies are: made of a manifest, run into a folder, watched while they run.

use std::sync::atomic::AtomicBool;

use tradewinds_tournament::{self, Progress, RunError};

/// A study with all that its manifest names found and checked.
pub trait Study {
    /// What it finds; `Display` writes it for people.
    type Found;

    /// Runs the study into its folder, or goes on with it, and writes its tables and its page; `None` if it was
    /// stopped. `threads` is the number of threads; 0: one for each core.
    ///
    /// # Errors
    /// A folder that cannot be used or holds another study.
    ///
    /// # Determinism
    /// The tables and the page are the same bytes for any number of threads and interruptions, but for what is timed.
    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Option<Self::Found>, RunError>;
}

/// Looks on while a study runs, which goes step by step.
pub trait Watch {
    /// Called when a step begins, with what it counts, and which step it is, such as `step 1 of 2`; empty where a
    /// study has only one.
    fn begin(&mut self, unit: &'static str, step: &str);

    /// Called when more of the step is done.
    fn progress(&mut self, progress: &Progress<'_>);
}

/// Watches the tournament that a step plays.
pub(crate) struct Games<'a>(&'a mut dyn Watch);

impl<'a> Games<'a> {
    /// Begins a step that plays a tournament.
    pub(crate) fn begin(watch: &'a mut dyn Watch, step: &str) -> Self {
        watch.begin("games", step);
        Self(watch)
    }
}

impl tradewinds_tournament::Watch for Games<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.0.progress(progress);
    }
}
