//! Keeps a progress bar's clock going while nothing happens.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// Draws a bar again and again until it is dropped.
///
/// indicatif's own ticker panics where the system allows no further thread, and has one even for a bar that is not
/// shown.
pub(super) struct Ticker(
    #[expect(dead_code, reason = "the thread ends when it is dropped")] Option<Sender<()>>,
);

impl Ticker {
    /// Starts to draw, unless the bar is hidden; without a thread to spare the bar is drawn only where it moves.
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
