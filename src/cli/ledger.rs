//! `tradewinds ledger`: the file of all published figures.

mod add;
mod checkout;
mod show;
mod tried;

use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Add the figures of a finished run, or rows from a CSV file
    Add(add::Args),
    /// List the figures
    Show(show::Args),
    /// Print what was tried in a game, as a page in Markdown
    Tried(tried::Args),
}

/// The file of the ledger.
#[derive(clap::Args)]
struct LedgerArg {
    /// File of the ledger
    #[arg(long = "ledger", value_name = "FILE", default_value = "results/ledger.csv")]
    path: PathBuf,
}

/// Runs the command below.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Add(args) => add::run(args),
        Command::Show(args) => show::run(args),
        Command::Tried(args) => tried::run(args),
    }
}
