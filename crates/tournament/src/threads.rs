//! Threads for everything that is done in parallel.
//!
//! Parallel work uses the threads of the pool that it is called in. So that no more threads run than the user
//! asked for, every command makes its own pool, and none leaves the number to rayon, which would read it from
//! `RAYON_NUM_THREADS`.

use std::num::NonZero;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::available_parallelism;

use rayon::iter::{ParallelBridge, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Maximum number of threads of a pool. With several times as many as there are cores, threads mostly wait
/// for each other: 500 on 2 cores are still usable, 5,000 are not.
pub const MAX_THREADS: usize = 512;

/// Maximum number of results that wait for the writer; bounds memory on slow disks.
pub const WAITING: usize = 256;

/// The system cannot start this many threads.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "cannot start {threads} threads ({reason}); ask for fewer with --threads or raise the limit on processes (ulimit -u)"
)]
pub struct ThreadsError {
    threads: usize,
    reason: String,
}

/// Makes a pool of `threads` threads, at most [`MAX_THREADS`]; 0 makes one for each core.
///
/// # Errors
/// The threads cannot be started.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadsError> {
    let threads = if threads == 0 { cores() } else { threads.min(MAX_THREADS) };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| ThreadsError { threads, reason: error.to_string() })
}

/// Does work on many items with the threads of a pool, while this thread writes what comes of it. `work` gets the items
/// in their order, and returns `None` if it was halted; `write` gets the results in the order of finishing. No item is
/// begun after either has given up.
///
/// # Errors
/// Those of `write`.
pub fn fan_out<I: Send, T: Send, E>(
    pool: &ThreadPool,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> Option<T> + Sync,
    write: impl FnOnce(Receiver<T>) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, receiver) = sync_channel(WAITING);
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            // A task fails, and with it the rest, when it was halted or the writer has dropped its end.
            items.par_bridge().try_for_each_with(sender, |sender, item| sender.send(work(item)?).ok());
        });
        write(receiver)
    })
}

/// Returns the number of cores that the process may use, at most [`MAX_THREADS`].
fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_the_threads_that_are_asked_for_within_bounds() {
        assert_eq!(pool(3).unwrap().current_num_threads(), 3);
        assert_eq!(pool(0).unwrap().current_num_threads(), cores());
        assert_eq!(pool(usize::MAX).unwrap().current_num_threads(), MAX_THREADS);
    }
}
