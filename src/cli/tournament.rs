//! `tradewinds tournament`: play a manifest and print the standings.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::value_parser;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use tradewinds::game::Game;
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::report::decimal;
use tradewinds::tournament::{self, Manifest, Outcome, Progress, Tournament, Watch};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Manifest to play, a TOML file
    manifest: PathBuf,
    /// Folder to write the run to [default: results/runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play this many games, rounded up to whole blocks [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=tournament::MAX_GAMES))]
    games: Option<u64>,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Seed everything random from this number [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
}

/// Plays the manifest of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.manifest.display().to_string();
    let text = fs::read_to_string(&args.manifest).with_context(|| format!("cannot read {source}"))?;
    let mut manifest = Manifest::parse(&source, &text)?;
    if let Some(games) = args.games {
        (manifest.deals, manifest.games) = (None, Some(games));
    }
    manifest.seed = args.seed.unwrap_or(manifest.seed);
    let name = manifest.game.clone();
    with_game(&name, Play { args, manifest }).map_err(|error| error.in_file(source))?
}

/// Plays a manifest once its game is known.
struct Play<'a> {
    args: &'a Args,
    manifest: Manifest,
}

impl GameVisitor for Play<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { args, manifest } = self;
        let folder = args.out.clone().unwrap_or_else(|| Path::new("results/runs").join(&manifest.name));
        let tournament = Tournament::<G>::new(manifest, &args.manifest)?;
        let stop = stop_on_interrupt()?;
        let mut bar = Bar::new(tournament.schedule().games());
        let threads = args.threads.map_or(0, usize::from);
        let run = tournament::run(&tournament, &folder, threads, &stop, &mut bar);
        bar.0.finish_and_clear();
        let run = run?;
        let before = if run.outcome == Outcome::PlayedBefore { "played before; " } else { "" };
        write!(io::stdout(), "{}\n{before}files: {}\n", run.standings, folder.display())
            .context("cannot print the standings")?;
        if let Outcome::Stopped { finished } = run.outcome {
            let games = tournament.schedule().games();
            bail!("interrupted after {finished} of {games} games; only whole blocks are in the tables");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Sets the returned flag at the first Ctrl-C, and exits at once at the second, as a shell expects
/// of an interrupted program.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(130);
        }
        eprintln!("stopping: the games under way are dropped; once more to exit at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// The progress bar, on stderr; nothing is shown if that is no terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(games: u64) -> Self {
        let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            write!(text, "{:.1}/s", state.per_sec()).expect("a string takes all text");
        };
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {rate}  {eta} left  {msg}")
            .expect("the template is well-formed, as any run on a terminal shows")
            .with_key("rate", rate);
        let bar = ProgressBar::new(games).with_style(style);
        bar.enable_steady_tick(Duration::from_secs(1));
        Self(bar)
    }
}

impl Watch for Bar {
    fn progress(&mut self, progress: &Progress<'_>) {
        if let Some((bot, share)) = progress.leader
            && !self.0.is_hidden()
        {
            self.0.set_message(format!("leader: {bot} {}", decimal(share, 3)));
        }
        self.0.set_position(progress.finished);
    }
}
