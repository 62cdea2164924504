//! The form of position files and views (rules page 13.3), by which they are written and read, and boards are drawn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tradewinds_game::kit::present;

use crate::words::{Building, Decision, Good, Offer, Tile};

/// Counts by name; those of 0 are left out.
pub type Named<K> = BTreeMap<K, u32>;

/// A position file. In a view the order of the face-down tiles is unknown.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PositionFile {
    pub game: String,
    pub rules: Vec<String>,
    pub round: u32,
    pub picked: Vec<String>,
    pub role_doubloons: Named<String>,
    pub step: StepFile,
    pub colonist_ship: u32,
    pub colonist_shortage: bool,
    pub ships: BTreeMap<String, Named<Good>>,
    pub trading_house: Named<Good>,
    pub face_up: Named<Good>,
    pub discards: Named<Good>,
    // `null` is a value of its own; the field is required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    pub deck: Option<Vec<Good>>,
    pub players: Vec<PlayerFile>,
}

/// A player in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PlayerFile {
    pub doubloons: u32,
    pub vp: u32,
    pub goods: Named<Good>,
    pub tiles: Named<Tile>,
    pub occupied: Named<Tile>,
    pub buildings: Named<Building>,
    pub san_juan: u32,
}

/// The decision point of a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct StepFile {
    pub decision: Decision,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub player: Option<u32>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub building: Option<Building>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub wharf_used: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub passed: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub captain_loaded: Option<bool>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub kinds: Option<u32>,
}

/// The fields that an offer has besides the player and what is offered.
const fn fields_of(offer: Offer) -> &'static [&'static str] {
    match offer {
        Offer::Colonists | Offer::Goods => &["passed"],
        Offer::FactoryMoney => &["passed", "kinds"],
        Offer::CaptainPoint | Offer::HarborPoint => &["wharf_used", "passed", "captain_loaded"],
        Offer::TraderMoney | Offer::SmallMarketMoney | Offer::LargeMarketMoney | Offer::ProspectorMoney => {
            &[]
        }
    }
}

/// Returns whether a decision point has a field.
pub(super) fn wants(decision: Decision, offer: Option<Offer>, field: &str) -> bool {
    match decision {
        Decision::Role | Decision::MayorBonus | Decision::CraftBonus | Decision::Over => false,
        Decision::Hospice => matches!(field, "player" | "tile"),
        Decision::Place => matches!(field, "player" | "slot"),
        Decision::University => matches!(field, "player" | "building"),
        Decision::Load => matches!(field, "player" | "wharf_used" | "passed" | "captain_loaded"),
        Decision::Offer => {
            matches!(field, "player" | "offer")
                || offer.is_some_and(|offer| fields_of(offer).contains(&field))
        }
        _ => field == "player",
    }
}
