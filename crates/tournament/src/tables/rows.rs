//! The tables of a run's games, as CSV or Parquet files: which there are, and where they go.

use std::path::PathBuf;

use crate::plan::deals::DEALS;
use crate::plan::manifest::TableFormat;
use crate::plan::positions::POSITIONS;
use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::cursor::Fold;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::tables::costs::{self, COSTS, TIMES};
use crate::tables::faults::{self, FAULTS};
use crate::tables::games::{self, GAMES, POSITION};
use crate::tables::own;
use crate::tables::seats::{self, SEATS};
use crate::tables::table_file::{Files, Game, GameTable, TableFile};
use crate::unit::{UnitGames, UnitResult};
use tradewinds_bots::BotKind;
use tradewinds_game::Schema;

/// Where the tables of a run go.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) folder: PathBuf,
    pub(crate) format: TableFormat,
    pub(crate) shard: Option<Shard>,
}

impl Target {
    /// Returns the path of a table's file. Parquet files are in a folder for each table, and there in one for
    /// each part of the run, in the way of Hive, so that the parts of a run are joined by being put together.
    pub(crate) fn path(&self, table: &str, format: TableFormat) -> PathBuf {
        match format {
            TableFormat::Csv => self.folder.join(format!("{table}.csv")),
            TableFormat::Parquet => {
                let number = self.shard.map_or(1, Shard::number);
                self.folder.join(table).join(format!("shard={number}")).join("part.parquet")
            }
        }
    }
}

/// Lists the tables that a run has: each new one is a file beside this one, and a line here and in [`names`].
fn tables(tournament: &Tournament) -> Vec<GameTable> {
    let schema = tournament.info().schema;
    let kinds = || tournament.bots().iter().map(|preset| &preset.kind);
    // Only where a bot is a program of the user's.
    let faults = kinds().any(|kind| matches!(kind, BotKind::External(_))).then(|| GameTable {
        name: FAULTS.name,
        columns: FAULTS.columns.to_vec(),
        rows: Box::new(faults::rows),
    });
    // Only where the decisions of a bot are measured.
    let is_measured = kinds().any(|kind| matches!(kind, BotKind::External(_) | BotKind::Search { .. }));
    let costs = is_measured.then(|| {
        [
            GameTable { name: COSTS.name, columns: COSTS.columns.to_vec(), rows: Box::new(costs::costs) },
            GameTable { name: TIMES.name, columns: TIMES.columns.to_vec(), rows: Box::new(costs::times) },
        ]
    });
    let seats = [SEATS.columns, schema.seats].concat();
    let position = tournament.positions().map(|_| POSITION);
    let games = GAMES.columns.iter().copied().chain(position).collect();
    let all = [
        GameTable { name: SEATS.name, columns: seats, rows: Box::new(seats::rows) },
        GameTable { name: GAMES.name, columns: games, rows: Box::new(games::rows) },
    ];
    own::tables(schema).chain(faults).chain(costs.into_iter().flatten()).chain(all).collect()
}

/// The tables of a run's games, in progress.
pub(crate) struct GameTables<'a> {
    tournament: &'a Tournament,
    tables: Vec<(GameTable, TableFile)>,
    games: u64,
}

/// What was made of the tables of a run's games.
pub(crate) struct Written {
    /// The number of games that have rows.
    pub(crate) games: u64,
    /// Whether all files are now up to date.
    pub(crate) are_right: bool,
}

impl<'a> GameTables<'a> {
    /// Starts the files.
    pub(crate) fn new(files: Files, tournament: &'a Tournament, target: &Target) -> Result<Self, RunError> {
        let metadata = metadata(tournament, target.shard)?;
        let start = |table: GameTable| {
            let path = target.path(table.name, target.format);
            let file = match target.format {
                TableFormat::Csv => {
                    TableFile::new(files, path, table.columns.iter().map(|column| column.name))
                }
                TableFormat::Parquet => TableFile::parquet(files, path, &table.columns, &metadata),
            };
            Ok((table, file?))
        };
        let tables = tables(tournament).into_iter().map(start).collect::<Result<_, RunError>>()?;
        Ok(Self { tournament, tables, games: 0 })
    }
}

impl Fold for GameTables<'_> {
    type Made = Written;
    const PARTS: Parts = Parts::All;

    fn unit(&mut self, games: &UnitGames, _: &UnitResult) -> Result<(), RunError> {
        self.games += games.len() as u64;
        for (scheduled, record) in games {
            let game = Game { tournament: self.tournament, scheduled, record };
            self.tables.iter_mut().try_for_each(|(table, file)| (table.rows)(&game, file))?;
        }
        Ok(())
    }

    /// Gives the written files their names.
    fn finish(self) -> Result<Written, RunError> {
        let mut are_right = true;
        for (_, file) in self.tables {
            are_right &= file.finish()?;
        }
        Ok(Written { games: self.games, are_right })
    }
}

/// Lists the names of the tables that a game's runs may have.
pub(crate) fn names(schema: &Schema) -> impl Iterator<Item = &'static str> {
    [GAMES.name, SEATS.name, FAULTS.name, COSTS.name, TIMES.name]
        .into_iter()
        .chain(schema.tables.iter().map(|table| table.name))
}

/// The key of the part in what Parquet files say of their run.
pub(crate) const SHARD_KEY: &str = "shard";

/// What Parquet files say of their run: the files that describe it, its seed and its part.
pub(crate) fn metadata(
    tournament: &Tournament,
    shard: Option<Shard>,
) -> Result<Vec<(String, String)>, RunError> {
    let mut pairs = tournament.description_of(shard)?;
    for (_, text) in pairs.iter_mut().filter(|(name, _)| name == POSITIONS || name == DEALS) {
        // It may be long.
        *text = format!("crc32 {:08x}", crc32fast::hash(text.as_bytes()));
    }
    pairs.push(("seed".to_owned(), tournament.manifest().seed.to_string()));
    pairs.push((SHARD_KEY.to_owned(), shard.unwrap_or(Shard::WHOLE).to_string()));
    Ok(pairs)
}
