//! `tradewinds review`: what each decision of a recorded game cost, and who paid for it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::find;
use crate::game::{InputError, counted, from_one};
use crate::review::{Passage, Review, ReviewSettings, Reviewer, page};
use crate::threads::pool;
use crate::tournament::{MoveRecord, Progress, Reads, Watch as _, find_preset};
use anyhow::{Context, bail};

use super::input_file;
use super::new_file::NewFile;
use super::notes;
use super::number::whole;
use super::screen;
use super::threads::ThreadsArg;
use super::tournament::{Bar, stop_on_interrupt};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record of a game, or its table
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Judge with this search: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = "ismcts")]
    bot: String,
    /// Play on with this bot in playouts, or with one for each seat, separated by commas: names or the paths of TOML files,
    /// or `seats` for the bots that sat there [default: steady, or random in a game without it]
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    playout_bot: Vec<String>,
    /// Search for this many iterations at each decision
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u32>(1..))]
    iterations: u32,
    /// Play each candidate out this many times
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole::<u32>(8..=1_000_000))]
    playouts: u32,
    /// Play the choice made and the bot's choice out this many times where they differ
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(8..=1_000_000))]
    compared: u32,
    /// Search this many worlds that the seat holds possible at each decision; 0 for none
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(..=1_000))]
    worlds: u32,
    /// Play each random event out this many times, with what it turned up and with what it could have; 0 leaves luck out
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(..=1_000_000))]
    events: u32,
    /// Let the weights of the bot that plays on differ by this share from playout to playout, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.8)]
    jitter: f64,
    /// Judge only this decision of the record, from 0
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    at: Option<usize>,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(..))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
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

/// Reviews the record of `args`, or goes on with its review.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.record.display().to_string();
    let record = input_file::read_record(&args.record)?;
    let info = find(&record.game).map_err(|error| error.in_file(&source))?.info();
    let here = Path::new("");
    let bot = |entry: &str| -> anyhow::Result<_> {
        let found = find_preset(&info, entry, here)?;
        if let Some(note) = &found.note {
            notes::say(note);
        }
        Ok(found.value)
    };
    let names = match &args.playout_bot[..] {
        [] => vec![Reviewer::usual_playout_bot(info.name).to_owned()],
        [seats] if seats == "seats" => presets_of(&record),
        named => named.to_vec(),
    };
    let playout_bots = names.iter().map(|name| bot(name)).collect::<anyhow::Result<Vec<_>>>()?;
    let bot = bot(&args.bot)?;
    let settings = ReviewSettings {
        iterations: args.iterations,
        worlds: args.worlds,
        playouts: args.playouts.min(args.compared),
        compared: args.compared,
        events: args.events,
        jitter: args.jitter,
        seed: args.seed,
        ..ReviewSettings::default()
    };
    let reviewer = Reviewer::new(record, settings, bot, playout_bots)
        .with_context(|| format!("cannot review {source}"))?;
    // Created before the work, so that none is lost.
    let html = args.html.as_deref().map(|path| NewFile::create(path, args.force)).transpose()?;
    let (judged, interrupted) = match args.at {
        Some(at) => (judge_one(&reviewer, args, at)?, false),
        None => judge_all(&reviewer, args)?,
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

/// Returns the presets of the seats: their names, without the seat's number that a table adds to equal ones.
fn presets_of(record: &MoveRecord) -> Vec<String> {
    let preset = |(index, name): (usize, &String)| {
        let number = format!(" {}", from_one(index));
        name.strip_suffix(&number).unwrap_or(name).to_owned()
    };
    record.bots.iter().enumerate().map(preset).collect()
}

/// Judges one decision.
fn judge_one(reviewer: &Reviewer, args: &Args, at: usize) -> anyhow::Result<Vec<Option<Passage>>> {
    let Some(place) = reviewer.place(at) else {
        let allowed = "a decision of the record with more than one legal action";
        return Err(InputError::new("--at", "", at.to_string(), allowed).into());
    };
    let pool = pool(args.threads.number())?;
    let mut judged = vec![None; reviewer.unforced()];
    judged[place] = pool.install(|| reviewer.judge(place, &|| false));
    Ok(judged)
}

/// Judges all decisions under a progress bar; also returns whether it was interrupted.
fn judge_all(reviewer: &Reviewer, args: &Args) -> anyhow::Result<(Vec<Option<Passage>>, bool)> {
    let beside = || {
        let mut name = args.record.as_os_str().to_owned();
        name.push(".review");
        PathBuf::from(name)
    };
    let journal = args.journal.clone().unwrap_or_else(beside);
    input_file::check(&journal, Reads::Judged)?;
    let pool = pool(args.threads.number())?;
    let stop = stop_on_interrupt()?;
    let mut bar = Bar::counting("decisions", String::new());
    let judged = reviewer.run(&pool, Some(&journal), &stop, &mut |found| {
        let finished = found.iter().flatten().count() as u64;
        bar.progress(&Progress::counted(finished, found.len() as u64));
    });
    drop(bar);
    let judged = judged?;
    let interrupted = judged.iter().any(Option::is_none);
    Ok((judged, interrupted))
}

fn print(args: &Args, review: &Review) -> anyhow::Result<()> {
    let output = if args.json { review.to_json() } else { review.to_string() };
    screen::print_report(&output, args.json).context("cannot print the review")
}
