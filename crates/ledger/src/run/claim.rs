//! A figure of a run, written as it is published.

use tradewinds_report::decimal;

use crate::row::LedgerRow;

/// A figure of a run: a row without what all rows of the run share.
#[derive(Debug, Default)]
pub(super) struct Claim {
    /// The end of its id; empty where the run's own name says all.
    pub(super) id: String,
    /// Its variant, where it has one of its own.
    pub(super) rules: Option<String>,
    /// Its number of seats, where it has one of its own.
    pub(super) players: Option<String>,
    /// The bots that it is about, where these are not all.
    pub(super) bots: Vec<String>,
    /// Quantity, unit, numbers, games and verdict.
    pub(super) row: LedgerRow,
}

/// A figure and the ends of its interval, and how it is published.
pub(super) struct Figure {
    pub(super) value: Option<f64>,
    pub(super) ends: Option<(f64, f64)>,
    pub(super) form: Form,
}

/// The unit of a published figure.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A share of 1, as percent with a place.
    Percent,
    /// A difference of shares, in hundredths with a place.
    PointsOfWinShare,
    /// Elo points, whole.
    Elo,
}

impl Form {
    const fn unit(self) -> &'static str {
        match self {
            Self::Percent => "%",
            Self::PointsOfWinShare => "points of win share",
            Self::Elo => "Elo",
        }
    }

    /// Writes a number, empty where it is missing or not finite.
    fn write(self, value: Option<f64>) -> String {
        let (scale, places) = match self {
            Self::Percent | Self::PointsOfWinShare => (100.0, 1),
            Self::Elo => (1.0, 0),
        };
        let text = decimal(value.map(|value| value * scale), places);
        if text == "NA" { String::new() } else { text }
    }
}

impl Claim {
    /// Makes a claim; `None` where the figure is missing or not finite.
    pub(super) fn new(id: &str, quantity: String, games: &str, figure: Figure) -> Option<Self> {
        let Figure { value, ends, form } = figure;
        let value = form.write(value);
        if value.is_empty() {
            return None;
        }
        // An interval has both ends, or is none.
        let ends = ends.filter(|(low, high)| low.is_finite() && high.is_finite());
        let row = LedgerRow {
            quantity,
            unit: form.unit().to_owned(),
            games: games.to_owned(),
            value,
            low: form.write(ends.map(|(low, _)| low)),
            high: form.write(ends.map(|(_, high)| high)),
            ..LedgerRow::default()
        };
        Some(Self { id: id.to_owned(), row, ..Self::default() })
    }

    /// Adds a verdict.
    pub(super) fn with_verdict(mut self, verdict: String) -> Self {
        self.row.verdict = verdict;
        self
    }

    /// Adds the bots that it is about.
    pub(super) fn about(mut self, bots: impl IntoIterator<Item = String>) -> Self {
        self.bots = bots.into_iter().collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_their_published_places() {
        let claim = |value, ends, form| {
            Claim::new("x", "q".to_owned(), "4", Figure { value, ends, form }).map(|claim| claim.row)
        };
        let row = claim(Some(0.4361), Some((0.415, 0.4581)), Form::Percent).unwrap();
        assert_eq!([row.value, row.low, row.high, row.unit], ["43.6", "41.5", "45.8", "%"]);
        let row = claim(Some(-12.4), None, Form::Elo).unwrap();
        assert_eq!([row.value, row.low, row.high], ["-12", "", ""]);
        assert!(
            claim(None, None, Form::Elo).is_none() && claim(Some(f64::INFINITY), None, Form::Elo).is_none()
        );
    }
}
