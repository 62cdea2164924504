//! The numbers of one game: `data.toml` with a variant laid over it, for one number of players.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::captain::ships_for;
use super::state::SHIPS;
use super::words::{Building, Good, Role, Tile};
use tradewinds_game::{InputError, Memo, Variant, overlaid};

pub(super) const DATA: &str = include_str!("../data.toml");

/// The most doubloons that a price table looks at; more buy nothing else.
const RICH: usize = 31;

/// The most that a price, bonus or effect pays at once, in doubloons or VP.
const MOST_PAID: u8 = 50;

/// The shipped variants: name and TOML text.
pub(super) const VARIANTS: &[(&str, &str)] = &[
    ("balanced", include_str!("../variants/balanced.toml")),
    ("corn-handicap", include_str!("../variants/corn-handicap.toml")),
    ("factory-university-swap", include_str!("../variants/factory-university-swap.toml")),
    ("free-colonist-optional", include_str!("../variants/free-colonist-optional.toml")),
    ("mayor-privilege-optional", include_str!("../variants/mayor-privilege-optional.toml")),
    ("small-market-hut-swap", include_str!("../variants/small-market-hut-swap.toml")),
    ("strict", include_str!("../variants/strict.toml")),
];

/// The rules that a position file can name, each with the shipped variant that sets it.
const NAMED_RULES: [(&str, &str); 5] = [
    ("corn_handicap", "corn-handicap"),
    ("factory_university_swap", "factory-university-swap"),
    ("free_colonist_optional", "free-colonist-optional"),
    ("mayor_privilege_optional", "mayor-privilege-optional"),
    ("small_market_hut_swap", "small-market-hut-swap"),
];

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

/// What occupied violet buildings pay (table 2, "exact effect when occupied").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Effects {
    /// Doubloons more for a sale.
    pub(super) small_market: u8,
    /// Doubloons more for a sale.
    pub(super) large_market: u8,
    /// Doubloons by the number of kinds produced, 0 to 5.
    pub(super) factory: [u8; 6],
    /// VP more for a load.
    pub(super) harbor: u8,
    /// Kinds kept.
    pub(super) small_warehouse: u8,
    /// Kinds kept.
    pub(super) large_warehouse: u8,
    /// VP a small production building.
    pub(super) guild_hall_small: u8,
    /// VP a large production building.
    pub(super) guild_hall_large: u8,
    /// VP for up to 9, 10, 11 and 12 filled island spaces.
    pub(super) residence: [u8; 4],
    /// Colonists that make a VP.
    pub(super) fortress_colonists: u8,
    /// VP in chips that make a VP.
    pub(super) customs_house_vp: u8,
    /// VP a violet building.
    pub(super) city_hall: u8,
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

/// The rules of one game. All piles and prices are fixed; nothing here changes in play.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Rules {
    pub(super) players: usize,
    /// The rules that the position file names, sorted.
    pub(super) named: Vec<&'static str>,
    pub(super) mayor_privilege_optional: bool,
    pub(super) free_colonist_optional: bool,
    pub(super) unused_role_doubloons: u8,
    pub(super) prospector_doubloons: u8,
    pub(super) trader_bonus: u8,
    pub(super) captain_bonus: u8,
    pub(super) trading_house_spaces: u8,
    pub(super) effects: Effects,
    /// Roles picked in a round.
    pub(super) picks: u8,
    /// The role cards in play, one bit a role.
    pub(super) roles: u8,
    /// How many role cards are in play.
    pub(super) role_count: u8,
    /// Start tiles and doubloons by seat.
    pub(super) start: Vec<(Tile, u8)>,
    pub(super) victory_points: i16,
    /// Colonists in the game, the ship's first ones included.
    pub(super) colonists: u8,
    pub(super) colonists_on_ship: u8,
    pub(super) ships: Vec<u8>,
    /// The spaces of each ship; a ship that is not in the game has none.
    pub(super) spaces: [u8; SHIPS],
    /// The ships, one bit each, on which a kind can be loaded that is on none: by the set of empty
    /// ships and the barrels held.
    pub(super) ships_for: [[u8; 16]; 1 << SHIPS],
    /// Tiles turned up at a refill.
    pub(super) row: u8,
    /// Tiles in the game by kind, quarries last.
    pub(super) tiles: [u8; Tile::COUNT],
    pub(super) goods: [u8; Good::COUNT],
    pub(super) prices: [u8; Good::COUNT],
    pub(super) cost: [u8; Building::COUNT],
    pub(super) vp: [u8; Building::COUNT],
    pub(super) column: [u8; Building::COUNT],
    pub(super) circles: [u8; Building::COUNT],
    pub(super) copies: [u8; Building::COUNT],
    /// Doubloons that the chooser of the builder saves.
    pub(super) builder_discount: u8,
    /// The buildings, one bit each, that a player can pay for: by chooser or not, occupied quarries
    /// (0 to 4, more change nothing) and doubloons (0 to [`RICH`]).
    affordable: [[[u32; RICH + 1]; 5]; 2],
}

