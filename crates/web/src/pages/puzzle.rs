//! A puzzle: the board before a flagged decision, without the answer; then what the answer given is worth.

use std::sync::Arc;

use maud::{Markup, html};
use tradewinds_game::{Seat, counted};
use tradewinds_review::{Review, Reviewed, Solution, decision};
use tradewinds_sitting::{LegalAction, Shown};

use super::shell::shell;
use crate::boards::{self, Draw};
use crate::desk::{Refusal, Scene};
use crate::picture::Setting;
use crate::training::{Training, puzzles_of};

/// The links of a puzzle's page.
pub(crate) struct Places {
    pub(crate) back: &'static str,
    pub(crate) next: String,
    pub(crate) review: Option<String>,
}

/// A puzzle as a screen shows it.
pub(crate) struct PuzzlePage {
    setting: Setting,
    review: Arc<Review>,
    reviewed: Reviewed,
    shown: Shown,
    seat: Seat,
    prompt: String,
    happened: String,
    offers: Vec<LegalAction>,
    /// What was answered, and its worth; no worth where the reader gave up.
    answered: Option<(String, Option<Solution>)>,
    /// Why the answer was not kept.
    pub(crate) fault: Option<String>,
}

impl PuzzlePage {
    /// Collects the puzzle of a decision of a game that was reviewed.
    pub(crate) fn of(scene: &Scene, number: usize) -> Result<Self, Refusal> {
        scene.require_over()?;
        let none = || Refusal(404, "There is no such puzzle.\n".to_owned());
        let reviewed = puzzles_of(scene).into_iter().find(|found| found.judged.decision == number);
        let reviewed = reviewed.ok_or_else(none)?;
        let review = scene.review_of_line().and_then(|found| found.review.clone()).ok_or_else(none)?;
        let session = &scene.session;
        let log = session.log(None);
        let before = number.checked_sub(1).and_then(|last| log.get(last));
        let node = before.map_or(0, |entry| entry.node);
        let game = session.replayed(node);
        let seat = game.to_act().ok_or_else(none)?;
        let orders = game.phrases(session.names());
        let offers = game.legal().into_iter().zip(orders);
        Ok(Self {
            setting: Setting::of(session),
            review,
            reviewed,
            shown: session.shown_at(node, seat),
            seat,
            prompt: game.prompt(session.names()),
            // What others did in secret is not told: the line is that of the seat that decides.
            happened: session
                .log_to(node, Some(seat))
                .last()
                .map_or(String::new(), |entry| entry.line.to_owned()),
            offers: offers.map(|(action, phrase)| LegalAction { action, order: phrase.order() }).collect(),
            answered: None,
            fault: None,
        })
    }

    /// Takes an answer; returns whether it is right. Anything that is no legal action gives up.
    pub(crate) fn answer(&mut self, action: &str) -> bool {
        let Some(offer) = self.offers.iter().find(|offer| offer.action == action) else {
            self.answered = Some(("The answer".to_owned(), None));
            return false;
        };
        let solution = Solution::of(&self.reviewed.judged, action);
        self.answered = Some((offer.order.clone(), Some(solution)));
        solution.is_right()
    }

    /// Draws the whole page.
    pub(crate) fn page(&self, places: &Places) -> String {
        let title = format!("{} · Puzzle · Tradewinds", self.setting.title);
        let up = if places.review.is_some() { "../" } else { "../../" };
        shell(&title, up, &html! { main.puzzle { (self.inner(places)) } })
    }

