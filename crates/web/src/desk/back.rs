//! Going back: undo, other lines, playing on from an earlier position.
//!
//! Where other people sit at other screens, they are asked first. A finished game stays as it is: the house opens a table
//! of its own for what is played from one of its positions.

use std::sync::Arc;

use tradewinds_game::Seat;
use tradewinds_sitting::NodeId;

use super::plea::Plea;
use super::{Desk, Reader, Refusal, Scene, conflict};

/// Where a screen wants to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Back {
    /// Before the last decision of its seat.
    Undo,
    /// The position after this many decisions that it saw.
    Seen(usize),
    /// The end of another line.
    Line(usize),
}

impl Scene {
    /// Returns the position that a screen may go back to.
    pub(crate) fn target(&self, screen: usize, back: Back) -> Result<NodeId, Refusal> {
        let allowed = |node| {
            if self.may_jump(screen) { Ok(node) } else { Err(conflict("This table does not allow it.")) }
        };
        match back {
            Back::Undo => {
                let Reader::Seat(seat) = self.reader(screen) else {
                    return Err(conflict("No seat of this screen can take a move back."));
                };
                self.undo_of(seat).ok_or_else(|| conflict("There is no move to take back."))
            }
            Back::Seen(seen) => self.seen_node(screen, seen).and_then(allowed),
            Back::Line(line) => {
                let end = self.session.branches().get(line).map(|&(end, _)| end);
                end.ok_or_else(|| conflict("There is no such line.")).and_then(allowed)
            }
        }
    }

    /// Lists the other screens at which people sit.
    pub(crate) fn other_people(&self, screen: usize) -> Vec<usize> {
        let screens = self.extra.screens.iter().enumerate();
        screens
            .filter(|(index, other)| *index != screen && !other.seats.is_empty())
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns the wish to go back that is to be answered, or was refused, if nothing was played since.
    pub(crate) fn request_now(&self) -> Option<&Plea> {
        self.request.as_ref().filter(|request| request.at == self.session.moment())
    }

    /// Names the people of a screen.
    pub(crate) fn people_of(&self, screen: usize) -> String {
        let names = self.session.names();
        let seats = &self.extra.screens[screen].seats;
        seats.iter().map(|&seat| names[seat].as_str()).collect::<Vec<_>>().join(" and ")
    }
}

impl Desk {
    /// Goes back, or asks the people at other screens for it.
    pub(crate) fn back(
        self: &Arc<Self>,
        screen: usize,
        version: Option<&str>,
        back: Back,
    ) -> Result<(), Refusal> {
        self.change(|state| {
            if let Some(version) = version {
                let seat: Option<Seat> = match state.reader(screen) {
                    Reader::Seat(seat) => Some(seat),
                    _ => None,
                };
                state.require(seat, version)?;
            }
            if state.session.to_act().is_none() {
                return Err(conflict("A finished game stays as it is."));
            }
            let to = state.target(screen, back)?;
            if state.other_people(screen).is_empty() {
                return self.jump(state, to);
            }
            // Whoever agrees agrees to what was asked when the page was drawn.
            match state.request_now().filter(|request| request.refused.is_none()) {
                Some(request) if request.screen == screen && request.to == to => return Ok(()),
                Some(_) => return Err(conflict("Another wish to take moves back is answered first.")),
                None => {}
            }
            let at = state.session.moment();
            state.request = Some(Plea { screen, to, at, agreed: Vec::new(), refused: None });
            Ok(())
        })
    }

    /// Answers another screen's wish to go back.
    pub(crate) fn answer(self: &Arc<Self>, screen: usize, agrees: bool) -> Result<(), Refusal> {
        self.change(|state| {
            let mut request = match state.request_now() {
                Some(request) if request.waits_for(screen) => request.clone(),
                _ => return Err(conflict("Nobody asks for that any more.")),
            };
            let others = state.other_people(request.screen);
            if !others.contains(&screen) {
                return Err(conflict("No seat of this screen has to agree."));
            }
            if !agrees {
                request.refused = Some(screen);
            }
            request.agreed.push(screen);
            let all = agrees && others.iter().all(|other| request.agreed.contains(other));
            let to = request.to;
            state.request = Some(request);
            if all { self.jump(state, to) } else { Ok(()) }
        })
    }
}
