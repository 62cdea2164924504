//! Hidden information (section 7): the tiles of unexplored regions, the order of the
//! building stacks and that of the deck. All seats know the same.

use tradewinds_game::Dice;
use tradewinds_game::kit::Bits;

use crate::AgeOfDiscovery;
use crate::buildings::{SECOND_SETTLERS, all_of_age};
use crate::state::State;
use crate::words::{CardId, Region, TileId};

impl AgeOfDiscovery {
    /// Returns the tiles that are won or lie in one of `regions`, one bit each.
    pub(crate) fn known_tiles(&self, state: &State, regions: u16) -> u16 {
        let won = state.players.iter().fold(0, |won, player| won | player.tiles);
        Bits(u64::from(regions)).fold(won, |known, region| known | 1 << state.tile(region))
    }

    /// Deals tiles that are not `known` to `regions`, uniformly.
    pub(crate) fn deal_tiles<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        regions: u16,
        known: u16,
        dice: &mut D,
    ) {
        if regions != 0 {
            Self::deal(state, regions, Bits(u64::from(!known)), dice);
        }
    }

    /// Deals these tiles, which lie in `regions` or nowhere, to `regions`, from the order in which they lie.
    pub(crate) fn permute_tiles<D: Dice + ?Sized>(state: &mut State, regions: u16, known: u16, dice: &mut D) {
        let before = *state;
        let laid = || Bits(u64::from(regions)).map(|region| before.tile(region));
        let left = laid().fold(!known, |left, tile| left & !(1 << tile));
        Self::deal(state, regions, laid().chain(Bits(u64::from(left))), dice);
    }

    /// Deals the tiles of a list to `regions`, uniformly.
    fn deal<D: Dice + ?Sized>(
        state: &mut State,
        regions: u16,
        tiles: impl Iterator<Item = usize>,
        dice: &mut D,
    ) {
        let mut unseen = [0; TileId::COUNT];
        let mut count = 0;
        for tile in tiles {
            unseen[count] = tile;
            count += 1;
        }
        for (dealt, region) in Bits(u64::from(regions)).enumerate() {
            let left = count - dealt;
            let drawn = dealt + if left > 1 { dice.below(left as u32) as usize } else { 0 };
            unseen.swap(dealt, drawn);
            state.set_tile(region, unseen[dealt]);
        }
    }

    /// Returns the buildings of an age, the current one or a later one, that are in its stack.
    pub(crate) fn stack_of(&self, state: &State, age: usize) -> u64 {
        let all = all_of_age(age);
        if age > state.age() {
            return all;
        }
        // A set with one copy of Settlers has it at the first bit, whichever copy it is: the copies are counted.
        let (mut gone, mut copies) = (0, 0);
        for set in state.players.iter().map(|player| player.owned).chain([state.offer]) {
            gone |= set;
            copies += (set & 1) + u64::from(set & SECOND_SETTLERS != 0);
        }
        if age > 0 {
            return all & !gone;
        }
        let settlers = [1 | SECOND_SETTLERS, 1].get(copies as usize).copied().unwrap_or(0);
        all & !(gone | 1 | SECOND_SETTLERS) | settlers
    }

    /// Returns the cards that are won, one bit each.
    pub(crate) fn won_cards(&self, state: &State) -> u16 {
        state.players.iter().fold(0, |won, player| won | player.cards)
    }
}

const _: () = assert!(TileId::COUNT == 16 && CardId::COUNT == 16 && Region::COUNT <= 16, "sets of 16 bits");
