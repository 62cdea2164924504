//! Keeps a progress bar's clock going while nothing happens.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// Redraws a bar at regular intervals until it is dropped.
///
/// indicatif's own ticker panics if the system allows no further thread, and starts one even for a hidden
/// bar.
pub(super) struct Ticker(
    #[expect(dead_code, reason = "the thread ends when it is dropped")] Option<Sender<()>>,
);

impl Ticker {
    /// Starts to draw, unless the bar is hidden; if no thread can be started, the bar is drawn only when it
    /// moves.
    pub(super) fn start(bar: &ProgressBar, every: Duration) -> Self {
        if bar.is_hidden() {
            return Self(None);
        }
        let bar = bar.clone();
        let (sender, dropped) = channel();
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            while dropped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                bar.tick();
            }
        });
        Self(thread.is_ok().then_some(sender))
    }
}
