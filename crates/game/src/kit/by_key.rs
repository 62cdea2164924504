//! Arrays indexed by a key instead of a number.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::key::{Key, KeyArray, expect_key};
use super::words::Word;

/// One value for each value of a key: `[T; K::COUNT]`, indexed by `K`.
///
/// It costs the same as the array: same size and layout, and no bounds check, since an enum's place is
/// known to lie below its count. It is `Copy`, `Eq`, `Hash`, `Default` where the array is. [`Key`] explains
/// why the array is an associated type.
///
/// ```
/// use tradewinds_game::kit::ByKey;
/// tradewinds_game::words! {
///     /// The kinds of goods.
///     pub enum Good {
///         /// Sells for nothing.
///         Corn = "corn",
///         /// Sells for a doubloon.
///         Indigo = "indigo",
///     }
/// }
///
/// const PRICES: ByKey<Good, u8> = ByKey::new([0, 1]);
/// let mut barrels = ByKey::<Good, u8>::from_fn(|good| 10 + PRICES[good]);
/// barrels[Good::Corn] -= 3;
/// assert_eq!(barrels, ByKey::new([7, 11]));
/// assert_eq!(barrels.iter().max_by_key(|(_, count)| **count), Some((Good::Indigo, &11)));
/// assert_eq!(barrels.sum::<u32>(), 18);
/// ```
///
/// With serde it is a table of words, as in `data.toml`, and must be complete. A key may have `_`
/// where its word has a space, as TOML wants it for a bare key:
///
/// ```
/// # use tradewinds_game::kit::ByKey;
/// # tradewinds_game::words! {
/// #     /// Two buildings.
/// #     pub enum Building {
/// #         /// One.
/// #         Wharf = "wharf",
/// #         /// Two.
/// #         GuildHall = "guild hall",
/// #     }
/// # }
/// let costs: ByKey<Building, u8> = toml::from_str("guild_hall = 10\nwharf = 9").unwrap();
/// assert_eq!(costs, ByKey::new([9, 10]));
/// assert!(toml::from_str::<ByKey<Building, u8>>("wharf = 9").is_err());
/// ```
pub struct ByKey<K: Key, T> {
    items: K::Array<T>,
}

impl<K: Key, T> ByKey<K, T> {
    /// Makes it from its values in order.
    #[inline]
    #[must_use]
    pub const fn new(items: K::Array<T>) -> Self {
        Self { items }
    }

    /// Makes it from a function of the key.
    #[inline]
    #[must_use]
    pub fn from_fn(mut value: impl FnMut(K) -> T) -> Self {
        Self::new(KeyArray::from_fn(|index| value(expect_key(index))))
    }

    /// Makes it from equal values.
    #[inline]
    #[must_use]
    pub fn filled(value: T) -> Self
    where
        T: Copy,
    {
        Self::new(KeyArray::from_fn(|_| value))
    }

    /// Returns the array; in constants, `array()[key.index()]` reads a value.
    #[inline]
    #[must_use]
    pub const fn array(&self) -> &K::Array<T> {
        &self.items
    }

    /// Returns the array itself.
    #[inline]
    #[must_use]
    pub fn into_array(self) -> K::Array<T> {
        self.items
    }

    /// Returns the values in order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self.items.as_ref()
    }

    /// Returns the values in order, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.items.as_mut()
    }

    /// Lists the values in order.
    #[inline]
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// Lists the values in order, to be changed.
    #[inline]
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// Lists keys and values in order.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &T)> + ExactSizeIterator + Clone {
        K::all().zip(self.values())
    }

    /// Lists keys and values in order, the values to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut T)> + ExactSizeIterator {
        K::all().zip(self.values_mut())
    }

    /// Makes another one with each value changed by `change`.
    #[inline]
    #[must_use]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByKey<K, U> {
        self.map_with_key(|_, value| change(value))
    }

    /// Makes another one with each value changed by `change`, which gets the key too.
    #[inline]
    #[must_use]
    pub fn map_with_key<U>(self, mut change: impl FnMut(K, T) -> U) -> ByKey<K, U> {
        let mut values = self.items.into_iter();
        ByKey::from_fn(|key| change(key, values.next().expect("an array has a value for each key")))
    }

    /// Adds all values up, in a type that may be wider than theirs.
    #[inline]
    #[must_use]
    pub fn sum<S: From<T> + Sum>(&self) -> S
    where
        T: Copy,
    {
        self.values().map(|&value| S::from(value)).sum()
    }
}

impl<K: Key, T> Index<K> for ByKey<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        &self.items.as_ref()[key.index()]
    }
}

impl<K: Key, T> IndexMut<K> for ByKey<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.items.as_mut()[key.index()]
    }
}

impl<K: Key, T> Clone for ByKey<K, T>
where
    K::Array<T>: Clone,
{
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.items.clone())
    }
}

impl<K: Key, T> Copy for ByKey<K, T> where K::Array<T>: Copy {}

impl<K: Key, T: PartialEq> PartialEq for ByKey<K, T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<K: Key, T: Eq> Eq for ByKey<K, T> {}

/// Equal to the hash of the array.
impl<K: Key, T: Hash> Hash for ByKey<K, T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<K: Key, T: Default> Default for ByKey<K, T> {
    #[inline]
    fn default() -> Self {
        Self::new(KeyArray::from_fn(|_| T::default()))
    }
}

/// A map of keys and values.
impl<K: Key + fmt::Debug, T: fmt::Debug> fmt::Debug for ByKey<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Key, T> IntoIterator for ByKey<K, T> {
    type Item = T;
    type IntoIter = <K::Array<T> as IntoIterator>::IntoIter;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<K: Word, T: Serialize> Serialize for ByKey<K, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(K::COUNT))?;
        for (key, value) in self.iter() {
            map.serialize_entry(key.word(), value)?;
        }
        map.end()
    }
}

