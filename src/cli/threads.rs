//! The number of threads that a command may use.

use super::number::whole;
use crate::threads::{MAX_THREADS, pool};

/// The option of the commands that work in parallel.
#[derive(clap::Args)]
pub(crate) struct ThreadsArg {
    /// Use this many threads, at most 512 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = allowed())]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// Returns the number of threads; 0 means one for each core.
    pub(super) fn number(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// Accepts the allowed numbers of threads.
pub(super) fn allowed() -> impl Fn(&str) -> Result<u16, String> + Clone + Send + Sync + 'static {
    whole::<u16>(1..=MAX_THREADS as u64)
}

/// Runs `work` with `threads` threads for all its parallel work; 0 means one for each core.
pub(super) fn with_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    pool(threads)?.install(work)
}
