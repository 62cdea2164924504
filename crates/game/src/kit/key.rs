//! Keys: small types with a known, ordered number of values.

use super::bits::Mask;
use crate::seats::{MAX_SEATS, Seat};

/// A type with `COUNT` values in a fixed order, by which arrays ([`ByKey`](super::ByKey)) and sets
/// ([`KeySet`](super::KeySet)) are indexed.
///
/// [`words!`](crate::words) implements it for the enums that it makes; [`Seat`] is a key too.
///
/// # Why the array is an associated type
/// A container generic over its key wants to hold `[T; K::COUNT]`, which stable Rust refuses: an
/// array's length cannot depend on a type parameter. Where the key is known the length is a plain
/// constant, so each key names its array once, and containers hold `K::Array<T>`. It *is* `[T; N]`:
/// same size, same layout, same code. The alternative, a container made by the macro for each enum,
/// repeats some 100 lines of code for each of them.
pub trait Key: Copy + Eq + 'static {
    /// The number of values.
    const COUNT: usize;

    /// `[T; COUNT]`.
    type Array<T>: KeyArray<T>;

    /// The smallest unsigned integer with a bit for each value.
    type Mask: Mask;

    /// Returns the place in the order, from 0, below `COUNT`.
    fn index(self) -> usize;

    /// Returns the value at a place in the order.
    fn from_index(index: usize) -> Option<Self>;

    /// Lists all values in order.
    #[inline]
    fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(expect_key)
    }
}

/// Returns the value at a place below the number of values.
#[inline]
pub(super) fn expect_key<K: Key>(index: usize) -> K {
    K::from_index(index).expect("an index below COUNT is that of a key")
}

/// An array of any length, with the operations that a container needs of a [`Key::Array`].
pub trait KeyArray<T>: Sized + AsRef<[T]> + AsMut<[T]> + IntoIterator<Item = T> {
    /// Makes the array from a function of the index.
    fn from_fn(value: impl FnMut(usize) -> T) -> Self;
}

impl<T, const N: usize> KeyArray<T> for [T; N] {
    #[inline]
    fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        std::array::from_fn(value)
    }
}

impl Key for Seat {
    const COUNT: usize = MAX_SEATS;

    type Array<T> = [T; MAX_SEATS];
    type Mask = u8;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    #[inline]
    fn from_index(index: usize) -> Option<Self> {
        (index < MAX_SEATS).then(|| Self::new(index))
    }
}

/// A number of bits, which selects the integer of that width: see [`mask_bits`].
#[derive(Debug)]
pub struct Bits8To64<const BITS: usize>;

/// The unsigned integer of a width.
pub trait Width {
    /// The integer.
    type Mask: Mask;
}

impl Width for Bits8To64<8> {
    type Mask = u8;
}

impl Width for Bits8To64<16> {
    type Mask = u16;
}

impl Width for Bits8To64<32> {
    type Mask = u32;
}

impl Width for Bits8To64<64> {
    type Mask = u64;
}

/// Returns the width of the smallest integer with a bit for each of `count` values.
///
/// # Panics
/// If there are more than 64 values; in a constant, the build fails.
#[must_use]
pub const fn mask_bits(count: usize) -> usize {
    match count {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        33..=64 => 64,
        _ => panic!("a key has at most 64 values"),
    }
}
