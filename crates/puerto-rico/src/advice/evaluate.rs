//! An estimate of the win shares, for rollouts that are cut off.

use super::network::NETWORK;
use super::policy::rounds_left;
use super::terms::Terms;
use crate::limits::MAX_PLAYERS;
use crate::player::Player;
use crate::words::{Building, Decision, Good, Role, Tile};
use crate::{PuertoRico, State};
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{Game, PerSeat, Seat};

/// The values that all seats share.
struct Common {
    /// Barrels of each good that one ship has room for.
    room: ByKey<Good, u8>,
    /// Roles that are free for the next pick.
    free: KeySet<Role>,
    /// Highest number of doubloons on a free card.
    card: u8,
    /// The seat that picks next.
    next: Seat,
    /// Seats that are still to act in the phase under way, the one that decides included.
    to_act: KeySet<Seat>,
}

/// Estimates each seat's win share: a softmax of the strengths. When the game is over it is the win
/// share itself. See [`tradewinds_game::Policy::evaluate`].
pub(super) fn evaluate(game: &PuertoRico, state: &State) -> PerSeat<f32> {
    if state.decision == Decision::Over {
        return game.scores(state).win_share;
    }
    let table = game.table(state);
    let mut seats = [[0.0; Terms::NAMES.len()]; MAX_PLAYERS];
    let seats = &mut seats[..game.rules.players];
    for (seat, values) in Seat::all(game.rules.players).zip(seats.iter_mut()) {
        *values = game.terms(state, &table, seat).values();
    }
    NETWORK.strengths(rounds_left(&game.rules, state), seats).softmax()
}

impl PuertoRico {
    /// Reads what all seats share.
    fn table(&self, state: &State) -> Common {
        let rules = &self.rules;
        let room = self.room(state);
        let picking = state.decision == Decision::Role;
        let (next, taken) = if picking {
            (state.chooser, state.taken)
        } else if state.picks < rules.picks {
            (rules.next_seat(state.chooser), state.taken)
        } else {
            (rules.next_seat(state.governor), KeySet::EMPTY)
        };
        let mut card = 0;
        for (role, &doubloons) in state.role_doubloons.iter() {
            if !taken.has(role) {
                card = card.max(doubloons);
            }
        }
        let mut to_act = KeySet::EMPTY;
        if !picking {
            let mut seat = state.player;
            loop {
                to_act.insert(seat);
                seat = rules.next_seat(seat);
                if seat == state.chooser {
                    break;
                }
            }
        }
        Common { room, free: !taken, card, next, to_act }
    }

    /// Returns the value of each term for a seat.
    fn terms(&self, state: &State, table: &Common, seat: Seat) -> Terms {
        let rules = &self.rules;
        let player = &state.players[seat.index()];
        let points = self.points(player);
        let owns = |building: Building| f32::from(u8::from(player.owns(building)));
        let doubloons = f32::from(player.doubloons);
        let output = player.production();
        let circles = self.circles(player.owned);
        let potential = ByKey::from_fn(|good: Good| player.tiles.get(good.tile().index()).min(circles[good]));
        let of = |good: Good| f32::from(output.get(good.index()));
        let idle = |good: Good| f32::from(potential[good].saturating_sub(output.get(good.index())));
        let lone = |good: Good| f32::from(u8::from(circles[good] > potential[good]));
        let quarry = Tile::Quarry.index();
        let quarries = player.occupied.get(quarry);
        let filled = player.tiles.total();
        let plantations = filled - player.tiles.get(quarry);
        let empty =
            f32::from(player.all_circles().saturating_sub(player.colonists.saturating_sub(player.san_juan)));
        let loads: u8 = table.room.iter().map(|(good, &room)| player.goods.get(good.index()).min(room)).sum();
        let loads = f32::from(loads);
        let sale = self.best_sale(state, player);
        let players = rules.players;
        let wait = seat.after(players - table.next.index(), players).index();
        let free = |role: Role| f32::from(u8::from(table.free.has(role)));
        let acts = table.to_act.has(seat);
        let during = |phase: bool| f32::from(u8::from(phase && acts));
        let decision = state.decision;
        let spendable = doubloons.min(12.0);
        Terms {
            points: f32::from(points.total()),
            chips: f32::from(points.chips),
            pending: f32::from(self.pending(player)),
            purse: doubloons.min(4.0),
            savings: (doubloons - 4.0).clamp(0.0, 6.0),
            riches: (doubloons - 10.0).clamp(0.0, 10.0),
            barrels: f32::from(player.goods.total()),
            corn: of(Good::Corn),
            indigo: of(Good::Indigo),
            sugar: of(Good::Sugar),
            tobacco: of(Good::Tobacco),
            coffee: of(Good::Coffee),
            idle_corn: idle(Good::Corn),
            idle_indigo: idle(Good::Indigo),
            idle_sugar: idle(Good::Sugar),
            idle_tobacco: idle(Good::Tobacco),
            idle_coffee: idle(Good::Coffee),
            kinds: output.kinds().count() as f32,
            lone_tiles: f32::from(plantations - potential.sum::<u8>()),
            lone_indigo: lone(Good::Indigo),
            lone_sugar: lone(Good::Sugar),
            lone_tobacco: lone(Good::Tobacco),
            lone_coffee: lone(Good::Coffee),
            quarries: f32::from(quarries.min(4)),
            idle_quarries: f32::from(player.tiles.get(quarry).saturating_sub(quarries)),
            small_market: owns(Building::SmallMarket),
            hacienda: owns(Building::Hacienda),
            construction_hut: owns(Building::ConstructionHut),
            small_warehouse: owns(Building::SmallWarehouse),
            hospice: owns(Building::Hospice),
            office: owns(Building::Office),
            large_market: owns(Building::LargeMarket),
            large_warehouse: owns(Building::LargeWarehouse),
            factory: owns(Building::Factory),
            university: owns(Building::University),
            harbor: owns(Building::Harbor),
            wharf: owns(Building::Wharf),
            guild_hall: owns(Building::GuildHall),
            residence: owns(Building::Residence),
            fortress: owns(Building::Fortress),
            customs_house: owns(Building::CustomsHouse),
            city_hall: owns(Building::CityHall),
            violets: f32::from(occupied_violets(player)),
            colonists: f32::from(player.colonists),
            san_juan: f32::from(player.san_juan),
            empty,
            city: f32::from(player.city),
            tiles: f32::from(filled),
            next: f32::from(u8::from(wait == 0)),
            turn: (players - 1 - wait) as f32 / (players - 1) as f32,
            loads,
            captain_free: free(Role::Captain) * loads,
            trader_free: free(Role::Trader) * sale,
            builder_free: free(Role::Builder) * spendable,
            craftsman_free: free(Role::Craftsman) * f32::from(output.total()),
            mayor_free: free(Role::Mayor) * empty.min(4.0),
            card: if wait == 0 { f32::from(table.card) } else { 0.0 },
            building: during(decision == Decision::Build) * spendable,
            selling: during(decision == Decision::Sell) * sale,
            loading: if decision == Decision::Load { loads } else { 0.0 },
            settling: during(matches!(decision, Decision::Hacienda | Decision::Tile | Decision::Hospice)),
            placing: during(decision == Decision::Place) * f32::from(player.san_juan),
        }
    }

