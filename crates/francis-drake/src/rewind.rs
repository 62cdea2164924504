//! Taking a world back over a decision (law 11): between the first tile and the reveal.
//!
//! What is secret then was decided by the seats: the tiles by the holders of the admiral and the governor, the discs by
//! those that sail. Before the first tile nothing is hidden, and after the reveal only tiles are, so that a world says
//! little more about the seats than their stops do. All that is drawn in this window is equally likely: assignments of
//! tiles, and arrangements of a seat's discs, all of which differ.

use tradewinds_game::{Actions, Seat};

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, DestinationKind, destinations};

impl FrancisDrake {
    /// Puts into `before` what `after` says was hidden, see [`Game::rewind`](tradewinds_game::Game::rewind).
    pub(crate) fn take_back(
        &self,
        before: &mut State,
        after: &State,
        observer: Seat,
        hidden: &mut Actions<Action>,
    ) -> bool {
        let places_tiles = matches!(before.decision, Decision::Admiral | Decision::Governor);
        if !(places_tiles || before.discs_are_hidden())
            || !(matches!(after.decision, Decision::Admiral | Decision::Governor) || after.discs_are_hidden())
            || before.voyage != after.voyage
        {
            return false;
        }
        let is_own = before.seat == observer;
        if places_tiles {
            if is_own {
                // Its own tiles are known; the frigates', if another seat placed them, come from the world.
                self.copy_tiles(before, after);
            } else {
                let kind = Self::tiled_kind(before.decision);
                before.tiled &= !self.rules.of_kind(kind);
                self.copy_tiles(before, after);
                self.list_tiles(before, after, kind, hidden);
            }
            return true;
        }
        self.copy_tiles(before, after);
        for seat in Seat::all(self.rules.players).filter(|&seat| seat != observer) {
            let (player, world) = (before.player_mut(seat), after.player(seat));
            (player.discs, player.on_map, player.missions) = (world.discs, world.on_map, world.missions);
        }
        if let (Decision::Disc, Some(place), false) = (before.decision, before.chosen, is_own) {
            let Some(disc) = after.player(before.seat).disc_at(place) else { return false };
            before.current_mut().take_back(disc);
            hidden.push(Action::Disc(disc));
        }
        true
    }

    /// Makes the tiles that lie in `before` those of `after`.
    fn copy_tiles(&self, before: &mut State, after: &State) {
        let placed = before.tiled;
        before.tiles = 0;
        for place in destinations(placed) {
            before.set_tile(place, after.tile(place));
        }
    }

    /// Lists how the tiles of one kind that lie in `after` were placed: the highest first, equal ones in the order of
    /// the destinations, and the last equal ones by themselves.
    fn list_tiles(&self, before: &State, after: &State, kind: DestinationKind, hidden: &mut Actions<Action>) {
        let (_, tiles) = self.rules.tiled(kind);
        let mut state = *before;
        loop {
            let value = self.next_tile(&state);
            if value == tiles[0] {
                return;
            }
            let place = destinations(self.tile_options(&state)).find(|&place| after.tile(place) == value);
            let Some(place) = place else { return };
            hidden.push(Action::Tile(value, place));
            state.set_tile(place, value);
        }
    }
}
