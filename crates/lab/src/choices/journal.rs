//! The journal of the decisions whose choices were played out: one line per decision, in order of finishing.

use std::path::Path;

use super::playout::Sampled;
use super::valued::Valued;
use tradewinds_tournament::{LineFile, RunError};

/// The journal and its contents.
pub(super) struct Journal {
    lines: LineFile,
    /// By the number in the sample.
    pub(super) found: Vec<Option<Valued>>,
}

impl Journal {
    /// Opens the journal of decisions in the order of the sample, of the study that `run` identifies, and
    /// starts it if it does not exist.
    ///
    /// # Errors
    /// The file cannot be used, or a line is damaged or not of this sample.
    pub(super) fn open(path: &Path, run: u32, sample: &[Sampled]) -> Result<Self, RunError> {
        let mut found: Vec<Option<Valued>> = vec![None; sample.len()];
        let lines = LineFile::open(path, run, |decision: Valued| {
            let number = decision.sample as usize;
            let fits = sample.get(number).is_some_and(|sampled| {
                (sampled.game, sampled.decision) == (decision.game, decision.decision)
            });
            let choices = decision.choices.len();
            match found.get_mut(number) {
                _ if decision.made >= choices || decision.strong >= choices => {
                    Err("a choice that is not there".to_owned())
                }
                Some(place @ None) if fits => {
                    *place = Some(decision);
                    Ok(())
                }
                _ => Err("a decision that is none of this study's".to_owned()),
            }
        })?;
        Ok(Self { lines, found })
    }

    /// Appends a decision.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn append(&mut self, decision: Valued) -> Result<(), RunError> {
        self.lines.add(&decision)?;
        let place = decision.sample as usize;
        self.found[place] = Some(decision);
        Ok(())
    }
}
