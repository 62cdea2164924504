//! `tradewinds book`: an opening book from recorded games.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::find;
use crate::game::{InputError, counted};
use crate::report::{Align, TextTable, decimal};
use crate::stats::Interval;
use crate::tournament::{Book, BookLine, make_book};
use anyhow::Context;

use super::new_file;
use super::number::whole;
use super::records;
use super::screen;

/// The number of lines that are printed.
const SHOWN: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record of a game, or a folder with records, such as that of a run
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Take this many decisions of each game, forced ones included
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1000))]
    plies: usize,
    /// Leave out lines with fewer games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u64>(1..))]
    min_games: u64,
    /// Write the book to this file, which `positions` of a manifest takes [default: only print it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// Makes the book of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let found = records::read(&args.records)?;
    let named = found.into_iter().map(|(path, record)| (path.display().to_string(), record));
    let found: Vec<_> = named.collect();
    let (source, first) = found.first().context("there is no record")?;
    let game = find(&first.game).map_err(|error| error.in_file(source))?;
    let book = make_book(game, &found, args.plies, args.min_games)?;
    if book.lines.is_empty() {
        let found = format!("no line of {} or more games{}", args.min_games, reasons(&book));
        let allowed = "more records, fewer --plies or a lower --min-games";
        return Err(InputError::new("book", "", found, allowed).into());
    }
    if let Some(path) = &args.out {
        let text: String = book.lines.iter().map(|line| format!("{}\n", line.to_json())).collect();
        new_file::write(Some(path), args.force, "the book", &text)?;
    }
    screen::print(format_args!("{}", text(&book))).context("cannot print the book")?;
    Ok(ExitCode::SUCCESS)
}

/// Lays out the book for people.
fn text(book: &Book) -> String {
    let columns = [
        ("games", Align::Right),
        ("of all", Align::Right),
        ("win share", Align::Right),
        ("interval", Align::Right),
        ("decisions", Align::Left),
    ];
    let mut table = TextTable::new(&columns);
    for line in book.lines.iter().take(SHOWN) {
        let BookLine { decisions, games, share, interval } = line;
        let percent = format!("{} %", decimal(100.0 * *games as f64 / book.games as f64, 1));
        let interval = interval.map_or("NA".to_owned(), |Interval { low, high }| {
            format!("{}-{}", decimal(low, 3), decimal(high, 3))
        });
        table.row([games.to_string(), percent, decimal(*share, 3), interval, decisions.join(", ")]);
    }
    let covered: u64 = book.lines.iter().map(|line| line.games).sum();
    let more = match book.lines.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {}\n", counted(more, "more line")),
    };
    format!(
        "{} of {} cover {covered} of {}{}\na win share is that of the seat that made the last decision, with its 95 % \
         interval\n\n{table}{more}",
        counted(book.lines.len(), "line"),
        counted(book.plies, "decision"),
        counted(book.games, "game"),
        reasons(book),
    )
}

/// Says what the book leaves out.
fn reasons(book: &Book) -> String {
    let left = book.left_out;
    let parts = [
        (book.rare, "rarer line", ""),
        (book.unlikely, "line", " that hardly any deal allows"),
        (left.from_positions, "game", " from given positions"),
        (left.truncated, "truncated game", ""),
        (left.short, "game", " of fewer decisions"),
    ];
    let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, what, why)| counted(number, what) + why).collect();
    if parts.is_empty() { String::new() } else { format!(" (left out: {})", parts.join(", ")) }
}
