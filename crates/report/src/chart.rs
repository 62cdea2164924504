//! Charts as inline SVG, for [`Page`](super::Page)s. They know nothing about the data that they show.
//!
//! Widths are shares of the page's width and heights are in pixels, so that text is as large on a phone as on
//! a desktop. Colours come from the page's style; a chart has eight of them. A thing keeps its colour
//! from chart to chart if it is given the same number.

use maud::{Markup, html};

mod axis;
mod bars;
mod boxes;
mod columns;
mod intervals;
mod lines;
mod rows;
mod strips;

pub use axis::Scale;
pub use bars::{Bar, bar_chart};
pub use boxes::{Quantiles, box_chart};
pub use columns::column_chart;
pub use intervals::{Range, dial_chart, interval_chart};
pub use lines::{LineChart, Series};
pub use strips::{Strip, strip_chart};

/// The maximum number of series that a chart can distinguish by colour.
pub const COLOURS: usize = 8;

/// A value that others are compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The value.
    pub value: f64,
    /// What it is, in a few words.
    pub label: String,
}

impl Mark {
    /// Makes a mark.
    #[must_use]
    pub fn new(value: f64, label: impl Into<String>) -> Self {
        Self { value, label: label.into() }
    }
}

/// Says what a chart shows: its title, and its parts in words.
fn said(title: &str, parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { title.to_owned() } else { format!("{title}: {}", parts.join("; ")) }
}

/// Returns the style class of a series' colour.
fn colour(index: usize) -> String {
    format!("s{}", index % COLOURS)
}

/// Writes a share from 0 to 1 as a length.
fn percent(share: f64) -> String {
    format!("{:.2}%", share.clamp(0.0, 1.0) * 100.0)
}

/// Writes a label at the left edge. One that would not fit next to a number on a phone is cut there, and only there.
fn label(text: &str, y: u32, is_strong: bool) -> Markup {
    let weight = is_strong.then_some("600");
    let cut = short(text);
    html! {
        @if cut == text {
            text x="0" y=(y) font-weight=[weight] { (text) }
        } @else {
            text.full x="0" y=(y) font-weight=[weight] { (text) }
            text.cut x="0" y=(y) font-weight=[weight] aria-hidden="true" { (cut) }
        }
    }
}

/// Shortens a label that would not fit next to a number on a phone.
fn short(label: &str) -> String {
    const FITTING: usize = 24;
    match label.char_indices().nth(FITTING) {
        None => label.to_owned(),
        Some(_) => label.chars().take(FITTING - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_stay_within_the_chart() {
        assert_eq!([-1.0, 0.25, 2.0].map(percent), ["0.00%", "25.00%", "100.00%"]);
    }

    #[test]
    fn long_labels_are_shortened() {
        assert_eq!(short("settler"), "settler");
        let label = short(&"é".repeat(50));
        assert!(label.chars().count() == 24 && label.ends_with('…'));
        assert_eq!(short(&"é".repeat(24)), "é".repeat(24));
        let long = "a choice with a name of many words";
        let text = super::label(long, 15, false).into_string();
        assert!(text.contains(long) && text.contains("class=\"cut\""), "{text}");
        assert!(!super::label("settler", 15, false).into_string().contains("class"));
    }
}
