//! The informer's two uses, then the reveal (rules page 4.4, 4.5).

use crate::FrancisDrake;
use crate::state::State;
use crate::words::{Decision, Destination, Disc, Look, discs};
use tradewinds_game::Dice;

/// The option of no change; the others are destinations.
pub(super) const KEEP: usize = Destination::COUNT;

impl FrancisDrake {
    /// Asks the informer's owner, if it has a disc on the map.
    pub(super) fn begin_informer<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.informer {
            Some(owner) if state.player(owner).missions != 0 => {
                state.decision = Decision::Informer;
                state.seat = owner;
            }
            _ => self.reveal(state, dice),
        }
    }

    /// Returns the destinations where the owner has a disc and a tile lies.
    pub(crate) fn tiles_to_look_at(&self, state: &State) -> u16 {
        state.current().missions & self.rules.guarded()
    }

    /// Returns the options of a decision of the informer: destinations, and [`KEEP`].
    pub(super) fn informer_options(&self, state: &State) -> u32 {
        let missions = u32::from(state.current().missions);
        match state.decision {
            Decision::Look if state.look == Some(Look::Tile) => self.tiles_to_look_at(state).into(),
            Decision::Look => missions,
            Decision::Exchange => {
                let last = 31 - (missions | 1).leading_zeros();
                missions & !(1 << last) | 1 << KEEP
            }
            Decision::ExchangeWith => {
                let first = state.chosen.map_or(0, Destination::index);
                missions >> (first + 1) << (first + 1)
            }
            _ => u32::from(self.free_destinations(state.current())) | 1 << KEEP,
        }
    }

    pub(super) fn play_look_kind(&self, state: &mut State, look: Look) {
        state.look = Some(look);
        state.decision = Decision::Look;
    }

    pub(super) fn play_look(&self, state: &mut State, destination: Destination) {
        state.looked_at = Some(destination);
        state.decision = if state.look == Some(Look::Tile) { Decision::Move } else { Decision::Exchange };
    }

    pub(super) fn play_exchange(&self, state: &mut State, first: Destination) {
        state.chosen = Some(first);
        state.decision = Decision::ExchangeWith;
    }

    pub(super) fn play_with<D: Dice + ?Sized>(&self, state: &mut State, second: Destination, dice: &mut D) {
        if let Some(first) = state.chosen.take() {
            let player = state.current_mut();
            if let (Some(a), Some(b)) = (player.disc_at(first), player.disc_at(second)) {
                player.lay(a, second);
                player.lay(b, first);
            }
        }
        self.reveal(state, dice);
    }

    pub(super) fn play_move<D: Dice + ?Sized>(&self, state: &mut State, target: Destination, dice: &mut D) {
        if let Some(from) = state.looked_at {
            let player = state.current_mut();
            if let Some(disc) = player.disc_at(from) {
                player.take_back(disc);
                player.lay(disc, target);
            }
        }
        self.reveal(state, dice);
    }

    /// Turns all discs up: ghost ships vanish, the others wait for their rounds.
    pub(super) fn reveal<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for seat in state.outbound.iter() {
            let player = &mut state.players[seat.index()];
            if player.on_map & Disc::GhostShip.bit() != 0 {
                player.take_back(Disc::GhostShip);
            }
        }
        state.waiting = Self::waiting(state);
        self.next_mission(state, dice);
    }

    /// Returns the waiting discs on the map, see [`State::waiting`].
    pub(crate) fn waiting(state: &State) -> u64 {
        let mut waiting = 0;
        for (place, seat) in state.outbound.iter().enumerate() {
            for disc in discs(state.player(seat).on_map) {
                if let Some(round) = disc.round() {
                    waiting |= 1 << (8 * round + place);
                }
            }
        }
        waiting
    }
}
