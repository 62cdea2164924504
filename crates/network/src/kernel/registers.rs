//! What a kernel does with the registers of the processor.

use std::fmt::Debug;

/// Numbers in a register of 16-bit numbers.
pub(crate) const LANES: usize = 16;

/// The instructions of a kind of processor, for numbers in registers. All kinds give the same bits.
///
/// A value of the type is proof that the processor has the instructions. The methods are small, and all of them are
/// inlined where they are called below [`Registers::run`].
pub(crate) trait Registers: Copy + Debug {
    /// Sixteen numbers of 16 bits.
    type Numbers: Copy + Debug;
    /// Eight numbers of 32 bits.
    type Sums: Copy + Debug;

    /// Runs work that is compiled for these instructions; closures must be `#[inline(always)]`, and what they call.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;

    /// Puts numbers into a register.
    fn numbers(self, numbers: [i16; LANES]) -> Self::Numbers;

    /// Returns the numbers of a register.
    fn array(self, numbers: Self::Numbers) -> [i16; LANES];

    /// Puts numbers into a register.
    fn sums(self, sums: [i32; LANES / 2]) -> Self::Sums;

    /// Adds numbers; a sum beyond 16 bits stays at the bound.
    fn add(self, a: Self::Numbers, b: Self::Numbers) -> Self::Numbers;

    /// Returns numbers of less than 2^14, times `factor` / 2^15, rounded down.
    fn scaled(self, numbers: Self::Numbers, factor: i16) -> Self::Numbers;

    /// Clips each number to 0 to `one`.
    fn clipped(self, numbers: Self::Numbers, one: i16) -> Self::Numbers;

    /// Multiplies numbers and adds the products two by two.
    fn products(self, a: Self::Numbers, b: Self::Numbers) -> Self::Sums;

    /// Adds sums.
    fn add_sums(self, a: Self::Sums, b: Self::Sums) -> Self::Sums;

    /// Returns the sum of all sums.
    fn total(self, sums: Self::Sums) -> i32;

    /// Returns for each pair of neighbouring numbers a register that is full of it.
    fn pairs(self, numbers: Self::Numbers) -> [Self::Numbers; LANES / 2];

    /// Returns the sums over 2^`exponent`, rounded down; beyond 16 bits they stay at the bound. Numbers 0 to 3 and 8
    /// to 11 are those of `a`, the others those of `b`.
    fn narrowed(self, a: Self::Sums, b: Self::Sums, exponent: u32) -> Self::Numbers;
}
