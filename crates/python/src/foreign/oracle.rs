//! The oracle that calls the methods of an object in Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tradewinds_foreign::{Answered, Oracle};
use tradewinds_game::{Edge, InputError, MAX_SEATS, Seat};

use super::dice::Dice;
use crate::errors::{input, refused};
use crate::inputs::{self, shown};

/// The bound of decisions of a game that names none.
const MAX_DECISIONS: u64 = 10_000;
/// The largest bound of decisions.
const LARGEST_BOUND: u64 = 100_000;

/// A game in Python: its methods, and the actions that it has shown.
pub(crate) struct PythonGame {
    /// The name of its class, for messages.
    name: String,
    players: usize,
    max_decisions: u32,
    deal: Option<Py<PyAny>>,
    to_act: Py<PyAny>,
    legal: Py<PyAny>,
    play: Py<PyAny>,
    scores: Py<PyAny>,
    determinize: Option<Py<PyAny>>,
    view: Option<Py<PyAny>>,
    outcome: Option<Py<PyAny>>,
    /// What the game draws with: a `random.Random` over `dice`.
    rng: Py<PyAny>,
    dice: Py<Dice>,
    /// The number of each action.
    numbers: Py<PyDict>,
    actions: Vec<Py<PyAny>>,
    /// Whether a method that changes the state it was given is refused.
    is_watched: bool,
}

