//! Logarithms by table: the same on every machine, and quicker than computing them.

use std::sync::LazyLock;

/// Logarithms of counts.
pub(crate) struct Logarithms(&'static [f32; Self::EXACT]);

static TABLE: LazyLock<[f32; Logarithms::EXACT]> =
    LazyLock::new(|| std::array::from_fn(|count| libm::log(count.max(1) as f64) as f32));

/// A range of counts with the same logarithm.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    from: u32,
    len: u32,
    pub(crate) ln: f32,
}

impl Span {
    /// Returns whether this is the logarithm of `count`.
    #[inline]
    pub(crate) fn has(&self, count: u32) -> bool {
        count.wrapping_sub(self.from) < self.len
    }
}

impl Logarithms {
    const EXACT: usize = 4096;

    pub(crate) fn new() -> Self {
        Self(&TABLE)
    }

    /// Returns ln(`count`), or 0 for 0. From 4,096 on it is the logarithm of the 12 leading bits, which is
    /// at most 0.0005 less.
    #[inline]
    pub(crate) fn of(&self, count: u32) -> f32 {
        match self.0.get(count as usize) {
            Some(&logarithm) => logarithm,
            None => self.of_many(count),
        }
    }

    /// Returns [`Self::of`] with all counts for which it is the same.
    #[inline]
    pub(crate) fn span(&self, count: u32) -> Span {
        match self.0.get(count as usize) {
            Some(&ln) => Span { from: count, len: 1, ln },
            None => self.span_of_many(count),
        }
    }

    #[cold]
    fn span_of_many(&self, count: u32) -> Span {
        let shift = Self::shift(count);
        Span { from: count >> shift << shift, len: 1 << shift, ln: self.of_many(count) }
    }

    /// Returns the number of bits behind the 12 leading ones.
    #[inline]
    const fn shift(count: u32) -> u32 {
        u32::BITS - count.leading_zeros() - Self::EXACT.trailing_zeros()
    }

    #[cold]
    fn of_many(&self, count: u32) -> f32 {
        let shift = Self::shift(count);
        self.0[(count >> shift) as usize % Self::EXACT] + shift as f32 * std::f32::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_has_the_counts_with_its_logarithm() {
        let ln = Logarithms::new();
        for count in (0..20_000).chain([1 << 20, (1 << 20) + 511, u32::MAX]) {
            let span = ln.span(count);
            assert!(span.has(count) && span.ln == ln.of(count), "{count}");
            for other in [count.wrapping_sub(1), count.saturating_add(1)] {
                assert!(!span.has(other) || span.ln == ln.of(other), "{count} and {other}");
            }
        }
        assert!(ln.span(1 << 20).has((1 << 20) + 511) && !ln.span(1 << 20).has((1 << 20) + 512));
    }

    #[test]
    fn logarithms_are_close_and_grow() {
        let ln = Logarithms::new();
        assert_eq!((ln.of(0), ln.of(1)), (0.0, 0.0));
        let mut last = 0.0;
        for count in (1..20_000).chain((20_000..u32::MAX - 1_000_000).step_by(999_983)) {
            let value = ln.of(count);
            assert!((f64::from(value) - f64::from(count).ln()).abs() < 6e-4, "{count}");
            assert!(value >= last - 1e-5, "{count}");
            last = value;
        }
    }
}