    /// Returns the bonus of the player's large buildings that are not occupied yet.
    fn pending(&self, player: &Player) -> u16 {
        let large = (player.owned & Building::LARGE).iter();
        let mut waiting = large.filter(|&building| !player.occupies(building)).peekable();
        if waiting.peek().is_none() {
            return 0;
        }
        let mut occupied = *player;
        for building in waiting {
            occupied.set_staff(building.index(), 1);
        }
        self.points(&occupied).total() - self.points(player).total()
    }

    /// Returns the price of the dearest barrel that the player can sell, and a half; 0 without one.
    fn best_sale(&self, state: &State, player: &Player) -> f32 {
        let held = player.goods.kinds();
        let sellable =
            if player.occupies(Building::Office) { held } else { held.without(state.trading_house.kinds()) };
        let prices = sellable.filter_map(Good::from_index).map(|good| self.rules.prices[good]);
        prices.map(|price| f32::from(price) + 0.5).fold(0.0, f32::max)
    }
}

/// Counts the small violet buildings that are occupied.
fn occupied_violets(player: &Player) -> u8 {
    let small = Building::PRODUCTION..Building::FIRST_LARGE;
    small.map(|id| u8::from(player.staff(id) != 0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Seed, Variant, Variants};

    /// Late estimates name the winner far more often than chance, and the last one is the result.
    #[test]
    fn late_estimates_find_the_winner() {
        let game = PuertoRico::new(4, &Variant::standard()).unwrap();
        let mut share = 0.0;
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut late = None;
            while game.to_act(&state).is_some() {
                if late.is_none() && state.colonist_supply < 10 {
                    late = Some(evaluate(&game, &state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(evaluate(&game, &state), result);
            if let Some(estimate) = late {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b])).unwrap();
                share += result[best];
            }
        }
        assert!(share > 0.5 * 200.0, "{share} of 200 games won by the seat with the best estimate");
    }

    /// Estimates are shares of one win at every decision, for any number of players.
    #[test]
    fn estimates_are_shares() {
        for players in 2..=5 {
            let game = PuertoRico::new(players, &Variant::standard()).unwrap();
            for seed in 0..20 {
                let mut rng = Seed(seed).rng();
                let mut state = game.deal(&mut rng);
                while game.to_act(&state).is_some() {
                    let estimate = evaluate(&game, &state);
                    assert!(estimate.iter().all(|share| (0.0..=1.0).contains(share)), "{estimate:?}");
                    assert!((estimate.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{estimate:?}");
                    game.play_random(&mut state, &mut rng);
                }
            }
        }
    }
}
