//! What a ship is expected to leave Plymouth with.

use crate::items::Items;

/// The number of quantities in a load.
const PARTS: usize = 8;
/// The bounds of each quantity: at least nothing, and at most one ship of each sort; VP have none.
const LEAST: [f32; PARTS] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, f32::NEG_INFINITY];
const MOST: [f32; PARTS] = {
    const ANY: f32 = f32::INFINITY;
    [ANY, ANY, ANY, ANY, 1.0, 1.0, 1.0, ANY]
};

/// A load of a ship as it is expected to leave Plymouth; fractions are chances or means.
///
/// The quantities lie in one array, so that loads are added by vector instructions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Load([f32; PARTS]);

macro_rules! parts {
    ($($index:literal, $part:ident $(, $part_mut:ident)?: $meaning:literal;)*) => {
        impl Load {$(
            #[doc = concat!("Returns ", $meaning, ".")]
            #[inline]
            pub(super) const fn $part(&self) -> f32 {
                self.0[$index]
            }

            $(#[doc = concat!("Returns ", $meaning, ", to be changed.")]
            #[inline]
            pub(super) const fn $part_mut(&mut self) -> &mut f32 {
                &mut self.0[$index]
            })?
        )*}
    };
}

parts! {
    0, crew, crew_mut: "the crew";
    1, guns, guns_mut: "the guns";
    2, barrels: "the barrels";
    3, trade_goods: "the trade goods";
    4, galleon, galleon_mut: "the chance of an own galleon";
    5, pinnace, pinnace_mut: "the chance of a pinnace";
    6, golden_hind, golden_hind_mut: "the chance of the Golden Hind";
    7, extra, extra_mut: "the VP in addition to the missions";
}

impl Load {
    /// Makes a load of items.
    pub(super) fn of(items: Items) -> Self {
        let items = [items.crew(), items.guns(), items.barrels(), items.trade_goods()];
        let [crew, guns, barrels, trade_goods] = items.map(f32::from);
        Self([crew, guns, barrels, trade_goods, 0.0, 0.0, 0.0, 0.0])
    }

    /// Adds `share` of another load.
    #[inline]
    pub(super) fn add(&mut self, other: &Self, share: f32) {
        self.0 = std::array::from_fn(|part| {
            let sum = self.0[part] + share * other.0[part];
            least(greatest(sum, LEAST[part]), MOST[part])
        });
    }
}

/// The whole part and the rest of the crew, the guns, the barrels and the trade goods, each up to a bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Split {
    pub(super) whole: [usize; 4],
    pub(super) rest: [f32; 4],
}

impl Load {
    /// Splits the items of a load, all four at once.
    #[inline]
    pub(super) fn split(&self, bounds: [f32; 4]) -> Split {
        // A sum with this number has the nearest whole number in its lowest bits: conversions of single
        // numbers, which look at every number of an integer's range, take longer.
        const SHIFT: f32 = (1 << 23) as f32;
        let items: [f32; 4] = std::array::from_fn(|item| least(self.0[item], bounds[item]));
        let sums = items.map(|number| number + SHIFT);
        let nearest = sums.map(|sum| sum - SHIFT);
        let above: [bool; 4] = std::array::from_fn(|item| nearest[item] > items[item]);
        let whole = std::array::from_fn(|item| {
            (sums[item].to_bits() & 0xff).wrapping_sub(u32::from(above[item])) as usize
        });
        let rest =
            std::array::from_fn(|item| items[item] - (nearest[item] - if above[item] { 1.0 } else { 0.0 }));
        Split { whole, rest }
    }
}

/// Returns the smaller number, by one instruction: what `f32::min` promises for NaN costs three more.
#[inline]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the larger number.
#[inline]
pub(in crate::advice) fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_split() {
        for tenths in 0..200_u16 {
            let number = f32::from(tenths) / 10.0;
            let mut load = Load::default();
            load.0[..4].fill(number);
            let split = load.split([11.0, 11.0, 4.0, 3.0]);
            for (item, bound) in [11.0, 11.0, 4.0, 3.0].into_iter().enumerate() {
                let number = number.min(bound);
                assert_eq!(split.whole[item], number as usize, "{number}");
                assert_eq!(split.rest[item], number - number.floor(), "{number}");
            }
        }
    }
}