impl PythonGame {
    /// Takes the methods of a game.
    pub(crate) fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = game.py();
        let name: String = game.get_type().name()?.extract()?;
        if game.is_instance_of::<pyo3::types::PyType>() {
            let found = shown(game);
            return Err(refused(format!("game: found the class {found}; allowed: an object of it")));
        }
        let optional = |method: &str| -> PyResult<Option<Py<PyAny>>> {
            let found = game.getattr_opt(method)?.filter(|found| !found.is_none());
            match found {
                Some(found) if !found.is_callable() => {
                    Err(refused(format!("{name}.{method}: found {}; allowed: a method", shown(&found))))
                }
                found => Ok(found.map(Bound::unbind)),
            }
        };
        let needed = |method: &str| {
            optional(method)?.ok_or_else(|| {
                let all =
                    "legal, play, to_act, scores; perhaps deal, determinize, view, outcome, max_decisions";
                refused(format!("{name}: found no method {method}; allowed: a game with players, {all}"))
            })
        };
        let (to_act, legal, play, scores) =
            (needed("to_act")?, needed("legal")?, needed("play")?, needed("scores")?);
        let (deal, determinize, view) = (optional("deal")?, optional("determinize")?, optional("view")?);
        let outcome = optional("outcome")?;
        let number = |attribute: &str, range, default: Option<u64>| {
            let found = game.getattr_opt(attribute)?;
            let field = format!("{name}.{attribute}");
            match (&found, default) {
                (None, Some(default)) => Ok(default),
                (None, None) => Err(refused(format!("{field}: found nothing; allowed: a whole number"))),
                (Some(found), _) => inputs::whole(&field, found, range),
            }
        };
        let players = number("players", 1..=MAX_SEATS as u64, None)? as usize;
        let max_decisions = number("max_decisions", 1..=LARGEST_BOUND, Some(MAX_DECISIONS))? as u32;
        let rng = py.import("tradewinds.foreign")?.getattr("Rng")?.call1((0,))?;
        let dice = rng.getattr("_dice")?.cast_into::<Dice>().map_err(PyErr::from)?.unbind();
        Ok(Self {
            name,
            players,
            max_decisions,
            deal,
            to_act,
            legal,
            play,
            scores,
            determinize,
            view,
            outcome,
            rng: rng.unbind(),
            dice,
            numbers: PyDict::new(py).unbind(),
            actions: Vec::new(),
            is_watched: false,
        })
    }

    /// Refuses methods that change the state they are given, which takes copies of all states.
    pub(crate) fn watched(self) -> Self {
        Self { is_watched: true, ..self }
    }

    /// Asks what the rules say of a position.
    pub(crate) fn look(&mut self, state: &Bound<'_, PyAny>) -> PyResult<Answered<Py<PyAny>>> {
        let py = state.py();
        let seat = self.to_act.bind(py).call1((state,))?;
        let to_act = if seat.is_none() {
            None
        } else {
            Some(seat.extract().map_err(|_| {
                let allowed = format!("a seat from 0 to {}, or None when the game is over", self.players - 1);
                refused(format!("{}.to_act: found {}; allowed: {allowed}", self.name, shown(&seat)))
            })?)
        };
        let mut legal = Vec::new();
        if to_act.is_some() {
            let list = self.legal.bind(py).call1((state,))?;
            let actions = inputs::listed(&list).ok_or_else(|| {
                refused(format!("{}.legal: found {}; allowed: a list of actions", self.name, shown(&list)))
            })?;
            for action in actions {
                legal.push(self.number(&action?)?);
            }
        }
        let outcome = match &self.outcome {
            Some(outcome) => {
                let shown = outcome.bind(py).call1((state,))?;
                inputs::whole(&format!("{}.outcome", self.name), &shown, 0..=255)? as u8
            }
            None => 0,
        };
        Ok(Answered { place: state.clone().unbind(), to_act, legal, outcome })
    }

    /// Returns an action by its number.
    pub(crate) fn action(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.actions[number as usize].clone_ref(py)
    }

    /// Returns the number of an action that the game has shown.
    pub(crate) fn number_of(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        // What has no hash is no action.
        let found = self.numbers.bind(action.py()).get_item(action);
        match found {
            Err(error) if error.is_instance_of::<PyTypeError>(action.py()) => Ok(None),
            found => found?.map(|number| number.extract()).transpose(),
        }
    }

    /// Returns the number of an action, which is new or known.
    fn number(&mut self, action: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(action.py());
        if let Some(number) = numbers.get_item(action)? {
            return number.extract();
        }
        // One too many is refused where it is legal.
        let number = (self.actions.len() as u32).min(Edge::MOVES);
        numbers.set_item(action, number)?;
        self.actions.push(action.clone().unbind());
        Ok(number)
    }

    /// Returns what a function of the caller's gets of a world that its seat holds possible: the view of the seat if
    /// the game has one, and otherwise the world.
    pub(crate) fn seen(&self, py: Python<'_>, world: &Py<PyAny>, seat: Seat) -> PyResult<Py<PyAny>> {
        match &self.view {
            Some(view) => view.call1(py, (world, seat.index())),
            None => Ok(world.clone_ref(py)),
        }
    }

    /// Takes the position that a method has returned.
    fn position(&mut self, method: &str, state: &Bound<'_, PyAny>) -> PyResult<Answered<Py<PyAny>>> {
        if state.is_none() {
            return Err(refused(format!("{}.{method}: found None; allowed: a new state", self.name)));
        }
        self.look(state)
    }

    /// Returns copies of a state and of what each seat sees of it, and no copy of what equals no copy of itself.
    fn copies(&self, state: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Py<PyAny>>>> {
        let deepcopy = state.py().import("copy")?.getattr("deepcopy")?;
        let copy = |original: Bound<'_, PyAny>| -> Option<Py<PyAny>> {
            let copy = deepcopy.call1((&original,)).ok()?;
            copy.eq(&original).is_ok_and(|same| same).then(|| copy.unbind())
        };
        Ok(self.shown(state)?.into_iter().map(copy).collect())
    }

    /// Returns a state and what each seat sees of it.
    fn shown<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut all = vec![state.clone()];
        if let Some(view) = &self.view {
            for seat in 0..self.players {
                all.push(view.bind(state.py()).call1((state, seat))?);
            }
        }
        Ok(all)
    }

    /// Calls a method with a state; a watched game is refused if this changes the state.
    fn call<'py>(
        &self,
        method: &str,
        state: &Bound<'py, PyAny>,
        call: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !self.is_watched {
            return call();
        }
        let before = self.copies(state)?;
        let returned = call()?;
        for (before, after) in before.iter().zip(self.shown(state)?) {
            if let Some(before) = before
                && !before.bind(state.py()).eq(&after)?
            {
                let (before, after) = (shown(before.bind(state.py())), shown(&after));
                let found = format!("that it changed the state it was given, from {before} to {after}");
                let allowed =
                    "a new state, and the one before left as it was: a search plays on from it, too";
                return Err(refused(format!("{}.{method}: found {found}; allowed: {allowed}", self.name)));
            }
        }
        Ok(returned)
    }

    /// Begins the random numbers of a request.
    fn reseed(&self, seed: u32) {
        self.dice.get().reseed(seed.into());
    }
}

