//! `tradewinds games`: the games and their variants.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::game::{CompleteGame, InputError, Variant};
use tradewinds::games::{GameVisitor, NAMES, with_game};
use tradewinds::report::{Align, TextTable};

#[derive(clap::Args)]
pub(crate) struct Args {}

/// Prints a row for each variant of each game.
pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let columns = ["game", "players", "variant", "about"].map(|title| (title, Align::Left));
    let mut table = TextTable::new(&columns);
    for name in NAMES {
        with_game(name, Rows(&mut table))??;
    }
    write!(io::stdout(), "{table}").context("cannot print the games")?;
    Ok(ExitCode::SUCCESS)
}

/// Adds a game's rows.
struct Rows<'a>(&'a mut TextTable);

impl GameVisitor for Rows<'_> {
    type Output = Result<(), InputError>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let mut row = |name: &str, variant: &Variant| {
            let players: Vec<String> = G::PLAYERS
                .filter(|&players| G::new(players, variant).is_ok())
                .map(|players| players.to_string())
                .collect();
            self.0.row([G::NAME.to_owned(), players.join(" "), name.to_owned(), variant.about.clone()]);
        };
        row("standard", &Variant::standard());
        for (name, text) in G::shipped_variants() {
            row(name, &Variant::parse(name, text, G::NAME)?);
        }
        Ok(())
    }
}
