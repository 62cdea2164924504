//! The columns that all games' files share, and the dictionary of all columns.

use std::fmt::Write as _;

use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Column, Schema, Table};

/// Columns of win shares that two tables have.
const WIN_SHARE_LOW: Column = column(
    "win_share_low",
    "lower end of its 95 % interval (Wilson, on effective games), NA with too few blocks",
);
const WIN_SHARE_HIGH: Column = column("win_share_high", "upper end");
const EFFECTIVE_GAMES: Column =
    column("effective_games", "independent trials of win or loss that would tell as much");
const CHANCE_LEVEL: Column = column("chance_level", "1 over the number of seats");

pub(crate) const GAMES: Table = Table {
    name: "games",
    meaning: "one row a game",
    columns: &[
        column("game", "number of the game in the schedule, from 0"),
        column("block", "number of its block, from 0"),
        column("deal_seed", "seed of its deal, 0 to 2^64 - 1; equal in all games of a block")
            .of(CellType::Unsigned),
        column("seating", "number of its seating in the block, from 0"),
        column("variant", "name of the variant, or standard").text(),
        column("players", "number of seats"),
        column("rounds", "round in which it ended, from 1"),
        column("decisions", "decisions played, forced ones included"),
        column(
            "end_reason",
            "why it ended, in the game's words; truncated where it was stopped at its bound",
        )
        .text(),
        column(
            "winners",
            "seats of rank 1, such as seat_0 or seat_0;seat_2, counted from 0; missing in a truncated game",
        )
        .of(CellType::List),
        column("truncated", "true or false").of(CellType::Truth),
        column(
            "lead_changes",
            "times that another seat led at the end of a round than the one that led last; only a seat alone at rank 1 leads; NA in a \
             truncated game",
        ),
        column(
            "decided_round",
            "round, from 1, from whose end on the winner led at the end of every round; the last one if never before or if the win \
             is shared; NA in a truncated game",
        ),
    ],
};

pub(crate) const SEATS: Table = Table {
    name: "seats",
    meaning: "one row a seat of a game; the standing of a truncated game is NA",
    columns: &[
        column("game", "number of the game, as in games.csv"),
        column("seat", "seat, from 0, clockwise"),
        column("start_place", "its place in the first playing order, from 0").of(CellType::Whole),
        column("bot", "name of the bot that sat there").text(),
        column("score", "points at the end"),
        column("tie_1", "first key that breaks ties, more is better; 0 if the game has none"),
        column("tie_2", "second such key"),
        column("tie_3", "third such key"),
        column("rank", "1 plus the number of seats that are strictly better"),
        column("win_share", "1/m for each of m seats of rank 1, otherwise 0").of(CellType::Number),
    ],
};

pub(crate) const FAULTS: Table = Table {
    name: "faults",
    meaning: "one row a seat of an external bot; only where there is one",
    columns: &[
        column("game", "number of the game, as in games.csv"),
        column("seat", "seat, from 0"),
        column("bot", "name of the bot").text(),
        column("decisions", "decisions asked of the program"),
        column("timeouts", "of these, those it did not answer in time"),
        column("crashes", "of these, those at which the program was not running"),
        column("illegal", "of these, those with an illegal answer"),
    ],
};

pub(crate) const HEAD_TO_HEAD: Table = Table {
    name: "head_to_head",
    meaning: "one row an ordered pair of bots that met",
    columns: &[
        column("bot", "the bot whose view the row is"),
        column("opponent", "the other one"),
        column("games", "games in which both played"),
        column(
            "ahead",
            "share of pairs of their seats in which the bot ranks ahead, a tie counting half, 0 to 1",
        ),
        column("ahead_low", "lower end of its 95 % interval, NA with too few blocks"),
        column("ahead_high", "upper end"),
    ],
};

pub(crate) const PLACES: Table = Table {
    name: "places",
    meaning: "one row a starting place of a bot, and of all bots together",
    columns: &[
        column("bot", "name of the bot, or all"),
        column("start_place", "place in the first playing order, from 0"),
        column("win_share", "win share of seats that start there, 0 to 1"),
        WIN_SHARE_LOW,
        WIN_SHARE_HIGH,
        EFFECTIVE_GAMES,
        CHANCE_LEVEL,
    ],
};

