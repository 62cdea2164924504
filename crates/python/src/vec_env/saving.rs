//! Copies and pickles of a vector.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_bots::Preset;
use tradewinds_env::{Batch, Reward, Settings, batch};
use tradewinds_game::{Seed, Variant};

use super::VecEnv;
use crate::arrays::{Arrays, Kind, Wanted};
use crate::errors::{env, input, refused};
use crate::inputs;
use crate::interrupt::interruptible;
use crate::saved::{seal, unseal};

/// A vector as data, without what its arrays hold.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    game: String,
    rules_version: u32,
    layout_version: u32,
    players: usize,
    variant: Variant,
    n: usize,
    seed: u64,
    /// The complete texts of presets.
    opponents: Vec<Option<String>>,
    reward: String,
    skip_forced: bool,
    scaled: bool,
    threads: usize,
    copy: bool,
    dtype: Kind,
    wanted: Wanted,
    games: Value,
}

#[pymethods]
impl VecEnv {
    /// Copies the vector in the middle of its games: the copy has arrays of its own, and goes on as this one does.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("copy")?.call_method1("copy", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let fixed = this.fixed();
        let settings = &fixed.settings;
        let (arrays, games) = {
            let mut batch = this.batch()?;
            let batch: &mut dyn Batch = &mut **batch;
            (fixed.arrays.contents(py)?, py.detach(move || batch.save()))
        };
        let saved = Saved {
            game: settings.game.clone(),
            rules_version: fixed.layout.rules_version,
            layout_version: fixed.layout.table.layout,
            players: settings.players,
            variant: settings.variant.clone(),
            n: settings.games,
            seed: this.seed.lock().unwrap_or_else(PoisonError::into_inner).0,
            opponents: fixed.presets.clone(),
            reward: settings.reward.name().to_owned(),
            skip_forced: settings.skip_forced,
            scaled: settings.scaled,
            threads: settings.threads,
            copy: fixed.copy,
            dtype: fixed.arrays.kind,
            wanted: fixed.arrays.wanted(),
            games,
        };
        let text =
            py.detach(|| seal("vector", &serde_json::to_value(saved).expect("a vector is plain data")));
        // What a subclass has put into its objects.
        let own = slf.getattr("__dict__").ok();
        let functions = PyList::new(py, &fixed.functions)?;
        let state = (text, arrays, functions, own).into_pyobject(py)?;
        let make = py.import("copyreg")?.getattr("__newobj__")?;
        let arguments = (slf.get_type(), &settings.game, settings.players).into_pyobject(py)?;
        (make, arguments, state).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (String, Bound<'py, PyDict>, Vec<Option<Py<PyAny>>>, Option<Bound<'py, PyDict>>);
        let (py, this) = (slf.py(), slf.get());
        let refuse = |found: &str| refused(format!("state: found {found}; allowed: what pickle has written"));
        let (text, arrays, functions, own): State<'_> =
            state.extract().map_err(|_| refuse("another object"))?;
        let saved = Saved::deserialize(unseal("state", "vector", &text)?);
        let saved = saved.map_err(|error| refuse(&error.to_string()))?;
        let info = inputs::named_game(&saved.game)?;
        if saved.rules_version != info.rules_version {
            return Err(refuse(&format!("games of version {} of the rules", saved.rules_version)));
        }
        let preset = |text: &Option<String>| {
            text.as_ref().map(|text| Preset::parse("opponents", text).map_err(input)).transpose()
        };
        let settings = Settings {
            game: saved.game,
            players: saved.players,
            variant: saved.variant,
            games: saved.n,
            seed: Seed(saved.seed),
            opponents: saved.opponents.iter().map(preset).collect::<PyResult<_>>()?,
            answered: functions.iter().map(Option::is_some).collect(),
            reward: Reward::from_name(&saved.reward).ok_or_else(|| refuse("another reward"))?,
            skip_forced: saved.skip_forced,
            scaled: saved.scaled,
            threads: saved.threads,
        };
        let mut batch = batch(&settings).map_err(env)?;
        if batch.layout().table.layout != saved.layout_version {
            return Err(refuse(&format!("observations of layout version {}", saved.layout_version)));
        }
        let made = Arrays::new(py, batch.shape(), saved.dtype, saved.wanted, None)?;
        made.fill(py, &arrays)?;
        let restored = if batch.is_slow() {
            interruptible(py, |halted| batch.restore(&saved.games, halted))?
        } else {
            py.detach(|| batch.restore(&saved.games, &AtomicBool::new(false)))
        };
        restored.map_err(env)?;
        let made = Self::with(batch, settings, saved.opponents, functions, made, saved.copy);
        let Self { fixed, batch, seed, .. } = made;
        *this.batch()? = batch.into_inner().unwrap_or_else(PoisonError::into_inner);
        let fixed = fixed.into_inner().unwrap_or_else(PoisonError::into_inner);
        *this.fixed.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&fixed);
        *this.seed.lock().unwrap_or_else(PoisonError::into_inner) =
            seed.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = own {
            slf.getattr("__dict__")?.call_method1("update", (own,))?;
        }
        Ok(())
    }
}
