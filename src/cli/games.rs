//! `tradewinds games`: the games and their variants.

use std::process::ExitCode;

use anyhow::Context;
use tradewinds::arena::{NAMES, Playable, find};
use tradewinds::game::{InputError, Variant};

use tradewinds::report::{Align, TextTable};

use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {}

/// Prints a row for each variant of each game.
pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let columns = ["game", "players", "variant", "about"].map(|title| (title, Align::Left));
    let mut table = TextTable::new(&columns);
    for name in NAMES {
        add(&mut table, find(name)?)?;
    }
    screen::print(format_args!("{table}")).context("cannot print the games")?;
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
