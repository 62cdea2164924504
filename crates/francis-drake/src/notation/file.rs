//! The form of position files and views (rules page 13.3, 13.4), by which they are written and read, and boards are
//! drawn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tradewinds_game::kit::present;

use crate::words::{Commodity, Decision, Destination, Disc, GalleonTile, Look, Stone, Stop};

/// A position file, or the view of a seat, in which tiles and discs that it does not know are `null`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PositionFile {
    pub game: String,
    pub dataset: String,
    pub rules: BTreeMap<String, bool>,
    pub voyage: u32,
    pub decision: DecisionFile,
    pub start: Vec<u32>,
    pub street: Vec<Stop>,
    pub galleon_tiles: BTreeMap<Destination, GalleonTile>,
    pub outbound: Vec<u32>,
    pub homebound: Vec<u32>,
    pub troop_tiles: BTreeMap<Destination, Option<u32>>,
    pub frigate_tiles: BTreeMap<Destination, Option<u32>>,
    pub face_up: Vec<Destination>,
    // `null` is a value of its own; the field is required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    pub informer: Option<InformerFile>,
    pub players: Vec<PlayerFile>,
}

/// What the informer's owner has looked at, in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct InformerFile {
    pub kind: Look,
    pub destination: Destination,
}

/// The decision of a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct DecisionFile {
    pub step: Decision,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub destination: Option<Destination>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Look>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub first: Option<Destination>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
}

/// A player in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PlayerFile {
    pub vp: u32,
    pub crew: u32,
    pub guns: u32,
    pub barrels: u32,
    pub trade_goods: u32,
    pub stops: Vec<Stop>,
    pub ghost_ship: bool,
    pub investor_tile: bool,
    pub missions: BTreeMap<Destination, Option<Disc>>,
    pub attacks: Vec<Destination>,
    pub trades: BTreeMap<Destination, Commodity>,
    pub goods: BTreeMap<Commodity, u32>,
    pub chest: BTreeMap<Stone, u32>,
}
