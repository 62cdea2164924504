//! The slot types of a placement: the kinds of tile, then the buildings by ID (rules page 4.2).

use crate::staff::Staff;
use crate::words::{Building, Tile};
use std::hint::select_unpredictable;
use std::num::NonZero;
use tradewinds_game::kit::{Counts8, KeySet, Kinds8};

/// The number of slot types.
pub(crate) const COUNT: usize = Tile::COUNT + Building::COUNT;

/// Returns the word of a slot type.
pub(crate) fn word(slot: usize) -> &'static str {
    match Tile::from_index(slot) {
        Some(tile) => tile.word(),
        None => Building::ALL[slot - Tile::COUNT].word(),
    }
}

/// Finds the slot type of a word.
pub(crate) fn from_word(word: &str) -> Option<usize> {
    (0..COUNT).find(|&slot| self::word(slot) == word)
}

const _: () = assert!(COUNT <= 32, "slot types fit in a mask");

/// Places for slot types in a [`SlotSet`]: as many as it has bits, so that an index needs no check.
const PLACES: usize = 64;

/// A set of slot types, in order: the tiles as in [`Kinds8`], one of four bits each, then a bit for each building.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SlotSet(u64);

/// A slot type's bit in a [`SlotSet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(usize);

impl SlotSet {
    /// The bit of the first building.
    const BUILDINGS: usize = 4 * Tile::COUNT;

    #[inline]
    pub(crate) const fn new(tiles: Kinds8, buildings: KeySet<Building>) -> Self {
        Self(tiles.bits() as u64 | (buildings.bits() as u64) << Self::BUILDINGS)
    }

    /// Returns the first slot type.
    ///
    /// # Contract
    /// There is one; otherwise the result is unspecified.
    #[inline]
    pub(crate) const fn first(self) -> Place {
        match NonZero::new(self.0) {
            Some(slots) => Place(slots.trailing_zeros() as usize),
            None => Place(0),
        }
    }

    /// Returns the set without the first slot type.
    #[inline]
    pub(crate) const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Returns the bits, fewer than 48.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

/// A number for each slot type, those of the tiles in the lower half of a word and those of the buildings in the upper
/// one: a random placement takes the same few steps at every slot type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PerSlot(u64);

impl PerSlot {
    /// The maximum of a slot type, and below it the number of its lowest bit.
    const FIELD: [u16; PLACES] = {
        let (mut fields, mut slot) = ([0; PLACES], 0);
        while slot < COUNT {
            let (place, shift, max) = match slot.checked_sub(Tile::COUNT) {
                Some(id) => (SlotSet::BUILDINGS + id, 32 + Staff::shift(id), Staff::max(id)),
                None => (4 * slot, 4 * slot as u8, Counts8::MAX),
            };
            fields[place] = (max as u16) << 8 | shift as u16;
            slot += 1;
        }
        fields
    };
    /// The fields of a slot type and of the later ones.
    const FROM: [u64; PLACES] = {
        let (mut from, mut fields, mut place) = ([0; PLACES], 0, PLACES);
        while place > 0 {
            place -= 1;
            fields |= (Self::FIELD[place] as u64 >> 8) << (Self::FIELD[place] & 63);
            from[place] = fields;
        }
        from
    };

    /// Joins the numbers of the tiles and of the buildings.
    #[inline]
    pub(crate) const fn new(tiles: Counts8, buildings: Staff) -> Self {
        Self(tiles.bits() as u64 | (buildings.bits() as u64) << 32)
    }

    /// Returns the numbers of the tiles.
    #[inline]
    pub(crate) const fn tiles(self) -> Counts8 {
        Counts8::from_bits(self.0 as u32)
    }

    /// Returns the numbers of the buildings.
    #[inline]
    pub(crate) const fn buildings(self) -> Staff {
        Staff::from_bits((self.0 >> 32) as u32)
    }

    /// Returns the number of a slot type.
    #[inline]
    pub(crate) const fn get(self, Place(place): Place) -> u32 {
        (self.0 >> (Self::FIELD[place] & 63)) as u32 & Self::FIELD[place] as u32 >> 8
    }

    /// Sets the number of a slot type that has none.
    #[inline]
    pub(crate) const fn add(&mut self, Place(place): Place, number: u32) {
        debug_assert!(
            self.get(Place(place)) == 0 && number <= Self::FIELD[place] as u32 >> 8,
            "an empty slot type is filled"
        );
        self.0 |= (number as u64) << (Self::FIELD[place] & 63);
    }

    /// Sets the numbers of a slot type and of the later ones, which have none: to those of `full` if they `fit` all,
    /// otherwise the first one to `number`.
    #[inline]
    pub(crate) fn add_rest(&mut self, Place(place): Place, number: u32, fit: bool, full: Self) {
        let first = u64::from(number) << (Self::FIELD[place] & 63);
        self.0 |= select_unpredictable(fit, full.0 & Self::FROM[place], first);
    }
}
