//! The progress of long work on standard error: as a bar on a terminal, as lines in a log, as JSON for programs.

mod bar;
mod facts;

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::lab::{Bound, StudyWatch};
use crate::tournament::{Progress, Watch};

use super::notes;
use super::number::whole;
use super::ticker::Ticker;
use bar::Bar;
use facts::Facts;

/// The options of the commands that show their progress.
#[derive(clap::Args)]
pub(crate) struct ProgressArgs {
    /// Show progress on standard error in this form [default: bar on a terminal, lines elsewhere]
    #[arg(long, value_name = "FORM", value_enum)]
    progress: Option<Form>,
    /// Write a line of progress every S seconds, with lines and json
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = whole::<u64>(1..=86_400))]
    progress_every: u64,
}

/// The form of progress. Its values have no help of their own, which would make the help of each command that shows
/// progress twice as long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Form {
    Bar,
    Lines,
    Json,
    None,
}

impl ProgressArgs {
    /// Makes what shows the progress of a command.
    pub(super) fn meter(&self) -> Meter {
        let form = self.progress.unwrap_or_else(|| match (notes::is_quiet(), io::stderr().is_terminal()) {
            (true, _) => Form::None,
            (false, true) => Form::Bar,
            (false, false) => Form::Lines,
        });
        let every = Duration::from_secs(self.progress_every);
        Meter(match form {
            Form::None => Shown::Nothing,
            Form::Bar => Shown::Bar { bar: None, whole: String::new() },
            Form::Lines => Shown::Lines(Lines::start(every, Facts::line, false)),
            Form::Json => Shown::Lines(Lines::start(every, Facts::json, true)),
        })
    }
}

/// Shows the progress of one step after another.
pub(super) struct Meter(Shown);

enum Shown {
    Nothing,
    /// The bar of the step under way, and what is left of the whole work.
    Bar {
        bar: Option<Bar>,
        whole: String,
    },
    Lines(Lines),
}

/// Lines that a thread writes at regular intervals.
struct Lines {
    /// The facts of the step under way.
    facts: Arc<Mutex<Option<Facts>>>,
    write: fn(&Facts, bool) -> String,
    /// Whether the end of a step has a line.
    ends: bool,
    _ticker: Ticker,
}

impl Lines {
    fn start(every: Duration, write: fn(&Facts, bool) -> String, ends: bool) -> Self {
        let facts = Arc::new(Mutex::new(None));
        let seen = Arc::clone(&facts);
        let ticker = Ticker::start(every, move || {
            if let Some(facts) = &*locked(&seen) {
                say(&write(facts, false));
            }
        });
        Self { facts, write, ends, _ticker: ticker }
    }

    /// Puts other facts in the place of those of the step under way, whose end has a line if all have.
    fn next(&self, next: Option<Facts>) {
        let before = std::mem::replace(&mut *locked(&self.facts), next);
        if let Some(facts) = before.filter(|_| self.ends) {
            say(&(self.write)(&facts, true));
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.next(None);
    }
}

fn locked(facts: &Mutex<Option<Facts>>) -> MutexGuard<'_, Option<Facts>> {
    facts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a line at once; one that cannot be written does not stop the work.
fn say(line: &str) {
    _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

impl StudyWatch for Meter {
    fn begin(&mut self, unit: &'static str, step: &str) {
        match &mut self.0 {
            Shown::Nothing => {}
            Shown::Bar { bar, whole } => {
                // The earlier bar has to be removed first.
                *bar = None;
                *bar = Some(Bar::counting(unit, step.to_owned(), whole.clone()));
            }
            Shown::Lines(lines) => {
                let whole = locked(&lines.facts).as_ref().and_then(|facts| facts.whole);
                lines.next(Some(Facts::new(unit, step, whole)));
            }
        }
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        match &mut self.0 {
            Shown::Nothing => {}
            Shown::Bar { bar, .. } => bar.iter_mut().for_each(|bar| bar.show(progress)),
            Shown::Lines(lines) => {
                locked(&lines.facts).iter_mut().for_each(|facts| facts.take(progress));
            }
        }
    }

    fn left(&mut self, left: Duration, bound: Bound) {
        match &mut self.0 {
            Shown::Nothing => {}
            Shown::Bar { bar, whole } => {
                *whole = facts::left_of_whole(left, bound);
                bar.iter_mut().for_each(|bar| bar.of_whole(whole.clone()));
            }
            Shown::Lines(lines) => {
                locked(&lines.facts).iter_mut().for_each(|facts| facts.whole = Some((left, bound)));
            }
        }
    }
}

impl Watch for Meter {
    fn progress(&mut self, progress: &Progress<'_>) {
        StudyWatch::progress(self, progress);
    }
}
