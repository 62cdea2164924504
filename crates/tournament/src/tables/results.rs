//! From the journal to tables and standings.
//!
//! Standings are the last table written, and are taken away when a run goes on: where they are, all tables
//! were those of the journal when they were written. A finished run that is asked for again compares them
//! all, and writes again what differs.

use std::fs;
use std::path::PathBuf;

use crate::run::cursor::JournalCursor;
use crate::run::folder::{RunError, remove_if_there, write_synced};
use crate::run::open::OpenRun;
use crate::tables::page::{Gathering, page};
use crate::tables::positions::{ByPosition, POSITIONS};
use crate::tables::rows::{GameTables, Target, names};
use crate::tables::standings::Standings;
use crate::tables::standings::csv::CsvTable;
use crate::tables::table_file::{Files, TableFile};
use crate::tables::tally::Tally;
use crate::tables::value::Value;

/// The results in a journal.
pub(crate) struct Summary {
    pub(crate) standings: Standings,
    /// Whether every game that the stopping rule asks for was played.
    pub(crate) is_whole: bool,
    /// Whether the files match the journal.
    pub(crate) are_files_right: bool,
}

/// Computes the standings from the whole units of a journal, without a look at the files that are made of it.
pub(crate) fn standings_of(run: &mut OpenRun<'_>) -> Result<Standings, RunError> {
    let (cursor, standings) = JournalCursor::fold(run, Tally::new(run.tournament))?;
    Ok(finished(run, &cursor, standings))
}

/// Computes the standings from the whole units of a journal, in the order of the schedule, and writes or
/// compares the tables and the page as well. One unit at a time is held in memory.
pub(crate) fn tables_of(run: &mut OpenRun<'_>, files: Files) -> Result<Summary, RunError> {
    let tournament = run.tournament;
    let format = tournament.manifest().tables;
    let target = Target { folder: run.folder.path().to_owned(), format, shard: run.shard };
    let rows = GameTables::new(files, tournament, &target)?;
    let folds = ((rows, ByPosition::new(tournament), ()), Gathering::new(tournament), Tally::new(tournament));
    let (cursor, ((written, by_position, ()), digest, standings)) = JournalCursor::fold(run, folds)?;
    let standings = finished(run, &cursor, standings);
    let folder = &run.folder;
    let mut are_files_right = written.are_right;
    are_files_right &= table(files, folder.table("head_to_head"), standings.head_to_head_csv())?;
    are_files_right &= table(files, folder.table("places"), standings.places_csv())?;
    if let Some(by_position) = by_position {
        are_files_right &= table(files, folder.table(POSITIONS.name), by_position)?;
    }
    let page = page(tournament, &standings, &digest, cursor.test().as_ref());
    are_files_right &= text(files, folder.report(), &page)?;
    if files == Files::Written {
        // Those that the run had before it got another format.
        for name in names(tournament.info().schema) {
            remove_if_there(&target.path(name, format.other()))?;
        }
    }
    // The last: where it is, the others are as well.
    are_files_right &= table(files, folder.table("standings"), standings.csv())?;
    Ok(Summary { standings, is_whole: cursor.is_over(), are_files_right })
}

/// Adds what the run says of its standings: whether they are all, and what its stopping rule found.
fn finished(run: &OpenRun<'_>, cursor: &JournalCursor<'_>, mut standings: Standings) -> Standings {
    standings.summary = match run.shard {
        Some(shard) => format!("part {shard} of a run: `tradewinds merge` joins the parts to its result\n"),
        None => cursor.summary(),
    };
    standings.answer = cursor.test().map_or(String::new(), |test| test.verdict);
    if let Some(decided) = cursor.decided() {
        for pair in &mut standings.pairs {
            let share = pair.ahead.map_or(0.5, |ahead| ahead.share);
            let (bot, opponent) = (pair.bot.as_str(), pair.opponent.as_str());
            pair.is_sure = (share > 0.5 && decided.contains(&[bot, opponent]))
                || (share < 0.5 && decided.contains(&[opponent, bot]));
        }
    }
    if run.shard.is_some() || !cursor.is_over() {
        standings.more_deals = None;
    }
    if !cursor.is_over() {
        let schedule = run.tournament.schedule();
        let units = cursor.wave().units(0).count() as u64;
        let units = if cursor.is_sequential() { schedule.units() } else { units };
        standings.expected_blocks = Some(units * schedule.blocks_per_unit());
    }
    standings
}

/// Writes or compares a table; returns whether it is now up to date.
fn table(files: Files, path: PathBuf, (header, rows): CsvTable) -> Result<bool, RunError> {
    let mut table = TableFile::new(files, path, header)?;
    for row in rows {
        table.row(row.iter().map(|cell| Value::Text(cell)))?;
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
