//! Logarithms by table: the same on every machine, and quicker than computing them.

use std::sync::LazyLock;

/// Logarithms of counts.
pub(crate) struct Logarithms(&'static [f32; Self::EXACT]);

static TABLE: LazyLock<[f32; Logarithms::EXACT]> =
    LazyLock::new(|| std::array::from_fn(|count| libm::log(count.max(1) as f64) as f32));

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

    #[cold]
    fn of_many(&self, count: u32) -> f32 {
        let shift = u32::BITS - count.leading_zeros() - Self::EXACT.trailing_zeros();
        self.0[(count >> shift) as usize % Self::EXACT] + shift as f32 * std::f32::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
