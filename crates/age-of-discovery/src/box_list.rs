//! Lists of event boxes, by which placements are listed, scored and drawn.

use crate::words::EventBox;

/// The open event boxes in table order: 4 bits per box, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoxList {
    places: u64,
    len: u32,
}

/// Maximum number of boxes in each half of the table.
pub(crate) const HALF: usize = EventBox::COUNT / 2;

/// The list of each set of boxes, by the half of the table: 4 bits per box, and the length from bit 28. Lists
/// of boxes are made at every placement; from a table they need no loop.
static HALF_LISTS: [[u32; 1 << HALF]; 2] = {
    let mut lists = [[0; 1 << HALF]; 2];
    let mut set = 0;
    while set < 1 << HALF {
        let (mut place, mut len) = (0, 0);
        while place < HALF {
            if set >> place & 1 != 0 {
                lists[0][set] |= (place as u32) << (4 * len);
                lists[1][set] |= ((HALF + place) as u32) << (4 * len);
                len += 1;
            }
            place += 1;
        }
        lists[0][set] |= len << 28;
        lists[1][set] |= len << 28;
        set += 1;
    }
    lists
};

/// The boxes by four bits of a list; no list holds the numbers past the last box.
static BOX_OF_BITS: [EventBox; 16] = {
    let mut boxes = [EventBox::Initiative; 16];
    let mut number = 0;
    while number < EventBox::COUNT {
        boxes[number] = EventBox::ALL[number];
        number += 1;
    }
    boxes
};

/// By the length of a list, the part of 2^16 that a division by it multiplies by, rounded up: that is faster.
static PARTS: [u32; 16] = {
    let (mut parts, mut len) = ([0; 16], 1);
    while len < 16 {
        parts[len as usize] = (1_u32 << 16).div_ceil(len);
        len += 1;
    }
    parts
};

impl BoxList {
    /// Lists a set of boxes, one bit each.
    #[inline]
    pub(crate) fn new(set: u32) -> Self {
        let [low, high] = [0, 1].map(|half| HALF_LISTS[half][half_of(set, half)]);
        let places = u64::from(low & 0xFFF_FFFF) | u64::from(high & 0xFFF_FFFF) << (4 * (low >> 28));
        Self { places, len: (low >> 28) + (high >> 28) }
    }

    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.len
    }

    /// Returns how often the number of boxes is in a number below 2^8.
    #[inline]
    pub(crate) fn quotient(self, number: u32) -> u32 {
        (number * PARTS[self.len as usize % PARTS.len()]) >> 16
    }

    /// Returns the box of number `nth`, from 0.
    #[inline]
    pub(crate) fn get(self, nth: u32) -> EventBox {
        BOX_OF_BITS[(self.places >> (4 * nth) & 15) as usize]
    }

    /// Lists the numbers of the boxes without end: 0 behind the last box.
    #[inline]
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        let mut places = self.places;
        std::iter::repeat_with(move || {
            let place = places & 15;
            places >>= 4;
            place as usize
        })
    }
}

/// Returns the part of a set of boxes that is in a half of the table.
#[inline]
pub(crate) const fn half_of(set: u32, half: usize) -> usize {
    (set >> (HALF * half)) as usize & ((1 << HALF) - 1)
}

const _: () = assert!(EventBox::COUNT == 2 * HALF && 4 * HALF <= 28, "two halves of 4 bits per box");

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::kit::Bits;

    #[test]
    fn boxes_are_listed_in_order() {
        for set in 0..1_u32 << EventBox::COUNT {
            let list = BoxList::new(set);
            let places: Vec<usize> = Bits(set).collect();
            assert_eq!(list.len() as usize, places.len());
            assert_eq!(list.numbers().take(places.len()).collect::<Vec<_>>(), places);
            assert!((0..list.len()).all(|nth| list.get(nth).index() == places[nth as usize]));
            assert!(set == 0 || (0..256).all(|number| list.quotient(number) == number / list.len()));
        }
    }
}
