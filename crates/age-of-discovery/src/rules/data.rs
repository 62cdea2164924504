//! The numbers as `data.toml` has them, and the limits that they have to keep.

use std::collections::BTreeMap;

use serde::Deserialize;
use tradewinds_game::kit::Fields;
use tradewinds_game::{InputError, Ranges};

use crate::limits::{MAX_BID, MAX_FIRST_BID, MAX_ROW, MAX_TURN_VP};
use crate::words::{Building, CardId, Figure, Good, Region, TileId};

/// The text of `data.toml`.
pub(crate) const DATA: &str = include_str!("../../data.toml");
/// What a variant may set of it.
pub(crate) static RANGES: Ranges = Ranges::new(DATA, include_str!("../../ranges.toml"));

/// The numbers as `data.toml` has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Data {
    pub(crate) rules: RulesData,
    pub(crate) setup: BTreeMap<String, SetupData>,
    #[serde(rename = "box")]
    pub(crate) boxes: BoxesData,
    pub(crate) figure: BTreeMap<Figure, FigureData>,
    pub(crate) missionary: MissionaryData,
    pub(crate) income: IncomeData,
    pub(crate) region_vp: RegionVp,
    pub(crate) good: BTreeMap<Good, GoodData>,
    pub(crate) region: BTreeMap<Region, RegionData>,
    pub(crate) tile: BTreeMap<TileId, FindData>,
    pub(crate) card: BTreeMap<CardId, FindData>,
    pub(crate) building: BTreeMap<Building, BuildingData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesData {
    pub(crate) auction: bool,
    pub(crate) auction_money: u8,
    pub(crate) auction_specialist_bid: u8,
    pub(crate) colonists_per_turn: u8,
    pub(crate) ships: u8,
    pub(crate) market_goods: u8,
    pub(crate) buildings_on_offer: u8,
    pub(crate) prices: [u8; 3],
    pub(crate) training_fee: u8,
    pub(crate) war_fee: u8,
    pub(crate) university_one_step: bool,
    pub(crate) claim_units: u8,
    pub(crate) initiative_money: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupData {
    pub(crate) dock_spaces: u8,
    pub(crate) start_money: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxesData {
    pub(crate) initiative: SpacesData,
    pub(crate) trade_goods: SpacesData,
    pub(crate) capital: SpacesData,
    pub(crate) warfare: SpacesData,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpacesData {
    pub(crate) spaces: u8,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureData {
    pub(crate) shipping: u8,
    pub(crate) discovery: u8,
    pub(crate) landing_money: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MissionaryData {
    pub(crate) extra_units: u8,
    pub(crate) extra_units_cathedral: u8,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IncomeData {
    pub(crate) any_three: u8,
    pub(crate) three_of_a_kind: u8,
    pub(crate) four_of_a_kind: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoodData {
    pub(crate) counters: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionData {
    pub(crate) good: Good,
    pub(crate) adjacent: Vec<Region>,
    pub(crate) open: bool,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

/// A discovery tile or card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindData {
    /// Cards have names, tiles none.
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) money: u8,
    pub(crate) plunder: u8,
    pub(crate) natives: u8,
    pub(crate) vp: u8,
}

#[derive(Deserialize)]
pub(crate) struct BuildingData {
    pub(crate) vp: u8,
    #[serde(default)]
    pub(crate) each_turn: BenefitData,
    /// The one number of the building's own effect.
    #[serde(flatten)]
    pub(crate) effect: BTreeMap<String, u8>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BenefitData {
    pub(crate) money: u8,
    pub(crate) vp: u8,
    pub(crate) colonist: u8,
    pub(crate) captain: u8,
    pub(crate) merchant: u8,
    pub(crate) missionary: u8,
    pub(crate) soldier: u8,
    pub(crate) discovery_captain: u8,
    pub(crate) discovery_soldier: u8,
    pub(crate) goods: u8,
}

/// VP of a region scoring (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionVp {
    pub(crate) first: u8,
    pub(crate) second: u8,
    /// For each of two players that share the first place.
    pub(crate) tie: u8,
}

/// The source of these numbers in messages.
const FIELDS: Fields<'_> = Fields::DATA;

/// Checks what the packed state and the closed formulas take for granted.
pub(crate) fn check_numbers(players: usize, setup: &SetupData, data: &Data) -> Result<(), InputError> {
    check_complete(players, setup, data)?;
    let (rules, boxes) = (&data.rules, &data.boxes);
    FIELDS.limits(
        "",
        [
            ("setup.dock_spaces", setup.dock_spaces, 1..=9),
            ("box.initiative.spaces", boxes.initiative.spaces, players as u8..=MAX_ROW as u8),
            ("box.trade_goods.spaces", boxes.trade_goods.spaces, 1..=MAX_ROW as u8),
            ("box.capital.spaces", boxes.capital.spaces, 1..=MAX_ROW as u8),
            ("box.warfare.spaces", boxes.warfare.spaces, 1..=MAX_ROW as u8),
            ("rules.market_goods", rules.market_goods, 1..=15),
            ("rules.buildings_on_offer", rules.buildings_on_offer, 1..=10),
            ("rules.colonists_per_turn", rules.colonists_per_turn, 1..=10),
            ("rules.ships", rules.ships, 1..=8),
            ("rules.claim_units", rules.claim_units, 1..=20),
            ("rules.auction_money", rules.auction_money, 0..=MAX_FIRST_BID),
            ("rules.auction_specialist_bid", rules.auction_specialist_bid, 1..=MAX_BID),
            (
                "rules.initiative_money (how many)",
                rules.initiative_money.len() as u8,
                boxes.initiative.spaces..=MAX_ROW as u8,
            ),
        ],
    )?;
    for good in Good::ALL {
        let on_map = data.region.values().filter(|region| region.good == good).count() as u8;
        FIELDS.within(
            format_args!("good.{}.counters", good.word()),
            data.good[&good].counters,
            on_map..=6,
        )?;
    }
    for (region, entry) in &data.region {
        if entry.adjacent.contains(region) {
            let field = format!("region.{}.adjacent", region.word());
            return Err(FIELDS.refuse(field, region.word(), "other regions"));
        }
    }
    check_figures(data)?;
    check_buildings(data)?;
    let RegionVp { first, second, tie } = data.region_vp;
    let IncomeData { any_three, three_of_a_kind, four_of_a_kind } = data.income;
    FIELDS.limits(
        "",
        [
            ("missionary.extra_units", data.missionary.extra_units, 0..=3),
            ("missionary.extra_units_cathedral", data.missionary.extra_units_cathedral, 0..=3),
            ("region_vp.first", first, 0..=25),
            ("region_vp.second", second, 0..=first),
            ("region_vp.tie", tie, 0..=first),
            // The closed formula of the income is exact for these (2.8).
            ("income.three_of_a_kind", three_of_a_kind, any_three.saturating_mul(3)..=20),
        ],
    )?;
    let double = 2 * three_of_a_kind;
    FIELDS.within("income.four_of_a_kind", four_of_a_kind, double..=double).map(|_| ())
}

/// Checks that nothing is missing or too much.
fn check_complete(players: usize, setup: &SetupData, data: &Data) -> Result<(), InputError> {
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
            return Err(FIELDS.refuse(field, found, all));
        }
    }
    Ok(())
}

fn check_figures(data: &Data) -> Result<(), InputError> {
    for figure in [Figure::Merchant, Figure::Missionary] {
        let colonist = data.figure[&Figure::Colonist].discovery;
        let found = data.figure[&figure].discovery;
        FIELDS.within(format_args!("figure.{}.discovery", figure.word()), found, colonist..=colonist)?;
    }
    for figure in Figure::ALL {
        let found = data.figure[&figure].shipping;
        FIELDS.within(format_args!("figure.{}.shipping", figure.word()), found, 0..=3)?;
    }
    for figure in [Figure::Colonist, Figure::Captain] {
        let field = format!("figure.{}.landing_money", figure.word());
        FIELDS.within(field, data.figure[&figure].landing_money, 0..=0)?;
    }
    Ok(())
}

fn check_buildings(data: &Data) -> Result<(), InputError> {
    for (building, entry) in &data.building {
        let most = entry.each_turn;
        let figures = [most.colonist, most.captain, most.merchant, most.missionary, most.soldier];
        let others = [most.discovery_captain, most.discovery_soldier, most.goods];
        for count in figures.into_iter().chain(others) {
            FIELDS.within(format_args!("building.{}.each_turn", building.word()), count, 0..=2)?;
        }
        FIELDS.within(format_args!("building.{}.each_turn.vp", building.word()), most.vp, 0..=MAX_TURN_VP)?;
    }
    Ok(())
}
