//! Distributions as boxes.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::rows::{frame, row};
use super::{colour, percent};

/// The height of a row with its label.
const ROW: u32 = 46;

/// A distribution by five of its quantiles.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantiles {
    /// Its label.
    pub label: String,
    /// The quantiles at 5, 25, 50, 75 and 95 per cent.
    pub quantiles: [f64; 5],
    /// The text next to the label.
    pub note: String,
    /// The number of its colour.
    pub colour: usize,
}

/// Draws distributions below each other on one axis: a line for nine tenths of the numbers, a box for the
/// middle half, a mark for the median.
#[must_use]
pub fn box_chart(title: &str, x_title: &str, spreads: &[Quantiles]) -> Markup {
    let axis = Axis::counted(Scale::Linear, spreads.iter().flat_map(|spread| spread.quantiles)).rounded();
    let rows = html! {
        @for (spread, number) in spreads.iter().zip(0..) {
            @let top = ROW * number;
            (row(top, &spread.label, &spread.note, false, html! {
                @let class = colour(spread.colour);
                @if let [Some(p5), Some(p25), Some(p50), Some(p75), Some(p95)] =
                    spread.quantiles.map(|value| axis.place(value))
                {
                    line.stroke.(class) x1=(percent(p5)) x2=(percent(p95)) y1=(top + 31) y2=(top + 31) {}
                    rect.fill.(class) x=(percent(p25)) y=(top + 23) width=(percent(p75 - p25)) height="16" rx="2" {}
                    line.mean x1=(percent(p50)) x2=(percent(p50)) y1=(top + 21) y2=(top + 41) {}
                }
            }))
        }
    };
    let said = spreads.iter().map(|row| (row.label.as_str(), row.note.as_str()));
    frame(title, x_title, &axis, ROW * spreads.len() as u32, None, said, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_spans_the_middle_half() {
        let spread =
            |quantiles| Quantiles { label: "<a>".to_owned(), quantiles, note: "n".to_owned(), colour: 0 };
        let spreads = [spread([0.0, 25.0, 50.0, 75.0, 100.0]), spread([f64::NAN; 5])];
        let text = box_chart("t", "points", &spreads).into_string();
        for part in
            ["x1=\"0.00%\" x2=\"100.00%\" y1=\"31\"", "x=\"25.00%\" y=\"23\" width=\"50.00%\"", "&lt;a&gt;"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("NaN"), "{text}");
    }
}
