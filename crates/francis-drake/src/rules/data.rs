//! The form of `data.toml` (rules page, appendix A).

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::items::Items;
use crate::limits::{FORTS, GALLEONS};
use crate::words::{Commodity, DestinationKind, Stone};
use tradewinds_game::kit::ByKey;
use tradewinds_game::ranges::Ranges;

/// The text of the data file.
pub(crate) const DATA: &str = include_str!("../../data.toml");
/// What a variant may set, beside it.
pub(crate) static RANGES: Ranges = Ranges::new(DATA, include_str!("../../ranges.toml"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Data {
    pub(super) schema: u32,
    pub(super) dataset: String,
    pub(super) start_vp: u8,
    pub(super) player_discs: u8,
    pub(super) max_range: u8,
    pub(super) investor_cost: u8,
    pub(super) first_voyage_last_player_guns: u8,
    pub(super) conquest_vp: [u8; 4],
    pub(super) hero_bonus: [u8; 2],
    pub(super) goods_set_vp: [u8; 5],
    pub(super) frigate_tiles: [u8; GALLEONS],
    pub(super) troop_tiles: [u8; FORTS],
    pub(super) tavern_crew: [u8; 7],
    pub(super) tavern_ghost_up_to: u8,
    pub(super) tavern_first_visitor_bonus: u8,
    pub(super) successes_per_attack_destination: u8,
    pub(super) printed_order: Vec<String>,
    /// Reasons for numbers that stand alone.
    #[serde(rename = "reconstructed")]
    pub(super) _reconstructed: BTreeMap<String, String>,
    pub(super) treasure_vp: ByKey<Stone, u8>,
    pub(super) pools: PoolData,
    pub(super) flags: Flags,
    pub(super) locations: BTreeMap<String, LocationData>,
    pub(super) galleon_tiles: BTreeMap<String, GalleonTileData>,
    pub(super) destinations: BTreeMap<String, DestinationData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolData {
    pub(super) crew: u8,
    pub(super) guns: u8,
    pub(super) barrels: u8,
    pub(super) trade_goods: u8,
    pub(super) gold: u8,
    pub(super) silver: u8,
    pub(super) jewels: u8,
    pub(super) indigo: u8,
    pub(super) sugar: u8,
    pub(super) coffee: u8,
    pub(super) tobacco: u8,
    pub(super) pinnaces: u8,
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
    /// R8.
    pub(crate) ghost_by_die: bool,
    /// R11.
    pub(crate) return_after_all: bool,
    /// R27.
    pub(crate) printed_street: bool,
}

impl Flags {
    /// The names of the flags.
    pub(super) const NAMES: [&'static str; 7] = [
        "pools_limited",
        "commit_after_reveal",
        "hero_bonus_by_dock",
        "fewer_first_in_random_layout",
        "ghost_by_die",
        "return_after_all",
        "printed_street",
    ];

    /// Returns the values in the order of the names.
    pub(super) const fn values(&self) -> [bool; 7] {
        [
            self.pools_limited,
            self.commit_after_reveal,
            self.hero_bonus_by_dock,
            self.fewer_first_in_random_layout,
            self.ghost_by_die,
            self.return_after_all,
            self.printed_street,
        ]
    }

    /// Returns the flag of a name.
    pub(super) fn by_name(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "pools_limited" => Some(&mut self.pools_limited),
            "commit_after_reveal" => Some(&mut self.commit_after_reveal),
            "hero_bonus_by_dock" => Some(&mut self.hero_bonus_by_dock),
            "fewer_first_in_random_layout" => Some(&mut self.fewer_first_in_random_layout),
            "ghost_by_die" => Some(&mut self.ghost_by_die),
            "return_after_all" => Some(&mut self.return_after_all),
            "printed_street" => Some(&mut self.printed_street),
            _ => None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationData {
    /// Items of the circles by the number of players.
    pub(super) circles: Option<BTreeMap<String, Vec<u8>>>,
    /// The content of the circles.
    pub(super) item: Option<ItemWord>,
    /// The number of players that may stop here; 0 means all.
    pub(super) visitors: Option<u8>,
    /// Discs of one stop.
    #[serde(default = "one")]
    pub(super) discs: u8,
    #[serde(default)]
    pub(super) gain: Gain,
    #[serde(default)]
    pub(super) first_bonus: Gain,
    #[serde(default)]
    pub(super) choice: Vec<Gain>,
    #[serde(default)]
    pub(super) galleon: bool,
    #[serde(default)]
    pub(super) pinnace: bool,
    #[serde(rename = "reconstructed")]
    pub(super) _reconstructed: Option<String>,
}

const fn one() -> u8 {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ItemWord {
    Crew,
    Guns,
    Barrels,
    TradeGoods,
}

/// The gain of a stop.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Gain {
    pub(super) crew: u8,
    pub(super) guns: u8,
    pub(super) barrels: u8,
    pub(super) trade_goods: u8,
    /// 1: an own galleon.
    pub(super) galleon: u8,
}

impl Gain {
    pub(super) fn items(self) -> Items {
        Items::new(self.crew.into(), self.guns.into(), self.barrels.into(), self.trade_goods.into())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GalleonTileData {
    pub(super) guns: u8,
    pub(super) vp: u8,
    #[serde(rename = "reconstructed")]
    pub(super) _reconstructed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DestinationData {
    #[serde(rename = "name")]
    pub(super) _name: String,
    #[serde(rename = "type")]
    pub(super) kind: DestinationKind,
    pub(super) zone: u8,
    pub(super) circles: u8,
    #[serde(default)]
    pub(super) troops: u8,
    #[serde(default)]
    pub(super) guns: u8,
    #[serde(default)]
    pub(super) vp: u8,
    pub(super) treasure: Option<Stone>,
    #[serde(default)]
    pub(super) goods: Vec<Commodity>,
    #[serde(rename = "reconstructed")]
    pub(super) _reconstructed: Option<String>,
}
