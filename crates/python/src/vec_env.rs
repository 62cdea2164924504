//! Many games in NumPy arrays.

mod answers;
mod attributes;
mod saving;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, dtype};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};
use tradewinds_env::{Batch, EnvError, Layout, Outputs, Reward, Seeds, Settings, batch};
use tradewinds_game::{Purpose, Seed};

use crate::arrays::{Arrays, Kind, Wanted, zeros};
use crate::errors::{action_name, env, refused};
use crate::inputs::{self, Opponents, flag_or, shown, text_or, whole, whole_or};
use crate::interrupt::interruptible;
use crate::state::State;

/// The maximum number of threads.
const MAX_THREADS: u64 = 1_024;

/// Many games at once, in flat NumPy arrays: a row per game.
///
/// game: the name of a game, one of `tradewinds.games()`.
/// players: the number of players P; `tradewinds.games()` has the range.
/// n: the number of games, 1 to 1,048,576.
/// variant: the name of a shipped variant (`tradewinds.variants(game)`), its TOML file, or a dictionary as records
///     have it; None for the standard rules.
/// seed: what row r plays, the bots of the other seats included, follows from seed and r alone, whatever `n` and
///     `threads` are; a whole number below 2**64. None for new random numbers; `env.seed` says which.
/// opponents: a dictionary of seats and bots, which play inside `step`: names (`tradewinds.bots(game)`), TOML files, or
///     functions of the caller's. `f(obs, mask, seat)` gets new arrays with a row for each of the k games that wait for
///     its seats, of the types of `obs`, `mask` and `seat`, and returns a legal action index for each, whole numbers
///     `[k]`; forced decisions are played without asking. The caller decides for the other seats.
/// reward: what a seat is paid at the end of a game: "win_share" (1/m for each of m winners), "margin" (the worth of
///     the lead over the best other seat, 0 to 1, 0.5 when level) or "points".
/// skip_forced: whether decisions with one legal action are played without asking.
/// dtype: what observations are written as. "float32"; "uint8", the same numbers as bytes, those below 0 as 0 and above
///     255 as 255; or "packed", uint8 with a byte for each number and a bit for each flag, for `tradewinds.unpack`.
/// scaled: whether each number of an observation is divided by its field's scale (`layout`); only with float32.
/// threads: the number of threads, 0 for one per core; it changes no result, unless a bot's budget is a time.
/// copy: whether arrays are handed out as copies. Otherwise they are views that the next `step` or `reset` overwrites.
/// want_obs, want_mask, want_mask_bits, want_final_obs: whether there are the arrays of these names.
/// buffers: a dictionary of names and arrays of the caller's, to write into; they must be C-contiguous.
///
/// The arrays: `obs`, `mask`, `mask_bits`, `seat`, `reward`, `done`, `truncated`, `final_points`, `final_rank`,
/// `final_share`, `final_decisions`, `final_obs`; each attribute's own text explains it. A game that ends is followed by
/// the next one in the same step.
///
/// It can be copied, deep-copied and pickled in the middle of its games: the copy has arrays of its own and goes on as
/// the original does. One thread at a time may use it.
#[pyclass(module = "tradewinds", subclass, frozen)]
pub(crate) struct VecEnv {
    fixed: RwLock<Arc<Fixed>>,
    /// Held throughout a step or a reset, also while functions of the caller's answer.
    turn: Mutex<()>,
    batch: Mutex<Box<dyn Batch>>,
    /// The seed that all rows began with.
    seed: Mutex<Seed>,
}

/// What stays as it is while games are played.
struct Fixed {
    settings: Settings,
    /// The complete text of each seat's preset.
    presets: Vec<Option<String>>,
    /// The caller's function of each seat.
    functions: Vec<Option<Py<PyAny>>>,
    layout: Layout,
    arrays: Arrays,
    copy: bool,
    is_slow: bool,
}

