//! Bars.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::rows::{frame, row};
use super::{colour, percent};

/// The height of a bar with its label.
const ROW: u32 = 42;

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its label.
    pub label: String,
    /// Its length, from 0.
    pub value: f64,
    /// The ends of its interval, if it has one.
    pub ends: Option<(f64, f64)>,
    /// The text at its end.
    pub note: String,
    /// Whether it is highlighted.
    pub strong: bool,
    /// The number of its colour.
    pub colour: usize,
}

/// Draws horizontal bars below each other on one axis from 0, with their labels above them and their intervals as lines.
#[must_use]
pub fn bar_chart(title: &str, x_title: &str, bars: &[Bar]) -> Markup {
    let values = bars.iter().flat_map(|bar| [bar.value, bar.ends.map_or(bar.value, |(_, high)| high)]);
    let axis = Axis::counted(Scale::Linear, values.chain([0.0]).collect::<Vec<f64>>()).rounded();
    let rows = html! {
        @for (bar, number) in bars.iter().zip(0..) {
            @let top = ROW * number;
            (row(top, &bar.label, &bar.note, bar.strong, html! {
                @if let (Some(zero), Some(end)) = (axis.place(0.0), axis.place(bar.value)) {
                    rect.fill.faint[!bar.strong].(colour(bar.colour)) x=(percent(zero)) y=(top + 22)
                        width=(percent(end - zero)) height="12" rx="2" {}
                }
                @if let Some([Some(low), Some(high)]) = bar.ends.map(|(low, high)| [low, high].map(|end| axis.place(end))) {
                    line.mean x1=(percent(low)) x2=(percent(high)) y1=(top + 28) y2=(top + 28) {}
                }
            }))
        }
    };
    let said = bars.iter().map(|row| (row.label.as_str(), row.note.as_str()));
    frame(title, x_title, &axis, ROW * bars.len() as u32, None, said, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bar = |value: f64, strong: bool| Bar {
            label: "<a>".to_owned(),
            value,
            ends: strong.then_some((2.0, 5.0)),
            note: "n".to_owned(),
            strong,
            colour: 1,
        };
        let text = bar_chart("two & two", "visits", &[bar(4.0, true), bar(1.0, false)]).into_string();
        for part in [
            "width=\"80.00%\"",
            "width=\"20.00%\"",
            "x1=\"40.00%\" x2=\"100.00%\"",
            "two &amp; two",
            "&lt;a&gt;",
            ">visits<",
            ">5</text>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(bar_chart("none", "x", &[bar(0.0, false)]).into_string().contains("width=\"0.00%\""));
    }
}
