//! How an error of a game ends a search at once.
//!
//! The methods of a [`Game`](tradewinds_game::Game) return no errors. An error of the other language therefore unwinds
//! the search, without the message of a panic, up to [`guarded`], which returns it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// An error on its way to [`guarded`].
struct Raised<F>(F);

/// Ends the work that [`guarded`] does.
pub(crate) fn raise<F: Send + 'static>(fault: F) -> ! {
    resume_unwind(Box::new(Raised(fault)))
}

/// Does work that [`raise`] may end. All that the work has changed is forgotten or begun anew by the callers: a search
/// and its bots are dropped, and the stack of a game is cleared by the next deal.
pub(crate) fn guarded<T, F: Send + 'static>(work: impl FnOnce() -> T) -> Result<T, F> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Raised<F>>() {
        Ok(raised) => raised.0,
        Err(panic) => resume_unwind(panic),
    })
}
