//! A conversation with one client.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use tradewinds::game::{InputError, Origin};
use tradewinds::games::with_game;

use super::request::{Request, refuse};
use super::table::{Deal, LoadPosition, Table};

/// A conversation: at most one game at a time.
#[derive(Default)]
pub(super) struct Session {
    table: Option<Box<dyn Table>>,
    over: bool,
}

impl Session {
    /// Tells whether the client has quit.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Answers one line.
    ///
    /// A request that cannot be met changes nothing. That holds even for one that runs into a fault of
    /// ours: a table changes only when all is done, so the conversation can go on.
    pub(super) fn answer(&mut self, line: &[u8]) -> Value {
        let answer = catch_unwind(AssertUnwindSafe(|| self.meet(Request::parse(line.trim_ascii_end())?)));
        match answer {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => json!({ "error": format!("{error:#}") }),
            Err(panic) => json!({ "error": format!("internal error: {}", message(&*panic)) }),
        }
    }

    fn meet(&mut self, request: Request) -> anyhow::Result<Value> {
        let done = json!({ "ok": true });
        Ok(match request {
            Request::New(new) => {
                self.table = Some(with_game(&new.game.clone(), Deal(new)).map_err(in_request)??);
                done
            }
            Request::Load(load) => {
                self.table = Some(with_game(&load.game.clone(), LoadPosition(load)).map_err(in_request)??);
                done
            }
            Request::Position => json!({ "position": self.table()?.position() }),
            Request::Legal => {
                let (to_move, legal) = self.table()?.legal();
                json!({ "to_move": to_move, "legal": legal })
            }
            Request::Play(play) => json!({ "chance": self.table()?.play(&play.action)? }),
            Request::Scores => json!({ "scores": self.table()?.scores()? }),
            Request::View(view) => json!({ "position": self.table()?.view(view.seat)? }),
            Request::Determinize(determinize) => {
                json!({ "position": self.table()?.determinize(&determinize)? })
            }
            Request::Analyze(analyze) => self.table()?.analyze(&analyze)?.into(),
            Request::Quit => {
                self.over = true;
                done
            }
        })
    }

    fn table(&mut self) -> Result<&mut (dyn Table + 'static), InputError> {
        match &mut self.table {
            Some(table) => Ok(table.as_mut()),
            None => Err(refuse("cmd", "no game", "new or load first")),
        }
    }
}

fn in_request(error: InputError) -> InputError {
    error.with_origin(Origin::Request)
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without text")
}
