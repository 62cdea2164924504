//! Functions of the caller's in seats of a vector: they answer for all games that wait for them at once.

use std::sync::atomic::AtomicBool;

use numpy::PyArrayMethods;
use pyo3::prelude::*;
use tradewinds_env::{Batch, EnvError, Outputs};
use tradewinds_game::{InputError, Origin};

use super::{Fixed, VecEnv, whole_numbers};
use crate::errors::refused;

/// The rows that wait for a function, and the first of its seats.
struct Waiting<'a> {
    function: &'a Py<PyAny>,
    seat: usize,
    rows: Vec<usize>,
}

impl VecEnv {
    /// Lets the functions answer until all games wait for the caller. If one fails, the games have to be reset.
    pub(super) fn answer(&self, py: Python<'_>, fixed: &Fixed) -> PyResult<()> {
        if fixed.functions.iter().all(Option::is_none) {
            return Ok(());
        }
        let answered = self.answer_all(py, fixed);
        if answered.is_err() {
            self.batch()?.abandon();
        }
        answered
    }

    fn answer_all(&self, py: Python<'_>, fixed: &Fixed) -> PyResult<()> {
        loop {
            let waiting = waiting(py, fixed)?;
            if waiting.is_empty() {
                return Ok(());
            }
            let mut answers = Vec::new();
            let mut asked = vec![0; fixed.arrays.seat.bind(py).readonly().len()?];
            for Waiting { function, seat, rows } in waiting {
                let name = format!("opponents[{seat}]");
                let found = function.bind(py).call1(arrays(py, fixed, &rows)?)?;
                let actions = whole_numbers(&name, &found)?;
                if actions.len() != rows.len() {
                    let (found, allowed) = (actions.len(), rows.len());
                    return Err(refused(format!(
                        "{name}: found {found} actions; allowed: {allowed}, one per row"
                    )));
                }
                rows.iter().for_each(|&row| asked[row] = seat);
                answers.extend(rows.into_iter().zip(actions));
            }
            answers.sort_unstable();
            let (rows, actions): (Vec<usize>, Vec<i64>) = answers.into_iter().unzip();
            let named = |error| match error {
                EnvError::Illegal { slot, action, name, legal } => {
                    let found = format!("{action} ({name}) in row {slot}");
                    let allowed = format!("one of the {legal} actions whose mask is 1");
                    InputError::new(Origin::Unnamed, format!("opponents[{}]", asked[slot]), found, allowed)
                        .into()
                }
                error => error,
            };
            let answer = |batch: &mut dyn Batch, out: Outputs<'_>, halted: &AtomicBool| {
                batch.answer(&rows, &actions, out, halted).map_err(named)
            };
            self.work(py, fixed, answer)?;
        }
    }
}

/// Lists what waits for a function. Seats with the same function are asked together.
fn waiting<'a>(py: Python<'_>, fixed: &'a Fixed) -> PyResult<Vec<Waiting<'a>>> {
    let mut waiting: Vec<Waiting<'a>> = Vec::new();
    let seats = fixed.arrays.seat.bind(py).readonly();
    for (row, &seat) in seats.as_slice()?.iter().enumerate() {
        let Some(function) = &fixed.functions[usize::from(seat)] else { continue };
        match waiting.iter_mut().find(|other| other.function.is(function)) {
            Some(other) => other.rows.push(row),
            None => waiting.push(Waiting { function, seat: seat.into(), rows: vec![row] }),
        }
    }
    Ok(waiting)
}

/// What a function is called with: obs, mask, seat.
type Arguments<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>, Bound<'py, PyAny>);

/// Copies these rows.
fn arrays<'py>(py: Python<'py>, fixed: &Fixed, rows: &[usize]) -> PyResult<Arguments<'py>> {
    let take = |array: &Py<PyAny>| array.bind(py).call_method1("take", (rows.to_vec(), 0));
    let arrays = &fixed.arrays;
    Ok((
        arrays.obs.as_ref().map(|obs| take(obs.as_any())).transpose()?,
        arrays.mask.as_ref().map(|mask| take(mask.as_any())).transpose()?,
        take(arrays.seat.as_any())?,
    ))
}
