//! Puzzles: flagged decisions, asked again without the answer.

use super::judged::{Judged, Loss};
use super::mistakes::Chosen;
use super::review::{Review, Reviewed};
use super::text;

/// What an answer to a puzzle is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Solution {
    /// It is the best choice.
    Best,
    /// The playouts do not tell it from the best choice: the interval of its loss holds 0.
    AsGood(Loss),
    /// It costs this against the best choice.
    Worse(Loss),
    /// The search hardly looked at it, so that nothing was played out after it.
    Unmeasured,
}

impl Solution {
    /// Judges an answer to a decision, an action in notation.
    #[must_use]
    pub fn of(judged: &Judged, action: &str) -> Self {
        let found = judged.candidates.iter().position(|candidate| candidate.action == action);
        match found.map(|index| (index == judged.reference, judged.loss_of(index))) {
            Some((true, _)) => Self::Best,
            Some((false, Some(loss))) if loss.low <= 0.0 => Self::AsGood(loss),
            Some((false, Some(loss))) => Self::Worse(loss),
            Some((false, None)) | None => Self::Unmeasured,
        }
    }

    /// Returns whether the puzzle is solved by it.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Best | Self::AsGood(_))
    }

    /// Says in a sentence what the answer is worth; `judged` is the decision.
    #[must_use]
    pub fn sentence(self, judged: &Judged) -> String {
        let best = &judged.candidates[judged.reference].order;
        match self {
            Self::Best => format!("Right: {best} is the best choice that was found."),
            Self::AsGood(loss) => {
                format!("Right: the playouts do not tell it from {best}; it costs {}.", judged.told(&loss))
            }
            Self::Worse(loss) => format!("No: it costs {}. {best} is better.", judged.told(&loss)),
            Self::Unmeasured => {
                format!(
                    "No: the search put it aside early, so nothing was played out after it. {best} is better."
                )
            }
        }
    }
}

impl Judged {
    /// Writes a loss in what the decision is judged by, with its interval: "2.1 points of win share (0.4 to 3.8)".
    #[must_use]
    pub fn told(&self, loss: &Loss) -> String {
        let unit = if self.point_worth.is_some() { "points of the score" } else { "points of win share" };
        let lost = text::loss(self, loss.mean).replace(" of the score", "");
        format!("{lost} {unit} ({})", text::interval(self, loss))
    }
}

impl Review {
    /// Lists the puzzles in a review: the flagged decisions of the chosen seats, in order of play.
    pub fn puzzles<'a>(&'a self, chosen: &'a Chosen) -> impl Iterator<Item = &'a Reviewed> {
        self.flagged().filter(|reviewed| {
            let seat = reviewed.judged.seat;
            chosen.has(seat, &self.seats[seat].name)
        })
    }
}
