//! The course of every seat's win share, as stacked areas.

use maud::{Markup, html};
use tradewinds_game::counted;

use crate::review::{Review, SeatReview};
use crate::text;
use crate::verdict::Judgement;

/// The height of the areas in pixels, and the width for which they are computed.
const HEIGHT: f64 = 220.0;
const WIDTH: f64 = 1000.0;

/// The colours that a page has.
const COLOURS: usize = 5;

/// The number of decisions on either side that a point is averaged with.
const SMOOTHED: usize = 2;

/// Draws the curve; `link` returns where a flagged decision is shown.
pub(super) fn curve(review: &Review, link: &dyn Fn(usize) -> String) -> Markup {
    let points = points(review);
    if points.len() < 2 {
        return html! { p { "No decision was judged." } };
    }
    let last = points.len() - 1;
    let x = |place: usize| WIDTH * place as f64 / last as f64;
    // The sums of the seats up to each one are the edges of the areas.
    let edge = |seats: usize, place: usize| HEIGHT * (1.0 - points[place][..seats].iter().sum::<f64>());
    let area = |seat: usize| -> String {
        let upper = (0..=last).map(|place| (x(place), edge(seat + 1, place)));
        let lower = (0..=last).rev().map(|place| (x(place), edge(seat, place)));
        let corner = |(x, y): (f64, f64)| format!("{x:.0},{y:.1}");
        upper.chain(lower).map(corner).collect::<Vec<String>>().join(" ")
    };
    let marks: Vec<(f64, usize, String)> = review
        .steps
        .iter()
        .enumerate()
        .filter_map(|(place, step)| {
            let reviewed = review.flagged().find(|reviewed| reviewed.judged.decision == step.decision)?;
            let word = reviewed.flag.map_or("", Judgement::word);
            let title = format!("{} of {}", word, review.seats[step.seat].name);
            Some((100.0 * place as f64 / last as f64, step.decision, title))
        })
        .collect();
    html! {
        figure.axes {
            ul.legend { @for (seat, of_seat) in review.seats.iter().enumerate() {
                li class=(colour(seat)) {
                    svg width="14" height="14" aria-hidden="true" { rect.fill width="14" height="14" {} }
                    (of_seat.name)
                }
            } }
            svg width="100%" height=(HEIGHT + 24.0) role="group" aria-label="win shares and flagged decisions" {
                @for (y, label) in [(0.0, "100"), (0.5, "50"), (1.0, "0")] {
                    text.soft x="-8" y=(HEIGHT * y) dy="4" text-anchor="end" { (label) }
                }
                svg width="100%" height=(HEIGHT) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none"
                    role="img" aria-label=(said(review, &points)) {
                    @for seat in 0..review.seats.len() {
                        g class=(colour(seat)) {
                            polygon.fill points=(area(seat)) { title { (review.seats[seat].name) } }
                        }
                    }
                }
                @for (place, decision, title) in &marks {
                    a href=(link(*decision)) aria-label=(title) {
                        line.mean x1=(percent(*place)) x2=(percent(*place)) y1="0" y2=(HEIGHT) {}
                        text x=(percent(*place)) y=(HEIGHT + 16.0) text-anchor="middle" { "▲" title { (title) } }
                    }
                }
            }
        }
        p.note {
            "How likely each seat was to win, by the playouts before each decision, as means of five decisions"
            @if review.complete { "; the right edge is the result" }
            ". The marks are flagged decisions. Before the first decision" @if !review.complete { " that is judged" } ": "
            @for (seat, share) in review.steps[0].before.iter().enumerate() {
                @if seat > 0 { ", " } (review.seats[seat].name) " " (text::points(*share))
            }
            "."
        }
    }
}

/// Says what the curve shows: where each seat's share begins, its extremes, and where it ends.
fn said(review: &Review, points: &[Vec<f64>]) -> String {
    let seat = |(index, seat): (usize, &SeatReview)| {
        let shares = || points.iter().map(|shares| shares[index]);
        let [least, most] = [shares().fold(1.0, f64::min), shares().fold(0.0, f64::max)].map(text::points);
        let [first, last] =
            [shares().next(), shares().next_back()].map(|share| text::points(share.unwrap_or(0.0)));
        format!("{} from {first} to {last}, between {least} and {most}", seat.name)
    };
    let seats: Vec<String> = review.seats.iter().enumerate().map(seat).collect();
    let flagged = counted(review.flagged().count(), "flagged decision");
    format!("Points of win share over {} decisions, {flagged}: {}", review.steps.len(), seats.join("; "))
}

/// Lists the win shares of the seats before each decision, smoothed, and at the end.
fn points(review: &Review) -> Vec<Vec<f64>> {
    let raw: Vec<&Vec<f64>> = review.steps.iter().map(|step| &step.before).collect();
    let mean = |place: usize| {
        let window = &raw[place.saturating_sub(SMOOTHED)..(place + SMOOTHED + 1).min(raw.len())];
        let seats = 0..review.seats.len();
        seats
            .map(|seat| window.iter().map(|shares| shares[seat]).sum::<f64>() / window.len() as f64)
            .collect()
    };
    let mut points: Vec<Vec<f64>> = (0..raw.len()).map(mean).collect();
    if !points.is_empty() && review.complete {
        points.push(review.seats.iter().map(|seat| seat.result).collect());
    }
    points
}

fn colour(seat: usize) -> String {
    format!("s{}", seat % COLOURS)
}

fn percent(place: f64) -> String {
    format!("{place:.2}%")
}
