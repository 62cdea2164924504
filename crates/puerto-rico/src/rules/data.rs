//! The game's data, `data.toml` with variants laid over it, and the rules made from it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Effects, Rules, ships_for};
use crate::limits::{MAX_COUNT, MAX_PAID, MAX_PRICE, MAX_QUARRIES, MAX_SHIPS, MAX_TILES};
use crate::staff::Staff;
use crate::words::{Building, Good, Role, Tile};
use tradewinds_game::kit::{ByKey, Fields, KeySet};
use tradewinds_game::{InputError, Ranges, Variant, overlaid};

/// The text of `data.toml`.
pub(crate) const DATA: &str = include_str!("../../data.toml");
/// What a variant may set of it.
pub(crate) static RANGES: Ranges = Ranges::new(DATA, include_str!("../../ranges.toml"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    rules: RulesData,
    effect: Effects,
    price: ByKey<Good, u8>,
    setup: BTreeMap<String, Setup>,
    building: ByKey<Building, BuildingData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesData {
    mayor_privilege_optional: bool,
    free_colonist_optional: bool,
    optional_privileges: bool,
    unused_role_doubloons: u8,
    prospector_doubloons: u8,
    builder_discount: u8,
    trader_bonus: u8,
    captain_bonus: u8,
    trading_house_spaces: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    doubloons: u8,
    corn_handicap: u8,
    handicap: Vec<u8>,
    start_tiles: Vec<String>,
    victory_points: u8,
    colonists: u8,
    colonists_on_ship: u8,
    cargo_ships: Vec<u8>,
    prospectors: u8,
    picks: u8,
    face_up: u8,
    quarries: u8,
    plantations: ByKey<Good, u8>,
    goods: ByKey<Good, u8>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildingData {
    cost: u8,
    vp: u8,
    column: u8,
    circles: u8,
    spaces: u8,
    copies: u8,
    copies_two_players: u8,
}

impl BuildingData {
    fn copies_for(self, players: usize) -> u8 {
        if players == 2 { self.copies_two_players } else { self.copies }
    }

    fn check(self, building: Building, players: usize) -> Result<(), InputError> {
        let spaces = building.spaces();
        let limits = [
            ("cost", self.cost, 0..=MAX_PRICE as u8),
            ("vp", self.vp, 0..=50),
            ("column", self.column, 0..=MAX_QUARRIES),
            ("circles", self.circles, 1..=Staff::max(building.index())),
            ("spaces", self.spaces, spaces..=spaces),
            ("copies", self.copies_for(players), 0..=5),
        ];
        Fields::DATA.limits(format_args!("building.{}.", building.key()), limits)
    }
}

impl Rules {
    /// Makes the rules for `players` from the data with variants laid over it; `named` are the rules that
    /// the position file names.
    pub(crate) fn new(
        players: usize,
        named: Vec<&'static str>,
        overlays: &[Variant],
    ) -> Result<Self, InputError> {
        let data: Data = overlaid(DATA, overlays)?;
        let Some(setup) = data.setup.get(&players.to_string()) else {
            return Err(InputError::new("puerto-rico", "players", players.to_string(), "2 to 5"));
        };
        check_setup(players, setup)?;
        let mut start = Vec::new();
        for (word, &handicap) in setup.start_tiles.iter().zip(&setup.handicap) {
            let good: Good = Fields::DATA.word(format_args!("setup.{players}.start_tiles"), word)?;
            let tile = good.tile();
            let of_corn = if tile == Tile::Corn { setup.corn_handicap } else { 0 };
            let less = u16::from(of_corn) + u16::from(handicap);
            let key = if handicap > 0 { "handicap" } else { "corn_handicap" };
            Fields::DATA.within(format_args!("setup.{players}.{key}"), less, 0..=setup.doubloons.into())?;
            start.push((tile, setup.doubloons - less as u8));
        }
        for (good, &found) in setup.plantations.iter() {
            let needed = start.iter().filter(|(tile, _)| *tile == good.tile()).count();
            if usize::from(found) < needed {
                let field = format_args!("setup.{players}.plantations.{good}");
                let allowed = format_args!("{needed} or more, the start tiles");
                return Err(Fields::DATA.refuse(field, found, allowed));
            }
        }
        for (building, entry) in data.building.iter() {
            entry.check(building, players)?;
        }
        let tiles = |tile: Tile| tile.good().map_or(setup.quarries, |good| setup.plantations[good]);
        let role_count = Role::WITHOUT_PROSPECTORS as u8 + setup.prospectors;
        let mut rules = Self {
            players,
            named,
            block: RANGES.declared().block(players, overlays),
            mayor_privilege_optional: data.rules.mayor_privilege_optional,
            free_colonist_optional: data.rules.free_colonist_optional,
            optional_privileges: data.rules.optional_privileges,
            unused_role_doubloons: data.rules.unused_role_doubloons,
            prospector_doubloons: data.rules.prospector_doubloons,
            trader_bonus: data.rules.trader_bonus,
            captain_bonus: data.rules.captain_bonus,
            trading_house_spaces: data.rules.trading_house_spaces,
            effects: data.effect,
            picks: setup.picks,
            roles: KeySet::lowest(role_count.into()),
            role_count,
            start,
            victory_points: i16::from(setup.victory_points),
            colonists: setup.colonists + setup.colonists_on_ship,
            colonists_on_ship: setup.colonists_on_ship,
            ships: setup.cargo_ships.clone(),
            spaces: std::array::from_fn(|ship| setup.cargo_ships.get(ship).copied().unwrap_or(0)),
            ships_for: std::array::from_fn(|empty| {
                std::array::from_fn(|held| ships_for(&setup.cargo_ships, empty as u8, held as u8))
            }),
            row: setup.face_up,
            tiles: ByKey::from_fn(tiles),
            goods: setup.goods,
            prices: data.price,
            cost: data.building.map(|entry| entry.cost),
            vp: data.building.map(|entry| entry.vp),
            column: data.building.map(|entry| entry.column),
            circles: data.building.map(|entry| entry.circles),
            copies: data.building.map(|entry| entry.copies_for(players)),
            builder_discount: data.rules.builder_discount,
            affordable: [[[KeySet::EMPTY; MAX_PRICE + 1]; MAX_COUNT as usize + 1]; 2],
        };
        rules.check_effects(&data.rules)?;
        rules.check_payments()?;
        rules.fill_affordable();
        Ok(rules)
    }

    fn check_effects(&self, data: &RulesData) -> Result<(), InputError> {
        Fields::DATA.limits(
            "",
            [
                ("rules.trading_house_spaces", data.trading_house_spaces, 1..=10),
                ("rules.unused_role_doubloons", data.unused_role_doubloons, 0..=10),
                ("rules.builder_discount", data.builder_discount, 0..=10),
                ("effect.small_warehouse", self.effects.small_warehouse, 0..=2),
                ("effect.large_warehouse", self.effects.large_warehouse, 0..=2),
                ("effect.fortress_colonists", self.effects.fortress_colonists, 1..=100),
                ("effect.customs_house_vp", self.effects.customs_house_vp, 1..=100),
            ],
        )
    }

    /// Checks what is paid in doubloons and VP: a payment is added up in a byte.
    fn check_payments(&self) -> Result<(), InputError> {
        let prices = self.prices.iter().map(|(good, &price)| (good.word(), price, 0..=MAX_PAID));
        Fields::DATA.limits("price.", prices)?;
        let payments = [
            ("rules.prospector_doubloons", self.prospector_doubloons),
            ("rules.trader_bonus", self.trader_bonus),
            ("rules.captain_bonus", self.captain_bonus),
            ("effect.small_market", self.effects.small_market),
            ("effect.large_market", self.effects.large_market),
            ("effect.harbor", self.effects.harbor),
            ("effect.factory (most)", self.effects.factory.into_iter().max().unwrap_or(0)),
        ];
        Fields::DATA.limits("", payments.map(|(name, paid)| (name, paid, 0..=MAX_PAID)))
    }
}

/// Checks the limits of the packed state.
fn check_setup(players: usize, setup: &Setup) -> Result<(), InputError> {
    let colonists = u32::from(setup.colonists) + u32::from(setup.colonists_on_ship);
    let roles = Role::WITHOUT_PROSPECTORS as u32 + u32::from(setup.prospectors);
    let most = |counts: &[u8]| u32::from(counts.iter().copied().max().unwrap_or(0));
    let fewest = |counts: &[u8]| u32::from(counts.iter().copied().min().unwrap_or(0));
    let (start_tiles, row) = (players as u32, u32::from(setup.face_up));
    let max = u32::from(MAX_COUNT);
    let limits = [
        ("start_tiles (how many)", setup.start_tiles.len() as u32, start_tiles..=start_tiles),
        ("handicap (how many)", setup.handicap.len() as u32, start_tiles..=start_tiles),
        ("cargo_ships (how many)", setup.cargo_ships.len() as u32, 1..=MAX_SHIPS as u32),
        ("cargo_ships (fewest spaces)", fewest(&setup.cargo_ships), 1..=11),
        ("cargo_ships (most spaces)", most(&setup.cargo_ships), 1..=11),
        ("prospectors", setup.prospectors.into(), 0..=2),
        ("picks", setup.picks.into(), 1..=roles.min(6)),
        ("goods (most of a kind)", most(setup.goods.as_slice()), 0..=max),
        ("plantations (most of a kind)", most(setup.plantations.as_slice()), 1..=max),
        ("plantations (all)", setup.plantations.sum(), start_tiles + row..=MAX_TILES as u32),
        ("quarries", setup.quarries.into(), 0..=max),
        ("colonists (with the ship's)", colonists, 1..=200),
        ("face_up", row, 1..=max),
        ("victory_points", setup.victory_points.into(), 1..=255),
    ];
    Fields::DATA.limits(format_args!("setup.{players}."), limits)?;
    if !setup.cargo_ships.is_sorted_by(|a, b| a < b) {
        let field = format_args!("setup.{players}.cargo_ships");
        let found = format_args!("{:?}", setup.cargo_ships);
        return Err(Fields::DATA.refuse(field, found, "different sizes in ascending order"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_numbers_are_refused() {
        for (set, part) in [
            ("\"building.factory.cost\" = -1", "building.factory.cost"),
            ("\"building.factory.cost\" = 99", "allowed: 0 to 31"),
            ("\"building.wharf.circles\" = 2", "building.wharf.circles"),
            ("\"setup.4.corn_handicap\" = 4", "corn_handicap"),
            ("\"setup.4.handicap\" = [0, 4, 0, 0]", "setup.4.handicap: found 4; allowed: 0 to 3"),
            ("\"setup.4.handicap\" = [0, 0, 1]", "setup.4.handicap (how many): found 3"),
            ("\"effect.fortress_colonists\" = 0", "effect.fortress_colonists"),
            ("\"setup.4.cargo_ships\" = [0, 4]", "cargo_ships (fewest spaces): found 0"),
            ("\"setup.4.victory_points\" = 0", "setup.4.victory_points: found 0"),
            ("\"price.coffee\" = 255", "price.coffee: found 255; allowed: 0 to 50"),
            ("\"effect.factory\" = [0, 0, 1, 2, 3, 51]", "effect.factory (most): found 51"),
            ("\"setup.4.plantations.corn\" = 1", "setup.4.plantations.corn: found 1; allowed: 2 or more"),
        ] {
            let text = format!("name = \"v\"\ngame = \"puerto-rico\"\n[set]\n{set}");
            let variant = Variant::parse("v.toml", &text, "puerto-rico").unwrap();
            let error = Rules::new(4, Vec::new(), &[variant]).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
