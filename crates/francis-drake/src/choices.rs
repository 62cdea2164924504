//! Answers to studies about stops on the street and the places of missions.

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use crate::words::{DOCKSIDE_STOPS, Decision, INVESTOR_STOPS};
use tradewinds_game::{Choices, Facts, Seat};

impl Choices for FrancisDrake {
    const DECISION_KINDS: &'static [&'static str] = &Decision::WORDS;

    /// A state stores the starting order of its own voyage only. This is the first playing order for the
    /// state that was dealt.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        state.start.find(seat).unwrap_or(0)
    }

    fn round(&self, state: &State) -> u32 {
        state.voyage.into()
    }

    /// The kinds are the decisions of 13.2.
    fn decision_kind(&self, state: &State) -> usize {
        state.decision.index()
    }

    /// Names a stop by its location alone, and a mission by its destination; other actions by their notation.
    fn choice(&self, _: &State, action: Action) -> String {
        match action {
            Action::Stop(stop) if stop.bit() & INVESTOR_STOPS != 0 => "investor".to_owned(),
            Action::Stop(stop) if stop.bit() & DOCKSIDE_STOPS != 0 => "dockside".to_owned(),
            Action::Sail(destination) => destination.word().to_owned(),
            action => action.to_string(),
        }
    }

    /// Records the circumstances of a stop or of a mission's destination. Facts: at a stop `disc`, the player
    /// disc of the voyage from 1; at a mission `mission`, its number in the voyage from 1, and `type` of the
    /// destination. Other kinds of decision have none.
    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        let player = state.current();
        match action {
            Action::Stop(stop) => {
                facts.fact("disc", player.stop_count + 1);
                let ahead = state.position_of(stop).saturating_sub(player.position);
                let first = stop.is_location() && state.visits(stop) == 0;
                facts.situation("the first at a location", first);
                facts.situation("a location that others have visited", stop.is_location() && !first);
                facts.situation("the next position on the street", ahead == 1);
                facts.situation("5+ positions ahead", ahead >= 5);
            }
            Action::Depart => facts.fact("disc", player.stop_count + 1),
            Action::Sail(destination) => {
                let kind = self.rules.kind(destination);
                let others = Seat::all(self.rules.players).filter(|&seat| seat != state.seat);
                let rivals = others.filter(|&seat| state.missions(seat) & destination.bit() != 0).count();
                let farthest = u16::from(self.rules.zone(destination))
                    == self.rules.max_range.min(player.items.barrels());
                facts.fact("mission", player.missions.count_ones() + 1);
                facts.fact("type", kind.word());
                facts.situation("where nobody else has a disc", rivals == 0);
                facts.situation("where 2+ others have a disc", rivals >= 2);
                facts.situation("as far as the barrels reach", farthest);
            }
            _ => {}
        }
    }
}
