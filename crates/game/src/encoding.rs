//! A game as numbers, for learners: observations and action indices, each from one declared table.

use super::{Game, Seat};

/// A run of numbers in an observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The count of numbers.
    pub len: usize,
    /// The words of the numbers, in order; empty where they have none.
    pub words: &'static [&'static str],
    /// A usual maximum: divided by it, the numbers lie around 0 to 1.
    pub scale: f32,
    /// What one unit is.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
}

/// A run of action indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionGroup {
    /// The name.
    pub name: &'static str,
    /// The count of indices.
    pub len: usize,
    /// The words of the indices, in order; empty where they have none.
    pub words: &'static [&'static str],
    /// The meaning.
    pub meaning: &'static str,
}

impl ActionGroup {
    /// Makes a group without words.
    #[must_use]
    pub const fn new(name: &'static str, len: usize, meaning: &'static str) -> Self {
        Self { name, len, words: &[], meaning }
    }

    /// Makes a group with an index for each word.
    #[must_use]
    pub const fn of(name: &'static str, words: &'static [&'static str], meaning: &'static str) -> Self {
        Self { name, len: words.len(), words, meaning }
    }
}

/// What the numbers of an observation are written as.
pub trait Number: Copy + Default {
    /// The number 1.
    const ONE: Self;

    /// Converts a whole number. A type that cannot hold it takes the nearest one that it can.
    fn of(number: i32) -> Self;

    /// Writes the lowest bits of a word, a number each.
    fn write_bits<const N: usize>(out: &mut [Self; N], bits: u64);
}

impl Number for f32 {
    const ONE: Self = 1.0;

    #[inline]
    fn of(number: i32) -> Self {
        number as Self
    }

    #[inline]
    fn write_bits<const N: usize>(out: &mut [Self; N], bits: u64) {
        for (index, out) in out.iter_mut().enumerate() {
            *out = (bits >> index & 1) as u8 as Self;
        }
    }
}

/// Numbers below 0 are written as 0, and those above 255 as 255.
impl Number for u8 {
    const ONE: Self = 1;

    #[inline]
    fn of(number: i32) -> Self {
        number.clamp(0, 255) as Self
    }

