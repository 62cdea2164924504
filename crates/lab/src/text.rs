//! Figures with intervals, written out.

use tradewinds_report::decimal;
use tradewinds_stats::Interval;

/// Writes the ends of an interval, for a file.
pub(super) fn ends(interval: Option<Interval>, places: usize) -> [String; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
        .map(|end| decimal(end, places))
}

/// Writes an interval for people.
pub(super) fn range(interval: Option<Interval>, places: usize) -> String {
    let [low, high] = ends(interval, places);
    if low == "NA" { low } else { format!("{low} to {high}") }
}

/// Writes a difference for people, with its sign.
pub(super) fn signed(value: Option<f64>, places: usize) -> String {
    let text = decimal(value, places);
    if value.is_some_and(|value| value > 0.0) { format!("+{text}") } else { text }
}
