//! `tradewinds ledger tried`: the page of what was tried in a game.

use std::process::ExitCode;

use crate::arena::find;
use crate::ledger::{Ledger, tried, tried_page, tried_title};
use crate::sitting::words;
use anyhow::{Context, bail};

use super::super::screen;
use super::LedgerArg;

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
    let ledger = args.ledger.path.display().to_string();
    let page = tried(&tried_title(words::title(game)), &ledger, &rows);
    screen::print_report(&page, true).context("cannot print the page")?;
    Ok(ExitCode::SUCCESS)
}
