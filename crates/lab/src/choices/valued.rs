//! A decision whose choices were played out, and the journal of them: one line per decision, in order of finishing.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tradewinds_tournament::{LineFile, RunError};

use super::sample::Sampled;

/// A whole win in the unit that win shares are counted in: every share of a win is a whole number of these
/// units.
pub const WHOLE_WIN: u64 = 60;

/// A decision, and the results of its choices; the play-outs of even and of odd numbers are kept apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// Its number in the sample, from 0.
    pub sample: u64,
    /// The number of the game.
    pub game: u64,
    /// The number of the decision in the record of the game.
    pub decision: usize,
    /// The seat that decided.
    pub seat: usize,
    /// Its starting place.
    pub start_place: usize,
    /// Its bot.
    pub bot: String,
    /// The round.
    pub round: u32,
    /// The kind of decision, by its place in the manifest's list.
    pub kind: usize,
    /// The number of choices that were open; more than were played out, if there were too many.
    pub open: usize,
    /// The number of play-outs that count, of even and of odd numbers; those in which any game was stopped at
    /// its bound do not.
    pub playouts: [u32; 2],
    /// The number of times that it counts in costs and regrets: 1; where the first four play-outs agreed, 0
    /// if no others were played and 4 if all were played nevertheless, which happens with a chance of one in
    /// four.
    pub weight: u32,
    /// The choice that was made, an index into `choices`.
    pub made: usize,
    /// The choice of strong play, an index into `choices`.
    pub strong: usize,
    /// The choices that were played out, in the order of the legal list.
    pub choices: Vec<ValuedChoice>,
}

/// A choice, and the sums over its play-outs of even and of odd numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedChoice {
    /// The choice's name.
    pub name: String,
    /// The action that was forced, in notation.
    pub action: String,
    /// Its circumstances, names with values.
    pub facts: Vec<(String, String)>,
    /// Win shares, in parts of [`WHOLE_WIN`].
    pub win: [u64; 2],
    /// Points less the maximum of any other seat.
    pub margin: [i64; 2],
}

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
