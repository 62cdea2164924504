//! `tradewinds ledger show`: the figures as a table.

use std::process::ExitCode;

use crate::ledger::{Ledger, LedgerRow};
use crate::report::{Align, TextTable};
use anyhow::{Context, bail};

use super::super::screen;
use super::LedgerArg;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// List only figures with this text in their id, quantity or page
    filter: Option<String>,
    #[command(flatten)]
    ledger: LedgerArg,
}

/// Prints the rows of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ledger = Ledger::read(&args.ledger.path)?;
    let filter = args.filter.as_deref().unwrap_or_default();
    let is_listed =
        |row: &&LedgerRow| [&row.id, &row.quantity, &row.page].iter().any(|cell| cell.contains(filter));
    let rows: Vec<&LedgerRow> = ledger.rows().iter().filter(is_listed).collect();
    if rows.is_empty() {
        bail!("{}: no figure has {filter:?} in its id, quantity or page", args.ledger.path.display());
    }
    let columns = [
        ("id", Align::Left),
        ("quantity", Align::Left),
        ("players", Align::Right),
        ("games", Align::Right),
        ("figure", Align::Left),
        ("commit", Align::Left),
        ("page", Align::Left),
    ];
    let mut table = TextTable::new(&columns);
    for row in rows {
        let cells = [&row.id, &row.quantity, &row.players, &row.games, &row.shown(), &row.commit, &row.page];
        table.row(cells.map(String::clone));
    }
    screen::print(format_args!("{table}")).context("cannot print the figures")?;
    Ok(ExitCode::SUCCESS)
}