/// What `reset` returns: obs, mask, seat.
type Begun<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyArray2<u8>>>, Bound<'py, PyArray1<u8>>);
/// What `step` returns: obs, mask, seat, reward, done.
type Stepped<'py> = (
    Option<Bound<'py, PyAny>>,
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
            skip_forced=None, dtype=None, scaled=None, threads=None, copy=None, want_obs=None, want_mask=None,
            want_mask_bits=None, want_final_obs=None, buffers=None),
        text_signature = "(game, players=4, n=1, variant=None, seed=None, opponents=None, *, reward='win_share', \
            skip_forced=False, dtype='float32', scaled=False, threads=0, copy=False, want_obs=True, \
            want_mask=True, want_mask_bits=False, want_final_obs=False, buffers=None)"
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
        dtype: Option<&Bound<'_, PyAny>>,
        scaled: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        copy: Option<&Bound<'_, PyAny>>,
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
        let Opponents { bots, presets, functions } = inputs::opponents(&info, players, opponents)?;
        let (kind, scaled) = (Kind::new(dtype)?, flag_or("scaled", scaled, false)?);
        if scaled && kind != Kind::Float32 {
            return Err(refused(format!(
                "scaled: found True with dtype {:?}; allowed: only with \"float32\", since scaled numbers are fractions",
                kind.name()
            )));
        }
        let settings = Settings {
            game: info.name.to_owned(),
            players,
            variant: inputs::variant(&info, variant)?,
            games: whole_or("n", n, 1..=1 << 20, 1)? as usize,
            seed: inputs::seed(seed)?,
            opponents: bots,
            answered: functions.iter().map(Option::is_some).collect(),
            reward: Reward::from_name(&reward)
                .ok_or_else(|| refused(format!("reward: found {reward:?}; allowed: {rewards}")))?,
            skip_forced: flag_or("skip_forced", skip_forced, false)?,
            scaled,
            threads: whole_or("threads", threads, 0..=MAX_THREADS, 0)? as usize,
        };
        let wanted = Wanted {
            obs: flag_or("want_obs", want_obs, true)?,
            mask: flag_or("want_mask", want_mask, true)?,
            mask_bits: flag_or("want_mask_bits", want_mask_bits, false)?,
            final_obs: flag_or("want_final_obs", want_final_obs, false)?,
        };
        let copy = flag_or("copy", copy, false)?;
        let buffers = inputs::mapping_or("buffers", buffers, "a dictionary of names and arrays")?;
        let batch = batch(&settings).map_err(env)?;
        let arrays = Arrays::new(py, batch.shape(), kind, wanted, buffers)?;
        Ok(Self::with(batch, settings, presets, functions, arrays, copy))
    }

    /// Begins another game in each row. Returns (obs, mask, seat).
    ///
    /// seed: without one, each row goes on with its random numbers and plays its next game. With one, all rows begin
    ///     anew, bots included: the same seed, the same games. A list has a seed for each row: the row plays what row 0
    ///     plays with that seed, and goes on where the list has None.
    /// mask: bool `[n]`, the rows that begin another game; None for all. The others stay as they are.
    #[pyo3(signature = (seed=None, mask=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Begun<'py>> {
        let mask = mask.map(truth_values).transpose()?;
        let (_turn, fixed) = (available(&self.turn)?, self.fixed());
        match seed {
            None => self.begin(py, &fixed, Seeds::Next, mask.as_deref())?,
            Some(seed) if is_list(seed) => {
                let seeds = inputs::seeds(seed)?;
                self.begin(py, &fixed, Seeds::Each(&seeds), mask.as_deref())?;
            }
            Some(seed) => {
                let seed = inputs::seed(Some(seed))?;
                self.begin(py, &fixed, Seeds::All(seed), mask.as_deref())?;
                if mask.is_none() {
                    *self.seed.lock().unwrap_or_else(PoisonError::into_inner) = seed;
                }
            }
        }
        self.answer(py, &fixed)?;
        Ok((fixed.obs(py)?, fixed.mask(py)?, fixed.seat(py)?))
    }

    /// Plays an action in each game. Returns (obs, mask, seat, reward, done).
    ///
    /// actions: a legal action index for each row, whole numbers `[n]`. If one is not legal, a ValueError names it and no
    ///     game is changed.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let (_turn, fixed) = (available(&self.turn)?, self.fixed());
        match actions.extract::<PyReadonlyArray1<'py, i64>>() {
            Ok(array) if array.as_slice().is_ok() => {
                let actions = array.as_slice().expect("it was a slice just now");
                self.work(py, &fixed, |batch, out, halted| batch.step(actions, out, halted))?;
            }
            _ => {
                let actions = whole_numbers("actions", actions)?;
                self.work(py, &fixed, |batch, out, halted| batch.step(&actions, out, halted))?;
            }
        }
        self.answer(py, &fixed)?;
        Ok((fixed.obs(py)?, fixed.mask(py)?, fixed.seat(py)?, fixed.reward(py)?, fixed.done(py)?))
    }

    /// Draws a legal action of each game uniformly: int64 `[n]`. The rows draw from random numbers of their own, which
    /// follow from the seed.
    ///
    /// out: an array to write into and return; None for a new one.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut batch = self.batch()?;
        let actions = match out {
            None => zeros(py, &[batch.shape().games], dtype::<i64>(py))?.cast_into::<PyArray1<i64>>()?,
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
            let batch: &mut dyn Batch = &mut **batch;
            py.detach(|| batch.sample(slice)).map_err(env)?;
        }
        Ok(actions)
    }

    /// Copies a game out as a `State`, with dice of its own.
    ///
    /// game: the row.
    /// seed: random events after this follow from it; None for new random numbers.
    #[pyo3(signature = (game, seed=None))]
    fn state(&self, game: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = inputs::seed(seed)?;
        let fixed = self.fixed();
        let index = whole("game", game, 0..=fixed.settings.games as u64 - 1)?;
        let chance = seed.derive(Purpose::Chance, 0);
        let situation = self.batch()?.situation(index as usize, chance).map_err(env)?;
        Ok(State::new(situation, fixed.settings.variant.clone(), seed, chance))
    }

    /// Names an action index by its group and its place there.
    ///
    /// index: the action index.
    fn action_name(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        action_name(&self.fixed().layout, inputs::index("index", index)?)
    }

    fn __len__(&self) -> usize {
        self.fixed().settings.games
    }

    fn __repr__(&self) -> String {
        let fixed = self.fixed();
        let Settings { game, players, games, .. } = &fixed.settings;
        format!("VecEnv({game:?}, players={players}, n={games})")
    }
}