    fn inner(&self, places: &Places) -> Markup {
        let judged = &self.reviewed.judged;
        let is_open = self.answered.is_some();
        let offers = if is_open { &[][..] } else { &self.offers };
        let draw = Draw { offers, ..Draw::still(&self.setting, &self.shown, Some(self.seat.index())) };
        html! {
            header.top { h1 { (self.setting.title) small { " puzzle" } } }
            nav.tools aria-label="Puzzles" {
                a.tool href=(places.back) { "Back" }
                @if is_open {
                    a.tool href=(&places.next) data-key="n" { "Next puzzle " kbd { "n" } }
                    @if let Some(review) = &places.review { a.tool href=(review) { "See it in the review" } }
                }
            }
            @if let Some(fault) = &self.fault { p.refusal role="alert" { "The answer was not kept: " (fault) } }
            form #act method="post" {
                section.now aria-label="What to do" {
                    p.note {
                        @let name = &self.setting.names[judged.seat];
                        (self.setting.round) " " (judged.round) ", " (name) @if name == "You" { " decide" } @else { " decides" }
                        @if !self.happened.is_empty() { ". Just before: " (self.happened) }
                    }
                    @match &self.answered {
                        None => { (self.question()) }
                        Some((order, solution)) => { (self.solution(order, *solution)) }
                    }
                }
                div class={ "board " (self.setting.game) } { (boards::board(&draw)) }
                section.side {
                    @if !is_open { button.tool name="a" value="" { "Give up and show the answer" } }
                    (boards::signs(&self.setting))
                }
            }
        }
    }

    fn question(&self) -> Markup {
        let whose = match self.setting.names[self.seat.index()].as_str() {
            "You" => "Your choice".to_owned(),
            name => format!("The choice of {name}"),
        };
        html! {
            h2 #prompt tabindex="-1" { (self.prompt) }
            p { (whose) " in the game lost something here. What is better?" }
            ol.actions {
                @for (index, offer) in self.offers.iter().enumerate() {
                    li {
                        button name="a" value=(offer.action) id={ "act-" (index) } {
                            @if index < 9 { kbd { (index + 1) } } span { (offer.order) }
                        }
                    }
                }
            }
        }
    }

    fn solution(&self, order: &str, solution: Option<Solution>) -> Markup {
        let judged = &self.reviewed.judged;
        let is_right = solution.is_some_and(Solution::is_right);
        let class = if is_right { "verdict right" } else { "verdict wrong" };
        let sentence = match solution {
            Some(solution) => solution.sentence(judged),
            None => format!("{} is better.", judged.candidates[judged.reference].order),
        };
        html! {
            h2 #prompt tabindex="-1" { (order) }
            p class=(class) role="status" { (sentence) }
            section.judgement { h2.sr { "Judgement" } (decision(&self.review, &self.reviewed)) }
        }
    }
}

/// What is shown where no puzzle is due.
pub(crate) struct TrainPage<'a> {
    pub(crate) training: &'a Training,
    /// The number of games whose reviews are being made or read.
    pub(crate) waits: usize,
    pub(crate) back: &'static str,
    /// The place that asks for the next puzzle.
    pub(crate) again: &'static str,
}

impl TrainPage<'_> {
    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let Training { puzzles, day } = self.training;
        let solved = puzzles.iter().filter(|puzzle| puzzle.known.is_solved()).count();
        let next = puzzles.iter().filter(|puzzle| !puzzle.known.is_solved()).map(|puzzle| puzzle.known.due);
        let body = html! {
            main.lobby {
                header.top { h1 { "Training" } }
                nav.tools aria-label="Training" { a.tool href=(self.back) { "Back" } }
                @if puzzles.is_empty() && self.waits == 0 {
                    p { "No decision of yours is flagged in a reviewed game. Play a game to its end and review it: what is flagged is asked here again." }
                } @else if !puzzles.is_empty() {
                    p role="status" {
                        "No puzzle is due: " (solved) " of " (puzzles.len()) " are solved."
                        @if let Some(day) = next.min().map(|due| due.saturating_sub(*day)) {
                            " The next one comes in " (counted(day, "day")) "."
                        }
                    }
                    p { a.tool href={ (self.again) "?all=1" } { "Ask one of them all the same" } }
                }
                @if self.waits > 0 {
                    p {
                        (counted(self.waits, "review")) (if self.waits == 1 { " is" } else { " are" })
                        " being read or made now: look again in a moment."
                    }
                    p { a.tool href=(self.again) { "Look again" } }
                }
            }
        };
        shell("Training · Tradewinds", "", &body)
    }
}
