//! A game as one page that needs no server.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::json;
use tradewinds_arena::Match;
use tradewinds_game::{InputError, Seat, Variant, counted};
use tradewinds_report::script_data;
use tradewinds_sitting::{COMPLETED, NodeId, SeenDecision, Session, Shown, Sitter, SittingSpec};

use super::assets::Assets;
use super::sheet::sheet;
use super::shell::frame;
use crate::boards::{self, Draw, icons};
use crate::desk::{Reader, Refusal, Scene};
use crate::picture::Setting;

/// Writes the game so far as a screen saw it: all positions, in one file.
pub(crate) fn export(scene: &Scene, screen: usize) -> Result<String, Refusal> {
    let seat = match scene.reader(screen) {
        Reader::Seat(seat) => Some(seat),
        Reader::Everybody => None,
        _ => return Err(Refusal(409, "Nothing is shown here now.\n".to_owned())),
    };
    saved_page(&scene.session, seat).ok_or_else(|| Refusal(409, "Nothing is shown here.\n".to_owned()))
}

/// Writes a session as one page with a slider, as a seat saw it, or as everybody may see it; `None` where something is
/// still hidden from somebody who watches. The line up to the current position comes first; every other line can be
/// chosen, up to 24 lines in all; the page says how many are left out. Parts of boards that stay the same from move to
/// move are held once.
#[must_use]
pub fn saved_page(session: &Session, seat: Option<Seat>) -> Option<String> {
    let setting = Setting::of(session);
    let mut album = Album { session, seat, setting: &setting, parts: Vec::new(), known: HashMap::new() };
    let log = session.log(seat);
    let positions: Vec<NodeId> = std::iter::once(0).chain(log.iter().map(|entry| entry.node)).collect();
    let steps = album.steps(&positions)?;
    let (branches, left_out) = album.branches(&log)?;
    let last = match seat {
        Some(seat) => session.shown(seat),
        None => session.open()?,
    };
    let texts: Vec<&str> = log.iter().map(|entry| entry.line).collect();
    let data = json!({ "parts": album.parts, "steps": steps, "texts": texts, "branches": branches });
    let data = script_data(&data);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
    let title = format!("{} · {}", setting.title, setting.names.join(", "));
    let head = html! {
        meta http-equiv="Content-Security-Policy" content=(policy);
        style { (PreEscaped(Assets::STYLE)) }
    };
    let body = html! {
        main #past {
            header.top { h1 { (setting.title) small { " " (setting.names.join(", ")) } } }
            @if setting.is_completed { p { (COMPLETED) } }
            nav.slider aria-label="Moves" {
                button.tool #before type="button" { "Before" }
                button.tool #next type="button" { "Next" }
                label { "Move " output #number { "0" } " of " output #moves { (log.len()) }
                    input #slider type="range" min="0" max=(log.len()) value=(log.len()); }
                @if !branches.is_empty() {
                    label { "Line "
                        select #line {
                            option value="0" { "1" }
                            @for (index, branch) in branches.iter().enumerate() {
                                option value=(index + 1) { (index + 2) ", leaves after move " (branch.from) }
                            }
                        }
                    }
                }
            }
            @if left_out > 0 {
                p.note { "A page holds at most " (MAX_BRANCHES + 1) " lines. Not on this one: " (counted(left_out, "older line")) "." }
            }
            p.happened #happened aria-live="polite" {}
            @if last.rank().is_some() { details { summary { "The result" } (sheet(&last, &setting.names)) } }
            div #board class={ "board " (setting.game) } {}
        }
        script type="application/json" #data { (PreEscaped(data)) }
        script { (PreEscaped(Assets::VIEWER)) }
    };
    Some(frame(&title, &head, &body))
}

/// Draws a position as a seat sees it, as a part of another page: its style applies to nothing else there. Browsers
/// that do not know declarative shadow roots show nothing of it.
///
/// # Errors
/// The variant does not fit the game's data.
pub fn board_picture(
    game: &dyn Match,
    variant: &Variant,
    seat: Seat,
    names: &[String],
) -> Result<Markup, InputError> {
    let info = game.table().info();
    let sitter = |name: &String| Sitter::Elsewhere { name: name.clone() };
    let variant = (!variant.name.is_empty()).then(|| variant.clone());
    let spec = SittingSpec::new(info.name, variant, names.iter().map(sitter).collect(), 0)?;
    let setting = Setting::at(&spec, game.table(), names);
    let shown = Shown::to_seat(game, seat);
    let to_act = game.to_act().map(Seat::index);
    let draw = Draw::still(&setting, &shown, to_act);
    let style = Assets::STYLE.replace(":root", ":host");
    Ok(html! {
        div data-board=(info.name) {
            template shadowrootmode="open" {
                style { (PreEscaped(style)) }
                (icons::sheet())
                div class={ "board " (info.name) } { (boards::board(&draw)) }
            }
        }
    })
}

/// The maximum number of lines of a page beside the first one.
const MAX_BRANCHES: usize = 23;

/// A line that leaves the first one.
#[derive(Serialize)]
struct Branch {
    /// The number of decisions that both lines share.
    from: usize,
    /// The positions after these, as parts of boards.
    steps: Vec<Vec<usize>>,
    /// The decisions that led to them.
    texts: Vec<String>,
}

/// The positions of a session as parts of boards, each of which is held once.
struct Album<'a> {
    session: &'a Session,
    seat: Option<Seat>,
    setting: &'a Setting,
    parts: Vec<String>,
    known: HashMap<String, usize>,
}

impl Album<'_> {
    /// Draws positions of one line, in order; `None` if one may not be shown.
    fn steps(&mut self, positions: &[NodeId]) -> Option<Vec<Vec<usize>>> {
        let session = self.session;
        let mut steps = Vec::with_capacity(positions.len());
        session.shown_along(positions, self.seat, |shown| {
            let draw = Draw::still(self.setting, &shown, None);
            let panels = boards::panels(&draw);
            steps.push(panels.into_iter().map(|panel| self.part(panel.to_markup().into_string())).collect());
        })?;
        Some(steps)
    }

    fn part(&mut self, text: String) -> usize {
        *self.known.entry(text).or_insert_with_key(|text| {
            self.parts.push(text.clone());
            self.parts.len() - 1
        })
    }

    /// Draws the lines that are no part of the one up to the current position: that one's own end, then the others from
    /// the oldest on. Returns the number of lines that are too many for a page, too: the oldest ones.
    fn branches(&mut self, first: &[SeenDecision<'_>]) -> Option<(Vec<Branch>, usize)> {
        let session = self.session;
        let mut ends: Vec<NodeId> = session.branches().into_iter().map(|(end, _)| end).collect();
        let left_out = ends.len().saturating_sub(MAX_BRANCHES);
        ends.drain(..left_out);
        ends.insert(0, session.end_of_line());
        let mut branches = Vec::new();
        for end in ends {
            let log = session.log_to(end, self.seat);
            let from = log.iter().zip(first).take_while(|(one, other)| one.node == other.node).count();
            let positions: Vec<NodeId> = log[from..].iter().map(|entry| entry.node).collect();
            if !positions.is_empty() {
                let texts = log[from..].iter().map(|entry| entry.line.to_owned()).collect();
                branches.push(Branch { from, steps: self.steps(&positions)?, texts });
            }
        }
        Some((branches, left_out))
    }
}
