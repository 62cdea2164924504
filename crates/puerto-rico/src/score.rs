//! Scoring (rules page 5).

use crate::player::Player;
use crate::words::Building;
use crate::{PuertoRico, State};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{PerSeat, Scores};

/// A player's final points, by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Points {
    pub(crate) chips: u16,
    pub(crate) buildings: u16,
    pub(crate) guild_hall: u16,
    pub(crate) residence: u16,
    pub(crate) fortress: u16,
    pub(crate) customs_house: u16,
    pub(crate) city_hall: u16,
    /// Doubloons and goods barrels.
    pub(crate) tie_break: u16,
}

impl Points {
    pub(crate) fn total(&self) -> u16 {
        self.chips
            + self.buildings
            + self.guild_hall
            + self.residence
            + self.fortress
            + self.customs_house
            + self.city_hall
    }
}

impl PuertoRico {
    /// Returns a player's points as if the game ended now.
    pub(crate) fn points(&self, player: &Player) -> Points {
        let (rules, effects) = (&self.rules, &self.rules.effects);
        let points = Points {
            chips: player.vp,
            buildings: player.owned.iter().map(|building| u16::from(rules.vp[building])).sum(),
            guild_hall: 0,
            residence: 0,
            fortress: 0,
            customs_house: 0,
            city_hall: 0,
            tie_break: player.doubloons + u16::from(player.goods.total()),
        };
        // The estimate asks for the points of all seats, and for most of a game few have a large building.
        if !player.owned.meets(Building::LARGE) {
            return points;
        }
        let count = |buildings: KeySet<Building>| (player.owned & buildings).len() as u16;
        let bonus = |building: Building, points: u16| if player.occupies(building) { points } else { 0 };
        let filled = usize::from(player.tiles.total());
        Points {
            guild_hall: bonus(
                Building::GuildHall,
                count(Building::SMALL_PRODUCTION) * u16::from(effects.guild_hall_small)
                    + count(Building::LARGE_PRODUCTION) * u16::from(effects.guild_hall_large),
            ),
            residence: bonus(Building::Residence, u16::from(effects.residence[filled.saturating_sub(9)])),
            fortress: bonus(
                Building::Fortress,
                u16::from(player.colonists) / u16::from(effects.fortress_colonists),
            ),
            customs_house: bonus(Building::CustomsHouse, player.vp / u16::from(effects.customs_house_vp)),
            city_hall: bonus(Building::CityHall, count(Building::VIOLET) * u16::from(effects.city_hall)),
            ..points
        }
    }
}

/// Ranks the seats by points, then by doubloons and goods.
pub(crate) fn scores(game: &PuertoRico, state: &State) -> Scores {
    let points = PerSeat::from_fn(game.rules.players, |seat| {
        let points = game.points(&state.players[seat.index()]);
        [i32::from(points.total()), i32::from(points.tie_break)]
    });
    Scores::ranked(points.map(|[total, _]| total), points.map(|[_, tie_break]| [tie_break, 0, 0]))
}
