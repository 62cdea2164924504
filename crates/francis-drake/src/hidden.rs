//! Hidden information: what a seat knows, and determinization (rules page 6, 13.6).
//!
//! All worlds that agree with what the observer knows are equally likely: unseen tiles are any assignment
//! of those left, the discs of another seat any arrangement of the unseen ones. While a holder places
//! tiles, the other seats do not even see how many tiles lie on the map; each number of them is a world.

use arrayvec::ArrayVec;

use crate::FrancisDrake;
use crate::limits::MAX_TILES;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, Disc, Look, destinations, discs};
use tradewinds_game::{Dice, Seat};

impl State {
    /// Returns whether discs lie face down.
    #[must_use]
    pub fn discs_are_hidden(&self) -> bool {
        (Decision::Sail..=Decision::Move).contains(&self.decision)
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
            || state.decision == Decision::Over
            || holder == Some(observer)
            || state.has_looked(observer, Look::Tile, destination);
        (known && state.tiled & destination.bit() != 0).then(|| state.tile(destination))
    }

    /// Returns the destinations whose tiles `observer` knows before the game is over, one bit each.
    pub(crate) fn known_tiles(&self, state: &State, observer: Seat) -> u16 {
        let mut known = state.face_up;
        if state.governor == Some(observer) {
            known |= self.rules.of_kind(DestinationKind::Fort);
        }
        if state.admiral == Some(observer) {
            known |= self.rules.of_kind(DestinationKind::Galleon);
        }
        if let (Some(Look::Tile), Some(place)) = (state.look, state.looked_at)
            && state.informer == Some(observer)
        {
            known |= place.bit();
        }
        known & state.tiled & self.rules.guarded()
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
        if known { state.player(seat).disc_at(destination) } else { None }
    }

    /// Returns a seat's discs in hand until the reveal, one bit each; the hands of other seats are hidden.
    #[must_use]
    pub fn own_hand(&self, state: &State, seat: Seat) -> u8 {
        state.player(seat).hand()
    }

    /// Returns whether another seat than the observer is placing the tiles of this kind.
    pub(crate) fn placed_in_secret(state: &State, kind: DestinationKind, observer: Seat) -> bool {
        matches!(state.decision, Decision::Admiral | Decision::Governor)
            && Self::tiled_kind(state.decision) == kind
            && state.seat != observer
    }

    /// Draws the tiles of the forts or galleons that the observer does not know.
    pub(crate) fn resample_tiles<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        kind: DestinationKind,
        observer: Seat,
        dice: &mut D,
    ) {
        if Self::placed_in_secret(state, kind, observer) {
            self.draw_placement(state, kind, dice);
            return;
        }
        let placed = state.tiled & self.rules.of_kind(kind);
        let unknown = destinations(placed)
            .filter(|&place| self.known_tile(state, place, observer).is_none())
            .fold(0, |set, place| set | place.bit());
        self.deal_unknown_tiles(state, kind, unknown, dice);
    }

    /// Deals the tiles again that neither a holder nor the informer has seen: those of a kind without a holder.
    pub(crate) fn shuffle_unseen_tiles<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        // Everything is shown at the end.
        if state.decision == Decision::Over {
            return;
        }
        let known =
            Seat::all(self.rules.players).fold(0, |known, seat| known | self.known_tiles(state, seat));
        for kind in [DestinationKind::Galleon, DestinationKind::Fort] {
            let unseen = state.tiled & self.rules.of_kind(kind) & !known;
            self.deal_unknown_tiles(state, kind, unseen, dice);
        }
    }

    /// Draws the discs on the map that the observer does not know.
    pub(crate) fn resample_discs<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        if !state.discs_are_hidden() {
            return;
        }
        for seat in Seat::all(self.rules.players).filter(|&seat| seat != observer) {
            let unknown = destinations(state.missions(seat))
                .filter(|&place| self.known_disc(state, seat, place, observer).is_none())
                .fold(0, |set, place| set | place.bit());
            Self::deal_unknown_discs(state, seat, unknown, dice);
        }
    }

    /// Draws how many tiles a holder has placed already, and where they lie.
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

    /// Deals the tiles that lie nowhere else to these destinations. Returns false, with nothing dealt, if the
    /// tiles elsewhere are not those of the game.
    pub(crate) fn deal_unknown_tiles<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        kind: DestinationKind,
        unknown: u16,
        dice: &mut D,
    ) -> bool {
        let (_, tiles) = self.rules.tiled(kind);
        let mut left: ArrayVec<u8, MAX_TILES> = tiles.iter().copied().collect();
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

    /// Deals a seat's unseen discs to these destinations; the rest stays in hand.
    pub(crate) fn deal_unknown_discs<D: Dice + ?Sized>(
        state: &mut State,
        seat: Seat,
        unknown: u16,
        dice: &mut D,
    ) {
        let player = state.player_mut(seat);
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
}

/// Takes tiles away.
fn clear_tiles(state: &mut State, places: u16) {
    for place in destinations(places) {
        state.set_tile(place, 0);
    }
    state.tiled &= !places;
}

/// Draws an index below `len`, without a throw if there is only one.
fn draw_index<D: Dice + ?Sized>(len: usize, dice: &mut D) -> usize {
    if len > 1 { dice.below(len as u32) as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// The set of known tiles has those that are known one by one.
    #[test]
    fn known_tiles_are_those_known_one_by_one() {
        let game = FrancisDrake::new(4, &Variant::standard()).unwrap();
        for seed in 0..100 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            while game.to_act(&state).is_some() {
                for seat in Seat::all(4) {
                    let known = |place: &Destination| game.known_tile(&state, *place, seat).is_some();
                    let places = Destination::ALL.into_iter().filter(known);
                    let set = places.fold(0, |set, place| set | place.bit());
                    assert_eq!(game.known_tiles(&state, seat), set, "seed {seed}, {:?}", state.decision);
                }
                game.play_random(&mut state, &mut rng);
            }
        }
    }
}
