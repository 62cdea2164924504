//! What a seat knows of a state, as numbers, in notation, as text.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tradewinds_game::{Edge, Seat};

use super::State;
use crate::errors::refused;
use crate::inputs::to_python;

#[pymethods]
impl State {
    /// Returns what a seat knows, as numbers: float32 `[features]`, a new array, as `layout` explains it.
    ///
    /// seat: the seat; None for the one that decides.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.write_observation(py, self.seat_or_mover(seat)?)
    }

    /// Returns the legal actions: int8 `[actions]`, 1 for each legal index, a new array; all 0 when the game is over.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.write_mask(py)
    }

    /// Returns the observation of a seat and the mask, both at once; the mask is 0 unless the seat decides.
    ///
    /// seat: the seat.
    #[allow(clippy::type_complexity, reason = "a pair of arrays")]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>)> {
        let seat = self.seat(seat)?;
        let mask = if self.game().situation.to_act() == Some(seat) {
            self.write_mask(py)?
        } else {
            PyArray1::zeros(py, [self.layout.actions], false)
        };
        Ok((self.write_observation(py, seat)?, mask))
    }

    /// Returns what a seat has seen decided: int64 `[k, 3]`, a row for each decision that it noticed, in order, since
    /// the dice of this object began (as `record` does).
    ///
    /// The columns are the seat that decided; the move, a number of the action or of its kind where that is all the
    /// seat saw; and a public outcome, 0 if there is none.
    ///
    /// seat: the seat; None for the one that decides.
    #[pyo3(signature = (seat=None))]
    fn seen<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let seat = self.seat_or_mover(seat)?;
        let seen = self.game().history.seen(seat);
        let row = |&(seat, edge): &(Seat, Edge)| {
            let (code, outcome) = (edge.without_outcome().bits(), edge.outcome());
            [seat.index() as i64, code.into(), outcome.into()]
        };
        let numbers: Vec<i64> = seen.iter().flat_map(row).collect();
        PyArray1::from_vec(py, numbers).reshape([seen.len(), 3])
    }

    /// Returns the position as a seat knows it, in the notation of the game's rules page: a dictionary.
    ///
    /// seat: the seat; None for the one that decides.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let view = self.game().situation.view(seat);
        to_python(py, &view)
    }

    /// Returns what `view` does, as compact JSON text.
    ///
    /// seat: the seat; None for the one that decides.
    #[pyo3(signature = (seat=None))]
    fn view_text(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = self.seat_or_mover(seat)?;
        Ok(self.game().situation.view(seat).to_string())
    }

    /// Returns the position, hidden parts included: a dictionary, which `from_position` reads.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = self.game().situation.position();
        to_python(py, &position)
    }

    /// Returns the table as text.
    ///
    /// seat: the seat that looks at it; None to see hidden parts, too.
    #[pyo3(signature = (seat=None))]
    fn show(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        Ok(self.game().situation.show(seat))
    }
}

impl State {
    /// Reads a seat; without one, the seat that decides.
    pub(super) fn seat_or_mover(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self.game().situation.to_act().ok_or_else(|| {
                let allowed = format!("a seat from 0 to {}", self.layout.players - 1);
                refused(format!("seat: found None, and the game is over; allowed: {allowed}"))
            }),
        }
    }

    fn write_observation<'py>(&self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let array = PyArray1::zeros(py, [self.layout.features], false);
        self.game().situation.observe(seat, array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    fn write_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, [self.layout.actions], false);
        self.game().situation.mask(array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }
}
