//! The documents that quote the ledger: those that the gallery writes, and whether all agree with it. Also the ratings of
//! bots that the program shows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::arena::game_names;
use crate::bots::Preset;
use crate::ledger::{BEGIN, Ledger, faults, filled};
use anyhow::Context;
use serde::Deserialize;

use super::contents;
use super::entry::{is_searched, names};

/// Returns the documents below a folder that hold rows or lists of pages, as they should be: by path, with their text.
pub(super) fn written(folder: &Path, ledger: &Ledger) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let mut texts = BTreeMap::new();
    for page in pages_below(folder)? {
        let text = read(&folder.join(&page))?;
        texts.insert(page, text);
    }
    let mut written = BTreeMap::new();
    for (page, text) in &texts {
        let path = folder.join(page);
        let source = path.display().to_string();
        let mut new = text.clone();
        if text.contains(BEGIN) {
            new = filled(&source, &new, &ledger.of_page(page))?;
        }
        if contents::is_wanted(text) {
            new = contents::filled(&source, &new, page, &texts)?;
        }
        if text.contains(BEGIN) || contents::is_wanted(text) {
            written.insert(path, new);
        }
    }
    written.extend(ratings(folder)?);
    written.extend(levels(folder)?);
    Ok(written)
}

/// Returns the ratings of the shipped bots, in Elo points above the search with the smallest budget, as the file beside
/// the presets should have them; `None` where there are no presets.
fn ratings(folder: &Path) -> anyhow::Result<Option<(PathBuf, String)>> {
    let presets = above(folder).join("bots");
    if !presets.is_dir() {
        return Ok(None);
    }
    let mut text = "game,bot,iterations,rating\n".to_owned();
    for game in game_names() {
        for Rated { iterations, rating, .. } in rated(&folder.join(game).join("ladder/ladder.csv"))? {
            if let Some(rating) = rating {
                text += &format!("{game},ismcts,{iterations},{rating:.6}\n");
            }
        }
        let standings = rated(&folder.join("bots").join(format!("{game}.csv")))?;
        let lowest = standings.iter().find(|row| row.bot == LOWEST).and_then(|row| row.rating).unwrap_or(0.0);
        for Rated { bot, rating, .. } in standings.iter().filter(|row| Preset::find(&row.bot, game).is_ok()) {
            if let Some(rating) = rating {
                text += &format!("{game},{bot},,{:.6}\n", rating - lowest);
            }
        }
    }
    Ok(Some((presets.join("ratings.csv"), text)))
}

/// Returns how often each of the opponents for people finishes ahead of another one, as the file beside the presets should
/// have it; `None` where there are no presets.
fn levels(folder: &Path) -> anyhow::Result<Option<(PathBuf, String)>> {
    let presets = above(folder).join("bots");
    if !presets.is_dir() {
        return Ok(None);
    }
    let mut text = "game,bot,opponent,ahead,ahead_low,ahead_high\n".to_owned();
    for game in game_names() {
        let path = folder.join("levels").join(format!("{game}.csv"));
        for Pair { bot, opponent, ahead, ahead_low, ahead_high } in table(&path)? {
            text += &format!("{game},{bot},{opponent},{ahead:.6},{ahead_low:.6},{ahead_high:.6}\n");
        }
    }
    Ok(Some((presets.join("levels.csv"), text)))
}

/// A row of the table of all pairs of a tournament.
#[derive(Deserialize)]
struct Pair {
    bot: String,
    opponent: String,
    ahead: f64,
    ahead_low: f64,
    ahead_high: f64,
}

/// The search with the smallest budget, in the standings of the bots.
const LOWEST: &str = "ismcts-125";

/// A row of a table of bots with their ratings: standings, a ladder, or what `tradewinds ratings` writes.
#[derive(Deserialize)]
struct Rated {
    bot: String,
    /// The budget of a search, in a ladder.
    #[serde(default)]
    iterations: String,
    /// Missing where no finite rating is most likely.
    rating: Option<f64>,
}

/// Reads a table of ratings; no rows if there is no such table.
fn rated(path: &Path) -> anyhow::Result<Vec<Rated>> {
    table(path)
}

/// Reads the rows of a table; none if there is no such table.
fn table<R: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<R>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let name = path.display();
    let mut table = csv::Reader::from_path(path).with_context(|| format!("cannot read {name}"))?;
    table.deserialize().collect::<Result<_, _>>().with_context(|| format!("cannot read {name}"))
}

/// Returns the folder above one.
fn above(folder: &Path) -> PathBuf {
    match folder.parent() {
        Some(parent) if folder.file_name().is_some() => parent.to_owned(),
        _ => folder.join(".."),
    }
}

/// Lists the figures that the ledger does not agree with: in the documents below a folder, and in README.md and docs/
/// above it.
pub(super) fn wrong_figures(folder: &Path, ledger: &Ledger) -> anyhow::Result<Vec<String>> {
    let above = above(folder);
    let mut paths: Vec<PathBuf> = vec![above.join("README.md")];
    let docs = above.join("docs");
    if docs.is_dir() {
        let (files, _) = names(&docs).with_context(|| format!("cannot read {}", docs.display()))?;
        paths.extend(files.iter().filter(|name| is_page(name)).map(|name| docs.join(name)));
    }
    paths.retain(|path| path.is_file());
    paths.extend(pages_below(folder)?.iter().map(|page| folder.join(page)));
    let mut found = Vec::new();
    for path in paths {
        let text = read(&path)?;
        found.extend(faults(&path.display().to_string(), &text, ledger).iter().map(ToString::to_string));
    }
    Ok(found)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "md")
}

/// Lists the Markdown files below a folder, as paths from it with slashes.
fn pages_below(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut folders = vec![String::new()];
    let mut pages = Vec::new();
    while let Some(prefix) = folders.pop() {
        let place = folder.join(&prefix);
        let (files, below) = names(&place).with_context(|| format!("cannot read {}", place.display()))?;
        let path = |name: String| format!("{prefix}{name}");
        pages.extend(files.into_iter().filter(|name| is_page(name)).map(path));
        folders.extend(below.into_iter().filter(|name| is_searched(name)).map(|name| path(name) + "/"));
    }
    pages.sort();
    Ok(pages)
}
