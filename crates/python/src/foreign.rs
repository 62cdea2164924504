//! Games whose rules are in Python, behind `tradewinds.foreign`.

mod dice;
mod oracle;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tradewinds_foreign::{
    Chooser, Contest, Foreign, ForeignPlayer, KeptFile, KeptGames, check, search, standings,
};
use tradewinds_game::{InputError, Seat, parse_json};
use tradewinds_search::{CheckedSettings, SearchSettings};

pub(crate) use self::dice::Dice;
use self::oracle::PythonGame;
use crate::errors::{input, keeping, refused};
use crate::inputs::{self, whole};

/// What may play.
const PLAYERS: &str = "a bot's name such as \"random\" or \"ismcts\", a TOML file, a dictionary of search settings, or a function";

/// Searches a position of a game in Python; `tradewinds.foreign.search` calls it.
///
/// game, state, bot, seed: as there.
/// iterations, time_ms: the budget in place of the bot's own, or None.
#[pyfunction]
#[pyo3(signature = (game, state, bot, iterations=None, time_ms=None, seed=None))]
pub(crate) fn search_game<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    state: &Bound<'py, PyAny>,
    bot: &Bound<'py, PyAny>,
    iterations: Option<&Bound<'py, PyAny>>,
    time_ms: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let ForeignPlayer::Search(mut settings) = player("bot", bot)? else {
        let allowed = "a bot that searches: its name, its TOML file or a dictionary of settings";
        return Err(refused(format!("bot: found {}; allowed: {allowed}", inputs::shown(bot))));
    };
    let budget = |name, value: Option<&Bound<'_, PyAny>>| -> PyResult<Option<u32>> {
        value.map(|value| Ok(whole(name, value, 1..=u64::from(u32::MAX))? as u32)).transpose()
    };
    let (iterations, time_ms) = (budget("iterations", iterations)?, budget("time_ms", time_ms)?);
    if iterations.is_some() || time_ms.is_some() {
        let change = |new: &mut SearchSettings| (new.iterations, new.time_ms) = (iterations, time_ms);
        *settings = settings.with(change).map_err(input)?;
    }
    let seed = inputs::seed(seed)?;
    let game = Foreign::new(PythonGame::new(game)?)?;
    let spot = game.ask(|oracle| oracle.look(state))?;
    let state = game.begin(spot)?;
    let found = search(&game, state, *settings, seed)?;
    let dict = PyDict::new(py);
    let action = |number: u32| game.ask(|oracle| oracle.action(py, number));
    let actions: Vec<_> = found.actions.iter().map(|report| action(report.action)).collect();
    dict.set_item("seat", found.seat.index())?;
    dict.set_item("action", action(found.actions[found.chosen].action))?;
    dict.set_item("actions", actions)?;
    dict.set_item("visits", found.actions.iter().map(|report| report.visits).collect::<Vec<_>>())?;
    let values = found.actions.iter().map(|report| match &report.value {
        Some(value) => value.as_slice().to_vec(),
        None => vec![f64::NAN; tradewinds_game::Game::players(&game)],
    });
    dict.set_item("values", values.collect::<Vec<_>>())?;
    dict.set_item("iterations", found.iterations)?;
    dict.set_item("nodes", found.nodes)?;
    dict.set_item("elapsed", found.elapsed.as_secs_f64())?;
    dict.set_item("seed", seed.0)?;
    dict.set_item("positions", game.peak())?;
    Ok(dict)
}

