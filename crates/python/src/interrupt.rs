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

/// Does work that has no flag. When a signal handler raises an exception it is returned at once; the work goes
/// on to its end unheeded.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let slot = Arc::new(std::sync::Mutex::new(None));
    let filled = Arc::clone(&slot);
    py.detach(|| {
        let (finished, finish) = channel::<()>();
        let worker = thread::spawn(move || {
            let _finished = finished;
            let done = work();
            *filled.lock().expect("nobody panics while holding it") = Some(done);
        });
        while finish.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
            Python::attach(|py| py.check_signals())?;
        }
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        let done = slot.lock().expect("the worker has ended").take();
        Ok(done.expect("the worker has filled it"))
    })
}