    #[inline]
    fn write_bits<const N: usize>(out: &mut [Self; N], bits: u64) {
        for (index, out) in out.chunks_mut(8).enumerate() {
            // Each byte keeps the bit of its place; a carry then moves it to the lowest place.
            let repeated = (bits >> (8 * index) & 0xff) * 0x0101_0101_0101_0101;
            let kept = repeated & 0x8040_2010_0804_0201;
            let bytes = ((kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
            out.copy_from_slice(&bytes.to_le_bytes()[..out.len()]);
        }
    }
}

/// A game whose observations are arrays of numbers and whose actions are indices.
///
/// An observation is the block of the table, then a block for each seat: the observer's first, then
/// clockwise. It holds the observer's knowledge and nothing else: it is the same in every
/// [determinization](Game::determinize) for the observer. A field that names a seat counts clockwise from the
/// observer, and so do the action indices from the seat that decides.
///
/// [`fields!`](crate::fields) declares a block and makes the function that writes it.
pub trait Encoding: Game {
    /// Changes whenever a field or an action index changes.
    const ENCODING_VERSION: u32;
    /// The fields of the table.
    const TABLE_FIELDS: &'static [Field];
    /// The fields of a seat.
    const SEAT_FIELDS: &'static [Field];

    /// Lists the action indices in order.
    fn action_groups(&self) -> Vec<ActionGroup>;

    /// Returns the index of an action that `seat` may play: below the sum of the groups, and different for
    /// the different actions of a decision.
    fn action_index(&self, seat: Seat, action: Self::Action) -> usize;

    /// Writes the block of the table. `out` has as many numbers as the fields, all 0.
    fn encode_table<N: Number>(&self, state: &Self::State, observer: Seat, out: &mut [N]);

    /// Writes the block of a seat. `out` has as many numbers as the fields, all 0.
    fn encode_seat<N: Number>(&self, state: &Self::State, observer: Seat, seat: Seat, out: &mut [N]);

    /// Returns the count of numbers of an observation.
    fn feature_count(&self) -> usize {
        width(Self::TABLE_FIELDS) + self.players() * width(Self::SEAT_FIELDS)
    }

    /// Returns the count of action indices.
    fn action_count(&self) -> usize {
        self.action_groups().iter().map(|group| group.len).sum()
    }

    /// Writes the observation of a seat.
    ///
    /// # Panics
    /// If `out` has another length than [`Encoding::feature_count`].
    #[inline]
    fn encode<N: Number>(&self, state: &Self::State, observer: Seat, out: &mut [N]) {
        let players = self.players();
        let (table, width) = const { (width(Self::TABLE_FIELDS), width(Self::SEAT_FIELDS)) };
        assert_eq!(out.len(), table + players * width, "an observation has the game's length");
        out.fill(N::default());
        let (head, blocks) = out.split_at_mut(table);
        self.encode_table(state, observer, head);
        let mut seat = observer;
        for block in blocks.chunks_exact_mut(width) {
            self.encode_seat(state, observer, seat, block);
            seat = seat.next(players);
        }
    }
}

/// Returns the count of numbers of some fields.
#[must_use]
pub const fn width(fields: &[Field]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < fields.len() {
        sum += fields[index].len;
        index += 1;
    }
    sum
}

/// Returns the first index of each group.
#[must_use]
pub const fn starts<const N: usize>(groups: &[ActionGroup; N]) -> [usize; N] {
    let mut starts = [0; N];
    let mut index = 1;
    while index < N {
        starts[index] = starts[index - 1] + groups[index - 1].len;
        index += 1;
    }
    starts
}

/// Returns the number of places from a seat clockwise to another one.
#[inline]
#[must_use]
pub const fn places_to(from: Seat, to: Seat, players: usize) -> usize {
    let places = to.index() + players - from.index();
    if places >= players { places - players } else { places }
}

/// Declares the fields of a block, and the function that writes them in the same order.
///
/// ```
/// use tradewinds_game::encoding::{set_flag, write_counts};
///
/// tradewinds_game::fields! {
///     /// The fields of a hand.
///     const HAND;
///     /// Writes a hand.
///     fn write_hand(cards: [u8; 3], due: bool) {
///         "cards"[3] of &["red", "blue", "green"], 5.0, "cards", "In hand." => |out| write_counts(out, cards);
///         "due"[1], 1.0, "0/1", "Whether the hand plays next." => |out| set_flag(out, due);
///     }
/// }
///
/// let mut block = [0.0; 4];
/// write_hand([2, 0, 1], true, &mut block);
/// assert_eq!(block, [2.0, 0.0, 1.0, 1.0]);
/// assert_eq!(HAND[0].words[2], "green");
/// ```
#[macro_export]
macro_rules! fields {
    (
        $(#[$table_attribute:meta])*
        const $table:ident;
        $(#[$attribute:meta])*
        fn $write:ident($($argument:ident: $type:ty),* $(,)?) {
            $($name:literal[$len:expr] $(of $words:expr)?, $scale:literal, $unit:literal, $meaning:literal
                => |$out:ident| $body:expr;)+
        }
    ) => {
        $(#[$table_attribute])*
        pub(crate) const $table: &[$crate::encoding::Field] = &[$(
            $crate::encoding::Field {
                name: $name,
                len: $len,
                words: { let words: &[&str] = &[]; $(let _ = words; let words: &[&str] = $words;)? words },
                scale: $scale,
                unit: $unit,
                meaning: $meaning,
            },
        )+];

        $(#[$attribute])*
        #[inline]
        pub(crate) fn $write<N: $crate::encoding::Number>($($argument: $type,)* out: &mut [N]) {
            let rest = out;
            $(
                let (head, rest) = rest.split_first_chunk_mut::<{ $len }>().expect("the block has room");
                { let $out: &mut [N; $len] = head; $body; }
            )+
            debug_assert!(rest.is_empty(), "the block is full");
        }
    };
}

/// Writes counts.
#[inline]
pub fn write_counts<N: Number, const L: usize>(out: &mut [N; L], counts: impl IntoIterator<Item: Into<i32>>) {
    for (out, count) in out.iter_mut().zip(counts) {
        *out = N::of(count.into());
    }
}

/// Writes the lowest bits of a word.
#[inline]
pub fn write_bits<N: Number, const L: usize>(out: &mut [N; L], bits: u64) {
    N::write_bits(out, bits);
}

/// Writes a number.
#[inline]
pub fn set_number<N: Number>(out: &mut [N; 1], number: impl Into<i32>) {
    out[0] = N::of(number.into());
}

/// Writes a number at an index.
///
/// # Panics
/// If the index lies behind the field.
#[inline]
pub fn set_at<N: Number>(out: &mut [N], index: usize, number: impl Into<i32>) {
    out[index] = N::of(number.into());
}

/// Writes whether something holds.
#[inline]
pub fn set_flag<N: Number>(out: &mut [N; 1], holds: bool) {
    out[0] = N::of(holds.into());
}

/// Writes a 1 at an index; nothing if it lies behind the field.
#[inline]
pub fn set_one<N: Number, const L: usize>(out: &mut [N; L], index: usize) {
    if let Some(out) = out.get_mut(index) {
        *out = N::ONE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_nearest_numbers() {
        let (mut numbers, mut bytes) = ([0.0_f32; 5], [9_u8; 5]);
        write_counts(&mut numbers, [-3_i16, 0, 7, 255, 300]);
        write_counts(&mut bytes, [-3_i16, 0, 7, 255, 300]);
        assert_eq!((numbers, bytes), ([-3.0, 0.0, 7.0, 255.0, 300.0], [0, 0, 7, 255, 255]));
    }

    #[test]
    fn bits_are_ones_in_both() {
        for bits in [0, 1, 0xff, 0x80, 0x1234_5678_9abc_def0, u64::MAX, 0xaaaa_aaaa_aaaa_aaaa] {
            let (mut numbers, mut bytes) = ([9.0_f32; 61], [9_u8; 61]);
            write_bits(&mut numbers, bits);
            write_bits(&mut bytes, bits);
            for (index, (number, byte)) in numbers.into_iter().zip(bytes).enumerate() {
                assert_eq!((number, u64::from(byte)), (f32::from(byte), bits >> index & 1));
            }
        }
    }
}
