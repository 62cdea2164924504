//! The tables of a run's games, as CSV or Parquet files.

use std::path::PathBuf;

use crate::plan::manifest::TableFormat;
use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::tables::columns::{FAULTS, GAMES, SEATS, own_columns};
use crate::tables::table_file::{Files, TableFile};
use tradewinds_arena::Lead;
use tradewinds_arena::ScheduledGame;
use tradewinds_arena::{GameRecord, SeatRecord, TableRow};
use tradewinds_bots::{BotKind, Faults};
use tradewinds_game::{Column, Schema, Seat};
use tradewinds_report::decimal;

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

/// `games`, `seats`, `faults` and the game's own tables, in progress.
pub(crate) struct Tables<'a> {
    tournament: &'a Tournament,
    games: TableFile,
    seats: TableFile,
    /// Each table with the place of its column `seat`.
    own: Vec<(TableFile, usize)>,
    /// Present only if a bot is a program of the user's.
    faults: Option<TableFile>,
}

impl<'a> Tables<'a> {
    /// Starts the files.
    pub(crate) fn new(files: Files, tournament: &'a Tournament, target: &Target) -> Result<Self, RunError> {
        let metadata = metadata(tournament, target.shard)?;
        let create = |name: &str, columns: &[Column]| {
            let path = target.path(name, target.format);
            match target.format {
                TableFormat::Csv => TableFile::new(files, path, columns.iter().map(|column| column.name)),
                TableFormat::Parquet => TableFile::parquet(files, path, columns, &metadata),
            }
        };
        let schema = tournament.info().schema;
        let mut own = Vec::new();
        for table in schema.tables {
            let seat = table.columns.iter().position(|column| column.name == "seat");
            own.push((create(table.name, &own_columns(table))?, seat.expect("a table has a column seat")));
        }
        let mut kinds = tournament.bots().iter().map(|preset| &preset.kind);
        let external = kinds.any(|kind| matches!(kind, BotKind::External(_)));
        let faults = external.then(|| create("faults", FAULTS.columns)).transpose()?;
        let games = create("games", GAMES.columns)?;
        let seats = create("seats", &[SEATS.columns, schema.seats].concat())?;
        Ok(Self { tournament, games, seats, own, faults })
    }

    /// Adds the rows of a game.
    pub(crate) fn game(&mut self, scheduled: &ScheduledGame, record: &GameRecord) -> Result<(), RunError> {
        let number = record.game.to_string();
        self.games.row(self.games_row(scheduled, record))?;
        for (seat, standing) in record.seats.iter().enumerate() {
            let row = self.seats_row(scheduled, record, seat, standing);
            self.seats.row(row.iter().chain(&standing.cells))?;
            let bot = self.bot(scheduled, seat);
            if let (Some(file), Some(faults)) = (&mut self.faults, standing.faults) {
                let Faults { decisions, timeouts, crashes, illegal } = faults;
                let counts = [decisions, timeouts, crashes, illegal].map(|count| count.to_string());
                file.row([number.clone(), seat.to_string(), bot.to_owned()].iter().chain(&counts))?;
            }
        }
        for TableRow { table, seat, cells } in &record.rows {
            let bot = self.bot(scheduled, *seat);
            let (file, place) = &mut self.own[*table];
            let cells = with_bot(cells.iter().map(String::as_str).collect(), *place, bot);
            file.row([number.as_str()].into_iter().chain(cells))?;
        }
        Ok(())
    }

    /// Gives the written files their names; returns whether all files are now up to date.
    pub(crate) fn finish(self) -> Result<bool, RunError> {
        let own = self.own.into_iter().map(|(file, _)| file);
        let mut are_right = true;
        for file in own.chain(self.faults).chain([self.seats, self.games]) {
            are_right &= file.finish()?;
        }
        Ok(are_right)
    }

    fn games_row(&self, scheduled: &ScheduledGame, record: &GameRecord) -> [String; GAMES.columns.len()] {
        // A name and no number: a list of one winner would look like a whole number to a reader that guesses types.
        let winners: Vec<String> = record.winners().map(|seat| format!("seat_{seat}")).collect();
        let lead =
            |number: fn(Lead) -> u32| record.lead.map_or("NA".to_owned(), |lead| number(lead).to_string());
        [
            record.game.to_string(),
            scheduled.block.to_string(),
            scheduled.deal_seed.0.to_string(),
            scheduled.seating.to_string(),
            self.tournament.variant_name().to_owned(),
            record.seats.len().to_string(),
            record.rounds.to_string(),
            record.decisions.to_string(),
            record.end_reason.clone(),
            if record.truncated { "NA".to_owned() } else { winners.join(";") },
            record.truncated.to_string(),
            lead(|lead| lead.changes),
            lead(|lead| lead.decided_round),
        ]
    }

    /// The common cells of a seat; the standing of a truncated game is not a result.
    fn seats_row(
        &self,
        scheduled: &ScheduledGame,
        record: &GameRecord,
        seat: usize,
        standing: &SeatRecord,
    ) -> [String; SEATS.columns.len()] {
        let result = |value: i32| if record.truncated { "NA".to_owned() } else { value.to_string() };
        [
            record.game.to_string(),
            seat.to_string(),
            standing.start_place.to_string(),
            self.bot(scheduled, seat).to_owned(),
            result(standing.score),
            result(standing.ties[0]),
            result(standing.ties[1]),
            result(standing.ties[2]),
            result(i32::from(standing.rank)),
            share(record.win_share(seat)),
        ]
    }

    fn bot(&self, scheduled: &ScheduledGame, seat: usize) -> &'a str {
        &self.tournament.bots()[scheduled.bots[Seat::new(seat)]].name
    }
}

/// Lists the names of the tables that a game's runs may have.
pub(crate) fn names(schema: &Schema) -> impl Iterator<Item = &'static str> {
    [GAMES.name, SEATS.name, FAULTS.name].into_iter().chain(schema.tables.iter().map(|table| table.name))
}

/// The key of the part in what Parquet files say of their run.
pub(crate) const SHARD_KEY: &str = "shard";

/// What Parquet files say of their run: the files that describe it, its seed and its part.
pub(crate) fn metadata(
    tournament: &Tournament,
    shard: Option<Shard>,
) -> Result<Vec<(String, String)>, RunError> {
    let mut pairs = tournament.description_of(shard)?;
    pairs.push(("seed".to_owned(), tournament.manifest().seed.to_string()));
    pairs.push((SHARD_KEY.to_owned(), shard.unwrap_or(Shard::WHOLE).to_string()));
    Ok(pairs)
}

/// Inserts the bot's cell after the seat's.
fn with_bot<'a>(mut cells: Vec<&'a str>, seat: usize, bot: &'a str) -> Vec<&'a str> {
    cells.insert(seat + 1, bot);
    cells
}

/// Writes a share of a win: 0.0, 1.0, or a fraction with six places.
fn share(share: Option<f64>) -> String {
    match share {
        Some(whole) if whole.fract() == 0.0 => decimal(whole, 1),
        other => decimal(other, 6),
    }
}
