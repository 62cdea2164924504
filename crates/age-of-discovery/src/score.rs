//! Final scoring and tie-breaks (5.2, 5.3), and the result object (14.4).

use serde_json::{Value, json};

use super::AgeOfDiscovery;
use super::packed::Bits;
use super::state::{Player, SECOND_SETTLERS, State};
use super::words::Building;
use tradewinds_game::{PerSeat, Scores, Seat};

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
pub(super) struct Points {
    pub(super) regions: u32,
    pub(super) tiles: u32,
    pub(super) cards: u32,
    pub(super) fixed_buildings: u32,
    pub(super) formula_buildings: u32,
    pub(super) economy: u32,
}

impl Points {
    pub(super) fn total(&self) -> u32 {
        self.regions + self.tiles + self.cards + self.fixed_buildings + self.formula_buildings + self.economy
    }
}

impl AgeOfDiscovery {
    /// Returns a player's points as if the game ended now.
    pub(super) fn points(&self, player: &Player) -> Points {
        let rules = &self.rules;
        Points {
            regions: player.region_vp.iter().map(|&vp| u32::from(vp)).sum(),
            tiles: Bits(player.tiles.into()).map(|tile| u32::from(rules.tiles[tile].vp)).sum(),
            cards: Bits(player.cards.into()).map(|card| u32::from(rules.cards[card].vp)).sum(),
            fixed_buildings: Bits(player.owned & !SECOND_SETTLERS)
                .map(|building| u32::from(rules.building_vp[building]))
                .sum(),
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

    /// Ranks the players by points, VP of the last region scoring, money and goods.
    pub(super) fn standing(&self, state: &State) -> Scores {
        let players = self.rules.players;
        let points = PerSeat::from_fn(players, |seat| self.points(state.player(seat)).total() as i32);
        let ties = PerSeat::from_fn(players, |seat| {
            let player = state.player(seat);
            [player.region_vp[2].into(), player.money.into(), player.good_total() as i32]
        });
        Scores::ranked(points, ties)
    }

    /// Writes the result object of section 14.4.
    pub(super) fn result_object(&self, state: &State) -> Value {
        let standing = self.standing(state);
        let players: Vec<Value> = Seat::all(self.rules.players)
            .map(|seat| {
                let points = self.points(state.player(seat));
                json!({
                    "regions": points.regions,
                    "tiles": points.tiles,
                    "cards": points.cards,
                    "fixed_buildings": points.fixed_buildings,
                    "formula_buildings": points.formula_buildings,
                    "economy": points.economy,
                    "total": points.total(),
                    "rank": standing.rank[seat],
                })
            })
            .collect();
        json!({ "players": players })
    }
}
