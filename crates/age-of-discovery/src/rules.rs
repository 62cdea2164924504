//! The numbers of one game: `data.toml` with a variant laid over it, for one number of players.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::packed::{Counts, Hand};
use super::state::SEATS;
use super::words::{Building, CardId, Figure, Good, Region, TileId};
use tradewinds_game::{InputError, Memo, Variant, overlaid};

pub(super) const DATA: &str = include_str!("../data.toml");

/// The shipped variants: name and TOML text.
pub(super) const VARIANTS: &[(&str, &str)] = &[
    ("auction", include_str!("../variants/auction.toml")),
    ("navy-3", include_str!("../variants/navy-3.toml")),
];

/// The numbers as `data.toml` has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    rules: RulesData,
    setup: BTreeMap<String, SetupData>,
    #[serde(rename = "box")]
    boxes: BoxesData,
    figure: BTreeMap<Figure, FigureData>,
    missionary: MissionaryData,
    income: IncomeData,
    region_vp: RegionVp,
    good: BTreeMap<Good, GoodData>,
    region: BTreeMap<Region, RegionData>,
    tile: BTreeMap<TileId, FindData>,
    card: BTreeMap<CardId, FindData>,
    building: BTreeMap<Building, BuildingData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesData {
    auction: bool,
    auction_money: u8,
    auction_specialist_bid: u8,
    colonists_per_turn: u8,
    ships: u8,
    market_goods: u8,
    buildings_on_offer: u8,
    prices: [u8; 3],
    training_fee: u8,
    war_fee: u8,
    claim_units: u8,
    initiative_money: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupData {
    dock_spaces: u8,
    start_money: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxesData {
    initiative: SpacesData,
    trade_goods: SpacesData,
    capital: SpacesData,
    warfare: SpacesData,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpacesData {
    spaces: u8,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureData {
    shipping: u8,
    discovery: u8,
    landing_money: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionaryData {
    extra_units: u8,
    extra_units_cathedral: u8,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct IncomeData {
    any_three: u8,
    three_of_a_kind: u8,
    four_of_a_kind: u8,
}

/// VP of a region scoring (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionVp {
    pub(super) first: u8,
    pub(super) second: u8,
    /// Each of two players who share the first place.
    pub(super) tie: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoodData {
    counters: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionData {
    good: Good,
    adjacent: Vec<Region>,
    open: bool,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

/// A discovery tile or card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindData {
    /// Cards have names, tiles none.
    #[serde(default)]
    name: String,
    money: u8,
    plunder: u8,
    natives: u8,
    vp: u8,
}

#[derive(Deserialize)]
struct BuildingData {
    vp: u8,
    #[serde(default)]
    each_turn: BenefitData,
    /// The one number of the building's own effect.
    #[serde(flatten)]
    effect: BTreeMap<String, u8>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BenefitData {
    money: u8,
    colonist: u8,
    captain: u8,
    merchant: u8,
    missionary: u8,
    soldier: u8,
    discovery_captain: u8,
    discovery_soldier: u8,
    goods: u8,
}

/// A discovery tile or card: what a success brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Find {
    /// Dollars.
    pub money: u8,
    /// Dollars a soldier sent.
    pub plunder: u8,
    /// The value that an expedition needs.
    pub natives: u8,
    /// VP at the end of the game.
    pub vp: u8,
}

/// What a building gives in phase D of every turn (4.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Benefit {
    pub(super) money: u8,
    pub(super) captains: u8,
    pub(super) explorers: u8,
    /// Random goods.
    pub(super) goods: u8,
    pub(super) dock_x: bool,
    pub(super) dock_y: bool,
    pub(super) hand: Hand,
}

/// The numbers of the buildings' own effects (table 2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effects {
    /// Conquest of the Inca Empire: dollars, once.
    pub(super) inca_money: u8,
    /// Indian Allies: soldiers, once.
    pub(super) allied_soldiers: u8,
    /// Privateers: dollars a ship from each other player.
    pub(super) privateers: u8,
    /// Rum Distillery: dollars a sugar.
    pub(super) rum: u8,
    /// Militia: soldiers in defence.
    pub(super) militia: u8,
    /// Mercantilism: VP a good.
    pub(super) mercantilism: u8,
    /// Population: units that make a VP.
    pub(super) population: u8,
    /// Navy: VP a ship.
    pub(super) navy: u8,
    /// Power: VP a soldier.
    pub(super) power: u8,
    /// Prosperity: VP a building.
    pub(super) prosperity: u8,
    /// Glory: VP a region.
    pub(super) glory: u8,
    /// Wealth: dollars that make a VP.
    pub(super) wealth: u8,
    /// Migration: the most units that move.
    pub(super) migration: u8,
}

/// The rules that a position file names in `options`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Options {
    /// `start` = `"auction"`.
    pub(super) auction: bool,
    /// `navy_vp` = 3.
    pub(super) navy_3: bool,
}

impl Options {
    /// Reads the options that a variant stands for.
    fn of_variant(variant: &Variant) -> Result<Self, InputError> {
        let Some(rules) = &variant.rules else { return Ok(Self::default()) };
        let source_name = format!("variant {:?}", variant.name);
        let refuse = |found: String| {
            InputError::new(&source_name, "rules", found, "{ start = \"auction\", navy_vp = 3 }")
        };
        let table = rules.as_table().ok_or_else(|| refuse(rules.to_string()))?;
        let mut options = Self::default();
        for (name, value) in table {
            match (name.as_str(), value.as_str(), value.as_integer()) {
                ("start", Some("auction"), _) => options.auction = true,
                ("navy_vp", _, Some(3)) => options.navy_3 = true,
                _ => return Err(refuse(format!("{name} = {value}"))),
            }
        }
        Ok(options)
    }

    /// Writes the object of a position file, if there is anything to say.
    pub(super) fn object(self) -> Option<Value> {
        let mut object = Map::new();
        if self.auction {
            object.insert("start".to_owned(), "auction".into());
        }
        if self.navy_3 {
            object.insert("navy_vp".to_owned(), 3.into());
        }
        (!object.is_empty()).then_some(Value::Object(object))
    }

    /// Returns the shipped variants that these options stand for.
    fn variants(self) -> Result<Vec<Variant>, InputError> {
        let named = [(self.auction, "auction"), (self.navy_3, "navy-3")];
        let chosen = named.into_iter().filter(|(chosen, _)| *chosen);
        chosen.map(|(_, name)| Variant::shipped(name, super::NAME, VARIANTS)).collect()
    }
}

/// The rules of one game; nothing here changes in play.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Rules {
    pub(super) players: usize,
    pub(super) options: Options,
    pub(super) auction: bool,
    pub(super) auction_money: u8,
    pub(super) auction_specialist_bid: u8,
    pub(super) colonists_per_turn: u8,
    pub(super) ships: u8,
    pub(super) market_goods: u8,
    pub(super) buildings_on_offer: u8,
    pub(super) prices: [u8; 3],
    pub(super) training_fee: u8,
    pub(super) war_fee: u8,
    pub(super) claim_units: u8,
    /// Dollars for the spaces of Initiative.
    pub(super) initiative_money: [u8; 7],
    pub(super) initiative_spaces: u8,
    pub(super) goods_spaces: u8,
    pub(super) capital_spaces: u8,
    pub(super) warfare_spaces: u8,
    /// Numbered dock spaces before the ship.
    pub(super) dock_spaces: u8,
    /// Dollars by the place in the first turn order.
    pub(super) start_money: [u8; SEATS],
    /// Value in Merchant Shipping, by [`Figure`].
    pub(super) shipping: [u8; Figure::COUNT],
    /// Value on an expedition of captains, soldiers and other figures.
    pub(super) discovery: [u8; 3],
    /// Dollars at the landing, by [`Figure`].
    pub(super) landing_money: [u8; Figure::COUNT],
    /// Plain units that land with a missionary, without and with the Cathedral.
    pub(super) missionary_units: [u8; 2],
    /// Dollars for three goods, three of a kind, four of a kind.
    pub(super) income: [u32; 3],
    pub(super) region_vp: RegionVp,
    /// All counters of each good.
    pub(super) counters: Counts,
    /// The good of each region.
    pub(super) region_good: [u8; Region::COUNT],
    /// The adjacent regions, a bit each.
    pub(super) adjacent: [u16; Region::COUNT],
    /// The region that is open from the start.
    pub(super) home: usize,
    pub(super) tiles: [Find; TileId::COUNT],
    pub(super) cards: [Find; CardId::COUNT],
    pub(super) card_names: Arc<[String]>,
    pub(super) building_vp: [u8; Building::COUNT],
    /// By [`Building`]; the last one is that of the second Settlers.
    pub(super) benefits: [Benefit; Building::COUNT + 1],
    /// The buildings that give something in phase D without a decision.
    pub(super) benefit_mask: u64,
    pub(super) effects: Effects,
}

impl Rules {
    /// Makes the rules for `players` with a variant laid over the data.
    pub(super) fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let options = Options::of_variant(variant)?;
        let mut overlays = options.variants()?;
        overlays.push(variant.clone());
        Self::from_data(players, options, &overlaid(DATA, &overlays)?)
    }

    /// Makes the rules that a position file names, with an unnamed variant laid over them; the last ones
    /// made are kept.
    pub(super) fn named(players: usize, options: Options, variant: &Variant) -> Result<Self, InputError> {
        static MADE: Memo<(usize, Options, Variant), Rules> = Memo::new();
        MADE.get_or_make((players, options, variant.clone()), |_| {
            let needed = Options::of_variant(variant)?;
            if (needed.auction && !options.auction) || (needed.navy_3 && !options.navy_3) {
                let found =
                    options.object().map_or_else(|| "nothing".to_owned(), |object| object.to_string());
                let allowed = format!("the options of the variant {:?}", variant.name);
                return Err(InputError::new("position", "options", found, allowed));
            }
            let mut overlays = options.variants()?;
            overlays.push(variant.clone());
            Self::from_data(players, options, &overlaid(DATA, &overlays)?)
        })
    }

    fn from_data(players: usize, options: Options, data: &Data) -> Result<Self, InputError> {
        let Some(setup) = data.setup.get(&players.to_string()) else {
            return Err(InputError::new(super::NAME, "players", players.to_string(), "2 to 5"));
        };
        check_numbers(players, setup, data)?;
        let mut start_money = [0; SEATS];
        start_money[..players].copy_from_slice(&setup.start_money);
        let mut initiative_money = [0; 7];
        for (money, &value) in initiative_money.iter_mut().zip(&data.rules.initiative_money) {
            *money = value;
        }
        let by_figure = |value: fn(&FigureData) -> u8| Figure::ALL.map(|figure| value(&data.figure[&figure]));
        let explore = by_figure(|figure| figure.discovery);
        let mut counters = Counts::default();
        for good in Good::ALL {
            counters.add(good.index(), data.good[&good].counters);
        }
        let find = |entry: &FindData| Find {
            money: entry.money,
            plunder: entry.plunder,
            natives: entry.natives,
            vp: entry.vp,
        };
        let mut benefits = [Benefit::default(); Building::COUNT + 1];
        for building in Building::ALL {
            benefits[building.index()] = benefit(building, data.building[&building].each_turn);
        }
        benefits[Building::COUNT] = benefits[Building::Settlers.index()];
        let mut benefit_mask = 0;
        for (index, benefit) in benefits.iter().enumerate() {
            benefit_mask |= u64::from(*benefit != Benefit::default()) << index;
        }
        let IncomeData { any_three, three_of_a_kind, four_of_a_kind } = data.income;
        Ok(Self {
            players,
            options,
            auction: data.rules.auction,
            auction_money: data.rules.auction_money,
            auction_specialist_bid: data.rules.auction_specialist_bid,
            colonists_per_turn: data.rules.colonists_per_turn,
            ships: data.rules.ships,
            market_goods: data.rules.market_goods,
            buildings_on_offer: data.rules.buildings_on_offer,
            prices: data.rules.prices,
            training_fee: data.rules.training_fee,
            war_fee: data.rules.war_fee,
            claim_units: data.rules.claim_units,
            initiative_money,
            initiative_spaces: data.boxes.initiative.spaces,
            goods_spaces: data.boxes.trade_goods.spaces,
            capital_spaces: data.boxes.capital.spaces,
            warfare_spaces: data.boxes.warfare.spaces,
            dock_spaces: setup.dock_spaces,
            start_money,
            shipping: by_figure(|figure| figure.shipping),
            discovery: [Figure::Captain, Figure::Soldier, Figure::Colonist]
                .map(|figure| explore[figure.index()]),
            landing_money: by_figure(|figure| figure.landing_money),
            missionary_units: [data.missionary.extra_units, data.missionary.extra_units_cathedral],
            income: [any_three, three_of_a_kind, four_of_a_kind].map(u32::from),
            region_vp: data.region_vp,
            counters,
            region_good: Region::ALL.map(|region| data.region[&region].good as u8),
            adjacent: Region::ALL.map(|region| {
                data.region[&region].adjacent.iter().fold(0, |mask, other| mask | 1 << other.index())
            }),
            home: Region::ALL.iter().position(|region| data.region[region].open).unwrap_or(0),
            tiles: std::array::from_fn(|index| find(&data.tile[&TileId::new(index)])),
            cards: std::array::from_fn(|index| find(&data.card[&CardId::new(index)])),
            card_names: (0..CardId::COUNT).map(|index| data.card[&CardId::new(index)].name.clone()).collect(),
            building_vp: Building::ALL.map(|building| data.building[&building].vp),
            benefits,
            benefit_mask,
            effects: effects(data)?,
        })
    }
}

fn benefit(building: Building, data: BenefitData) -> Benefit {
    let mut hand = Hand::default();
    for (figure, count) in [
        (Figure::Colonist, data.colonist),
        (Figure::Captain, data.captain),
        (Figure::Merchant, data.merchant),
        (Figure::Missionary, data.missionary),
        (Figure::Soldier, data.soldier),
    ] {
        hand.add(figure.index(), count);
    }
    Benefit {
        money: data.money,
        captains: data.discovery_captain,
        explorers: data.discovery_soldier,
        goods: data.goods,
        dock_x: building == Building::IndenturedServitude,
        dock_y: building == Building::ColonizationLaws,
        hand,
    }
}

/// Returns the name of the one number of a building's own effect, if it has one, with its least value.
const fn effect_name(building: Building) -> Option<(&'static str, u8)> {
    Some(match building {
        Building::IncaEmpire => ("once_money", 0),
        Building::IndianAllies => ("once_soldiers", 1),
        Building::Privateers | Building::Navy => ("per_ship", 0),
        Building::RumDistillery => ("per_sugar", 0),
        Building::Militia => ("defence_soldiers", 0),
        Building::Mercantilism => ("per_good", 0),
        Building::Population => ("units_per_vp", 1),
        Building::Power => ("per_soldier", 0),
        Building::Prosperity => ("per_building", 0),
        Building::Glory => ("per_region", 0),
        Building::Wealth => ("money_per_vp", 1),
        Building::Migration => ("most_units", 1),
        _ => return None,
    })
}

fn effects(data: &Data) -> Result<Effects, InputError> {
    let number = |building: Building| {
        let entry = &data.building[&building].effect;
        let (name, least) = effect_name(building).unwrap_or(("", 0));
        let found = entry.get(name).copied().unwrap_or(0);
        let most = if building == Building::Migration { 2 } else { 50 };
        let field = format!("building.{}.{name}", building.word());
        limit(field, found, least, most).map(|()| found)
    };
    for building in Building::ALL {
        let known = effect_name(building).map(|(name, _)| name);
        let names: Vec<&str> = data.building[&building].effect.keys().map(String::as_str).collect();
        if names != Vec::from_iter(known) {
            let field = format!("building.{}", building.word());
            let allowed = known.unwrap_or("no effect of its own");
            return Err(InputError::new("data.toml", field, format!("{names:?}"), allowed));
        }
    }
    Ok(Effects {
        inca_money: number(Building::IncaEmpire)?,
        allied_soldiers: number(Building::IndianAllies)?,
        privateers: number(Building::Privateers)?,
        rum: number(Building::RumDistillery)?,
        militia: number(Building::Militia)?,
        mercantilism: number(Building::Mercantilism)?,
        population: number(Building::Population)?,
        navy: number(Building::Navy)?,
        power: number(Building::Power)?,
        prosperity: number(Building::Prosperity)?,
        glory: number(Building::Glory)?,
        wealth: number(Building::Wealth)?,
        migration: number(Building::Migration)?,
    })
}

fn limit(field: impl Into<String>, found: u8, low: u8, high: u8) -> Result<(), InputError> {
    if (low..=high).contains(&found) {
        return Ok(());
    }
    Err(InputError::new("data.toml", field, found.to_string(), format!("{low}..={high}")))
}

/// Checks what the packed state and the closed formulas take for granted.
fn check_numbers(players: usize, setup: &SetupData, data: &Data) -> Result<(), InputError> {
    let (rules, boxes) = (&data.rules, &data.boxes);
    let complete = [
        ("figure", data.figure.len(), Figure::COUNT),
        ("good", data.good.len(), Good::COUNT),
        ("region", data.region.len(), Region::COUNT),
        ("tile", data.tile.len(), TileId::COUNT),
        ("card", data.card.len(), CardId::COUNT),
        ("building", data.building.len(), Building::COUNT),
        ("setup.start_money", setup.start_money.len(), players),
        ("region (open ones)", data.region.values().filter(|region| region.open).count(), 1),
    ];
    for (field, found, all) in complete {
        if found != all {
            return Err(InputError::new("data.toml", field, found.to_string(), all.to_string()));
        }
    }
    limit("setup.dock_spaces", setup.dock_spaces, 1, 9)?;
    limit("box.initiative.spaces", boxes.initiative.spaces, players as u8, 7)?;
    limit("box.trade_goods.spaces", boxes.trade_goods.spaces, 1, 7)?;
    limit("box.capital.spaces", boxes.capital.spaces, 1, 7)?;
    limit("box.warfare.spaces", boxes.warfare.spaces, 1, 7)?;
    limit("rules.market_goods", rules.market_goods, 1, 15)?;
    limit("rules.buildings_on_offer", rules.buildings_on_offer, 1, 10)?;
    limit("rules.colonists_per_turn", rules.colonists_per_turn, 1, 10)?;
    limit("rules.ships", rules.ships, 1, 8)?;
    limit("rules.claim_units", rules.claim_units, 1, 20)?;
    limit(
        "rules.initiative_money (how many)",
        rules.initiative_money.len() as u8,
        boxes.initiative.spaces,
        7,
    )?;
    for good in Good::ALL {
        let on_map = data.region.values().filter(|region| region.good == good).count() as u8;
        limit(format!("good.{}.counters", good.word()), data.good[&good].counters, on_map, 6)?;
    }
    for (region, entry) in &data.region {
        if entry.adjacent.contains(region) {
            let field = format!("region.{}.adjacent", region.word());
            return Err(InputError::new("data.toml", field, region.word(), "other regions"));
        }
    }
    for figure in [Figure::Merchant, Figure::Missionary] {
        let colonist = data.figure[&Figure::Colonist].discovery;
        limit(
            format!("figure.{}.discovery", figure.word()),
            data.figure[&figure].discovery,
            colonist,
            colonist,
        )?;
    }
    for figure in Figure::ALL {
        limit(format!("figure.{}.shipping", figure.word()), data.figure[&figure].shipping, 0, 3)?;
    }
    for figure in [Figure::Colonist, Figure::Captain] {
        let field = format!("figure.{}.landing_money", figure.word());
        limit(field, data.figure[&figure].landing_money, 0, 0)?;
    }
    for (building, entry) in &data.building {
        let most = entry.each_turn;
        let figures = [most.colonist, most.captain, most.merchant, most.missionary, most.soldier];
        let others = [most.discovery_captain, most.discovery_soldier, most.goods];
        for count in figures.into_iter().chain(others) {
            limit(format!("building.{}.each_turn", building.word()), count, 0, 2)?;
        }
    }
    limit("missionary.extra_units", data.missionary.extra_units, 0, 3)?;
    limit("missionary.extra_units_cathedral", data.missionary.extra_units_cathedral, 0, 3)?;
    let RegionVp { first, second, tie } = data.region_vp;
    limit("region_vp.first", first, 0, 25)?;
    limit("region_vp.second", second, 0, first)?;
    limit("region_vp.tie", tie, 0, first)?;
    // The closed formula of the income is exact for these (2.8).
    let IncomeData { any_three, three_of_a_kind, four_of_a_kind } = data.income;
    limit("income.three_of_a_kind", three_of_a_kind, any_three.saturating_mul(3), 20)?;
    limit("income.four_of_a_kind", four_of_a_kind, 2 * three_of_a_kind, 2 * three_of_a_kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard() -> Rules {
        Rules::new(4, &Variant::standard()).expect("the standard rules load")
    }

    /// The check sums of sections 2.1, 2.3 and 2.4.
    #[test]
    fn the_tables_have_the_sums_of_the_page() {
        let rules = standard();
        assert_eq!(rules.counters.total(), 46);
        let sums = |finds: &[Find]| {
            finds.iter().fold([0; 4], |[money, plunder, natives, vp]: [u32; 4], find| {
                [
                    money + u32::from(find.money),
                    plunder + u32::from(find.plunder),
                    natives + u32::from(find.natives),
                    vp + u32::from(find.vp),
                ]
            })
        };
        assert_eq!(sums(&rules.tiles), [31, 52, 48, 82]);
        assert_eq!(sums(&rules.cards), [54, 30, 70, 78]);
    }

    #[test]
    fn borders_are_symmetric() {
        let rules = standard();
        for a in 0..Region::COUNT {
            for b in 0..Region::COUNT {
                assert_eq!(rules.adjacent[a] >> b & 1, rules.adjacent[b] >> a & 1, "{a} and {b}");
            }
        }
    }

    #[test]
    fn every_shipped_variant_loads_for_every_count() {
        for (name, _) in VARIANTS {
            let variant = Variant::shipped(name, super::super::NAME, VARIANTS).expect("it is shipped");
            for players in 2..=5 {
                Rules::new(players, &variant).expect("it fits");
            }
        }
        assert!(Rules::new(6, &Variant::standard()).is_err());
    }

    #[test]
    fn impossible_numbers_are_refused() {
        for (set, part) in [
            ("\"building.factory.vp\" = -1", "building.factory.vp"),
            ("\"building.population.units_per_vp\" = 0", "building.population.units_per_vp"),
            ("\"good.rice.counters\" = 9", "good.rice.counters"),
            ("\"income.four_of_a_kind\" = 7", "income.four_of_a_kind"),
            ("\"rules.auction\" = 1", "rules.auction"),
            ("\"region_vp.first\" = 0", "region_vp.second: found"),
        ] {
            let text = format!("name = \"v\"\ngame = \"age-of-discovery\"\n[set]\n{set}");
            let variant = Variant::parse("v.toml", &text, super::super::NAME).expect("it is a variant");
            let error = Rules::new(4, &variant).expect_err("it does not fit").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
