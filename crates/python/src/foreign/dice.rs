//! The random numbers of a game in Python.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tradewinds_game::{Dice as _, Rng, Seed};

use crate::errors::refused;

/// The random bits behind the `rng` that a game in Python gets: the methods that `random.Random` builds upon.
#[pyclass(module = "tradewinds", frozen)]
pub(crate) struct Dice(Mutex<Rng>);

#[pymethods]
impl Dice {
    /// seed: a whole number from which all numbers follow.
    #[new]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(Seed(seed).rng()))
    }

    /// Begins anew.
    ///
    /// seed: a whole number from which all numbers follow.
    pub(crate) fn reseed(&self, seed: u64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Seed(seed).rng();
    }

    /// Draws from [0, 1).
    fn random(&self) -> f64 {
        let bits = u64::from(self.word()) << 32 | u64::from(self.word());
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Draws a whole number of k bits.
    ///
    /// k: the number of bits, from 0.
    fn getrandbits<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        if k <= 32 {
            let bits = if k == 0 { 0 } else { self.word() >> (32 - k) };
            return Ok(bits.into_pyobject(py)?.into_any());
        }
        if k > 1 << 20 {
            return Err(refused(format!("k: found {k}; allowed: 0 to {}", 1 << 20)));
        }
        let mut bytes: Vec<u8> = (0..k.div_ceil(32)).flat_map(|_| self.word().to_le_bytes()).collect();
        let (last, spare) = (bytes.len() - 4, (32 - k % 32) % 32);
        let top = u32::from_le_bytes([bytes[last], bytes[last + 1], bytes[last + 2], bytes[last + 3]]);
        bytes[last..].copy_from_slice(&(top >> spare).to_le_bytes());
        py.get_type::<pyo3::types::PyInt>().call_method1("from_bytes", (bytes.as_slice(), "little"))
    }
}

impl Dice {
    /// Draws 32 bits.
    fn word(&self) -> u32 {
        let rng = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rng.below(1 << 16) << 16 | rng.below(1 << 16)
    }
}
