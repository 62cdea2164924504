//! The form of `data.toml` (rules page, appendix A).

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::items::Items;
use crate::limits::{FORTS, GALLEONS};

/// The text of the data file.
pub(crate) const DATA: &str = include_str!("../../data.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Data {
    pub(crate) schema: u32,
    pub(crate) dataset: String,
    pub(crate) start_vp: u8,
    pub(crate) player_discs: u8,
    pub(crate) max_range: u8,
    pub(crate) investor_cost: u8,
    pub(crate) first_voyage_last_player_guns: u8,
    pub(crate) conquest_vp: [u8; 4],
    pub(crate) hero_bonus: [u8; 2],
    pub(crate) goods_set_vp: [u8; 5],
    pub(crate) frigate_tiles: [u8; GALLEONS],
    pub(crate) troop_tiles: [u8; FORTS],
    pub(crate) tavern_crew: [u8; 7],
    pub(crate) tavern_ghost_up_to: u8,
    pub(crate) tavern_first_visitor_bonus: u8,
    pub(crate) successes_per_attack_destination: u8,
    pub(crate) printed_order: Vec<String>,
    /// Reasons for numbers that stand alone.
    #[serde(rename = "reconstructed")]
    pub(crate) _reconstructed: BTreeMap<String, String>,
    pub(crate) treasure_vp: StoneData,
    pub(crate) pools: PoolData,
    pub(crate) flags: Flags,
    pub(crate) locations: BTreeMap<String, LocationData>,
    pub(crate) galleon_tiles: BTreeMap<String, GalleonTileData>,
    pub(crate) destinations: BTreeMap<String, DestinationData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoneData {
    pub(crate) gold: u8,
    pub(crate) silver: u8,
    pub(crate) jewel: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PoolData {
    pub(crate) crew: u8,
    pub(crate) guns: u8,
    pub(crate) barrels: u8,
    pub(crate) trade_goods: u8,
    pub(crate) gold: u8,
    pub(crate) silver: u8,
    pub(crate) jewels: u8,
    pub(crate) indigo: u8,
    pub(crate) sugar: u8,
    pub(crate) coffee: u8,
    pub(crate) tobacco: u8,
    pub(crate) pinnaces: u8,
}

/// The rulings that a position file can name (section 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flags {
    /// R1.
    pub(crate) pools_limited: bool,
    /// R15.
    pub(crate) commit_after_reveal: bool,
    /// R7.
    pub(crate) hero_bonus_by_dock: bool,
    /// R21.
    pub(crate) fewer_first_in_random_layout: bool,
}

impl Flags {
    /// The names of the flags.
    pub(crate) const NAMES: [&'static str; 4] =
        ["pools_limited", "commit_after_reveal", "hero_bonus_by_dock", "fewer_first_in_random_layout"];

    /// Returns the values in the order of the names.
    pub(crate) const fn values(&self) -> [bool; 4] {
        [
            self.pools_limited,
            self.commit_after_reveal,
            self.hero_bonus_by_dock,
            self.fewer_first_in_random_layout,
        ]
    }

    /// Returns the flag of a name.
    pub(crate) fn by_name(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "pools_limited" => Some(&mut self.pools_limited),
            "commit_after_reveal" => Some(&mut self.commit_after_reveal),
            "hero_bonus_by_dock" => Some(&mut self.hero_bonus_by_dock),
            "fewer_first_in_random_layout" => Some(&mut self.fewer_first_in_random_layout),
            _ => None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocationData {
    /// Items of the circles by the number of players.
    pub(crate) circles: Option<BTreeMap<String, Vec<u8>>>,
    /// What the circles hold.
    pub(crate) item: Option<ItemWord>,
    /// How many may stop here; 0 is everybody.
    pub(crate) visitors: Option<u8>,
    /// Discs of one stop.
    #[serde(default = "one")]
    pub(crate) discs: u8,
    #[serde(default)]
    pub(crate) gain: Gain,
    #[serde(default)]
    pub(crate) first_bonus: Gain,
    #[serde(default)]
    pub(crate) choice: Vec<Gain>,
    #[serde(default)]
    pub(crate) galleon: bool,
    #[serde(default)]
    pub(crate) pinnace: bool,
    #[serde(rename = "reconstructed")]
    pub(crate) _reconstructed: Option<String>,
}

const fn one() -> u8 {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ItemWord {
    Crew,
    Guns,
    Barrels,
    TradeGoods,
}

/// What a stop gives.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Gain {
    pub(crate) crew: u8,
    pub(crate) guns: u8,
    pub(crate) barrels: u8,
    pub(crate) trade_goods: u8,
    /// 1: an own galleon.
    pub(crate) galleon: u8,
}

impl Gain {
    pub(crate) fn items(self) -> Items {
        Items::new(self.crew.into(), self.guns.into(), self.barrels.into(), self.trade_goods.into())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GalleonTileData {
    pub(crate) guns: u8,
    pub(crate) vp: u8,
    #[serde(rename = "reconstructed")]
    pub(crate) _reconstructed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DestinationData {
    #[serde(rename = "name")]
    pub(crate) _name: String,
    #[serde(rename = "type")]
    pub(crate) kind: crate::words::DestinationKind,
    pub(crate) zone: u8,
    pub(crate) circles: u8,
    #[serde(default)]
    pub(crate) troops: u8,
    #[serde(default)]
    pub(crate) guns: u8,
    #[serde(default)]
    pub(crate) vp: u8,
    pub(crate) treasure: Option<crate::words::Stone>,
    #[serde(default)]
    pub(crate) goods: Vec<crate::words::Commodity>,
    #[serde(rename = "reconstructed")]
    pub(crate) _reconstructed: Option<String>,
}
