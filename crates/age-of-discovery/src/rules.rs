//! The numbers of one game: `data.toml` with a variant laid over it, for one number of players.

mod data;
mod finds;

use std::sync::Arc;

use tradewinds_game::kit::{ByKey, Counts16, Fields};
use tradewinds_game::{InputError, RuleBlock, Variant, Variants, overlaid};

use crate::AgeOfDiscovery;
use crate::limits::SEATS;
use crate::options::Options;
use crate::packed::Hand;
use crate::state::{State, age_of};
use crate::words::{Building, CardId, Figure, Good, Region, TileId};
use data::{BenefitData, Data, FigureData, FindData, IncomeData, check_numbers};
pub(crate) use data::{DATA, RANGES, RegionVp};
pub use finds::Find;
pub(crate) use finds::{FindSums, VALUES};

/// The yield of a building in phase D of every turn (4.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Benefit {
    pub(crate) money: u8,
    pub(crate) vp: u8,
    pub(crate) captains: u8,
    pub(crate) explorers: u8,
    /// Random goods.
    pub(crate) goods: u8,
    pub(crate) dock_x: bool,
    pub(crate) dock_y: bool,
    pub(crate) hand: Hand,
}

/// The numbers of the buildings' own effects (table 2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effects {
    /// Conquest of the Inca Empire: dollars, once.
    pub(crate) inca_money: u8,
    /// Indian Allies: soldiers, once.
    pub(crate) allied_soldiers: u8,
    /// Privateers: dollars a ship from each other player.
    pub(crate) privateers: u8,
    /// Rum Distillery: dollars a sugar.
    pub(crate) rum: u8,
    /// Militia: soldiers in defence.
    pub(crate) militia: u8,
    /// Mercantilism: VP a good.
    pub(crate) mercantilism: u8,
    /// Population: units that make a VP.
    pub(crate) population: u8,
    /// Navy: VP a ship.
    pub(crate) navy: u8,
    /// Power: VP a soldier.
    pub(crate) power: u8,
    /// Prosperity: VP a building.
    pub(crate) prosperity: u8,
    /// Glory: VP a region.
    pub(crate) glory: u8,
    /// Wealth: dollars that make a VP.
    pub(crate) wealth: u8,
    /// Migration: maximum number of units that move.
    pub(crate) migration: u8,
}

/// The rules of one game; nothing here changes in play.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rules {
    pub(crate) players: usize,
    pub(crate) options: Options,
    /// How they differ from the standard, for networks.
    pub(crate) block: RuleBlock,
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
    /// Dollars for the spaces of Initiative.
    pub(crate) initiative_money: [u8; 7],
    pub(crate) initiative_spaces: u8,
    pub(crate) goods_spaces: u8,
    pub(crate) capital_spaces: u8,
    pub(crate) warfare_spaces: u8,
    /// Numbered dock spaces before the ship.
    pub(crate) dock_spaces: u8,
    /// Dollars by the place in the first turn order.
    pub(crate) start_money: [u8; SEATS],
    /// Value in Merchant Shipping, by [`Figure`].
    pub(crate) shipping: ByKey<Figure, u8>,
    /// Value on an expedition of captains, soldiers and other figures.
    pub(crate) discovery: [u8; 3],
    /// Dollars at the landing, by [`Figure`].
    pub(crate) landing_money: ByKey<Figure, u8>,
    /// Plain units that land with a missionary, without and with the Cathedral.
    pub(crate) missionary_units: [u8; 2],
    /// Dollars for three goods, three of a kind, four of a kind.
    pub(crate) income: [u32; 3],
    pub(crate) region_vp: RegionVp,
    /// All counters of each good.
    pub(crate) counters: Counts16,
    /// The good of each region.
    pub(crate) region_good: ByKey<Region, Good>,
    /// The adjacent regions, one bit each.
    pub(crate) adjacent: ByKey<Region, u16>,
    /// The region that is open from the start.
    pub(crate) home: Region,
    pub(crate) tiles: [Find; TileId::COUNT],
    pub(crate) cards: [Find; CardId::COUNT],
    /// The sums over all tiles and over all cards.
    pub(crate) tile_sums: FindSums,
    pub(crate) card_sums: FindSums,
    pub(crate) card_names: Arc<[String]>,
    pub(crate) building_vp: ByKey<Building, u8>,
    /// By [`Building`]; the last one is that of the second Settlers.
    pub(crate) benefits: [Benefit; Building::COUNT + 1],
    /// The buildings that give something in phase D without a decision.
    pub(crate) benefit_mask: u64,
    pub(crate) effects: Effects,
}

