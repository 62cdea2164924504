//! `tradewinds merge`: join the parts of a run.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::game::CompleteGame;
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::tournament::{Tournament, merge};

use super::faults::Leniency;
use super::run_folder::read_manifest;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of the parts
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Folder to write the whole run to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    leniency: Leniency,
}

/// Joins the parts of `args` and prints the standings.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (manifest, source) = read_manifest(&args.parts[0])?;
    let name = manifest.game.clone();
    let file = source.display().to_string();
    with_game(&name, Merge { args, manifest, source }).map_err(|error| error.in_file(file))?
}

/// Joins parts once their game is known.
struct Merge<'a> {
    args: &'a Args,
    manifest: tradewinds::tournament::Manifest,
    source: PathBuf,
}

impl GameVisitor for Merge<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, manifest, source } = self;
        let tournament = Tournament::<G>::new(manifest, &source)?;
        let standings = merge(&tournament, &args.parts, &args.out)?;
        write!(io::stdout(), "{standings}\nfiles: {}\n", args.out.display())
            .context("cannot print the standings")?;
        Ok(args.leniency.status(&standings.faults()))
    }
}
