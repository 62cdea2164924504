//! Strips of dots.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::rows::{frame, row};
use super::{colour, percent};

/// The height of a strip with its label.
const ROW: u32 = 46;

/// The values of one thing, as dots on a strip.
#[derive(Clone, PartialEq, Debug)]
pub struct Strip {
    /// Its label.
    pub label: String,
    /// Its values.
    pub values: Vec<f64>,
    /// The text next to the label.
    pub note: String,
    /// The number of its colour.
    pub colour: usize,
}

/// Draws strips below each other on one axis, with the mean of each as a mark.
#[must_use]
pub fn strip_chart(title: &str, x_title: &str, strips: &[Strip]) -> Markup {
    let all = strips.iter().flat_map(|strip| strip.values.iter().copied());
    let axis = Axis::new(Scale::Linear, all).rounded();
    let rows = html! {
        @for (strip, number) in strips.iter().zip(0..) {
            @let top = ROW * number;
            (row(top, &strip.label, &strip.note, false, html! {
                @let class = colour(strip.colour);
                @for place in strip.values.iter().filter_map(|value| axis.place(*value)) {
                    circle.fill.faint.(class) cx=(percent(place)) cy=(top + 30) r="5" {}
                }
                @if let Some(place) = axis.place(mean(&strip.values)) {
                    @let x = percent(place);
                    line.mean x1=(x) x2=(x) y1=(top + 21) y2=(top + 39) {}
                }
            }))
        }
    };
    let said = strips.iter().map(|row| (row.label.as_str(), row.note.as_str()));
    frame(title, x_title, &axis, ROW * strips.len() as u32, None, said, rows)
}

/// Returns the mean, NaN if there are no values.
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_their_mean_lie_on_one_axis() {
        let strip = |values: &[f64]| Strip {
            label: "a & b".to_owned(),
            values: values.to_vec(),
            note: "n".to_owned(),
            colour: 0,
        };
        let text = strip_chart("t", "value", &[strip(&[0.0, 0.5, 1.0]), strip(&[])]).into_string();
        for part in ["cx=\"0.00%\"", "cx=\"50.00%\"", "cx=\"100.00%\"", "x1=\"50.00%\"", "a &amp; b"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("NaN") && text.matches("class=\"mean\"").count() == 1, "{text}");
    }
}
