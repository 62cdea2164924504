//! The form of `data.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use tradewinds_game::kit::ByKey;
use tradewinds_game::ranges::Ranges;

use crate::limits::SET_SIZES;
use crate::words::{Ability, Class, Event, Kind};

/// The game's data; a variant changes numbers in it.
pub(crate) const DATA: &str = include_str!("../../data.toml");
/// What a variant may set, beside it.
pub(crate) static RANGES: Ranges = Ranges::new(DATA, include_str!("../../ranges.toml"));

/// `data.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Data {
    pub(super) development_order: Vec<String>,
    pub(super) rules: Flags,
    pub(super) setup: Setup,
    pub(super) trade: Trade,
    pub(super) end: End,
    pub(super) resource: BTreeMap<String, ResourceData>,
    pub(super) access: Access,
    pub(super) payout: Payout,
    pub(super) effect: Effect,
    pub(super) development: BTreeMap<String, DevelopmentData>,
}

/// Readings of the rules other than ours.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flags {
    /// Whether a combination that can be made has to be made (J1).
    pub(crate) combinations_required: bool,
    /// Whether a third take between the same two players is barred even if nobody else has open cards (J12).
    pub(crate) third_take_barred: bool,
}

/// Each player's possessions at the start, and the cards dealt in each round.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub(crate) start_money: u16,
    pub(crate) dealt: u8,
}

/// The sizes of offers that the Trade Master may announce.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trade {
    pub(crate) fewest_offered: u8,
    pub(crate) most_offered: u8,
}

/// The doubloons that end the game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    pub(crate) money: u16,
}

/// A type of resource card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResourceData {
    pub(super) copies: u8,
    pub(super) value: u8,
}

/// Queue positions open to a set, by class and size (4.4.2).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Access {
    pub(super) common: [u8; SET_SIZES],
    pub(super) uncommon: [u8; SET_SIZES],
    pub(super) rare: [u8; SET_SIZES],
    pub(super) storm: u8,
}

/// Doubloons for combinations, by the number of their cards.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Payout {
    pub(crate) different: [u16; 6],
    pub(crate) natives: [u16; 6],
    pub(crate) relics: [u16; 5],
}

/// Numbers of single development cards.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Effect {
    pub(crate) valdivia_sum: u8,
    pub(crate) orellana_bonus: u16,
    pub(crate) coronado_cost: u16,
    pub(crate) sergio_cost: u16,
    pub(crate) buron_income: u16,
    pub(crate) estefano_bonus: u16,
    #[serde(deserialize_with = "by_class")]
    pub(crate) vicente_cash: ByKey<Class, u16>,
    pub(crate) trading_post_income: u16,
    pub(crate) shipyard_income: u16,
}

/// A development card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DevelopmentData {
    pub(super) name: String,
    pub(super) kind: Kind,
    #[serde(default)]
    pub(super) value: u8,
    pub(super) class: Option<Class>,
    #[serde(default)]
    pub(super) slots: u8,
    pub(super) ability: Option<Ability>,
    pub(super) income: u8,
    pub(super) icon: Event,
    pub(super) min_players: usize,
    pub(super) copies: u8,
    #[serde(default)]
    pub(super) promo: bool,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

/// Reads a list with a number for each class.
fn by_class<'de, D: Deserializer<'de>>(from: D) -> Result<ByKey<Class, u16>, D::Error> {
    <[u16; Class::COUNT]>::deserialize(from).map(ByKey::new)
}
