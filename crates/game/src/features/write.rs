//! What declares groups, and what writes them in either form.

use super::{BlockWriter, Group, Measure};

/// What the numbers of an observation are written as.
pub trait Number: Copy + Default {
    /// The number 1.
    const ONE: Self;

    /// Converts a whole number. A type that cannot hold it takes the nearest one that it can.
    fn of(number: i32) -> Self;

    /// Writes the lowest bits of a word, a number each.
    fn write_bits(out: &mut [Self], bits: u64);
}

impl Number for f32 {
    const ONE: Self = 1.0;

    #[inline]
    fn of(number: i32) -> Self {
        number as Self
    }

    #[inline]
    fn write_bits(out: &mut [Self], bits: u64) {
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
    fn write_bits(out: &mut [Self], bits: u64) {
        for (index, out) in out.chunks_mut(8).enumerate() {
            // Each byte keeps the bit of its place; a carry then moves it to the lowest place.
            let repeated = (bits >> (8 * index) & 0xff) * 0x0101_0101_0101_0101;
            let kept = repeated & 0x8040_2010_0804_0201;
            let bytes = ((kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
            out.copy_from_slice(&bytes.to_le_bytes()[..out.len()]);
        }
    }
}

/// A whole number of a position.
pub trait Whole: Copy {
    /// Returns the number as a level: 0 if it is below.
    fn level(self) -> usize;

    /// Returns the number.
    fn number(self) -> i32;
}

macro_rules! whole {
    ($($type:ty)*) => {$(
        impl Whole for $type {
            #[inline(always)]
            #[allow(unused_comparisons, clippy::absurd_extreme_comparisons, reason = "some types have no signs")]
            fn level(self) -> usize {
                if self < 0 { 0 } else { self as usize }
            }

            #[inline(always)]
            fn number(self) -> i32 {
                self as i32
            }
        }
    )*};
}

whole!(u8 u16 u32 usize i16 i32);

/// Writes one group of a block. Entries are written in ascending order.
pub trait WriteGroup {
    /// Makes an entry active.
    fn set(&mut self, index: usize);

    /// Makes the entries of the bits that are set active.
    fn bits(&mut self, bits: u64);

    /// Writes the count of an entry whose level is not the count itself.
    fn graded(&mut self, index: usize, level: usize, count: impl Whole);

    /// Writes the number of an entry.
    fn number(&mut self, index: usize, number: impl Whole);

    /// Makes the entry active if it holds.
    #[inline(always)]
    fn set_if(&mut self, index: usize, holds: bool) {
        if holds {
            self.set(index);
        }
    }

    /// Writes the count of an entry.
    #[inline(always)]
    fn count(&mut self, index: usize, count: impl Whole) {
        self.graded(index, count.level(), count);
    }

    /// Writes the count of the group's only entry.
    #[inline(always)]
    fn level(&mut self, count: impl Whole) {
        self.count(0, count);
    }
}

/// Writes a group in the sparse form: ascending indices, and numbers that are not 0.
#[derive(Debug)]
pub struct GroupWriter<'a, 'b> {
    block: &'a mut BlockWriter<'b>,
    start: usize,
    len: usize,
    measure: Measure,
}

impl<'a, 'b> GroupWriter<'a, 'b> {
    /// Makes the writer of the group that begins at index `start`.
    #[inline(always)]
    pub const fn new(block: &'a mut BlockWriter<'b>, start: usize, group: &Group) -> Self {
        Self { block, start, len: group.len, measure: group.measure }
    }
}

/// # Panics
/// In debug builds, if the group has no such entry or has entries of another kind; if the block is full.
impl WriteGroup for GroupWriter<'_, '_> {
    #[inline(always)]
    fn set(&mut self, index: usize) {
        debug_assert!(index < self.len, "entry {index} of a group of {}", self.len);
        debug_assert!(self.measure == Measure::Active, "the group has no numbers");
        self.block.push((self.start + index) as u16);
    }

    #[inline(always)]
    fn bits(&mut self, mut bits: u64) {
        while bits != 0 {
            self.set(bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    fn graded(&mut self, index: usize, level: usize, _: impl Whole) {
        debug_assert!(index < self.len, "entry {index} of a group of {}", self.len);
        let Measure::Levels { first, last, .. } = self.measure else {
            unreachable!("the group has no levels")
        };
        let (first, last) = (usize::from(first), usize::from(last));
        if level >= first {
            self.block.push((self.start + index * (last - first + 1) + level.min(last) - first) as u16);
        }
    }

    #[inline(always)]
    fn number(&mut self, index: usize, number: impl Whole) {
        debug_assert!(index < self.len, "entry {index} of a group of {}", self.len);
        let Measure::Number { most, .. } = self.measure else { unreachable!("the group has no numbers") };
        let number = number.level().min(most.into());
        if number != 0 {
            self.block.push_number((self.start + index) as u16, number as i16);
        }
    }
}

/// Writes a group in the dense form. Entries behind the group are left out, as those of a game that is over.
#[derive(Debug)]
pub struct DenseWriter<'a, N> {
    out: &'a mut [N],
}

impl<'a, N> DenseWriter<'a, N> {
    /// Makes the writer of a group's numbers, which are 0.
    #[inline(always)]
    pub const fn new(out: &'a mut [N]) -> Self {
        Self { out }
    }
}

impl<N: Number> WriteGroup for DenseWriter<'_, N> {
    #[inline(always)]
    fn set(&mut self, index: usize) {
        if let Some(out) = self.out.get_mut(index) {
            *out = N::ONE;
        }
    }

    #[inline(always)]
    fn bits(&mut self, bits: u64) {
        N::write_bits(self.out, bits);
    }

    #[inline(always)]
    fn graded(&mut self, index: usize, _: usize, count: impl Whole) {
        self.number(index, count);
    }

    #[inline(always)]
    fn number(&mut self, index: usize, number: impl Whole) {
        if let Some(out) = self.out.get_mut(index) {
            *out = N::of(number.number());
        }
    }
}

/// Declares the groups of a block, and the functions that write them in the same order: sparse and dense.
///
/// Each group has a name, its count of entries, their words if they have any (`of`), its
/// [measure](crate::features::Measure), its meaning, and what writes it. The measure is left out where entries are
/// active or not; `levels 1 to 3` and `levels 0 to 15 by 5` are counts, `number 10 to 50` numbers, of which 10 make an
/// input of 1 and 50 is the maximum for a network. A group that begins with `sparse` or `dense` is in this form alone.
///
/// Arguments behind a `;` are those of the sparse form, such as what costs time to find out.
///
/// ```
/// use tradewinds_game::features::{Block, Measure, width};
///
/// tradewinds_game::groups! {
///     /// The groups of a hand.
///     const HAND;
///     /// Writes a hand.
///     fn write_hand, observe_hand(cards: [u8; 2], coins: u8; worth: u8) {
///         "cards"[2] of &["red", "blue"], levels 1 to 3, "Cards in hand." => |out| for (kind, &count) in cards.iter().enumerate() {
///             out.count(kind, count);
///         };
///         "coins"[1], number 10 to 50, "Coins in hand." => |out| out.number(0, coins);
///         sparse "worth"[1], levels 0 to 3, "What they are worth." => |out| out.level(worth);
///         dense "rich"[1], "Whether there are coins." => |out| out.set_if(0, coins > 0);
///     }
/// }
///
/// let mut block = Block::new();
/// write_hand([0, 7], 60, 2, &mut block);
/// assert_eq!((block.active(), block.numbers()), (&[5, 9][..], &[(6, 50)][..]));
/// let mut numbers = [0.0; 4];
/// observe_hand([0, 7], 60, &mut numbers);
/// assert_eq!((numbers, width(HAND)), ([0.0, 7.0, 60.0, 1.0], 4));
/// assert_eq!(HAND[1].measure, Measure::Number { one: 10, most: 50 });
/// ```
#[macro_export]
macro_rules! groups {
    (
        $(#[$table_attribute:meta])*
        const $table:ident;
        $(#[$attribute:meta])*
        fn $sparse:ident, $dense:ident($($shared:ident: $type:ty),* $(; $($derived:ident: $derived_type:ty),+)? $(,)?) {
            $(
                $($form:ident)? $name:literal[$len:expr] $(of $words:expr)?,
                $(levels $first:literal to $last:tt $(by $step:literal)?,)?
                $(number $one:literal $(to $most:literal)?,)?
                $meaning:literal => |$out:ident| $body:expr;
            )+
        }
    ) => {
        $(#[$table_attribute])*
        pub(crate) const $table: &[$crate::Group] = &[$(
            $crate::groups!(
                @group [$($form)?] $name, $len, [$($words)?],
                [$(levels $first, $last, [$($step)?])?] [$(number $one, [$($most)?])?], $meaning
            ),
        )+];

        $(#[$attribute])*
        ///
        /// This is the sparse form.
        #[inline]
        #[allow(unused_variables, reason = "groups of the dense form are left out")]
        pub(crate) fn $sparse(
            $($shared: $type,)* $($($derived: $derived_type,)+)?
            block: &mut $crate::features::Block,
        ) {
            #[allow(unused_imports, reason = "all groups may be of the dense form")]
            use $crate::features::WriteGroup as _;
            let mut block = block.writer();
            let start = 0;
            $(
                let group = const { &$crate::groups!(
                    @group [$($form)?] $name, $len, [],
                    [$(levels $first, $last, [$($step)?])?] [$(number $one, [$($most)?])?], $meaning
                ) };
                $crate::groups!(@sparse [$($form)?] {
                    #[allow(unused_mut, reason = "a body may pass the writer on")]
                    let mut $out = $crate::features::GroupWriter::new(&mut block, start, group);
                    $body;
                });
                let start = start + group.indices();
            )+
            debug_assert!(start == $crate::features::size($table), "each group has its place");
        }

        $(#[$attribute])*
        ///
        /// This is the dense form.
        #[inline]
        #[allow(unused_variables, reason = "groups of the sparse form are left out")]
        pub(crate) fn $dense<N: $crate::features::Number>($($shared: $type,)* out: &mut [N]) {
            #[allow(unused_imports, reason = "all groups may be of the sparse form")]
            use $crate::features::WriteGroup as _;
            let rest = out;
            $(
                let (head, rest) = rest
                    .split_first_chunk_mut::<{ $crate::groups!(@numbers [$($form)?] $len) }>()
                    .expect("the block has room");
                $crate::groups!(@dense [$($form)?] {
                    #[allow(unused_mut, reason = "a body may pass the writer on")]
                    let mut $out = $crate::features::DenseWriter::new(head);
                    $body;
                });
            )+
            debug_assert!(rest.is_empty(), "the block is full");
        }
    };
    (@group [$($form:ident)?] $name:literal, $len:expr, [$($words:expr)?], [$($levels:tt)*] [$($number:tt)*], $meaning:literal) => {
        $crate::Group {
            name: $name,
            meaning: $meaning,
            len: $len,
            words: { let words: &[&str] = &[]; $(let _ = words; let words: &[&str] = $words;)? words },
            measure: $crate::groups!(@measure $($levels)* $($number)*),
            form: $crate::groups!(@form $($form)?),
        }
    };
    (@measure) => { $crate::features::Measure::Active };
    (@measure levels $first:literal, $last:tt, []) => { $crate::groups!(@measure levels $first, $last, [1]) };
    (@measure levels $first:literal, $last:tt, [$step:literal]) => {{
        assert!($first as usize <= $last as usize, "levels ascend");
        $crate::features::Measure::Levels { first: $first, last: $last as u16, step: $step }
    }};
    (@measure number $one:literal, []) => { $crate::groups!(@measure number $one, [32767]) };
    (@measure number $one:literal, [$most:literal]) => {{
        assert!($one >= 1 && $most <= i16::MAX as u16, "a number has a unit and fits in 16 bits");
        $crate::features::Measure::Number { one: $one, most: $most }
    }};
    (@form) => { $crate::features::Form::Both };
    (@form sparse) => { $crate::features::Form::Sparse };
    (@form dense) => { $crate::features::Form::Dense };
    (@sparse [dense] {$($code:tt)*}) => {};
    (@sparse [$($form:ident)?] $code:block) => { $code };
    (@dense [sparse] {$($code:tt)*}) => {};
    (@dense [$($form:ident)?] $code:block) => { $code };
    (@numbers [sparse] $len:expr) => { 0 };
    (@numbers [$($form:ident)?] $len:expr) => { $len };
}

/// Declares groups of indices as an enum: those that name an action to a network, or those of the action indices.
///
/// ```
/// use tradewinds_game::ActionFeatures;
///
/// tradewinds_game::index_groups! {
///     /// The groups of an action.
///     enum Part = PARTS;
///     Pass "pass"[1], "Do nothing.";
///     Card "card"[3] of &["red", "green", "blue"], "Play this card.";
/// }
///
/// let mut features = ActionFeatures::new();
/// Part::Card.push(&mut features, 7);
/// assert_eq!((&features[..], Part::Card.at(1), PARTS[1].words[1]), (&[3][..], 2, "green"));
/// ```
#[macro_export]
macro_rules! index_groups {
    (
        $(#[$attribute:meta])*
        enum $part:ident = $table:ident;
        $($variant:ident $name:literal[$len:expr] $(of $words:expr)?, $meaning:literal;)+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $part { $(#[doc = $meaning] $variant,)+ }

        $(#[$attribute])*
        pub(crate) const $table: &[$crate::Group] =
            &[$($crate::Group::active($name, $len, $meaning)$(.of($words))?,)+];

        impl $part {
            /// Returns the index of an entry.
            #[inline(always)]
            #[allow(dead_code, reason = "either this or `push` is used")]
            pub(crate) const fn at(self, entry: usize) -> usize {
                const STARTS: [usize; $table.len()] = $crate::features::starts($table);
                STARTS[self as usize] + entry
            }

            /// Adds the index of an entry, or that of the last one if it lies beyond. Call it with ascending groups.
            ///
            /// # Panics
            /// If the features are full.
            #[inline(always)]
            #[allow(dead_code, reason = "either this or `at` is used")]
            pub(crate) fn push(self, features: &mut $crate::ActionFeatures, entry: usize) {
                features.push(self.at(entry.min($table[self as usize].len - 1)) as u16);
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_nearest_numbers() {
        let (mut numbers, mut bytes) = ([0.0_f32; 5], [9_u8; 5]);
        for (index, number) in [-3_i16, 0, 7, 255, 300].into_iter().enumerate() {
            DenseWriter::new(&mut numbers).number(index, number);
            DenseWriter::new(&mut bytes).number(index, number);
        }
        assert_eq!((numbers, bytes), ([-3.0, 0.0, 7.0, 255.0, 300.0], [0, 0, 7, 255, 255]));
    }

    #[test]
    fn bits_are_ones_in_both() {
        for bits in [0, 1, 0xff, 0x80, 0x1234_5678_9abc_def0, u64::MAX, 0xaaaa_aaaa_aaaa_aaaa] {
            let (mut numbers, mut bytes) = ([9.0_f32; 61], [9_u8; 61]);
            DenseWriter::new(&mut numbers).bits(bits);
            DenseWriter::new(&mut bytes).bits(bits);
            for (index, (number, byte)) in numbers.into_iter().zip(bytes).enumerate() {
                assert_eq!((number, u64::from(byte)), (f32::from(byte), bits >> index & 1));
            }
        }
    }
}
