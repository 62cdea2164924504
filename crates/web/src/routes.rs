//! Links and what is behind them.

use std::path::Path;
use std::sync::Arc;

use tradewinds_game::InputError;
use tradewinds_sitting::{record_of_journal, to_record};
use tradewinds_tournament::{FileKind, MoveRecord, Reads};

use super::acts;
use super::desk::{Back, Desk, Refusal, Scene};
use super::events::Events;
use super::form::{self, Fields};
use super::house::House;
use super::message::{Method, Reply, Request};
use super::pages::{self, Assets};
use super::picture::Picture;
use super::study;
use super::token::Token;

/// Answers a request. Without the secret of a link there is nothing here.
pub(crate) fn answer(house: &Arc<House>, request: &Request) -> Reply {
    let mut parts = request.path.trim_start_matches('/').splitn(2, '/');
    let (token, rest) = (parts.next().unwrap_or_default(), parts.next());
    let Some(secret) = Token::parse(token) else { return nothing() };
    let screen = house.find(&secret);
    if !house.key.is(&secret) && screen.is_none() {
        return nothing();
    }
    let Some(rest) = rest else { return Reply::Elsewhere(format!("/{token}/")) };
    if let Some(asset) = Assets::find(rest) {
        return asset;
    }
    match screen {
        Some((desk, screen)) => study::at_table(house, &desk, screen, request, rest)
            .unwrap_or_else(|| at_table(house, &desk, screen, request, rest)),
        None => study::in_lobby(house, request, rest).unwrap_or_else(|| in_lobby(house, request, rest)),
    }
}

fn nothing() -> Reply {
    Reply::text(404, "Nothing is here.\n")
}

fn in_lobby(house: &House, request: &Request, rest: &str) -> Reply {
    let fields = match request.query.as_str() {
        query if query.contains("game=") => Fields::read(query.as_bytes()),
        query => Fields::read(format!("{query}&{}", house.last_form.query()).as_bytes()),
    };
    if let (Method::Get, Some(game)) = (request.method, rest.strip_prefix("rules/")) {
        return rules_of(game, &fields);
    }
    match (request.method, rest) {
        (Method::Get, "") => Reply::html(200, pages::lobby(house, &fields, None)),
        (Method::Post, "new") => {
            let fields = Fields::read(&request.body);
            match form::new_table(&fields)
                .and_then(|new| house.open_table(new).map_err(|error| error.to_string()))
            {
                Ok(link) => {
                    house.last_form.keep(&request.body);
                    Reply::Elsewhere(format!("/{link}/"))
                }
                Err(why) => Reply::html(400, pages::lobby(house, &fields, Some(&why))),
            }
        }
        (Method::Post, "delete") => match house.delete(Fields::read(&request.body).get("id")) {
            Ok(()) => Reply::Elsewhere("./".to_owned()),
            Err(why) => Reply::html(409, pages::lobby(house, &fields, Some(&why))),
        },
        (Method::Post, "open" | "open-review" | "paste") => {
            let opened = open_record(house, form::file(&request.body).unwrap_or_default());
            let place = opened.and_then(|link| match rest {
                "open" | "paste" => Ok(format!("/{link}/")),
                _ => begin_review(house, &link).map(|()| format!("/{link}/review")),
            });
            match place {
                Ok(place) => Reply::Elsewhere(place),
                Err(why) => Reply::html(400, pages::lobby(house, &fields, Some(&why))),
            }
        }
        _ => nothing(),
    }
}

/// Returns whether a path is one of those in the lobby that take records.
pub(crate) fn takes_record(house: &House, path: &str) -> bool {
    let parts = path.strip_prefix('/').and_then(|path| path.split_once('/'));
    let is_position = study::takes_position(house, path);
    is_position
        || parts.is_some_and(|(token, rest)| {
            matches!(rest, "open" | "open-review" | "paste")
                && Token::parse(token).is_some_and(|token| house.key.is(&token))
        })
}

/// Begins the review of a table by its link.
fn begin_review(house: &House, link: &str) -> Result<(), String> {
    let token = Token::parse(link).ok_or("The table is gone.")?;
    let (desk, _) = house.find(&token).ok_or("The table is gone.")?;
    desk.review().map_err(|Refusal(_, why)| why)
}

/// Opens the record, or the table, of a file; returns the link of its table.
fn open_record(house: &House, file: &[u8]) -> Result<String, String> {
    if file.is_empty() {
        return Err("No record was sent: choose a file first.".to_owned());
    }
    let name = Path::new("the file");
    let parsed = match std::str::from_utf8(file) {
        // A form that is typed into has other ends of lines.
        Ok(text) => {
            match record_of_journal(name, &text.replace("\r\n", "\n")).map_err(|error| error.to_string())? {
                Some(record) => Ok(record),
                None => MoveRecord::parse("the file", text),
            }
        }
        Err(_) => Err(InputError::refused("the file", "", "it is not text")),
    };
    let record = parsed.map_err(|error| {
        Reads::Record.refusal("the file", FileKind::of(file)).unwrap_or(error).to_string()
    })?;
    house.open_record(&record).map_err(|error| error.to_string())
}

