//! `tradewinds export`: the tables of runs for databases and data frames.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::find;
use crate::game::counted;
use crate::tournament::{TableFormat, Tournament, export};
use anyhow::Context;

use super::notes;
use super::run_folder::{check_folders, read_manifest};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of a run or of the parts of one, which may be under way
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Folder to write to: a folder for each table, and there a file for each part of the run
    #[arg(long, value_name = "DIR")]
    parquet: PathBuf,
}

/// Exports the runs of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    TableFormat::Parquet.check_built()?;
    check_folders(&args.runs)?;
    let (manifest, source) = read_manifest(&args.runs[0])?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let tournament = Tournament::new(game, manifest, &source)?;
    let exported = export(&tournament, &args.runs, TableFormat::Parquet, &args.parquet)?;
    for (folder, part) in args.runs.iter().zip(&exported) {
        if !part.is_whole {
            notes::say(&format!("{} is not finished: its whole blocks were exported", folder.display()));
        }
    }
    let games: u64 = exported.iter().map(|part| part.games).sum();
    writeln!(io::stdout(), "{}; files: {}", counted(games, "game"), args.parquet.display())
        .context("cannot print where the files are")?;
    Ok(ExitCode::SUCCESS)
}
