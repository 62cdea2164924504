//! Games, bots, variants and layouts as data.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tradewinds_arena::NAMES;
use tradewinds_bots::Preset;
use tradewinds_env::{At, Layout};
use tradewinds_game::features::Measure;

use crate::errors::input;
use crate::inputs;

/// Returns the games: name → (minimum, maximum number of players).
///
/// The names are what `game` takes everywhere.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let games = PyDict::new(py);
    for name in NAMES {
        let players = inputs::named_game(name)?.players;
        games.set_item(name, (*players.start(), *players.end()))?;
    }
    Ok(games)
}

/// Returns the shipped bots of a game: name → how it plays.
///
/// game: the name of a game.
#[pyfunction]
pub(crate) fn bots<'py>(py: Python<'py>, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let bots = PyDict::new(py);
    let game = inputs::game(game)?.name;
    for preset in Preset::shipped(game) {
        // A game's own preset takes precedence over a general one.
        let preset = Preset::find(&preset.name, game).map_err(input)?;
        bots.set_item(preset.name, preset.about)?;
    }
    Ok(bots)
}

/// Returns the names of the shipped variants of a game.
///
/// game: the name of a game.
#[pyfunction]
pub(crate) fn variants(game: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
    Ok(inputs::game(game)?.shipped_variants.iter().map(|&(name, _)| name).collect())
}

pub(crate) fn find(
    game: &Bound<'_, PyAny>,
    players: Option<&Bound<'_, PyAny>>,
    variant: Option<&Bound<'_, PyAny>>,
) -> PyResult<Layout> {
    let info = inputs::game(game)?;
    let players = inputs::players(&info, players)?;
    tradewinds_env::layout(info.name, players, &inputs::variant(&info, variant)?).map_err(input)
}

/// Returns the layout of a game's observations and action indices, as a dictionary.
///
/// `fields` lists the fields of an observation: `name`; `seat`, counted clockwise from the observer, or None for the
/// table; `offset` and `length`; `scale`, a usual maximum; `flags`, whether all are 0 or 1; `words`, the meaning of each number; and `meaning`.
/// `action_groups` lists the groups of action indices in the same way. `features` and `actions` are the counts of both,
/// `version` and `rules_version` those of the layout and the rules.
///
/// game: the name of a game.
/// players: the number of players, 4 if None.
/// variant: the name of a shipped variant, its TOML file, or a dictionary as records
///     have it; None for the standard rules.
#[pyfunction]
#[pyo3(signature = (game, players=None, variant=None))]
pub(crate) fn layout<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    players: Option<&Bound<'py, PyAny>>,
    variant: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    to_dict(py, &find(game, players, variant)?)
}

/// Writes the layout of a game as tables in Markdown.
///
/// game: the name of a game.
/// players: the number of players, 4 if None.
/// variant: the name of a shipped variant, its TOML file, or a dictionary as records
///     have it; None for the standard rules.
#[pyfunction]
#[pyo3(signature = (game, players=None, variant=None))]
pub(crate) fn layout_markdown(
    game: &Bound<'_, PyAny>,
    players: Option<&Bound<'_, PyAny>>,
    variant: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    Ok(find(game, players, variant)?.to_markdown())
}

/// Makes a dictionary of a layout.
pub(crate) fn to_dict<'py>(py: Python<'py>, layout: &Layout) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyList::empty(py);
    for at in &layout.fields {
        let entry = entry(py, at)?;
        entry.set_item("seat", at.seat)?;
        entry.set_item("scale", at.group.scale())?;
        entry.set_item("flags", at.group.measure == Measure::Active)?;
        fields.append(entry)?;
    }
    let groups = PyList::empty(py);
    for at in &layout.groups {
        groups.append(entry(py, at)?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("game", layout.game)?;
    dict.set_item("players", layout.players)?;
    dict.set_item("version", layout.table.layout)?;
    dict.set_item("rules_version", layout.rules_version)?;
    dict.set_item("features", layout.features)?;
    dict.set_item("actions", layout.actions)?;
    dict.set_item("fields", fields)?;
    dict.set_item("action_groups", groups)?;
    Ok(dict)
}

/// Makes a dictionary of a group.
fn entry<'py>(py: Python<'py>, at: &At) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("name", at.group.name)?;
    entry.set_item("offset", at.offset)?;
    entry.set_item("length", at.group.len)?;
    entry.set_item("words", at.group.words)?;
    entry.set_item("meaning", at.group.meaning)?;
    Ok(entry)
}
