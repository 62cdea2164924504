//! A game's own columns and tables in a tournament's files.
//!
//! Columns have types ([`Column::cell_type`]), declared beside name and meaning or said by the name; the
//! dictionary and Parquet files take them from there. Names declare, too: among a game's seat columns `_list`
//! is what a seat acquired and `start_` the group it starts in, and studies read them by these names.

use super::{Game, PerSeat, Rows, Seat, TableCell};

/// The type of the cells of a column, beside a missing value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// A whole number.
    Whole,
    /// A whole number from 0 to 2^64 - 1.
    Unsigned,
    /// A number.
    Number,
    /// `true` or `false`.
    Truth,
    /// A text.
    Text,
    /// Any number of texts, joined by `;`.
    List,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in the file, in snake case.
    pub name: &'static str,
    /// Meaning, unit and range, for the dictionary.
    pub meaning: &'static str,
    /// The type of its cells, where the name does not say it.
    pub cells: Option<CellType>,
}

impl Column {
    /// Returns the column with cells of this type.
    #[must_use]
    pub const fn of(self, cells: CellType) -> Self {
        Self { cells: Some(cells), ..self }
    }

    /// Returns the column with texts in its cells.
    #[must_use]
    pub const fn text(self) -> Self {
        self.of(CellType::Text)
    }

    /// Returns the type of its cells: the declared one; without one, lists and groups by their names, and
    /// otherwise whole numbers.
    #[must_use]
    pub fn cell_type(&self) -> CellType {
        match self.cells {
            Some(cells) => cells,
            None if self.is_list() => CellType::List,
            None if self.is_start() => CellType::Text,
            None => CellType::Whole,
        }
    }

    /// Returns whether a cell holds any number of items, joined by `;`, such as the tiles that a seat
    /// acquired. The column's name decides.
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.name.ends_with("_list")
    }

    /// Returns whether a cell of a seat names the group of seats that start alike, such as those with the
    /// same tile. The column's name decides.
    #[must_use]
    pub fn is_start(&self) -> bool {
        self.name.starts_with("start_")
    }
}

/// A table, one file per run or study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// The file's name without `.csv`.
    pub name: &'static str,
    /// The meaning of a row.
    pub meaning: &'static str,
    /// Its columns. In a game's own table these are the ones after `game`, and one is called `seat`; the
    /// runner adds `bot` behind it.
    pub columns: &'static [Column],
}

impl Table {
    /// Lists the names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }
}

/// Everything that a game adds to a tournament's files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    /// Columns of `seats.csv` after the common ones.
    pub seats: &'static [Column],
    /// The game's own tables.
    pub tables: &'static [Table],
}

impl Schema {
    /// Calls `each` with every item that a seat acquired, by its cells.
    pub fn each_acquired(&self, cells: &[TableCell], mut each: impl FnMut(&str)) {
        let lists = self.seats.iter().zip(cells).filter(|(column, _)| column.is_list());
        lists.for_each(|(_, cell)| {
            cell.text().split(';').filter(|item| !item.is_empty()).for_each(&mut each);
        });
    }
}

/// One decision as it was played.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, G: Game> {
    /// The position before it.
    pub before: &'a G::State,
    /// The seat that decided.
    pub seat: Seat,
    /// The action that it chose.
    pub action: G::Action,
    /// The position after it, automatic steps done.
    pub after: &'a G::State,
}

/// The output at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The cells of [`Schema::seats`], in seat order.
    pub seats: Vec<Vec<TableCell>>,
    /// The rows of the game's own tables, in order of play.
    pub rows: Rows,
}

/// A game that adds columns and tables to a tournament's files.
pub trait Records: Game {
    /// The recorder of the game's own tables.
    type Recorder: Recorder<Self>;

    /// The columns and tables that the game adds to a tournament's files; by default none.
    fn schema() -> &'static Schema {
        &Schema { seats: &[], tables: &[] }
    }

    /// Makes a recorder for one game that starts at `state`.
    fn recorder(&self, state: &Self::State) -> Self::Recorder;
}

/// Observes one game of a tournament and fills the game's own tables; bare rollouts never call it.
pub trait Recorder<G: Game>: Send {
    /// Records a decision before it is played, forced ones included.
    fn decide(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action);

    /// Records what a decision has led to, automatic steps done; by default nothing. No copy of the position before it is
    /// made: a recorder keeps what it needs of it.
    fn played(&mut self, game: &G, after: &G::State) {
        let _ = (game, after);
    }

    /// Writes everything out at the end of the game.
    fn finish(self, game: &G, last: &G::State) -> Ending;
}

/// The recorder of a game without its own tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoRecorder;

impl<G: Game> Recorder<G> for NoRecorder {
    fn decide(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}

    fn finish(self, game: &G, _: &G::State) -> Ending {
        Ending {
            seats: PerSeat::<()>::new(game.players()).iter().map(|()| Vec::new()).collect(),
            rows: Rows::default(),
        }
    }
}
