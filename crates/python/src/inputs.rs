//! Arguments: names, numbers, files, JSON.

use std::ops::RangeInclusive;
use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use tradewinds_arena::{GameInfo, find};
use tradewinds_bots::Preset;
use tradewinds_game::{Seed, Variant};
use tradewinds_tournament::{find_preset, find_variant};

use crate::errors::{input, refused};

/// The number of players where the caller gives none: all games allow it.
const PLAYERS: u64 = 4;

/// Reads a whole number.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = value.extract::<i128>().ok().and_then(|number| u64::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let allowed = match *range.end() {
            u64::MAX => format!("a whole number from {}", range.start()),
            end => format!("a whole number from {} to {end}", range.start()),
        };
        refused(format!("{name}: found {}; allowed: {allowed}", shown(value)))
    })
}

/// Reads a whole number that may be left out.
pub(crate) fn whole_or(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    range: RangeInclusive<u64>,
    default: u64,
) -> PyResult<u64> {
    value.map_or(Ok(default), |value| whole(name, value, range))
}

/// Reads a seed.
pub(crate) fn seed(value: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    Ok(Seed(whole_or("seed", value, 0..=u64::MAX, 0)?))
}

/// Reads the number of players of a game.
pub(crate) fn players(info: &GameInfo, value: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let range = *info.players.start() as u64..=*info.players.end() as u64;
    Ok(whole_or("players", value, range, PLAYERS)? as usize)
}

/// Shows a value in a message.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
    tradewinds_game::quoted(&text).trim_matches('"').to_owned()
}

/// Finds a game.
pub(crate) fn game(name: &str) -> PyResult<GameInfo> {
    Ok(find(name).map_err(input)?.info())
}

/// Finds a variant by its name or its file.
pub(crate) fn variant(info: &GameInfo, entry: Option<&str>) -> PyResult<Variant> {
    match entry {
        None => Ok(Variant::standard()),
        Some(entry) => Ok(find_variant(info, entry, Path::new("")).map_err(input)?.value),
    }
}

/// Finds a bot by its name or its file.
pub(crate) fn preset(info: &GameInfo, entry: &str) -> PyResult<Preset> {
    Ok(find_preset(info, entry, Path::new("")).map_err(input)?.value)
}

/// Reads JSON from its text, or from what `json.loads` makes.
pub(crate) fn json(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text = match value.extract::<String>() {
        Ok(text) => text,
        Err(_) => value.py().import("json")?.call_method1("dumps", (value,))?.extract()?,
    };
    serde_json::from_str(&text).map_err(|error| refused(format!("{name}: found {error}; allowed: JSON")))
}

/// Makes Python's objects of JSON.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Reads the bots of seats.
pub(crate) fn opponents(
    info: &GameInfo,
    players: usize,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Option<Preset>>> {
    let mut bots = vec![None; players];
    for (seat, name) in given.into_iter().flatten() {
        let seat = whole("opponents", &seat, 0..=players as u64 - 1)?;
        let name: String = name.extract().map_err(|_| {
            refused(format!("opponents[{seat}]: found {}; allowed: a bot's name", shown(&name)))
        })?;
        bots[seat as usize] = Some(preset(info, &name)?);
    }
    Ok(bots)
}
