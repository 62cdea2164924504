//! Arguments: names, numbers, files, JSON.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyException, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFrozenSet, PyIterator, PyMapping, PySet, PyString};
use serde_json::Value;
use tradewinds_arena::{GameInfo, NAMES, find};
use tradewinds_bots::Preset;
use tradewinds_game::{Seed, Variant};
use tradewinds_tournament::{find_preset, find_variant};

use crate::errors::{input, refused};

/// The number of players where the caller gives none: all games allow it.
const PLAYERS: u64 = 4;

/// Reads a whole number.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    value.extract().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let allowed = match *range.end() {
            u64::MAX => format!("a whole number from {}, below 2^64", range.start()),
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

/// Reads a text; `allowed` says what it may be.
pub(crate) fn text(name: &str, value: &Bound<'_, PyAny>, allowed: &str) -> PyResult<String> {
    value.extract().map_err(|_| refused(format!("{name}: found {}; allowed: {allowed}", shown(value))))
}

/// Reads a text that may be left out.
pub(crate) fn text_or(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    allowed: &str,
    default: &str,
) -> PyResult<String> {
    value.map_or_else(|| Ok(default.to_owned()), |value| text(name, value, allowed))
}

/// Reads a truth value that may be left out.
pub(crate) fn flag_or(name: &str, value: Option<&Bound<'_, PyAny>>, default: bool) -> PyResult<bool> {
    value.map_or(Ok(default), |value| {
        let refuse = |_| refused(format!("{name}: found {}; allowed: True or False", shown(value)));
        value.extract().map_err(refuse)
    })
}

/// Reads a dictionary that may be left out.
pub(crate) fn mapping_or<'a, 'py>(
    name: &str,
    value: Option<&'a Bound<'py, PyAny>>,
    allowed: &str,
) -> PyResult<Option<&'a Bound<'py, PyMapping>>> {
    let refuse =
        |value: &Bound<'py, PyAny>| refused(format!("{name}: found {}; allowed: {allowed}", shown(value)));
    value.map(|value| value.cast::<PyMapping>().map_err(|_| refuse(value))).transpose()
}

/// Iterates over a list, or what is like one; `None` for a text, for a set, which has no order, and for a dictionary, which
/// would give its keys.
pub(crate) fn listed<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyIterator>> {
    let is_other = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.cast::<PyMapping>().is_ok()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>();
    if is_other { None } else { value.try_iter().ok() }
}

/// Reads an action index.
pub(crate) fn index(name: &str, value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract().map_err(|_| refused(format!("{name}: found {}; allowed: an action index", shown(value))))
}

/// Reads a seed; without one, draws one of the system's random numbers.
pub(crate) fn seed(value: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    match value {
        Some(value) => Ok(Seed(whole("seed", value, 0..=u64::MAX)?)),
        None => {
            let failed = |error| PyOSError::new_err(format!("the system gives no random numbers: {error}"));
            getrandom::u64().map(Seed).map_err(failed)
        }
    }
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

/// Finds a game by an argument.
pub(crate) fn game(name: &Bound<'_, PyAny>) -> PyResult<GameInfo> {
    named_game(&text("game", name, &NAMES.join(", "))?)
}

/// Finds a game.
pub(crate) fn named_game(name: &str) -> PyResult<GameInfo> {
    Ok(find(name).map_err(input)?.info())
}

/// Finds a variant by its name or its file.
pub(crate) fn variant(info: &GameInfo, entry: Option<&Bound<'_, PyAny>>) -> PyResult<Variant> {
    let Some(entry) = entry else { return Ok(Variant::standard()) };
    if entry.is_instance_of::<PyDict>() {
        return Variant::from_json(&json("variant", entry)?, info.name).map_err(input);
    }
    let Ok(path) = entry.extract::<PathBuf>() else {
        let allowed = "the name of a variant, its file, or the variant as a dictionary";
        return Err(refused(format!("variant: found {}; allowed: {allowed}", shown(entry))));
    };
    Ok(find_variant(info, &path.to_string_lossy(), Path::new("")).map_err(input)?.value)
}

/// Finds a bot by its name or its file.
pub(crate) fn preset(info: &GameInfo, entry: &str) -> PyResult<Preset> {
    Ok(preset_and_text(info, entry)?.0)
}

/// Finds a bot by its name or its file, with its complete text.
pub(crate) fn preset_and_text(info: &GameInfo, entry: &str) -> PyResult<(Preset, String)> {
    let found = find_preset(info, entry, Path::new("")).map_err(input)?;
    Ok((found.value, found.text))
}

/// Reads JSON from its text, which no path of a file is, or from what `json.loads` makes.
pub(crate) fn json(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let refuse = |found: &dyn std::fmt::Display| {
        refused(format!("{name}: found {found}; allowed: JSON, as text or as what json.loads makes of it"))
    };
    let text = match value.extract::<String>() {
        Ok(text) => text,
        Err(_) => {
            let dumped = value.py().import("json")?.call_method1("dumps", (value,));
            // What is no error of the value, such as Ctrl-C, stays what it is.
            let is_fault = |error: &PyErr| error.is_instance_of::<PyException>(value.py());
            dumped.map_err(|error| if is_fault(&error) { refuse(&error) } else { error })?.extract()?
        }
    };
    serde_json::from_str(&text).map_err(|error| refuse(&format_args!("{}: {error}", shown(value))))
}

/// Makes Python's objects of JSON.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Reads a seed for each row, or None.
pub(crate) fn seeds(value: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Seed>>> {
    let each = |(row, seed): (usize, PyResult<Bound<'_, PyAny>>)| {
        let seed = seed?;
        if seed.is_none() {
            return Ok(None);
        }
        whole(&format!("seed[{row}]"), &seed, 0..=u64::MAX).map(|seed| Some(Seed(seed)))
    };
    value.try_iter()?.enumerate().map(each).collect()
}

/// What plays the seats that the caller does not decide for.
pub(crate) struct Opponents {
    /// The bot of each seat.
    pub(crate) bots: Vec<Option<Preset>>,
    /// The complete text of its preset.
    pub(crate) presets: Vec<Option<String>>,
    /// The caller's function of each seat.
    pub(crate) functions: Vec<Option<Py<PyAny>>>,
}

/// Reads the bots of seats.
pub(crate) fn opponents(
    info: &GameInfo,
    players: usize,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<Opponents> {
    let functions = (0..players).map(|_| None).collect();
    let mut found = Opponents { bots: vec![None; players], presets: vec![None; players], functions };
    let allowed = "a dictionary of seats and names of bots or functions";
    let Some(given) = mapping_or("opponents", given, allowed)? else {
        return Ok(found);
    };
    for entry in given.items()? {
        let (seat, bot): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
        let seat = whole("opponents", &seat, 0..=players as u64 - 1)? as usize;
        if bot.is_callable() {
            found.functions[seat] = Some(bot.unbind());
            continue;
        }
        let name = text(&format!("opponents[{seat}]"), &bot, "a bot's name, or a function")?;
        let (preset, text) = preset_and_text(info, &name)?;
        (found.bots[seat], found.presets[seat]) = (Some(preset), Some(text));
    }
    Ok(found)
}
