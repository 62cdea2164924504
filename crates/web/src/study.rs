//! What is behind the links that serve to learn from games: puzzles, positions to set up, and lists of moves.

use std::sync::Arc;

use tradewinds_sitting::{Session, Sitter, SittingSpec, any_seed};
use tradewinds_tournament::FileKind;

use super::desk::{Desk, Extra, Refusal, Screen};
use super::form::{self, Fields};
use super::house::{House, PACE_MS};
use super::message::{Method, Reply, Request};
use super::pages::{MistakesPage, MovesPage, Places, PositionPage, PuzzlePage, TrainPage};
use super::position::Draft;
use super::position::editor::Editor;
use super::token::Token;
use super::training::{self, Training};

/// Answers a request in the lobby, if it is one of these.
pub(crate) fn in_lobby(house: &House, request: &Request, rest: &str) -> Option<Reply> {
    let query = Fields::read(request.query.as_bytes());
    let puzzle = rest.strip_prefix("train/").and_then(|place| place.split_once('/'));
    Some(match (request.method, rest, puzzle) {
        (Method::Get, "train", _) => train(house, &query),
        (method, _, Some((id, number))) => {
            let desk = house.desks().into_iter().find(|desk| desk.id == id)?;
            let number = number.parse().ok()?;
            let places = Places { back: "../../", next: next_of("../../train", &query), review: None };
            puzzle_page(house, &desk, number, (method, request), &places)
        }
        (Method::Get, "mistakes", _) => {
            let (desks, waits) = training::reviewed(house);
            Reply::html(200, MistakesPage::of(&desks, waits, query.get("name")).page())
        }
        (Method::Get, "position", _) => {
            let players = query.number("players").unwrap_or(0);
            set_up(Draft::of_start(query.get("game"), players), "./", None)
        }
        (Method::Post, "position", _) => changed(house, request, "./", true),
        // A position that comes in the place of a record.
        (Method::Post, "paste", _) => {
            let text = form::file(&request.body)?;
            if !matches!(FileKind::of(text), Some(FileKind::Position(_))) {
                return None;
            }
            set_up(Draft::of_text(&String::from_utf8_lossy(text)), "./", None)
        }
        _ => return None,
    })
}

/// Answers a request at a table, if it is one of these.
pub(crate) fn at_table(
    house: &House,
    desk: &Arc<Desk>,
    screen: usize,
    request: &Request,
    rest: &str,
) -> Option<Reply> {
    let query = Fields::read(request.query.as_bytes());
    let number = |prefix| rest.strip_prefix(prefix).and_then(|text: &str| text.parse().ok());
    Some(match (request.method, rest) {
        (Method::Get, "moves") => match MovesPage::of(&desk.scene(), screen, &query) {
            Ok(page) => Reply::html(200, page.page()),
            Err(refusal) => refused(refusal),
        },
        (Method::Get, "puzzle") => next_at_table(house, desk, &query).unwrap_or_else(refused),
        (Method::Get, "position") => {
            let scene = desk.scene();
            let seen = query.number("seen");
            set_up(Draft::of_scene(&scene, screen, seen).map_err(|Refusal(_, why)| why), "./", None)
        }
        (Method::Post, "position") => {
            changed(house, request, "./", desk.scene().extra.screens[screen].is_host)
        }
        (method, _) => {
            let number = number("puzzle/")?;
            let next = next_of("../puzzle", &query);
            let places = Places { back: "../review", next, review: Some(format!("../review/{number}")) };
            puzzle_page(house, desk, number, (method, request), &places)
        }
    })
}

/// Returns whether a path takes positions, which are longer than other forms.
pub(crate) fn takes_position(house: &House, path: &str) -> bool {
    let parts = path.strip_prefix('/').and_then(|path| path.split_once('/'));
    parts.is_some_and(|(token, rest)| {
        rest == "position"
            && Token::parse(token).is_some_and(|token| house.key.is(&token) || house.find(&token).is_some())
    })
}

fn refused(Refusal(status, why): Refusal) -> Reply {
    Reply::text(status, &why)
}

/// Whoever asks for puzzles that are not due gets more of them.
const ALL: &str = "?all=1";

/// Returns the link to the next puzzle, from one that was asked for in this way.
fn next_of(place: &str, query: &Fields) -> String {
    format!("{place}{}", all_of(query))
}

/// Returns the query that asks for puzzles that are not due either, where this one does.
fn all_of(query: &Fields) -> &'static str {
    if query.get("all").is_empty() { "" } else { ALL }
}

