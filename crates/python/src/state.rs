//! One game.

mod look;
mod play;
mod think;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::NAMES;
use tradewinds_env::{Layout, Situation, deal, load, resume};
use tradewinds_game::{Purpose, Seat, Seed, Variant};
use tradewinds_tournament::{MoveRecord, Replay};

use crate::errors::{input, refused};
use crate::history::{History, SavedHistory};
use crate::inputs::{self, shown, to_python, whole};
use crate::layout::to_dict;
use crate::saved::{seal, unseal};

/// One game: its position, hidden parts included, and the dice of its random events.
///
/// State(game, players=4, variant=None, seed=None) deals a game.
///
/// game: the name of a game, one of `tradewinds.games()`.
/// players: the number of players; `tradewinds.games()` has the range.
/// variant: the name of a shipped variant (`tradewinds.variants(game)`), its TOML file, or a dictionary as records
///     have it; None for the standard rules.
/// seed: deal and random events follow from it, a whole number below 2**64; None for new random numbers.
///
/// Two states are equal if they are games by the same rules in the same position, hidden parts included; their dice
/// and the way there do not count. States can be copied, deep-copied and pickled: a copy throws the same dice.
#[pyclass(module = "tradewinds", frozen)]
pub(crate) struct State {
    layout: Arc<Layout>,
    variant: Arc<Variant>,
    /// Locked for the moment of a call, never while Python runs.
    game: Mutex<Game>,
}

/// What changes in play.
struct Game {
    situation: Box<dyn Situation>,
    /// Decisions played so far.
    decisions: u32,
    history: History,
}

/// A state as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    game: String,
    rules_version: u32,
    variant: Variant,
    decisions: u32,
    history: SavedHistory,
}

impl State {
    /// Takes a game whose random events are drawn from the beginning of the stream of `chance_seed`.
    pub(crate) fn new(
        situation: Box<dyn Situation>,
        variant: Variant,
        deal_seed: Seed,
        chance_seed: Seed,
    ) -> Self {
        let history = History::new(&*situation, deal_seed, chance_seed);
        let (layout, variant) = (Arc::new(situation.layout()), Arc::new(variant));
        Self { layout, variant, game: Mutex::new(Game { situation, decisions: 0, history }) }
    }

    /// Takes another game by the same rules.
    fn with(&self, game: Game) -> Self {
        Self { layout: self.layout.clone(), variant: self.variant.clone(), game: Mutex::new(game) }
    }

    /// Returns the game. What a panic has left is still a game: calls change it as their last step.
    fn game(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the game.
    pub(crate) fn copy_out(&self) -> (Box<dyn Situation>, Arc<Layout>) {
        (self.game().situation.copy(), Arc::clone(&self.layout))
    }

    /// Reads a seat.
    fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        Ok(Seat::new(whole("seat", seat, 0..=self.layout.players as u64 - 1)? as usize))
    }
}

