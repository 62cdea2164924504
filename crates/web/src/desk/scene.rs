//! What pages of a table are drawn from: what a screen may see and do, and what the table does by itself.

use std::sync::Arc;

use tradewinds_game::Seat;
use tradewinds_sitting::{Advisor, NodeId, Session, Sitter, Thought};

use super::plea::Plea;
use super::{Extra, Job, Refusal, Reviewed, conflict};

/// Who reads a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    /// The person at a seat.
    Seat(Seat),
    /// Anybody: nothing is hidden at this table.
    Everybody,
    /// Somebody without a seat, at a table with secrets: the board is not shown.
    Nobody,
    /// The screen is being handed to the person at this seat.
    Cover(Seat),
}

/// What one screen has asked for.
#[derive(Clone, Default)]
pub(crate) struct Wishes {
    /// The seat whose secrets the screen shows, where several seats share it.
    pub(crate) revealed: Option<Seat>,
    pub(crate) hint: Hint,
    pub(crate) shows_thoughts: bool,
    /// Whether phases are explained as they come.
    pub(crate) guide: bool,
    /// Whether a thread searches for its hints.
    pub(super) searches: bool,
}

/// A hint on request.
#[derive(Clone, Default)]
pub(crate) enum Hint {
    #[default]
    None,
    /// It is being searched for, at this moment of the session.
    Asked((NodeId, u32)),
    /// What was found at this moment of the session.
    Found((NodeId, u32), Arc<Thought>),
}

/// The thought of a bot that has moved.
pub(crate) struct Shared {
    pub(crate) thought: Thought,
    /// Whether each seat knew all that the bot knew, so that the thought gives nothing away.
    pub(crate) gives_nothing_away: Vec<bool>,
}

/// How the decision at hand is made. All that others notice of its making, delays included, follows from this, from the
/// bot and from the table's pace, and so it does not depend on what only the seat that decides knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The game is over.
    Over,
    /// A person is asked.
    Person,
    /// Nobody is asked: this action is played after the table's pace.
    Unasked(String),
    /// A bot thinks.
    Bot,
}

/// A table as pages are drawn from it. A copy costs little: what is large is shared until it changes.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) session: Arc<Session>,
    pub(crate) extra: Arc<Extra>,
    pub(crate) wishes: Vec<Wishes>,
    /// Whether a bot is thinking now.
    pub(crate) thinks: bool,
    pub(crate) shared: Option<Arc<Shared>>,
    /// What went wrong with a review, a hint or a bot.
    pub(crate) fault: Option<String>,
    /// Why the game is not being saved now.
    pub(crate) unsaved: Option<String>,
    pub(crate) reviewed: Option<Reviewed>,
    /// A wish to take moves back, which other people have to agree to.
    pub(crate) request: Option<Plea>,
    /// The links at which the screens go on, once a finished game has a next one.
    pub(crate) next: Vec<String>,
    /// The link of the lobby, for the host.
    pub(crate) lobby: Arc<str>,
}

impl Scene {
    pub(crate) fn new(session: Session, extra: Extra) -> Self {
        Self {
            session: Arc::new(session),
            wishes: vec![Wishes { guide: extra.guide, ..Wishes::default() }; extra.screens.len()],
            extra: Arc::new(extra),
            thinks: false,
            shared: None,
            fault: None,
            unsaved: None,
            reviewed: None,
            request: None,
            next: Vec::new(),
            lobby: Arc::default(),
        }
    }

    /// Returns the session to be changed; copies that were made of it stay as they are.
    pub(super) fn session_mut(&mut self) -> &mut Session {
        Arc::make_mut(&mut self.session)
    }

    /// Returns the seat that decides, if it is one of a screen's, and its secrets are shown there.
    pub(super) fn deciding(&self, screen: usize) -> Result<Seat, Refusal> {
        let seat = self.session.to_act().ok_or_else(|| conflict("The game is over."))?;
        match self.reader(screen) {
            Reader::Seat(reader) if reader == seat => Ok(seat),
            _ => Err(conflict("It is not your turn.")),
        }
    }

    /// Requires that a screen has seen the latest version.
    pub(super) fn require(&self, reader: Option<Seat>, version: &str) -> Result<(), Refusal> {
        if self.session.version(reader) == version {
            return Ok(());
        }
        Err(conflict("The table has changed since this was shown; here it is as it is now."))
    }

