//! The review of a game: progress and what is known so far while it is made, then the verdict, the course of the game
//! and the tables, with links to each flagged decision.

use std::sync::Arc;

use maud::{Markup, html};
use tradewinds_review::{Review, Reviewed, course, decision, tables, verdicts};

use super::shell::{shell, shell_that_reloads};
use crate::desk::{Refusal, Scene};
use crate::picture::Setting;

/// The maximum number of flagged decisions on the page: it stays below 300 kB.
const MAX_SHOWN: usize = 60;

/// A review as a screen shows it.
pub(crate) struct ReviewPage {
    title: &'static str,
    fault: Option<String>,
    /// What is judged; `None` before somebody asks for it.
    pub(crate) made: Option<Made>,
}

/// A review that is being made, or is finished.
pub(crate) struct Made {
    is_running: bool,
    review: Option<Arc<Review>>,
}

impl Made {
    /// Returns the review, if it is finished.
    pub(crate) fn whole(&self) -> Option<&Review> {
        self.review.as_deref().filter(|_| !self.is_running)
    }
}

impl ReviewPage {
    /// Collects the review of a game that is over.
    pub(crate) fn of(scene: &Scene) -> Result<Self, Refusal> {
        scene.require_over()?;
        let made = scene
            .review_of_line()
            .map(|reviewed| Made { is_running: reviewed.is_running, review: reviewed.review.clone() });
        Ok(Self { title: Setting::of(&scene.session).title, fault: scene.fault.clone(), made })
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Review · Tradewinds", self.title);
        let body = html! { main #review { (self.inner()) } };
        let is_running = self.made.as_ref().is_some_and(|made| made.is_running);
        if is_running { shell_that_reloads(&title, "", &body) } else { shell(&title, "", &body) }
    }

    /// Draws the part that changes.
    pub(crate) fn part(&self) -> String {
        self.inner().into_string()
    }

    fn inner(&self) -> Markup {
        let whole = self.made.as_ref().and_then(Made::whole);
        html! {
            header.top { h1 { (self.title) small { " review" } } }
            nav.tools aria-label="Review" {
                a.tool href="./" { "Back to the table" }
                @if let Some(review) = whole {
                    a.tool href={ "review/" (first(review)) } { "Step through" }
                    @if review.flagged().next().is_some() { a.tool href="puzzle" { "Train on the mistakes" } }
                    a.tool href="review.html" { "Save as a page" }
                }
            }
            @if let Some(fault) = &self.fault { p.refusal role="alert" { (fault) } }
            @match &self.made {
                None => {
                    p { "Every decision is compared with the best choice. That takes about a minute." }
                    form method="post" action="review" { button.big { "Review this game" } }
                }
                Some(made) => {
                    @if made.is_running { (progress(made.review.as_deref())) }
                    @if let Some(review) = &made.review {
                        @if !review.judged.is_empty() { (sections(review)) }
                    }
                }
            }
        }
    }
}

/// Returns the decision at which stepping through begins: the first flagged one.
fn first(review: &Review) -> usize {
    review.flagged().next().map_or(0, |reviewed| reviewed.judged.decision)
}

fn progress(review: Option<&Review>) -> Markup {
    let (judged, unforced) = review.map_or((0, 1), |review| (review.judged.len(), review.unforced.max(1)));
    html! {
        div data-running="" {
            p role="status" {
                @if review.is_some() { (judged) " of " (unforced) " decisions are judged; this page shows what they say so far." }
                @else { "The review begins …" }
            }
            progress value=(judged) max=(unforced) aria-label="Decisions that are judged" {}
        }
    }
}

fn sections(review: &Review) -> Markup {
    let flagged: Vec<&Reviewed> = review.flagged().collect();
    html! {
        @if let Some(experts) = &review.experts { p { (experts) } }
        ul { @for sentence in verdicts(review) { li { (sentence) } } }
        section { h2 { "Win shares over the game" } (course(review, &|decision| format!("review/{decision}"))) }
        section {
            h2 { "Flagged decisions" }
            @if flagged.is_empty() { p { "None: no decision can be told from the best one by this many playouts." } }
            @for reviewed in flagged.iter().take(MAX_SHOWN) {
                (decision(review, reviewed))
                p { a.tool href={ "review/" (reviewed.judged.decision) } { "Look at it" span.sr { ": decision " (reviewed.judged.decision) } } }
            }
            @if flagged.len() > MAX_SHOWN { p.note { "and " (flagged.len() - MAX_SHOWN) " more: step through them." } }
        }
        @for (title, table) in tables(review) { section { h2 { (title) } (table) } }
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_arena::NAMES;
    use tradewinds_bots::Preset;
    use tradewinds_review::{ReviewSettings, Reviewer};
    use tradewinds_sitting::{Session, Sitter, SittingSpec, to_record};

    use super::*;

    #[test]
    fn a_review_leads_back_to_its_decisions() {
        let seats = vec![Sitter::Bot { preset: "steady".to_owned() }; 3];
        let mut session =
            Session::new(SittingSpec::new(NAMES[0], None, seats, 2).expect("a game")).expect("a table");
        for _ in 0..12 {
            let action = session.game().legal().remove(0);
            session.play(&action).expect("it is legal");
        }
        let preset = |name| Preset::find(name, NAMES[0]).expect("it is shipped");
        let settings =
            ReviewSettings { iterations: 20, playouts: 8, compared: 8, ..ReviewSettings::default() };
        let record = to_record(&session, "test");
        let reviewer =
            Reviewer::new(record, settings, preset("ismcts"), vec![preset("steady")]).expect("it plays");
        let judged: Vec<_> = (0..reviewer.unforced()).map(|place| reviewer.judge(place, &|| false)).collect();
        let mut review = reviewer.review(&judged);
        let flagged = review.judged.iter_mut().find(|reviewed| reviewed.loss.is_some());
        flagged.expect("the first actions are not all the best").flag =
            Some(tradewinds_review::Judgement::Mistake);
        let flagged = review.flagged().next().expect("one is").judged.decision;
        let partial = reviewer.review(&judged[..3]);
        let page = |made| ReviewPage { title: "A game", fault: None, made }.page();
        let whole = page(Some(Made { is_running: false, review: Some(Arc::new(review)) }));
        let link = format!("href=\"review/{flagged}\"");
        for part in
            [&link, "mistake", "(best)", "(made)", "points of win share", "review.html", "Luck and skill"]
        {
            assert!(whole.contains(part), "{part} in {whole}");
        }
        assert!(!whole.contains("style=\"") && !whole.contains("data-running"), "{whole}");
        let some = page(Some(Made { is_running: true, review: Some(Arc::new(partial)) }));
        let progress = format!("3 of {} decisions are judged", reviewer.unforced());
        for part in [&progress, "http-equiv=\"refresh\"", "data-running", "points of win share"] {
            assert!(some.contains(part), "{part} in {some}");
        }
        assert!(!some.contains("review.html"), "what is not finished is not saved");
        let begun = page(Some(Made { is_running: true, review: None }));
        assert!(begun.contains("The review begins"), "{begun}");
        assert!(page(None).contains("Review this game"));
    }
}