fn at_table(house: &House, desk: &Arc<Desk>, screen: usize, request: &Request, rest: &str) -> Reply {
    let fields = Fields::read(&request.body);
    let version = fields.get("v");
    let done = match (request.method, rest) {
        (Method::Get, "") => return page(desk, screen, request, None),
        (Method::Get, "events") => return events(desk, screen),
        (Method::Get, "record.json") => return record(desk),
        (Method::Get, "game.html") => return export(desk, screen),
        (Method::Get, "review") => return review(desk, request),
        (Method::Get, "review.html") => return saved_review(desk),
        (Method::Post, "review") => {
            return match desk.review() {
                Ok(()) => Reply::Elsewhere("review".to_owned()),
                Err(refusal) => page(desk, screen, request, Some(&refusal)),
            };
        }
        (Method::Get, "rules") => return rules_at(desk),
        (Method::Post, "rematch") => {
            let opened = desk.host_only(screen).and_then(|()| house.rematch(desk));
            return elsewhere(desk, screen, request, opened);
        }
        (Method::Post, "undo" | "branch" | "line") => {
            let number = |name| fields.number(name).unwrap_or(usize::MAX);
            let back = match rest {
                "undo" => Back::Undo,
                "branch" => Back::Seen(number("seen")),
                _ => Back::Line(number("line")),
            };
            let scene = desk.scene();
            if scene.session.to_act().is_none() {
                let target = || scene.target(screen, back).map_err(|Refusal(_, why)| why);
                let opened = desk.host_only(screen).and_then(|()| target());
                let opened = opened.and_then(|node| house.branch_off(desk, screen, node));
                return elsewhere(desk, screen, request, opened);
            }
            desk.back(screen, (rest == "undo").then_some(version), back)
        }
        (Method::Post, "agree" | "refuse") => desk.answer(screen, rest == "agree"),
        (Method::Post, "guide") => desk.toggle_guide(screen).map(|is_on| {
            if !is_on {
                house.last_form.without_guide();
            }
        }),
        (Method::Get, rest) => {
            let number = |prefix| rest.strip_prefix(prefix).and_then(|text| text.parse().ok());
            return match (number("at/"), number("review/")) {
                (Some(seen), _) => past(desk, screen, request, seen),
                (_, Some(number)) => judged(desk, request, number),
                _ => nothing(),
            };
        }
        (Method::Post, "act") => desk.act(screen, version, |_| Ok(acts::actions(&fields))),
        (Method::Post, "place") => {
            desk.act(screen, version, |session| session.sequence(&acts::pieces(&fields)?))
        }
        (Method::Post, "say") => acts::say(desk, screen, version, fields.get("t")),
        (Method::Post, "hint") => desk.hint(screen),
        (Method::Post, "thoughts") => desk.toggle_thoughts(screen),
        (Method::Post, "reveal") => desk.reveal(screen),
        (Method::Post, _) => return nothing(),
    };
    match done {
        Ok(()) if request.from_script => page(desk, screen, request, None),
        Ok(()) => Reply::Elsewhere("./".to_owned()),
        Err(refusal) => page(desk, screen, request, Some(&refusal)),
    }
}

/// Leads to another table, or says why there is none.
fn elsewhere(desk: &Arc<Desk>, screen: usize, request: &Request, opened: Result<String, String>) -> Reply {
    match opened {
        Ok(link) => Reply::Elsewhere(format!("/{link}/")),
        Err(why) => page(desk, screen, request, Some(&Refusal(409, why))),
    }
}

/// Draws the rules of a game for those who have not opened a table yet.
fn rules_of(game: &str, fields: &Fields) -> Reply {
    match pages::rules_of_game(game, fields) {
        Some(page) => Reply::html(200, page),
        None => nothing(),
    }
}

/// Draws the rules that a table is played by.
fn rules_at(desk: &Arc<Desk>) -> Reply {
    Reply::html(200, pages::rules_of_table(desk.scene().session.spec()))
}

/// Draws a table: the whole page, or the part that changes for the page's own script.
fn page(desk: &Arc<Desk>, screen: usize, request: &Request, refusal: Option<&Refusal>) -> Reply {
    let picture = Picture::of(&desk.scene(), screen);
    let (status, why) = refusal.map_or((200, None), |Refusal(status, why)| (*status, Some(why.as_str())));
    let body =
        if request.from_script { pages::table_part(&picture, why) } else { pages::table(&picture, why) };
    Reply::html(status, body)
}

