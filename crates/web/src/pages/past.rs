//! An earlier position, with a slider through the game.

use maud::{Markup, html};
use tradewinds_sitting::Shown;

use super::sheet::sheet;
use super::shell::shell;
use crate::boards::{self, Draw};
use crate::desk::{Reader, Refusal, Scene};
use crate::picture::{Line, Setting, lines};

/// An earlier position as a screen saw it.
pub(crate) struct Past {
    setting: Setting,
    shown: Shown,
    seen: usize,
    log: Vec<Line>,
    may_branch: bool,
}

impl Past {
    /// Collects the position after this many decisions that a screen saw.
    pub(crate) fn of(scene: &Scene, screen: usize, seen: usize) -> Result<Self, Refusal> {
        let node = scene.seen_node(screen, seen)?;
        let session = &scene.session;
        let (seat, shown) = match scene.reader(screen) {
            Reader::Seat(seat) => (Some(seat), Some(session.shown_at(node, seat))),
            _ => (None, session.open_at(node)),
        };
        let shown = shown.ok_or_else(|| Refusal(409, "Nothing is shown here now.".to_owned()))?;
        let log = lines(session, seat);
        let may_branch = scene.may_jump(screen) && seen < log.len();
        Ok(Self { setting: Setting::of(session), shown, seen, log, may_branch })
    }

    /// Draws the part that changes.
    pub(crate) fn part(&self) -> String {
        self.inner().into_string()
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Looking back · Tradewinds", self.setting.title);
        shell(&title, "../", &html! { main #past { (self.inner()) } })
    }

    fn inner(&self) -> Markup {
        let last = self.log.len();
        let draw = Draw::still(&self.setting, &self.shown, None);
        html! {
            header.top { h1 { (self.setting.title) small { " looking back" } } }
            nav.slider aria-label="Moves" {
                a.tool href="../" { "Back to the table" }
                @if self.seen > 0 {
                    a.tool #first href="0" { "First" }
                    a.tool #before href=(self.seen - 1) data-key="ArrowLeft" { "Before" }
                }
                @if self.seen < last {
                    a.tool #next href=(self.seen + 1) data-key="ArrowRight" { "Next" }
                    a.tool #last href=(last) { "Last" }
                }
                a.tool href="../moves" { "All moves" }
                a.tool href={ "../position?seen=" (self.seen) } { "Set up from here" }
                label { "Move " output { (self.seen) } " of " (last)
                    input #slider type="range" min="0" max=(last) value=(self.seen); }
                @if self.may_branch {
                    form method="post" action="../branch" {
                        input type="hidden" name="seen" value=(self.seen);
                        button.tool { "Play on from here" }
                    }
                }
            }
            p.happened aria-live="polite" {
                @match self.seen.checked_sub(1).and_then(|place| self.log.get(place)) {
                    Some(line) => (line.text),
                    None => "The beginning of the game",
                }
            }
            (sheet(&self.shown, &self.setting.names))
            div class={ "board " (self.setting.game) } { (boards::board(&draw)) }
        }
    }
}
