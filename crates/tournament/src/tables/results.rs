//! From the journal to tables and standings.
//!
//! Standings are the last table written, and are taken away when a run goes on: where they are, all tables
//! were those of the journal when they were written. A finished run that is asked for again compares them
//! all, and writes again what differs.

use std::fs;
use std::path::PathBuf;

use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::cursor::JournalCursor;
use crate::run::folder::{RunError, RunFolder, remove_if_there, write_synced};
use crate::run::journal::{Journal, Parts};
use crate::tables::page::{Digest, page};
use crate::tables::rows::{Tables, Target, names};
use crate::tables::standings::{CsvTable, Standings};
use crate::tables::table_file::{Files, TableFile};
use crate::tables::tally::Tally;

/// The results in a journal.
pub(crate) struct Summary {
    pub(crate) standings: Standings,
    /// Whether every game that the stopping rule asks for was played.
    pub(crate) is_whole: bool,
    /// Whether the files match the journal; not known if they are ignored.
    pub(crate) are_files_right: bool,
}

/// Computes the standings from the whole units of the journal, in the order of the schedule, and writes or
/// compares the tables and the page as well. One unit at a time is held in memory.
pub(crate) fn summarize(
    tournament: &Tournament,
    folder: &RunFolder,
    shard: Option<Shard>,
    journal: &mut Journal,
    files: Files,
) -> Result<Summary, RunError> {
    let schedule = tournament.schedule();
    let format = tournament.manifest().tables;
    let target = Target { folder: folder.path().to_owned(), format, shard };
    let mut tables = match files {
        Files::Ignored => None,
        files => Some(Tables::new(files, tournament, &target)?),
    };
    let (mut tally, mut digest) = (Tally::new(tournament), Digest::new(tournament));
    let mut cursor = JournalCursor::new(tournament, folder, shard);
    let parts = if files == Files::Ignored { Parts::Result } else { Parts::All };
    cursor.advance(journal, parts, |games, result| {
        if let Some(tables) = &mut tables {
            for (scheduled, record) in games {
                tables.game(scheduled, record)?;
            }
            digest.unit(games, result);
        }
        tally.unit(result);
        Ok(())
    })?;
    let mut standings = tally.standings();
    standings.summary = match shard {
        Some(shard) => format!("part {shard} of a run: `tradewinds merge` joins the parts to its result\n"),
        None => cursor.summary(),
    };
    let test = cursor.test();
    standings.answer = test.as_ref().map_or(String::new(), |test| test.verdict.clone());
    if !cursor.is_over() {
        let units = cursor.wave().units(0).count() as u64;
        let units = if cursor.is_sequential() { schedule.units() } else { units };
        standings.expected_blocks = Some(units * schedule.blocks_per_unit());
    }
    let mut are_files_right = false;
    if let Some(tables) = tables {
        are_files_right = tables.finish()?;
        are_files_right &= table(files, folder.table("head_to_head"), standings.head_to_head_csv())?;
        are_files_right &= table(files, folder.table("places"), standings.places_csv())?;
        are_files_right &=
            text(files, folder.report(), &page(tournament, &standings, &digest, test.as_ref()))?;
        if files == Files::Written {
            // Those that the run had before it got another format.
            for name in names(tournament.info().schema) {
                remove_if_there(&target.path(name, format.other()))?;
            }
        }
        are_files_right &= table(files, folder.table("standings"), standings.csv())?;
    }
    Ok(Summary { standings, is_whole: cursor.is_over(), are_files_right })
}

/// Writes or compares a table; returns whether it is now up to date.
fn table(files: Files, path: PathBuf, (header, rows): CsvTable) -> Result<bool, RunError> {
    let mut table = TableFile::new(files, path, header)?;
    for row in rows {
        table.row(row)?;
    }
    table.finish()
}

/// Writes or compares the page; returns whether it is now up to date.
fn text(files: Files, path: PathBuf, text: &str) -> Result<bool, RunError> {
    if files == Files::Compared {
        return Ok(fs::read(&path).is_ok_and(|found| found == text.as_bytes()));
    }
    write_synced(&path, text).map_err(RunError::at(&path))?;
    Ok(true)
}
