//! The attributes of a vector, each with the text that Python's `help` shows.

use std::sync::PoisonError;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Fixed, VecEnv};
use crate::arrays::{handed, handed_if};
use crate::layout::to_dict;

#[pymethods]
impl VecEnv {
    /// What the seat that decides knows: float32 or uint8 `[n, features]`, or packed uint8, as `dtype` says and `layout`
    /// explains. None without `want_obs`.
    #[getter]
    fn obs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.fixed().obs(py)
    }

    /// The legal actions: uint8 `[n, actions]`, 1 for each legal action index. None without `want_mask`.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
        self.fixed().mask(py)
    }

    /// The same, a bit each, the lowest bit first: uint64 `[n, ceil(actions / 64)]`. None without `want_mask_bits`.
    #[getter]
    fn mask_bits<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>> {
        self.fixed().mask_bits(py)
    }

    /// The seat that decides, from 0: uint8 `[n]`.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.fixed().seat(py)
    }

    /// What each seat is paid in this step: float32 `[n, P]`, win shares, worths of leads or points; 0 before the end
    /// of a game.
    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.fixed().reward(py)
    }

    /// 1 if a game ended in this step, otherwise 0: uint8 `[n]`. `obs` and `mask` are then those of the next game.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.fixed().done(py)
    }

    /// 1 if that game was stopped at the bound of decisions, otherwise 0: uint8 `[n]`. Nobody is paid for such a game.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.fixed().truncated(py)
    }

    /// The points of the last game that ended in this row: float32 `[n, P]`; 0 before the first end.
    #[getter]
    fn final_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.fixed().final_points(py)
    }

    /// The ranks of the last game that ended in this row, 1 for its winners: uint8 `[n, P]`; 0 before the first end.
    #[getter]
    fn final_rank<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.fixed().final_rank(py)
    }

    /// The win shares of the last game that ended in this row, 1/m for each of m winners: float32 `[n, P]`.
    #[getter]
    fn final_share<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.fixed().final_share(py)
    }

    /// The decisions of the last game that ended in this row, those of all seats and forced ones included: uint32
    /// `[n]`.
    #[getter]
    fn final_decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        self.fixed().final_decisions(py)
    }

    /// The end of the last game that ended in this row, as the caller's last seat to decide sees it, of the type and
    /// shape of `obs`; 0 before the first end. None without `want_final_obs`.
    #[getter]
    fn final_obs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.fixed().final_obs(py)
    }

    /// The fields of observations and the groups of action indices, as `tradewinds.layout` returns them.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.fixed().layout)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.fixed().settings.game.clone()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.fixed().settings.players
    }

    /// The number of games.
    #[getter]
    fn n(&self) -> usize {
        self.fixed().settings.games
    }

    /// The seed that all rows began with: that of the last `reset` with a single one, otherwise the constructor's, drawn
    /// if none was given.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// The type of observations: "float32", "uint8" or "packed".
    #[getter]
    fn dtype(&self) -> &'static str {
        self.fixed().arrays.kind.name()
    }

    /// The bots of the other seats: seat → name, or the function that answers for the seat.
    #[getter]
    fn opponents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fixed = self.fixed();
        let bots = PyDict::new(py);
        for (seat, (preset, function)) in fixed.settings.opponents.iter().zip(&fixed.functions).enumerate() {
            if let Some(preset) = preset {
                bots.set_item(seat, &preset.name)?;
            }
            if let Some(function) = function {
                bots.set_item(seat, function)?;
            }
        }
        Ok(bots)
    }
}

/// The arrays as they are handed out: themselves, or copies.
impl Fixed {
    pub(super) fn obs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.arrays.obs.as_ref().map(|array| handed(py, array.as_any(), self.copy)).transpose()
    }

    pub(super) fn mask<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
        handed_if(py, &self.arrays.mask, self.copy)
    }

    pub(super) fn mask_bits<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>> {
        handed_if(py, &self.arrays.mask_bits, self.copy)
    }

    pub(super) fn seat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        handed(py, &self.arrays.seat, self.copy)
    }

    pub(super) fn reward<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        handed(py, &self.arrays.reward, self.copy)
    }

    pub(super) fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        handed(py, &self.arrays.done, self.copy)
    }

    pub(super) fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        handed(py, &self.arrays.truncated, self.copy)
    }

    pub(super) fn final_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        handed(py, &self.arrays.final_points, self.copy)
    }

    pub(super) fn final_rank<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        handed(py, &self.arrays.final_rank, self.copy)
    }

    pub(super) fn final_share<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        handed(py, &self.arrays.final_share, self.copy)
    }

    pub(super) fn final_decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        handed(py, &self.arrays.final_decisions, self.copy)
    }

    pub(super) fn final_obs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.arrays.final_obs.as_ref().map(|array| handed(py, array.as_any(), self.copy)).transpose()
    }
}
