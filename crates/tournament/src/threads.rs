//! Threads for everything that is done in parallel.
//!
//! Parallel work uses the threads of the pool that it is called in. So that no more threads run than the user
//! asked for, every command makes its own pool, and none leaves the number to rayon, which would read it from
//! `RAYON_NUM_THREADS`.

use std::num::NonZero;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Maximum number of threads of a pool. With several times as many as there are cores, threads mostly wait
/// for each other: 500 on 2 cores are still usable, 5,000 are not.
pub const MAX_THREADS: usize = 512;

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
