//! `tradewinds ratings`: one rating list of several runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::report::CsvRows;
use crate::tournament::{Anchor, Ratings, ratings};
use anyhow::Context;

use super::faults::Leniency;
use super::new_file::NewFile;
use super::run_folder::{self, check_folders};
use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of runs of one game, or of parts of runs, which may be under way
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Fix the rating of a bot; of several, the mean difference is 0 [default: the mean rating is 0]
    #[arg(long, value_name = "BOT=ELO", value_parser = anchor)]
    anchor: Vec<Anchor>,
    /// Write ratings.csv and a page into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace these files if they are there
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    leniency: Leniency,
}

/// The largest rating of an anchor, beside which differences are exact.
const MOST: f64 = 100_000.0;

/// Reads an anchor.
fn anchor(text: &str) -> Result<Anchor, String> {
    let parts = text.rsplit_once('=').and_then(|(bot, rating)| Some((bot, rating.parse::<f64>().ok()?)));
    match parts {
        Some((bot, rating)) if !bot.is_empty() && rating.abs() <= MOST => {
            Ok(Anchor { bot: bot.to_owned(), rating })
        }
        _ => Err(format!("allowed: BOT=ELO, ELO from -{MOST} to {MOST}, such as steady=0")),
    }
}

/// Rates the bots of the runs of `args`, and prints the list.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_folders(&args.runs)?;
    let open = |folder: &PathBuf| Ok((run_folder::open(folder)?, folder.clone()));
    let runs = args.runs.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let found = ratings(&runs, &args.anchor)?;
    let mut text = found.to_string();
    if let Some(out) = &args.out {
        write(&found, out, args.force)?;
        text += &format!("\nfiles: {}\n", out.display());
    }
    screen::print(format_args!("{text}")).context("cannot print the ratings")?;
    Ok(args.leniency.status(&found.faults))
}

fn write(found: &Ratings, out: &Path, force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(out).with_context(|| format!("cannot write {}", out.display()))?;
    let [csv, page] = ["ratings.csv", "ratings.html"].map(|name| NewFile::create(&out.join(name), force));
    let (csv, page) = (csv?, page?);
    let (header, rows) = found.csv();
    let mut text = CsvRows::new(Vec::new());
    text.row(header)?;
    rows.into_iter().try_for_each(|row| text.row(row))?;
    csv.write(&String::from_utf8(text.finish()?)?)?;
    page.write(&found.page())
}
