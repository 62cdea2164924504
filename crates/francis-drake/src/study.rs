//! What studies ask of stops on the street and of the places of missions.

use super::FrancisDrake;
use super::action::Action;
use super::state::State;
use super::words::{DOCKSIDE_STOPS, INVESTOR_STOPS};
use tradewinds_game::{Facts, Seat};

impl FrancisDrake {
    /// Names a stop by its location, whatever is taken there, and a mission by its destination; other actions by
    /// their notation.
    pub(super) fn choice_name(&self, _: &State, action: Action) -> String {
        match action {
            Action::Stop(stop) if stop.bit() & INVESTOR_STOPS != 0 => "investor".to_owned(),
            Action::Stop(stop) if stop.bit() & DOCKSIDE_STOPS != 0 => "dockside".to_owned(),
            Action::Sail(destination) => destination.word().to_owned(),
            action => action.text(),
        }
    }

    /// Notes the circumstances of a stop or of a mission's destination. Facts: at a stop `disc`, the player disc of
    /// the voyage from 1; at a mission `mission`, its number in the voyage from 1, and `type` of the destination.
    /// Other kinds of decision have none.
    pub(super) fn note_circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
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
                let others =
                    Seat::all(self.rules.players).filter(|seat| seat.index() != usize::from(state.seat));
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
