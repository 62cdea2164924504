//! Preparing to sail: frigate tiles, troop tiles, the governor's harbour swap (rules page 4.2).

use arrayvec::ArrayVec;

use super::FrancisDrake;
use super::state::{NOBODY, State};
use super::words::{Bits, Destination, DestinationKind, Step};
use tradewinds_game::{Dice, shuffle};

impl FrancisDrake {
    /// Begins the preparation: the admiral's holder is asked where there is a choice, or else chance.
    pub(super) fn prepare<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if state.admiral != NOBODY && self.tiles_differ(DestinationKind::Galleon) {
            state.step = Step::Admiral;
            state.seat = state.admiral;
        } else {
            self.deal_tiles(state, DestinationKind::Galleon, dice);
            self.prepare_forts(state, dice);
        }
    }

    fn prepare_forts<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if state.governor != NOBODY && self.tiles_differ(DestinationKind::Fort) {
            state.step = Step::Governor;
            state.seat = state.governor;
        } else {
            self.deal_tiles(state, DestinationKind::Fort, dice);
            self.begin_sailing(state, dice);
        }
    }

    /// Tells whether it matters which tile lies where: equal ones follow by themselves (3.3).
    fn tiles_differ(&self, kind: DestinationKind) -> bool {
        let (_, tiles) = self.rules.tiled(kind);
        tiles.first() != tiles.last()
    }

    /// Deals all tiles of the forts or galleons at random.
    fn deal_tiles<D: Dice + ?Sized>(&self, state: &mut State, kind: DestinationKind, dice: &mut D) {
        let (places, tiles) = self.rules.tiled(kind);
        let mut order: ArrayVec<u8, 4> = tiles.iter().copied().collect();
        if self.tiles_differ(kind) {
            shuffle(&mut order, dice);
        }
        places.zip(order).for_each(|(place, tile)| state.set_tile(place, tile));
    }

    /// Returns the kind of destination that gets tiles at this step.
    pub(super) fn tiled_kind(step: Step) -> DestinationKind {
        if step == Step::Governor { DestinationKind::Fort } else { DestinationKind::Galleon }
    }

    /// Returns the value of the tile to place: the highest one that is left.
    pub(super) fn next_tile(&self, state: &State) -> u8 {
        let kind = Self::tiled_kind(state.step);
        let (_, tiles) = self.rules.tiled(kind);
        let placed = (state.tiled & self.rules.of_kind(kind)).count_ones() as usize;
        tiles[tiles.len() - 1 - placed.min(tiles.len() - 1)]
    }

    /// Returns the destinations without a tile where the next one may go.
    #[inline]
    pub(super) fn tile_options(&self, state: &State) -> u16 {
        self.rules.of_kind(Self::tiled_kind(state.step)) & !state.tiled
    }

    /// Places the next tile; when all that are left are equal they follow by themselves.
    pub(super) fn play_tile<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        value: u8,
        place: Destination,
        dice: &mut D,
    ) {
        let kind = Self::tiled_kind(state.step);
        state.set_tile(place, value);
        let left = self.rules.of_kind(kind) & !state.tiled;
        let (_, tiles) = self.rules.tiled(kind);
        if self.next_tile(state) != tiles[0] {
            return;
        }
        for place in Bits(left.into()) {
            state.set_tile(Destination::ALL[place], tiles[0]);
        }
        if kind == DestinationKind::Galleon {
            self.prepare_forts(state, dice);
        } else {
            self.begin_sailing(state, dice);
        }
    }

    /// Swaps the governor's ship with the one before it (R20), then sailing begins.
    fn begin_sailing<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if state.governor != NOBODY {
            match state.outbound.find(state.governor.into()) {
                None | Some(0) => {}
                Some(dock) => state.outbound.swap_with_previous(dock),
            }
        }
        self.next_sailor(state, dice);
    }
}
