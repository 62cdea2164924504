//! Our errors as Python's exceptions: what a caller did wrong is a `ValueError` with our message.

use std::error::Error;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult};
use tradewinds_env::{EnvError, Layout, Situation};
use tradewinds_foreign::KeepError;
use tradewinds_game::InputError;
use tradewinds_tournament::RunError;

/// Makes a `ValueError`.
pub(crate) fn refused(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

pub(crate) fn input(error: InputError) -> PyErr {
    refused(with_causes(&error))
}

pub(crate) fn env(error: EnvError) -> PyErr {
    let message = with_causes(&error);
    match error {
        EnvError::Memory { .. } => PyMemoryError::new_err(message),
        _ => refused(message),
    }
}

/// Refuses the index of an action that is not legal, and lists those that are.
pub(crate) fn illegal(situation: &dyn Situation, layout: &Layout, action: i64) -> PyErr {
    if situation.to_act().is_none() {
        return env(EnvError::Over);
    }
    let (name, legal) = (layout.action_name(action), situation.legal());
    let allowed: Vec<String> = legal.iter().map(|(index, text)| format!("{index} ({text})")).collect();
    refused(format!("action: found {action} ({name}); allowed: one of {}", allowed.join(", ")))
}

/// Names an action index by its group and its place there.
pub(crate) fn action_name(layout: &Layout, index: i64) -> PyResult<String> {
    if usize::try_from(index).is_ok_and(|index| index < layout.actions) {
        return Ok(layout.action_name(index));
    }
    Err(refused(format!("index: found {index}; allowed: 0 to {}", layout.actions - 1)))
}

pub(crate) fn run(error: RunError) -> PyErr {
    let message = with_causes(&error);
    match error {
        RunError::Input(_) | RunError::Refused { .. } | RunError::Incomplete { .. } => refused(message),
        RunError::Io { .. } => PyOSError::new_err(message),
        _ => PyRuntimeError::new_err(message),
    }
}

pub(crate) fn keeping(error: KeepError) -> PyErr {
    match error {
        KeepError::Input(error) => input(error),
        error => PyOSError::new_err(with_causes(&error)),
    }
}

/// Writes an error with its causes.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let reason = error.to_string();
        if !text.contains(&reason) {
            text.push_str(": ");
            text.push_str(&reason);
        }
        cause = error.source();
    }
    text
}