/// Shows the next puzzle of all reviewed games that is due.
fn train(house: &House, query: &Fields) -> Reply {
    let (training, waits) = Training::of_house(house);
    match training {
        Ok(training) => match training.next(!query.get("all").is_empty()) {
            Some(puzzle) => {
                Reply::Elsewhere(format!("train/{}/{}{}", puzzle.table, puzzle.decision, all_of(query)))
            }
            None => {
                let page = TrainPage { training: &training, waits, back: "./", again: "train" };
                Reply::html(200, page.page())
            }
        },
        Err(why) => Reply::text(409, &format!("{why}\n")),
    }
}

/// Leads to the next puzzle of a table that is due, or says that there is none.
fn next_at_table(house: &House, desk: &Arc<Desk>, query: &Fields) -> Result<Reply, Refusal> {
    desk.scene().require_over()?;
    let (training, waits) = Training::of_table(house, desk);
    let training = training.map_err(|why| Refusal(409, format!("{why}\n")))?;
    let next = training.next(!query.get("all").is_empty());
    Ok(match next {
        Some(puzzle) => Reply::Elsewhere(format!("puzzle/{}{}", puzzle.decision, all_of(query))),
        None => {
            let waits = usize::from(waits);
            let page = TrainPage { training: &training, waits, back: "review", again: "puzzle" };
            Reply::html(200, page.page())
        }
    })
}

/// Asks a puzzle, or says what an answer to it is worth and keeps that.
fn puzzle_page(
    house: &House,
    desk: &Arc<Desk>,
    number: usize,
    (method, request): (Method, &Request),
    places: &Places,
) -> Reply {
    let scene = desk.scene();
    let mut page = match PuzzlePage::of(&scene, number) {
        Ok(page) => page,
        Err(refusal) => return refused(refusal),
    };
    let fields = Fields::read(&request.body);
    if method == Method::Post {
        let right = page.answer(fields.get("a"));
        if let Err(why) = training::keep(house, &scene, &desk.id, number, right) {
            page.fault = Some(why);
        }
    }
    Reply::html(200, page.page(places))
}

/// Draws the form of a position, or says why there is none.
fn set_up(draft: Result<Draft, String>, back: &str, why: Option<String>) -> Reply {
    match draft {
        Ok(draft) => Reply::html(200, PositionPage::new(Editor::new(draft), back, why).page()),
        Err(why) => Reply::text(400, &format!("{why}\n")),
    }
}

/// Does what a button of the form of a position asks for.
fn changed(house: &House, request: &Request, back: &str, may_open: bool) -> Reply {
    let fields = Fields::read(&request.body);
    let editor = match Editor::of_form(&fields) {
        Ok(editor) => editor,
        Err(why) => return set_up(Err(why), back, None),
    };
    let mut page = PositionPage::new(editor, back, None);
    let draft = &page.editor.draft;
    match fields.get("do") {
        "save" => {
            return Reply::Whole {
                status: 200,
                kind: "application/json",
                body: draft.text().into_bytes(),
                file_name: Some(format!("{}-position.json", draft.game)),
            };
        }
        "search" => {
            let make = move || {
                page.search();
                Reply::html(200, page.page())
            };
            return Reply::Slow { make: Box::new(make), form: Some(request.body.clone()) };
        }
        "play" if may_open => match play_on(house, draft, fields.get("me")) {
            Ok(link) => return Reply::Elsewhere(format!("/{link}/")),
            Err(why) => page.refusal = Some(why),
        },
        "play" => page.refusal = Some("Only the host opens tables.".to_owned()),
        _ => {}
    }
    Reply::html(200, if request.from_script { page.part() } else { page.page() })
}

/// Opens a table that begins with a position; returns the link of the host's screen.
fn play_on(house: &House, draft: &Draft, own: &str) -> Result<String, String> {
    let players = draft.players();
    let mine = |seat: usize| own == "all" || own.parse() == Ok(seat);
    let seats: Vec<Sitter> = (0..players)
        .map(|seat| match mine(seat) {
            true => Sitter::Here {
                name: if own == "all" { format!("Player {}", seat + 1) } else { "You".to_owned() },
            },
            false => Sitter::Bot { preset: "ismcts".to_owned() },
        })
        .collect();
    let here: Vec<usize> = (0..players).filter(|&seat| mine(seat)).collect();
    let seed = any_seed().map_err(|error| error.to_string())?;
    let spec = SittingSpec::new(draft.game, draft.variant.clone(), seats, seed);
    let spec = spec.map_err(|error| error.to_string())?;
    let spec = SittingSpec { initial: Some(draft.position.clone()), ..spec };
    let session = Session::new(spec).map_err(|error| error.to_string())?;
    let screens = vec![Screen { token: Token::new(), seats: here, is_host: true }];
    house.keep(session, Extra { screens, pace_ms: PACE_MS, guide: false }).map_err(|error| error.to_string())
}
