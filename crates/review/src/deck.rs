//! Which puzzles are due: each comes again in growing steps until it is solved, and at once after a wrong answer.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tradewinds_tournament::{JournalError, LineFile, RunError, run_key};

/// The days from one right answer to the next question. After as many right answers in a row and one more, a puzzle is
/// solved.
const STEPS: [u64; 3] = [1, 3, 7];

/// A file of answers that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// Another program has it open.
    #[error("another program keeps the answers in {0}; close it first, or name another file")]
    InUse(String),
    /// A line was changed after it was written, or is of something else.
    #[error("the file of answers {0}: line {1} {2}; take the line out, or name another file")]
    Line(String, u64, String),
    /// It cannot be read or written.
    #[error("cannot keep the answers in {0}: {1}")]
    Io(String, std::io::Error),
    /// It cannot be used otherwise.
    #[error("cannot keep the answers in {0}: {1}")]
    Other(String, RunError),
}

impl DeckError {
    fn new(path: &Path, error: RunError) -> Self {
        let name = path.display().to_string();
        match error {
            RunError::Journal { source: JournalError::InUse, .. } => Self::InUse(name),
            RunError::Journal { source: JournalError::Line { line, fault }, .. } => {
                Self::Line(name, line, fault.to_string())
            }
            RunError::Io { source, .. } => Self::Io(name, source),
            other => Self::Other(name, other),
        }
    }
}

/// An answer, a line of the file.
#[derive(Serialize, Deserialize)]
struct Answered {
    puzzle: String,
    /// The day, counted from the first of January 1970.
    day: u64,
    right: bool,
}

/// What is known of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progressed {
    /// The number of right answers in a row that count.
    pub step: usize,
    /// The day from which it is asked again.
    pub due: u64,
    /// The number of answers.
    pub answers: usize,
}

impl Progressed {
    /// Returns whether it is solved: it is not asked again.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.step > STEPS.len()
    }

    /// Returns whether it is asked on a day.
    #[must_use]
    pub const fn is_due(&self, day: u64) -> bool {
        !self.is_solved() && self.due <= day
    }

    /// Takes an answer. A right one before the puzzle was due changes nothing.
    fn take(&mut self, day: u64, right: bool) {
        self.answers += 1;
        if !right {
            (self.step, self.due) = (0, day);
        } else if self.is_due(day) {
            self.due = day + STEPS.get(self.step).copied().unwrap_or(0);
            self.step += 1;
        }
    }
}

/// All puzzles that were answered, in a file of lines that survives the program.
#[derive(Debug)]
pub struct Deck {
    file: LineFile,
    name: String,
    known: BTreeMap<String, Progressed>,
}

impl Deck {
    /// Opens the file, or starts it.
    ///
    /// # Errors
    /// It cannot be read and written, another program has it open, or a line is damaged.
    pub fn open(path: &Path) -> Result<Self, DeckError> {
        let mut known: BTreeMap<String, Progressed> = BTreeMap::new();
        let take = |line: Answered| {
            known.entry(line.puzzle).or_default().take(line.day, line.right);
            Ok(())
        };
        let opened = LineFile::open(path, run_key(["tradewinds train"]), take);
        let file = opened.map_err(|error| DeckError::new(path, error))?;
        Ok(Self { file, name: path.display().to_string(), known })
    }

    /// Names the puzzle of a decision of a recorded game, by the checksum of the record.
    #[must_use]
    pub fn puzzle(record: u32, decision: usize) -> String {
        format!("{record:08x}-{decision}")
    }

    /// Returns what is known of a puzzle.
    #[must_use]
    pub fn of(&self, puzzle: &str) -> Progressed {
        self.known.get(puzzle).copied().unwrap_or_default()
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn answer(&mut self, puzzle: &str, day: u64, right: bool) -> Result<Progressed, DeckError> {
        let line = Answered { puzzle: puzzle.to_owned(), day, right };
        self.file.add(&line).map_err(|error| DeckError::new(Path::new(&self.name), error))?;
        let known = self.known.entry(line.puzzle).or_default();
        known.take(day, right);
        Ok(*known)
    }
}

/// Returns the day, counted from the first of January 1970.
#[must_use]
pub fn today() -> u64 {
    const DAY: u64 = 24 * 60 * 60;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    since.as_secs() / DAY
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_puzzle_comes_again_in_growing_steps_until_it_is_solved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        let puzzle = Deck::puzzle(0xab, 41);
        assert_eq!(puzzle, "000000ab-41");
        let mut deck = Deck::open(&path).unwrap();
        assert!(deck.of(&puzzle).is_due(100), "what was never asked is due");
        assert!(deck.answer(&puzzle, 100, false).unwrap().is_due(100), "a wrong answer is asked again");
        let mut day = 100;
        for wait in [1, 3, 7] {
            let known = deck.answer(&puzzle, day, true).unwrap();
            assert_eq!((known.due, known.is_due(day + wait - 1)), (day + wait, false));
            // Practice before it is due changes nothing.
            assert_eq!(deck.answer(&puzzle, day, true).unwrap().due, day + wait);
            day += wait;
            drop(deck);
            deck = Deck::open(&path).unwrap();
            assert!(deck.of(&puzzle).is_due(day), "it survives the program");
        }
        assert!(!deck.of(&puzzle).is_solved());
        assert!(deck.answer(&puzzle, day, true).unwrap().is_solved());
        assert!(!deck.of(&puzzle).is_due(day + 1_000));
        assert!(deck.answer(&puzzle, day, false).unwrap().is_due(day), "one that is forgotten comes back");
    }

    #[test]
    fn a_file_that_is_of_no_use_is_refused_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        let mut deck = Deck::open(&path).unwrap();
        deck.answer("a-1", 1, true).unwrap();
        deck.answer("a-2", 1, true).unwrap();
        assert!(matches!(Deck::open(&path), Err(DeckError::InUse(_))));
        drop(deck);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("a-2", "b-2", 1)).unwrap();
        let message = Deck::open(&path).unwrap_err().to_string();
        assert!(message.contains("training: line 2 is damaged"), "{message}");
        // A line that was torn while it was written is left out.
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        let deck = Deck::open(&path).unwrap();
        assert_eq!((deck.of("a-1").answers, deck.of("a-2").answers), (1, 0));
        let message = Deck::open(&folder.path().join("none/training")).unwrap_err().to_string();
        assert!(message.contains("No such file") || message.contains("(os error"), "{message}");
    }
}
