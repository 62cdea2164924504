//! `tradewinds bots`: the shipped presets.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::arena::NAMES;
use tradewinds::bots::Preset;
use tradewinds::game::InputError;
use tradewinds::report::{Align, TextTable};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only those that play this game [default: all]
    #[arg(long)]
    game: Option<String>,
}

/// Prints a row for each preset.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let games: Vec<&str> = match &args.game {
        None => NAMES.to_vec(),
        Some(name) => match NAMES.iter().find(|known| *known == name) {
            Some(known) => vec![known],
            None => return Err(InputError::unknown_name("--game", "", name, NAMES.iter().copied()).into()),
        },
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
    write!(io::stdout(), "{table}").context("cannot print the bots")?;
    Ok(ExitCode::SUCCESS)
}
