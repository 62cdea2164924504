//! The NumPy arrays that a batch writes into: ours or the caller's.

use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::PyTypeCheck;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};
use serde::{Deserialize, Serialize};
use tradewinds_env::{Outputs, Shape};

use crate::errors::refused;
use crate::inputs::{shown, text_or};

/// What observations are written as.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A float32 for each number.
    Float32,
    /// A byte for each number.
    Uint8,
    /// A byte for each number that is not a flag, a bit for each flag.
    Packed,
}

impl Kind {
    /// Reads the name.
    pub(crate) fn new(dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let allowed = "float32, uint8, packed";
        let name = text_or("dtype", dtype, allowed, "float32")?;
        let kinds = [Self::Float32, Self::Uint8, Self::Packed];
        let found = kinds.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| refused(format!("dtype: found {name:?}; allowed: {allowed}")))
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Float32 => "float32",
            Self::Uint8 => "uint8",
            Self::Packed => "packed",
        }
    }
}

/// An array of observations.
pub(crate) enum Observations {
    Numbers(Py<PyArray2<f32>>),
    Bytes(Py<PyArray2<u8>>),
}

impl Observations {
    /// Takes the caller's array or makes one.
    fn new(
        py: Python<'_>,
        name: &str,
        kind: Kind,
        given: Option<Bound<'_, PyAny>>,
        shape: Shape,
    ) -> PyResult<Self> {
        let Shape { games, features, packed, .. } = shape;
        Ok(match kind {
            Kind::Float32 => Self::Numbers(matrix(py, name, given, games, features)?),
            Kind::Uint8 => Self::Bytes(matrix(py, name, given, games, features)?),
            Kind::Packed => Self::Bytes(matrix(py, name, given, games, packed)?),
        })
    }

    pub(crate) fn as_any(&self) -> &Py<PyAny> {
        match self {
            Self::Numbers(array) => array.as_any(),
            Self::Bytes(array) => array.as_any(),
        }
    }

    fn borrow<'py>(&self, py: Python<'py>, name: &str) -> PyResult<BorrowedObservations<'py>> {
        Ok(match self {
            Self::Numbers(array) => BorrowedObservations::Numbers(writable2(py, name, array)?),
            Self::Bytes(array) => BorrowedObservations::Bytes(writable2(py, name, array)?),
        })
    }
}

/// An array of observations, borrowed for writing.
enum BorrowedObservations<'py> {
    Numbers(PyReadwriteArray2<'py, f32>),
    Bytes(PyReadwriteArray2<'py, u8>),
}

/// An array of observations as a slice of the type that fits: numbers, bytes, packed.
type Slices<'a> = (Option<&'a mut [f32]>, Option<&'a mut [u8]>, Option<&'a mut [u8]>);

impl BorrowedObservations<'_> {
    fn slices(&mut self, kind: Kind) -> PyResult<Slices<'_>> {
        Ok(match self {
            Self::Numbers(array) => (Some(array.as_slice_mut()?), None, None),
            Self::Bytes(array) => {
                let slice = array.as_slice_mut()?;
                if kind == Kind::Packed { (None, None, Some(slice)) } else { (None, Some(slice), None) }
            }
        })
    }
}

/// The arrays of a batch.
pub(crate) struct Arrays {
    pub(crate) kind: Kind,
    pub(crate) obs: Option<Observations>,
    pub(crate) mask: Option<Py<PyArray2<u8>>>,
    pub(crate) mask_bits: Option<Py<PyArray2<u64>>>,
    pub(crate) seat: Py<PyArray1<u8>>,
    pub(crate) reward: Py<PyArray2<f32>>,
    pub(crate) done: Py<PyArray1<u8>>,
    pub(crate) truncated: Py<PyArray1<u8>>,
    pub(crate) final_points: Py<PyArray2<f32>>,
    pub(crate) final_rank: Py<PyArray2<u8>>,
    pub(crate) final_share: Py<PyArray2<f32>>,
    pub(crate) final_decisions: Py<PyArray1<u32>>,
    pub(crate) final_obs: Option<Observations>,
}

