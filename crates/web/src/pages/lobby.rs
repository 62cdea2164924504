//! The lobby: tables, and the form of a new one.

mod chosen;
mod experts;
mod new_table;

use std::sync::atomic::Ordering;

use maud::{Markup, html};
use tradewinds_arena::GameInfo;
use tradewinds_game::Seat;
use tradewinds_sitting::words;

use super::shell::shell;
use crate::form::Fields;
use crate::house::House;

/// A table in the list.
struct Row {
    id: String,
    title: &'static str,
    names: Vec<String>,
    status: String,
    place: String,
    links: Vec<(String, String)>,
    is_over: bool,
}

/// Draws the lobby.
pub(crate) fn lobby(house: &House, fields: &Fields, refusal: Option<&str>) -> String {
    let rows = rows(house);
    let list = |title: &str, over: bool| {
        html! {
            @if rows.iter().any(|row| row.is_over == over) {
                section { h2 { (title) } ul.tables { @for row in rows.iter().rev().filter(|row| row.is_over == over) { li { (table(row)) } } } }
            }
        }
    };
    let doomed = rows.iter().find(|row| row.id == fields.get("delete"));
    shell(
        "Tradewinds",
        "",
        &html! {
            main.lobby {
                header.top { h1 { "Tradewinds" } p { "Games against bots and friends." } }
                @if let Some(why) = refusal { p.refusal role="alert" { (why) } }
                @for fault in &house.faults { p.refusal { "A table could not be opened: " (fault) } }
                @if let Some(row) = doomed { (deletion(row)) }
                (new_table::form(fields, is_first(&rows, new_table::game(fields))))
                (list("Games under way", false))
                (list("Finished games", true))
                (open_record())
                (super::position::ways(house.has_designs.load(Ordering::Relaxed)))
            }
        },
    )
}

/// Returns whether nobody has finished a game of this name here.
fn is_first(rows: &[Row], game: &str) -> bool {
    !rows.iter().any(|row| row.is_over && row.title == words::title(game))
}

fn rows(house: &House) -> Vec<Row> {
    let row = |desk: std::sync::Arc<crate::desk::Desk>| {
        let scene = desk.scene();
        let session = &scene.session;
        let names = session.names().to_vec();
        let status = match session.to_act() {
            Some(seat) => {
                let round = words::round(&session.spec().game);
                format!("{round} {}, {} to move", session.game().round(), names[seat.index()])
            }
            None => {
                let scores = session.scores();
                let won = Seat::all(names.len()).filter(|&seat| scores.rank[seat] == 1);
                let won: Vec<String> =
                    won.map(|seat| format!("{} with {}", names[seat.index()], scores.points[seat])).collect();
                format!("won by {}", won.join(" and "))
            }
        };
        let screens = &scene.extra.screens;
        let links = screens.iter().filter(|screen| !screen.is_host).map(|screen| {
            let names: Vec<String> = screen.seats.iter().map(|&seat| names[seat].clone()).collect();
            (names.join(", "), format!("../{}/", screen.token))
        });
        Row {
            id: desk.id.clone(),
            title: words::title(&session.spec().game),
            status,
            place: format!("../{}/", screens[0].token),
            links: links.collect(),
            is_over: session.to_act().is_none(),
            names,
        }
    };
    house.desks().into_iter().map(row).collect()
}

fn table(row: &Row) -> Markup {
    html! {
        a.table-link href=(row.place) { b { (row.title) } " " small { (row.id) } }
        span { (row.names.join(", ")) } span.note { (row.status) }
        @if row.is_over { span { a href={ (row.place) "review" } { "Review" span.sr { " of " (row.id) } } } }
        @for (name, place) in &row.links { span.note { "Link for " (name) ": " a href=(place) data-absolute="" { (place) } } }
        span { a href={ "./?delete=" (row.id) "#delete" } { "Delete" span.sr { " " (row.id) } } }
    }
}

/// Asks whether a table is to be deleted.
fn deletion(row: &Row) -> Markup {
    html! {
        section #delete.new aria-labelledby="delete-title" {
            h2 #delete-title { "Delete " (row.id) "?" }
            p { (row.title) " with " (row.names.join(", ")) ", " (row.status) ". The game, its record and its review are gone for good, and its links lead nowhere." }
            form method="post" action="delete" {
                input type="hidden" name="id" value=(row.id);
                div.row { button.tool { "Delete it" } a.tool href="./" { "Keep it" } }
            }
        }
    }
}

/// Says which numbers of a game are reconstructed.
pub(super) fn plain_numbers(info: &GameInfo) -> String {
    info.numbers().replace('`', "")
}

/// Draws the form that takes a record.
fn open_record() -> Markup {
    html! {
        section.new {
            h2 { "Open a record" }
            form method="post" action="open" enctype="multipart/form-data" {
                label { "A recorded game, by this program or another of the same rules " input type="file" name="record" accept=".json,application/json" required; }
                div.row { button.tool { "Open it" } button.tool formaction="open-review" { "Open and review it" } }
            }
        }
    }
}
