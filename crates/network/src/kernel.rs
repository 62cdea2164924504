//! Sums and products of 16-bit integers, eight at once in a register of the processor.
//!
//! The crate `wide` names the instructions, all of which every x86-64 processor has, and does the same by other
//! means elsewhere. Left to the compiler, the products took three times as many instructions.

use wide::{i16x8, i32x4, i32x8};

/// Numbers in a register.
pub(crate) const LANES: usize = 8;

/// Numbers of 16 bits, one for each unit, in `N` registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row<const N: usize>(pub [i16x8; N]);

impl<const N: usize> Row<N> {
    pub(crate) const ZERO: Self = Self([i16x8::ZERO; N]);

    /// Adds another row; a sum beyond 16 bits stays at the bound.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self) {
        for register in 0..N {
            self.0[register] = self.0[register].saturating_add(other.0[register]);
        }
    }

    /// Clips each number to 0 to `one`.
    #[inline(always)]
    pub(crate) fn clipped(self, one: i16) -> Self {
        Self(self.0.map(|register| register.max(i16x8::ZERO).min(i16x8::splat(one))))
    }

    /// Returns the sum of the products, in 32 bits.
    #[inline(always)]
    pub(crate) fn dot(&self, other: &Self) -> i32 {
        let mut sum = self.0[0].dot(other.0[0]);
        for register in 1..N {
            sum += self.0[register].dot(other.0[register]);
        }
        sum.reduce_add()
    }

    /// Returns the rounded means of 2 to 6 rows, whose numbers are 0 to 1,024.
    #[inline(always)]
    pub(crate) fn mean(rows: &[Self]) -> Self {
        // Twice the sum times the inverse in 15 bits, over 2^16: the quotient, since the product is at most
        // 1 / 2^15 of the sum too large, which is less than a sixth.
        let players = rows.len() as u16;
        let inverse = i16x8::splat((1_u16 << 15).div_ceil(players) as i16);
        let half = i16x8::splat((players / 2) as i16);
        Self(std::array::from_fn(|register| {
            let sum = rows.iter().fold(half, |sum, row| sum + row.0[register]);
            (sum + sum).mul_keep_high(inverse)
        }))
    }

    /// Returns `number / one` of the row, rounded; beyond 16 bits it stays at the bound.
    pub(crate) fn times(self, number: u16, one: u16) -> Self {
        Self(self.0.map(|register| {
            i16x8::from(register.to_array().map(|weight| {
                let product = i64::from(weight) * i64::from(number);
                let quotient = (2 * product + i64::from(one)).div_euclid(2 * i64::from(one));
                quotient.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            }))
        }))
    }
}

impl<const N: usize> From<&[i32]> for Row<N> {
    /// Takes numbers that are known to have 16 bits, one for each unit.
    fn from(numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * N, "a row has a number for each unit");
        let (groups, _) = numbers.as_chunks::<LANES>();
        let narrow = |number: i32| i16::try_from(number).expect("weights have 16 bits");
        Self(std::array::from_fn(|register| i16x8::from(groups[register].map(narrow))))
    }
}

/// Numbers of 32 bits, one for each second unit, as many as in `Q` registers of 16-bit numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums<const Q: usize>([[i32x4; 2]; Q]);

impl<const Q: usize> Sums<Q> {
    /// Takes a number for each second unit.
    pub(crate) fn new(numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * Q, "a sum for each second unit");
        let (groups, _) = numbers.as_chunks::<4>();
        Self(std::array::from_fn(|register| [0, 1].map(|half| i32x4::from(groups[2 * register + half]))))
    }

    /// Returns the numbers over 2^`exponent`, rounded down; beyond 16 bits they stay at the bound.
    #[inline(always)]
    pub(crate) fn shifted(&self, exponent: u32) -> Row<Q> {
        Row(self.0.map(|[low, high]| {
            let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
            i16x8::from_i32x8_saturate(i32x8::from([a, b, c, d, e, f, g, h]) >> exponent)
        }))
    }
}

