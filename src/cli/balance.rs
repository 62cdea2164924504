//! `tradewinds balance`: is a variant fairer?

use std::process::ExitCode;

use crate::arena::find;
use crate::lab::balance::{Balance, BalanceManifest, Sweep};
use crate::lab::fair::Fair;
use anyhow::Context;

use super::faults::Leniency;
use super::manifest_args::{ManifestArgs, ManifestKind};
use super::number::whole;
use super::screen;
use super::study;

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
    #[arg(long, value_name = "N")]
    gifts: Option<u64>,
    /// Find the least changes that make it fair [default: if the manifest has the table fair]
    #[arg(long)]
    fair: bool,
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
    let result = if args.fair || manifest.fair.is_some() {
        let study = Fair::new(game, manifest.clone(), &args.played.manifest, &folder)?;
        let (answer, result) = study::run(&study, game, &args.played, &manifest)?;
        screen::print(format_args!("{answer}\n")).context("cannot print the answer")?;
        result
    } else {
        let study = Balance::new(game, manifest.clone(), &args.played.manifest, &folder)?;
        study::run(&study, game, &args.played, &manifest)?
    };
    screen::print(format_args!("{result}\nfiles: {}\n", folder.display()))
        .context("cannot print the study")?;
    Ok(args.leniency.status(&result.faults))
}
