//! Points by source (5.2).

use tradewinds_game::kit::Bits;

use crate::AgeOfDiscovery;
use crate::buildings::SECOND_SETTLERS;
use crate::player::Player;
use crate::words::Building;

/// The buildings with VP by a formula.
const FORMULAS: u64 = 1 << Building::Mercantilism.index()
    | 1 << Building::Population.index()
    | 1 << Building::Navy.index()
    | 1 << Building::Power.index()
    | 1 << Building::Prosperity.index()
    | 1 << Building::Glory.index()
    | 1 << Building::Wealth.index();

/// A player's points, by source (14.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Points {
    pub(crate) regions: u32,
    pub(crate) tiles: u32,
    pub(crate) cards: u32,
    pub(crate) fixed_buildings: u32,
    pub(crate) formula_buildings: u32,
    pub(crate) economy: u32,
}

impl Points {
    pub(crate) fn total(&self) -> u32 {
        self.regions + self.tiles + self.cards + self.fixed_buildings + self.formula_buildings + self.economy
    }
}

impl AgeOfDiscovery {
    /// Returns a player's points as if the game ended now.
    pub(crate) fn points(&self, player: &Player) -> Points {
        let rules = &self.rules;
        Points {
            regions: player.region_vp.iter().map(|&vp| u32::from(vp)).sum(),
            tiles: Bits(u64::from(player.tiles)).map(|tile| u32::from(rules.tiles[tile].vp)).sum(),
            cards: Bits(u64::from(player.cards)).map(|card| u32::from(rules.cards[card].vp)).sum(),
            fixed_buildings: Bits(player.owned & !SECOND_SETTLERS)
                .map(|building| u32::from(rules.building_vp[Building::ALL[building]]))
                .sum::<u32>()
                + u32::from(player.owned & SECOND_SETTLERS != 0)
                    * u32::from(rules.building_vp[Building::Settlers])
                + u32::from(player.turn_vp),
            formula_buildings: Bits(player.owned & FORMULAS)
                .map(|building| self.formula_vp(player, Building::ALL[building]))
                .sum(),
            economy: player.economy.into(),
        }
    }

    /// Returns the VP that an Age III building brings with what a player has now; 0 for a building
    /// without a formula.
    #[must_use]
    pub fn formula_vp(&self, player: &Player, building: Building) -> u32 {
        let effects = &self.rules.effects;
        match building {
            Building::Mercantilism => player.good_total() * u32::from(effects.mercantilism),
            Building::Population => player.all_units() / u32::from(effects.population),
            Building::Navy => u32::from(player.ships) * u32::from(effects.navy),
            Building::Power => player.all_soldiers() * u32::from(effects.power),
            Building::Prosperity => player.building_count() * u32::from(effects.prosperity),
            Building::Glory => player.occupied.count_ones() * u32::from(effects.glory),
            Building::Wealth => u32::from(player.money) / u32::from(effects.wealth),
            _ => 0,
        }
    }
}
