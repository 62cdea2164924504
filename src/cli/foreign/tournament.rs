//! `tradewinds foreign tournament`: bots against each other.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::program::ProgramArgs;
use crate::cli::number::whole;
use crate::cli::progress::ProgressArgs;
use crate::cli::screen;
use crate::cli::tournament::stop_on_interrupt;
use crate::foreign::{Contest, ForeignPlayer, KeptFile, KeptGames, Piped, PlayedGame, standings};
use crate::game::{Game as _, InputError, Seed, counted};
use crate::lab::StudyWatch as _;
use crate::report::{Align, TextTable, decimal};
use crate::tournament::Progress;

/// How a file of other games can be used all the same.
const HINT: &str = "or another file; --force plays all games anew";

#[derive(clap::Args)]
pub(super) struct Args {
    /// Bots for any game, one for each seat: names, or paths of TOML files
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Play this many deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(1..=1_000_000))]
    deals: u64,
    /// Play every order of the bots, in place of their rotations
    #[arg(long)]
    permutations: bool,
    /// Add a row for each seat of each game to this CSV file; the same command goes on where it was stopped
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Play all games anew and replace the CSV file
    #[arg(long, requires = "csv")]
    force: bool,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    program: ProgramArgs,
}

/// Plays the tournament, or goes on with it, and prints its standings. If the game fails, the games before are kept.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut names: Vec<&str> = Vec::new();
    for name in &args.bots {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let players: Vec<ForeignPlayer<Piped>> =
        names.iter().map(|name| ForeignPlayer::find(name)).collect::<Result<_, _>>()?;
    let game = args.program.start()?;
    let seats = game.players();
    if args.bots.len() != seats {
        let (found, allowed) = (args.bots.len().to_string(), format!("{seats}, one for each seat"));
        return Err(InputError::new("--bots", "", found, allowed).into());
    }
    let places = args.bots.iter().filter_map(|bot| names.iter().position(|name| name == bot));
    let contest = Contest {
        lineup: places.collect(),
        deals: args.deals,
        permutations: args.permutations,
        seed: Seed(args.program.seed),
    };
    let own_names = names.iter().map(|&name| name.to_owned()).collect();
    let file = args.csv.as_deref().map(|path| KeptFile { path, force: args.force, hint: HINT });
    let mut kept = KeptGames::open(file.as_ref(), &contest, own_names)?;
    let stop = stop_on_interrupt()?;
    let mut meter = args.progress.meter();
    meter.begin("games", "");
    let shown = |number| meter.progress(&Progress::counted(number as u64, contest.games()));
    let played = kept.play(&game, &contest, &players, &stop, shown);
    drop(meter);
    played??;
    let (games, resumed) = (kept.games(), kept.resumed());
    let how =
        if resumed > 0 { format!("went on after {}; ", counted(resumed, "game")) } else { String::new() };
    let (all, table) = (counted(contest.games(), "game"), table(&contest, games, &names));
    screen::print(format_args!("{table}\n{how}{} of {all}\n", games.len()))
        .context("cannot print the standings")?;
    if (games.len() as u64) < contest.games() {
        let hint = if args.csv.is_some() { "the same command goes on" } else { "--csv keeps games" };
        bail!("interrupted after {} of {all}; {hint}", games.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the standings for people.
fn table(contest: &Contest, games: &[PlayedGame], names: &[&str]) -> String {
    let columns = [
        ("bot", Align::Left),
        ("seats", Align::Right),
        ("win share", Align::Right),
        ("95 %", Align::Right),
        ("points", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    let none = || "NA".to_owned();
    let percent = |share: f64| format!("{} %", decimal(100.0 * share, 1));
    for standing in standings(contest, names.len(), games) {
        let interval = standing.share.and_then(|share| share.interval);
        table.row([
            names[standing.bot].to_owned(),
            standing.seats.to_string(),
            standing.share.map_or_else(none, |share| percent(share.share)),
            interval.map_or_else(none, |ends| format!("{} to {}", percent(ends.low), percent(ends.high))),
            standing.points.map_or_else(none, |points| decimal(points, 2)),
        ]);
    }
    match games.iter().filter(|game| game.truncated).count() {
        0 => table.to_string(),
        count => format!("{table}\ngames stopped by max_decisions, whose deals do not count: {count}\n"),
    }
}
