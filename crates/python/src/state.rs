//! One game.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use tradewinds_arena::SearchPlan;
use tradewinds_bots::BotKind;
use tradewinds_env::{EnvError, Layout, Situation, deal, load, resume};
use tradewinds_game::{Purpose, Seat, Seed, Variant};
use tradewinds_tournament::{MoveRecord, Replay};

use crate::errors::{env, illegal, input, refused};
use crate::history::History;
use crate::inputs::{self, shown, to_python, whole};
use crate::interrupt::{Signals, abandonable};
use crate::layout::to_dict;
use crate::search::SearchResult;

/// The iterations from which a search looks out for Ctrl-C.
const PATIENCE: u64 = 2_000;

/// A position of a game, the stream that its random events are drawn from, and the number of decisions so far.
#[pyclass(module = "tradewinds")]
pub(crate) struct State {
    situation: Box<dyn Situation>,
    layout: Layout,
    variant: Variant,
    decisions: u32,
    /// What was played; not known of a game that was copied out of a batch.
    history: Option<History>,
}

impl State {
    /// Takes a game that has drawn random events from its stream before.
    pub(crate) fn new(situation: Box<dyn Situation>, variant: Variant) -> Self {
        Self { layout: situation.layout(), situation, variant, decisions: 0, history: None }
    }

    /// Takes a game at the beginning of the stream of `chance_seed`.
    fn beginning(
        situation: Box<dyn Situation>,
        variant: Variant,
        deal_seed: Seed,
        chance_seed: Seed,
    ) -> Self {
        let history = Some(History::new(&*situation, deal_seed, chance_seed));
        Self { history, ..Self::new(situation, variant) }
    }

    fn with(&self, situation: Box<dyn Situation>, history: Option<History>) -> Self {
        let (layout, variant) = (self.layout.clone(), self.variant.clone());
        Self { situation, layout, variant, decisions: self.decisions, history }
    }

    /// Counts an action that was played.
    fn note(&mut self, action: usize) {
        self.decisions += 1;
        if let Some(history) = &mut self.history {
            history.note(action);
        }
    }

