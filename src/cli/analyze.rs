//! `tradewinds analyze`: the result of a search at a position or a decision of a record, and how it was
//! reached.

mod answer;
mod json;
mod measured;
mod page;
mod source;
mod study;
mod text;
mod worlds;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::game::{InputError, Seed};
use crate::tournament::Reads;
use anyhow::Context;

use super::new_file::NewFile;
use super::number::whole;
use super::position_file::PositionFile;
use super::rules::RulesChoice;
use super::screen;
use super::search::{DEFAULT_BOT, find_search};
use source::Source;
use study::Study;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Position, record or table to analyze, or - for standard input
    #[arg(value_name = "POSITION|RECORD")]
    source: PathBuf,
    /// Analyze this decision of a record or table, from 0
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    at: Option<usize>,
    /// Game of the position [default: as the position says]
    #[arg(long)]
    game: Option<String>,
    /// Search with this preset: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = DEFAULT_BOT)]
    bot: String,
    /// Search for this many iterations [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    iterations: Option<u32>,
    /// Search for this many milliseconds; results then depend on the machine [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    time_ms: Option<u32>,
    /// Search this many worlds that the seat holds possible, each as if everybody knew it and with the same
    /// budget; 0 for none
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole::<u32>(..=1_000))]
    worlds: u32,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(..))]
    seed: u64,
    /// Refuse the position unless this seat, from 1, is to move
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    seat: Option<usize>,
    /// Use this variant: a name, or the path of a TOML file [default: the rules that the position names]
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Write a page with charts to this file as well
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace the page if it is there
    #[arg(long, requires = "html")]
    force: bool,
}

/// Analyzes the position or decision that `args` name, for the seat to move.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = PositionFile::read(&args.source, Reads::PositionOrRecord)?;
    let game = file.game(args.game.as_deref())?;
    let plan = find_search(&game.info(), &args.bot)?.with_budget(args.iterations, args.time_ms)?;
    let source = Source::find(game, args, &file)?;
    if let Some(wanted) = args.seat.filter(|&wanted| wanted != source.seat.number()) {
        let allowed = format!("{}, the seat to move", source.seat.number());
        return Err(InputError::new("--seat", "", wanted.to_string(), allowed).into());
    }
    source.game.table().check_search(&plan)?;
    // Created before the search, so that no work is lost.
    let html = args.html.as_deref().map(|path| NewFile::create(path, args.force)).transpose()?;
    let study = Study::make(&source, &plan, Seed(args.seed), args.worlds)?;
    if let Some(file) = html {
        let page = page::write(&study, &source)?;
        file.write(&page)?;
    }
    let output = if args.json { format!("{:#}\n", json::object(&study)) } else { text::report(&study) };
    screen::print_report(&output, args.json).context("cannot print the analysis")?;
    Ok(ExitCode::SUCCESS)
}
