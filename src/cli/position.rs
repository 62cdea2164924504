//! `tradewinds position`: checks a position file, shows it as a table, or makes a random one.

mod knowledge;
mod random;
mod show;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use tradewinds::game::{CompleteGame, Purpose, Seed};
use tradewinds::games::GameVisitor;

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
    position: String,
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
        Command::Check(args) => {
            let file = PositionFile::read(&args.position)?;
            file.visit(args.game.as_deref(), Check { args, file: &file })?
        }
        Command::Show(args) => show::run(args),
        Command::Random(args) => random::run(args),
    }
}

/// Checks a position once its game is known.
struct Check<'a> {
    args: &'a FileArgs,
    file: &'a PositionFile<'a>,
}

impl GameVisitor for Check<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, file } = self;
        let rules = RulesChoice::find::<G>(args.variant.as_deref())?;
        let mut completion = Seed(0).derive(Purpose::Completion, 0).rng();
        let (game, state): (G, _) =
            rules.read(&file.position, &mut completion).map_err(|error| file.blame(error))?;
        let broken = game.violations(&state);
        let mut text = String::new();
        for broken in &broken {
            writeln!(text, "{}: {}: {}", file.source, broken.name, broken.found)?;
        }
        if broken.is_empty() {
            let (name, players, round) = (G::NAME, game.players(), game.round(&state));
            writeln!(text, "{name}, {players} players, round {round}: {}: valid", to_move(&game, &state))?;
        }
        io::stdout().write_all(text.as_bytes()).context("cannot print the verdict")?;
        Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Says who is to move, and at which kind of decision.
fn to_move<G: CompleteGame>(game: &G, state: &G::State) -> String {
    match game.to_act(state) {
        Some(seat) => format!("seat {seat} to move ({})", G::DECISION_KINDS[game.decision_kind(state)]),
        None => format!("over ({})", game.end_reason(state)),
    }
}
