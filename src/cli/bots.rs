//! `tradewinds bots`: the shipped presets, and the contents of one of them.

mod settings;
mod show;

use std::collections::BTreeMap;
use std::process::ExitCode;

use crate::arena::game_names;
use crate::bots::Preset;
use crate::game::InputError;
use crate::report::{Align, TextTable};
use anyhow::Context;
use clap::Subcommand;

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
        None => game_names().to_vec(),
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
    let known = game_names().iter().find(|known| **known == name);
    known.copied().ok_or_else(|| InputError::unknown_name("--game", "", name, game_names().iter().copied()))
}
