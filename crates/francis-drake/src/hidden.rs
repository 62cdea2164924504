//! Hidden information: what a seat knows, determinization, what others see of an action (rules page 6,
//! 13.6).
//!
//! All worlds that agree with what the observer knows are equally likely: tiles not seen are any
//! assignment of those left, the discs of another seat any arrangement of those not seen. While a
//! holder places tiles, the others do not even see how many lie; any state of that is a world.

use arrayvec::ArrayVec;

use super::FrancisDrake;
use super::action::Action;
use super::state::State;
use super::words::{Destination, DestinationKind, Disc, Look, Step, destinations, discs};
use tradewinds_game::{Dice, Edge, Seat};

/// The outcome of the edge of an attack that fails.
const FAILED: u8 = 1;

impl State {
    /// Tells whether discs lie face down.
    #[must_use]
    pub fn discs_are_hidden(&self) -> bool {
        (Step::Sail..=Step::Move).contains(&self.step)
    }

    fn has_looked(&self, observer: Seat, look: Look, destination: Destination) -> bool {
        self.informer() == Some(observer) && self.looked() == Some((look, destination))
    }
}

impl FrancisDrake {
    /// Returns the value of a destination's tile if `observer` knows it (13.6).
    #[must_use]
    pub fn known_tile(&self, state: &State, destination: Destination, observer: Seat) -> Option<u8> {
        let holder = match self.rules.kind(destination) {
            DestinationKind::Fort => state.governor(),
            DestinationKind::Galleon => state.admiral(),
            _ => return None,
        };
        let known = state.face_up & destination.bit() != 0
            || state.step == Step::Over
            || holder == Some(observer)
            || state.has_looked(observer, Look::Tile, destination);
        (known && state.tiled & destination.bit() != 0).then(|| state.tile(destination))
    }

    /// Returns the disc of `seat` that waits at a destination if `observer` knows it (13.6).
    #[must_use]
    pub fn known_disc(
        &self,
        state: &State,
        seat: Seat,
        destination: Destination,
        observer: Seat,
    ) -> Option<Disc> {
        let known = seat == observer
            || !state.discs_are_hidden()
            || state.has_looked(observer, Look::Discs, destination);
        if known { state.player(seat.index()).disc_at(destination) } else { None }
    }

    /// Returns a seat's discs in hand until the reveal, one bit each; what lies in another seat's hand
    /// is hidden.
    #[must_use]
    pub fn own_hand(&self, state: &State, seat: Seat) -> u8 {
        state.player(seat.index()).hand()
    }

    /// Tells whether the tiles of this kind are being placed by another seat than the observer.
    pub(super) fn placed_in_secret(state: &State, kind: DestinationKind, observer: Seat) -> bool {
        matches!(state.step, Step::Admiral | Step::Governor)
            && Self::tiled_kind(state.step) == kind
            && usize::from(state.seat) != observer.index()
    }

    /// Draws a world that the observer cannot tell from this one.
    pub(super) fn draw_world<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        for kind in [DestinationKind::Galleon, DestinationKind::Fort] {
            if Self::placed_in_secret(state, kind, observer) {
                self.draw_placement(state, kind, dice);
                continue;
            }
            let placed = state.tiled & self.rules.of_kind(kind);
            let unknown = destinations(placed)
                .filter(|&place| self.known_tile(state, place, observer).is_none())
                .fold(0, |set, place| set | place.bit());
            self.deal_unknown_tiles(state, kind, unknown, dice);
        }
        if state.discs_are_hidden() {
            for seat in Seat::all(self.rules.players).filter(|&seat| seat != observer) {
                let unknown = destinations(state.missions(seat))
                    .filter(|&place| self.known_disc(state, seat, place, observer).is_none())
                    .fold(0, |set, place| set | place.bit());
                Self::deal_unknown_discs(state, seat.index(), unknown, dice);
            }
        }
    }

    /// Draws how far a holder has come with placing tiles, and where they lie.
    fn draw_placement<D: Dice + ?Sized>(&self, state: &mut State, kind: DestinationKind, dice: &mut D) {
        let all = self.rules.of_kind(kind);
        let (_, tiles) = self.rules.tiled(kind);
        let different = tiles.iter().filter(|&tile| tile != &tiles[0]).count();
        // With k tiles placed there are n (n - 1) … (n - k + 1) worlds.
        let worlds = |placed: usize| (0..placed).fold(1, |worlds, k| worlds * (tiles.len() - k));
        let mut drawn = draw_index((0..different).map(worlds).sum(), dice);
        let mut placed = 0;
        while drawn >= worlds(placed) {
            drawn -= worlds(placed);
            placed += 1;
        }
        clear_tiles(state, all);
        for _ in 0..placed {
            let value = self.next_tile(state);
            let free: ArrayVec<Destination, { Destination::COUNT }> =
                destinations(self.tile_options(state)).collect();
            state.set_tile(free[dice.below(free.len() as u32) as usize], value);
        }
    }

    /// Deals the tiles that lie nowhere else to these destinations; returns false, with nothing dealt,
    /// if the tiles elsewhere are not those of the game.
    pub(super) fn deal_unknown_tiles<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        kind: DestinationKind,
        unknown: u16,
        dice: &mut D,
    ) -> bool {
        let (_, tiles) = self.rules.tiled(kind);
        let mut left: ArrayVec<u8, 4> = tiles.iter().copied().collect();
        for place in destinations(state.tiled & self.rules.of_kind(kind) & !unknown) {
            match left.iter().position(|&tile| tile == state.tile(place)) {
                Some(index) => left.remove(index),
                None => return false,
            };
        }
        for place in destinations(unknown) {
            let index = draw_index(left.len(), dice);
            state.set_tile(place, left.remove(index));
        }
        true
    }

    /// Deals a seat's discs that are not seen on the map to these destinations, the rest stays in hand.
    pub(super) fn deal_unknown_discs<D: Dice + ?Sized>(
        state: &mut State,
        seat: usize,
        unknown: u16,
        dice: &mut D,
    ) {
        let player = &mut state.players[seat];
        for place in destinations(unknown) {
            if let Some(disc) = player.disc_at(place) {
                player.take_back(disc);
            }
        }
        let mut left: ArrayVec<Disc, { Disc::COUNT }> = discs(player.hand()).collect();
        for place in destinations(unknown) {
            let index = draw_index(left.len(), dice);
            player.lay(left.remove(index), place);
        }
    }

    /// Returns the edge of an action for an observer.
    pub(super) fn noticed(
        &self,
        before: &State,
        action: Action,
        after: &State,
        observer: Seat,
    ) -> Option<Edge> {
        let code = action.code();
        let own = usize::from(before.seat) == observer.index();
        match action {
            Action::Tile(..) if !own => {
                // Only the last tile shows: then the next step comes.
                (after.step != before.step).then_some(Edge::new(Action::HIDDEN_TILE))
            }
            Action::Disc(_) if !own => Some(Edge::new(Action::HIDDEN_DISC)),
            Action::Attack if !self.attack_succeeds(before) => Some(Edge::new(code).with_outcome(FAILED)),
            _ => Some(Edge::new(code)),
        }
    }
}

/// Takes tiles away.
fn clear_tiles(state: &mut State, places: u16) {
    for place in destinations(places) {
        state.set_tile(place, 0);
    }
    state.tiled &= !places;
}

/// Draws an index below `len`, without a throw if there is one only.
fn draw_index<D: Dice + ?Sized>(len: usize, dice: &mut D) -> usize {
    if len > 1 { dice.below(len as u32) as usize } else { 0 }
}
