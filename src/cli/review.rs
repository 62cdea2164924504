//! `tradewinds review`: what each decision of a recorded game cost, and who paid for it.

mod many;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::game::{InputError, counted};
use crate::review::{Passage, Review, Reviewer, page};
use crate::threads::pool;
use anyhow::{Context, bail};

use super::input_file;
use super::judging::{JudgingArgs, journal_of, judge_all};
use super::new_file::NewFile;
use super::number::whole;
use super::records::SeatArgs;
use super::screen;
use super::tournament::stop_on_interrupt;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record of a game, or its table; several, or a folder with them, such as that of a run: the mistakes of all are summed up
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    seats: SeatArgs,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Judge only this decision of the record, from 0
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    at: Option<usize>,
    /// Keep the decisions that are judged in this file, so that an interrupted review goes on [default: RECORD.review]
    #[arg(long, value_name = "FILE", conflicts_with = "at")]
    journal: Option<PathBuf>,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Write a page to this file as well
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace the page if it is there
    #[arg(long, requires = "html")]
    force: bool,
}

/// Reviews the record of `args`, or goes on with its review; several records are reviewed one after the other.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.records[..] {
        [path] if !path.is_dir() && !args.seats.is_given() => one(args, path),
        _ => many::run(args),
    }
}

fn one(args: &Args, path: &Path) -> anyhow::Result<ExitCode> {
    let source = path.display().to_string();
    let record = input_file::read_record(path)?;
    let journal = args.journal.clone().unwrap_or_else(|| journal_of(path, &record));
    let reviewer = args.judging.reviewer(&source, record)?;
    // Created before the work, so that none is lost.
    let html = args.html.as_deref().map(|path| NewFile::create(path, args.force)).transpose()?;
    let (judged, interrupted) = match args.at {
        Some(at) => (judge_one(&reviewer, args, at)?, false),
        None => {
            let pool = pool(args.judging.threads.number())?;
            let stop = stop_on_interrupt()?;
            let mut meter = args.judging.progress.meter();
            let judged = judge_all(&reviewer, &journal, &pool, &stop, "", &mut meter)?;
            let interrupted = judged.iter().any(Option::is_none);
            (judged, interrupted)
        }
    };
    let review = reviewer.review(&judged);
    if let Some(file) = html {
        file.write(&page(&review).to_html())?;
    }
    print(args, &review)?;
    if interrupted {
        let (judged, all) = (review.judged.len(), counted(review.unforced, "decision"));
        bail!("interrupted after {judged} of {all}; the same command goes on");
    }
    Ok(ExitCode::SUCCESS)
}

/// Judges one decision.
fn judge_one(reviewer: &Reviewer, args: &Args, at: usize) -> anyhow::Result<Vec<Option<Passage>>> {
    let Some(place) = reviewer.place(at) else {
        let allowed = "a decision of the record with more than one legal action";
        return Err(InputError::new("--at", "", at.to_string(), allowed).into());
    };
    let pool = pool(args.judging.threads.number())?;
    let mut judged = vec![None; reviewer.unforced()];
    judged[place] = pool.install(|| reviewer.judge(place, &|| false));
    Ok(judged)
}

fn print(args: &Args, review: &Review) -> anyhow::Result<()> {
    let output = if args.json { review.to_json() } else { review.to_string() };
    screen::print_narrow(&output, args.json).context("cannot print the review")
}
