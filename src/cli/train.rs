//! `tradewinds train`: flagged decisions of recorded games as puzzles in the terminal.

mod drill;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::game::{Seat, counted};
use crate::review::{Chosen, Deck, Reviewed, Reviewer, today};
use crate::threads::pool;
use crate::tournament::MoveRecord;
use anyhow::bail;

use super::judging::{JudgingArgs, journal_of, judge_all};
use super::notes;
use super::records::{self, SeatArgs};
use super::tournament::stop_on_interrupt;
use drill::Drill;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Records of games, their tables, or folders with records; those that are not reviewed yet are reviewed first
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    seats: SeatArgs,
    /// Ask all puzzles, also those that are not due or solved
    #[arg(long)]
    all: bool,
    /// Keep the answers in this file [default: training in the folder of the first record]
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    judging: JudgingArgs,
}

/// A flagged decision with its game.
pub(crate) struct Puzzle {
    /// The file of the record.
    source: String,
    /// Its name in the file of answers.
    key: String,
    reviewer: std::sync::Arc<Reviewer>,
    /// The place of the decision among those that are judged.
    place: usize,
    reviewed: Reviewed,
}

impl Puzzle {
    fn seat(&self) -> Seat {
        Seat::new(self.reviewed.judged.seat)
    }
}

/// Asks the puzzles that are due until they are answered rightly, or the player quits.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut records = records::read(&args.records)?;
    args.seats.keep(&mut records)?;
    let path = args.answers.clone().unwrap_or_else(|| answers_beside(&args.records[0]));
    // Opened before the work, so that none is lost.
    let mut deck = Deck::open(&path)?;
    let puzzles = puzzles(args, records)?;
    if puzzles.is_empty() {
        notes::say("no decision of these games is flagged: there is nothing to train on");
        return Ok(ExitCode::SUCCESS);
    }
    let day = today();
    let due: Vec<&Puzzle> =
        puzzles.iter().filter(|puzzle| args.all || deck.of(&puzzle.key).is_due(day)).collect();
    if due.is_empty() {
        let solved = puzzles.iter().filter(|puzzle| deck.of(&puzzle.key).is_solved()).count();
        let next = puzzles.iter().map(|puzzle| deck.of(&puzzle.key)).filter(|known| !known.is_solved());
        let next = next.map(|known| known.due - day).min();
        let wait = next.map_or(String::new(), |days| format!("; the next one in {}", counted(days, "day")));
        notes::say(&format!(
            "no puzzle is due: {solved} of {} are solved{wait}; --all asks them all",
            puzzles.len()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    Drill::new(&mut deck, day).run(due, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the usual file of answers: in the folder that is named, or in that of the file.
fn answers_beside(path: &Path) -> PathBuf {
    const NAME: &str = "training";
    if path.is_dir() { path.join(NAME) } else { path.with_file_name(NAME) }
}

/// Reviews the records, or takes the reviews that are kept beside them, and lists the puzzles.
fn puzzles(args: &Args, records: Vec<(PathBuf, MoveRecord)>) -> anyhow::Result<Vec<Puzzle>> {
    let pool = pool(args.judging.threads.number())?;
    let stop = stop_on_interrupt()?;
    let chosen: Chosen = args.seats.chosen();
    let mut meter = args.judging.progress.meter();
    let all = records.len();
    let mut puzzles = Vec::new();
    for (index, (path, record)) in records.into_iter().enumerate() {
        let source = path.display().to_string();
        let journal = journal_of(&path, &record);
        let crc = record.crc.unwrap_or(0);
        let reviewer = args.judging.reviewer(&source, record)?;
        let part = if all > 1 { format!("game {} of {all}", index + 1) } else { String::new() };
        let judged = judge_all(&reviewer, &journal, &pool, &stop, &part, &mut meter)?;
        if stop.load(Ordering::Relaxed) {
            bail!("interrupted; the same command goes on with the reviews");
        }
        let review = reviewer.review(&judged);
        let reviewer = std::sync::Arc::new(reviewer);
        for reviewed in review.puzzles(&chosen) {
            let decision = reviewed.judged.decision;
            let Some(place) = reviewer.place(decision) else { continue };
            puzzles.push(Puzzle {
                source: source.clone(),
                key: Deck::puzzle(crc, decision),
                reviewer: std::sync::Arc::clone(&reviewer),
                place,
                reviewed: reviewed.clone(),
            });
        }
    }
    Ok(puzzles)
}
