//! A clock that does something at regular intervals while nothing else happens.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// Does something at regular intervals until it is dropped.
///
/// indicatif's own ticker panics if the system allows no further thread, and starts one even for a hidden
/// bar.
pub(super) struct Ticker(
    #[expect(dead_code, reason = "the thread ends when it is dropped")] Option<Sender<()>>,
);

impl Ticker {
    /// Starts the clock, which never ticks if no thread can be started.
    pub(super) fn start(every: Duration, mut tick: impl FnMut() + Send + 'static) -> Self {
        let (sender, dropped) = channel();
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            while dropped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        Self(thread.is_ok().then_some(sender))
    }

    /// Starts to redraw a bar, unless it is hidden; without a thread, the bar is drawn only when it moves.
    pub(super) fn of_bar(bar: &ProgressBar, every: Duration) -> Self {
        if bar.is_hidden() {
            return Self(None);
        }
        let bar = bar.clone();
        Self::start(every, move || bar.tick())
    }
}
