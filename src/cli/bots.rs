//! `tradewinds bots`: the shipped presets, and the contents of one of them.

mod settings;
mod show;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use tradewinds::arena::NAMES;
use tradewinds::bots::Preset;
use tradewinds::game::InputError;
use tradewinds::report::{Align, TextTable};

use super::screen;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only those that play this game [default: all]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Show the weights of a bot and the settings of its search, each with default and meaning
    Show(show::Args),
}

/// Prints a row for each preset, or all details of one.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Command::Show(args)) => show::run(args),
        None => list(args.game.as_deref()),
    }
}

/// Prints a row for each preset, of one game or of all.
fn list(game: Option<&str>) -> anyhow::Result<ExitCode> {
    let games = match game {
        None => NAMES.to_vec(),
        Some(name) => vec![known_game(name)?],
    };
    let presets: BTreeMap<_, _> = games
        .into_iter()
        .flat_map(Preset::shipped)
        .map(|preset| ((preset.name.clone(), preset.game.clone()), preset))
        .collect();
    let columns = ["bot", "game", "kind", "about"].map(|title| (title, Align::Left));
    let mut table = TextTable::new(&columns);
    for preset in presets.into_values() {
        table.row([preset.name, preset.game, preset.kind.word().to_owned(), preset.about]);
    }
    screen::print(format_args!("{table}")).context("cannot print the bots")?;
    Ok(ExitCode::SUCCESS)
}

/// Finds the game of `--game`.
fn known_game(name: &str) -> Result<&'static str, InputError> {
    let known = NAMES.iter().find(|known| **known == name);
    known.copied().ok_or_else(|| InputError::unknown_name("--game", "", name, NAMES.iter().copied()))
}
