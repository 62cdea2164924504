//! `tradewinds position`: checks a position file, shows it as a table, or makes a random one.

mod knowledge;
mod random;
mod show;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::Match;
use crate::game::Seed;
use crate::tournament::Reads;
use anyhow::Context;
use clap::Subcommand;

use super::position_file::PositionFile;
use super::rules::RulesChoice;
pub(super) use knowledge::seen_in;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a position and name each broken invariant
    Check(FileArgs),
    /// Show a position as a table in the terminal
    Show(show::Args),
    /// Make a position by random play
    Random(random::Args),
}

/// Which position is meant, and by which rules.
#[derive(clap::Args)]
struct FileArgs {
    /// Position, a JSON file, or - for standard input
    position: PathBuf,
    /// Game of the position [default: as the position says]
    #[arg(long)]
    game: Option<String>,
    /// Use this variant: a name, or the path of a TOML file [default: the rules that the position names]
    #[arg(long)]
    variant: Option<String>,
}

/// Checks, shows or makes a position.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => check(args),
        Command::Show(args) => show::run(args),
        Command::Random(args) => random::run(args),
    }
}

/// Checks a position.
fn check(args: &FileArgs) -> anyhow::Result<ExitCode> {
    let file = PositionFile::read(&args.position, Reads::Position)?;
    let rules = RulesChoice::find(file.game(args.game.as_deref())?, args.variant.as_deref())?;
    let game = rules.read(&file.position, Seed(0)).map_err(|error| file.blame(error))?;
    let broken = game.violations();
    let mut text = String::new();
    for broken in &broken {
        writeln!(text, "{}: {}: {}", file.source, broken.name, broken.found)?;
    }
    if broken.is_empty() {
        let (name, players, round) = (game.table().info().name, game.table().players(), game.round());
        writeln!(text, "{name}, {players} players, round {round}: {}: valid", to_move(&*game))?;
    }
    io::stdout().write_all(text.as_bytes()).context("cannot print the verdict")?;
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Describes which seat is to move, and at which kind of decision.
fn to_move(game: &dyn Match) -> String {
    match game.to_act() {
        Some(seat) => {
            let kind = game.table().info().decision_kinds[game.decision_kind()];
            format!("seat {} to move ({kind})", seat.number())
        }
        None => format!("over ({})", game.end_reason()),
    }
}
