//! Many games in NumPy arrays.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tradewinds_env::{Batch, EnvError, Outputs, Reward, Settings, batch};

use crate::arrays::{Arrays, Wanted};
use crate::errors::{env, input, refused};
use crate::inputs::{self, flag_or, shown, text_or, whole, whole_or};
use crate::interrupt::interruptible;
use crate::layout::to_dict;
use crate::state::State;

/// The maximum number of threads.
const MAX_THREADS: u64 = 1_024;

/// Many games at once, in flat arrays that every step writes anew.
#[pyclass(module = "tradewinds", subclass)]
pub(crate) struct VecEnv {
    /// Only ever used through `&mut self`: the lock is for the compiler, since a bot cannot be shared.
    batch: Mutex<Box<dyn Batch>>,
    arrays: Arrays,
    is_slow: bool,
    settings: Settings,
}

/// What `reset` returns: obs, mask, seat.
type Begun<'py> =
    (Option<Bound<'py, PyArray2<f32>>>, Option<Bound<'py, PyArray2<u8>>>, Bound<'py, PyArray1<u8>>);
/// What `step` returns: obs, mask, seat, reward, done.
type Stepped<'py> = (
    Option<Bound<'py, PyArray2<f32>>>,
    Option<Bound<'py, PyArray2<u8>>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<u8>>,
);

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(
        signature = (game, players=None, n=None, variant=None, seed=None, opponents=None, *, reward=None,
            skip_forced=None, scaled=None, threads=None, want_obs=None, want_mask=None, want_mask_bits=None,
            want_final_obs=None, buffers=None),
        text_signature = "(game, players=4, n=1, variant=None, seed=0, opponents=None, *, reward='win_share', \
            skip_forced=False, scaled=False, threads=0, want_obs=True, want_mask=True, want_mask_bits=False, \
            want_final_obs=False, buffers=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        n: Option<&Bound<'_, PyAny>>,
        variant: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        opponents: Option<&Bound<'_, PyAny>>,
        reward: Option<&Bound<'_, PyAny>>,
        skip_forced: Option<&Bound<'_, PyAny>>,
        scaled: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        want_obs: Option<&Bound<'_, PyAny>>,
        want_mask: Option<&Bound<'_, PyAny>>,
        want_mask_bits: Option<&Bound<'_, PyAny>>,
        want_final_obs: Option<&Bound<'_, PyAny>>,
        buffers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let info = inputs::game(game)?;
        let players = inputs::players(&info, players)?;
        let rewards = Reward::NAMES.join(", ");
        let reward = text_or("reward", reward, &rewards, Reward::NAMES[0])?;
        let settings = Settings {
            game: info.name.to_owned(),
            players,
            variant: inputs::variant(&info, variant)?,
            games: whole_or("n", n, 1..=1 << 20, 1)? as usize,
            seed: inputs::seed(seed)?,
            opponents: inputs::opponents(&info, players, opponents)?,
            reward: Reward::from_name(&reward)
                .ok_or_else(|| refused(format!("reward: found {reward:?}; allowed: {rewards}")))?,
            skip_forced: flag_or("skip_forced", skip_forced, false)?,
            scaled: flag_or("scaled", scaled, false)?,
            threads: whole_or("threads", threads, 0..=MAX_THREADS, 0)? as usize,
        };
        let wanted = Wanted {
            obs: flag_or("want_obs", want_obs, true)?,
            mask: flag_or("want_mask", want_mask, true)?,
            mask_bits: flag_or("want_mask_bits", want_mask_bits, false)?,
            final_obs: flag_or("want_final_obs", want_final_obs, false)?,
        };
        let buffers = inputs::mapping_or("buffers", buffers, "a dictionary of names and arrays")?;
        let batch = batch(&settings).map_err(input)?;
        let arrays = Arrays::new(py, batch.shape(), wanted, buffers)?;
        Ok(Self { is_slow: batch.is_slow(), batch: Mutex::new(batch), arrays, settings })
    }

    /// Begins all games anew, with another seed if one is given. Returns (obs, mask, seat).
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<&Bound<'py, PyAny>>) -> PyResult<Begun<'py>> {
        let seed = seed.map(|value| inputs::seed(Some(value))).transpose()?;
        self.work(py, |batch, out, halted| batch.reset(seed, out, halted))?;
        if let Some(seed) = seed {
            self.settings.seed = seed;
        }
        Ok((self.obs(py), self.mask(py), self.seat(py)))
    }

    /// Plays an action in each game. Returns (obs, mask, seat, reward, done): the same arrays every time.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        match actions.extract::<PyReadonlyArray1<'py, i64>>() {
            Ok(array) if array.as_slice().is_ok() => {
                let actions = array.as_slice().expect("it was a slice just now");
                self.work(py, |batch, out, halted| batch.step(actions, out, halted))?;
            }
            _ => {
                let actions = whole_numbers(actions)?;
                self.work(py, |batch, out, halted| batch.step(&actions, out, halted))?;
            }
        }
        Ok((self.obs(py), self.mask(py), self.seat(py), self.reward(py), self.done(py)))
    }

    /// Draws a legal action of each game uniformly, from the games' own streams: an array of int64, or `out`.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let batch = self.batch.get_mut().expect("no thread panicked with it");
        let actions = match out {
            None => PyArray1::zeros(py, [batch.shape().games], false),
            Some(out) => out.cast_into::<PyArray1<i64>>().map_err(|error| {
                refused(format!("out: found {}; allowed: an array of int64", shown(&error.into_inner())))
            })?,
        };
        {
            let mut array = actions
                .try_readwrite()
                .map_err(|error| refused(format!("out: found an array that cannot be written ({error})")))?;
            let slice = array
                .as_slice_mut()
                .map_err(|error| refused(format!("out: found an array that is not contiguous ({error})")))?;
            py.detach(|| batch.sample(slice)).map_err(env)?;
        }
        Ok(actions)
    }

    /// Copies a game; random events after this are the copy's own.
    fn state(&mut self, game: &Bound<'_, PyAny>) -> PyResult<State> {
        let batch = self.batch.get_mut().expect("no thread panicked with it");
        let index = whole("game", game, 0..=batch.shape().games as u64 - 1)?;
        Ok(State::new(batch.situation(index as usize).map_err(env)?, self.settings.variant.clone()))
    }

    /// The fields of observations and the groups of action indices.
    #[getter]
    fn layout<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.batch.get_mut().expect("no thread panicked with it").layout())
    }

    /// Names an action index.
    fn action_name(&mut self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let layout = self.batch.get_mut().expect("no thread panicked with it").layout();
        Ok(layout.action_name(inputs::index("index", index)?))
    }

    #[getter]
    fn game(&self) -> &str {
        &self.settings.game
    }

    #[getter]
    fn players(&self) -> usize {
        self.settings.players
    }

    #[getter]
    fn n(&self) -> usize {
        self.settings.games
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.settings.seed.0
    }

    /// Seats that bots play.
    #[getter]
    fn opponents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bots = PyDict::new(py);
        for (seat, preset) in self.settings.opponents.iter().enumerate() {
            if let Some(preset) = preset {
                bots.set_item(seat, &preset.name)?;
            }
        }
        Ok(bots)
    }

    #[getter]
    fn obs<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.arrays.obs.as_ref().map(|array| array.bind(py).clone())
    }

    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<u8>>> {
        self.arrays.mask.as_ref().map(|array| array.bind(py).clone())
    }

    #[getter]
    fn mask_bits<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<u64>>> {
        self.arrays.mask_bits.as_ref().map(|array| array.bind(py).clone())
    }

    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.arrays.seat.bind(py).clone()
    }

    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.reward.bind(py).clone()
    }

    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.arrays.done.bind(py).clone()
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.arrays.truncated.bind(py).clone()
    }

    #[getter]
    fn final_points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.final_points.bind(py).clone()
    }

    #[getter]
    fn final_rank<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.arrays.final_rank.bind(py).clone()
    }

    #[getter]
    fn final_share<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.final_share.bind(py).clone()
    }

    #[getter]
    fn final_decisions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.arrays.final_decisions.bind(py).clone()
    }

    #[getter]
    fn final_obs<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.arrays.final_obs.as_ref().map(|array| array.bind(py).clone())
    }

    fn __len__(&self) -> usize {
        self.settings.games
    }

    fn __repr__(&self) -> String {
        let Settings { game, players, games, .. } = &self.settings;
        format!("VecEnv({game:?}, players={players}, n={games})")
    }
}

impl VecEnv {
    /// Lets the batch work on the arrays without the interpreter's lock.
    fn work(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, Outputs<'_>, &AtomicBool) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        let batch = self.batch.get_mut().expect("no thread panicked with it");
        let mut borrowed = self.arrays.borrow(py)?;
        let out = borrowed.outputs()?;
        let done = if self.is_slow {
            interruptible(py, |halted| work(&mut **batch, out, halted))?
        } else {
            py.detach(|| work(&mut **batch, out, &AtomicBool::new(false)))
        };
        done.map_err(env)
    }
}

/// Reads whole numbers from a list or an array of any whole type.
fn whole_numbers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || dimensions != 1 {
        let (dtype, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        return Err(refused(format!(
            "actions: found an array of {dtype} with the shape {shape}; allowed: one whole number per game"
        )));
    }
    let array = numpy.call_method1("require", (array, "int64", ["C", "ALIGNED"]))?;
    Ok(array.extract::<PyReadonlyArray1<'_, i64>>()?.as_slice()?.to_vec())
}
