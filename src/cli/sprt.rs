//! `tradewinds sprt`: is one bot stronger than another?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::game::{InputError, counted};
use crate::report::{Align, TextTable, decimal};
use crate::stats::{Spread, Sprt, share_of_elo, simulate_sprt};
use crate::tournament::{Format, Manifest, RunOptions, SprtSettings};
use anyhow::Context;

use super::faults::Leniency;
use super::log_bots::LogBots;
use super::manifest_args::folder_of;
use super::number::whole;
use super::progress::ProgressArgs;
use super::screen;
use super::threads::{ThreadsArg, with_threads};
use super::tournament::play;

/// The source that refusals name if there is no file.
const COMMAND_LINE: &str = "command line";

/// Who plays what.
#[derive(clap::Args)]
struct Duel {
    /// Game to play
    #[arg(long)]
    game: String,
    /// Number of seats
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    players: usize,
    /// Bot to test: a preset's name, or the path of a TOML file
    #[arg(long, value_name = "PRESET")]
    a: String,
    /// Bot to test it against
    #[arg(long, value_name = "PRESET")]
    b: String,
    /// Use this variant: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long)]
    variant: Option<String>,
    /// Begin the games from the positions of this file, in turn, instead of deals
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    duel: Option<Duel>,
    /// Instead of a game and bots: play nothing, simulate this many tests of each kind and print how often they err
    #[arg(long, value_name = "RUNS", conflicts_with = "Duel", value_parser = whole::<u32>(1..))]
    simulate: Option<u32>,
    /// Elo difference under the null hypothesis
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo difference under the alternative
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Probability of accepting the alternative when the null hypothesis holds
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting the null hypothesis when the alternative holds
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Give up after this many deals, each played both ways
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(1..))]
    max_deals: u64,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..=i64::MAX.unsigned_abs()))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Folder to write the run to [default: results/runs/sprt-GAME-A-B]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    logs: LogBots,
    #[command(flatten)]
    leniency: Leniency,
}

/// Plays the test of `args`, or continues it, and prints the result.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = SprtSettings { elo0: args.elo0, elo1: args.elo1, alpha: args.alpha, beta: args.beta };
    match (&args.duel, args.simulate) {
        (Some(duel), None) => play_duel(args, duel, settings),
        (_, Some(runs)) => {
            with_threads(args.threads.number(), || simulate(settings, runs, args.max_deals, args.seed))
        }
        (None, None) => Err(InputError::new(
            "command line",
            "",
            "neither a duel nor a simulation",
            "--game, --players, --a and --b, or --simulate",
        )
        .into()),
    }
}

fn play_duel(args: &Args, duel: &Duel, settings: SprtSettings) -> anyhow::Result<ExitCode> {
    let stem = |entry: &str| {
        let stem = Path::new(entry).file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let name = format!("sprt-{}-{}-{}", duel.game, stem(&duel.a), stem(&duel.b));
    let mut manifest = Manifest::new(name, &duel.game, duel.players, args.seed)
        .with_deals(args.max_deals)
        .with_lineup(Format::Duel, vec![duel.a.clone(), duel.b.clone()])
        .with_variant(duel.variant.clone())
        .with_positions(duel.positions.clone());
    manifest.sprt = Some(settings);
    manifest.check().map_err(|error| error.with_origin(COMMAND_LINE))?;
    let options = RunOptions { threads: args.threads.number(), shard: None };
    let folder = folder_of(args.out.as_deref(), &manifest.name);
    let meter = args.progress.meter();
    play(manifest, Path::new(COMMAND_LINE), folder, options, meter, &args.logs, args.leniency)
}

/// Prints how often a test is wrong if each of its hypotheses holds, for outcomes of several spreads.
fn simulate(settings: SprtSettings, runs: u32, most: u64, seed: u64) -> anyhow::Result<ExitCode> {
    let SprtSettings { elo0, elo1, alpha, beta } = settings;
    let refuse =
        |field: &str, found: String, allowed: &str| InputError::new(COMMAND_LINE, field, found, allowed);
    let test = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| {
        let (name, found, allowed) = error.refusal();
        refuse(&format!("--{name}"), found.to_string(), &allowed)
    })?;
    for (field, elo) in [("--elo0", elo0), ("--elo1", elo1)] {
        if !(0.25..=0.75).contains(&share_of_elo(elo)) {
            return Err(refuse(field, elo.to_string(), "-190 to 190 in a simulation").into());
        }
    }
    let columns = [
        ("outcomes", Align::Left),
        ("H1 taken, H0 true", Align::Right),
        ("H0 taken, H1 true", Align::Right),
        ("undecided, of both", Align::Right),
        ("units, H0 true", Align::Right),
        ("units, H1 true", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    for spread in Spread::ALL {
        let [h0, h1] =
            [elo0, elo1].map(|elo| simulate_sprt(&test, spread, share_of_elo(elo), runs, most, seed));
        let rate = |count: u32| decimal(f64::from(count) / f64::from(runs), 4);
        table.row([
            spread.name().to_owned(),
            rate(h0.h1),
            rate(h1.h0),
            (h0.undecided + h1.undecided).to_string(),
            decimal(h0.mean_units, 1),
            decimal(h1.mean_units, 1),
        ]);
    }
    screen::print(format_args!("{runs} simulated tests of each kind, H0: Elo {elo0}, H1: Elo {elo1}, alpha {alpha}, beta {beta}, at most \
         {}, seed {seed}\n\n{table}",
        counted(most, "unit")
    ))
    .context("cannot print the simulation")?;
    Ok(ExitCode::SUCCESS)
}
