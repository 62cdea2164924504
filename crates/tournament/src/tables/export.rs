//! Tables of a run in another folder.

use std::fs;
use std::path::Path;

use crate::plan::manifest::TableFormat;
use crate::plan::tournament::Tournament;
use crate::run::cursor::JournalCursor;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Parts;
use crate::tables::rows::{Tables, Target};
use crate::tables::table_file::Files;

/// What was exported of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The number of games.
    pub games: u64,
    /// Whether these are all games of the run or its part; otherwise they are those of its whole blocks.
    pub is_whole: bool,
}

/// Writes the tables of a run's games into a folder, one unit at a time, even while the run is played. The run
/// may be a part of one; in Parquet files each part has a folder of its own.
///
/// # Errors
/// `folder` holds no such run, its journal is damaged, or `out` cannot be written.
pub fn export(
    tournament: &Tournament,
    folder: &Path,
    format: TableFormat,
    out: &Path,
) -> Result<Exported, RunError> {
    let folder = RunFolder::new(folder);
    let shard = folder.shard()?;
    folder.compare(tournament, shard)?;
    let mut journal = folder.look_at_journal(tournament)?;
    fs::create_dir_all(out).map_err(RunError::at(out))?;
    let target = Target { folder: out.to_owned(), format, shard };
    let mut tables = Tables::new(Files::Written, tournament, &target)?;
    let mut cursor = JournalCursor::new(tournament, &folder, shard);
    let mut exported = 0;
    cursor.advance(&mut journal, Parts::All, |games, _| {
        exported += games.len() as u64;
        games.iter().try_for_each(|(scheduled, record)| tables.game(scheduled, record))
    })?;
    tables.finish()?;
    Ok(Exported { games: exported, is_whole: cursor.is_over() })
}
