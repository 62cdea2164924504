//! `tradewinds bots show`: what a preset says.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::bots::{BotKind, Preset};
use tradewinds::game::{CompleteGame, InputError, Weights, check_weight};
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::report::{Align, TextTable};
use tradewinds::tournament::find_preset;

use super::super::notes;
use super::{known_game, settings};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Bot: the name of a preset, or the path of a TOML file
    name: String,
    /// Game that it plays
    #[arg(long)]
    game: String,
}

/// Prints a preset with all that it leaves out or takes from its base.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = with_game(known_game(&args.game)?, Show(&args.name))??;
    write!(io::stdout(), "{text}").context("cannot print the bot")?;
    Ok(ExitCode::SUCCESS)
}

/// Shows a preset once the game is known.
struct Show<'a>(&'a str);

impl GameVisitor for Show<'_> {
    type Output = Result<String, InputError>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let found = find_preset::<G>(self.0, Path::new(""))?;
        let preset = found.value;
        let mut text = heading(&preset);
        match &preset.kind {
            BotKind::Heuristic(given) => text += &weights::<G>(&preset.name, given)?,
            BotKind::Search { settings, weights: given } => {
                text += &table("setting", settings::rows(settings));
                text += &weights::<G>(&preset.name, given)?;
            }
            BotKind::External(settings) => {
                _ = write!(
                    text,
                    "\ncommand  {}\ntime_ms  {}\n",
                    settings.command.join(" "),
                    settings.time_ms
                );
            }
            _ => {}
        }
        if let Some(note) = &found.note {
            notes::say(note);
        }
        Ok(text)
    }
}

/// Writes name, game, kind and, if there is one, the description.
fn heading(preset: &Preset) -> String {
    let mut text = format!("bot    {}\ngame   {}\nkind   {}\n", preset.name, preset.game, preset.kind.word());
    if !preset.about.is_empty() {
        _ = writeln!(text, "about  {}", preset.about);
    }
    text
}

/// Writes the weights of the policy of `G`, those left out with their defaults.
fn weights<G: CompleteGame>(bot: &str, given: &Weights) -> Result<String, InputError> {
    for (name, &value) in given {
        check_weight(G::weights(), name, value).map_err(|error| error.in_file(format!("bot {bot}")))?;
    }
    let rows = G::weights().iter().map(|doc| {
        let value = given.get(doc.name).unwrap_or(&doc.default);
        [doc.name.to_owned(), value.to_string(), doc.default.to_string(), doc.meaning.to_owned()]
    });
    Ok(table("weight", rows))
}

/// Writes a table after an empty line.
fn table(title: &str, rows: impl IntoIterator<Item = [String; 4]>) -> String {
    let mut table = TextTable::new(&[
        (title, Align::Left),
        ("value", Align::Right),
        ("default", Align::Right),
        ("meaning", Align::Left),
    ]);
    for row in rows {
        table.row(row);
    }
    format!("\n{table}")
}
