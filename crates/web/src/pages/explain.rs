//! What the things of a game do, for the script to show beside them, and as a list.

use maud::{Markup, html};
use tradewinds_game::Explanation;

use crate::picture::Setting;

/// Draws the words that the script shows at the things of a board, once for a page.
pub(super) fn things(setting: &Setting) -> Markup {
    html! {
        aside aria-label="What things do" {
            div #things hidden {
                @for thing in &setting.explained.things {
                    div data-key=(thing.key) { b { (thing.title) } p { (thing.text) } }
                }
            }
            div #about role="tooltip" hidden {}
        }
    }
}

/// Lists the things of a game with what they do.
pub(super) fn list(explained: &Explanation) -> Markup {
    html! {
        dl.things {
            @for thing in &explained.things { div { dt #{ "thing-" (thing.key.replace(' ', "-")) } { (thing.title) } dd { (thing.text) } } }
        }
    }
}
