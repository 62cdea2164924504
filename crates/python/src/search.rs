//! What a search found, as arrays.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use tradewinds_env::Layout;
use tradewinds_game::Seed;

/// What a search found: one row per legal action, in the order of `State.legal`.
#[pyclass(module = "tradewinds", frozen, get_all)]
pub(crate) struct SearchResult {
    /// The seat that decides, from 0.
    seat: usize,
    /// Action indices: int64 `[k]`.
    actions: Py<PyArray1<i64>>,
    /// The actions in words: a list of k texts.
    texts: Vec<String>,
    /// Iterations that began with each action: int64 `[k]`.
    visits: Py<PyArray1<i64>>,
    /// The mean reward of each seat, in [0, 1]: float64 `[k, players]`; NaN without a visit.
    values: Py<PyArray2<f64>>,
    /// The shares of the visits over all action indices: float32 `[A]`, a target for a network.
    policy: Py<PyArray1<f32>>,
    /// The action index to play.
    action: usize,
    /// The action to play, in words.
    text: String,
    /// The number of iterations.
    iterations: u64,
    /// The number of nodes of all trees.
    nodes: u64,
    /// The time it took, in seconds.
    elapsed: f64,
    /// What was drawn followed from this seed.
    seed: u64,
}

impl SearchResult {
    /// Makes the arrays of a search; `indices` are those of the legal list.
    pub(crate) fn new(
        py: Python<'_>,
        found: tradewinds_search::SearchResult<(), String>,
        indices: &[usize],
        layout: &Layout,
        seed: Seed,
    ) -> PyResult<Self> {
        let total: u64 = found.actions.iter().map(|report| report.visits).sum();
        let mut policy = vec![0.0; layout.actions];
        let mut values = Vec::with_capacity(indices.len());
        for (report, &index) in found.actions.iter().zip(indices) {
            policy[index] = report.visits as f32 / total.max(1) as f32;
            values.push(match &report.value {
                Some(value) => value.as_slice().to_vec(),
                None => vec![f64::NAN; layout.players],
            });
        }
        if total == 0 {
            // A forced decision is not searched.
            policy[indices[found.chosen]] = 1.0;
        }
        Ok(Self {
            seat: found.seat.index(),
            actions: PyArray1::from_iter(py, indices.iter().map(|&index| index as i64)).unbind(),
            visits: PyArray1::from_iter(py, found.actions.iter().map(|report| report.visits as i64)).unbind(),
            values: PyArray2::from_vec2(py, &values)?.unbind(),
            policy: PyArray1::from_vec(py, policy).unbind(),
            action: indices[found.chosen],
            text: found.actions[found.chosen].action.clone(),
            texts: found.actions.into_iter().map(|report| report.action).collect(),
            iterations: found.iterations,
            nodes: found.nodes,
            elapsed: found.elapsed.as_secs_f64(),
            seed: seed.0,
        })
    }
}

#[pymethods]
impl SearchResult {
    /// Makes it of its attributes, in their order; for pickles.
    #[classmethod]
    #[expect(clippy::too_many_arguments, reason = "they are the attributes")]
    fn _of(
        _class: &Bound<'_, PyType>,
        seat: usize,
        actions: Py<PyArray1<i64>>,
        texts: Vec<String>,
        visits: Py<PyArray1<i64>>,
        values: Py<PyArray2<f64>>,
        policy: Py<PyArray1<f32>>,
        action: usize,
        text: String,
        iterations: u64,
        nodes: u64,
        elapsed: f64,
        seed: u64,
    ) -> Self {
        Self { seat, actions, texts, visits, values, policy, action, text, iterations, nodes, elapsed, seed }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let names = [
            "seat",
            "actions",
            "texts",
            "visits",
            "values",
            "policy",
            "action",
            "text",
            "iterations",
            "nodes",
            "elapsed",
            "seed",
        ];
        let attributes = names.iter().map(|name| slf.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
        Ok((slf.get_type().getattr("_of")?, PyTuple::new(slf.py(), attributes)?))
    }

    fn __repr__(&self) -> String {
        format!("SearchResult(seat={}, text={:?}, iterations={})", self.seat, self.text, self.iterations)
    }
}
