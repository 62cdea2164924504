//! `tradewinds import`: the record of a game that people noted.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::arena::CompletionSettings;
use crate::game::{Seed, counted};
use crate::tournament::{MoveRecord, NotedGame, Reads};

use super::input_file;
use super::new_file;
use super::notes;
use super::number::whole;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// List of the decisions of a game, with ? for what is unknown, or a record whose chance is unknown
    #[arg(value_name = "FILE")]
    source: PathBuf,
    /// Try at most this many thousands of games, in whole or in part
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(1..=1_000_000_000))]
    effort: u64,
    /// Give up after this time as well; a slower machine may then find less
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=1_000_000))]
    seconds: Option<u64>,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// File to write the record to [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// Completes the game that `args` name.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let noted = read(&args.source)?;
    let begun = Instant::now();
    let limit = args.seconds.map(Duration::from_secs);
    let halted = || limit.is_some_and(|limit| begun.elapsed() >= limit);
    let settings = CompletionSettings { seed: Seed(args.seed), tries: 1_000 * args.effort };
    let record = noted.complete(&settings, &halted)?;
    new_file::write(args.out.as_deref(), args.force, "the record", &record.to_json())?;
    notes::say(&format!(
        "a game of {} agrees with the {} of {}; its deal and its random events are completed",
        counted(record.actions.len(), "decision"),
        noted.decisions(),
        args.source.display(),
    ));
    Ok(ExitCode::SUCCESS)
}

/// Reads a list of decisions, or a record.
fn read(path: &Path) -> anyhow::Result<NotedGame> {
    let text = input_file::read_text(path, Reads::Record)?;
    let source = path.display().to_string();
    if text.trim_start().starts_with('{') && text.contains("\"actions\"") {
        return Ok(NotedGame::of_record(&source, &MoveRecord::parse(&source, &text)?)?);
    }
    let base = path.parent().unwrap_or(Path::new(""));
    input_file::read(path, Reads::Record, |source, text| NotedGame::parse(source, text, base))
}
