//! Rows below each other on one axis: the common part of intervals, boxes and strips.

use maud::{Markup, html};

use super::axis::Axis;
use super::{Mark, label, percent};

/// The height above the rows in which a mark is named.
const ABOVE: u32 = 20;

/// Draws the axis and its marks around rows that are `height` pixels high in total.
/// `said` has the label and the note of each row, which the chart's text repeats for readers who do not see it.
pub(super) fn frame<'a>(
    title: &str,
    x_title: &str,
    axis: &Axis,
    height: u32,
    mark: Option<&Mark>,
    said: impl Iterator<Item = (&'a str, &'a str)>,
    rows: Markup,
) -> Markup {
    let said = super::said(title, said.map(|(label, note)| format!("{label} {note}")));
    let mark = mark.and_then(|mark| Some((axis.place(mark.value)?, mark)));
    let above = if mark.is_some() { ABOVE } else { 0 };
    html! {
        figure.strips {
            svg width="100%" height=(above + height + 44) role="img" aria-label=(said) {
                svg y=(above) width="100%" height=(height + 44) {
                    @for (place, text) in axis.ticks() {
                        @let x = percent(place);
                        line.grid x1=(x) x2=(x) y1="0" y2=(height) {}
                        text.soft x=(x) y=(height + 18) text-anchor="middle" { (text) }
                    }
                    text.soft x="50%" y=(height + 38) text-anchor="middle" { (x_title) }
                    @if let Some((place, mark)) = mark {
                        @let x = percent(place);
                        line.mark x1=(x) x2=(x) y1="-4" y2=(height) {}
                        text.soft x=(x) y="-8" text-anchor=(anchor(place)) { (mark.label) }
                    }
                    (rows)
                }
            }
        }
    }
}

/// Returns how a text lies about its place, so that it does not leave the chart.
fn anchor(place: f64) -> &'static str {
    match place {
        ..0.2 => "start",
        ..0.8 => "middle",
        _ => "end",
    }
}

/// Draws a row from `top` downwards: its label, its note, and below them its marks.
pub(super) fn row(top: u32, label: &str, note: &str, is_strong: bool, marks: Markup) -> Markup {
    html! {
        g {
            title { (label) ": " (note) }
            (self::label(label, top + 15, is_strong))
            text.soft.noted x="100%" y=(top + 15) text-anchor="end" { (note) }
            (marks)
        }
    }
}
