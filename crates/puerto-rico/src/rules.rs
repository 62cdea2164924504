//! The numbers of one game, with the tables that are made from them.

mod data;

use crate::PuertoRico;
use crate::limits::{MAX_COUNT, MAX_PRICE, MAX_SHIPS};
use crate::words::{Building, Good, Role, Tile};
pub(crate) use data::{DATA, RANGES};
use serde::Deserialize;
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{RuleBlock, Seat};

/// The payments of occupied violet buildings (table 2, "exact effect when occupied").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Effects {
    /// Doubloons more for a sale.
    pub(crate) small_market: u8,
    /// Doubloons more for a sale.
    pub(crate) large_market: u8,
    /// Doubloons by the number of kinds produced, 0 to 5.
    pub(crate) factory: [u8; 6],
    /// VP more for a load.
    pub(crate) harbor: u8,
    /// Kinds kept.
    pub(crate) small_warehouse: u8,
    /// Kinds kept.
    pub(crate) large_warehouse: u8,
    /// VP per small production building.
    pub(crate) guild_hall_small: u8,
    /// VP per large production building.
    pub(crate) guild_hall_large: u8,
    /// VP for up to 9, 10, 11 and 12 filled island spaces.
    pub(crate) residence: [u8; 4],
    /// Colonists for one VP.
    pub(crate) fortress_colonists: u8,
    /// VP in chips for one VP.
    pub(crate) customs_house_vp: u8,
    /// VP per violet building.
    pub(crate) city_hall: u8,
}

/// The rules of one game. All piles and prices are fixed; nothing here changes in play.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    pub(crate) players: usize,
    /// The rules that the position file names, sorted.
    pub(crate) named: Vec<&'static str>,
    /// How they differ from the standard, for networks.
    pub(crate) block: RuleBlock,
    pub(crate) mayor_privilege_optional: bool,
    pub(crate) free_colonist_optional: bool,
    /// Whether everything that the rulebook calls optional may be declined (4.8).
    pub(crate) optional_privileges: bool,
    pub(crate) unused_role_doubloons: u8,
    pub(crate) prospector_doubloons: u8,
    pub(crate) trader_bonus: u8,
    pub(crate) captain_bonus: u8,
    /// Spaces of the trading house.
    pub trading_house_spaces: u8,
    pub(crate) effects: Effects,
    /// Roles picked in a round.
    pub(crate) picks: u8,
    /// The role cards in play.
    pub roles: KeySet<Role>,
    /// Number of role cards in play.
    pub(crate) role_count: u8,
    /// Start tiles and doubloons by seat.
    pub(crate) start: Vec<(Tile, u8)>,
    /// VP chips in the game.
    pub victory_points: i16,
    /// Colonists in the game, the ship's first ones included.
    pub colonists: u8,
    pub(crate) colonists_on_ship: u8,
    pub(crate) ships: Vec<u8>,
    /// The spaces of each ship; a ship that is not in the game has none.
    pub(crate) spaces: [u8; MAX_SHIPS],
    /// The ships, one bit each, on which a kind can be loaded that is on none: by the set of empty
    /// ships and the barrels held.
    pub(crate) ships_for: [[u8; 16]; 1 << MAX_SHIPS],
    /// Tiles turned up at a refill.
    pub(crate) row: u8,
    /// Tiles in the game by kind, quarries last.
    pub tiles: ByKey<Tile, u8>,
    /// Barrels in the game by kind.
    pub goods: ByKey<Good, u8>,
    /// Doubloons for a barrel in the trading house.
    pub prices: ByKey<Good, u8>,
    /// Doubloons for a building.
    pub cost: ByKey<Building, u8>,
    /// VP of a building.
    pub vp: ByKey<Building, u8>,
    /// The quarries that count for a building.
    pub column: ByKey<Building, u8>,
    /// The circles of a building.
    pub circles: ByKey<Building, u8>,
    /// The copies of a building.
    pub copies: ByKey<Building, u8>,
    /// Doubloons that the chooser of the builder saves.
    pub(crate) builder_discount: u8,
    /// The buildings that a player can pay for: by chooser or not, occupied quarries (a packed count) and doubloons (0
    /// to [`MAX_PRICE`]).
    affordable: [[[KeySet<Building>; MAX_PRICE + 1]; MAX_COUNT as usize + 1]; 2],
}

