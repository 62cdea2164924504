//! Scoring (rules page 5 and 13.4).

use serde_json::{Value, json};

use super::PuertoRico;
use super::counts::Bits;
use super::state::{Player, State};
use super::words::Building;
use tradewinds_game::{PerSeat, Scores, Seat};

/// The buildings with an ID below `id`, one bit each.
const fn below(id: usize) -> u32 {
    (1 << id) - 1
}

/// The production buildings that count as small for the guild hall.
const SMALL_PRODUCTION: u32 = below(Building::IndigoPlant.index());
/// The production buildings that count as large for the guild hall.
const LARGE_PRODUCTION: u32 = below(Building::PRODUCTION) & !SMALL_PRODUCTION;

/// A player's final points, by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Points {
    pub(super) chips: u16,
    pub(super) buildings: u16,
    pub(super) guild_hall: u16,
    pub(super) residence: u16,
    pub(super) fortress: u16,
    pub(super) customs_house: u16,
    pub(super) city_hall: u16,
    /// Doubloons and goods barrels.
    pub(super) tie_break: u16,
}

impl Points {
    pub(super) fn total(&self) -> u16 {
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
    pub(super) fn points(&self, player: &Player) -> Points {
        let (rules, effects) = (&self.rules, &self.rules.effects);
        let count = |mask: u32| (player.owned & mask).count_ones() as u16;
        let bonus = |building: Building, points: u16| if player.occupies(building) { points } else { 0 };
        let filled = usize::from(player.tiles.total());
        Points {
            chips: player.vp,
            buildings: Bits(player.owned).map(|id| u16::from(rules.vp[id])).sum(),
            guild_hall: bonus(
                Building::GuildHall,
                count(SMALL_PRODUCTION) * u16::from(effects.guild_hall_small)
                    + count(LARGE_PRODUCTION) * u16::from(effects.guild_hall_large),
            ),
            residence: bonus(Building::Residence, u16::from(effects.residence[filled.saturating_sub(9)])),
            fortress: bonus(
                Building::Fortress,
                u16::from(player.colonists) / u16::from(effects.fortress_colonists),
            ),
            customs_house: bonus(Building::CustomsHouse, player.vp / u16::from(effects.customs_house_vp)),
            city_hall: bonus(
                Building::CityHall,
                count(!below(Building::PRODUCTION)) * u16::from(effects.city_hall),
            ),
            tie_break: player.doubloons + u16::from(player.goods.total()),
        }
    }

    pub(super) fn standing(&self, state: &State) -> Scores {
        let points = PerSeat::from_fn(self.rules.players, |seat| {
            let points = self.points(&state.players[seat.index()]);
            [i32::from(points.total()), i32::from(points.tie_break)]
        });
        Scores::ranked(points.map(|[total, _]| total), points.map(|[_, tie_break]| [tie_break, 0, 0]))
    }

    /// Writes the score object of section 13.4.
    pub(super) fn score_object(&self, state: &State) -> Value {
        let standing = self.standing(state);
        let players: Vec<Value> = Seat::all(self.rules.players)
            .map(|seat| {
                let points = self.points(&state.players[seat.index()]);
                json!({
                    "chips": points.chips,
                    "buildings": points.buildings,
                    "guild_hall": points.guild_hall,
                    "residence": points.residence,
                    "fortress": points.fortress,
                    "customs_house": points.customs_house,
                    "city_hall": points.city_hall,
                    "total": points.total(),
                    "tie_break": points.tie_break,
                    "rank": standing.rank[seat],
                })
            })
            .collect();
        json!({ "players": players })
    }
}
