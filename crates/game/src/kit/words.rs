//! Vocabulary: small enums whose values have a word of the notation.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

use super::key::Key;

/// A key whose values have a word of the notation each.
///
/// [`words!`](crate::words) implements it, and gives the enum `const` methods of the same names.
pub trait Word: Key {
    /// All words, in order; no two are equal.
    const WORDS: &'static [&'static str];

    /// Returns the word of the notation.
    #[inline]
    fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// Finds the value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).and_then(Self::from_index)
    }
}

/// Reads a word with serde; an unknown one is refused with all known ones.
///
/// # Errors
/// The value is not text, or not one of the words.
pub fn read_word<'de, W: Word, D: Deserializer<'de>>(from: D) -> Result<W, D::Error> {
    struct OneWord<W>(PhantomData<W>);

    impl<W: Word> Visitor<'_> for OneWord<W> {
        type Value = W;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&W::WORDS.join(", "))
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<W, E> {
            W::from_word(word).ok_or_else(|| E::unknown_variant(word, W::WORDS))
        }
    }

    from.deserialize_str(OneWord(PhantomData))
}

/// Writes a word with serde.
///
/// # Errors
/// The serializer's own.
pub fn write_word<W: Word, S: Serializer>(value: W, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(value.word())
}

/// Returns whether no two words are equal.
#[must_use]
pub const fn are_distinct(words: &[&str]) -> bool {
    let mut right = 1;
    while right < words.len() {
        let mut left = 0;
        while left < right {
            if are_equal(words[left].as_bytes(), words[right].as_bytes()) {
                return false;
            }
            left += 1;
        }
        right += 1;
    }
    true
}