/// Plays a tournament of a game in Python; `tradewinds.foreign.tournament` calls it.
///
/// game, deals, seed: as there.
/// bots: a list of names and bots.
/// lineup: the index of the bot at each place.
/// permutations: whether every order of the line-up is played, in place of its rotations.
/// csv: the file that keeps the games, or None.
#[pyfunction]
#[pyo3(signature = (game, bots, lineup, deals, permutations, seed=None, csv=None))]
pub(crate) fn play_games<'py>(
    game: &Bound<'py, PyAny>,
    bots: Vec<(String, Bound<'py, PyAny>)>,
    lineup: Vec<usize>,
    deals: &Bound<'py, PyAny>,
    permutations: bool,
    seed: Option<&Bound<'py, PyAny>>,
    csv: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let deals = whole("deals", deals, 1..=1_000_000)?;
    let seed = inputs::seed(seed)?;
    let players: Vec<_> =
        bots.iter().map(|(name, bot)| player(&format!("bots[{name:?}]"), bot)).collect::<PyResult<_>>()?;
    let game = Foreign::new(PythonGame::new(game)?)?;
    let contest = Contest { lineup, deals, permutations, seed };
    let names = bots.iter().map(|(name, _)| name.clone()).collect();
    let file = csv.as_deref().map(|path| KeptFile { path, force: false, hint: "or another file" });
    let mut kept = KeptGames::open(file.as_ref(), &contest, names).map_err(keeping)?;
    kept.play(&game, &contest, &players, &AtomicBool::new(false), |_| ())?.map_err(keeping)?;
    let games = kept.games();
    let (rows, results) = (Vec::with_capacity(games.len()), Vec::with_capacity(bots.len()));
    let (mut rows, mut results): (Vec<_>, Vec<_>) = (rows, results);
    for standing in standings(&contest, bots.len(), games) {
        let row = PyDict::new(py);
        let share = standing.share.as_ref();
        row.set_item("bot", &bots[standing.bot].0)?;
        row.set_item("seats", standing.seats)?;
        row.set_item("win_share", share.map(|share| share.share))?;
        row.set_item("low", share.and_then(|share| share.interval).map(|ends| ends.low))?;
        row.set_item("high", share.and_then(|share| share.interval).map(|ends| ends.high))?;
        row.set_item("points", standing.points)?;
        results.push(row);
    }
    for played in games {
        let row = PyDict::new(py);
        row.set_item("deal", played.deal)?;
        row.set_item("bots", played.bots.iter().map(|&bot| bots[bot].0.as_str()).collect::<Vec<_>>())?;
        row.set_item("scores", &played.scores)?;
        row.set_item("win_share", &played.win_share)?;
        row.set_item("decisions", played.decisions)?;
        row.set_item("truncated", played.truncated)?;
        rows.push(row);
    }
    let dict = PyDict::new(py);
    dict.set_item("standings", results)?;
    dict.set_item("games", rows)?;
    dict.set_item("seed", seed.0)?;
    Ok(dict)
}

/// Checks the laws of a game in Python; `tradewinds.foreign.check` calls it.
///
/// game, games, seed: as there.
#[pyfunction]
#[pyo3(signature = (game, games, seed))]
pub(crate) fn check_game<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = whole("games", games, 1..=1_000_000)?;
    let seed = inputs::seed(Some(seed))?;
    let found = check(&Foreign::new(PythonGame::new(game)?.watched())?, games, seed)?;
    let dict = PyDict::new(py);
    dict.set_item("games", found.games)?;
    dict.set_item("decisions", found.decisions)?;
    dict.set_item("longest", found.longest)?;
    dict.set_item("most_actions", found.most_actions)?;
    dict.set_item("views", found.views)?;
    dict.set_item("determinizes", found.determinizes)?;
    dict.set_item("hides", found.hides)?;
    Ok(dict)
}

/// Reads a player: a name or a file, settings, or a function.
fn player(name: &str, value: &Bound<'_, PyAny>) -> PyResult<ForeignPlayer<PythonGame>> {
    if let Ok(entry) = value.extract::<String>() {
        let named = |error: InputError| if error.field() == "bot" { error.with_field(name) } else { error };
        return ForeignPlayer::find(&entry).map_err(|error| input(named(error)));
    }
    if value.is_instance_of::<PyDict>() {
        let settings: SearchSettings = parse_json(name, &inputs::json(name, value)?).map_err(input)?;
        let checked: CheckedSettings = settings.check().map_err(|error| input(error.with_origin(name)))?;
        return Ok(ForeignPlayer::Search(Box::new(checked)));
    }
    if value.is_callable() {
        return Ok(ForeignPlayer::Function(Box::new(Function {
            name: name.to_owned(),
            call: value.clone().unbind(),
        })));
    }
    Err(refused(format!("{name}: found {}; allowed: {PLAYERS}", inputs::shown(value))))
}

/// A function of the caller's that plays.
struct Function {
    name: String,
    call: Py<PyAny>,
}

impl Chooser<PythonGame> for Function {
    fn choose(&self, oracle: &mut PythonGame, world: &Py<PyAny>, seat: Seat, legal: &[u32]) -> PyResult<u32> {
        Python::attach(|py| {
            let seen = oracle.seen(py, world, seat)?;
            let actions: Vec<_> = legal.iter().map(|&number| oracle.action(py, number)).collect();
            let chosen = self.call.bind(py).call1((seen, actions))?;
            let number = oracle.number_of(&chosen)?.filter(|number| legal.contains(number));
            number.ok_or_else(|| {
                let texts: Vec<String> =
                    legal.iter().map(|&one| tradewinds_foreign::Oracle::action_text(oracle, one)).collect();
                let found = inputs::shown(&chosen);
                refused(format!(
                    "{}: found the action {found}; allowed: one of {}",
                    self.name,
                    texts.join(", ")
                ))
            })
        })
    }
}
