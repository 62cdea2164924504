//! Trained networks: what positions are worth, and what to play.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tradewinds_arena::GameInfo;
use tradewinds_bots::Preset;
use tradewinds_env::{EnvError, Layout, Situation};
use tradewinds_game::Seat;

use crate::errors::{env, input, refused};
use crate::inputs::{self, shown};
use crate::state::State;
use crate::vec_env::VecEnv;

/// A trained network of a game: the win shares that the seats can expect, and a policy.
///
/// Network(game, source="learned") loads one; Network("puerto-rico") is the shipped one, by which the bot "learned" plays.
///
/// game: the name of a game, one of `tradewinds.games()`.
/// source: the name of a bot with a network (`tradewinds.bots(game)`), the TOML file of one, such as `tradewinds learn`
///     writes, or a `.network` file, whose policy then corrects that of "steady".
///
/// It serves all numbers of players, and reads what a seat knows and nothing else. It can be pickled.
#[pyclass(module = "tradewinds", frozen)]
pub(crate) struct Network {
    info: GameInfo,
    preset: Preset,
    text: String,
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (game, source=None), text_signature = "(game, source='learned')")]
    fn new(py: Python<'_>, game: &Bound<'_, PyAny>, source: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let info = inputs::game(game)?;
        let allowed = "the name of a bot with a network, its TOML file, or a .network file";
        let source = match source {
            None => "learned".to_owned(),
            Some(source) => {
                let path = py.import("os")?.call_method1("fspath", (source,));
                let path = path
                    .map_err(|_| refused(format!("source: found {}; allowed: {allowed}", shown(source))))?;
                inputs::text("source", &path, allowed)?
            }
        };
        let (preset, text) = if source.contains('\n') {
            (Preset::parse("source", &source).map_err(input)?, source)
        } else if source.ends_with(".network") {
            let network = std::fs::read_to_string(&source).map_err(|error| {
                refused(format!(
                    "source: found {source:?}, which cannot be read ({error}); allowed: {allowed}"
                ))
            })?;
            let text = format!(
                "name = \"network\"\ngame = {:?}\nbase = \"steady\"\nkind = \"heuristic\"\n[value]\nleaves = false\n\
                 priors = true\nnetwork = {}\n",
                info.name,
                toml::Value::String(network)
            );
            (Preset::parse(&source, &text).map_err(input)?, text)
        } else {
            inputs::preset_and_text(&info, &source)?
        };
        // What does not fit is refused here, not when it is first asked.
        let variant = tradewinds_game::Variant::standard();
        let players = *info.players.start();
        let first =
            tradewinds_env::deal(info.name, players, &variant, tradewinds_game::Seed(0)).map_err(input)?;
        first.policy(&preset).map_err(env)?;
        Ok(Self { info, preset, text })
    }

    /// Returns the win share that each seat can expect, 0 to 1; they sum to 1. At the end of a game it is the result.
    ///
    /// of: a `State`: float32 `[players]`. A list of states, or a `VecEnv` with its n games: float32 `[n, players]`.
    /// seat: the seat whose knowledge it uses; None for the one that decides.
    #[pyo3(signature = (of, seat=None))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ask = |situation: &dyn Situation, layout: &Layout| {
            let seat = match seat {
                Some(seat) => inputs::whole("seat", seat, 0..=layout.players as u64 - 1)? as usize,
                None => situation.to_act().map_or(0, Seat::index),
            };
            situation.win_shares(&self.preset, Seat::new(seat)).map_err(env)
        };
        self.each(py, of, ask)
    }

    /// Returns the probability of each action index for the seat that decides, 0 for those that are not legal; they sum
    /// to 1. Only what the seat knows is used.
    ///
    /// of: a `State`: float32 `[actions]`. A list of states, or a `VecEnv` with its n games: float32 `[n, actions]`.
    fn policy<'py>(&self, py: Python<'py>, of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let ask = |situation: &dyn Situation, layout: &Layout| {
            let shares = situation.policy(&self.preset).map_err(env)?;
            let mut policy = vec![0.0; layout.actions];
            for (index, share) in situation.legal_indices().into_iter().zip(shares) {
                policy[index] = share;
            }
            Ok(policy)
        };
        self.each(py, of, ask)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// The name of the bot that has the network.
    #[getter]
    fn name(&self) -> &str {
        &self.preset.name
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        // A text of one line would be taken for a name.
        let text = format!("{}\n", self.text);
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [self.info.name, &text])?))
    }

    fn __repr__(&self) -> String {
        format!("Network({:?}, {:?})", self.info.name, self.preset.name)
    }
}

impl Network {
    /// Asks about a state, or about each of several.
    fn each<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
        ask: impl Fn(&dyn Situation, &Layout) -> PyResult<Vec<f32>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ask = |situation: &dyn Situation, layout: &Layout| {
            // There may be a million games.
            py.check_signals()?;
            if layout.game != self.info.name {
                let found = format!("a game of {}", layout.game);
                return Err(refused(format!("of: found {found}; allowed: one of {}", self.info.name)));
            }
            ask(situation, layout)
        };
        if let Ok(state) = of.cast::<State>() {
            let (situation, layout) = state.get().copy_out();
            return Ok(PyArray1::from_vec(py, ask(&*situation, &layout)?).into_any());
        }
        let rows: Vec<Vec<f32>> = if let Ok(vector) = of.cast::<VecEnv>() {
            vector.get().each_game(ask)?
        } else if let Ok(list) = of.cast::<PyList>() {
            let state = |(row, state): (usize, Bound<'py, PyAny>)| {
                let Ok(state) = state.cast::<State>() else {
                    return Err(refused(format!("of[{row}]: found {}; allowed: a State", shown(&state))));
                };
                let (situation, layout) = state.get().copy_out();
                ask(&*situation, &layout)
            };
            list.iter().enumerate().map(state).collect::<PyResult<_>>()?
        } else {
            let allowed = "a State, a list of states, or a VecEnv; a network reads features of its own (docs/features.md), \
                           no observations";
            return Err(refused(format!("of: found {}; allowed: {allowed}", shown(of))));
        };
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err(refused("of: found games of different numbers of players; allowed: one number"));
        }
        Ok(PyArray2::from_vec2(py, &rows)?.into_any())
    }
}

impl VecEnv {
    /// Asks something about each game.
    fn each_game<T>(&self, ask: impl Fn(&dyn Situation, &Layout) -> PyResult<T>) -> PyResult<Vec<T>> {
        let (layout, batch) = (self.layout_of_rows(), self.batch()?);
        let game =
            |row| -> Result<Box<dyn Situation>, EnvError> { batch.situation(row, tradewinds_game::Seed(0)) };
        (0..batch.shape().games).map(|row| ask(&*game(row).map_err(env)?, &layout)).collect()
    }
}