impl Rules {
    /// Makes the rules for `players` with a variant laid over the data.
    pub(super) fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let named = named_rules(variant)?;
        let mut overlays = shipped(&named)?;
        overlays.push(variant.clone());
        let data: Data = overlaid(DATA, &overlays)?;
        Self::from_data(players, named, &data)
    }

    /// Makes the rules that a position file names, with an unnamed variant laid over them; the last
    /// ones made are kept.
    pub(super) fn named(players: usize, rules: &[String], variant: &Variant) -> Result<Self, InputError> {
        static MADE: Memo<(usize, Vec<String>, Variant), Rules> = Memo::new();
        MADE.get_or_make((players, rules.to_vec(), variant.clone()), |_| {
            Self::make_named(players, rules, variant)
        })
    }

    fn make_named(players: usize, rules: &[String], variant: &Variant) -> Result<Self, InputError> {
        let mut named: Vec<&'static str> = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let Some((name, _)) = NAMED_RULES.iter().find(|(name, _)| name == rule) else {
                let known = NAMED_RULES.iter().map(|(name, _)| *name);
                return Err(InputError::unknown_name("position", format!("rules[{index}]"), rule, known));
            };
            if named.last().is_some_and(|last| last >= name) {
                return Err(InputError::new(
                    "position",
                    "rules",
                    format!("{rules:?}"),
                    "sorted, no name twice",
                ));
            }
            named.push(name);
        }
        for rule in named_rules(variant)? {
            if !named.contains(&rule) {
                let allowed = format!("{rule:?} among them, as the variant {:?} says", variant.name);
                return Err(InputError::new("position", "rules", format!("{rules:?}"), allowed));
            }
        }
        let mut overlays = shipped(&named)?;
        overlays.push(variant.clone());
        let data: Data = overlaid(DATA, &overlays)?;
        Self::from_data(players, named, &data)
    }

    fn from_data(players: usize, named: Vec<&'static str>, data: &Data) -> Result<Self, InputError> {
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
            roles: ((1u16 << (6 + setup.prospectors)) - 1) as u8,
            role_count: 6 + setup.prospectors,
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
            affordable: [[[0; RICH + 1]; 5]; 2],
        };
        for building in Building::ALL {
            rules.set_building(building, data)?;
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
        let most_circles = if id < Building::PRODUCTION { 3 } else { 1 };
        let spaces = if id >= Building::FIRST_LARGE { 2 } else { 1 };
        let copies = if self.players == 2 { entry.copies_two_players } else { entry.copies };
        let limits = [
            ("cost", entry.cost, 0, RICH as u8),
            ("vp", entry.vp, 0, 50),
            ("column", entry.column, 0, 4),
            ("circles", entry.circles, 1, most_circles),
            ("spaces", entry.spaces, spaces, spaces),
            ("copies", copies, 0, 5),
        ];
        for (field, found, low, high) in limits {
            if !(low..=high).contains(&found) {
                let field = format!("building.{key}.{field}");
                return Err(InputError::new(
                    "data.toml",
                    field,
                    found.to_string(),
                    format!("{low}..={high}"),
                ));
            }
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
            if !(low..=high).contains(&found) {
                return Err(InputError::new(
                    "data.toml",
                    field,
                    found.to_string(),
                    format!("{low}..={high}"),
                ));
            }
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
        for (field, found) in prices.into_iter().chain(payments.map(|(name, found)| (name.to_owned(), found)))
        {
            if found > MOST_PAID {
                return Err(InputError::new(
                    "data.toml",
                    field,
                    found.to_string(),
                    format!("0..={MOST_PAID}"),
                ));
            }
        }
        Ok(())
    }

    fn fill_affordable(&mut self) {
        for (chooser, discount) in [0, self.builder_discount].into_iter().enumerate() {
            for quarries in 0..5 {
                for building in Building::ALL {
                    let price = self.price(building, quarries, discount);
                    for doubloons in usize::from(price)..=RICH {
                        self.affordable[chooser][usize::from(quarries)][doubloons] |= 1 << building.index();
                    }
                }
            }
        }
    }

    /// Returns the price of a building: its cost less occupied quarries up to its column, less the
    /// builder's discount, never below 0 (4.3).
    #[inline]
    pub(super) fn price(&self, building: Building, quarries: u8, discount: u8) -> u8 {
        let id = building.index();
        self.cost[id].saturating_sub(quarries.min(self.column[id])).saturating_sub(discount)
    }

    /// Returns the buildings, one bit each, that this many doubloons pay for.
    #[inline]
    pub(super) fn affordable(&self, chooser: bool, quarries: u8, doubloons: u16) -> u32 {
        self.affordable[usize::from(chooser)][usize::from(quarries.min(4))][usize::from(doubloons).min(RICH)]
    }

    /// Lists the role cards in play.
    pub(super) fn role_cards(&self) -> impl Iterator<Item = Role> {
        let roles = self.roles;
        Role::ALL.into_iter().filter(move |role| roles & 1 << role.index() != 0)
    }
}

