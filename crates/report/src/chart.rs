//! Charts as inline SVG, for [`Page`](super::Page)s. They know nothing about the data that they show.
//!
//! Widths are shares of the page's width and heights are in pixels, so that text is as large on a phone as on
//! a desktop. Colours come from the page's style; a chart has the first five of them.

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
pub use boxes::{Spread, box_chart};
pub use columns::column_chart;
pub use intervals::{Range, interval_chart};
pub use lines::{LineChart, Series};
pub use strips::{Strip, strip_chart};

/// The maximum number of series that a chart can distinguish by colour.
pub const COLOURS: usize = 5;

/// Returns the style class of a series' colour.
fn colour(index: usize) -> String {
    format!("s{}", index % COLOURS)
}

/// Writes a share from 0 to 1 as a length.
fn percent(share: f64) -> String {
    format!("{:.2}%", share.clamp(0.0, 1.0) * 100.0)
}

/// Shortens a label that would not fit next to a number on a phone.
fn short(label: &str) -> String {
    const FITTING: usize = 28;
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
        assert!(label.chars().count() == 28 && label.ends_with('…'));
        assert_eq!(short(&"é".repeat(28)), "é".repeat(28));
    }
}
