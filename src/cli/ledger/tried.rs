//! `tradewinds ledger tried`: the page of what was tried in a game.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::arena::find;
use crate::ledger::{Ledger, tried, tried_page, tried_title};
use crate::sitting::words;
use anyhow::{Context, bail};

use super::LedgerArg;

/// The ledger, seen from the page.
const FROM_PAGE: &str = "../ledger.csv";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game whose races and measurements are printed
    game: String,
    #[command(flatten)]
    ledger: LedgerArg,
}

/// Prints the page of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let game = find(&args.game)?.info().name;
    let ledger = Ledger::read(&args.ledger.path)?;
    let rows = ledger.of_page(&tried_page(game));
    if rows.is_empty() {
        bail!("{}: no figure is of what was tried in {game}", args.ledger.path.display());
    }
    let page = tried(&tried_title(words::title(game)), FROM_PAGE, &rows);
    // As it is, on a terminal too: its lines are to be read by other programs.
    io::stdout().write_all(page.as_bytes()).context("cannot print the page")?;
    Ok(ExitCode::SUCCESS)
}
