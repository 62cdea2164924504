//! `tradewinds balance`: is a variant fairer?

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use crate::arena::{Playable, find};
use crate::game::InputError;
use crate::lab::Study as _;
use crate::lab::balance::{Balance, BalanceManifest, FairSettings, Sweep};
use crate::lab::fair::Fair;
use crate::tournament::{MAX_GAMES, Reads};
use anyhow::{Context, bail};

use super::faults::Leniency;
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
    /// Play this many deals at every table with every variant, and fewer at the higher levels [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    deals: Option<u64>,
    /// Sweep a number of the rules from one value to another, both included, such as factory.cost=6..9
    /// [default: as the manifest says]
    #[arg(long, value_name = "PATH=FROM..TO")]
    sweep: Option<String>,
    /// Review this many games of each variant for the gift matrix [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..=MAX_GAMES))]
    gifts: Option<u64>,
    /// Find the least changes that make it fair [default: if the manifest has the table fair]
    #[arg(long)]
    fair: bool,
    /// Play one part of every tournament of the study, to be joined by `tradewinds merge`: I/N, or auto or auto/N for the
    /// part that the scheduler of a job array gives to this task, in a folder of its own in that of --out
    #[arg(long, value_name = "I/N")]
    shard: Option<ShardArg>,
    #[command(flatten)]
    leniency: Leniency,
}

/// Plays the study of `args`, or continues it, and prints its verdicts.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Balance, BalanceManifest::parse)?;
    if let Some(deals) = args.deals {
        manifest.deals = deals;
        manifest.level_deals.clear();
        manifest.tables.iter_mut().for_each(|table| table.deals = None);
    }
    manifest.gifts = args.gifts.unwrap_or(manifest.gifts);
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    if let Some(sweep) = &args.sweep {
        manifest.sweep = Some(Sweep::parse(sweep, game.info().data)?);
    }
    manifest.fair = manifest.fair.or_else(|| args.fair.then(FairSettings::default));
    let asked = Asked { game, manifest, source: &args.played.manifest };
    notes::on_bots(&game.info(), asked.source, &asked.manifest);
    let (threads, mut meter) = (args.played.threads(), args.played.meter());
    let stop = stop_on_interrupt()?;
    match args.shard {
        None => asked.play(&folder, threads, meter, &stop, args.leniency),
        Some(shard) => {
            let (shard, folder) = shard.part(folder)?;
            let study = asked.in_parts(&folder, None, threads, &stop, &mut meter)?;
            let is_done = study.play_part(shard, threads, &stop, &mut meter);
            drop(meter);
            study::part_is_played(is_done?, shard, &folder)
        }
    }
}

/// The file of a study's manifest in its folder.
const MANIFEST: &str = "balance.toml";

/// Returns whether a folder is that of a study, or of a part of one.
pub(super) fn is_study(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Joins the parts of a study, plays what is left, and prints it.
pub(super) fn join(
    parts: &[PathBuf],
    out: &Path,
    mut meter: Meter,
    leniency: Leniency,
) -> anyhow::Result<ExitCode> {
    study::check_parts(parts, MANIFEST)?;
    let source = parts[0].join(MANIFEST);
    let manifest = input_file::read(&source, Reads::Manifest(ManifestKind::Balance), BalanceManifest::parse)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let asked = Asked { game, manifest, source: &source };
    asked.balance(out)?.check_parts(parts)?;
    let stop = stop_on_interrupt()?;
    asked.in_parts(out, Some(&parts[0]), 0, &stop, &mut meter)?.join(parts)?;
    asked.play(out, 0, meter, &stop, leniency)
}

/// A study that is asked for.
struct Asked<'a> {
    game: &'static dyn Playable,
    manifest: BalanceManifest,
    source: &'a Path,
}

impl Asked<'_> {
    fn balance(&self, folder: &Path) -> Result<Balance, InputError> {
        Balance::new(self.game, self.manifest.clone(), self.source, folder)
    }

    fn fair(&self, folder: &Path) -> Result<Fair, InputError> {
        Fair::new(self.game, self.manifest.clone(), self.source, folder)
    }

    /// Returns the study that is played in parts: the search for the least change comes first, or is that of a part.
    fn in_parts(
        &self,
        folder: &Path,
        part: Option<&Path>,
        threads: usize,
        stop: &AtomicBool,
        meter: &mut Meter,
    ) -> anyhow::Result<Balance> {
        if self.manifest.fair.is_none() {
            return Ok(self.balance(folder)?);
        }
        let study = self.fair(folder)?;
        if let Some(part) = part {
            study.take_search(part)?;
        }
        study.found_by(threads, stop, meter)?.context(study::INTERRUPTED)
    }

    /// Plays the study, or what is left of it, and prints its verdicts.
    fn play(
        &self,
        folder: &Path,
        threads: usize,
        mut meter: Meter,
        stop: &AtomicBool,
        leniency: Leniency,
    ) -> anyhow::Result<ExitCode> {
        let found = if self.manifest.fair.is_some() {
            let found = self.fair(folder)?.run(threads, stop, &mut meter)?;
            found.map(|(answer, result)| (Some(answer), result))
        } else {
            self.balance(folder)?.run(threads, stop, &mut meter)?.map(|result| (None, result))
        };
        drop(meter);
        let Some((answer, result)) = found else { bail!(study::INTERRUPTED) };
        if let Some(answer) = answer {
            screen::print(format_args!("{answer}\n")).context("cannot print the answer")?;
        }
        screen::print(format_args!("{result}\nfiles: {}\n", folder.display()))
            .context("cannot print the study")?;
        Ok(leniency.status(&result.faults))
    }
}