/// The columns of `standings.csv` before and after those of the starting places.
pub(crate) const STANDINGS: [Table; 2] = [
    Table {
        name: "standings",
        meaning: "one row a bot, best win share first; see tournaments.md for the methods",
        columns: &[
            column("bot", "name of the bot"),
            column("games", "games in which it played"),
            column("blocks", "blocks in which it played"),
            column("win_share", "wins a seat, a shared win counting its part, 0 to 1"),
            WIN_SHARE_LOW,
            WIN_SHARE_HIGH,
            EFFECTIVE_GAMES,
            CHANCE_LEVEL,
            column("mean_score", "points a seat"),
            column("mean_score_error", "standard error of the points over blocks"),
            column("mean_rank", "rank, 1 to the number of seats, 1 being best"),
        ],
    },
    Table {
        name: "standings",
        meaning: "",
        columns: &[
            column(
                "design_effect",
                "variance of the win share between blocks over the one that independent games would have; above 0",
            ),
            column("mean_score_low", "lower end of the 95 % interval of the points (bootstrap over blocks)"),
            column("mean_score_high", "upper end"),
            column("mean_margin", "points less the most points of any other seat"),
            column("mean_margin_low", "lower end of its 95 % interval"),
            column("mean_margin_high", "upper end"),
            column("mean_rank_low", "lower end of the 95 % interval of the rank"),
            column("mean_rank_high", "upper end"),
            column(
                "rating",
                "Plackett-Luce rating in Elo points, the mean of all bots being 0; NA where none is finite",
            ),
            column("rating_low", "lower end of its 95 % interval"),
            column("rating_high", "upper end"),
            column(
                "alpha_rank",
                "mass in alpha-Rank's stationary distribution, 0 to 1; NA where some bots never met",
            ),
            column(
                "failed_decisions",
                "decisions, also in truncated games, at which its program gave no legal answer in time and a random action was \
                 played; 0 for a bot that is no program of the user's",
            ),
        ],
    },
];

/// Writes the dictionary of all columns of all files, as Markdown: those of all games, those that each of
/// `games` adds by its name, then those of each study by its name.
#[must_use]
pub fn csv_dictionary(games: &[(&str, &Schema)], studies: &[(&str, &[Table])]) -> String {
    let mut text = String::from(
        "# CSV dictionary\n\nEvery column of every CSV file of a run: its meaning, unit and range. Files are UTF-8 with a header, numbers have a \
         point, which real numbers have even if they are whole (`1.0`), a missing value is an empty cell. So pandas, polars and DuckDB read \
         the same types without being told, but that pandas has no whole numbers beside missing ones (they become floating), and that polars \
         looks at the first 100 rows alone (`infer_schema_length=None` reads all). Here and in the terminal, `NA` is a missing value. \
         [tournaments.md](tournaments.md) says how the figures are computed.\n\n\
         The types are those of the columns in Parquet files ([parquet.md](parquet.md)): `whole` numbers of 64 bits, `unsigned` ones, `number` (64 bits, floating), `truth`, \
         `text`, and `list`, a list of texts, which CSV files join by `;`. There, too, a missing value is a null.\n\n## All games\n",
    );
    for table in [&GAMES, &SEATS, &FAULTS] {
        typed_section(&mut text, table, table.columns);
    }
    for table in [&HEAD_TO_HEAD, &PLACES] {
        section(&mut text, table, table.columns);
    }
    let [before, after] = &STANDINGS;
    let place =
        column("win_share_place_K", "win share when starting in place K, from 0; NA where it never did");
    section(&mut text, before, &[before.columns, &[place], after.columns].concat());
    for (name, schema) in games {
        own(&mut text, name, schema);
    }
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
    text.push_str("| column | meaning |\n|---|---|\n");
    for Column { name, meaning, .. } in columns {
        let _ = writeln!(text, "| `{name}` | {meaning} |");
    }
}

/// Writes a section of a table that is also written as a Parquet file, where columns have types.
fn typed_section(text: &mut String, table: &Table, columns: &[Column]) {
    heading(text, table);
    text.push_str("| column | type | meaning |\n|---|---|---|\n");
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
        let _ = writeln!(text, "| `{name}` | {cells} | {meaning} |");
    }
}

/// Lists the columns of a game's own table as its file has them.
pub(crate) fn own_columns(table: &Table) -> Vec<Column> {
    let number = column("game", "number of the game, as in games.csv");
    let bot = column("bot", "name of the bot of this seat").text();
    let own = table.columns.iter().flat_map(|&own| match own.name {
        "seat" => vec![own, bot],
        _ => vec![own],
    });
    [number].into_iter().chain(own).collect()
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
