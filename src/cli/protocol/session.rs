//! A conversation with one client.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::arena::{Match, find};
use crate::game::{InputError, Origin, Purpose, Seat, Seed};
use serde_json::{Map, Value, json};

use super::request::{Analyze, Load, New, Request, refuse};
use crate::cli::rules::RulesChoice;
use crate::cli::search::{find_search, result_object};

/// A conversation: at most one game at a time.
#[derive(Default)]
pub(super) struct Session {
    game: Option<Box<dyn Match>>,
    over: bool,
}

impl Session {
    /// Returns whether the client has quit.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Answers one line.
    ///
    /// A failed request changes nothing. That holds even for one that hits a bug in this program: a table
    /// changes only when all is done, so the conversation can continue.
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
                self.game = Some(deal(&new)?);
                done
            }
            Request::Load(load) => {
                self.game = Some(take_up(&load)?);
                done
            }
            Request::Position => json!({ "position": self.game()?.position() }),
            Request::Legal => {
                let game = self.game()?;
                let mut legal = game.legal();
                legal.sort_unstable();
                json!({ "to_move": game.to_act().map(Seat::index), "legal": legal })
            }
            Request::Play(play) => json!({ "chance": self.game()?.play(&play.action)? }),
            Request::Scores => {
                let unfinished =
                    || refuse("cmd", "scores of an unfinished game", "only when the game is over");
                json!({ "scores": self.game()?.result().ok_or_else(unfinished)? })
            }
            Request::View(view) => {
                let game = self.game()?;
                json!({ "position": game.view(seat_of(game, view.seat)?) })
            }
            Request::Determinize(request) => {
                let game = self.game()?;
                let seed = Seed(request.seed).derive(Purpose::Sample, 0);
                json!({ "position": game.determinize(seat_of(game, request.seat)?, seed) })
            }
            Request::Analyze(request) => analyze(self.game()?, &request)?.into(),
            Request::Quit => {
                self.over = true;
                done
            }
        })
    }

    fn game(&mut self) -> Result<&mut (dyn Match + 'static), InputError> {
        match &mut self.game {
            Some(game) => Ok(game.as_mut()),
            None => Err(refuse("cmd", "no game", "new or load first")),
        }
    }
}

/// Deals a new game.
fn deal(new: &New) -> Result<Box<dyn Match>, InputError> {
    let game = find(&new.game).map_err(in_request)?;
    let seed = Seed(new.seed);
    let table = RulesChoice::of_message(game, new.variant.as_ref())?.table(new.players)?;
    Ok(table.deal(seed.derive(Purpose::Deal, 0), seed.derive(Purpose::Chance, 0)))
}

/// Resumes a game at a position.
fn take_up(load: &Load) -> Result<Box<dyn Match>, InputError> {
    let game = find(&load.game).map_err(in_request)?;
    RulesChoice::of_message(game, load.variant.as_ref())?.load(&load.position, Seed(load.seed))
}

/// Returns a seat of the game.
fn seat_of(game: &dyn Match, seat: usize) -> Result<Seat, InputError> {
    let players = game.table().players();
    if seat < players {
        Ok(Seat::new(seat))
    } else {
        Err(refuse("seat", seat.to_string(), format!("0 to {}", players - 1)))
    }
}

/// Searches for the seat to move, with the knowledge of that seat.
fn analyze(game: &dyn Match, request: &Analyze) -> Result<Map<String, Value>, InputError> {
    if game.to_act().is_none() {
        return Err(refuse("cmd", "analyze of a finished game", "while a seat is to move"));
    }
    let plan = find_search(&game.table().info(), &request.bot)?.with_budget(request.iterations, None)?;
    Ok(result_object(&game.search(&plan, Seed(request.seed))?))
}

fn in_request(error: InputError) -> InputError {
    error.with_origin(Origin::Request)
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without text")
}