impl Oracle for PythonGame {
    type Place = Py<PyAny>;
    type Fault = PyErr;

    fn refuse(&self, error: InputError) -> PyErr {
        let field = format!("{}.{}", self.name, error.field());
        input(error.with_field(field))
    }

    fn players(&self) -> usize {
        self.players
    }

    fn max_decisions(&self) -> u32 {
        self.max_decisions
    }

    fn deal(&mut self, seed: u32) -> PyResult<Answered<Py<PyAny>>> {
        let Some(deal) = &self.deal else {
            return Err(refused(format!("{}: found no method deal; allowed: deal(rng)", self.name)));
        };
        self.reseed(seed);
        let state = Python::attach(|py| deal.call1(py, (&self.rng,)))?;
        Python::attach(|py| self.position("deal", state.bind(py)))
    }

    fn play(&mut self, place: &Py<PyAny>, action: u32, seed: u32) -> PyResult<Answered<Py<PyAny>>> {
        self.reseed(seed);
        Python::attach(|py| {
            let action = &self.actions[action as usize];
            let place = place.bind(py);
            let state = self.call("play", place, || self.play.bind(py).call1((place, action, &self.rng)))?;
            if state.is(place) {
                let allowed = "a new state: a search plays on from the one before, too";
                return Err(refused(format!(
                    "{}.play: found the state it was given; allowed: {allowed}",
                    self.name
                )));
            }
            self.position("play", &state)
        })
    }

    fn determinize(
        &mut self,
        place: &Py<PyAny>,
        seat: Seat,
        seed: u32,
    ) -> PyResult<Option<Answered<Py<PyAny>>>> {
        self.reseed(seed);
        Python::attach(|py| {
            let Some(determinize) = &self.determinize else { return Ok(None) };
            let place = place.bind(py);
            let drawn = || determinize.bind(py).call1((place, seat.index(), &self.rng));
            let state = self.call("determinize", place, drawn)?;
            self.position("determinize", &state).map(Some)
        })
    }

    fn scores(&mut self, place: &Py<PyAny>) -> PyResult<Vec<f64>> {
        Python::attach(|py| {
            let scores = self.scores.bind(py).call1((place,))?;
            let wrong = || {
                let allowed = format!("a list with a number for each of {} seats", self.players);
                refused(format!("{}.scores: found {}; allowed: {allowed}", self.name, shown(&scores)))
            };
            let each = inputs::listed(&scores).ok_or_else(wrong)?;
            each.map(|score| score?.extract().map_err(|_| wrong())).collect()
        })
    }

    fn sees_same(&mut self, one: &Py<PyAny>, other: &Py<PyAny>, seat: Seat) -> PyResult<Option<bool>> {
        let Some(view) = &self.view else { return Ok(None) };
        Python::attach(|py| {
            let views = [one, other].map(|place| view.bind(py).call1((place, seat.index())));
            let [one, other] = views;
            one?.eq(other?).map(Some)
        })
    }

    fn action_text(&self, action: u32) -> String {
        Python::attach(|py| shown(self.actions[action as usize].bind(py)))
    }
}
