//! `tradewinds replay`: verify a record, or make the one of any game of a run.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use tradewinds::game::{CompleteGame, InputError, quoted};
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::tournament::{Manifest, MoveRecord, Recording, Replay, Tournament};

use super::new_file;
use super::run_folder::read_manifest;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record to verify; with --game, the folder or the manifest of a run
    #[arg(value_name = "RECORD")]
    source: PathBuf,
    /// Print the position before this decision, from 0, and verify no further
    #[arg(long, value_name = "N", conflicts_with = "game")]
    at: Option<usize>,
    /// Play the game of this number of the run again and write its record
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Record the position after each random event as well
    #[arg(long, requires = "game")]
    positions: bool,
    /// File to write the record to [default: standard output]
    #[arg(long, value_name = "FILE", requires = "game")]
    out: Option<String>,
    /// Replace the file if it is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// Replays what `args` say.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(number) = args.game {
        let (mut manifest, source) = read_manifest(&args.source)?;
        manifest.record = if args.positions { Recording::Positions } else { Recording::Games };
        let file = source.display().to_string();
        let name = manifest.game.clone();
        return with_game(&name, Make { args, manifest, source, number })
            .map_err(|error| error.in_file(file))?;
    }
    let source = args.source.display().to_string();
    if args.source.is_dir() {
        let allowed = format!("the number of a game of the run in {source}");
        return Err(InputError::missing("--game", "", allowed).into());
    }
    let text = fs::read_to_string(&args.source).with_context(|| format!("cannot read {source}"))?;
    let record = MoveRecord::parse(&source, &text)?;
    let name = record.game.clone();
    with_game(&name, Verify { args, source: &source, record }).map_err(|error| error.in_file(&source))?
}

/// Verifies a record once its game is known.
struct Verify<'a> {
    args: &'a Args,
    source: &'a str,
    record: MoveRecord,
}

impl GameVisitor for Verify<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, source, record } = self;
        let mut replay = Replay::<G>::new(&record).map_err(|error| error.in_file(source))?;
        let decisions = replay.decisions();
        let differs = || format!("{source} does not replay");
        if let Some(at) = args.at {
            if at > decisions {
                let allowed = format!("0 to {decisions}, the end");
                return Err(InputError::new("--at", "", at.to_string(), allowed).into());
            }
            replay.play_to(at).with_context(differs)?;
            let position = replay.game().position(replay.state());
            writeln!(io::stdout(), "{position:#}").context("cannot print the position")?;
            return Ok(ExitCode::SUCCESS);
        }
        replay.verify().with_context(differs)?;
        let scores: Vec<String> = record
            .bots
            .iter()
            .zip(&record.seats)
            .map(|(bot, seat)| format!("{} {} (rank {})", quoted(bot), seat.score, seat.rank))
            .collect();
        writeln!(
            io::stdout(),
            "{source}: {}, {} players, game {} of {}: {decisions} decisions replayed without a difference\n{}",
            G::NAME,
            record.players,
            record.number,
            quoted(&record.run),
            scores.join(", "),
        )
        .context("cannot print the result")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Makes the record of a game of a run once the run's game is known.
struct Make<'a> {
    args: &'a Args,
    manifest: Manifest,
    source: PathBuf,
    number: u64,
}

impl GameVisitor for Make<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, manifest, source, number } = self;
        let tournament = Tournament::<G>::new(manifest, &source)?;
        let games = tournament.schedule().games();
        if number >= games {
            let allowed = format!("0 to {}", games - 1);
            return Err(InputError::new("--game", "", number.to_string(), allowed).into());
        }
        if let Some(bot) = tournament.bots().iter().find(|bot| !bot.is_reproducible()) {
            let allowed = "bots that always play the same: no external ones and no time budgets";
            return Err(InputError::new(source.display().to_string(), "lineup", &bot.name, allowed).into());
        }
        let Some((_, record)) = tournament.play_recorded(number, &|| false) else {
            bail!("the game was not played to its end");
        };
        new_file::write(args.out.as_deref(), args.force, "the record", &record.to_json())?;
        Ok(ExitCode::SUCCESS)
    }
}