/// `==` of bytes, which is no `const fn` yet.
const fn are_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Declares an enum of a game's vocabulary: goods, roles, buildings, the kinds of decision.
///
/// Each value has a word of the notation, and the order is that of the rules page. The enum is
/// `Copy`, one byte (`Option` of it too), ordered and hashed by its place, and has at most 64
/// values, all with different words, which the compiler checks.
///
/// ```
/// tradewinds_game::words! {
///     /// The kinds of goods, in the order of their prices.
///     pub enum Good {
///         /// Needs no production building.
///         Corn = "corn",
///         /// Needs an indigo plant.
///         Indigo = "indigo",
///     }
/// }
///
/// assert_eq!((Good::COUNT, Good::ALL), (2, [Good::Corn, Good::Indigo]));
/// assert_eq!((Good::Indigo.index(), Good::from_index(2)), (1, None));
/// assert_eq!((Good::Corn.word(), Good::from_word("indigo")), ("corn", Some(Good::Indigo)));
/// assert_eq!(Good::WORDS.join(", "), "corn, indigo");
/// assert_eq!(format!("{} {:?}", Good::Corn, Good::Corn), "corn Corn");
/// assert_eq!(serde_json::to_string(&Good::Corn).unwrap(), "\"corn\"");
/// ```
///
/// What it makes:
/// - `ALL`, `COUNT` and `WORDS`;
/// - `const fn`s `index`, `from_index`, `word`, and `from_word`;
/// - `const fn`s `bit`, the bit of a value in a [`KeySet`](crate::kit::KeySet), and `set_of`, a set
///   of some values;
/// - [`Key`] and [`Word`], so that it indexes a
///   [`ByKey`](crate::kit::ByKey);
/// - `Display`, `Serialize` and `Deserialize`, all by the word.
///
/// Attributes are kept, so `#[derive(Default)]` with `#[default]` at a value works. Columns of a
/// table beside the words become `const fn`s:
///
/// ```
/// tradewinds_game::words! {
///     /// A class of goods.
///     pub enum Class {
///         /// Goods 1 to 3.
///         Common = "common" => ('C', 1),
///         /// Goods 4 to 6.
///         Rare = "rare" => ('R', 4),
///     }
///     columns {
///         /// Returns the letter of position files.
///         pub letter: char,
///         /// Returns the first good.
///         pub first: u8,
///     }
/// }
///
/// assert_eq!((Class::Rare.letter(), Class::Rare.first()), ('R', 4));
/// ```
///
/// Two equal words do not compile:
///
/// ```compile_fail
/// tradewinds_game::words! {
///     /// Two kinds of goods.
///     pub enum Good {
///         /// A good.
///         Corn = "corn",
///         /// Another one.
///         Maize = "corn",
///     }
/// }
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $name:ident {
            $($(#[$item_attribute:meta])* $item:ident = $word:literal $(=> ($($cell:expr),+ $(,)?))?),+ $(,)?
        }
        $(columns { $($columns:tt)+ })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        $vis enum $name { $($(#[$item_attribute])* $item,)+ }

        impl $name {
            /// The number of values.
            pub const COUNT: usize = [$($word),+].len();
            /// All values in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$item),+];
            /// The words of the notation, in the same order.
            pub const WORDS: [&'static str; Self::COUNT] = [$($word),+];

            /// Returns the place in the order, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the value at a place in the order.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                // Compiled to a comparison; an access to `ALL` would be a load.
                $(
                    if index == Self::$item as usize {
                        return Some(Self::$item);
                    }
                )+
                None
            }

            /// Returns the word of the notation.
            #[inline]
            #[must_use]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// Finds the value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                <Self as $crate::kit::Word>::from_word(word)
            }

            /// Returns the value's bit in a set.
            #[inline]
            #[must_use]
            pub const fn bit(self) -> <Self as $crate::kit::Key>::Mask {
                1 << self as u32
            }

            /// Makes the set of some values.
            #[inline]
            #[must_use]
            pub const fn set_of(values: &[Self]) -> $crate::kit::KeySet<Self> {
                let (mut bits, mut place) = (0, 0);
                while place < values.len() {
                    bits |= values[place].bit();
                    place += 1;
                }
                $crate::kit::KeySet::from_bits(bits)
            }
        }

        const _: () = assert!($crate::kit::internal::are_distinct(&$name::WORDS), "each value has its own word");

        impl $crate::kit::Key for $name {
            const COUNT: usize = $name::COUNT;

            type Array<T> = [T; $name::COUNT];
            type Mask = <$crate::kit::internal::Bits8To64<
                { $crate::kit::internal::mask_bits($name::COUNT) },
            > as $crate::kit::internal::Width>::Mask;

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn from_index(index: usize) -> Option<Self> {
                Self::from_index(index)
            }
        }

        impl $crate::kit::Word for $name {
            const WORDS: &'static [&'static str] = &$name::WORDS;
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl<'de> $crate::kit::internal::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::kit::internal::serde::Deserializer<'de>>(
                from: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::kit::read_word(from)
            }
        }

        impl $crate::kit::internal::serde::Serialize for $name {
            fn serialize<S: $crate::kit::internal::serde::Serializer>(
                &self,
                to: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::kit::write_word(*self, to)
            }
        }

        $crate::words!(@columns $name { $($($columns)+)? } $([$($($cell),+)?])+);
    };

    // One column after the other: the first cell of each row is peeled off.
    (@columns $name:ident {} $([])+) => {};
    (
        @columns $name:ident {
            $(#[$attribute:meta])* $vis:vis $column:ident: $type:ty $(, $($rest:tt)*)?
        }
        $([$first:expr $(, $cell:expr)*])+
    ) => {
        impl $name {
            $(#[$attribute])*
            #[inline]
            #[must_use]
            $vis const fn $column(self) -> $type {
                const CELLS: [$type; $name::COUNT] = [$($first),+];
                CELLS[self as usize]
            }
        }

        $crate::words!(@columns $name { $($($rest)*)? } $([$($cell),*])+);
    };
}

#[cfg(test)]
mod tests {
    use super::super::KeySet;
    use super::super::sample::Tile;
    use super::*;
    use crate::{InputError, parse_json};
    use serde_json::json;

    #[test]
    fn words_and_places_round_trip() {
        for (place, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!((tile.index(), Tile::from_index(place)), (place, Some(tile)));
            assert_eq!(Tile::from_word(tile.word()), Some(tile));
            assert_eq!(tile.to_string(), tile.word());
            assert_eq!(tile.bit(), 1 << place);
        }
        assert_eq!((Tile::from_index(3), Tile::from_word("quarry")), (None, None));
        assert_eq!(<Tile as Key>::all().rev().collect::<Vec<_>>(), [Tile::Quarry, Tile::Indigo, Tile::Corn]);
        assert_eq!((Tile::default(), size_of::<Option<Tile>>()), (Tile::Indigo, 1));
        assert_eq!(Tile::set_of(&[Tile::Quarry, Tile::Corn]), KeySet::from_bits(0b101));
        assert_eq!(format!("[{:>8}]", Tile::Indigo), "[  indigo]");
    }

    #[test]
    fn columns_stand_beside_their_words() {
        assert_eq!(Tile::ALL.map(Tile::number), [2, 3, 0]);
        assert_eq!(Tile::Corn.about(), "needs no building");
    }

    #[test]
    fn unknown_words_are_refused_with_the_nearest_one() {
        let read =
            |value| parse_json::<Tile>("position", &value).map_err(|error: InputError| error.to_string());
        assert_eq!(read(json!("the quarry")), Ok(Tile::Quarry));
        let allowed = "allowed: corn, indigo, the quarry";
        let refusal = format!("position: found \"corm\"; {allowed} (did you mean corn?)");
        assert_eq!(read(json!("corm")), Err(refusal));
        assert_eq!(read(json!(7)), Err(format!("position: found 7; {allowed}")));
    }

    #[test]
    fn equal_words_are_found() {
        assert!(are_distinct(&[]) && are_distinct(&["a", "b", "ab"]));
        assert!(!are_distinct(&["a", "b", "ab", "b"]));
    }
}
