//! The review of a game: progress while it is made, then the verdict with links into the game.

use std::sync::Arc;

use maud::{DOCTYPE, Markup, html};
use tradewinds_review::{Review, Reviewed as Decision, verdicts};

use super::shell::shell;
use crate::desk::{Refusal, State};
use crate::picture::{Reader, Setting};
use crate::reviewed::Reviewed;

/// A review as a screen shows it.
pub(crate) enum ReviewPage {
    /// So many of the decisions are judged.
    Running { title: &'static str, judged: usize, unforced: usize },
    /// The review, and for each flagged decision the number of decisions that the screen saw before it.
    Done { title: &'static str, review: Arc<Review>, seen: Vec<usize> },
}

impl ReviewPage {
    /// Collects the review that a screen has asked for.
    pub(crate) fn of(state: &State, screen: usize) -> Result<Self, Refusal> {
        let session = &state.session;
        let title = Setting::of(session).title;
        match &state.reviewed {
            reviewed if !reviewed.is_of(session.at()) || session.to_act().is_some() => {
                Err(Refusal(409, "This game is not being reviewed.\n".to_owned()))
            }
            Reviewed::None => Err(Refusal(409, "This game is not being reviewed.\n".to_owned())),
            Reviewed::Running { judged, unforced, .. } => {
                Ok(Self::Running { title, judged: *judged, unforced: *unforced })
            }
            Reviewed::Done { review, .. } => {
                let seat = match state.reader(screen) {
                    Reader::Seat(seat) => Some(seat),
                    _ => None,
                };
                let log = session.log(seat);
                let before = |decision: usize| {
                    log.iter().filter(|entry| session.depth(entry.node) <= decision).count()
                };
                let seen = review.flagged().map(|flagged| before(flagged.judged.decision)).collect();
                Ok(Self::Done { title, review: Arc::clone(review), seen })
            }
        }
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        match self {
            Self::Running { title, judged, unforced } => html! {
                (DOCTYPE)
                html lang="en" {
                    head {
                        meta charset="utf-8";
                        meta name="viewport" content="width=device-width, initial-scale=1";
                        meta name="color-scheme" content="light dark";
                        meta http-equiv="refresh" content="2";
                        title { (title) " · Review · Tradewinds" }
                        link rel="icon" href="data:,";
                        link rel="stylesheet" href="style.css";
                    }
                    body { main {
                        header.top { h1 { (title) small { " review" } } }
                        nav { a.tool href="./" { "Back to the table" } }
                        p role="status" {
                            (judged) " of " (unforced) " decisions are judged. This page shows the review when all are."
                        }
                        progress value=(judged) max=(unforced) {}
                    } }
                }
            }
            .into_string(),
            Self::Done { title, review, seen } => {
                shell(&format!("{title} · Review · Tradewinds"), "", &done(title, review, seen))
            }
        }
    }
}

fn done(title: &str, review: &Review, seen: &[usize]) -> Markup {
    html! {
        main {
            header.top { h1 { (title) small { " review" } } }
            nav {
                a.tool href="./" { "Back to the table" } " "
                a.tool href="review.html" { "Save the whole review as a page" }
            }
            ul { @for sentence in verdicts(review) { li { (sentence) } } }
            h2 { "Flagged decisions" }
            @if seen.is_empty() { p { "None." } }
            @for (flagged, seen) in review.flagged().zip(seen) { (decision(review, flagged, *seen)) }
            p.note {
                "The saved page has more: the win shares over the game, luck and skill, and who paid for whose decisions."
            }
        }
    }
}

/// Draws a flagged decision with its candidates behind a click, and a link to where it was made.
fn decision(review: &Review, flagged: &Decision, seen: usize) -> Markup {
    let judged = &flagged.judged;
    let points = |share: f64| format!("{:.1}", 100.0 * share);
    html! {
        h3 {
            (review.seats[judged.seat].name) ": " (judged.candidates[judged.made].order)
            @if let (Some(flag), Some(loss)) = (flagged.flag, flagged.loss) {
                " — " (flag.word()) ", " (points(loss.mean)) " points"
            }
        }
        p { a.tool href={ "at/" (seen) } { "Look at it" } }
        details {
            summary { "What would have been better?" }
            ol { @for (index, candidate) in judged.candidates.iter().enumerate() {
                li {
                    (candidate.order)
                    @if index == judged.reference { b { " (best)" } }
                    @if index == judged.made { b { " (made)" } }
                    @if let Some(win) = candidate.wins.get(judged.seat) { ": wins " (points(*win)) " %" }
                }
            } }
        }
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_bots::Preset;
    use tradewinds_review::{ReviewSettings, Reviewer};
    use tradewinds_table::{Session, Sitter, Spec, to_record};

    use super::*;

    #[test]
    fn a_review_leads_back_to_its_decisions() {
        let seats = vec![Sitter::Bot { preset: "steady".to_owned() }; 3];
        let mut session =
            Session::new(Spec::new("puerto-rico", None, seats, 2).expect("a game")).expect("a table");
        for _ in 0..12 {
            let action = session.game().legal().remove(0);
            session.play(&action).expect("it is legal");
        }
        let preset = |name| Preset::find(name, "puerto-rico").expect("it is shipped");
        let settings =
            ReviewSettings { iterations: 20, playouts: 8, compared: 8, ..ReviewSettings::default() };
        let record = to_record(&session, "test");
        let reviewer = Reviewer::new(record, settings, preset("ismcts"), preset("steady")).expect("it plays");
        let judged: Vec<_> = (0..reviewer.unforced()).map(|place| reviewer.judge(place, &|| false)).collect();
        let mut review = reviewer.review(&judged);
        let flagged = review.judged.iter_mut().find(|reviewed| reviewed.loss.is_some());
        flagged.expect("the first actions are not all the best").flag =
            Some(tradewinds_review::Judgement::Mistake);
        let page = ReviewPage::Done { title: "Puerto Rico", review: Arc::new(review), seen: vec![7] }.page();
        for part in ["href=\"at/7\"", "mistake", "(best)", "(made)", "points of win share", "review.html"] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let page = ReviewPage::Running { title: "Puerto Rico", judged: 3, unforced: 9 }.page();
        assert!(page.contains("3 of 9 decisions") && page.contains("http-equiv=\"refresh\""), "{page}");
    }
}
