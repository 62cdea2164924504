//! The stack of face-down plantations, two tiles per byte.

use crate::limits::MAX_TILES;
use crate::words::Good;
use arrayvec::ArrayVec;
use tradewinds_game::kit::{ByKey, Counts8};
use tradewinds_game::{Dice, shuffle};

/// Places for tiles while they are shuffled: a power of 2, so that an index needs no check.
const SPACE: usize = 128;
const _: () = assert!(MAX_TILES + 16 <= SPACE, "all tiles have a place, and some are left");

/// The face-down plantations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Deck {
    /// The order, two tiles per byte, the top at position `len - 1`; 0 beyond, and all 0 if unknown.
    order: [u8; MAX_TILES / 2],
    /// Number of face-down tiles.
    pub(crate) len: u8,
    /// Whether the order is stored; otherwise tiles are drawn from the composition.
    pub(crate) known: bool,
}

impl Deck {
    /// Makes a stack whose order is not stored.
    pub(crate) const fn unknown(len: u8) -> Self {
        Self { order: [0; MAX_TILES / 2], len, known: false }
    }

    /// Makes a stack from a list whose last tile is on top.
    pub(crate) fn from_bottom_up(tiles: &[u8]) -> Self {
        let mut deck = Self { order: [0; MAX_TILES / 2], len: 0, known: true };
        for &tile in tiles {
            deck.push(tile);
        }
        deck
    }

    fn push(&mut self, tile: u8) {
        let place = usize::from(self.len);
        self.order[place / 2] |= tile << (4 * (place % 2));
        self.len += 1;
    }

    /// Shuffles tiles, put in ascending order first, into a stack that is drawn from the end (10.4).
    pub(crate) fn shuffled<D: Dice + ?Sized>(counts: &ByKey<Good, u8>, dice: &mut D) -> Self {
        // Sixteen places are written at once, more than any kind has tiles; the next kind, or nothing at
        // the end, takes those that were too many.
        let mut tiles = [0; SPACE];
        let mut len = 0;
        for (good, &count) in counts.iter() {
            debug_assert!(count <= 16, "counts have four bits");
            tiles[len..len + 16].copy_from_slice(&[good as u8; 16]);
            len += usize::from(count);
        }
        tiles[len..len + 16].copy_from_slice(&[0; 16]);
        // As `shuffle` does it, without a check of each index: searches shuffle at every iteration.
        for place in (1..len).rev() {
            tiles.swap(place % SPACE, dice.below(place as u32 + 1) as usize % SPACE);
        }
        let mut deck = Self { order: [0; MAX_TILES / 2], len: len as u8, known: true };
        for (place, pair) in deck.order.iter_mut().zip(tiles.chunks_exact(2)) {
            *place = pair[0] | pair[1] << 4;
        }
        deck
    }

    /// Shuffles a stack whose order is stored, from that order.
    pub(crate) fn permute<D: Dice + ?Sized>(&mut self, dice: &mut D) {
        let mut tiles: ArrayVec<u8, MAX_TILES> = self.top_down().map(|tile| tile as u8).collect();
        shuffle(&mut tiles, dice);
        tiles.reverse();
        *self = Self::from_bottom_up(&tiles);
    }

    /// Takes the top tile of a stack whose order is stored.
    #[inline]
    pub(crate) fn pop(&mut self) -> usize {
        debug_assert!(self.known && self.len > 0, "a tile lies on top");
        self.len -= 1;
        let place = usize::from(self.len);
        // Nothing lies above the top tile, so it is what its byte holds above the tile below.
        let (pair, shift) = (u32::from(self.order[place / 2]), 4 * (place % 2));
        self.order[place / 2] = (pair & ((1 << shift) - 1)) as u8;
        (pair >> shift) as usize
    }

    /// Takes the top tiles of a stack whose order is stored, 1 to 15, and counts their kinds.
    #[inline]
    pub(crate) fn pop_row(&mut self, number: u8) -> Counts8 {
        debug_assert!(
            self.known && self.len >= number && (1..=15).contains(&number),
            "so many tiles lie on top"
        );
        self.len -= number;
        // They all lie in eight bytes, and nothing lies above them.
        let place = usize::from(self.len);
        let start = (place / 2).min(MAX_TILES / 2 - 8);
        let window = &mut self.order[start..start + 8];
        let shift = 4 * (place - 2 * start);
        let tiles = u64::from_le_bytes(std::array::from_fn(|byte| window[byte]));
        window.copy_from_slice(&(tiles & ((1 << shift) - 1)).to_le_bytes());
        // Four times a tile is how far left its count lies.
        let mut shifts = tiles >> shift << 2;
        let mut row = 0;
        for _ in 0..number {
            row += 1 << (shifts & 28);
            shifts >>= 4;
        }
        Counts8::from_bits(row)
    }

    /// Lists the tiles from the top down.
    pub(crate) fn top_down(&self) -> impl Iterator<Item = usize> + '_ {
        (0..usize::from(self.len))
            .rev()
            .map(|place| usize::from(self.order[place / 2] >> (4 * (place % 2)) & 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::Seed;

    #[test]
    fn a_deck_is_shuffled_as_any_pile() {
        let counts = ByKey::<Good, u8>::new([9, 12, 0, 10, 7]);
        let mut tiles: Vec<u8> =
            counts.iter().flat_map(|(good, &count)| vec![good as u8; count.into()]).collect();
        tradewinds_game::shuffle(&mut tiles, &mut Seed(1).rng());
        assert_eq!(Deck::shuffled(&counts, &mut Seed(1).rng()), Deck::from_bottom_up(&tiles));
    }

    #[test]
    fn decks_that_differ_in_one_tile_do_so_when_they_are_permuted() {
        let decks = [[0, 4, 3, 1, 2, 2, 0], [0, 4, 3, 3, 2, 2, 0]];
        let [one, other] = decks.map(|tiles| {
            let mut deck = Deck::from_bottom_up(&tiles);
            deck.permute(&mut Seed(1).rng());
            deck
        });
        assert_ne!(one, Deck::from_bottom_up(&decks[0]));
        let different = one.top_down().zip(other.top_down()).filter(|(one, other)| one != other);
        assert_eq!(different.collect::<Vec<_>>(), [(1, 3)]);
    }

    #[test]
    fn a_deck_keeps_its_order() {
        let tiles = [0, 4, 3, 1, 2];
        let mut deck = Deck::from_bottom_up(&tiles);
        assert_eq!(deck.top_down().collect::<Vec<_>>(), [2, 1, 3, 4, 0]);
        assert_eq!((0..5).map(|_| deck.pop()).collect::<Vec<_>>(), [2, 1, 3, 4, 0]);
        assert_eq!(deck, Deck::from_bottom_up(&[]));
    }

    #[test]
    fn a_row_is_as_many_single_tiles() {
        let tiles: Vec<u8> = (0..50).map(|place| (place * place % 7 % 5) as u8).collect();
        for len in 0..=tiles.len() {
            for number in 1..=len.min(15) {
                let (mut at_once, mut singly) =
                    (Deck::from_bottom_up(&tiles[..len]), Deck::from_bottom_up(&tiles[..len]));
                let mut row = Counts8::default();
                (0..number).for_each(|_| row.add(singly.pop(), 1));
                assert_eq!(at_once.pop_row(number as u8), row, "{number} of {len}");
                assert_eq!(at_once, singly, "{number} of {len}");
            }
        }
    }
}