impl PuertoRico {
    /// Returns the numbers of the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Rules {
    fn fill_affordable(&mut self) {
        for (chooser, discount) in [0, self.builder_discount].into_iter().enumerate() {
            for quarries in 0..=MAX_COUNT {
                for building in Building::ALL {
                    let price = self.price(building, quarries, discount);
                    for doubloons in usize::from(price)..=MAX_PRICE {
                        self.affordable[chooser][usize::from(quarries)][doubloons].insert(building);
                    }
                }
            }
        }
    }

    /// Returns the number in the effect of a building: the doubloons of a market, the kinds of a warehouse, the VP of a
    /// harbor; 0 for other buildings.
    #[must_use]
    pub fn effect(&self, building: Building) -> u8 {
        match building {
            Building::SmallMarket => self.effects.small_market,
            Building::LargeMarket => self.effects.large_market,
            Building::SmallWarehouse => self.effects.small_warehouse,
            Building::LargeWarehouse => self.effects.large_warehouse,
            Building::Harbor => self.effects.harbor,
            _ => 0,
        }
    }

    /// Returns the price of a building: its cost less occupied quarries up to its column, less the
    /// builder's discount, never below 0 (4.3).
    #[inline]
    pub(crate) fn price(&self, building: Building, quarries: u8, discount: u8) -> u8 {
        self.cost[building].saturating_sub(quarries.min(self.column[building])).saturating_sub(discount)
    }

    /// Returns the buildings that these doubloons pay for.
    #[inline]
    pub(crate) fn affordable(&self, chooser: bool, quarries: u8, doubloons: u16) -> KeySet<Building> {
        // The count is packed into four bits: this checks no index.
        self.affordable[usize::from(chooser)][usize::from(quarries & MAX_COUNT)]
            [usize::from(doubloons).min(MAX_PRICE)]
    }

    /// Returns the seat after `seat`.
    #[inline]
    pub(crate) const fn next_seat(&self, seat: Seat) -> Seat {
        seat.next(self.players)
    }
}

/// Returns the empty ships that take as many of `held` barrels as any empty one: the first with room
/// for all of them, or the largest, and those after it (4.6). `spaces` ascend.
pub(crate) fn ships_for(spaces: &[u8], empty: u8, held: u8) -> u8 {
    let empty = empty & ((1 << spaces.len()) - 1);
    let with_room =
        |held: u8| (0..spaces.len()).filter(move |&ship| empty >> ship & 1 != 0 && spaces[ship] >= held);
    match with_room(held).next().or(with_room(0).next_back()) {
        Some(first) => empty & u8::MAX << first,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard rules for `players`.
    fn standard(players: usize) -> Rules {
        Rules::new(players, Vec::new(), &[]).unwrap()
    }

    #[test]
    fn prices_follow_the_page() {
        let rules = standard(4);
        // Case R2: three occupied quarries, not the builder, then as the builder.
        let buildings = [Building::ConstructionHut, Building::Office, Building::Harbor, Building::CityHall];
        assert_eq!(buildings.map(|building| rules.price(building, 3, 0)), [1, 3, 5, 7]);
        assert_eq!(buildings.map(|building| rules.price(building, 3, 1)), [0, 2, 4, 6]);
        // Case C36.
        assert_eq!(rules.price(Building::SmallIndigoPlant, 2, 1), 0);
    }

    #[test]
    fn the_price_table_agrees_with_the_formula() {
        let rules = standard(3);
        for (chooser, quarries, doubloons) in [(false, 0, 0), (true, 1, 3), (false, 4, 6), (true, 9, 40)] {
            let mask = rules.affordable(chooser, quarries, doubloons);
            for building in Building::ALL {
                let price = rules.price(building, quarries, u8::from(chooser));
                assert_eq!(mask.has(building), u16::from(price) <= doubloons, "{building:?}");
            }
        }
    }

    /// Two ships take 5 and 7, the one of 6 carries something else.
    #[test]
    fn barrels_go_on_an_empty_ship_that_takes_the_most() {
        for (empty, held, ships) in [
            (0b101, 3, 0b101),
            (0b101, 5, 0b101),
            (0b101, 6, 0b100),
            (0b101, 9, 0b100),
            (0b011, 9, 0b010),
            (0, 2, 0),
        ] {
            assert_eq!(ships_for(&[5, 6, 7], empty, held), ships, "{held} barrels");
        }
        assert_eq!(ships_for(&[4, 6], 0b111, 1), 0b11, "a ship that is not in the game");
    }
}
