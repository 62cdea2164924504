//! A game as one page that needs no server.

use std::collections::HashMap;

use maud::{PreEscaped, html};
use serde_json::json;
use tradewinds_game::Seat;
use tradewinds_table::{NodeId, Session};

use super::assets::Assets;
use super::shell::frame;
use crate::boards::{self, Draw};
use crate::desk::{Refusal, State};
use crate::picture::{Reader, Setting, lines};

/// Writes the game so far as a screen saw it: all positions, in one file.
pub(crate) fn export(state: &State, screen: usize) -> Result<String, Refusal> {
    let seat = match state.reader(screen) {
        Reader::Seat(seat) => Some(seat),
        Reader::Everybody => None,
        _ => return Err(Refusal(409, "Nothing is shown here now.\n".to_owned())),
    };
    saved_page(&state.session, seat).ok_or_else(|| Refusal(409, "Nothing is shown here.\n".to_owned()))
}

/// Writes the line of a session up to its current position as one page with a slider, as a seat saw it, or as everybody
/// may see it; `None` where something is still hidden from somebody who watches. Parts of boards that stay the same
/// from move to move are held once.
#[must_use]
pub fn saved_page(session: &Session, seat: Option<Seat>) -> Option<String> {
    let setting = Setting::of(session);
    let log = lines(session, seat);
    let nodes: Vec<NodeId> =
        std::iter::once(0).chain(session.log(seat).into_iter().map(|entry| entry.node)).collect();
    let mut parts: Vec<String> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut steps = Vec::new();
    for node in nodes {
        let shown = match seat {
            Some(seat) => session.shown_at(node, seat),
            None => session.open_at(node)?,
        };
        let draw = Draw { setting: &setting, shown: &shown, to_act: None, offers: &[], hint: None };
        let step: Vec<usize> = boards::panels(&draw)
            .into_iter()
            .map(|panel| {
                let text = panel.to_markup().into_string();
                *known.entry(text).or_insert_with_key(|text| {
                    parts.push(text.clone());
                    parts.len() - 1
                })
            })
            .collect();
        steps.push(step);
    }
    let texts: Vec<&str> = log.iter().map(|line| line.text.as_str()).collect();
    // A closing tag inside the data would end the script that holds it.
    let data = json!({ "parts": parts, "steps": steps, "texts": texts }).to_string().replace("</", "<\\/");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
    let title = format!("{} · {}", setting.title, setting.names.join(", "));
    let head = html! {
        meta http-equiv="Content-Security-Policy" content=(policy);
        style { (PreEscaped(Assets::STYLE)) }
    };
    let body = html! {
        main #past {
            header.top { h1 { (setting.title) small { " " (setting.names.join(", ")) } } }
            nav.slider aria-label="Moves" {
                button.tool #before type="button" { "Before" }
                button.tool #next type="button" { "Next" }
                label { "Move " output #number { "0" } " of " (log.len())
                    input #slider type="range" min="0" max=(log.len()) value=(log.len()); }
            }
            p.happened #happened aria-live="polite" {}
            div #board class={ "board " (setting.game) } {}
        }
        script type="application/json" #data { (PreEscaped(data)) }
        script { (PreEscaped(Assets::VIEWER)) }
    };
    Some(frame(&title, &head, &body))
}
