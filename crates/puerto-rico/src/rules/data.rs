//! The game's data, `data.toml` with variants laid over it, and the rules made from it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Effects, Rules, ships_for};
use crate::limits::{MAX_COUNT, MAX_PAID, MAX_PRICE, MAX_QUARRIES, MAX_SHIPS, MAX_TILES};
use crate::staff::Staff;
use crate::words::{Building, Good, Role, Tile};
use tradewinds_game::{InputError, Variant, overlaid};

/// The text of `data.toml`.
pub(crate) const DATA: &str = include_str!("../../data.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    rules: RulesData,
    effect: Effects,
    price: ByGoodData,
    setup: BTreeMap<String, Setup>,
    building: BTreeMap<String, BuildingData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesData {
    mayor_privilege_optional: bool,
    free_colonist_optional: bool,
    unused_role_doubloons: u8,
    prospector_doubloons: u8,
    builder_discount: u8,
    trader_bonus: u8,
    captain_bonus: u8,
    trading_house_spaces: u8,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByGoodData {
    corn: u8,
    indigo: u8,
    sugar: u8,
    tobacco: u8,
    coffee: u8,
}

impl From<ByGoodData> for [u8; Good::COUNT] {
    fn from(by: ByGoodData) -> Self {
        [by.corn, by.indigo, by.sugar, by.tobacco, by.coffee]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    doubloons: u8,
    corn_handicap: u8,
    start_tiles: Vec<String>,
    victory_points: u8,
    colonists: u8,
    colonists_on_ship: u8,
    cargo_ships: Vec<u8>,
    prospectors: u8,
    picks: u8,
    face_up: u8,
    quarries: u8,
    plantations: ByGoodData,
    goods: ByGoodData,
}

#[derive(Deserialize)]
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
        for word in &setup.start_tiles {
            let tile = Good::from_word(word).map(Good::tile).ok_or_else(|| {
                let known = Good::ALL.map(Good::word);
                InputError::unknown_name("data.toml", format!("setup.{players}.start_tiles"), word, known)
            })?;
            let less = if tile == Tile::Corn { setup.corn_handicap } else { 0 };
            let doubloons = setup.doubloons.checked_sub(less).ok_or_else(|| {
                let field = format!("setup.{players}.corn_handicap");
                InputError::new("data.toml", field, less.to_string(), format!("0..={}", setup.doubloons))
            })?;
            start.push((tile, doubloons));
        }
        let plantations: [u8; Good::COUNT] = setup.plantations.into();
        for good in Good::ALL {
            let (found, needed) =
                (plantations[good.index()], start.iter().filter(|(tile, _)| *tile == good.tile()).count());
            if usize::from(found) < needed {
                let field = format!("setup.{players}.plantations.{}", good.word());
                let allowed = format!("{needed} or more, the start tiles");
                return Err(InputError::new("data.toml", field, found.to_string(), allowed));
            }
        }
        let mut tiles = [setup.quarries; Tile::COUNT];
        tiles[..Good::COUNT].copy_from_slice(&plantations);
        let role_count = Role::WITHOUT_PROSPECTORS as u8 + setup.prospectors;
        let mut rules = Self {
            players,
            named,
            mayor_privilege_optional: data.rules.mayor_privilege_optional,
            free_colonist_optional: data.rules.free_colonist_optional,
            unused_role_doubloons: data.rules.unused_role_doubloons,
            prospector_doubloons: data.rules.prospector_doubloons,
            trader_bonus: data.rules.trader_bonus,
            captain_bonus: data.rules.captain_bonus,
            trading_house_spaces: data.rules.trading_house_spaces,
            effects: data.effect,
            picks: setup.picks,
            roles: ((1u16 << role_count) - 1) as u8,
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
            tiles,
            goods: setup.goods.into(),
            prices: data.price.into(),
            cost: [0; Building::COUNT],
            vp: [0; Building::COUNT],
            column: [0; Building::COUNT],
            circles: [0; Building::COUNT],
            copies: [0; Building::COUNT],
            builder_discount: data.rules.builder_discount,
            affordable: [[[0; MAX_PRICE + 1]; MAX_QUARRIES as usize + 1]; 2],
        };
        for building in Building::ALL {
            rules.set_building(building, &data)?;
        }
        rules.check_effects(&data.rules)?;
        rules.check_payments()?;
        rules.fill_affordable();
        Ok(rules)
    }

    fn set_building(&mut self, building: Building, data: &Data) -> Result<(), InputError> {
        let (id, key) = (building.index(), building.key());
        let Some(entry) = data.building.get(&key) else {
            return Err(InputError::new("data.toml", format!("building.{key}"), "nothing", "an entry"));
        };
        let spaces = building.spaces();
        let copies = if self.players == 2 { entry.copies_two_players } else { entry.copies };
        let limits = [
            ("cost", entry.cost, 0, MAX_PRICE as u8),
            ("vp", entry.vp, 0, 50),
            ("column", entry.column, 0, MAX_QUARRIES),
            ("circles", entry.circles, 1, Staff::max(id)),
            ("spaces", entry.spaces, spaces, spaces),
            ("copies", copies, 0, 5),
        ];
        for (field, found, low, high) in limits {
            check(format!("building.{key}.{field}"), found.into(), low.into(), high.into())?;
        }
        self.cost[id] = entry.cost;
        self.vp[id] = entry.vp;
        self.column[id] = entry.column;
        self.circles[id] = entry.circles;
        self.copies[id] = copies;
        Ok(())
    }

    fn check_effects(&self, data: &RulesData) -> Result<(), InputError> {
        let limits = [
            ("rules.trading_house_spaces", data.trading_house_spaces, 1, 10),
            ("rules.unused_role_doubloons", data.unused_role_doubloons, 0, 10),
            ("rules.builder_discount", data.builder_discount, 0, 10),
            ("effect.small_warehouse", self.effects.small_warehouse, 0, 2),
            ("effect.large_warehouse", self.effects.large_warehouse, 0, 2),
            ("effect.fortress_colonists", self.effects.fortress_colonists, 1, 100),
            ("effect.customs_house_vp", self.effects.customs_house_vp, 1, 100),
        ];
        for (field, found, low, high) in limits {
            check(field, found.into(), low, high)?;
        }
        Ok(())
    }

    /// Checks what is paid in doubloons and VP: a payment is added up in a byte.
    fn check_payments(&self) -> Result<(), InputError> {
        let prices = Good::ALL.map(|good| (format!("price.{}", good.word()), self.prices[good.index()]));
        let payments = [
            ("rules.prospector_doubloons", self.prospector_doubloons),
            ("rules.trader_bonus", self.trader_bonus),
            ("rules.captain_bonus", self.captain_bonus),
            ("effect.small_market", self.effects.small_market),
            ("effect.large_market", self.effects.large_market),
            ("effect.harbor", self.effects.harbor),
            ("effect.factory (most)", self.effects.factory.into_iter().max().unwrap_or(0)),
        ];
        let payments = payments.map(|(name, found)| (name.to_owned(), found));
        for (field, found) in prices.into_iter().chain(payments) {
            check(field, found.into(), 0, MAX_PAID.into())?;
        }
        Ok(())
    }
}

/// Checks that a number of the data is from `low` to `high`.
fn check(field: impl Into<String>, found: u32, low: u32, high: u32) -> Result<(), InputError> {
    if (low..=high).contains(&found) {
        return Ok(());
    }
    Err(InputError::new("data.toml", field, found.to_string(), format!("{low}..={high}")))
}

/// Checks the limits of the packed state.
fn check_setup(players: usize, setup: &Setup) -> Result<(), InputError> {
    let plantations: [u8; Good::COUNT] = setup.plantations.into();
    let goods: [u8; Good::COUNT] = setup.goods.into();
    let plantations_in_all: u32 = plantations.iter().map(|&count| u32::from(count)).sum();
    let colonists = u32::from(setup.colonists) + u32::from(setup.colonists_on_ship);
    let roles = Role::WITHOUT_PROSPECTORS as u32 + u32::from(setup.prospectors);
    let limits = [
        ("start_tiles (how many)", setup.start_tiles.len() as u32, players as u32, players as u32),
        ("cargo_ships (how many)", setup.cargo_ships.len() as u32, 1, MAX_SHIPS as u32),
        ("cargo_ships (fewest spaces)", u32::from(*setup.cargo_ships.iter().min().unwrap_or(&0)), 1, 11),
        ("cargo_ships (most spaces)", u32::from(*setup.cargo_ships.iter().max().unwrap_or(&0)), 1, 11),
        ("prospectors", u32::from(setup.prospectors), 0, 2),
        ("picks", u32::from(setup.picks), 1, roles.min(6)),
        ("goods (most of a kind)", u32::from(*goods.iter().max().unwrap_or(&0)), 0, MAX_COUNT.into()),
        (
            "plantations (most of a kind)",
            u32::from(*plantations.iter().max().unwrap_or(&0)),
            1,
            MAX_COUNT.into(),
        ),
        (
            "plantations (all)",
            plantations_in_all,
            players as u32 + u32::from(setup.face_up),
            MAX_TILES as u32,
        ),
        ("quarries", u32::from(setup.quarries), 0, MAX_COUNT.into()),
        ("colonists (with the ship's)", colonists, 1, 200),
        ("face_up", u32::from(setup.face_up), 1, MAX_COUNT.into()),
        ("victory_points", u32::from(setup.victory_points), 1, 255),
    ];
    for (field, found, low, high) in limits {
        check(format!("setup.{players}.{field}"), found, low, high)?;
    }
    if !setup.cargo_ships.is_sorted_by(|a, b| a < b) {
        let field = format!("setup.{players}.cargo_ships");
        let found = format!("{:?}", setup.cargo_ships);
        return Err(InputError::new("data.toml", field, found, "different sizes in ascending order"));
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
            ("\"building.factory.cost\" = 99", "0..=31"),
            ("\"building.wharf.circles\" = 2", "building.wharf.circles"),
            ("\"setup.4.corn_handicap\" = 4", "corn_handicap"),
            ("\"effect.fortress_colonists\" = 0", "effect.fortress_colonists"),
            ("\"setup.4.cargo_ships\" = [0, 4]", "cargo_ships (fewest spaces): found 0"),
            ("\"setup.4.victory_points\" = 0", "setup.4.victory_points: found 0"),
            ("\"price.coffee\" = 255", "price.coffee: found 255; allowed: 0..=50"),
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
