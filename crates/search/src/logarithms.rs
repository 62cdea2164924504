//! Logarithms and reciprocals by table: the same on every machine, and quicker than computing them.

use std::sync::LazyLock;

/// Logarithms of counts.
#[derive(Clone, Copy)]
pub(crate) struct Logarithms {
    few: &'static [f32; Logarithms::EXACT],
    many: &'static [f32; Logarithms::PLACES],
}

static FEW: LazyLock<[f32; Logarithms::EXACT]> =
    LazyLock::new(|| std::array::from_fn(|count| libm::log(count.max(1) as f64) as f32));

/// The logarithms of the counts from [`Logarithms::EXACT`] on, by their 12 leading bits.
static MANY: LazyLock<[f32; Logarithms::PLACES]> = LazyLock::new(|| {
    std::array::from_fn(|place| {
        // Half of the numbers with 12 bits have no leading 0.
        let (doublings, leading) = (place / Logarithms::LEADING, place % Logarithms::LEADING);
        FEW[Logarithms::LEADING + leading] + (doublings + 1) as f32 * std::f32::consts::LN_2
    })
});

/// The reciprocals of few counts: a third of the time in which UCB1 scored a child was that of a division.
static SHARES: [f32; Logarithms::EXACT] = {
    let mut shares = [1.0; Logarithms::EXACT];
    let mut count = 2;
    while count < shares.len() {
        shares[count] = 1.0 / count as f32;
        count += 1;
    }
    shares
};

impl Logarithms {
    const EXACT: usize = 4096;
    /// The number of values of 12 leading bits.
    const LEADING: usize = Self::EXACT / 2;
    /// At least as many as there are values of the leading bits of a count, and a power of 2, so that an index needs no
    /// check.
    const PLACES: usize = 1 << 16;

    pub(crate) fn new() -> Self {
        Self { few: &FEW, many: &MANY }
    }

    /// Returns ln(`count`), or 0 for 0. From 4,096 on it is the logarithm of the 12 leading bits, which is
    /// at most 0.0005 less.
    #[inline]
    pub(crate) fn of(&self, count: u32) -> f32 {
        match self.few.get(count as usize) {
            Some(&logarithm) => logarithm,
            None => self.many[Self::place(count)],
        }
    }

    /// Returns 1 / `count`, or 1 for 0.
    #[inline]
    pub(crate) fn share(&self, count: u32) -> f32 {
        match SHARES.get(count as usize) {
            Some(&share) => share,
            None => 1.0 / count as f32,
        }
    }

    /// Returns the place of a count from [`Self::EXACT`] on: a floating-point number has the exponent and the bits
    /// after the leading one side by side.
    #[inline]
    fn place(count: u32) -> usize {
        let bits_after_leading = Self::LEADING.trailing_zeros();
        let first = f64::from(Self::EXACT as u32).to_bits();
        let distance = f64::from(count).to_bits() - first;
        (distance >> (f64::MANTISSA_DIGITS - 1 - bits_after_leading)) as usize % Self::PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some counts of all sizes from `first` on.
    fn counts(first: u32) -> impl Iterator<Item = u32> {
        (first..20_000).chain((20_000..u32::MAX - 1_000_000).step_by(999_983)).chain([u32::MAX])
    }

    #[test]
    fn many_counts_have_the_logarithm_of_their_leading_bits() {
        let ln = Logarithms::new();
        for count in counts(4_096).chain([(1 << 25) - 1, 1 << 25, (1 << 20) + 511, (1 << 20) + 512]) {
            let shift = count.ilog2() - 11;
            let expected = ln.of(count >> shift) + shift as f32 * std::f32::consts::LN_2;
            assert_eq!(ln.of(count), expected, "{count}");
        }
    }

    #[test]
    fn shares_are_reciprocals() {
        let ln = Logarithms::new();
        assert_eq!(ln.share(0), 1.0);
        assert!(counts(1).all(|count| ln.share(count) == 1.0 / count as f32));
    }

    #[test]
    fn logarithms_are_close_and_grow() {
        let ln = Logarithms::new();
        assert_eq!((ln.of(0), ln.of(1)), (0.0, 0.0));
        let mut last = 0.0;
        for count in counts(1) {
            let value = ln.of(count);
            assert!((f64::from(value) - f64::from(count).ln()).abs() < 6e-4, "{count}");
            assert!(value >= last - 1e-5, "{count}");
            last = value;
        }
    }
}
