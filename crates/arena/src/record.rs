//! The record of a finished game.

use super::lead::Lead;
use tradewinds_bots::{Cost, Faults};
use tradewinds_game::{Rows, Schema, TableCell, counted, from_one};

/// Everything that is kept of a finished game; the facts in the schedule are not repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The game's number in the schedule.
    pub game: u64,
    /// The round in which it ended, from 1.
    pub rounds: u32,
    /// The number of decisions played, forced ones included.
    pub decisions: u32,
    /// Why it ended, as [`end_reason`](tradewinds_game::Notation::end_reason) returns it; `truncated` if it
    /// was stopped.
    pub end_reason: String,
    /// Whether it was stopped at [`max_decisions`](tradewinds_game::Game::max_decisions): its standing is
    /// then not a result.
    pub truncated: bool,
    /// The lead at the ends of its rounds; `None` if it was stopped.
    pub lead: Option<Lead>,
    /// The seats in order.
    pub seats: Vec<SeatRecord>,
    /// The rows of the game's own tables, in order of play.
    pub rows: Rows,
}

/// The standing of one seat at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRecord {
    /// Its place in the game's first playing order, from 0.
    pub start_place: usize,
    /// Its points.
    pub score: i32,
    /// Its tie keys; higher is better.
    pub ties: [i32; 3],
    /// 1 plus the number of seats that are strictly better.
    pub rank: u8,
    /// The cells of [`Schema::seats`].
    pub cells: Vec<TableCell>,
    /// How often its bot failed to answer; only set for a bot that is a program of the user's.
    pub faults: Option<Faults>,
    /// What its bot's decisions cost; only set for a bot that searches or is a program of the user's.
    pub cost: Option<Box<Cost>>,
}

impl GameRecord {
    /// Lists the seats of rank 1.
    pub fn winners(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().enumerate().filter(|(_, seat)| seat.rank == 1).map(|(index, _)| index)
    }

    /// Returns a seat's share of the win: 1/m for each of m winners; `None` in a truncated game.
    #[must_use]
    pub fn win_share(&self, seat: usize) -> Option<f64> {
        let share = if self.seats[seat].rank == 1 { 1.0 / self.winners().count() as f64 } else { 0.0 };
        (!self.truncated).then_some(share)
    }

    /// Returns a seat's points minus the maximum points of the other seats.
    #[must_use]
    pub fn margin(&self, seat: usize) -> i32 {
        let others = self.seats.iter().enumerate().filter(|(other, _)| *other != seat);
        self.seats[seat].score - others.map(|(_, other)| other.score).max().unwrap_or(0)
    }

    /// Returns the result alone: without the cells of the seats and the rows.
    #[must_use]
    pub fn without_cells(&self) -> Self {
        let bare = |seat: &SeatRecord| SeatRecord { cells: Vec::new(), cost: seat.cost.clone(), ..*seat };
        let seats = self.seats.iter().map(bare).collect();
        Self { seats, rows: Rows::default(), end_reason: self.end_reason.clone(), ..*self }
    }

    /// Checks that the result is one of a game of `players`, whatever cells there are.
    ///
    /// # Errors
    /// A description of the part that does not fit.
    pub fn check_result(&self, players: usize) -> Result<(), String> {
        if self.seats.len() != players {
            return Err(format!("{}, not {players}", counted(self.seats.len(), "seat")));
        }
        for (index, seat) in self.seats.iter().enumerate() {
            if seat.start_place >= players || !(1..=players).contains(&usize::from(seat.rank)) {
                return Err(format!(
                    "seat {}: starting place {}, rank {}",
                    from_one(index),
                    from_one(seat.start_place),
                    seat.rank
                ));
            }
        }
        if self.winners().next().is_none() {
            return Err("no seat of rank 1".to_owned());
        }
        Ok(())
    }

    /// Checks that the record fits a game of `players` with this schema.
    ///
    /// # Errors
    /// A description of the part that does not fit.
    pub fn check(&self, players: usize, schema: &Schema) -> Result<(), String> {
        self.check_result(players)?;
        for (index, seat) in self.seats.iter().enumerate() {
            if seat.cells.len() != schema.seats.len() {
                return Err(format!(
                    "seat {}: {}, not {}",
                    from_one(index),
                    counted(seat.cells.len(), "cell"),
                    schema.seats.len()
                ));
            }
        }
        for row in self.rows.iter() {
            let width = schema.tables.get(row.table).map(|table| table.columns.len());
            if row.seat.index() >= players || width != Some(row.cells.len()) {
                let cells = counted(row.cells.len(), "cell");
                return Err(format!("a row of table {}, seat {}, {cells}", row.table, row.seat.number()));
            }
        }
        Ok(())
    }
}
