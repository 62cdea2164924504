//! `tradewinds standings`: the standings of a run as they are now.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::game::CompleteGame;
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::tournament::{Manifest, Tournament, standings_so_far};

use super::faults::Leniency;
use super::run_folder::read_manifest;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the run, which may be under way
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    leniency: Leniency,
}

/// Prints the standings of the run of `args`; nothing is played or written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (manifest, source) = read_manifest(&args.folder)?;
    let name = manifest.game.clone();
    let file = source.display().to_string();
    with_game(&name, Show { args, manifest, source }).map_err(|error| error.in_file(file))?
}

/// Prints standings once the game is known.
struct Show<'a> {
    args: &'a Args,
    manifest: Manifest,
    source: PathBuf,
}

impl GameVisitor for Show<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, manifest, source } = self;
        let tournament = Tournament::<G>::new(manifest, &source)?;
        let standings = standings_so_far(&tournament, &args.folder)?;
        write!(io::stdout(), "{standings}").context("cannot print the standings")?;
        Ok(args.leniency.status(&standings.faults()))
    }
}
