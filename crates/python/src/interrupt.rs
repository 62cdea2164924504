//! Long calls without the interpreter's lock, which Ctrl-C stops.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often signals are looked at.
const PERIOD: Duration = Duration::from_millis(50);

/// Does work on another thread, and sets its flag when a signal handler raises an exception, which is returned
/// once the work has stopped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let halted = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (finished, finish) = channel::<()>();
            let halted = &halted;
            let worker = scope.spawn(move || {
                // Dropped at the end, even by a panic.
                let _finished = finished;
                work(halted)
            });
            let mut raised = None;
            while finish.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| py.check_signals()).err();
                    halted.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(Ok(done), Err)
        })
    })
}

/// The signals that end the wait for work which may be left alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signals {
    /// The first one does: the work has no way to stop.
    One,
    /// The first one sets the flag of the work and waits until it has stopped; the second one waits no longer.
    Two,
}

/// Does work on a thread of its own. Exceptions that signal handlers raise are returned as `signals` says; work that
/// is not waited for goes on to its end unheeded.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    signals: Signals,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let halted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&halted);
        let (finished, finish) = channel();
        let worker = thread::spawn(move || {
            let done = work(&flag);
            // Nobody may be waiting for it any more.
            let _ = finished.send(done);
        });
        let mut raised = None;
        loop {
            match finish.recv_timeout(PERIOD) {
                Ok(done) => return raised.map_or(Ok(done), Err),
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Ok(()) => unreachable!("the work has sent what it did"),
                    Err(panic) => resume_unwind(panic),
                },
                Err(RecvTimeoutError::Timeout) => {
                    let Err(error) = Python::attach(|py| py.check_signals()) else { continue };
                    if signals == Signals::One || raised.is_some() {
                        return Err(error);
                    }
                    halted.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
        }
    })
}
