//! Intervals.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::rows::{frame, row};
use super::{Mark, colour, percent};

/// The height of a row with its label.
const ROW: u32 = 42;

/// A figure with its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    /// Its label.
    pub label: String,
    /// The figure.
    pub value: f64,
    /// The ends of its interval, if it has one.
    pub ends: Option<(f64, f64)>,
    /// The text next to the label.
    pub note: String,
    /// The number of its colour.
    pub colour: usize,
}

/// Draws figures with their intervals below each other on one axis, with a line at `mark`, the value that
/// they are compared with.
#[must_use]
pub fn interval_chart(title: &str, x_title: &str, ranges: &[Range], mark: Option<&Mark>) -> Markup {
    chart(title, x_title, ranges, mark, None)
}

/// Draws figures with their intervals as [`interval_chart`] does, over a band from `-within` to `within`: in it, a
/// change does not matter. A line is at 0.
#[must_use]
pub fn dial_chart(title: &str, x_title: &str, ranges: &[Range], within: f64) -> Markup {
    chart(title, x_title, ranges, Some(&Mark::new(0.0, "no change")), Some(within))
}

fn chart(title: &str, x_title: &str, ranges: &[Range], mark: Option<&Mark>, within: Option<f64>) -> Markup {
    if ranges.is_empty() {
        return html! { p.note { "No " (x_title) " can be drawn yet." } };
    }
    let ends = |range: &Range| range.ends.map_or([range.value; 2], |(low, high)| [low, high]);
    let all = ranges.iter().flat_map(|range| [range.value].into_iter().chain(ends(range)));
    let band = within.map(|within| [-within, within]);
    let all = all.chain(mark.map(|mark| mark.value)).chain(band.into_iter().flatten());
    let axis = Axis::new(Scale::Linear, all).rounded();
    let bottom = ROW * ranges.len() as u32;
    let rows = html! {
        @if let Some([Some(low), Some(high)]) = band.map(|ends| ends.map(|end| axis.place(end))) {
            rect.fill.band.s7 x=(percent(low)) width=(percent(high - low)) y="0" height=(bottom) {}
        }
        @for (range, number) in ranges.iter().zip(0..) {
            @let line = ROW * number + 28;
            (row(ROW * number, &range.label, &range.note, false, html! {
                @let class = colour(range.colour);
                @if let [Some(low), Some(high)] = ends(range).map(|end| axis.place(end)) {
                    line.stroke.(class) x1=(percent(low)) x2=(percent(high)) y1=(line) y2=(line) {}
                }
                @if let Some(place) = axis.place(range.value) {
                    circle.fill.(class) cx=(percent(place)) cy=(line) r="5" {}
                }
            }))
        }
    };
    let said = ranges.iter().map(|row| (row.label.as_str(), row.note.as_str()));
    frame(title, x_title, &axis, bottom, mark, said, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_of_nothing_says_so() {
        let text = interval_chart("t", "rating", &[], Some(&Mark::new(0.0, "mean"))).into_string();
        assert!(text.contains("No rating can be drawn yet.") && !text.contains("<svg"), "{text}");
    }

    #[test]
    fn a_dial_has_a_band_and_a_line_at_0() {
        let range = Range {
            label: "a".to_owned(),
            value: 0.25,
            ends: Some((0.0, 0.5)),
            note: "n".to_owned(),
            colour: 1,
        };
        // The axis is a little wider than the band.
        let text = dial_chart("t", "change", &[range], 0.5).into_string();
        let band = "class=\"fill band s7\" x=\"8.33%\" width=\"83.33%\" y=\"0\" height=\"42\"";
        assert!(text.contains(band) && text.contains("class=\"mark\" x1=\"50.00%\""), "{text}");
        assert!(
            text.contains("aria-label=\"t: a n\"") && text.contains("x1=\"50.00%\" x2=\"91.67%\""),
            "{text}"
        );
        assert!(!interval_chart("t", "x", &[], None).into_string().contains("band"));
    }

    #[test]
    fn intervals_and_the_mark_lie_on_one_axis() {
        let range =
            |value, ends| Range { label: "a & b".to_owned(), value, ends, note: "n".to_owned(), colour: 9 };
        let ranges = [range(0.5, Some((0.0, 1.0))), range(0.25, None), range(f64::NAN, None)];
        let text = interval_chart("t", "share", &ranges, Some(&Mark::new(0.75, "all < equal"))).into_string();
        for part in ["x1=\"0.00%\" x2=\"100.00%\" y1=\"28\"", "cx=\"50.00%\"", "cx=\"25.00%\"", "a &amp; b"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.contains("class=\"mark\" x1=\"75.00%\""), "{text}");
        assert!(text.contains(">all &lt; equal</text>") && text.contains("class=\"fill s1\""), "{text}");
        assert!(!text.contains("NaN") && text.matches("<circle").count() == 2, "{text}");
    }
}
