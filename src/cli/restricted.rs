//! `tradewinds restricted`: what if a seat never makes a choice, or always?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::find;
use crate::lab::Study as _;
use crate::lab::restricted::{Restricted, RestrictedManifest, RestrictedResult};
use crate::tournament::Reads;
use anyhow::{Context, bail};

use super::input_file;
use super::manifest_args::{ManifestArgs, ManifestKind};
use super::notes;
use super::number::whole;
use super::progress::Meter;
use super::screen;
use super::shard::ShardArg;
use super::study;
use super::tournament::stop_on_interrupt;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    /// Play this many deals with each restriction [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(2..))]
    deals: Option<u64>,
    /// Play the free games and one part of all others, to be joined by `tradewinds merge`: I/N, or auto or auto/N for the
    /// part that the scheduler of a job array gives to this task, in a folder of its own in that of --out
    #[arg(long, value_name = "I/N")]
    shard: Option<ShardArg>,
}

/// The file of a study's manifest in its folder.
const MANIFEST: &str = "restricted.toml";

/// Plays the study of `args`, or continues it, and prints its verdicts.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Restricted, RestrictedManifest::parse)?;
    manifest.deals = args.deals.unwrap_or(manifest.deals);
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let Some(shard) = args.shard else {
        let study = Restricted::new(game, manifest.clone(), &args.played.manifest, &folder)?;
        return print(&study::run(&study, game, &args.played, &manifest)?, &folder);
    };
    let (shard, folder) = shard.part(folder)?;
    let study = Restricted::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    notes::on_bots(&game.info(), &args.played.manifest, &manifest);
    let (stop, mut meter) = (stop_on_interrupt()?, args.played.meter());
    let is_done = study.play_part(shard, args.played.threads(), &stop, &mut meter);
    drop(meter);
    study::part_is_played(is_done?, shard, &folder)
}

/// Returns whether a folder is that of a study, or of a part of one.
pub(super) fn is_study(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Joins the parts of a study, and prints it.
pub(super) fn join(parts: &[PathBuf], out: &Path, mut meter: Meter) -> anyhow::Result<ExitCode> {
    study::check_parts(parts, MANIFEST)?;
    let source = parts[0].join(MANIFEST);
    let manifest =
        input_file::read(&source, Reads::Manifest(ManifestKind::Restricted), RestrictedManifest::parse)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let study = Restricted::new(game, manifest, &source, out)?;
    let stop = stop_on_interrupt()?;
    if !study.join(parts, 0, &stop, &mut meter)? {
        bail!(study::INTERRUPTED);
    }
    let result = study.run(0, &stop, &mut meter)?.context(study::INTERRUPTED)?;
    drop(meter);
    print(&result, out)
}

fn print(result: &RestrictedResult, folder: &Path) -> anyhow::Result<ExitCode> {
    screen::print(format_args!("{result}\nfiles: {}\n", folder.display()))
        .context("cannot print the study")?;
    Ok(ExitCode::SUCCESS)
}
