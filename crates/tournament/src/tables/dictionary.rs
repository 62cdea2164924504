//! The dictionary of all columns of all tables.

use std::fmt::Write as _;

use crate::plan::deals::DEALS_TABLE;
use crate::tables::costs::{COSTS, TIMES};
use crate::tables::faults::FAULTS;
use crate::tables::games::GAMES;
use crate::tables::own::own_columns;
use crate::tables::positions::POSITIONS;
use crate::tables::ratings::RATINGS;
use crate::tables::seats::SEATS;
use crate::tables::standings::csv::{HEAD_TO_HEAD, PLACES, STANDINGS};
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Column, Schema, Table};

/// Writes the dictionary of all columns of all files, as Markdown: those of all games, those that each of
/// `games` adds by its name, then those of each study by its name.
#[must_use]
pub fn csv_dictionary(games: &[(&str, &Schema)], studies: &[(&str, &[Table])]) -> String {
    let mut text = String::from(
        "# CSV dictionary\n\nEvery column of every CSV file of a run: its meaning, unit and range. Files are UTF-8 with a header, numbers have a \
         point, which real numbers have even if they are whole (`1.0`), a missing value is an empty cell. So pandas, polars and DuckDB read \
         the same types by themselves, but that pandas has no whole numbers beside missing ones (they become floating), and that polars \
         looks at the first 100 rows alone (`infer_schema_length=None` reads all). Here and in the terminal, `NA` is a missing value. An empty list or text is an empty cell, too; in Parquet files it \
         is no null. \
         [tournaments.md](tournaments.md) says how the figures are computed.\n\n\
         The types are those of the columns in Parquet files ([parquet.md](parquet.md)): `whole` numbers of 64 bits, `unsigned` ones, `number` (64 bits, floating), `truth`, \
         `text`, and `list`, a list of texts, which CSV files join by `;`. There, too, a missing value is a null.\n\n## All games\n",
    );
    for table in [&GAMES, &SEATS, &FAULTS, &COSTS, &TIMES] {
        typed_section(&mut text, table, table.columns);
    }
    for table in [&HEAD_TO_HEAD, &PLACES, &POSITIONS, &DEALS_TABLE] {
        section(&mut text, table, table.columns);
    }
    let [before, after] = &STANDINGS;
    let place =
        column("win_share_place_K", "win share when starting in place K, from 0; NA where it never did");
    section(&mut text, before, &[before.columns, &[place], after.columns].concat());
    for (name, schema) in games {
        own(&mut text, name, schema);
    }
    text.push_str("\n## tradewinds ratings\n");
    section(&mut text, &RATINGS, RATINGS.columns);
    for (name, tables) in studies {
        let _ = write!(text, "\n## tradewinds {name}\n");
        for table in *tables {
            section(&mut text, table, table.columns);
        }
    }
    text
}

fn heading(text: &mut String, table: &Table) {
    let Table { name, meaning, .. } = table;
    let _ = write!(text, "\n### {name}.csv\n\n{meaning}\n\n");
}

fn section(text: &mut String, table: &Table, columns: &[Column]) {
    heading(text, table);
    text.push_str("|column|meaning|\n|---|---|\n");
    let mut columns = columns.iter().peekable();
    while let Some(Column { name, meaning, .. }) = columns.next() {
        // Both ends of an interval share a row.
        let is_other = |other: &&Column| {
            name.strip_suffix("_low").is_some_and(|stem| other.name.strip_suffix("_high") == Some(stem))
        };
        let _ = match columns.next_if(is_other) {
            Some(other) => {
                writeln!(text, "|`{name}`, `{}`|{}|", other.name, meaning.replacen("lower end", "ends", 1))
            }
            None => writeln!(text, "|`{name}`|{meaning}|"),
        };
    }
}

/// Writes a section of a table that is also written as a Parquet file, where columns have types.
fn typed_section(text: &mut String, table: &Table, columns: &[Column]) {
    heading(text, table);
    text.push_str("|column|type|meaning|\n|---|---|---|\n");
    for column in columns {
        let cells = match column.cell_type() {
            CellType::Whole => "whole",
            CellType::Unsigned => "unsigned",
            CellType::Number => "number",
            CellType::Truth => "truth",
            CellType::Text => "text",
            CellType::List => "list",
        };
        let Column { name, meaning, .. } = column;
        let _ = writeln!(text, "|`{name}`|{cells}|{meaning}|");
    }
}

/// Adds the columns and tables that are a game's own.
fn own(text: &mut String, game: &str, schema: &Schema) {
    let seats =
        Table { name: "seats", meaning: "the columns behind those of all games", columns: schema.seats };
    let _ = write!(text, "\n## {game}\n");
    typed_section(text, &seats, seats.columns);
    for table in schema.tables {
        typed_section(text, table, &own_columns(table));
    }
}
