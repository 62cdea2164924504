//! The form of position files and views (rules page 14.3), by which they are written and read, and boards are drawn.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use tradewinds_game::kit::{Key, Word, present, read_word, write_word};

use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot, TileId};

/// Named values, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<K, V>(pub Vec<(K, V)>);

impl<K, V> Named<K, V> {
    /// Lists the names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Returns the value of a name.
    pub fn get(&self, key: K) -> Option<&V>
    where
        K: PartialEq,
    {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

impl<K: Serialize, V: Serialize> Serialize for Named<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

/// Returns whether a field has its default, with which it is left out.
fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

impl<K, V> Default for Named<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Named<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = Named<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or(0));
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }

        from.deserialize_map(Entries(PhantomData))
    }
}

/// The target of an expedition: a region's number or `DECK`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Target(pub(crate) u8);

impl Key for Target {
    const COUNT: usize = Region::COUNT + 1;

    type Array<T> = [T; Region::COUNT + 1];
    type Mask = u16;

    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < <Self as Key>::COUNT).then_some(Self(index as u8))
    }
}

impl Word for Target {
    const WORDS: &'static [&'static str] = &{
        let mut words = ["deck"; Region::COUNT + 1];
        let mut region = 0;
        while region < Region::COUNT {
            words[region] = Region::WORDS[region];
            region += 1;
        }
        words
    };
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_word(*self, to)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_word(from)
    }
}

/// The kind of a conflict.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConflictKind {
    /// In one region.
    Battle,
    /// In all regions.
    War,
}

/// A position file, or a view, in which what no seat knows is `null`. What is 0, empty or nobody is left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PositionFile {
    pub game: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Map<String, Value>,
    pub turn: u32,
    #[serde(rename = "step")]
    pub decision: Decision,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u32>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub auction: Option<AuctionFile>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub expedition: Option<ExpeditionFile>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub conflict: Option<ConflictFile>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub initiative_box: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dock: Vec<(u32, Figure)>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub dock_x: Option<u32>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub dock_y: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub goods_box: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub capital_box: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub warfare_box: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub specialists_box: Named<Slot, u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ship_in_box: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub university_used: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tiles: Named<Region, Option<TileId>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tiles_seen: Vec<Region>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub region_goods: Vec<Region>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub market: Named<Good, u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub offer: Vec<Building>,
    // `null` is a value of its own; the fields are required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    pub building_stacks: Option<Vec<Option<Vec<Building>>>>,
    #[serde(deserialize_with = "Option::deserialize")]
    pub deck: Option<Vec<CardId>>,
    pub players: Vec<PlayerFile>,
}

/// The auction of the turn order in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct AuctionFile {
    pub bids: Vec<u32>,
    pub passed: Vec<u32>,
}

/// The expedition that is being put together in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct ExpeditionFile {
    pub target: Target,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub soldiers: Option<u32>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub captains: Option<u32>,
}

/// The conflict that is being fought in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct ConflictFile {
    pub kind: ConflictKind,
    pub opponent: u32,
    pub region: Region,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub soldiers_killed: Option<u32>,
}

/// A player in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PlayerFile {
    #[serde(default, skip_serializing_if = "is_default")]
    pub money: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand: Named<Figure, u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shipping: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub discovery: DiscoveryFile,
    #[serde(default, skip_serializing_if = "is_default")]
    pub units: Named<Region, (u32, u32)>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub goods: Named<Good, u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ships: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub buildings: Vec<Building>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tiles: Vec<TileId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cards: Vec<CardId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub region_vp: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn_vp: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub economy: u32,
}

/// The figures of a player in Discovery, in a position file.
#[derive(Serialize, Deserialize, PartialEq, Eq, Default)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct DiscoveryFile {
    #[serde(default, skip_serializing_if = "is_default")]
    pub captain: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub soldier: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub other: u32,
}