impl VecEnv {
    fn with(
        batch: Box<dyn Batch>,
        settings: Settings,
        presets: Vec<Option<String>>,
        functions: Vec<Option<Py<PyAny>>>,
        arrays: Arrays,
        copy: bool,
    ) -> Self {
        let (layout, is_slow) = (batch.layout().clone(), batch.is_slow());
        let seed = Mutex::new(settings.seed);
        let fixed = Fixed { settings, presets, functions, layout, arrays, copy, is_slow };
        Self { fixed: RwLock::new(Arc::new(fixed)), turn: Mutex::new(()), batch: Mutex::new(batch), seed }
    }

    fn fixed(&self) -> Arc<Fixed> {
        self.fixed.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the layout of the games.
    pub(crate) fn layout_of_rows(&self) -> Layout {
        self.fixed().layout.clone()
    }

    /// Returns the batch, unless another thread works with it.
    pub(crate) fn batch(&self) -> PyResult<MutexGuard<'_, Box<dyn Batch>>> {
        available(&self.batch)
    }

    fn begin(&self, py: Python<'_>, fixed: &Fixed, seeds: Seeds<'_>, mask: Option<&[bool]>) -> PyResult<()> {
        self.work(py, fixed, |batch, out, halted| batch.reset(seeds, mask, out, halted))
    }

    /// Lets the batch work on the arrays without the interpreter's lock.
    fn work(
        &self,
        py: Python<'_>,
        fixed: &Fixed,
        work: impl FnOnce(&mut dyn Batch, Outputs<'_>, &AtomicBool) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        let mut batch = self.batch()?;
        let mut borrowed = fixed.arrays.borrow(py)?;
        let out = borrowed.outputs()?;
        let batch: &mut dyn Batch = &mut **batch;
        let done = if fixed.is_slow {
            interruptible(py, |halted| work(batch, out, halted))?
        } else {
            py.detach(|| work(batch, out, &AtomicBool::new(false)))
        };
        done.map_err(env)
    }
}

/// Locks what nobody else uses now.
fn available<T>(lock: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(found) => Ok(found),
        // What a panic has left cannot be used before a reset, which begins all anew.
        Err(TryLockError::Poisoned(left)) => Ok(left.into_inner()),
        Err(TryLockError::WouldBlock) => Err(refused(
            "VecEnv: found a call while another thread is in one of the same object; allowed: one thread at a time, \
             or a copy for each",
        )),
    }
}

/// Returns whether a seed is a list or an array of seeds.
fn is_list(seed: &Bound<'_, PyAny>) -> bool {
    let is_array =
        || seed.getattr("ndim").and_then(|ndim| ndim.extract::<usize>()).is_ok_and(|ndim| ndim > 0);
    seed.cast::<PySequence>().is_ok() && !seed.is_instance_of::<PyString>() || is_array()
}

/// Reads truth values from a list or an array.
fn truth_values(mask: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let array = mask.py().import("numpy")?.call_method1("asarray", (mask,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if kind != "b" || dimensions != 1 {
        let (dtype, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        return Err(refused(format!(
            "mask: found an array of {dtype} with the shape {shape}; allowed: True or False for each game"
        )));
    }
    array.call_method0("tolist")?.extract()
}

/// Reads whole numbers from a list or an array of any whole type.
fn whole_numbers(name: &str, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,)).map_err(|error| {
        if !error.is_instance_of::<PyValueError>(actions.py()) {
            return error;
        }
        refused(format!("{name}: found {}; allowed: one whole number per game", shown(actions)))
    })?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || dimensions != 1 {
        let (dtype, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        return Err(refused(format!(
            "{name}: found an array of {dtype} with the shape {shape}; allowed: one whole number per game"
        )));
    }
    let array = numpy.call_method1("require", (array, "int64", ["C", "ALIGNED"]))?;
    Ok(array.extract::<PyReadonlyArray1<'_, i64>>()?.as_slice()?.to_vec())
}
