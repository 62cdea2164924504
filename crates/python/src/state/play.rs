//! What a state is at, what is legal, and playing it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tradewinds_env::EnvError;
use tradewinds_game::Seat;

use super::State;
use crate::errors::{action_name, env, illegal, input, refused};
use crate::inputs::{self, shown, to_python};

#[pymethods]
impl State {
    /// The decisions played so far, counted from where this object began.
    #[getter]
    fn decisions(&self) -> u32 {
        self.game().decisions
    }

    /// The decisions after which a game is stopped and has no result.
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.game().situation.max_decisions()
    }

    /// The seat that decides, from 0; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.game().situation.to_act().map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().situation.to_act().is_none()
    }

    /// The kind of the decision at hand, a word of the game; "over" at the end.
    #[getter]
    fn decision(&self) -> &'static str {
        self.game().situation.decision()
    }

    /// The round, turn or voyage under way, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.game().situation.round()
    }

    /// Why the game ended, in one word or a few joined by "+"; empty while it goes on.
    #[getter]
    fn end_reason(&self) -> String {
        self.game().situation.end_reason()
    }

    /// Lists the legal actions in words, in the game's order; empty when the game is over.
    fn legal(&self) -> Vec<String> {
        self.game().situation.legal().into_iter().map(|(_, text)| text).collect()
    }

    /// Lists the legal action indices in the order of `legal`.
    fn legal_actions(&self) -> Vec<usize> {
        self.game().situation.legal_indices()
    }

    /// Names an action index by its group and its place there, whether it is legal or not.
    ///
    /// index: the action index.
    fn action_name(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        action_name(&self.layout, inputs::index("index", index)?)
    }

    /// Returns a legal action in words.
    ///
    /// index: its action index.
    fn action_text(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let index = inputs::index("index", index)?;
        let game = self.game();
        let found = game.situation.legal().into_iter().find(|&(legal, _)| legal as i64 == index);
        found.map(|(_, text)| text).ok_or_else(|| illegal(&*game.situation, &self.layout, index))
    }

    /// Returns the index of a legal action.
    ///
    /// text: the action in words.
    fn action_index(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let text = inputs::text("text", text, "an action in words")?;
        let game = self.game();
        if game.situation.to_act().is_none() {
            return Err(env(EnvError::Over));
        }
        game.situation.copy().play_text(&text).map_err(input)
    }

    /// Plays an action. One that is not legal is a ValueError and changes nothing.
    ///
    /// action: its index, or the action in words.
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(index) = action.extract::<i64>() {
            return self.play_index(index);
        }
        let Ok(text) = action.extract::<String>() else {
            let found = shown(action);
            return Err(refused(format!("action: found {found}; allowed: an index or an action in words")));
        };
        let mut game = self.game();
        if game.situation.to_act().is_none() {
            return Err(env(EnvError::Over));
        }
        let index = game.situation.play_text(&text).map_err(input)?;
        game.note(index);
        Ok(())
    }

    /// Plays an action and returns the seat that decides next, -1 when the game is over, -2 when it reached its bound.
    ///
    /// action: its index.
    fn advance(&self, action: &Bound<'_, PyAny>) -> PyResult<i64> {
        self.play_index(inputs::index("action", action)?)?;
        let game = self.game();
        Ok(match game.situation.to_act() {
            None => -1,
            Some(_) if game.decisions >= game.situation.max_decisions() => -2,
            Some(seat) => seat.index() as i64,
        })
    }

    /// Returns the standing as if the game ended here: a dictionary of lists with an entry per seat.
    ///
    /// `points`; `ties`, the three keys that break ties, more is better; `rank`, from 1; `win_share`, 1/m for each of m
    /// winners, otherwise 0.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let scores = self.game().situation.scores();
        let dict = PyDict::new(py);
        dict.set_item("points", scores.points.as_slice())?;
        dict.set_item("ties", scores.ties.as_slice())?;
        let ranks: Vec<u32> = scores.rank.iter().map(|&rank| rank.into()).collect();
        dict.set_item("rank", ranks)?;
        dict.set_item("win_share", scores.win_share.as_slice())?;
        Ok(dict)
    }

    /// Returns the result object of the game's rules page; None where the game has none yet.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let result = self.game().situation.result();
        result.map(|result| to_python(py, &result)).transpose()
    }
}

impl State {
    fn play_index(&self, action: i64) -> PyResult<()> {
        let mut game = self.game();
        if !game.situation.play_index(action) {
            return Err(illegal(&*game.situation, &self.layout, action));
        }
        game.note(action as usize);
        Ok(())
    }
}
