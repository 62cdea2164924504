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

/// Returns the smaller number, by one instruction: what `f32::min` promises for NaN costs three more.
#[inline]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the larger number.
#[inline]
pub(super) fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Splits a small number that is not negative into a whole one and the rest.
#[inline]
pub(super) fn whole(number: f32) -> (usize, f32) {
    // Conversions from and to 32 bits take fewer instructions than those of `usize`.
    let low = number as i32;
    (low as usize, number - low as f32)
}
