//! What one player does wrong over all reviewed games of the server.

use std::sync::Arc;

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_review::{Chosen, Mistakes, Review, mistakes_sections};
use tradewinds_sitting::Sitter;

use super::shell::shell;
use crate::desk::Desk;

/// The mistakes of a name over all reviewed games.
pub(crate) struct MistakesPage {
    mistakes: Mistakes,
    /// All names at the tables, people first.
    names: Vec<String>,
    name: String,
    /// The tables, each with the path of its review.
    places: Vec<(String, String)>,
    /// The number of games whose reviews are being made or read.
    waits: usize,
}

impl MistakesPage {
    /// Sums up the reviews of tables. Without a known name it is the first person's.
    pub(crate) fn of(desks: &[Arc<Desk>], waits: usize, name: &str) -> Self {
        let (mut people, mut bots) = (Vec::new(), Vec::new());
        let mut reviews: Vec<(String, Review)> = Vec::new();
        let mut places = Vec::new();
        for desk in desks {
            let scene = desk.scene();
            let sitters = scene.session.spec().seats.iter().zip(scene.session.names());
            for (sitter, name) in sitters {
                let list = if matches!(sitter, Sitter::Bot { .. }) { &mut bots } else { &mut people };
                if !list.contains(name) {
                    list.push(name.clone());
                }
            }
            if let Some(review) = scene.review_of_line().and_then(|found| found.review.clone()) {
                reviews.push((desk.id.clone(), Review::clone(&review)));
                places.push((desk.id.clone(), format!("../{}/review", scene.extra.screens[0].token)));
            }
        }
        people.extend(bots.into_iter().filter(|bot| !people.contains(bot)).collect::<Vec<_>>());
        let chosen = people.iter().find(|known| *known == name).or(people.first()).cloned();
        let mistakes = Mistakes::of(&reviews, &Chosen { seat: None, name: chosen.clone() });
        Self { mistakes, names: people, name: chosen.unwrap_or_default(), places, waits }
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        shell("Mistakes · Tradewinds", "", &html! { main.mistakes { (self.inner()) } })
    }

    fn inner(&self) -> Markup {
        let worst = self.mistakes.games.iter().flat_map(|game| &game.worst);
        html! {
            header.top { h1 { "Mistakes" small { " over all reviewed games" } } }
            nav.tools aria-label="Mistakes" {
                a.tool href="./" { "Back to the lobby" }
                a.tool href="train" { "Train on them" }
            }
            @if self.waits > 0 { p { (counted(self.waits, "review")) @if self.waits == 1 { " is" } @else { " are" } " being read or made now: look again in a moment." } }
            @if self.places.is_empty() && self.waits == 0 {
                p { "No game is reviewed yet: press Review at a table that is over." }
            } @else if !self.places.is_empty() {
                form.filter method="get" action="mistakes" {
                    label { "Of " select name="name" {
                        @for name in &self.names { option value=(name) selected[*name == self.name] { (name) } }
                    } }
                    button.tool { "Show" }
                }
            }
            @for (title, section) in mistakes_sections(&self.mistakes) { section { h2 { (title) } (section) } }
            @if self.mistakes.games.iter().any(|game| !game.worst.is_empty()) {
                section {
                    h2 { "The worst decisions on the board" }
                    ol { @for worst in worst {
                        @if let Some((_, place)) = self.places.iter().find(|(id, _)| *id == worst.record) {
                            li { a href={ (place) "/" (worst.decision) } { (worst.record) ", decision " (worst.decision) ": " (worst.made) } }
                        }
                    } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviews_that_are_being_read_are_not_missing() {
        let page = |waits| MistakesPage::of(&[], waits, "").page();
        let none = "No game is reviewed yet";
        assert!(page(0).contains(none) && !page(0).contains("being read"));
        assert!(page(1).contains("1 review is being read or made now") && !page(1).contains(none));
        assert!(page(2).contains("2 reviews are being read or made now") && !page(2).contains(none));
    }
}
