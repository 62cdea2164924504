//! What a screen of a table may see and do, and what a table does by itself.

use tradewinds_game::Seat;
use tradewinds_table::{Advisor, NodeId, Sitter};

use super::{Job, Refusal, Reviewed, State, conflict};
use crate::picture::Reader;

impl State {
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

    /// Returns whether a screen may go to other positions.
    pub(crate) fn may_jump(&self, screen: usize) -> bool {
        let screen = &self.extra.screens[screen];
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

    pub(super) fn has_job(&self) -> bool {
        let Some(seat) = self.session.to_act() else { return false };
        !self.session.spec().seats[seat.index()].is_person() || self.session.forced().is_some()
    }

    /// Returns what is to be decided without a person.
    pub(super) fn job(&self) -> Result<Option<Job>, String> {
        let Some(seat) = self.session.to_act() else { return Ok(None) };
        if let Some(action) = self.session.forced() {
            return Ok(Some(Job::Forced(action)));
        }
        let Sitter::Bot { preset } = &self.session.spec().seats[seat.index()] else { return Ok(None) };
        let advisor = Advisor::new(&self.session, preset).map_err(|error| error.to_string())?;
        let own = self.session.game().view(seat);
        let seats = Seat::all(self.session.spec().players());
        let open = seats.map(|other| self.session.game().view(other) == own).collect();
        Ok(Some(Job::Think(Box::new(advisor), open)))
    }
}