/// The share of each of the units, in `H` registers, in each of the second units.
///
/// The shares lie as they are multiplied: for two neighbouring units those of four second units, two by two, in one
/// register. Each product then adds to four sums, and nothing is left to be added up across a register at the end,
/// which took a fifth of all instructions of an estimate when the shares of one second unit lay together.
#[derive(Clone, Debug)]
pub(crate) struct Shares<const H: usize, const Q: usize>(Box<[[[[i16x8; 2]; Q]; 4]; H]>);

impl<const H: usize, const Q: usize> Shares<H, Q> {
    /// Takes numbers that are known to have 16 bits: for each second unit one for each unit.
    pub(crate) fn new(numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * H * LANES * Q, "a share of each unit for each second unit");
        let share = |second: usize, unit: usize| {
            i16::try_from(numbers[second * LANES * H + unit]).expect("weights have 16 bits")
        };
        Self(Box::new(std::array::from_fn(|register| {
            std::array::from_fn(|pair| {
                let unit = LANES * register + 2 * pair;
                std::array::from_fn(|group| {
                    [0, 4].map(|half| {
                        let first = LANES * group + half;
                        i16x8::from(std::array::from_fn(|lane| share(first + lane / 2, unit + lane % 2)))
                    })
                })
            })
        })))
    }

    /// Adds the shares of the units to the sums.
    #[inline(always)]
    pub(crate) fn add(&self, sums: &mut Sums<Q>, units: &Row<H>) {
        for (shares, units) in self.0.iter().zip(&units.0) {
            let [a, b, c, d, e, f, g, h] = units.to_array();
            let pairs = [(a, b), (c, d), (e, f), (g, h)];
            for (shares, (one, two)) in shares.iter().zip(pairs) {
                let pair = i16x8::from([one, two, one, two, one, two, one, two]);
                for (sums, shares) in sums.0.iter_mut().zip(shares) {
                    sums[0] += shares[0].dot(pair);
                    sums[1] += shares[1].dot(pair);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: i16) -> Row<2> {
        Row([i16x8::splat(number); 2])
    }

    #[test]
    fn a_mean_is_rounded() {
        for players in 2..=6 {
            for sum in 0..=players * 1024 {
                let rows: Vec<Row<2>> =
                    (0..players).map(|index| row(((sum + index) / players) as i16)).collect();
                let expected = (f64::from(sum) / f64::from(players) + 0.5).floor();
                assert_eq!(Row::mean(&rows), row(expected as i16), "{sum} / {players}");
            }
        }
    }

    #[test]
    fn a_sum_stays_at_the_bound_of_16_bits() {
        let mut sum = row(i16::MAX - 1);
        sum.add(&row(2));
        assert_eq!(sum, row(i16::MAX));
        assert_eq!(sum.clipped(100), row(100));
        assert_eq!(row(-5).clipped(100), row(0));
        let wide = Sums::<1>::new(&[-70_000, 70_000, -3, 3, 4, 5, 6, 7]);
        assert_eq!(wide.shifted(1).0[0].to_array(), [-32_768, 32_767, -2, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn shares_are_added_to_each_second_unit() {
        let share = |second: i32, unit: i32| second * 100 - unit * 7;
        let all: Vec<i32> = (0..16).flat_map(|second| (0..16).map(move |unit| share(second, unit))).collect();
        let units: Vec<i32> = (0..16).map(|unit| unit * unit - 30).collect();
        let mut sums = Sums::<2>::new(&[5; 16]);
        Shares::<2, 2>::new(&all).add(&mut sums, &Row::from(&units[..]));
        let found: Vec<i32> = sums.0.iter().flatten().flat_map(|sums| sums.to_array()).collect();
        let sum = |second| (0..16).map(|unit| share(second, unit) * units[unit as usize]).sum::<i32>() + 5;
        assert_eq!(found, (0..16).map(sum).collect::<Vec<_>>());
    }

    #[test]
    fn a_dot_product_has_32_bits() {
        assert_eq!(Row([i16x8::splat(1000); 8]).dot(&Row([i16x8::splat(-2000); 8])), -128_000_000);
    }

    #[test]
    fn a_multiple_is_rounded() {
        let row = Row::<1>::from(&[10, -10, 32_767, -32_768, 1, 2, 3, 4][..]);
        assert_eq!(row.times(7, 4).0[0].to_array(), [18, -17, 32_767, -32_768, 2, 4, 5, 7]);
    }
}
