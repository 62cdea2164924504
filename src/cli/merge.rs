//! `tradewinds merge`: join the parts of a run or of a study.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::find;
use crate::tournament::{Merged, SuspectPart, Tournament, merge};
use anyhow::Context;

use super::balance;
use super::faults::Leniency;
use super::notes;
use super::progress::ProgressArgs;
use super::restricted;
use super::run_folder::{check_folders, read_manifest, report_of};
use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of the parts
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Folder to write the whole run or study to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    leniency: Leniency,
}

/// Joins the parts of `args` and prints the standings, or the verdicts.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if balance::is_study(&args.parts[0]) {
        return balance::join(&args.parts, &args.out, args.progress.meter(), args.leniency);
    }
    if restricted::is_study(&args.parts[0]) {
        return restricted::join(&args.parts, &args.out, args.progress.meter());
    }
    check_folders(&args.parts)?;
    let (manifest, source) = read_manifest(&args.parts[0])?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let tournament = Tournament::new(game, manifest, &source)?;
    let Merged { standings, suspects } = merge(&tournament, &args.parts, &args.out)?;
    for SuspectPart { part, difference } in suspects {
        let part = args.parts[part].display();
        notes::say(&format!(
            "{part} differs from the other parts by more than chance allows, in {difference}; was it played by the \
             same program, on a machine that computes right? Play it again elsewhere and compare"
        ));
    }
    screen::print(format_args!("{standings}\nreport: {}\n", report_of(&args.out).display()))
        .context("cannot print the standings")?;
    Ok(args.leniency.status(&standings.faults()))
}
