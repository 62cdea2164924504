//! Figures with intervals, written out.

use tradewinds_report::decimal;
use tradewinds_stats::Interval;

/// The maximum number of decimal places that are added to show the width of an interval.
const FINER: usize = 4;

/// Returns an interval only if it has a width. One of width 0 comes from numbers that all agree: they say nothing
/// about their error.
pub(super) fn with_width(interval: Option<Interval>) -> Option<Interval> {
    interval.filter(|interval| interval.high - interval.low > 1e-9)
}

/// Writes the ends of an interval, for a file.
pub(super) fn ends(interval: Option<Interval>, places: usize) -> [String; 2] {
    let interval = with_width(interval);
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
        .map(|end| decimal(end, places))
}

/// Writes an interval for people, with more places than `places` if both ends look the same otherwise.
pub(super) fn range(interval: Option<Interval>, places: usize) -> String {
    let written = |places| ends(interval, places);
    let [low, high] = (places..places + FINER)
        .map(written)
        .find(|[low, high]| low == "NA" || low != high)
        .unwrap_or_else(|| written(places + FINER));
    if low == "NA" { low } else { format!("{low} to {high}") }
}

/// Writes a difference for people, with its sign.
pub(super) fn signed(value: Option<f64>, places: usize) -> String {
    let text = decimal(value, places);
    if value.is_some_and(|value| value > 0.0) { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_interval_of_width_0_is_shown() {
        let shown = |low, high| range(Some(Interval { low, high }), 2);
        assert_eq!(shown(0.25, 0.5), "0.25 to 0.50");
        assert_eq!(shown(0.2502, 0.2511), "0.250 to 0.251");
        assert_eq!(shown(0.25, 0.25), "NA");
        assert_eq!(shown(0.25, 0.25 + 1e-12), "NA");
        assert_eq!(ends(Some(Interval { low: 1.0, high: 1.0 }), 6), ["NA", "NA"]);
        assert_eq!(range(None, 2), "NA");
    }
}