impl Rules {
    /// Makes the rules for `players` with variants laid over the data.
    pub(crate) fn new(players: usize, options: Options, overlays: &[Variant]) -> Result<Self, InputError> {
        let block = RANGES.declared().block(players, overlays);
        Ok(Self { block, ..Self::from_data(players, options, &overlaid(DATA, overlays)?)? })
    }

    /// Says how far the University moves: alone, and before the place in which it does.
    pub(crate) fn university_moves(&self) -> (&'static str, &'static str) {
        if self.university_one_step {
            ("one place forward", "one place forward in")
        } else {
            ("to the front", "to the front of")
        }
    }

    fn from_data(players: usize, options: Options, data: &Data) -> Result<Self, InputError> {
        let Some(setup) = data.setup.get(&players.to_string()) else {
            return Err(InputError::new(AgeOfDiscovery::NAME, "players", players.to_string(), "2 to 5"));
        };
        check_numbers(players, setup, data)?;
        let mut start_money = [0; SEATS];
        start_money[..players].copy_from_slice(&setup.start_money);
        let money = |space: usize| data.rules.initiative_money.get(space).copied().unwrap_or(0);
        let by_figure = |value: fn(&FigureData) -> u8| {
            ByKey::<Figure, u8>::from_fn(|figure| value(&data.figure[&figure]))
        };
        let explore = by_figure(|figure| figure.discovery);
        let mut counters = Counts16::default();
        for good in Good::ALL {
            counters.add(good.index(), data.good[&good].counters);
        }
        let find = |entry: &FindData| Find {
            money: entry.money,
            plunder: entry.plunder,
            natives: entry.natives,
            vp: entry.vp,
        };
        let tiles = std::array::from_fn(|index| find(&data.tile[&TileId::new(index)]));
        let cards = std::array::from_fn(|index| find(&data.card[&CardId::new(index)]));
        let benefits = benefits(data);
        let IncomeData { any_three, three_of_a_kind, four_of_a_kind } = data.income;
        Ok(Self {
            players,
            options,
            block: RuleBlock::default(),
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
            university_one_step: data.rules.university_one_step,
            claim_units: data.rules.claim_units,
            initiative_money: std::array::from_fn(money),
            initiative_spaces: data.boxes.initiative.spaces,
            goods_spaces: data.boxes.trade_goods.spaces,
            capital_spaces: data.boxes.capital.spaces,
            warfare_spaces: data.boxes.warfare.spaces,
            dock_spaces: setup.dock_spaces,
            start_money,
            shipping: by_figure(|figure| figure.shipping),
            discovery: [Figure::Captain, Figure::Soldier, Figure::Colonist].map(|figure| explore[figure]),
            landing_money: by_figure(|figure| figure.landing_money),
            missionary_units: [data.missionary.extra_units, data.missionary.extra_units_cathedral],
            income: [any_three, three_of_a_kind, four_of_a_kind].map(u32::from),
            region_vp: data.region_vp,
            counters,
            region_good: ByKey::from_fn(|region| data.region[&region].good),
            adjacent: ByKey::from_fn(|region| {
                data.region[&region].adjacent.iter().fold(0, |mask, other| mask | 1 << other.index())
            }),
            home: Region::ALL
                .into_iter()
                .find(|region| data.region[region].open)
                .unwrap_or(Region::Caribbean),
            tile_sums: FindSums::of(&tiles),
            card_sums: FindSums::of(&cards),
            tiles,
            cards,
            card_names: (0..CardId::COUNT).map(|index| data.card[&CardId::new(index)].name.clone()).collect(),
            building_vp: ByKey::from_fn(|building| data.building[&building].vp),
            benefits,
            benefit_mask: benefits
                .iter()
                .enumerate()
                .fold(0, |mask, (index, benefit)| mask | u64::from(*benefit != Benefit::default()) << index),
            effects: effects(data)?,
        })
    }
}

