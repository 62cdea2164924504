//! What a search considered: bars of win shares, candidates, and the expected line.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_sitting::{PointsLost, Thought};

/// The maximum number of candidates shown.
const SHOWN: usize = 6;

/// Writes a share as a whole percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Draws a stacked bar of each seat's win share.
fn bar(wins: &[f64], names: &[String]) -> Markup {
    let label: Vec<String> =
        wins.iter().zip(names).map(|(win, name)| format!("{name} {}", percent(*win))).collect();
    let mut left = 0.0;
    html! {
        svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={ "Win shares: " (label.join(", ")) } {
            @for (seat, win) in wins.iter().enumerate() {
                rect class={ "seat" (seat) } x=(format!("{left:.2}")) y="0" width=(format!("{:.2}", win * 100.0)) height="8" {}
                ({ left += win * 100.0; "" })
            }
        }
    }
}

/// Draws the win share of each seat as a bar and as a list, with the expected points where they are known.
pub(super) fn shares(wins: &[f64], points: &[f64], names: &[String]) -> Markup {
    html! {
        (bar(wins, names))
        ul.shares {
            @for (seat, name) in names.iter().enumerate() {
                li { span class={ "dot seat" (seat) } {} (name) " " b { (percent(wins[seat])) }
                    @if let Some(points) = points.get(seat) { " · " (counted(format!("{points:.0}"), "point")) } }
            }
        }
    }
}

/// Draws what a candidate loses, its interval below it.
fn loss(lost: &PointsLost) -> Markup {
    let text = lost.text();
    let (mean, interval) = text.split_once(' ').unwrap_or((&text, ""));
    html! { (mean) " " small.below { (interval) } }
}

/// Draws what a search found.
pub(crate) fn thought(thought: &Thought, names: &[String], title: &str) -> Markup {
    let best = thought.candidates.first();
    let has_losses = thought.candidates.iter().any(|candidate| candidate.lost.is_some());
    html! {
        section.thought {
            h2 { (title) }
            @if let Some(best) = best {
                p { (thought.sentence()) }
                @if !thought.reason.is_empty() { p.reason { (thought.reason) } }
                @if !best.wins.is_empty() { (shares(&best.wins, &[], names)) }
            }
            @if thought.candidates.len() > 1 {
                table {
                    caption.sr { "Candidates of the search, with their shares of its tries and the win share after each" }
                    thead { tr {
                        th scope="col" { "Candidate" }
                        th.n scope="col" title="How many of the search’s tries began with it" { "tries" }
                        th.n scope="col" { "win share" }
                        @if has_losses { th.n scope="col" title="Points of win share lost against the first, in playouts with the same luck, with the 95 % interval" { "points lost" } }
                    } }
                    tbody {
                        @for candidate in thought.candidates.iter().take(SHOWN) {
                            tr {
                                th scope="row" { (candidate.order) }
                                td.n { (percent(candidate.share)) }
                                td.n { @if let Some(win) = candidate.wins.get(thought.seat.index()) { (percent(*win)) } @else { small { "not looked at closely" } } }
                                @if has_losses { td.n { @match &candidate.lost { Some(lost) => (loss(lost)), None => "–" } } }
                            }
                        }
                    }
                }
            }
            @if !thought.line.is_empty() {
                details { summary { "Expected line" } ol.line { @for line in &thought.line { li { (line) } } } }
            }
        }
    }
}
