//! From the journal to tables and standings.

use super::Tournament;
use super::folder::{RunError, RunFolder};
use super::journal::JournalReader;
use super::standings::{Standings, Tally};
use super::tables::Tables;
use crate::game::Game;
use crate::report::CsvFile;

/// Opens the journal of a run.
pub(super) fn open_journal<G: Game>(
    tournament: &Tournament<G>,
    folder: &RunFolder,
) -> Result<JournalReader, RunError> {
    let (path, players) = (folder.journal(), tournament.game().players());
    JournalReader::open(&path, tournament.schedule().games(), players, G::schema())
        .map_err(|source| RunError::Journal { path, source })
}

/// Computes the standings from all whole blocks of the journal, in the order of the schedule, and
/// writes the tables as well if `write` is set. One block at a time is held in memory.
pub(super) fn summarize<G: Game>(
    tournament: &Tournament<G>,
    folder: &RunFolder,
    journal: &mut JournalReader,
    write: bool,
) -> Result<Standings, RunError> {
    let schedule = tournament.schedule();
    let mut tables = if write { Some(Tables::create(tournament, folder)?) } else { None };
    let mut tally = Tally::new(tournament);
    for block in 0..schedule.blocks() {
        let numbers = block * schedule.games_per_block()..(block + 1) * schedule.games_per_block();
        if !numbers.clone().all(|number| journal.has(number)) {
            continue;
        }
        let mut games = Vec::new();
        for number in numbers {
            let record = journal
                .read(number)
                .map_err(|source| RunError::Journal { path: folder.journal(), source })?;
            games.push((schedule.game(number), record));
        }
        if let Some(tables) = &mut tables {
            for (scheduled, record) in &games {
                tables.game(scheduled, record).map_err(RunError::at(folder.path()))?;
            }
        }
        tally.block(&games);
    }
    let standings = tally.standings();
    if let Some(tables) = tables {
        tables.finish().map_err(RunError::at(folder.path()))?;
        let path = folder.table("standings");
        write_standings(&standings, &path).map_err(RunError::at(&path))?;
    }
    Ok(standings)
}

fn write_standings(standings: &Standings, path: &std::path::Path) -> std::io::Result<()> {
    let mut file = CsvFile::create(path, standings.csv_header())?;
    for row in standings.csv_rows() {
        file.row(row)?;
    }
    file.finish()
}
