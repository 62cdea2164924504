//! Tournaments.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tradewinds_arena::find;
use tradewinds_game::{NAME_RULE, is_file_name};
use tradewinds_tournament::threads;
use tradewinds_tournament::{
    Manifest, Outcome, Progress, RunOptions, Shard, Standings, Tournament, Watch, merge, run,
};

use crate::errors::{self, input, refused};
use crate::inputs::{self, whole_or};
use crate::interrupt::{Signals, abandonable};

/// Shows nothing.
struct Silent;

impl Watch for Silent {
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Reads a manifest of text and finds all that it names; `source` is its file.
fn read(text: &str, source: &Path) -> PyResult<Tournament> {
    let name = source.display().to_string();
    let manifest = Manifest::parse(&name, text).map_err(input)?;
    let game = find(&manifest.game).map_err(|error| input(error.in_file(name)))?;
    Tournament::new(game, manifest, source).map_err(input)
}

/// Returns the name of a run or of a bot, which becomes part of a path, if it follows the rule of names.
///
/// argument: the argument that has it, for the message.
/// name: the name.
#[pyfunction]
pub(crate) fn file_name(argument: &str, name: &Bound<'_, PyAny>) -> PyResult<String> {
    let found = name.extract().ok().filter(|name: &String| is_file_name(name));
    found.ok_or_else(|| refused(format!("{argument}: found {}; allowed: {NAME_RULE}", inputs::shown(name))))
}

fn to_dict<'py>(
    py: Python<'py>,
    standings: &Standings,
    outcome: &str,
    finished: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("text", standings.to_string())?;
    dict.set_item("outcome", outcome)?;
    dict.set_item("finished", finished)?;
    Ok(dict)
}

/// Plays a manifest into a folder, or goes on with it; `tradewinds.tournament` calls it. The first Ctrl-C drops the games
/// under way and writes the tables, the second one does not wait for these.
///
/// text: the TOML text of the manifest.
/// source: the file that it is from, for messages and for files that it names.
/// folder: the folder of the run.
/// threads: the number of threads, one per core if None or 0.
/// shard: the part to play, such as "3/16"; None for all.
#[pyfunction]
#[pyo3(signature = (text, source, folder, threads=None, shard=None))]
pub(crate) fn run_tournament<'py>(
    py: Python<'py>,
    text: &str,
    source: PathBuf,
    folder: PathBuf,
    threads: Option<&Bound<'py, PyAny>>,
    shard: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let threads = whole_or("threads", threads, 0..=threads::MAX_THREADS as u64, 0)? as usize;
    let shard = shard
        .map(|shard| {
            let allowed = "I/N with I from 1 to N, such as 3/16";
            let text = inputs::text("shard", shard, allowed)?;
            let refuse = |error| refused(format!("shard: found {text:?}; allowed: {allowed} ({error})"));
            Shard::from_str(&text).map_err(refuse)
        })
        .transpose()?;
    let tournament = read(text, &source)?;
    let options = RunOptions { threads, shard };
    let work = move |halted: &AtomicBool| run(&tournament, &folder, options, halted, &mut Silent);
    let played = abandonable(py, Signals::Two, work)?;
    let played = played.map_err(errors::run)?;
    let (outcome, finished) = match played.outcome {
        Outcome::Played => ("played", None),
        Outcome::PlayedBefore => ("played before", None),
        Outcome::Stopped { finished } => ("stopped", Some(finished)),
    };
    to_dict(py, &played.standings, outcome, finished)
}

/// Joins the parts of a run into a folder; `tradewinds.merge` calls it.
///
/// text, source: as for `run_tournament`.
/// parts: the folders of the parts.
/// folder: the folder of the whole.
#[pyfunction]
pub(crate) fn merge_runs<'py>(
    py: Python<'py>,
    text: &str,
    source: PathBuf,
    parts: Vec<PathBuf>,
    folder: PathBuf,
) -> PyResult<Bound<'py, PyDict>> {
    let tournament = read(text, &source)?;
    // Left alone by Ctrl-C, it still joins all of them.
    let merged = abandonable(py, Signals::One, move |_| merge(&tournament, &parts, &folder))?;
    let merged = merged.map_err(errors::run)?;
    let dict = to_dict(py, &merged.standings, "merged", None)?;
    let suspects: Vec<_> =
        merged.suspects.into_iter().map(|suspect| (suspect.part, suspect.difference)).collect();
    dict.set_item("suspects", suspects)?;
    Ok(dict)
}