/// Returns the yields of the buildings, and that of the second Settlers.
fn benefits(data: &Data) -> [Benefit; Building::COUNT + 1] {
    std::array::from_fn(|index| {
        let building = Building::ALL.get(index).copied().unwrap_or(Building::Settlers);
        benefit(building, data.building[&building].each_turn)
    })
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
        vp: data.vp,
        captains: data.discovery_captain,
        explorers: data.discovery_soldier,
        goods: data.goods,
        dock_x: building == Building::IndenturedServitude,
        dock_y: building == Building::ColonizationLaws,
        hand,
    }
}

/// Returns the name of the one number of a building's own effect, if it has one, with its minimum.
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
        Fields::DATA.within(field, found, least..=most)
    };
    for building in Building::ALL {
        let known = effect_name(building).map(|(name, _)| name);
        let names: Vec<&str> = data.building[&building].effect.keys().map(String::as_str).collect();
        if names != Vec::from_iter(known) {
            let field = format!("building.{}", building.word());
            let allowed = known.unwrap_or("no effect of its own");
            return Err(Fields::DATA.refuse(field, format_args!("{names:?}"), allowed));
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

impl AgeOfDiscovery {
    /// Returns what a discovery tile brings.
    #[must_use]
    pub fn tile(&self, tile: TileId) -> Find {
        self.rules.tiles[tile.index()]
    }

    /// Returns what a discovery card brings.
    #[must_use]
    pub fn card(&self, card: CardId) -> Find {
        self.rules.cards[card.index()]
    }

    /// Returns the name of a discovery card.
    #[must_use]
    pub fn card_name(&self, card: CardId) -> &str {
        &self.rules.card_names[card.index()]
    }

    /// Returns the price of a building in dollars: that of the age under way.
    #[must_use]
    pub fn price(&self, state: &State) -> u16 {
        self.price_in(state.turn)
    }

    /// Returns the price of a building in a turn, 1 to 8.
    #[must_use]
    pub fn price_in(&self, turn: u8) -> u16 {
        self.rules.prices[age_of(turn)].into()
    }

    /// Returns the fee of the Training slot in dollars.
    #[must_use]
    pub fn training_fee(&self) -> u16 {
        self.rules.training_fee.into()
    }

    /// Returns the fee of a war in dollars.
    #[must_use]
    pub fn war_fee(&self) -> u16 {
        self.rules.war_fee.into()
    }

    /// Returns the number of dock spaces that the ship leaves open.
    #[must_use]
    pub fn dock_spaces(&self) -> usize {
        self.rules.dock_spaces.into()
    }

    /// Returns the good of a region.
    #[must_use]
    pub fn region_good(&self, region: Region) -> Good {
        self.rules.region_good[region]
    }

    /// Returns the regions adjacent to a region, one bit each.
    #[must_use]
    pub fn adjacent(&self, region: Region) -> u16 {
        self.rules.adjacent[region]
    }

    /// Returns the units of one player that claim a region's good and let a region score.
    #[must_use]
    pub fn claim_units(&self) -> u8 {
        self.rules.claim_units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard() -> Rules {
        AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load").rules
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
                assert_eq!(
                    rules.adjacent.array()[a] >> b & 1,
                    rules.adjacent.array()[b] >> a & 1,
                    "{a} and {b}"
                );
            }
        }
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
            let variant = Variant::parse("v.toml", &text, AgeOfDiscovery::NAME).expect("it is a variant");
            let error = AgeOfDiscovery::new(4, &variant).expect_err("it does not fit").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