/// Checks what the packed state takes for granted.
fn check_setup(players: usize, setup: &Setup) -> Result<(), InputError> {
    let plantations: [u8; Good::COUNT] = setup.plantations.into();
    let goods: [u8; Good::COUNT] = setup.goods.into();
    let plantations_in_all: u32 = plantations.iter().map(|&count| u32::from(count)).sum();
    let colonists = u32::from(setup.colonists) + u32::from(setup.colonists_on_ship);
    let roles = 6 + u32::from(setup.prospectors);
    let limits = [
        ("start_tiles (how many)", setup.start_tiles.len() as u32, players as u32, players as u32),
        ("cargo_ships (how many)", setup.cargo_ships.len() as u32, 1, 3),
        ("cargo_ships (fewest spaces)", u32::from(*setup.cargo_ships.iter().min().unwrap_or(&0)), 1, 11),
        ("cargo_ships (most spaces)", u32::from(*setup.cargo_ships.iter().max().unwrap_or(&0)), 1, 11),
        ("prospectors", u32::from(setup.prospectors), 0, 2),
        ("picks", u32::from(setup.picks), 1, roles.min(6)),
        ("goods (most of a kind)", u32::from(*goods.iter().max().unwrap_or(&0)), 0, 15),
        ("plantations (most of a kind)", u32::from(*plantations.iter().max().unwrap_or(&0)), 1, 15),
        ("plantations (all)", plantations_in_all, players as u32 + u32::from(setup.face_up), 50),
        ("quarries", u32::from(setup.quarries), 0, 15),
        ("colonists (with the ship's)", colonists, 1, 200),
        ("face_up", u32::from(setup.face_up), 1, 15),
        ("victory_points", u32::from(setup.victory_points), 1, 255),
    ];
    for (field, found, low, high) in limits {
        if !(low..=high).contains(&found) {
            let field = format!("setup.{players}.{field}");
            return Err(InputError::new("data.toml", field, found.to_string(), format!("{low}..={high}")));
        }
    }
    if !setup.cargo_ships.is_sorted_by(|a, b| a < b) {
        let field = format!("setup.{players}.cargo_ships");
        let found = format!("{:?}", setup.cargo_ships);
        return Err(InputError::new("data.toml", field, found, "different sizes in ascending order"));
    }
    Ok(())
}

/// Returns the shipped variants that named rules stand for.
fn shipped(named: &[&str]) -> Result<Vec<Variant>, InputError> {
    let chosen = NAMED_RULES.iter().filter(|(name, _)| named.contains(name));
    chosen.map(|(_, variant)| Variant::shipped(variant, super::NAME, VARIANTS)).collect()
}

/// Reads the names of rules that a variant stands for.
fn named_rules(variant: &Variant) -> Result<Vec<&'static str>, InputError> {
    let Some(rules) = &variant.rules else { return Ok(Vec::new()) };
    let source_name = format!("variant {:?}", variant.name);
    let Some(names) = rules.as_array() else {
        return Err(InputError::new(source_name, "rules", rules.to_string(), "a list of names"));
    };
    let mut named = BTreeSet::new();
    for name in names {
        let text = name.as_str().unwrap_or_default();
        match NAMED_RULES.iter().find(|(known, _)| *known == text) {
            Some((known, _)) => named.insert(*known),
            None => {
                let known = NAMED_RULES.iter().map(|(name, _)| *name);
                return Err(InputError::unknown_name(source_name, "rules", text, known));
            }
        };
    }
    Ok(named.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_follow_the_page() {
        let rules = Rules::new(4, &Variant::standard()).unwrap();
        // Case R2: three occupied quarries, not the builder, then as the builder.
        let buildings = [Building::ConstructionHut, Building::Office, Building::Harbor, Building::CityHall];
        assert_eq!(buildings.map(|building| rules.price(building, 3, 0)), [1, 3, 5, 7]);
        assert_eq!(buildings.map(|building| rules.price(building, 3, 1)), [0, 2, 4, 6]);
        // Case C36.
        assert_eq!(rules.price(Building::SmallIndigoPlant, 2, 1), 0);
    }

    #[test]
    fn the_price_table_agrees_with_the_formula() {
        let rules = Rules::new(3, &Variant::standard()).unwrap();
        for (chooser, quarries, doubloons) in [(false, 0, 0), (true, 1, 3), (false, 4, 6), (true, 9, 40)] {
            let mask = rules.affordable(chooser, quarries, doubloons);
            for building in Building::ALL {
                let price = rules.price(building, quarries, u8::from(chooser));
                assert_eq!(mask & 1 << building.index() != 0, u16::from(price) <= doubloons, "{building:?}");
            }
        }
    }

    #[test]
    fn every_shipped_variant_loads_for_every_count() {
        for (name, _) in VARIANTS {
            let variant = Variant::shipped(name, super::super::NAME, VARIANTS).unwrap();
            for players in 2..=5 {
                Rules::new(players, &variant).unwrap();
            }
        }
    }

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
            let variant = Variant::parse("v.toml", &text, super::super::NAME).unwrap();
            let error = Rules::new(4, &variant).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
