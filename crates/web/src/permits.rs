//! What does the work of tables that takes its time, and limits on how much is computed at one time.

use std::sync::{Condvar, Mutex, PoisonError};

/// What does the work of tables: the decisions of bots, hints and reviews.
pub(crate) enum Crew {
    /// Threads of this process.
    Threads(Permits),
    /// Workers that ask for it, as those of a page do: this process has one thread.
    Workers,
}

/// The limits of a server. Bots, hints and reviews have their own, so that none of them waits for the others.
pub(crate) struct Permits {
    /// For the decisions of bots.
    pub(crate) bots: Gate,
    /// For hints.
    pub(crate) hints: Gate,
    /// For reviews, which use all threads.
    pub(crate) reviews: Gate,
}

impl Permits {
    /// Sets the limits for a number of threads.
    pub(crate) fn new(threads: usize) -> Self {
        Self { bots: Gate::new(threads), hints: Gate::new((threads / 2).max(1)), reviews: Gate::new(1) }
    }
}

/// A limited number of permits.
pub(crate) struct Gate {
    free: Mutex<usize>,
    returned: Condvar,
}

impl Gate {
    fn new(count: usize) -> Self {
        Self { free: Mutex::new(count), returned: Condvar::new() }
    }

    /// Waits for a permit.
    pub(crate) fn take(&self) -> Permit<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.returned.wait_while(free, |free| *free == 0);
        *waited.unwrap_or_else(PoisonError::into_inner) -= 1;
        Permit(self)
    }
}

/// A permit, which is returned when it is dropped.
pub(crate) struct Permit<'a>(&'a Gate);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
}