/// The arrays that a caller may leave out.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub(crate) obs: bool,
    pub(crate) mask: bool,
    pub(crate) mask_bits: bool,
    pub(crate) final_obs: bool,
}

const NAMES: [&str; 12] = [
    "obs",
    "mask",
    "mask_bits",
    "seat",
    "reward",
    "done",
    "truncated",
    "final_points",
    "final_rank",
    "final_share",
    "final_decisions",
    "final_obs",
];

impl Arrays {
    /// Takes the caller's arrays and makes the others.
    pub(crate) fn new(
        py: Python<'_>,
        shape: Shape,
        kind: Kind,
        wanted: Wanted,
        given: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Self> {
        let names = given.map(|given| given.keys()).transpose()?;
        for name in names.iter().flatten() {
            let known = name.extract::<String>().is_ok_and(|name| NAMES.contains(&name.as_str()));
            if !known {
                let allowed = NAMES.join(", ");
                return Err(refused(format!("buffers: found {}; allowed: {allowed}", shown(&name))));
            }
        }
        let Shape { games, players, actions, words, .. } = shape;
        let given = |name: &str| match given {
            Some(given) if given.contains(name)? => given.get_item(name).map(Some),
            _ => Ok(None),
        };
        let is_given = |name: &str| given(name).map(|array| array.is_some());
        Ok(Self {
            kind,
            obs: if wanted.obs || is_given("obs")? {
                Some(Observations::new(py, "obs", kind, given("obs")?, shape)?)
            } else {
                None
            },
            mask: if wanted.mask || is_given("mask")? {
                Some(matrix(py, "mask", given("mask")?, games, actions)?)
            } else {
                None
            },
            mask_bits: if wanted.mask_bits || is_given("mask_bits")? {
                Some(matrix(py, "mask_bits", given("mask_bits")?, games, words)?)
            } else {
                None
            },
            seat: vector(py, "seat", given("seat")?, games)?,
            reward: matrix(py, "reward", given("reward")?, games, players)?,
            done: vector(py, "done", given("done")?, games)?,
            truncated: vector(py, "truncated", given("truncated")?, games)?,
            final_points: matrix(py, "final_points", given("final_points")?, games, players)?,
            final_rank: matrix(py, "final_rank", given("final_rank")?, games, players)?,
            final_share: matrix(py, "final_share", given("final_share")?, games, players)?,
            final_decisions: vector(py, "final_decisions", given("final_decisions")?, games)?,
            final_obs: if wanted.final_obs || is_given("final_obs")? {
                Some(Observations::new(py, "final_obs", kind, given("final_obs")?, shape)?)
            } else {
                None
            },
        })
    }

    /// Says which of the arrays that may be left out there are.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted {
            obs: self.obs.is_some(),
            mask: self.mask.is_some(),
            mask_bits: self.mask_bits.is_some(),
            final_obs: self.final_obs.is_some(),
        }
    }

    /// Lists the arrays that there are, by their names.
    fn all<'py>(&self, py: Python<'py>) -> Vec<(&'static str, Bound<'py, PyAny>)> {
        let some = |array: &Py<PyAny>| array.bind(py).clone();
        let arrays = [
            self.obs.as_ref().map(Observations::as_any),
            self.mask.as_ref().map(Py::as_any),
            self.mask_bits.as_ref().map(Py::as_any),
            Some(self.seat.as_any()),
            Some(self.reward.as_any()),
            Some(self.done.as_any()),
            Some(self.truncated.as_any()),
            Some(self.final_points.as_any()),
            Some(self.final_rank.as_any()),
            Some(self.final_share.as_any()),
            Some(self.final_decisions.as_any()),
            self.final_obs.as_ref().map(Observations::as_any),
        ];
        NAMES
            .into_iter()
            .zip(arrays)
            .filter_map(|(name, array)| array.map(|array| (name, some(array))))
            .collect()
    }

    /// Copies what the arrays hold.
    pub(crate) fn contents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let contents = PyDict::new(py);
        for (name, array) in self.all(py) {
            contents.set_item(name, array.call_method0("copy")?)?;
        }
        Ok(contents)
    }

    /// Takes over what other arrays of the same names hold.
    pub(crate) fn fill<'py>(&self, py: Python<'py>, contents: &Bound<'py, PyDict>) -> PyResult<()> {
        let copy_to = py.import("numpy")?.getattr("copyto")?;
        for (name, array) in self.all(py) {
            let content = contents.get_item(name)?;
            let is_like = |content: &Bound<'py, PyAny>| {
                let same = |what: &str| array.getattr(what)?.eq(content.getattr(what)?);
                Ok::<_, PyErr>(same("shape")? && same("dtype")?)
            };
            match content {
                Some(content) if is_like(&content).unwrap_or(false) => copy_to.call1((array, content))?,
                _ => {
                    return Err(refused(format!(
                        "state: found no array {name} of the right type and shape; allowed: what pickle has written"
                    )));
                }
            };
        }
        Ok(())
    }

    /// Borrows all arrays for writing.
    pub(crate) fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        let optional = |name, array: &Option<Observations>| {
            array.as_ref().map(|array| array.borrow(py, name)).transpose()
        };
        Ok(Borrowed {
            kind: self.kind,
            obs: optional("obs", &self.obs)?,
            mask: self.mask.as_ref().map(|array| writable2(py, "mask", array)).transpose()?,
            mask_bits: self.mask_bits.as_ref().map(|array| writable2(py, "mask_bits", array)).transpose()?,
            seat: writable1(py, "seat", &self.seat)?,
            reward: writable2(py, "reward", &self.reward)?,
            done: writable1(py, "done", &self.done)?,
            truncated: writable1(py, "truncated", &self.truncated)?,
            final_points: writable2(py, "final_points", &self.final_points)?,
            final_rank: writable2(py, "final_rank", &self.final_rank)?,
            final_share: writable2(py, "final_share", &self.final_share)?,
            final_decisions: writable1(py, "final_decisions", &self.final_decisions)?,
            final_obs: optional("final_obs", &self.final_obs)?,
        })
    }
}

