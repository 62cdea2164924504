//! The tables of a folder without a wire: requests and answers as plain data, and work for workers.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::house::{House, HouseError};
use crate::message::{MAX_BODY, MAX_RECORD, Method, Reply, Request};
use crate::order::Order;
use crate::permits::Crew;
use crate::routes;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask<'a> {
    /// Whether it changes something (POST), or only asks (GET).
    pub is_post: bool,
    /// The path without its query, from the folder of all links: `/KEY/rules/puerto-rico`.
    pub path: &'a str,
    /// The query; empty without one.
    pub query: &'a str,
    /// Whether the page's own script asks, which takes a part of a page.
    pub from_script: bool,
    /// The body.
    pub body: &'a [u8],
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The status, as HTTP has it.
    pub status: u16,
    /// The kind of the body, as HTTP has it.
    pub kind: &'static str,
    /// The place of the page that is to be shown instead, relative to the folder of all links if it begins with `/`, and
    /// to the place of the request if not.
    pub place: Option<String>,
    /// The name under which the body is kept as a file.
    pub file_name: Option<String>,
    /// The work that makes the body, where that takes long; the body is what goes with it.
    pub order: Option<Order>,
    /// The body.
    pub body: Vec<u8>,
}

/// The tables of a folder. They start no thread: somebody asks for their work and brings what was found.
pub struct Tables(Arc<House>);

impl Tables {
    /// Opens a folder with all tables in it; it is made if it is not there.
    ///
    /// # Errors
    /// The folder cannot be read or written.
    pub fn open(folder: &Path) -> Result<Self, HouseError> {
        House::with_crew(folder, Crew::Workers).map(|house| Self(Arc::new(house)))
    }

    /// Returns the path of the lobby.
    #[must_use]
    pub fn lobby(&self) -> String {
        format!("/{}/", self.0.key)
    }

    /// Lists the tables that could not be opened, with the reason.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.0.faults
    }

    /// Answers a request. The events of a screen are answered with the one of now.
    #[must_use]
    pub fn answer(&self, ask: &Ask<'_>) -> Answer {
        let (limit, allowed) = if routes::takes_record(&self.0, ask.path) {
            (MAX_RECORD, "4 MiB")
        } else {
            (MAX_BODY, "64 KiB")
        };
        if ask.body.len() > limit {
            let why = format!("The body of the request is too long: at most {allowed} are read.\n");
            return whole(Reply::text(413, &why));
        }
        whole(routes::answer(
            &self.0,
            &Request {
                method: if ask.is_post { Method::Post } else { Method::Get },
                path: ask.path.to_owned(),
                query: ask.query.to_owned(),
                from_script: ask.from_script,
                body: ask.body.to_vec(),
            },
        ))
    }

    /// Returns the next work that no worker has, with what goes with it.
    ///
    /// # Errors
    /// A table's journal cannot be read.
    pub fn order(&self) -> io::Result<Option<(Order, Vec<u8>)>> {
        self.0.order()
    }

    /// Takes what a worker found for an order, as [`Order::work`] returned it.
    pub fn found(&self, order: &Order, found: Result<&str, String>) {
        let read = |text: &str| serde_json::from_str(text).map_err(|error| error.to_string());
        self.0.found(order, found.and_then(read));
    }
}

