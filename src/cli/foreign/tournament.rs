//! `tradewinds foreign tournament`: bots against each other.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::program::ProgramArgs;
use crate::cli::new_file::NewFile;
use crate::cli::number::whole;
use crate::cli::screen;
use crate::foreign::{Contest, ForeignPlayer, Piped, PlayedGame, play_contest, standings};
use crate::game::{Game as _, InputError, Seed};
use crate::report::{Align, CsvRows, TextTable, decimal};

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
    /// Write a row for each seat of each game to this CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it is there
    #[arg(long, requires = "csv")]
    force: bool,
    #[command(flatten)]
    program: ProgramArgs,
}

/// The columns of the CSV file.
const COLUMNS: [&str; 8] = ["game", "deal", "seat", "bot", "score", "win_share", "decisions", "truncated"];

/// Plays the tournament and prints its standings. If the game fails, the games before are written all the same.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut names: Vec<&str> = Vec::new();
    for name in &args.bots {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let players: Vec<ForeignPlayer<Piped>> =
        names.iter().map(|name| ForeignPlayer::find(name)).collect::<Result<_, _>>()?;
    let file = args.csv.as_deref().map(|path| NewFile::create(path, args.force)).transpose()?;
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
    let mut games = Vec::new();
    let played = play_contest(&game, &contest, &players, |played| {
        games.push(played);
        ControlFlow::Continue(())
    });
    if let Some(file) = file {
        let path = args.csv.as_deref().unwrap_or(Path::new("-"));
        let text = csv(&games, &names).with_context(|| format!("cannot write {}", path.display()))?;
        file.write(&text)?;
    }
    played?;
    screen::print(format_args!("{}", table(&contest, &games, &names)))
        .context("cannot print the standings")?;
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

/// Writes a row for each seat of each game.
fn csv(games: &[PlayedGame], names: &[&str]) -> anyhow::Result<String> {
    let mut rows = CsvRows::new(Vec::new());
    rows.row(COLUMNS)?;
    for (number, game) in games.iter().enumerate() {
        for (seat, &bot) in game.bots.iter().enumerate() {
            rows.whole(number);
            rows.whole(game.deal);
            rows.whole(seat);
            rows.text(names[bot]);
            rows.text(&game.scores[seat].to_string());
            rows.text(&game.win_share[seat].to_string());
            rows.whole(game.decisions);
            rows.text(if game.truncated { "true" } else { "false" });
            rows.end()?;
        }
    }
    Ok(String::from_utf8(rows.finish()?)?)
}
