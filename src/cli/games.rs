//! `tradewinds games`: the games, their variants, which of their numbers are reconstructed, and what learners read.

mod features;
mod ranges;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::{GameInfo, Playable, find, game_names};
use crate::game::{InputError, Variant};
use anyhow::Context;

use crate::report::{Align, TextTable};

use super::number::whole;
use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game [default: all]
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// List the numbers that no source gives, each with its path for a variant, our value and the reason
    #[arg(long)]
    reconstructed: bool,
    /// List what learners read: the features of networks, the observations, and the indices of actions
    #[arg(long, conflicts_with = "reconstructed")]
    features: bool,
    /// Print these lists as Markdown
    #[arg(long, requires = "features")]
    markdown: bool,
    /// List the numbers that a variant can set and that matter in play: meaning, unit, standard and range
    #[arg(long, requires = "game", conflicts_with_all = ["reconstructed", "features"])]
    ranges: bool,
    /// Write this many variants that are drawn by chance from these ranges
    #[arg(long, value_name = "N", requires_all = ["game", "out"], conflicts_with_all = ["reconstructed", "features", "ranges"],
          value_parser = whole::<u64>(1..=1_000_000))]
    draw: Option<u64>,
    /// Seed of the drawn variants
    #[arg(long, value_name = "N", default_value_t = 1, requires = "draw", value_parser = whole::<u64>(..))]
    seed: u64,
    /// Number of players, of the ranges and of the drawn variants [default: the game's maximum]
    #[arg(long, value_name = "N", requires = "game", value_parser = whole::<usize>(..))]
    players: Option<usize>,
    /// Folder for the drawn variants, made if it is not there
    #[arg(long, value_name = "FOLDER", requires = "draw")]
    out: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "draw")]
    force: bool,
}

/// Prints a row for each variant of each game, or one of the lists.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let names = match &args.game {
        Some(name) => vec![name.as_str()],
        None => game_names().to_vec(),
    };
    let games = names.into_iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let mut text = String::new();
    if let (Some(count), Some(folder), [game]) = (args.draw, &args.out, &games[..]) {
        let players = args.players.unwrap_or(*game.info().players.end());
        return ranges::draw(*game, players, (args.seed, count), folder, args.force);
    }
    if args.ranges {
        for game in games {
            ranges::list(&mut text, game, args.players)?;
        }
    } else if args.reconstructed {
        for game in games {
            list(&mut text, &game.info())?;
        }
    } else if args.features {
        for game in games {
            features::write(&mut text, game, args.markdown)?;
        }
    } else {
        let columns = ["game", "players", "variant", "about"].map(|title| (title, Align::Left));
        let mut table = TextTable::new(&columns);
        for game in &games {
            add(&mut table, *game)?;
        }
        let infos: Vec<GameInfo> = games.iter().map(|game| game.info()).collect();
        let numbers = match &infos[..] {
            [one] => one.numbers(),
            all => GameInfo::numbers_of(all),
        };
        write!(text, "{table}\n{numbers}\n")?;
    }
    screen::print_report(&text, args.markdown).context("cannot print the games")?;
    Ok(ExitCode::SUCCESS)
}

/// Adds a game's rows.
fn add(table: &mut TextTable, game: &dyn Playable) -> Result<(), InputError> {
    let info = game.info();
    let mut row = |name: &str, variant: &Variant| {
        let players: Vec<String> = (info.players.clone())
            .filter(|&players| game.table(players, variant).is_ok())
            .map(|players| players.to_string())
            .collect();
        table.row([info.name.to_owned(), players.join(" "), name.to_owned(), variant.about.clone()]);
    };
    row("standard", &Variant::standard());
    for (name, text) in info.shipped_variants {
        row(name, &Variant::parse(name, text, info.name)?);
    }
    Ok(())
}

/// Lists what is reconstructed of a game.
fn list(text: &mut String, info: &GameInfo) -> anyhow::Result<()> {
    writeln!(text, "{}: {}", info.name, info.numbers())?;
    let parts = info.reconstructed()?;
    for part in &parts {
        writeln!(text, "\n{}\n  why: {}", part.path, part.reason)?;
        for (path, value) in part.settable() {
            writeln!(text, "  {path} = {value}")?;
        }
    }
    let is_number = |(_, value): &(String, &str)| value.parse::<i64>().is_ok();
    if let Some((path, value)) = parts.iter().flat_map(|part| part.settable()).find(is_number) {
        let game = info.name;
        write!(
            text,
            "\nA variant file has the true values of any of these:\n\n  name = \"printed\"\n  game = \"{game}\"\n  [set]\n  \
             \"{path}\" = {value}\n"
        )?;
    }
    text.push('\n');
    Ok(())
}
