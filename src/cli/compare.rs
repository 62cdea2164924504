//! `tradewinds compare`: two runs on the same deals.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::game::counted;
use crate::report::{Align, CsvRows, TextTable, decimal, wrapped};
use crate::stats::Interval;
use crate::tournament::{COMPARE_TABLES, Comparison, Difference, compare};
use anyhow::Context;

use super::faults::Leniency;
use super::new_file;
use super::run_folder::{check_folders, open};
use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the run to compare with
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// Folder of the run on the same deals
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// Write the differences to this file as CSV, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    leniency: Leniency,
}

/// Compares the runs of `args`; nothing is played.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_folders([&args.first, &args.second])?;
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let found = compare((&first, &args.first), (&second, &args.second))?;
    if let Some(path) = &args.out {
        new_file::write(Some(path), args.force, "the differences", &csv(&found)?)?;
    }
    screen::print(format_args!("{}", text(&found))).context("cannot print the comparison")?;
    Ok(args.leniency.status(&found.faults))
}

fn csv(found: &Comparison) -> anyhow::Result<String> {
    let mut rows = CsvRows::new(Vec::new());
    rows.row(COMPARE_TABLES[0].names())?;
    found.bots.iter().flat_map(|bot| bot.rows()).try_for_each(|row| rows.row(row))?;
    Ok(String::from_utf8(rows.finish()?)?)
}

/// Lays out the comparison for people.
fn text(found: &Comparison) -> String {
    let columns = [
        ("bot", Align::Left),
        ("measure", Align::Left),
        ("first", Align::Right),
        ("second", Align::Right),
        ("change", Align::Right),
        ("interval", Align::Right),
        ("pairing", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    for bot in &found.bots {
        for (measure, difference) in bot.differences() {
            let Difference { first, second, difference, interval, gain, .. } = *difference;
            let places = if measure == "win_share" { 3 } else { 2 };
            let interval = interval.map_or("NA".to_owned(), |Interval { low, high }| {
                format!("{} to {}", decimal(low, places), decimal(high, places))
            });
            let [first, second, difference] = [first, second, difference].map(|value| decimal(value, places));
            let names = [bot.second.clone(), measure.replace('_', " ")];
            let numbers = [first, second, difference, interval, decimal(gain, 2)];
            table.row(names.into_iter().chain(numbers));
        }
    }
    let truncated = match found.truncated {
        0 => String::new(),
        deals => format!("; {} with a truncated game left out", counted(deals, "deal")),
    };
    let sentences = found.verdict().join("\n");
    let sentences: String = sentences.lines().map(|line| wrapped("", line.split(' '), " ")).collect();
    let [first, second] = found.games;
    format!(
        "{sentences}\n{} of games, on {}{truncated}; the first run has {first}, the second {second}\n95 % intervals over deals\n\
         pairing: how many times as many games unpaired runs would need\n\n{table}",
        counted(found.pairs, "pair"),
        counted(found.deals, "deal"),
    )
}
