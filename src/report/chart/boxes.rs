//! Distributions as boxes.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::{percent, short};

/// The height of a row with its label.
const ROW: u32 = 46;

/// A distribution by five of its quantiles.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    /// What it is about.
    pub label: String,
    /// The quantiles at 5, 25, 50, 75 and 95 per cent.
    pub quantiles: [f64; 5],
    /// What is written beside the label.
    pub note: String,
}

/// Draws distributions below each other on one axis: a line for nine tenths of the numbers, a box for the
/// middle half, a mark for the median.
#[must_use]
pub fn box_chart(title: &str, x_title: &str, spreads: &[Spread]) -> Markup {
    let axis = Axis::new(Scale::Linear, spreads.iter().flat_map(|spread| spread.quantiles)).rounded();
    let bottom = ROW * spreads.len() as u32;
    html! {
        figure.strips {
            svg width="100%" height=(bottom + 44) role="img" aria-label=(title) {
                @for (place, text) in axis.ticks() {
                    @let x = percent(place);
                    line.grid x1=(x) x2=(x) y1="0" y2=(bottom) {}
                    text.soft x=(x) y=(bottom + 18) text-anchor="middle" { (text) }
                }
                text.soft x="50%" y=(bottom + 38) text-anchor="middle" { (x_title) }
                @for (spread, row) in spreads.iter().zip(0..) {
                    @let top = ROW * row;
                    g {
                        title { (spread.label) ": " (spread.note) }
                        text x="0" y=(top + 15) { (short(&spread.label)) }
                        text.soft x="100%" y=(top + 15) text-anchor="end" { (spread.note) }
                        @if let [Some(p5), Some(p25), Some(p50), Some(p75), Some(p95)] =
                            spread.quantiles.map(|value| axis.place(value))
                        {
                            line.stroke.s0 x1=(percent(p5)) x2=(percent(p95)) y1=(top + 31) y2=(top + 31) {}
                            rect.fill.s0 x=(percent(p25)) y=(top + 23) width=(percent(p75 - p25)) height="16" rx="2" {}
                            line.mean x1=(percent(p50)) x2=(percent(p50)) y1=(top + 21) y2=(top + 41) {}
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_spans_the_middle_half() {
        let spread = |quantiles| Spread { label: "<a>".to_owned(), quantiles, note: "n".to_owned() };
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
