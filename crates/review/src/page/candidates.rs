//! A flagged decision: its candidates, and who pays for each.

use maud::{Markup, html};
use tradewinds_report::decimal;

use crate::judged::Loss;
use crate::review::{Review, Reviewed};
use crate::text;

/// Draws a decision, its candidates behind a click.
pub(super) fn article(review: &Review, reviewed: &Reviewed) -> Markup {
    let judged = &reviewed.judged;
    let seat = &review.seats[judged.seat].name;
    let made = &judged.candidates[judged.made];
    let points = |loss: Loss| {
        let of = if judged.point_worth.is_some() { "points of the score" } else { "points of win share" };
        let lost = text::loss(judged, loss.mean).replace(" of the score", "");
        format!("{lost} {of} ({})", text::interval(judged, &loss))
    };
    let verdict = match (reviewed.flag, reviewed.loss) {
        (Some(flag), Some(loss)) => format!("{}, {}", flag.word(), points(loss)),
        (_, Some(loss)) => format!("not flagged, {}", points(loss)),
        (_, None) => "no better choice was found".to_owned(),
    };
    let question = match reviewed.loss {
        Some(_) => "What would have been better?",
        None => "What else was possible?",
    };
    html! {
        article id={ "d" (judged.decision) } {
            h3 {
                (text::capital(&text::place(review, reviewed))) ", " (seat) ": " (made.order) " — " (verdict)
            }
            details {
                summary { (question) }
                p { b { (judged.candidates[judged.reference].order) } }
                (table(review, reviewed))
                p.note {
                    "Decision " (judged.decision) " of the record, " (judged.options) " legal actions. Loss and changes: "
                    "points of win share against the best choice, in " (judged.playouts) " playouts with the same luck ("
                    (review.settings.playouts) " to " (review.settings.compared / 2) " for the other candidates); ± and intervals for 95 %."
                }
            }
        }
    }
}

fn table(review: &Review, reviewed: &Reviewed) -> Markup {
    let judged = &reviewed.judged;
    let visits: u64 = judged.candidates.iter().map(|candidate| candidate.visits).sum();
    let share = |visits_of: u64| format!("{} %", decimal(100.0 * visits_of as f64 / visits.max(1) as f64, 0));
    let cell = |value: Option<&f64>, write: &dyn Fn(f64) -> String| {
        value.map_or(String::new(), |&value| write(value))
    };
    html! {
        div.scroll { table {
            thead { tr {
                th.left { "choice" }
                th.right { "visits" }
                @if judged.worlds > 0 { th.right { "best in worlds" } }
                th.right { "win share" }
                th.right { "points" }
                th.right { "loss" }
                @for (_, other) in review.seats.iter().enumerate().filter(|(seat, _)| *seat != judged.seat) {
                    th.right { "for " (other.name) }
                }
            } }
            tbody { @for (index, candidate) in judged.candidates.iter().enumerate() {
                tr {
                    td.left {
                        (candidate.order)
                        @if index == judged.made { " " b { "(made)" } }
                        @if index == judged.reference { " " b { "(best)" } }
                    }
                    td.right { (share(candidate.visits)) }
                    @if judged.worlds > 0 { td.right { (candidate.best_in) " of " (judged.worlds) } }
                    // A difference of few playouts can lead below 0.
                    td.right { (cell(candidate.wins.get(judged.seat), &|win| text::points(win.max(0.0)))) }
                    td.right { (cell(candidate.points.get(judged.seat), &|points| decimal(points, 1))) }
                    td.right {
                        @if let Some(loss) = judged.loss_of(index) {
                            (text::loss(judged, loss.mean)) " (" (text::interval(judged, &loss)) ")"
                        }
                    }
                    @for seat in (0..review.seats.len()).filter(|seat| *seat != judged.seat) {
                        td.right { (candidate.change.get(seat).map_or(String::new(), |change| text::signed(change.mean))) }
                    }
                }
            } }
        } }
    }
}