impl Game {
    /// Counts an action that was played.
    fn note(&mut self, action: usize) {
        self.decisions += 1;
        self.history.note(action);
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(
        signature = (game, players=None, variant=None, seed=None),
        text_signature = "(game, players=4, variant=None, seed=None)"
    )]
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
        Ok(Self::new(situation, variant, seed.derive(Purpose::Deal, 0), seed.derive(Purpose::Chance, 0)))
    }

    /// Resumes a game at a position.
    ///
    /// position: a dictionary as `position()` and `view()` return it, or its JSON text.
    /// variant: as for `State`; a position names rules of shipped variants, but no numbers.
    /// seed: unknown parts and later random events follow from it; None for new random numbers.
    #[classmethod]
    #[pyo3(signature = (position, variant=None, seed=None))]
    fn from_position(
        _class: &Bound<'_, PyType>,
        position: &Bound<'_, PyAny>,
        variant: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let position = inputs::json("position", position)?;
        let Some(game) = position["game"].as_str() else {
            let found = position.get("game").map_or_else(|| "nothing".to_owned(), Value::to_string);
            return Err(refused(format!("position.game: found {found}; allowed: {}", NAMES.join(", "))));
        };
        let info = inputs::named_game(game)?;
        let variant = inputs::variant(&info, variant)?;
        let seed = inputs::seed(seed)?;
        let situation = load(game, &position, &variant, seed).map_err(input)?;
        Ok(Self::new(situation, variant, seed, seed.derive(Purpose::Chance, 0)))
    }

    /// Replays a recorded game. It goes on with the dice of the record.
    ///
    /// record: a dictionary as `record()` returns it, or the JSON text of a record's file.
    /// decisions: the number of decisions to replay; None for all.
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
        let mut start =
            resume(&record.game, &record.initial, &variant, completion, chance_seed).map_err(input)?;
        if let Some(completed) = &record.completed {
            start.show_dice(&completed.throws, chance_seed);
        }
        let state = Self::new(start, variant, deal_seed, chance_seed);
        let mut game = state.game();
        if let Some(completed) = record.completed.clone() {
            game.history.complete(completed);
        }
        for recorded in &record.actions[..stop] {
            let action = game.situation.play_text(&recorded.action).map_err(input)?;
            game.note(action);
        }
        drop(game);
        Ok(state)
    }

    /// Reads what `serialize` has written, with the same dice; a damaged text is a ValueError.
    ///
    /// text: the text.
    #[classmethod]
    fn deserialize(_class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = inputs::text("text", text, "a text that `State.serialize` has written")?;
        let refuse = |found: String| {
            refused(format!("text: found {found}; allowed: a state of this version of the rules"))
        };
        let value = unseal("text", "state", &text)?;
        let saved = Saved::deserialize(&value).map_err(|error| refuse(error.to_string()))?;
        let info = inputs::named_game(&saved.game)?;
        if saved.rules_version != info.rules_version {
            let found = format!("version {} of the rules of {}", saved.rules_version, saved.game);
            return Err(refuse(found));
        }
        let restored = History::restore(&saved.game, &saved.variant, saved.history);
        let (history, situation) = restored.map_err(input)?;
        let (layout, variant) = (Arc::new(situation.layout()), Arc::new(saved.variant));
        let game = Mutex::new(Game { situation, decisions: saved.decisions, history });
        Ok(Self { layout, variant, game })
    }

    /// Writes the state as a text of one line, with its dice and what it has played, for `deserialize`. Pickle uses it.
    fn serialize(&self) -> String {
        let game = self.game();
        let saved = Saved {
            game: self.layout.game.to_owned(),
            rules_version: self.layout.rules_version,
            variant: (*self.variant).clone(),
            decisions: game.decisions,
            history: game.history.save(),
        };
        drop(game);
        seal("state", &serde_json::to_value(saved).expect("a state is plain data"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().getattr("deserialize")?, PyTuple::new(py, [self.serialize()])?))
    }

    /// Writes the game as a record, which `from_record` and the commands `replay` and `review` read.
    ///
    /// It begins where the random events of this object began: its deal, the position it was loaded from, its
    /// determinization, the vector it was copied out of, or the last `reseed`. A game that is not over is marked as
    /// truncated.
    ///
    /// bots: a name per seat; None for "python".
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
        let record = self.game().history.record(&self.layout, &self.variant, bots);
        to_python(py, &serde_json::to_value(&record).expect("a record is plain data"))
    }

    /// Draws a world that a seat cannot tell from this one, with random events of its own.
    ///
    /// seat: the seat; None for the one that decides.
    /// seed: what the seat does not know and later random events follow from it; None for new random numbers.
    #[pyo3(signature = (seat=None, seed=None))]
    fn determinize(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (seat, seed) = (self.seat_or_mover(seat)?, inputs::seed(seed)?);
        let game = self.game();
        let situation = game.situation.determinize(seat, seed);
        let history = History::new(&*situation, seed, seed.derive(Purpose::Chance, 0));
        Ok(self.with(Game { situation, decisions: game.decisions, history }))
    }

    /// Deals another game by the same rules.
    ///
    /// seed: as for `State`.
    #[pyo3(name = "deal", signature = (seed=None))]
    fn deal_again(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = inputs::seed(seed)?;
        let mut game = self.game();
        game.situation.deal(seed);
        game.decisions = 0;
        let (deal, chance) = (seed.derive(Purpose::Deal, 0), seed.derive(Purpose::Chance, 0));
        game.history = History::new(&*game.situation, deal, chance);
        Ok(())
    }

    /// Draws further random events from other dice.
    ///
    /// seed: they follow from it; None for new random numbers.
    #[pyo3(signature = (seed=None))]
    fn reseed(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = inputs::seed(seed)?;
        let mut game = self.game();
        game.situation.reseed(seed);
        game.history = History::new(&*game.situation, seed, seed);
        Ok(())
    }

    /// Copies the state; the copy throws the same dice.
    fn copy(&self) -> Self {
        let game = self.game();
        let Game { ref situation, decisions, ref history } = *game;
        self.with(Game { situation: situation.copy(), decisions, history: history.clone() })
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        let rules = |state: &Self| {
            let Layout { game, players, .. } = &*state.layout;
            (*game, *players, state.variant.rules.clone(), state.variant.set.clone())
        };
        // One after the other: a state can be compared with itself.
        let position = |state: &Self| state.game().situation.position();
        rules(self) == rules(other) && position(self) == position(other)
    }

    /// The name of the game.
    #[getter(game)]
    fn game_name(&self) -> &'static str {
        self.layout.game
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.layout.players
    }

    /// The name of the variant that the state was made with; empty without one.
    #[getter]
    fn variant(&self) -> &str {
        &self.variant.name
    }

    /// The count of numbers of an observation.
    #[getter]
    fn features(&self) -> usize {
        self.layout.features
    }

    /// The count of action indices.
    #[getter]
    fn actions(&self) -> usize {
        self.layout.actions
    }

    /// The fields of observations and the groups of action indices, as `tradewinds.layout` returns them.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.layout)
    }

    fn __str__(&self) -> String {
        self.game().situation.show(None)
    }

    fn __repr__(&self) -> String {
        let Layout { game, players, .. } = &*self.layout;
        let (decision, round) = {
            let game = self.game();
            (game.situation.decision(), game.situation.round())
        };
        format!("State({game:?}, players={players}, round={round}, decision={decision:?})")
    }
}
