//! A kit for games: the code that every game needs, written once.
//!
//! | you have | take |
//! |---|---|
//! | goods, roles, buildings, kinds of decision | [`words!`](crate::words): an enum with its words |
//! | one value per good: `[u8; Good::COUNT]` | [`ByKey<Good, u8>`](ByKey) |
//! | a set of goods or of seats, a bit each | [`KeySet<Good>`](KeySet), [`KeySet<Seat>`](KeySet) |
//! | the set bits of any word | [`Bits`]; by their number [`nth_bit`] and [`Ranked`] |
//! | up to 8 or 16 counts of 0 to 15 | [`Counts8`], [`Counts16`] |
//! | `Option<Seat>` in a state | [`MaybeSeat`] |
//! | the index of a random step | [`draw_index`] |
//! | numbers and names of a data or position file | [`Fields`], [`present`] |
//! | columns of `seats.csv` and of a game's own tables | [`column()`] |
//!
//! Only a refusal's message allocates. Containers are plain data of the same size and the same code as the
//! types they replace, so a state stays as it is.
//!
//! # How a game adopts it
//! - **`words!`**: `words! { Good { … } }` becomes `words! { pub enum Good { … } }`, and the local macro is
//!   removed. An enum spelled by hand loses its `ALL`, `WORDS`, `word` and `index`, and its
//!   `#[serde(rename)]`s; a further table, such as its letters, becomes a column. A value that is never
//!   written, such as the end of the game, gets a word too; code that lists the kinds of decision cuts it
//!   off: `Step::WORDS.split_last()`.
//! - **`ByKey`**: `[u8; Good::COUNT]` becomes `ByKey<Good, u8>`, and `array[good.index()]` becomes
//!   `table[good]`. `[0; Good::COUNT]` becomes `ByKey::default()` or, in a constant, `ByKey::new([0;
//!   Good::COUNT])`. A loop over `Good::ALL` becomes `ByKey::from_fn` or `iter`. A struct that only reads
//!   `corn = 1` and so on from `data.toml` becomes `ByKey<Good, u8>` in the data's type, complete or
//!   refused, and so does a `BTreeMap` in which every word is looked up.
//! - **`KeySet`**: a field "bit = `Good`" becomes `KeySet<Good>`; `set >> good.index() & 1 != 0` becomes
//!   `set.has(good)`, and `set |= 1 << good.index()` becomes `set.insert(good)`. Constants are made with
//!   `Good::set_of`. If a word holds more than the set, `bits` and `from_bits` convert.
//! - **`Counts8`, `Counts16`**: a game's own `Counts` is removed, since its methods have the same names; a
//!   method that returned a mask with bits `4k` returns a [`Kinds16`], which lists the kinds themselves.
//! - **`Fields`**: `number(field, found, low, high)? as u8` becomes
//!   `POSITION.number(field, found, low..=high)?`, where `const POSITION: Fields<'_> =
//!   Fields::POSITION;`. A loop over limits becomes `Fields::DATA.limits("", […])`. `format!` for a
//!   field becomes `format_args!`, so that nothing is formatted unless it is refused.
//! - **`present`**, **`column`**: import them and delete the game's own.
//! - **`MaybeSeat`**: a `u8` with a value for nobody, or an `Option<Seat>`, becomes `MaybeSeat`;
//!   `get` returns the option.
//!
//! One thing changes for a type that derived `Deserialize`: `{"corn": null}` no longer stands for `"corn"`.

mod bits;
mod by_key;
mod column;
mod counts;
mod draw;
mod fields;
mod key;
mod key_set;
mod maybe_seat;
mod words;

pub use crate::words;
pub use bits::{Bits, Mask, Ranked, Ranked64, nth_bit, nth_bit_of_byte};
pub use by_key::ByKey;
pub use column::column;
pub use counts::{Counts8, Counts16, Kinds8, Kinds16};
pub use draw::draw_index;
pub use fields::{Fields, present};
pub use key::{Key, KeyArray};
pub use key_set::{KeySet, KeySetIter};
pub use maybe_seat::MaybeSeat;
pub use words::{Word, read_word, write_word};

/// The items that the code of [`words!`](crate::words) refers to; not for direct use.
#[doc(hidden)]
pub mod internal {
    pub use super::key::{Bits8To64, Width, mask_bits};
    pub use super::words::are_distinct;
    pub use serde;
}

/// A vocabulary for the tests of the kit.
#[cfg(test)]
mod sample {
    crate::words! {
        /// Some tiles.
        #[derive(Default)]
        pub(super) enum Tile {
            Corn = "corn" => ("needs no building", 1 + 1),
            #[default]
            Indigo = "indigo" => ("needs an indigo plant", 3),
            Quarry = "the quarry" => ("makes buildings cheaper", 0),
        }
        columns {
            /// Returns what the tile does.
            pub(super) about: &'static str,
            /// Returns a number.
            pub(super) number: u8,
        }
    }
}
