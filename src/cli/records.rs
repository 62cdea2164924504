//! Records that the user names by files and folders, and the seats in them that are meant.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::game::{InputError, counted, quoted, read_json};
use crate::review::Chosen;
use crate::sitting::distinct_names;
use crate::tournament::{FileKind, MoveRecord, Reads};
use anyhow::{Context, anyhow};

use super::input_file;
use super::notes;
use super::number::whole;

#[derive(clap::Args)]
pub(crate) struct SeatArgs {
    /// Look at the decisions of this seat alone, from 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    seat: Option<usize>,
    /// Look at the decisions of this person or bot alone
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl SeatArgs {
    /// Returns whether some seats alone are meant.
    pub(crate) fn is_given(&self) -> bool {
        self.seat.is_some() || self.name.is_some()
    }

    /// Returns the seats that are meant.
    pub(crate) fn chosen(&self) -> Chosen {
        Chosen { seat: self.seat.map(|seat| seat - 1), name: self.name.clone() }
    }

    /// Keeps the records in which a chosen seat sat; an error if there is none.
    pub(crate) fn keep(&self, records: &mut Vec<(PathBuf, MoveRecord)>) -> anyhow::Result<()> {
        let mut names: Vec<String> = Vec::new();
        for name in records.iter().flat_map(|(_, record)| distinct_names(&record.bots)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let most = records.iter().map(|(_, record)| record.players).max().unwrap_or(0);
        let chosen = self.chosen();
        let has = |record: &MoveRecord| {
            distinct_names(&record.bots).iter().enumerate().any(|(seat, name)| chosen.has(seat, name))
        };
        records.retain(|(_, record)| has(record));
        if !records.is_empty() {
            return Ok(());
        }
        let refusal = match (&self.name, self.seat) {
            (Some(name), seat) => {
                let at = seat.map_or(String::new(), |seat| format!(" at seat {seat}"));
                let name = if name.trim().is_empty() { "an empty name" } else { name };
                InputError::new("--name", "", format!("{}{at}", quoted(name)), names.join(", "))
            }
            (None, seat) => {
                InputError::new("--seat", "", seat.unwrap_or(0).to_string(), format!("1 to {most}"))
            }
        };
        Err(refusal.into())
    }
}

/// Reads the records of all files and folders. In a folder, the folder of a run and that of `tradewinds serve` included,
/// they are the files that end in `.json`; files of other kinds there are left out. A game that was named before counts
/// once.
pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, MoveRecord)>> {
    let mut records = Vec::new();
    for path in paths {
        if !path.is_dir() {
            records.push((path.clone(), input_file::read_record(path)?));
            continue;
        }
        let before = records.len();
        for file in json_files(path)? {
            if is_record(&file) {
                records.push((file.clone(), input_file::read_record(&file)?));
            }
        }
        if records.len() == before {
            return Err(without_records(path));
        }
    }
    let all = records.len();
    let mut known = HashSet::new();
    records.retain(|(_, record)| {
        let MoveRecord { run, number, deal_seed, chance_seed, crc, .. } = record;
        known.insert((run.clone(), *number, *deal_seed, *chance_seed, *crc))
    });
    if records.len() < all {
        let again = counted(all - records.len(), "record");
        notes::say(&format!("{again} left out: another has the same game"));
    }
    Ok(records)
}

/// Refuses a folder in which there is no record.
fn without_records(folder: &Path) -> anyhow::Error {
    let kind = FileKind::at(folder);
    let help = match kind {
        Some(FileKind::Run) => {
            ": `tradewinds tournament --record` keeps those of a run, `tradewinds replay --game` makes one"
        }
        _ => "",
    };
    let name = folder.display().to_string();
    match Reads::Record.refusal(&name, kind) {
        Some(refusal) => {
            let allowed = format!("{}; a folder is taken if it has records{help}", refusal.allowed());
            refusal.with_allowed(allowed).into()
        }
        None => anyhow!("{name} has no record of a game"),
    }
}

/// Returns whether a file is a record, or something damaged that may have been one.
fn is_record(file: &Path) -> bool {
    match FileKind::at(file) {
        Some(kind) => kind == FileKind::Record,
        None => fs::read(file).is_ok_and(|bytes| read_json(&bytes).is_err()),
    }
}

/// Lists the JSON files of a folder, or of the folder `records` in it, by their names; numbers in them count as such.
fn json_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let inner = folder.join("records");
    let folder = if inner.is_dir() { &inner } else { folder };
    let cannot = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.extension().is_some_and(|end| end == "json") && path.is_file() {
            files.push(path);
        }
    }
    let by_number = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let digits = name.len() - name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        let (text, number) = name.split_at(name.len() - digits);
        (text.to_owned(), number.parse::<u64>().unwrap_or(0), name.clone())
    };
    files.sort_by_key(by_number);
    Ok(files)
}