    /// Reads a seat; without one, the seat that decides.
    fn seat_or_mover(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self.situation.to_act().ok_or_else(|| env(EnvError::Over)),
        }
    }

    fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        Ok(Seat::new(whole("seat", seat, 0..=self.layout.players as u64 - 1)? as usize))
    }

    fn write_observation<'py>(&self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let array = PyArray1::zeros(py, [self.layout.features], false);
        self.situation.observe(seat, array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    fn write_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, [self.layout.actions], false);
        self.situation.mask(array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, players=None, variant=None, seed=None))]
    fn deal(
        game: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        variant: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let info = inputs::game(game)?;
        let players = inputs::players(&info, players)?;
        let variant = inputs::variant(&info, variant)?;
        let seed = inputs::seed(seed)?;
        let situation = deal(info.name, players, &variant, seed).map_err(input)?;
        Ok(Self::beginning(
            situation,
            variant,
            seed.derive(Purpose::Deal, 0),
            seed.derive(Purpose::Chance, 0),
        ))
    }

    /// Resumes a game at a position: a dictionary or JSON text; unknown parts are completed from `seed`.
    #[classmethod]
    #[pyo3(signature = (position, variant=None, seed=None))]
    fn from_position(
        _class: &Bound<'_, PyType>,
        position: &Bound<'_, PyAny>,
        variant: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let position = inputs::json("position", position)?;
        let game = position["game"].as_str().unwrap_or_default();
        let info = inputs::named_game(game)?;
        let variant = inputs::variant(&info, variant)?;
        let seed = inputs::seed(seed)?;
        let situation = load(game, &position, &variant, seed).map_err(input)?;
        Ok(Self::beginning(situation, variant, seed, seed.derive(Purpose::Chance, 0)))
    }

    /// Replays a recorded game, whole or for its first `decisions`. It goes on with the dice of the record.
    #[classmethod]
    #[pyo3(signature = (record, decisions=None))]
    fn from_record(
        _class: &Bound<'_, PyType>,
        record: &Bound<'_, PyAny>,
        decisions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let text = inputs::json("record", record)?.to_string();
        let record = MoveRecord::parse("record", &text).map_err(input)?;
        let game = tradewinds_arena::find(&record.game).map_err(input)?;
        let mut replay = Replay::new(game, &record).map_err(input)?;
        let all = replay.decisions();
        let stop = inputs::whole_or("decisions", decisions, 0..=all as u64, all as u64)? as usize;
        replay.play_to(stop).map_err(|error| refused(format!("record: {error}")))?;
        let variant = record.variant.clone().unwrap_or_else(Variant::standard);
        let (deal_seed, chance_seed) = (Seed(record.deal_seed), Seed(record.chance_seed));
        let completion = deal_seed.derive(Purpose::Completion, 0);
        let start =
            resume(&record.game, &record.initial, &variant, completion, chance_seed).map_err(input)?;
        let mut state = Self::beginning(start, variant, deal_seed, chance_seed);
        for recorded in &record.actions[..stop] {
            let action = state.situation.play_text(&recorded.action).map_err(input)?;
            state.note(action);
        }
        Ok(state)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.layout.game
    }

    #[getter]
    fn players(&self) -> usize {
        self.layout.players
    }

    #[getter]
    fn variant(&self) -> &str {
        &self.variant.name
    }

    #[getter]
    fn features(&self) -> usize {
        self.layout.features
    }

    #[getter]
    fn actions(&self) -> usize {
        self.layout.actions
    }

    /// Decisions played so far, counted from where this object began.
    #[getter]
    fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The decisions after which a game is stopped and has no result.
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.situation.max_decisions()
    }

    /// The seat that decides; `None` when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.situation.to_act().map(Seat::index)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.situation.to_act().is_none()
    }

    /// The kind of the decision at hand.
    #[getter]
    fn decision(&self) -> &'static str {
        self.situation.decision()
    }

    #[getter]
    fn round(&self) -> u32 {
        self.situation.round()
    }

    #[getter]
    fn end_reason(&self) -> String {
        self.situation.end_reason()
    }

    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.layout)
    }

    /// The legal actions in words.
    fn legal(&self) -> Vec<String> {
        self.situation.legal().into_iter().map(|(_, text)| text).collect()
    }

    /// The legal action indices, in the same order.
    fn legal_actions(&self) -> Vec<usize> {
        self.situation.legal_indices()
    }

    /// Names an action index.
    fn action_name(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.layout.action_name(inputs::index("index", index)?))
    }

    /// Returns the words of a legal action index.
    fn action_text(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let index = inputs::index("index", index)?;
        let found = self.situation.legal().into_iter().find(|&(legal, _)| legal as i64 == index);
        found.map(|(_, text)| text).ok_or_else(|| illegal(&*self.situation, &self.layout, index))
    }

    /// Returns the index of a legal action in words.
    fn action_index(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let text = inputs::text("text", text, "an action in words")?;
        if self.situation.to_act().is_none() {
            return Err(env(EnvError::Over));
        }
        self.situation.copy().play_text(&text).map_err(input)
    }

    /// Plays an action: its index or its words.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(index) = action.extract::<i64>() {
            if !self.situation.play_index(index) {
                return Err(illegal(&*self.situation, &self.layout, index));
            }
            self.note(index as usize);
        } else if let Ok(text) = action.extract::<String>() {
            if self.situation.to_act().is_none() {
                return Err(env(EnvError::Over));
            }
            let index = self.situation.play_text(&text).map_err(input)?;
            self.note(index);
        } else {
            let found = shown(action);
            return Err(refused(format!("action: found {found}; allowed: an index or an action in words")));
        }
        Ok(())
    }

    /// Plays an action index. Returns the seat that decides next, -1 when the game is over, -2 when it reached its
    /// bound.
    fn advance(&mut self, action: &Bound<'_, PyAny>) -> PyResult<i64> {
        let action = inputs::index("action", action)?;
        if !self.situation.play_index(action) {
            return Err(illegal(&*self.situation, &self.layout, action));
        }
        self.note(action as usize);
        Ok(match self.situation.to_act() {
            None => -1,
            Some(_) if self.decisions >= self.situation.max_decisions() => -2,
            Some(seat) => seat.index() as i64,
        })
    }

    /// What a seat knows, as numbers: float32 `[features]`. Without a seat, the one that decides.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.write_observation(py, self.seat_or_mover(seat)?)
    }

    /// The legal actions: int8 `[actions]`; all 0 when the game is over.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.write_mask(py)
    }

    /// The observation of a seat and the mask, both at once; the mask is 0 unless the seat decides.
    #[allow(clippy::type_complexity, reason = "a pair of arrays")]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>)> {
        let seat = self.seat(seat)?;
        let mask = if self.situation.to_act() == Some(seat) {
            self.write_mask(py)?
        } else {
            PyArray1::zeros(py, [self.layout.actions], false)
        };
        Ok((self.write_observation(py, seat)?, mask))
    }

    /// The position as a seat knows it, in the notation of the game's rules page.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.situation.view(self.seat_or_mover(seat)?))
    }

    /// The same as compact JSON text.
    #[pyo3(signature = (seat=None))]
    fn view_text(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.situation.view(self.seat_or_mover(seat)?).to_string())
    }

    /// The position, hidden parts included.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.situation.position())
    }

    /// The table as text, as a seat sees it; without a seat, hidden parts included.
    #[pyo3(signature = (seat=None))]
    fn show(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        Ok(self.situation.show(seat))
    }

    /// A world that a seat cannot tell from this one, with random events of its own.
    #[pyo3(signature = (seat=None, seed=None))]
    fn determinize(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (seat, seed) = (self.seat_or_mover(seat)?, inputs::seed(seed)?);
        let world = self.situation.determinize(seat, seed);
        let history = History::new(&*world, seed, seed.derive(Purpose::Chance, 0));
        Ok(self.with(world, Some(history)))
    }

    /// Deals another game by the same rules.
    #[pyo3(name = "deal")]
    fn deal_again(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = inputs::seed(Some(seed))?;
        self.situation.deal(seed);
        self.decisions = 0;
        let (deal, chance) = (seed.derive(Purpose::Deal, 0), seed.derive(Purpose::Chance, 0));
        self.history = Some(History::new(&*self.situation, deal, chance));
        Ok(())
    }

    /// Draws further random events from another stream.
    fn reseed(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = inputs::seed(Some(seed))?;
        self.situation.reseed(seed);
        self.history = Some(History::new(&*self.situation, seed, seed));
        Ok(())
    }

    /// The game as a record, from where its random events began: its deal, the position it was loaded from, its
    /// determinization or the last `reseed`. `bots` names the seats.
    #[pyo3(signature = (bots=None))]
    fn record<'py>(&self, py: Python<'py>, bots: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let players = self.layout.players;
        let bots = match bots {
            None => vec!["python".to_owned(); players],
            Some(bots) => {
                bots.extract().ok().filter(|names: &Vec<String>| names.len() == players).ok_or_else(|| {
                    refused(format!("bots: found {}; allowed: {players} names, one a seat", shown(bots)))
                })?
            }
        };
        let Some(history) = &self.history else {
            let found = "a game that was copied out of a batch, whose dice have no seed of their own";
            return Err(refused(format!("record: found {found}; allowed: the same after `reseed`")));
        };
        let record = history.record(&self.layout, &self.variant, bots);
        to_python(py, &serde_json::to_value(&record).expect("a record is plain data"))
    }

    /// Points, tie keys, ranks and win shares as if the game ended here.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let scores = self.situation.scores();
        let dict = PyDict::new(py);
        dict.set_item("points", scores.points.as_slice())?;
        dict.set_item("ties", scores.ties.as_slice())?;
        let ranks: Vec<u32> = scores.rank.iter().map(|&rank| rank.into()).collect();
        dict.set_item("rank", ranks)?;
        dict.set_item("win_share", scores.win_share.as_slice())?;
        Ok(dict)
    }

    /// The result object of the game's rules page; `None` where the game has none yet.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.situation.result().map(|result| to_python(py, &result)).transpose()
    }

    /// Searches for the seat that decides, with its knowledge.
    #[pyo3(
        signature = (bot=None, iterations=None, *, time_ms=None, seed=None),
        text_signature = "($self, bot='ismcts', iterations=None, *, time_ms=None, seed=0)"
    )]
    fn search(
        &self,
        py: Python<'_>,
        bot: Option<&Bound<'_, PyAny>>,
        iterations: Option<&Bound<'_, PyAny>>,
        time_ms: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        let budget = |name, value: Option<&Bound<'_, PyAny>>| -> PyResult<Option<u32>> {
            value.map(|value| Ok(whole(name, value, 1..=u64::from(u32::MAX))? as u32)).transpose()
        };
        let (iterations, time_ms) = (budget("iterations", iterations)?, budget("time_ms", time_ms)?);
        let seed = inputs::seed(seed)?;
        let bot = inputs::text_or("bot", bot, "a bot's name", "ismcts")?;
        let preset = inputs::preset(&inputs::named_game(self.layout.game)?, &bot)?;
        let plan = SearchPlan::new(preset).map_err(input)?.with_budget(iterations, time_ms);
        let settings = plan.settings();
        let is_long = settings.is_timed() || u64::from(settings.iterations.unwrap_or(0)) > PATIENCE;
        let found = if is_long {
            let copy = self.situation.copy();
            abandonable(py, Signals::One, move |_| copy.search(&plan, seed))?
        } else {
            py.detach(|| self.situation.search(&plan, seed))
        };
        let indices = self.situation.legal_indices();
        SearchResult::new(py, found.map_err(env)?, &indices, self.layout.players, self.layout.actions)
    }

    /// Asks a bot for the seat that decides; returns its action's index.
    #[pyo3(signature = (bot, seed=None))]
    fn choose(
        &self,
        py: Python<'_>,
        bot: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let seed = inputs::seed(seed)?;
        let bot = inputs::text("bot", bot, "a bot's name")?;
        let preset = inputs::preset(&inputs::named_game(self.layout.game)?, &bot)?;
        let place = if matches!(preset.kind, BotKind::Search { .. } | BotKind::External(_)) {
            let copy = self.situation.copy();
            abandonable(py, Signals::One, move |_| copy.choose(&preset, seed))?
        } else {
            self.situation.choose(&preset, seed)
        };
        Ok(self.situation.legal_indices()[place.map_err(env)?])
    }

    /// Copies the state; the copy throws the same dice.
    fn copy(&self) -> Self {
        self.with(self.situation.copy(), self.history.clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.situation.show(None)
    }

    fn __repr__(&self) -> String {
        let Layout { game, players, .. } = &self.layout;
        let decision = self.situation.decision();
        format!("State({game:?}, players={players}, round={}, decision={decision:?})", self.situation.round())
    }
}
