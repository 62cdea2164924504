//! Colonists on the buildings of a player, or the circles there, packed into one word.

use crate::limits::MAX_CIRCLES;
use crate::words::Building;
use tradewinds_game::kit::Counts8;

/// A small number for each building: two bits for a production building, up to three circles, and one
/// bit for a violet one, which has a single circle.
///
/// A production building's bits lie in the nibble that its good has in [`Counts8`], those of the larger
/// building of the good above those of the smaller one, so that [`Staff::output`] needs no loop. The
/// violet buildings have the bits between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Staff(u32);

impl Staff {
    /// The lowest bit of a building.
    const SHIFT: [u8; Building::COUNT] =
        [4, 8, 6, 10, 12, 16, 0, 1, 2, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31];
    /// The lower fields of the goods that need a building.
    const LOWER: u32 = 0x0003_3330;
    /// The upper fields, shifted down to the lower ones: the indigo plant and the sugar mill.
    const UPPER: u32 = 0x0000_0330;

    /// The fields of a building and of all with a higher ID.
    const FROM: [u32; Building::COUNT] = {
        let mut from = [0; Building::COUNT];
        let (mut fields, mut id) = (0, Building::COUNT);
        while id > 0 {
            id -= 1;
            fields |= (Self::max(id) as u32) << Self::SHIFT[id];
            from[id] = fields;
        }
        from
    };

    /// The bits of the small violet buildings.
    const SMALL_VIOLETS: u32 = {
        let (mut bits, mut id) = (0, Building::PRODUCTION);
        while id < Building::FIRST_LARGE {
            bits |= 1 << Self::SHIFT[id];
            id += 1;
        }
        bits
    };

    /// Makes numbers from their word.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the word.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the lowest bit of a building in the word.
    #[inline]
    pub(crate) const fn shift(id: usize) -> u8 {
        Self::SHIFT[id]
    }

    /// Returns the maximum for a building.
    #[inline]
    pub(crate) const fn max(id: usize) -> u8 {
        if id < Building::PRODUCTION { MAX_CIRCLES as u8 } else { 1 }
    }

    #[inline]
    pub(crate) const fn get(self, id: usize) -> u8 {
        (self.0 >> Self::SHIFT[id]) as u8 & Self::max(id)
    }

    #[inline]
    pub(crate) fn set(&mut self, id: usize, number: u8) {
        debug_assert!(number <= Self::max(id), "a building has no more circles");
        self.0 &= !(u32::from(Self::max(id)) << Self::SHIFT[id]);
        self.add(id, number);
    }

    /// Sets the number of a building that has none.
    #[inline]
    pub(crate) fn add(&mut self, id: usize, number: u8) {
        debug_assert!(self.get(id) == 0 && number <= Self::max(id), "an empty building is staffed");
        self.0 |= u32::from(number) << Self::SHIFT[id];
    }

    /// Adds the numbers of `other` for a building and all with a higher ID; they have none yet.
    #[inline]
    pub(crate) fn add_from(&mut self, id: usize, other: Self) {
        self.0 |= other.0 & Self::FROM[id];
    }

    /// Adds the numbers of the small violet buildings up.
    #[inline]
    pub(crate) const fn small_violets(self) -> u8 {
        (self.0 & Self::SMALL_VIOLETS).count_ones() as u8
    }

    /// Returns the number of barrels of each good that the buildings can make; corn needs none, and there are
    /// never more than 15 plantations.
    #[cfg(test)]
    const fn makers(self) -> Counts8 {
        const CORN: u32 = 15 << (4 * crate::words::Good::Corn.index());
        Counts8::from_bits(self.workers() | CORN)
    }

    /// Returns the number of barrels of each good but corn that the buildings can make: never more than 6.
    #[inline]
    const fn workers(self) -> u32 {
        (self.0 & Self::LOWER) + (self.0 >> 2 & Self::UPPER)
    }

    /// Returns the number of barrels of each good that these occupied tiles and the buildings make together: the
    /// smaller one of the tiles and of what the buildings can make, with fewer steps than [`Counts8::min`].
    #[inline]
    pub(crate) const fn output(self, occupied: Counts8) -> Counts8 {
        /// The top bit of every count but that of corn, where the tiles alone count.
        const TOP: u32 = 0x8888_8880;
        let (tiles, workers) = (occupied.bits(), self.workers());
        // The top bit of a count stays set where the lower three of the tiles are at least as many as the workers,
        // who have no top bit.
        let enough = (((tiles | TOP) - workers) | tiles) & TOP;
        Counts8::from_bits(tiles ^ ((tiles ^ workers) & ((enough >> 3) * 15)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_overlap() {
        for id in 0..Building::COUNT {
            let mut staff = Staff::default();
            staff.set(id, Staff::max(id));
            for other in 0..Building::COUNT {
                assert_eq!(staff.get(other), if other == id { Staff::max(id) } else { 0 }, "{id} {other}");
            }
            staff.set(id, 1);
            assert_eq!(staff.get(id), 1);
        }
    }

    #[test]
    fn numbers_are_added_from_a_building_on() {
        let mut full = Staff::default();
        (0..Building::COUNT).for_each(|id| full.add(id, Staff::max(id)));
        for first in 0..Building::COUNT {
            let mut staff = Staff::default();
            staff.add_from(first, full);
            for id in 0..Building::COUNT {
                assert_eq!(staff.get(id), if id < first { 0 } else { Staff::max(id) }, "{id} from {first}");
            }
        }
    }

    #[test]
    fn colonists_on_production_buildings_make_their_goods() {
        let mut staff = Staff::default();
        for id in Building::PRODUCTION..Building::COUNT {
            staff.add(id, 1);
        }
        assert_eq!(staff.makers(), Counts8::from_slice(&[15, 0, 0, 0, 0]));
        assert_eq!(usize::from(staff.small_violets()), Building::FIRST_LARGE - Building::PRODUCTION);
        for (building, number) in [
            (Building::SmallIndigoPlant, 1),
            (Building::SmallSugarMill, 3),
            (Building::IndigoPlant, 3),
            (Building::SugarMill, 2),
            (Building::TobaccoStorage, 3),
            (Building::CoffeeRoaster, 2),
        ] {
            staff.add(building.index(), number);
        }
        assert_eq!(staff.makers(), Counts8::from_slice(&[15, 4, 5, 3, 2]));
        assert_eq!(
            staff.output(Counts8::from_slice(&[9, 8, 5, 2, 3, 4])),
            Counts8::from_slice(&[9, 4, 5, 2, 2])
        );
    }

    #[test]
    fn output_is_the_smaller_one_of_tiles_and_makers() {
        let mut word = 1_u64;
        for _ in 0..10_000 {
            word = word.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let (staff, tiles) = (Staff::from_bits((word >> 32) as u32), Counts8::from_bits(word as u32));
            assert_eq!(staff.output(tiles), tiles.min(staff.makers()), "{staff:?} {tiles:?}");
        }
    }
}
