//! `tradewinds sprt`: is one bot stronger than another?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::value_parser;
use tradewinds::game::InputError;
use tradewinds::tournament::{Format, Manifest, Recording, RunOptions, Seating, SprtSettings};

use super::tournament::play;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game to play
    #[arg(long)]
    game: String,
    /// Number of seats
    #[arg(long, value_name = "N")]
    players: usize,
    /// Bot to test: a preset's name, or the path of a TOML file
    #[arg(long, value_name = "PRESET")]
    a: String,
    /// Bot to test it against
    #[arg(long, value_name = "PRESET")]
    b: String,
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
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    max_deals: u64,
    /// Use this variant: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long)]
    variant: Option<String>,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Folder to write the run to [default: results/runs/sprt-GAME-A-B]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Plays the test of `args`, or goes on with it, and prints what it found.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stem = |entry: &str| {
        let stem = Path::new(entry).file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let manifest = Manifest {
        name: format!("sprt-{}-{}-{}", args.game, stem(&args.a), stem(&args.b)),
        game: args.game.clone(),
        players: args.players,
        seed: args.seed,
        deals: Some(args.max_deals),
        games: None,
        format: Format::Duel,
        lineup: vec![args.a.clone(), args.b.clone()],
        seating: Seating::Rotations,
        variant: args.variant.clone(),
        until_width: None,
        adaptive: false,
        record: Recording::None,
        sprt: Some(SprtSettings { elo0: args.elo0, elo1: args.elo1, alpha: args.alpha, beta: args.beta }),
    };
    let on_command_line = |error: InputError| error.in_file("command line");
    manifest.check().map_err(on_command_line)?;
    let options = RunOptions { threads: args.threads.map_or(0, usize::from), shard: None };
    play(manifest, Path::new("command line"), args.out.clone(), options)
}
