//! The fields of a position file (rules page 14.3).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use tradewinds_game::kit::{Key, Word, present, read_word};

use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot, TileId};

/// Named values, in the order of the file.
pub(crate) struct Named<K, V>(pub(crate) Vec<(K, V)>);

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
pub(crate) struct Target(pub(crate) u8);

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

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_word(from)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ConflictKind {
    Battle,
    War,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionFile {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) options: Map<String, Value>,
    pub(crate) turn: u32,
    #[serde(rename = "step")]
    pub(crate) decision: Decision,
    #[serde(default, deserialize_with = "present")]
    pub(crate) to_move: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) order: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) auction: Option<AuctionFile>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) expedition: Option<ExpeditionFile>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) conflict: Option<ConflictFile>,
    #[serde(default)]
    pub(crate) initiative_box: Vec<u32>,
    #[serde(default)]
    pub(crate) dock: Vec<(u32, Figure)>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) dock_x: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) dock_y: Option<u32>,
    #[serde(default)]
    pub(crate) goods_box: Vec<u32>,
    #[serde(default)]
    pub(crate) capital_box: Vec<u32>,
    #[serde(default)]
    pub(crate) warfare_box: Vec<u32>,
    #[serde(default)]
    pub(crate) specialists_box: Named<Slot, u32>,
    #[serde(default)]
    pub(crate) ship_in_box: bool,
    #[serde(default)]
    pub(crate) university_used: bool,
    #[serde(default)]
    pub(crate) tiles: Named<Region, Option<TileId>>,
    #[serde(default)]
    pub(crate) tiles_seen: Vec<Region>,
    #[serde(default)]
    pub(crate) region_goods: Vec<Region>,
    #[serde(default)]
    pub(crate) market: Named<Good, u32>,
    #[serde(default)]
    pub(crate) offer: Vec<Building>,
    // `null` is a value of its own; the fields are required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) building_stacks: Option<Vec<Option<Vec<Building>>>>,
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) deck: Option<Vec<CardId>>,
    pub(crate) players: Vec<PlayerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuctionFile {
    pub(crate) bids: Vec<u32>,
    pub(crate) passed: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExpeditionFile {
    pub(crate) target: Target,
    #[serde(default, deserialize_with = "present")]
    pub(crate) soldiers: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) captains: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConflictFile {
    pub(crate) kind: ConflictKind,
    pub(crate) opponent: u32,
    pub(crate) region: Region,
    #[serde(default, deserialize_with = "present")]
    pub(crate) soldiers_killed: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerFile {
    #[serde(default)]
    pub(crate) money: u32,
    #[serde(default)]
    pub(crate) hand: Named<Figure, u32>,
    #[serde(default)]
    pub(crate) shipping: u32,
    #[serde(default)]
    pub(crate) discovery: DiscoveryFile,
    #[serde(default)]
    pub(crate) units: Named<Region, (u32, u32)>,
    #[serde(default)]
    pub(crate) goods: Named<Good, u32>,
    #[serde(default)]
    pub(crate) ships: u32,
    #[serde(default)]
    pub(crate) buildings: Vec<Building>,
    #[serde(default)]
    pub(crate) tiles: Vec<TileId>,
    #[serde(default)]
    pub(crate) cards: Vec<CardId>,
    #[serde(default)]
    pub(crate) region_vp: Vec<u32>,
    #[serde(default)]
    pub(crate) turn_vp: u32,
    #[serde(default)]
    pub(crate) economy: u32,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscoveryFile {
    #[serde(default)]
    pub(crate) captain: u32,
    #[serde(default)]
    pub(crate) soldier: u32,
    #[serde(default)]
    pub(crate) other: u32,
}
