//! Sums and products of 16-bit integers, sixteen at once.
//!
//! Rows and sums lie as the registers of a kind of processor: those of AVX2 where the processor has it, else those of
//! [`Portable`]. Both give the same bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod registers;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use portable::Portable;
pub(crate) use registers::{LANES, Registers};

use std::sync::Arc;

/// Numbers of 16 bits, one for each unit, in `N` registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row<K: Registers, const N: usize>(pub [K::Numbers; N]);

impl<K: Registers, const N: usize> Row<K, N> {
    /// Takes numbers that are known to have 16 bits, one for each unit.
    pub(crate) fn new(kernel: K, numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * N, "a row has a number for each unit");
        let (groups, _) = numbers.as_chunks::<LANES>();
        let narrow = |number: i32| i16::try_from(number).expect("weights have 16 bits");
        Self(std::array::from_fn(|register| kernel.numbers(groups[register].map(narrow))))
    }

    /// Adds another row; a sum beyond 16 bits stays at the bound.
    #[inline(always)]
    pub(crate) fn add(&mut self, kernel: K, other: &Self) {
        for register in 0..N {
            self.0[register] = kernel.add(self.0[register], other.0[register]);
        }
    }

    /// Clips each number to 0 to `one`.
    #[inline(always)]
    pub(crate) fn clipped(self, kernel: K, one: i16) -> Self {
        let mut row = self;
        for register in 0..N {
            row.0[register] = kernel.clipped(row.0[register], one);
        }
        row
    }

    /// Returns the sum of the products, in 32 bits.
    #[inline(always)]
    pub(crate) fn dot(&self, kernel: K, other: &Self) -> i32 {
        let mut sums = kernel.products(self.0[0], other.0[0]);
        for register in 1..N {
            sums = kernel.add_sums(sums, kernel.products(self.0[register], other.0[register]));
        }
        kernel.total(sums)
    }

    /// Returns the rounded means of 2 to 6 rows, whose numbers are 0 to 1,024.
    #[inline(always)]
    pub(crate) fn mean(kernel: K, rows: &[Self]) -> Self {
        // Twice the sum times the inverse in 15 bits, over 2^16: the quotient, since the product is at most
        // 1 / 2^15 of the sum too large, which is less than a sixth.
        let players = rows.len() as u16;
        let inverse = (1_u16 << 15).div_ceil(players) as i16;
        let mut sums = Self([kernel.numbers([(players / 2) as i16; LANES]); N]);
        for row in rows {
            sums.add(kernel, row);
        }
        for register in 0..N {
            sums.0[register] = kernel.scaled(sums.0[register], inverse);
        }
        sums
    }

    /// Returns `number / one` of the row, rounded; beyond 16 bits it stays at the bound.
    pub(crate) fn times(self, kernel: K, number: u16, one: u16) -> Self {
        Self(self.0.map(|register| {
            kernel.numbers(kernel.array(register).map(|weight| {
                let product = i64::from(weight) * i64::from(number);
                let quotient = (2 * product + i64::from(one)).div_euclid(2 * i64::from(one));
                quotient.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            }))
        }))
    }

    /// Returns the row in the registers of another kernel.
    #[inline(always)]
    pub(crate) fn copied<L: Registers>(&self, kernel: K, other: L) -> Row<L, N> {
        Row(self.0.map(
            #[inline(always)]
            |register| other.numbers(kernel.array(register)),
        ))
    }
}

/// Numbers of 32 bits, one for each second unit, as many as in `Q` registers of 16-bit numbers.
///
/// The first register of two has the sums of the second units 0 to 3 and 8 to 11, as they are narrowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums<K: Registers, const Q: usize>([[K::Sums; 2]; Q]);

/// The second units whose sums a register has, after those of the groups before: one register of two.
const HALVES: [[usize; LANES / 2]; 2] = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];

impl<K: Registers, const Q: usize> Sums<K, Q> {
    /// Takes a number for each second unit.
    pub(crate) fn new(kernel: K, numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * Q, "a sum for each second unit");
        let (groups, _) = numbers.as_chunks::<LANES>();
        Self(std::array::from_fn(|group| {
            HALVES.map(|seconds| kernel.sums(seconds.map(|second| groups[group][second])))
        }))
    }

    /// Returns the numbers over 2^`exponent`, rounded down; beyond 16 bits they stay at the bound.
    #[inline(always)]
    pub(crate) fn shifted(&self, kernel: K, exponent: u32) -> Row<K, Q> {
        Row(self.0.map(
            #[inline(always)]
            |[a, b]| kernel.narrowed(a, b, exponent),
        ))
    }
}

/// The share of each of the units, in `H` registers, in each of the second units.
///
/// The shares lie as they are multiplied: for two neighbouring units those of eight second units, two by two, in one
/// register. Each product then adds to eight sums, and nothing is left to be added up across a register at the end,
/// which took a fifth of all instructions of an estimate when the shares of one second unit lay together.
#[derive(Clone, Debug)]
pub(crate) struct Shares<K: Registers, const H: usize, const Q: usize>(
    Arc<[[PairShares<K, Q>; LANES / 2]; H]>,
);

/// The shares of two neighbouring units.
type PairShares<K, const Q: usize> = [[<K as Registers>::Numbers; 2]; Q];

impl<K: Registers, const H: usize, const Q: usize> Shares<K, H, Q> {
    /// Takes numbers that are known to have 16 bits: for each second unit one for each unit.
    pub(crate) fn new(kernel: K, numbers: &[i32]) -> Self {
        assert_eq!(numbers.len(), LANES * H * LANES * Q, "a share of each unit for each second unit");
        let share = |second: usize, unit: usize| {
            i16::try_from(numbers[second * LANES * H + unit]).expect("weights have 16 bits")
        };
        Self(Arc::new(std::array::from_fn(|register| {
            std::array::from_fn(|pair| {
                let unit = LANES * register + 2 * pair;
                std::array::from_fn(|group| {
                    HALVES.map(|seconds| {
                        let second = |lane: usize| LANES * group + seconds[lane / 2];
                        kernel.numbers(std::array::from_fn(|lane| share(second(lane), unit + lane % 2)))
                    })
                })
            })
        })))
    }

    /// Adds the shares of the units to the sums.
    #[inline(always)]
    pub(crate) fn add(&self, kernel: K, sums: &mut Sums<K, Q>, units: &Row<K, H>) {
        for (shares, &units) in self.0.iter().zip(&units.0) {
            for (shares, &pair) in shares.iter().zip(&kernel.pairs(units)) {
                for (sums, shares) in sums.0.iter_mut().zip(shares) {
                    for (sums, &shares) in sums.iter_mut().zip(shares) {
                        *sums = kernel.add_sums(*sums, kernel.products(shares, pair));
                    }
                }
            }
        }
    }
}
