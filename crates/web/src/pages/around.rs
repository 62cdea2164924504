//! What surrounds the game on the page of a table: ways to other pages, what others are asked, the guide, the next game.

use maud::{Markup, html};

use crate::picture::Picture;

/// Leads to the lobby, and to the rules.
pub(super) fn ways(picture: &Picture) -> Markup {
    html! {
        nav.ways aria-label="Other pages" {
            @if let Some(lobby) = &picture.around.lobby { a href={ "../" (lobby) "/" } { "All tables" } }
            a href="rules" { "The rules" }
        }
    }
}

/// Shows a wish to take moves back, with the answers of those who are asked.
pub(super) fn request(picture: &Picture) -> Markup {
    html! {
        @if let Some(sentence) = &picture.around.request {
            div.request role="status" {
                p { (sentence) }
                @if picture.around.answers {
                    div.row { button.tool formaction="agree" { "Agree" } button.tool formaction="refuse" { "Play on" } }
                }
            }
        }
    }
}

/// Draws the button that takes a move back, where one can be.
pub(super) fn undo(picture: &Picture) -> Markup {
    let is_over = picture.standing.is_some();
    html! {
        @if picture.may_undo {
            @if is_over && !picture.around.is_host {}
            @else if is_over { button.tool formaction="undo" data-plain="" title="This game stays in the list of finished games" { "Go back at a new table" } }
            @else { button.tool formaction="undo" data-key="u" { @if picture.around.asks { "Ask to undo" } @else { "Undo" } } }
        }
        @if !is_over && picture.shown.is_some() {
            button.tool formaction="guide" aria-pressed=(picture.around.guides.to_string()) { "Guide" }
            button.tool #explain type="button" aria-pressed="false" data-key="?" { "What is this?" }
        }
    }
}

/// Says what the decision at hand is about, in a first game.
pub(super) fn guide(picture: &Picture) -> Markup {
    html! {
        @if let Some(text) = &picture.around.guide {
            div.guide role="note" aria-label="Guide" {
                p { (text) }
                p { a href="rules" { "All the rules" } " · " button.link formaction="guide" { "No more explanations" } }
            }
        }
    }
}

/// Leads to the next game.
pub(super) fn again(picture: &Picture) -> Markup {
    html! {
        @if let Some(next) = &picture.around.next { p { a.tool href={ "../" (next) "/" } { "To the next table" } } }
        @else if picture.around.is_host {
            p { button.tool formaction="rematch" data-plain="" { "Once more, all one seat further" } }
        }
    }
}
