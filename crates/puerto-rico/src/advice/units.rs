//! A number for each hidden unit of the network.

/// Hidden units.
pub(super) const HIDDEN: usize = 32;
/// Numbers that a processor adds up at once.
const LANES: usize = 4;

/// Some of the numbers, in a register of the processor.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Lanes([f32; LANES]);

/// A number for each hidden unit.
///
/// Sums of these are the most frequent work of a search, so they are laid out in groups for the processor,
/// and passed by value, so that they stay in its registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units([Lanes; HIDDEN / LANES]);

impl Lanes {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a + e, b + f, c + g, d + h])
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a * e, b * f, c * g, d * h])
    }

    #[inline(always)]
    fn rectified(self) -> Self {
        // One comparison; `max` would take several, since it minds what is no number.
        let of = |unit: f32| if unit > 0.0 { unit } else { 0.0 };
        let Self([a, b, c, d]) = self;
        Self([of(a), of(b), of(c), of(d)])
    }

    #[inline(always)]
    fn share(self, share: f32) -> Self {
        let Self([a, b, c, d]) = self;
        Self([a * share, b * share, c * share, d * share])
    }
}

impl Units {
    pub(super) fn new(units: &[f32; HIDDEN]) -> Self {
        Self(std::array::from_fn(|group| Lanes(std::array::from_fn(|lane| units[LANES * group + lane]))))
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|group| self.0[group].plus(other.0[group])))
    }

    /// Returns a share of each number.
    #[inline(always)]
    pub(super) fn share(self, share: f32) -> Self {
        Self(std::array::from_fn(|group| self.0[group].share(share)))
    }

    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|group| self.0[group].times(other.0[group])))
    }

    /// Returns the numbers with 0 in place of those below it.
    #[inline(always)]
    pub(super) fn rectified(self) -> Self {
        Self(self.0.map(Lanes::rectified))
    }

    /// Adds all numbers up, in order.
    #[inline]
    pub(super) fn sum(&self) -> f32 {
        self.0.iter().flat_map(|lanes| &lanes.0).sum()
    }
}
