//! Tables of a run in another folder.

use std::fs;
use std::path::{Path, PathBuf};

use litemap::LiteMap;

use crate::plan::manifest::TableFormat;
use crate::plan::shard::Shard;
use crate::plan::tournament::{MANIFEST, Tournament};
use crate::run::cursor::JournalCursor;
use crate::run::folder::{RunError, RunFolder, differ_in_length, files_below};
use crate::run::open::{OpenRun, open_parts};
use crate::tables::games::GAMES;
use crate::tables::parquet::Footer;
use crate::tables::rows::{GameTables, SHARD_KEY, Target, metadata, names};
use crate::tables::table_file::Files;
use tradewinds_game::counted;

/// What was exported of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The number of games.
    pub games: u64,
    /// Whether these are all games of the run or its part; otherwise they are those of its whole blocks.
    pub is_whole: bool,
}

/// Writes the tables of the games of a run, or of some parts of one, into a folder, one unit at a time, even while
/// they are played. In Parquet files each part has a folder of its own, beside those of parts that were exported
/// before.
///
/// # Errors
/// `folders` hold no such run, a journal is damaged, or `out` cannot be written. Two of them hold the same game
/// or play the same games, or Parquet files in `out` are not of this run, are of a part that plays the same games, or
/// have more games; nothing is written then.
pub fn export(
    tournament: &Tournament,
    folders: &[PathBuf],
    format: TableFormat,
    out: &Path,
) -> Result<Vec<Exported>, RunError> {
    let (mut parts, _) = open_parts(tournament, folders)?;
    apart(tournament, &parts)?;
    if format == TableFormat::Parquet {
        fits(tournament, &parts, out)?;
    }
    fs::create_dir_all(out).map_err(RunError::at(out))?;
    parts.iter_mut().map(|part| write(part, format, out)).collect()
}

/// Writes the tables of one part.
fn write(part: &mut OpenRun<'_>, format: TableFormat, out: &Path) -> Result<Exported, RunError> {
    let target = Target { folder: out.to_owned(), format, shard: part.shard };
    let tables = GameTables::new(Files::Written, part.tournament, &target)?;
    let (cursor, written) = JournalCursor::fold(part, tables)?;
    Ok(Exported { games: written.games, is_whole: cursor.is_over() })
}

/// Refuses parts that will play the same games, even if they have not yet.
fn apart(tournament: &Tournament, parts: &[OpenRun<'_>]) -> Result<(), RunError> {
    for (index, part) in parts.iter().enumerate() {
        let own = part.shard.unwrap_or(Shard::WHOLE);
        let other = parts[..index]
            .iter()
            .find(|other| own.overlaps(other.shard.unwrap_or(Shard::WHOLE), tournament.schedule().units()));
        if let Some(other) = other {
            return Err(part.folder.refuse(format!(
                "is part {own} of the run, which has games of part {} in {} as well",
                other.shard.unwrap_or(Shard::WHOLE),
                other.folder.path().display()
            )));
        }
    }
    Ok(())
}

/// Refuses a folder whose Parquet files do not go with those of these parts: they are of another run, of a part
/// that plays the same games, or of one of these parts with more games than it has now.
fn fits(tournament: &Tournament, parts: &[OpenRun<'_>], out: &Path) -> Result<(), RunError> {
    let target = RunFolder::new(out);
    let wanted: LiteMap<String, String> = metadata(tournament, None)?.into_iter().collect();
    for table in names(tournament.info().schema) {
        let folder = out.join(table);
        let mut files = Vec::new();
        files_below(&folder, &mut files).map_err(RunError::at(&folder))?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "parquet")) {
            let name = file.strip_prefix(out).unwrap_or(file).display().to_string();
            let footer = Footer::read(file).map_err(RunError::at(file))?;
            let found: Shard = match footer.metadata.get(SHARD_KEY).map(|text| text.parse()) {
                Some(Ok(shard)) if is_same_run(&wanted, &footer.metadata) => shard,
                _ => return Err(target.refuse(format!("has tables of another run in {name}"))),
            };
            for part in parts {
                let own = part.shard.unwrap_or(Shard::WHOLE);
                if own == found {
                    let games = part.journal.finished();
                    if table == GAMES.name && footer.rows > games {
                        let folder = part.folder.path().display();
                        return Err(target.refuse(format!(
                            "has {} of part {own} in {name}, more than the {games} in {folder}",
                            counted(footer.rows, "game")
                        )));
                    }
                } else if own.overlaps(found, tournament.schedule().units()) {
                    let folder = part.folder.path().display();
                    return Err(target.refuse(format!(
                        "has part {found} of the run in {name}, which has games of part {own} in {folder} as well"
                    )));
                }
            }
        }
    }
    Ok(())
}

/// Returns whether the metadata of a file are those of a run, which may have been shorter then.
fn is_same_run(wanted: &LiteMap<String, String>, found: &LiteMap<String, String>) -> bool {
    wanted.iter().filter(|(key, _)| *key != SHARD_KEY).all(|(key, wanted)| {
        found
            .get(key)
            .is_some_and(|found| found == wanted || key == MANIFEST && differ_in_length(found, wanted))
    })
}