/// All arrays, borrowed for writing.
pub(crate) struct Borrowed<'py> {
    kind: Kind,
    obs: Option<BorrowedObservations<'py>>,
    mask: Option<PyReadwriteArray2<'py, u8>>,
    mask_bits: Option<PyReadwriteArray2<'py, u64>>,
    seat: PyReadwriteArray1<'py, u8>,
    reward: PyReadwriteArray2<'py, f32>,
    done: PyReadwriteArray1<'py, u8>,
    truncated: PyReadwriteArray1<'py, u8>,
    final_points: PyReadwriteArray2<'py, f32>,
    final_rank: PyReadwriteArray2<'py, u8>,
    final_share: PyReadwriteArray2<'py, f32>,
    final_decisions: PyReadwriteArray1<'py, u32>,
    final_obs: Option<BorrowedObservations<'py>>,
}

impl Borrowed<'_> {
    /// Returns the arrays as slices.
    pub(crate) fn outputs(&mut self) -> PyResult<Outputs<'_>> {
        let (obs, obs_bytes, obs_packed) = slices_of(&mut self.obs, self.kind)?;
        let (final_obs, final_bytes, final_packed) = slices_of(&mut self.final_obs, self.kind)?;
        Ok(Outputs {
            obs,
            obs_bytes,
            obs_packed,
            mask: self.mask.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            bits: self.mask_bits.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            seat: Some(self.seat.as_slice_mut()?),
            reward: Some(self.reward.as_slice_mut()?),
            done: Some(self.done.as_slice_mut()?),
            truncated: Some(self.truncated.as_slice_mut()?),
            final_points: Some(self.final_points.as_slice_mut()?),
            final_rank: Some(self.final_rank.as_slice_mut()?),
            final_share: Some(self.final_share.as_slice_mut()?),
            final_decisions: Some(self.final_decisions.as_slice_mut()?),
            final_obs,
            final_bytes,
            final_packed,
        })
    }
}

