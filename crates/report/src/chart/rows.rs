//! Rows below each other on one axis: the common part of intervals, boxes and strips.

use maud::{Markup, html};

use super::axis::Axis;
use super::{percent, short};

/// Draws the axis and its marks around rows that are `height` pixels high in total.
pub(super) fn frame(title: &str, x_title: &str, axis: &Axis, height: u32, rows: Markup) -> Markup {
    html! {
        figure.strips {
            svg width="100%" height=(height + 44) role="img" aria-label=(title) {
                @for (place, text) in axis.ticks() {
                    @let x = percent(place);
                    line.grid x1=(x) x2=(x) y1="0" y2=(height) {}
                    text.soft x=(x) y=(height + 18) text-anchor="middle" { (text) }
                }
                text.soft x="50%" y=(height + 38) text-anchor="middle" { (x_title) }
                (rows)
            }
        }
    }
}

/// Draws a row from `top` downwards: its label, its note, and below them its marks.
pub(super) fn row(top: u32, label: &str, note: &str, marks: Markup) -> Markup {
    html! {
        g {
            title { (label) ": " (note) }
            text x="0" y=(top + 15) { (short(label)) }
            text.soft x="100%" y=(top + 15) text-anchor="end" { (note) }
            (marks)
        }
    }
}
