//! Sums and products of 16-bit integers, as a processor's vector instructions do them.
//!
//! Lengths are known when the program is built, so that the loops have no remainder and sums stay in registers.

/// Numbers of 16 bits, one for each unit, aligned for the processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub(crate) struct Row<const N: usize>(pub [i16; N]);

impl<const N: usize> Row<N> {
    pub(crate) const ZERO: Self = Self([0; N]);

    /// Adds another row; a sum beyond 16 bits stays at the bound.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, &number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.saturating_add(number);
        }
    }

    /// Clips each number to 0 to `one`.
    #[inline(always)]
    pub(crate) fn clipped(mut self, one: i16) -> Self {
        for number in &mut self.0 {
            *number = (*number).max(0).min(one);
        }
        self
    }

    /// Returns the sum of the products, in 32 bits.
    #[inline(always)]
    pub(crate) fn dot(&self, other: &Self) -> i32 {
        let products = self.0.iter().zip(&other.0).map(|(&a, &b)| i32::from(a) * i32::from(b));
        products.fold(0, i32::wrapping_add)
    }

    /// Returns each number divided by `players`, rounded; no number is below 0.
    #[inline(always)]
    pub(crate) fn divided(mut self, players: usize) -> Self {
        // For numbers below 2^13 this is the quotient, since the factor is at most 1 / 2^16 above the inverse.
        let inverse = (1_u32 << 16).div_ceil(players as u32).min(u16::MAX.into());
        let half = players as u16 / 2;
        for number in &mut self.0 {
            let sum = *number as u16 + half;
            *number = ((u32::from(sum) * inverse) >> 16) as i16;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_is_rounded() {
        for players in 2..=6 {
            for number in 0..=6 * 1024 {
                let expected = (number as f64 / players as f64 + 0.5).floor();
                let found = Row([number as i16; 16]).divided(players);
                assert_eq!(f64::from(found.0[3]), expected, "{number} / {players}");
            }
        }
    }

    #[test]
    fn a_sum_stays_at_the_bound_of_16_bits() {
        let mut row = Row([i16::MAX - 1; 16]);
        row.add(&Row([2; 16]));
        assert_eq!(row.0, [i16::MAX; 16]);
        assert_eq!(row.clipped(100).0, [100; 16]);
        assert_eq!(Row([-5; 16]).clipped(100).0, [0; 16]);
    }

    #[test]
    fn a_dot_product_has_32_bits() {
        assert_eq!(Row([1000; 64]).dot(&Row([-2000; 64])), -128_000_000);
    }
}