fn whole(mut reply: Reply) -> Answer {
    while let Reply::Slow { make, form: None } = reply {
        reply = make();
    }
    match reply {
        Reply::Whole { status, kind, body, file_name } => {
            Answer { status, kind, file_name, body, ..Answer::default() }
        }
        Reply::Report(page) => whole(Reply::html(200, page)),
        Reply::Elsewhere(place) => Answer { status: 303, place: Some(place), ..Answer::default() },
        Reply::Events(mut events) => Answer {
            status: 200,
            kind: "text/event-stream",
            body: events.now().unwrap_or_default().into_bytes(),
            ..Answer::default()
        },
        Reply::Slow { form, .. } => Answer {
            status: 200,
            kind: "text/html; charset=utf-8",
            order: Some(Order::search()),
            body: form.unwrap_or_default(),
            ..Answer::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(tables: &Tables, is_post: bool, path: &str, body: &str) -> Answer {
        let body = body.as_bytes();
        tables.answer(&Ask { is_post, path, query: "", from_script: true, body })
    }

    /// Does the next work of the tables as a worker does; returns whether there was some.
    fn work(tables: &Tables) -> bool {
        let Some((order, with)) = tables.order().unwrap() else { return false };
        let order: Order = serde_json::from_str(&serde_json::to_string(&order).unwrap()).unwrap();
        let found = order.work(&with).unwrap();
        tables.found(&order, Ok(&found));
        true
    }

    fn open(tables: &Tables, form: &str) -> String {
        let opened = ask(tables, true, &format!("{}new", tables.lobby()), form);
        opened.place.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&opened.body)))
    }

    #[test]
    fn workers_play_a_game_to_its_end_and_begin_its_review() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::open(folder.path()).unwrap();
        let form =
            "game=puerto-rico&players=3&seat0=bot:steady&seat1=bot:random&seat2=bot:steady&seed=5&pace=0";
        let place = open(&tables, form);
        while work(&tables) {}
        let record = ask(&tables, false, &format!("{place}record.json"), "");
        assert_eq!(record.status, 200);
        // The folder is that of the server: the record is in it, and the table opens again.
        assert_eq!(std::fs::read(folder.path().join("records/puerto-rico-1.json")).unwrap(), record.body);
        assert_eq!(ask(&tables, true, &format!("{place}review"), "").status, 303);
        assert!(work(&tables) && work(&tables), "decisions are to be judged");
        // Another one is given out, and what was found so far is shown.
        let (order, _) = tables.order().unwrap().unwrap();
        let page = ask(&tables, false, &format!("{place}review"), "");
        assert!(String::from_utf8_lossy(&page.body).contains("data-running"));
        tables.found(&order, Err("the worker stopped".to_owned()));
        let page = ask(&tables, false, &place, "");
        assert!(String::from_utf8_lossy(&page.body).contains("The review failed: the worker stopped"));
        drop(tables);
        assert!(Tables::open(folder.path()).unwrap().faults().is_empty());
    }

    #[test]
    fn a_position_is_searched_by_a_worker() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::open(folder.path()).unwrap();
        let place = format!("{}position", tables.lobby());
        let draft = crate::position::Draft::of_start("mundus-novus", 2).unwrap();
        let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        let form = format!("game=mundus-novus&do=search&base={}", encode(&draft.text()));
        let answer = ask(&tables, true, &place, &form);
        let order = answer.order.expect("a worker is asked");
        assert_eq!((answer.status, answer.body.as_slice()), (200, form.as_bytes()));
        let page = order.work(&answer.body).unwrap();
        assert!(page.contains("What the search found"), "{page}");
        // What is no position is refused at once.
        let refused = ask(&tables, true, &place, "game=mundus-novus&do=search&base=%7b");
        assert_eq!((refused.status, refused.order), (400, None));
    }

    #[test]
    fn a_hint_is_an_order_and_what_comes_too_late_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::open(folder.path()).unwrap();
        let place = open(&tables, "game=mundus-novus&players=2&seat0=me&seat1=me&seed=5&pace=0");
        while work(&tables) {}
        ask(&tables, true, &format!("{place}reveal"), "");
        assert_eq!(ask(&tables, true, &format!("{place}hint"), "").status, 200);
        let (order, with) = tables.order().unwrap().unwrap();
        assert!(tables.order().unwrap().is_none(), "no work is given out twice");
        tables.found(&order, Ok(&order.work(&with).unwrap()));
        let shown = |tables: &Tables| {
            let page = ask(tables, false, &place, "");
            String::from_utf8(page.body).unwrap().contains("class=\"thought")
        };
        assert!(shown(&tables));
        let late = Order { moment: (order.moment.0, order.moment.1 + 1), ..order };
        tables.found(&late, Err("too late".to_owned()));
        assert!(shown(&tables), "it is of another moment");
    }
}
