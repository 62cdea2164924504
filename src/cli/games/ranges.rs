//! What a variant can set, and variants that are drawn from it by chance.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::arena::{DrawnRules, Playable};
use crate::cli::{new_file::NewFile, screen};
use crate::game::ranges::{Declared, Entry, Span};
use crate::game::{Seed, Variant};
use crate::report::{Align, TextTable};
use anyhow::Context;

/// Lists the numbers that a game declares, for a number of players or the maximum.
pub(super) fn list(text: &mut String, game: &dyn Playable, players: Option<usize>) -> anyhow::Result<()> {
    let info = game.info();
    let players = players.unwrap_or(*info.players.end());
    game.table(players, &Variant::standard())?;
    let declared = DrawnRules::new(game)?.declared();
    let titles = ["path", "standard", "from", "to", "step", "unit", "meaning"];
    let align =
        [Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left, Align::Left];
    let columns: Vec<_> = titles.into_iter().zip(align).collect();
    let mut table = TextTable::new(&columns);
    for entry in &declared.entries {
        if let Some(cells) = row(declared, entry, players) {
            table.row(cells);
        }
    }
    let version = declared.version;
    writeln!(
        text,
        "{}, {players} players. The block of rules: version {version}, {} inputs.\n\n{table}",
        info.name,
        declared.entries.len()
    )?;
    Ok(())
}

/// Returns the row of an entry, if it matters with this number of players.
fn row(declared: &Declared, entry: &Entry, players: usize) -> Option<[String; 7]> {
    let standard = declared.standard(entry, players)?;
    let range = declared.range(entry, players)?;
    let word = |value: i64| match entry.span {
        Span::Switch => (value != 0).to_string(),
        _ => value.to_string(),
    };
    Some([
        entry.path_for(players),
        word(standard),
        word(*range.start()),
        word(*range.end()),
        entry.step.to_string(),
        entry.unit.clone(),
        entry.meaning.clone(),
    ])
}

/// Writes drawn variants as files of a folder.
pub(super) fn draw(
    game: &dyn Playable,
    players: usize,
    (seed, count): (u64, u64),
    folder: &Path,
    force: bool,
) -> anyhow::Result<ExitCode> {
    let rules = DrawnRules::new(game)?;
    let mut variants = Vec::new();
    for index in 0..count {
        variants.push(rules.drawn(players, Seed(seed), index)?);
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut text = String::new();
    for variant in variants {
        let path = folder.join(format!("{}.toml", variant.name));
        NewFile::create(&path, force)?.write(&toml::to_string(&variant)?)?;
        writeln!(text, "{}: {}", path.display(), variant.about)?;
    }
    screen::print_report(&text, false).context("cannot print the variants")?;
    Ok(ExitCode::SUCCESS)
}
