//! Reviews of many records, summed up: what one player does wrong.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::game::{InputError, counted};
use crate::review::{Mistakes, Review, mistakes_page};
use crate::threads::pool;
use anyhow::{Context, bail};

use super::Args;
use crate::cli::judging::{journal_of, judge_all};
use crate::cli::new_file::NewFile;
use crate::cli::records;
use crate::cli::screen;
use crate::cli::tournament::stop_on_interrupt;

/// Reviews all records of `args`, or goes on with their reviews, and prints what they have in common.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (option, is_given) in [("--at", args.at.is_some()), ("--journal", args.journal.is_some())] {
        if is_given {
            let found = counted(args.records.len(), "file or folder").replace("folders", "folder");
            return Err(
                InputError::conflict(option, "", found, "one record, without --seat and --name").into()
            );
        }
    }
    let mut records = records::read(&args.records)?;
    args.seats.keep(&mut records)?;
    // Created before the work, so that none is lost.
    let html = args.html.as_deref().map(|path| NewFile::create(path, args.force)).transpose()?;
    let pool = pool(args.judging.threads.number())?;
    let stop = stop_on_interrupt()?;
    let mut meter = args.judging.progress.meter();
    let all = records.len();
    let mut reviews: Vec<(String, Review)> = Vec::new();
    for (place, (path, record)) in records.into_iter().enumerate() {
        let source = path.display().to_string();
        let journal = journal_of(&path, &record);
        let reviewer = args.judging.reviewer(&source, record)?;
        let part = format!("game {} of {all}", place + 1);
        let judged = judge_all(&reviewer, &journal, &pool, &stop, &part, &mut meter)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        reviews.push((source, reviewer.review(&judged)));
    }
    drop(meter);
    let mistakes = Mistakes::of(&reviews, &args.seats.chosen());
    if let Some(file) = html {
        file.write(&mistakes_page(&mistakes).to_html())?;
    }
    let output = if args.json { mistakes.to_json() } else { mistakes.to_string() };
    screen::print_report(&output, args.json).context("cannot print the mistakes")?;
    if stop.load(Ordering::Relaxed) {
        bail!("interrupted after {} of {}; the same command goes on", reviews.len(), counted(all, "game"));
    }
    Ok(ExitCode::SUCCESS)
}
