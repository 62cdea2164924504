//! A decision of a game that was reviewed: the board as its seat saw it, and what the review says.

use std::sync::Arc;

use maud::{Markup, html};
use tradewinds_game::Seat;
use tradewinds_review::{Review, Reviewed, decision};
use tradewinds_sitting::Shown;

use super::sheet::sheet;
use super::shell::shell;
use super::thoughts::shares;
use crate::boards::{self, Draw};
use crate::desk::{Refusal, Scene};
use crate::picture::Setting;

/// A place in a game that was reviewed.
pub(crate) struct JudgedPage {
    setting: Setting,
    review: Arc<Review>,
    shown: Shown,
    /// The number of the decision in the record; that of all decisions stands for the end.
    number: usize,
    to_act: Option<usize>,
    /// The decision before, in words.
    happened: String,
}

impl JudgedPage {
    /// Collects the place before a decision of the record.
    pub(crate) fn of(scene: &Scene, number: usize) -> Result<Self, Refusal> {
        scene.require_over()?;
        let review = scene.review_of_line().and_then(|reviewed| reviewed.review.clone());
        let review = review.ok_or_else(|| Refusal(409, "This game has not been reviewed.\n".to_owned()))?;
        let session = &scene.session;
        let log = session.log(None);
        if number > log.len() {
            let why = format!("There is no such decision: the game has {}, counted from 0.\n", log.len());
            return Err(Refusal(409, why));
        }
        let before = number.checked_sub(1).map(|last| &log[last]);
        let node = before.map_or(0, |entry| entry.node);
        let seat: Option<Seat> = log.get(number).map(|entry| entry.seat);
        let shown = match seat {
            Some(seat) => Some(session.shown_at(node, seat)),
            None => session.open_at(node),
        };
        Ok(Self {
            setting: Setting::of(session),
            review,
            shown: shown.ok_or_else(|| Refusal(409, "Nothing is shown here now.\n".to_owned()))?,
            number,
            to_act: seat.map(Seat::index),
            happened: before.map_or("The beginning of the game".to_owned(), |entry| entry.line.to_owned()),
        })
    }

    /// Draws the part that changes.
    pub(crate) fn part(&self) -> String {
        self.inner().into_string()
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Review · Tradewinds", self.setting.title);
        shell(&title, "../", &html! { main #past { (self.inner()) } })
    }

    /// Returns the judgement of the decision at hand; `None` if it was forced, or is not judged yet.
    fn reviewed(&self) -> Option<&Reviewed> {
        self.review.judged.iter().find(|reviewed| reviewed.judged.decision == self.number)
    }

    fn inner(&self) -> Markup {
        let draw = Draw::still(&self.setting, &self.shown, self.to_act);
        html! {
            header.top { h1 { (self.setting.title) small { " review" } } }
            (self.ways())
            p.happened aria-live="polite" { (self.happened) }
            section.judgement { h2.sr { "Judgement" } (self.judgement()) }
            (sheet(&self.shown, &self.setting.names))
            div class={ "board " (self.setting.game) } { (boards::board(&draw)) }
        }
    }

    /// Draws the ways to other decisions: those with a choice, and those that are flagged.
    fn ways(&self) -> Markup {
        let (review, number) = (&self.review, self.number);
        let judged = || review.judged.iter().map(|reviewed| reviewed.judged.decision);
        let flagged: Vec<usize> = review.flagged().map(|reviewed| reviewed.judged.decision).collect();
        let before = judged().rfind(|&other| other < number).or((number > 0).then_some(0));
        let last = review.decisions;
        let next = judged().find(|&other| other > number).or((number < last).then_some(last));
        let way = |id: &str, text: &str, place: Option<usize>, key: &str, shown: &str| {
            html! {
                @if let Some(place) = place {
                    a.tool id=(id) href=(place) data-key=(key) { (text) " " kbd { (shown) } }
                }
            }
        };
        html! {
            nav.slider aria-label="Decisions" {
                a.tool href="../review" { "Back to the review" }
                (way("before", "Before", before, "ArrowLeft", "←"))
                (way("next", "Next", next, "ArrowRight", "→"))
                (way("flag-before", "Flagged before", flagged.iter().copied().rfind(|&other| other < number), "p", "p"))
                (way("flag-next", "Next flagged", flagged.iter().copied().find(|&other| other > number), "n", "n"))
                label { "Decision " output { (number) } " of " (last)
                    input #slider type="range" min="0" max=(last) value=(number); }
            }
        }
    }

    fn judgement(&self) -> Markup {
        let review = &self.review;
        let Some(reviewed) = self.reviewed() else {
            let (name, is_over) =
                (self.to_act.map_or("", |seat| &self.setting.names[seat]), self.to_act.is_none());
            return html! {
                p {
                    @if is_over { "The game is over." }
                    @else if review.complete { (name) " has only one legal action here." }
                    @else { "This decision is not judged yet." }
                }
            };
        };
        let judged = &reviewed.judged;
        html! {
            (decision(review, reviewed))
            h3 { "Win shares before it" }
            @if !judged.before().is_empty() {
                (shares(judged.before(), &judged.candidates[judged.reference].points, &self.setting.names))
            }
        }
    }
}