impl<'de, K: Word, T: Deserialize<'de>> Deserialize<'de> for ByKey<K, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Entries(PhantomData))
    }
}

/// Reads a complete table of words.
struct Entries<K, T>(PhantomData<(K, T)>);

impl<'de, K: Word, T: Deserialize<'de>> Visitor<'de> for Entries<K, T> {
    type Value = ByKey<K, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {}", K::WORDS.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = ByKey::<K, Option<T>>::from_fn(|_| None);
        while let Some(TableKey(key)) = map.next_key::<TableKey<K>>()? {
            if found[key].replace(map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(key.word()));
            }
        }
        if let Some((key, _)) = found.iter().find(|(_, value)| value.is_none()) {
            return Err(A::Error::missing_field(key.word()));
        }
        Ok(found.map(|value| value.expect("no value is missing")))
    }
}

/// A key of a table: a word, with `_` or a space where it has a space.
struct TableKey<K>(K);

impl<'de, K: Word> Deserialize<'de> for TableKey<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneKey<K>(PhantomData<K>);

        impl<K: Word> Visitor<'_> for OneKey<K> {
            type Value = TableKey<K>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&K::WORDS.join(", "))
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<TableKey<K>, E> {
                let known = K::all().find(|known| names(key, known.word()));
                known.map(TableKey).ok_or_else(|| E::unknown_field(key, K::WORDS))
            }
        }

        from.deserialize_identifier(OneKey(PhantomData))
    }
}

/// Returns whether a table's key stands for a word.
fn names(key: &str, word: &str) -> bool {
    let same = |(key, word): (u8, u8)| key == word || (key == b'_' && word == b' ');
    key.len() == word.len() && key.bytes().zip(word.bytes()).all(same)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Tile;
    use super::*;
    use crate::{Seat, parse_json, parse_toml};
    use serde_json::json;

    type ByTile<T> = ByKey<Tile, T>;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    struct State {
        tiles: ByKey<Tile, u16>,
        doubloons: u8,
    }

    #[test]
    fn it_is_the_array() {
        assert_eq!(size_of::<ByTile<u16>>(), 6);
        let mut state = State::default();
        let before = state;
        for (place, (tile, count)) in state.tiles.iter_mut().enumerate() {
            assert_eq!(tile.index(), place);
            *count = 10 * place as u16;
        }
        assert_eq!((state.tiles.into_array(), before.tiles.into_array()), ([0, 10, 20], [0; 3]));
        assert_ne!(state, before);
        let hash = |value: &dyn Fn(&mut std::hash::DefaultHasher)| {
            let mut hasher = std::hash::DefaultHasher::new();
            value(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&|hasher| state.tiles.hash(hasher)), hash(&|hasher| [0_u16, 10, 20].hash(hasher)));
    }

    #[test]
    fn values_are_mapped_in_order() {
        let words = ByTile::from_fn(|tile| tile.word().to_owned());
        let lengths = words.clone().map(|word| word.len() as u8);
        assert_eq!(lengths.as_slice(), [4, 6, 10]);
        assert_eq!((lengths.sum::<u32>(), lengths.values().max()), (20, Some(&10)));
        let places = words.map_with_key(|tile, word| (tile.index(), word.len()));
        assert_eq!(places[Tile::Indigo], (1, 6));
        assert_eq!(ByTile::filled(7).into_iter().sum::<i32>(), 21);
        assert_eq!(format!("{lengths:?}"), "{Corn: 4, Indigo: 6, Quarry: 10}");
    }

    #[test]
    fn constants_are_read() {
        const COSTS: ByTile<u8> = ByKey::new([1, 2, 3]);
        const COST: u8 = COSTS.array()[Tile::Quarry.index()];
        assert_eq!((COST, COSTS[Tile::Indigo]), (3, 2));
    }

    #[test]
    fn seats_are_keys() {
        let mut money = ByKey::<Seat, u16>::default();
        money[Seat::new(2)] += 5;
        assert_eq!(money.as_slice(), [0, 0, 5, 0, 0, 0]);
    }

    #[test]
    fn tables_must_be_complete() {
        let json = |value| parse_json::<ByTile<u8>>("x", &value).map_err(|error| error.to_string());
        assert_eq!(json(json!({ "the quarry": 3, "indigo": 2, "corn": 1 })), Ok(ByKey::new([1, 2, 3])));
        assert_eq!(serde_json::to_value(ByTile::new([1, 2, 3])).unwrap()["the quarry"], 3);
        for (value, refusal) in [
            (
                json!({ "the_quarry": 3, "corn": 1 }),
                "x: indigo: found nothing; allowed: a value (it has no default)",
            ),
            (
                json!({ "corn": 1, "indgo": 1 }),
                "x: indgo: found \"indgo\"; allowed: corn, indigo, the quarry (did you mean indigo?)",
            ),
            (json!({ "corn": -1 }), "x: corn: found -1; allowed: a whole number from 0 to 255"),
            (json!([1]), "x: found a list; allowed: a table of corn, indigo, the quarry"),
            (json!({ "the quarry": 3, "the_quarry": 3 }), "x: the quarry: found two values; allowed: one"),
        ] {
            assert_eq!(json(value).unwrap_err(), refusal);
        }
        let table: ByTile<u8> = parse_toml("x", "the_quarry = 3\nindigo = 2\ncorn = 1").unwrap();
        assert_eq!(table.into_array(), [1, 2, 3]);
    }
}
