//! Preparing to sail: frigate tiles, troop tiles, the governor's harbour swap (rules page 4.2).

use arrayvec::ArrayVec;

use crate::FrancisDrake;
use crate::limits::MAX_TILES;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, destinations};
use tradewinds_game::{Dice, shuffle};

impl FrancisDrake {
    /// Begins the preparation: the admiral's holder places the tiles where there is a choice, otherwise chance
    /// does.
    pub(super) fn prepare<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.admiral {
            Some(holder) if self.tiles_differ(DestinationKind::Galleon) => {
                state.decision = Decision::Admiral;
                state.seat = holder;
            }
            _ => {
                self.deal_tiles(state, DestinationKind::Galleon, dice);
                self.prepare_forts(state, dice);
            }
        }
    }

    fn prepare_forts<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.governor {
            Some(holder) if self.tiles_differ(DestinationKind::Fort) => {
                state.decision = Decision::Governor;
                state.seat = holder;
            }
            _ => {
                self.deal_tiles(state, DestinationKind::Fort, dice);
                self.begin_sailing(state, dice);
            }
        }
    }

    /// Returns whether it matters which tile lies where: equal ones are placed without a decision (3.3).
    fn tiles_differ(&self, kind: DestinationKind) -> bool {
        let (_, tiles) = self.rules.tiled(kind);
        tiles.first() != tiles.last()
    }

    /// Deals all tiles of the forts or galleons at random.
    fn deal_tiles<D: Dice + ?Sized>(&self, state: &mut State, kind: DestinationKind, dice: &mut D) {
        let (places, tiles) = self.rules.tiled(kind);
        let mut order: ArrayVec<u8, MAX_TILES> = tiles.iter().copied().collect();
        if self.tiles_differ(kind) {
            shuffle(&mut order, dice);
        }
        places.zip(order).for_each(|(place, tile)| state.set_tile(place, tile));
    }

    /// Returns the kind of destination that gets tiles at this decision.
    pub(crate) fn tiled_kind(decision: Decision) -> DestinationKind {
        if decision == Decision::Governor { DestinationKind::Fort } else { DestinationKind::Galleon }
    }

    /// Returns the value of the tile to place: the highest one that is left.
    pub(crate) fn next_tile(&self, state: &State) -> u8 {
        let kind = Self::tiled_kind(state.decision);
        let (_, tiles) = self.rules.tiled(kind);
        let placed = (state.tiled & self.rules.of_kind(kind)).count_ones() as usize;
        tiles[tiles.len() - 1 - placed.min(tiles.len() - 1)]
    }

    /// Returns the destinations without a tile, where the next one can be placed.
    #[inline]
    pub(crate) fn tile_options(&self, state: &State) -> u16 {
        self.rules.of_kind(Self::tiled_kind(state.decision)) & !state.tiled
    }

    /// Places the next tile; when all tiles left are equal, they are placed as well.
    pub(super) fn play_tile<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        value: u8,
        place: Destination,
        dice: &mut D,
    ) {
        let kind = Self::tiled_kind(state.decision);
        state.set_tile(place, value);
        let left = self.rules.of_kind(kind) & !state.tiled;
        let (_, tiles) = self.rules.tiled(kind);
        if self.next_tile(state) != tiles[0] {
            return;
        }
        for place in destinations(left) {
            state.set_tile(place, tiles[0]);
        }
        if kind == DestinationKind::Galleon {
            self.prepare_forts(state, dice);
        } else {
            self.begin_sailing(state, dice);
        }
    }

    /// Swaps the governor's ship with the one before it (R20) and begins sailing.
    fn begin_sailing<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.governor.and_then(|holder| state.outbound.find(holder)) {
            None | Some(0) => {}
            Some(dock) => state.outbound.swap_with_previous(dock),
        }
        self.next_sailor(state, dice);
    }
}