fn slices_of<'a>(array: &'a mut Option<BorrowedObservations<'_>>, kind: Kind) -> PyResult<Slices<'a>> {
    array.as_mut().map_or(Ok((None, None, None)), |array| array.slices(kind))
}

/// Hands an array out: itself, or a copy.
pub(crate) fn handed<'py, T>(py: Python<'py>, array: &Py<T>, copy: bool) -> PyResult<Bound<'py, T>>
where
    T: PyTypeCheck,
{
    let array = array.bind(py).clone();
    if !copy {
        return Ok(array);
    }
    Ok(array.as_any().call_method0("copy")?.cast_into::<T>()?)
}

/// Hands an array out, if there is one.
pub(crate) fn handed_if<'py, T>(
    py: Python<'py>,
    array: &Option<Py<T>>,
    copy: bool,
) -> PyResult<Option<Bound<'py, T>>>
where
    T: PyTypeCheck,
{
    array.as_ref().map(|array| handed(py, array, copy)).transpose()
}

/// Makes an array of zeros. NumPy says itself if there is no memory for it.
pub(crate) fn zeros<'py>(
    py: Python<'py>,
    shape: &[usize],
    dtype: Bound<'py, PyArrayDescr>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, dtype))
}

/// Takes the caller's matrix or makes one.
fn matrix<T: Element>(
    py: Python<'_>,
    name: &str,
    given: Option<Bound<'_, PyAny>>,
    rows: usize,
    columns: usize,
) -> PyResult<Py<PyArray2<T>>> {
    let Some(given) = given else {
        return Ok(zeros(py, &[rows, columns], dtype::<T>(py))?.cast_into::<PyArray2<T>>()?.unbind());
    };
    check::<T>(name, &given, &[rows, columns])?;
    Ok(given.cast_into::<PyArray2<T>>()?.unbind())
}

/// Takes the caller's vector or makes one.
fn vector<T: Element>(
    py: Python<'_>,
    name: &str,
    given: Option<Bound<'_, PyAny>>,
    len: usize,
) -> PyResult<Py<PyArray1<T>>> {
    let Some(given) = given else {
        return Ok(zeros(py, &[len], dtype::<T>(py))?.cast_into::<PyArray1<T>>()?.unbind());
    };
    check::<T>(name, &given, &[len])?;
    Ok(given.cast_into::<PyArray1<T>>()?.unbind())
}

/// Checks type, shape and order of a caller's array.
fn check<T: Element>(name: &str, given: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    let refuse = |found: String, allowed: String| {
        Err(refused(format!("buffers[{name:?}]: found {found}; allowed: {allowed}")))
    };
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        return refuse(shown(given), "a NumPy array".to_owned());
    };
    let wanted = dtype::<T>(given.py());
    if !array.dtype().is_equiv_to(&wanted) {
        return refuse(format!("the type {}", array.dtype()), format!("{wanted}"));
    }
    if array.shape() != shape {
        return refuse(format!("the shape {:?}", array.shape()), format!("{shape:?}"));
    }
    if !array.is_c_contiguous() {
        return refuse(
            "an array that is not contiguous".to_owned(),
            "rows one after another (C order)".to_owned(),
        );
    }
    if !array.getattr("flags")?.getattr("aligned")?.extract::<bool>()? {
        let allowed = "one that begins at a multiple of its type's size".to_owned();
        return refuse("an array that is not aligned".to_owned(), allowed);
    }
    Ok(())
}

fn writable1<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    array: &Py<PyArray1<T>>,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    array.bind(py).try_readwrite().map_err(|error| in_use(name, &error))
}

fn writable2<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    array: &Py<PyArray2<T>>,
) -> PyResult<PyReadwriteArray2<'py, T>> {
    array.bind(py).try_readwrite().map_err(|error| in_use(name, &error))
}

fn in_use(name: &str, error: &numpy::BorrowError) -> PyErr {
    refused(format!(
        "{name}: found an array that cannot be written ({error}); allowed: a writable one of its own"
    ))
}