/// Sends the table to a screen whenever what it shows has changed.
fn events(desk: &Arc<Desk>, screen: usize) -> Reply {
    let draw = |scene: &Scene, screen| pages::table_part(&Picture::of(scene, screen), None);
    Reply::Events(Events::new(Arc::clone(desk), screen, draw))
}

/// Refuses a request in plain text.
fn refused(Refusal(status, why): Refusal) -> Reply {
    Reply::text(status, &why)
}

/// Draws an earlier position as the screen saw it.
fn past(desk: &Arc<Desk>, screen: usize, request: &Request, seen: usize) -> Reply {
    match pages::Past::of(&desk.scene(), screen, seen) {
        Ok(past) => Reply::html(200, if request.from_script { past.part() } else { past.page() }),
        Err(refusal) => refused(refusal),
    }
}

/// Sends the record, which holds the whole truth: only when the game is over.
fn record(desk: &Arc<Desk>) -> Reply {
    let scene = desk.scene();
    if scene.session.to_act().is_some() {
        return Reply::text(
            409,
            "The record holds what is hidden, so it is given out when the game is over.\n",
        );
    }
    let record = to_record(&scene.session, &desk.id).to_json();
    file(desk, ".json", "application/json", record)
}

/// Sends a file that is named after the table.
fn file(desk: &Desk, end: &str, kind: &'static str, text: String) -> Reply {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    let id: String = desk.id.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect();
    Reply::Whole { status: 200, kind, body: text.into_bytes(), file_name: Some(format!("{id}{end}")) }
}

/// Draws the review of a finished game.
fn review(desk: &Arc<Desk>, request: &Request) -> Reply {
    match pages::ReviewPage::of(&desk.scene()) {
        Ok(found) => Reply::html(200, if request.from_script { found.part() } else { found.page() }),
        Err(refusal) => refused(refusal),
    }
}

/// Sends a finished review as one page that needs no server.
fn saved_review(desk: &Arc<Desk>) -> Reply {
    let found = match pages::ReviewPage::of(&desk.scene()) {
        Ok(found) => found,
        Err(refusal) => return refused(refusal),
    };
    match found.made.as_ref().and_then(pages::Made::whole) {
        Some(review) => file(desk, "-review.html", HTML, tradewinds_review::page(review).to_html()),
        None => Reply::text(409, "The review of this game is not finished.\n"),
    }
}

/// Draws a decision of a game that was reviewed.
fn judged(desk: &Arc<Desk>, request: &Request, number: usize) -> Reply {
    match pages::JudgedPage::of(&desk.scene(), number) {
        Ok(found) => Reply::html(200, if request.from_script { found.part() } else { found.page() }),
        Err(refusal) => refused(refusal),
    }
}

/// Sends the game so far as one page that needs no server, as the screen saw it.
fn export(desk: &Arc<Desk>, screen: usize) -> Reply {
    let desk = Arc::clone(desk);
    let make = move || match pages::export(&desk.scene(), screen) {
        Ok(body) => file(&desk, ".html", HTML, body),
        Err(refusal) => refused(refusal),
    };
    Reply::Slow { make: Box::new(make), form: None }
}

/// The kind of pages.
const HTML: &str = "text/html; charset=utf-8";

#[cfg(test)]
mod tests {
    use tradewinds_arena::game_names;
    use tradewinds_sitting::Sitter;

    use super::*;
    use crate::house::NewTable;

    /// A review shows what was hidden.
    #[test]
    fn a_game_under_way_is_not_reviewed() {
        let folder = tempfile::tempdir().expect("there is room");
        let house = Arc::new(House::open(folder.path()).expect("the folder is ours"));
        let bot = || Sitter::Bot { preset: "random".to_owned() };
        let new = NewTable {
            game: game_names()[0].to_owned(),
            variant: None,
            seats: vec![Sitter::Here { name: "Anna".to_owned() }, bot(), bot()],
            seed: Some(1),
            friendly: true,
            guide: false,
            pace_ms: 0,
        };
        let link = house.open_table(new).expect("the table is fine");
        for (method, part) in [
            (Method::Get, "review"),
            (Method::Get, "review/0"),
            (Method::Get, "review.html"),
            (Method::Post, "review"),
        ] {
            let request = Request {
                method,
                path: format!("/{link}/{part}"),
                query: String::new(),
                from_script: false,
                body: Vec::new(),
            };
            match answer(&house, &request) {
                Reply::Whole { status, body, .. } => {
                    assert_eq!(status, 409, "{part}: {}", String::from_utf8_lossy(&body));
                }
                _ => panic!("{method:?} {part} is refused"),
            }
        }
    }
}
