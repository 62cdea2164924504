//! `tradewinds bots show`: the contents of a preset.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::{GameInfo, find};
use crate::bots::{BotKind, ExternalSettings, Preset};
use crate::game::{InputError, Origin, Weights, check_weight};
use crate::report::{Align, TextTable};
use crate::tournament::{Reads, find_bot, find_preset, sections_of};
use anyhow::Context;
use serde_json::Value;

use super::super::{input_file, notes};
use super::{known_game, settings};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Bot: the name of a preset, or the path of a TOML file
    name: String,
    /// Game that it plays, without a manifest
    #[arg(long, required_unless_present = "manifest", conflicts_with = "manifest")]
    game: Option<String>,
    /// Manifest whose bot it is: one that it holds itself, or any that it may name
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// Print the whole preset as a file of its own
    #[arg(long)]
    toml: bool,
}

/// Prints a preset, including the settings that it leaves out or takes from its base.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (game, found) = match &args.manifest {
        Some(file) => {
            input_file::check(file, Reads::AnyManifest)?;
            let (name, sections) = input_file::read(file, Reads::AnyManifest, sections_of)?;
            let game = find(&name).map_err(|error| error.in_file(file.display().to_string()))?.info();
            let found = find_bot(&game, &args.name, file, &sections)?;
            (game, found)
        }
        None => {
            let game = find(known_game(args.game.as_deref().unwrap_or_default())?)?.info();
            let found = find_preset(&game, &args.name, Path::new(""))?;
            (game, found)
        }
    };
    let text = if args.toml { found.text } else { shown(&game, &found.value)? };
    if let Some(note) = &found.note {
        notes::say(note);
    }
    write!(io::stdout(), "{text}").context("cannot print the bot")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a preset as its game interprets it.
fn shown(game: &GameInfo, preset: &Preset) -> Result<String, InputError> {
    let mut text = heading(preset);
    match &preset.kind {
        BotKind::Heuristic(given) => {
            if let Some(temperature) = preset.temperature {
                text += &format!("\ntemperature  {temperature}\n");
            }
            text += &weights(game, &preset.name, given)?;
        }
        BotKind::Search { settings, weights: given } => {
            text += &table("setting", settings::rows(settings));
            text += &weights(game, &preset.name, given)?;
        }
        BotKind::External(settings) => {
            let ExternalSettings {
                address, time_ms, start_ms, margin_ms, stop, share, clock, options, ..
            } = settings;
            let (place, program) =
                (if address.is_some() { "address" } else { "command" }, settings.program());
            text += &format!(
                "\n{place}    {program}\ntime_ms    {time_ms}\nstart_ms   {start_ms}\nmargin_ms  {margin_ms}\n"
            );
            if let Some(clock) = clock {
                text += &format!("clock      {clock}\n");
            }
            if *stop {
                text += "stop       true\n";
            }
            if *share {
                text += "share      true\n";
            }
            if let Some(options) = options {
                text += &format!("options    {}\n", Value::from(options.clone()));
            }
        }
        _ => {}
    }
    Ok(text)
}

/// Writes name, game, kind and, if there is one, the description.
fn heading(preset: &Preset) -> String {
    let mut text = format!("bot    {}\ngame   {}\nkind   {}\n", preset.name, preset.game, preset.kind.word());
    if !preset.about.is_empty() {
        _ = writeln!(text, "about  {}", preset.about);
    }
    if let Some(clock) = &preset.clock {
        _ = writeln!(text, "clock  {clock}");
    }
    if let Some(value) = &preset.value {
        let uses = [(value.leaves, "leaves"), (value.priors, "priors")];
        let uses: Vec<&str> = uses.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect();
        _ = writeln!(text, "value  a network of {} bytes, for {}", value.text().len(), uses.join(" and "));
    }
    text
}

/// Writes the weights of the game's policy, those left out with their defaults.
fn weights(game: &GameInfo, bot: &str, given: &Weights) -> Result<String, InputError> {
    for (name, &value) in given {
        check_weight(game.weights, name, value)
            .map_err(|error| error.with_origin(Origin::Preset(bot.to_owned())))?;
    }
    let rows = game.weights.iter().map(|doc| {
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
