//! `tradewinds position random`: a position reached by uniformly random play.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::find;
use crate::game::{InputError, Seed};

use super::super::number::whole;
use super::RulesChoice;
use crate::cli::new_file;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Write the position to this file, - for standard output [default: standard output]
    file: Option<PathBuf>,
    /// Game to play
    #[arg(long)]
    game: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>(..))]
    players: usize,
    /// Play this variant: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long)]
    variant: Option<String>,
    /// Seed the deal and all play from this number
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(..))]
    seed: u64,
    /// Stop after this many decisions [default: a random number before the end of the game]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(..))]
    decisions: Option<u32>,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let game = find(&args.game).map_err(|error| error.with_origin("--game").with_field(""))?;
    let table = RulesChoice::find(game, args.variant.as_deref())?.table(args.players)?;
    let (found, played, wanted) = table.random(Seed(args.seed), args.decisions);
    if played < wanted {
        let allowed = format!("at most {played}: this game ends then");
        return Err(InputError::new("--decisions", "", wanted.to_string(), allowed).into());
    }
    let text = format!("{:#}\n", found.position());
    new_file::write(args.file.as_deref(), args.force, "the position", &text)?;
    Ok(ExitCode::SUCCESS)
}