    /// Requires that the game is over: a review shows what was hidden.
    pub(crate) fn require_over(&self) -> Result<(), Refusal> {
        match self.session.to_act() {
            None => Ok(()),
            Some(_) => Err(conflict("A review shows what was hidden, so it is made when the game is over.")),
        }
    }

    /// Returns the review of the line that is over, if somebody has asked for it.
    pub(crate) fn review_of_line(&self) -> Option<&Reviewed> {
        let over = self.session.to_act().is_none();
        self.reviewed.as_ref().filter(|reviewed| over && reviewed.line == self.session.at())
    }

    /// Returns who reads a screen.
    pub(crate) fn reader(&self, screen: usize) -> Reader {
        if self.session.is_open() {
            return match self.extra.screens[screen].seats.as_slice() {
                [] => Reader::Everybody,
                [first, ..] => Reader::Seat(Seat::new(*first)),
            };
        }
        match self.extra.screens[screen].seats.as_slice() {
            [] => Reader::Nobody,
            [seat] => Reader::Seat(Seat::new(*seat)),
            [first, ..] => {
                let seats = &self.extra.screens[screen].seats;
                let shown = self.wishes[screen].revealed;
                let due = self.session.to_act().filter(|seat| seats.contains(&seat.index()));
                let wanted = due.or(shown).unwrap_or(Seat::new(*first));
                if shown == Some(wanted) || self.is_alike(seats) {
                    Reader::Seat(wanted)
                } else {
                    Reader::Cover(wanted)
                }
            }
        }
    }

    /// Returns whether all these seats see the same.
    fn is_alike(&self, seats: &[usize]) -> bool {
        let view = |&seat: &usize| self.session.game().view(Seat::new(seat));
        let first = view(&seats[0]);
        seats[1..].iter().all(|seat| view(seat) == first)
    }

    /// Returns whether a screen may go to other positions; after the end that opens another table, which only the host
    /// may do.
    pub(crate) fn may_jump(&self, screen: usize) -> bool {
        let screen = &self.extra.screens[screen];
        if self.session.to_act().is_none() && !screen.is_host {
            return false;
        }
        self.session.spec().friendly && (!screen.seats.is_empty() || self.session.is_open())
    }

    /// Returns the position to which a seat can take its last decision back.
    pub(crate) fn undo_of(&self, seat: Seat) -> Option<NodeId> {
        let friendly = self.session.spec().friendly;
        self.session.before_last_of(seat).filter(|_| friendly)
    }

    /// Returns the position after this many decisions that a screen saw.
    pub(crate) fn seen_node(&self, screen: usize, seen: usize) -> Result<NodeId, Refusal> {
        let log = match self.reader(screen) {
            Reader::Seat(seat) => self.session.log(Some(seat)),
            Reader::Everybody => self.session.log(None),
            Reader::Cover(_) | Reader::Nobody => return Err(conflict("Nothing is shown here now.")),
        };
        match seen {
            0 => Ok(0),
            _ => log.get(seen - 1).map(|entry| entry.node).ok_or_else(|| conflict("There is no such move.")),
        }
    }

    /// Returns how the decision at hand is made.
    pub(crate) fn turn(&self) -> Turn {
        let Some(seat) = self.session.to_act() else { return Turn::Over };
        match (self.session.unasked(), &self.session.spec().seats[seat.index()]) {
            (Some(action), _) => Turn::Unasked(action),
            (None, Sitter::Bot { .. }) => Turn::Bot,
            (None, _) => Turn::Person,
        }
    }

    /// Returns what is to be decided without a person.
    pub(super) fn job(&self) -> Result<Option<Job>, String> {
        match self.turn() {
            Turn::Over | Turn::Person => Ok(None),
            Turn::Unasked(action) => Ok(Some(Job::Unasked(action))),
            Turn::Bot => {
                let Some(seat) = self.session.to_act() else { return Ok(None) };
                let preset = self.session.spec().seats[seat.index()].name();
                let advisor = Advisor::new(&self.session, preset).map_err(|error| error.to_string())?;
                let own = self.session.game().view(seat);
                let seats = Seat::all(self.session.spec().players());
                let open = seats.map(|other| self.session.game().view(other) == own).collect();
                Ok(Some(Job::Think(Box::new(advisor), open)))
            }
        }
    }
}
