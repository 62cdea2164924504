//! From the journal to tables and standings.

use std::path::Path;

use super::Tournament;
use super::folder::{RunError, RunFolder, write_synced};
use super::journal::{Journal, JournalForm};
use super::report::{self, Digest};
use super::shard::Shard;
use super::standings::{CsvTable, Standings};
use super::tables::Tables;
use super::tally::Tally;
use super::walk::Walk;
use crate::game::Game;
use crate::report::CsvFile;

/// Returns what the records of a run have to fit.
pub(super) fn form<G: Game>(tournament: &Tournament<G>) -> JournalForm {
    JournalForm {
        games: tournament.schedule().games(),
        players: tournament.game().players(),
        schema: G::schema(),
    }
}

/// What a journal says.
pub(super) struct Summary {
    pub(super) standings: Standings,
    /// Whether all was played that the course of the run asks for.
    pub(super) is_whole: bool,
}

/// Computes the standings from the whole units of the journal, in the order of the schedule, and
/// writes the tables as well if `write` is set. One unit at a time is held in memory.
pub(super) fn summarize<G: Game>(
    tournament: &Tournament<G>,
    folder: &RunFolder,
    shard: Option<Shard>,
    journal: &mut Journal,
    write: bool,
) -> Result<Summary, RunError> {
    let schedule = tournament.schedule();
    let mut tables = if write { Some(Tables::create(tournament, folder)?) } else { None };
    let (mut tally, mut digest) = (Tally::new(tournament), Digest::new(tournament));
    let mut walk = Walk::new(tournament, folder, shard);
    walk.advance(journal, |games, result| {
        if let Some(tables) = &mut tables {
            for (scheduled, record) in games {
                tables.game(scheduled, record).map_err(RunError::at(folder.path()))?;
            }
            digest.unit(games, result);
        }
        tally.unit(result);
        Ok(())
    })?;
    let mut standings = tally.standings();
    standings.findings = match shard {
        Some(shard) => format!("part {shard} of a run: `tradewinds merge` joins the parts to its result\n"),
        None => walk.findings(),
    };
    if !walk.is_over() {
        let units = walk.round().units(0).count() as u64;
        let units = if walk.watches() { schedule.units() } else { units };
        standings.expected_blocks = Some(units * schedule.blocks_per_unit());
    }
    if let Some(tables) = tables {
        tables.finish().map_err(RunError::at(folder.path()))?;
        write_table(&folder.table("head_to_head"), standings.head_to_head_csv())?;
        write_table(&folder.table("places"), standings.places_csv())?;
        let page = folder.report();
        write_synced(&page, &report::page(tournament, &standings, &digest)).map_err(RunError::at(&page))?;
        write_table(&folder.table("standings"), standings.csv())?;
    }
    Ok(Summary { standings, is_whole: walk.is_over() })
}

fn write_table(path: &Path, (header, rows): CsvTable) -> Result<(), RunError> {
    let write = || {
        let mut file = CsvFile::create(path, header)?;
        for row in rows {
            file.row(row)?;
        }
        file.finish()
    };
    write().map_err(RunError::at(path))
}
