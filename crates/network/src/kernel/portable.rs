//! Registers of eight numbers, two for sixteen, by the crate `wide`: on every machine.
//!
//! The crate names instructions that every x86-64 processor has, and does the same by other means elsewhere. Left to
//! the compiler, the products took three times as many instructions.

use wide::{i16x8, i32x4, i32x8};

use super::registers::{LANES, Registers};

/// The instructions that every machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Portable;

impl Registers for Portable {
    type Numbers = [i16x8; 2];
    type Sums = [i32x4; 2];

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn numbers(self, numbers: [i16; LANES]) -> [i16x8; 2] {
        let (halves, _) = numbers.as_chunks();
        [i16x8::from(halves[0]), i16x8::from(halves[1])]
    }

    #[inline(always)]
    fn array(self, [low, high]: [i16x8; 2]) -> [i16; LANES] {
        let (low, high) = (low.to_array(), high.to_array());
        std::array::from_fn(|lane| if lane < 8 { low[lane] } else { high[lane - 8] })
    }

    #[inline(always)]
    fn sums(self, sums: [i32; LANES / 2]) -> [i32x4; 2] {
        let (halves, _) = sums.as_chunks();
        [i32x4::from(halves[0]), i32x4::from(halves[1])]
    }

    #[inline(always)]
    fn add(self, a: [i16x8; 2], b: [i16x8; 2]) -> [i16x8; 2] {
        [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])]
    }

    #[inline(always)]
    fn scaled(self, numbers: [i16x8; 2], factor: i16) -> [i16x8; 2] {
        numbers.map(|numbers| (numbers + numbers).mul_keep_high(i16x8::splat(factor)))
    }

    #[inline(always)]
    fn clipped(self, numbers: [i16x8; 2], one: i16) -> [i16x8; 2] {
        numbers.map(|numbers| numbers.max(i16x8::ZERO).min(i16x8::splat(one)))
    }

    #[inline(always)]
    fn products(self, a: [i16x8; 2], b: [i16x8; 2]) -> [i32x4; 2] {
        [a[0].dot(b[0]), a[1].dot(b[1])]
    }

    #[inline(always)]
    fn add_sums(self, a: [i32x4; 2], b: [i32x4; 2]) -> [i32x4; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }

    #[inline(always)]
    fn total(self, [low, high]: [i32x4; 2]) -> i32 {
        (low + high).reduce_add()
    }

    #[inline(always)]
    fn pairs(self, numbers: [i16x8; 2]) -> [[i16x8; 2]; LANES / 2] {
        let numbers = self.array(numbers);
        std::array::from_fn(|pair| {
            let (one, two) = (numbers[2 * pair], numbers[2 * pair + 1]);
            [i16x8::from([one, two, one, two, one, two, one, two]); 2]
        })
    }

    #[inline(always)]
    fn narrowed(self, a: [i32x4; 2], b: [i32x4; 2], exponent: u32) -> [i16x8; 2] {
        [0, 1].map(|half| {
            let ([a, b, c, d], [e, f, g, h]) = (a[half].to_array(), b[half].to_array());
            i16x8::from_i32x8_saturate(i32x8::from([a, b, c, d, e, f, g, h]) >> exponent)
        })
    }
}
