//! Which decisions are flagged, and as what.

use serde::{Deserialize, Serialize};
use tradewinds_stats::benjamini_hochberg;

use super::judged::{Judged, Loss};

/// The share of the flags of a game that may be wrong, on average (Benjamini and Hochberg 1995).
pub const FALSE_FLAGS: f64 = 0.05;

/// What a flag says about a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It cost at least 5 points of win share, scaled to the number of seats.
    Inaccuracy,
    /// At least 10 points, scaled likewise.
    Mistake,
    /// At least 15 points, scaled likewise.
    Blunder,
}

impl Judgement {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Judges a loss in a game of `players` by its size alone; `None` if it does not matter.
    #[must_use]
    pub fn of_size(loss: f64, players: usize) -> Option<Self> {
        let [inaccuracy, mistake, blunder] = limits(players);
        match loss {
            loss if loss >= blunder => Some(Self::Blunder),
            loss if loss >= mistake => Some(Self::Mistake),
            loss if loss >= inaccuracy => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// Returns the smallest losses in win share that are an inaccuracy, a mistake and a blunder: 5, 10 and 15 points of a
/// game of two, as on lichess (its judgements at 0.1, 0.2 and 0.3 on a scale from -1 to 1), times 2 over the number of
/// players, since a seat's even share shrinks likewise.
#[must_use]
pub fn limits(players: usize) -> [f64; 3] {
    [0.05, 0.10, 0.15].map(|limit| limit * 2.0 / players as f64)
}

/// Judges all decisions of a game together. A decision is flagged if its loss is large enough to matter, and if the
/// method of Benjamini and Hochberg, over all decisions of the game that were compared, rules out that it is none: then
/// its 95 % interval excludes zero, too.
pub(crate) fn flags(judged: &[&Judged], players: usize) -> Vec<Option<Judgement>> {
    let losses: Vec<Option<Loss>> = judged.iter().map(|judged| judged.loss()).collect();
    let compared: Vec<f64> = losses.iter().flatten().map(|loss| loss.p).collect();
    let mut adjusted = benjamini_hochberg(&compared).into_iter();
    let flag = |loss: &Option<Loss>| {
        let loss = loss.as_ref()?;
        let adjusted = adjusted.next()?;
        Judgement::of_size(loss.mean, players).filter(|_| adjusted <= FALSE_FLAGS)
    };
    losses.iter().map(flag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_shrink_with_the_seats() {
        assert_eq!(limits(2), [0.05, 0.10, 0.15]);
        assert_eq!(limits(4), [0.025, 0.05, 0.075]);
        for (loss, judgement) in [
            (0.08, Some(Judgement::Blunder)),
            (0.05, Some(Judgement::Mistake)),
            (0.03, Some(Judgement::Inaccuracy)),
            (0.02, None),
            (-0.02, None),
            (-0.3, None),
        ] {
            assert_eq!(Judgement::of_size(loss, 4), judgement, "{loss}");
        }
    }
}
