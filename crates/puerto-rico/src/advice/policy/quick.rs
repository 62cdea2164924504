//! The light policy of rollouts: what an action brings at once, and a few rules of thumb for the rest.
//!
//! It uses no preset's weights. Its numbers are VP in the middle of the game.

use super::outlook::rounds_left;
use crate::limits::SPACES;
use crate::player::Player;
use crate::words::{Building, Decision, Good, Role, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Bits, Counts8};

/// Returns what a violet building brings besides its printed VP, the small ones with [`HORIZON`] rounds
/// left; production buildings are worth what they let the player produce.
const fn effect(building: Building) -> f32 {
    match building {
        Building::SmallMarket | Building::University => 0.5,
        Building::LargeMarket => 1.0,
        Building::SmallWarehouse => 1.5,
        Building::LargeWarehouse => 3.5,
        Building::Factory => 4.0,
        Building::Harbor | Building::Wharf => 6.0,
        Building::Residence => 4.0,
        Building::GuildHall | Building::Fortress | Building::CityHall => 5.0,
        Building::CustomsHouse => 6.0,
        _ => 0.0,
    }
}

/// VP per remaining round that one more barrel in each craftsman phase brings.
const BARREL: f32 = 0.3;
/// The share of the other players' mean gain that counts against a role.
const RIVALS: f32 = 0.8;
/// Maximum number of rounds left that counts.
const HORIZON: f32 = 6.0;

/// A look at one decision.
struct Glance<'a> {
    game: &'a PuertoRico,
    state: &'a State,
    player: &'a Player,
    /// Rounds left, at most [`HORIZON`].
    rounds: f32,
    /// VP that a doubloon is worth.
    doubloon: f32,
}

/// Scores the actions of a decision as rollouts need it.
pub(super) fn rollout_scores(game: &PuertoRico, state: &State, actions: &[Action], scores: &mut [f32]) {
    let rounds = match state.decision {
        Decision::Role | Decision::Build | Decision::Tile | Decision::Sell => {
            rounds_left(&game.rules, state).min(HORIZON)
        }
        _ => 0.0,
    };
    let doubloon = 0.12 + 0.13 * rounds;
    let glance = Glance { game, state, player: state.current(), rounds, doubloon };
    match state.decision {
        Decision::Role => glance.roles(actions, scores),
        Decision::Place => glance.places(actions, scores),
        _ => {
            for (score, &action) in scores.iter_mut().zip(actions) {
                *score = glance.worth(action);
            }
        }
    }
}

impl Glance<'_> {
    /// Returns the worth of an action of any decision but the choice of a role and the placement.
    fn worth(&self, action: Action) -> f32 {
        let goods = &self.player.goods;
        let prices = &self.game.rules.prices;
        match action {
            Action::Take(tile) if self.state.decision == Decision::CraftBonus => {
                1.0 + tile.good().map_or(0.0, |good| f32::from(prices[good]))
            }
            Action::Take(tile) => self.tile(tile),
            Action::Build(building) => self.building(building),
            Action::Sell(good) => f32::from(self.game.income(self.state, self.state.player, good)) - 0.5,
            Action::Ship(good, ship) => {
                let ship = usize::from(ship);
                let room = self.game.rules.ships[ship] - self.state.ships[ship].load;
                let load = goods.get(good.index()).min(room);
                f32::from(load) - 0.1 * f32::from(prices[good])
            }
            Action::Wharf(good) => f32::from(goods.get(good.index())) - 0.5,
            Action::Store(keep, one) => {
                let kept = Bits(keep).map(|good| goods.get(good)).sum::<u8>();
                f32::from(kept) + 0.3 * f32::from(prices[one])
            }
            Action::Draw if self.player.tiles.total() + 1 < SPACES => 1.0,
            Action::Accept => 1.0,
            _ => 0.0,
        }
    }

    /// Returns the worth of a tile: highest where a circle waits for it.
    fn tile(&self, tile: Tile) -> f32 {
        let kind = tile.index();
        let had = self.player.tiles.get(kind);
        if tile == Tile::Quarry {
            return if had < 3 { 0.4 * (self.rounds - 1.0) } else { 0.1 };
        }
        let circles = self.game.circles(self.player.owned);
        let waiting = tile.good().is_some_and(|good| circles[good] > had);
        let barrels = if waiting { 1.0 } else { 0.3 };
        let new = if had == 0 { 0.4 } else { 0.0 };
        (barrels + new) * BARREL * self.rounds + 0.05
    }

    /// Returns the worth of a building, its price deducted.
    fn building(&self, building: Building) -> f32 {
        let (rules, state, player) = (&self.game.rules, self.state, self.player);
        let discount = if state.player == state.chooser { rules.builder_discount } else { 0 };
        let quarries = player.occupied.get(Tile::Quarry.index());
        let price = f32::from(rules.price(building, quarries, discount));
        let effect = match building.good() {
            Some(good) => {
                let circles = self.game.circles(player.owned)[good];
                let waiting =
                    player.tiles.get(good.index()).saturating_sub(circles).min(rules.circles[building]);
                let dear = 1.0 + 0.2 * f32::from(rules.prices[good]);
                let new = if circles == 0 { 1.0 } else { 0.0 };
                BARREL * self.rounds * dear * (f32::from(waiting) + new)
            }
            None if building.is_large() => effect(building),
            None => effect(building) * self.rounds / HORIZON,
        };
        f32::from(rules.vp[building]) + effect - price * self.doubloon
    }

    /// Scores the numbers of colonists for the slot type at hand: as many as are of use, those kept
    /// back that dearer goods and violet buildings can use better.
    fn places(&self, actions: &[Action], scores: &mut [f32]) {
        let player = self.player;
        let slot = usize::from(self.state.detail);
        let left = player.san_juan;
        let wanted = match slot.checked_sub(Tile::COUNT) {
            None if slot == Good::Corn.index() || slot == Tile::Quarry.index() => left,
            None => {
                let circles = self.game.circles(player.owned);
                let fit = |tiles: Counts8, good: Good| tiles.get(good.index()).min(circles[good]);
                let before = Good::ALL[1..slot].iter().map(|&good| fit(player.occupied, good));
                let after = Good::ALL[slot + 1..].iter().map(|&good| fit(player.tiles, good).min(1));
                let kept = before.sum::<u8>() + 2 * after.sum::<u8>();
                fit(player.tiles, Good::ALL[slot]).min(left.saturating_sub(kept).div_ceil(2))
            }
            Some(id) if id < Building::PRODUCTION => {
                let good = Building::ALL[id].good().map_or(0, Good::index);
                let staffed: u8 = (0..id)
                    .filter(|&other| Building::ALL[other].good().map(Good::index) == Some(good))
                    .map(|other| player.staff(other))
                    .sum();
                player.occupied.get(good).saturating_sub(staffed)
            }
            Some(_) => left,
        };
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Place(count) = action else { continue };
            *score = -f32::from(count.abs_diff(wanted));
        }
    }

    /// Scores the roles: the player's gain less a share of the others' mean gain.
    fn roles(&self, actions: &[Action], scores: &mut [f32]) {
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Role(role) = action else { continue };
            let card = f32::from(self.state.role_doubloons[role]);
            *score = card * self.doubloon + self.role(role);
        }
    }

    fn role(&self, role: Role) -> f32 {
        let (rules, state, player) = (&self.game.rules, self.state, self.player);
        match role {
            Role::Settler => {
                let quarry = state.quarries > 0 && player.tiles.get(Tile::Quarry.index()) < 3;
                let room = player.tiles.total() < SPACES;
                if room { 0.1 + if quarry { 0.08 * self.rounds } else { 0.0 } } else { 0.0 }
            }
            Role::Mayor => {
                let dealt = state.colonist_ship / rules.players as u8;
                self.compared(1.0, |player, own| {
                    let empty = player.all_circles().saturating_sub(player.colonists);
                    0.12 * self.rounds * f32::from(empty.min(dealt + u8::from(own)))
                })
            }
            Role::Builder => self.compared(0.7, |player, own| {
                let quarries = player.occupied.get(Tile::Quarry.index());
                let more = if own { u16::from(state.role_doubloons[Role::Builder]) } else { 0 };
                let affordable = rules.affordable(own, quarries, player.doubloons + more);
                let buildable = affordable - player.owned - state.sold_out;
                match buildable.bits().checked_ilog2() {
                    // The dearest building that can be had is the last one.
                    Some(id) if player.city < SPACES => 0.7 * f32::from(rules.vp[Building::ALL[id as usize]]),
                    _ => 0.0,
                }
            }),
            Role::Craftsman => {
                self.compared(1.0, |player, own| 0.5 * f32::from(player.production().total() + u8::from(own)))
            }
            Role::Trader => self.compared(0.6, |player, own| {
                let held = player.goods.kinds().without(state.trading_house.kinds());
                // The dearest kind is the last one.
                let dearest = Good::each_of(held).last();
                let price = dearest.map_or(0, |good| rules.prices[good] + u8::from(own));
                f32::from(price) * self.doubloon
            }),
            Role::Captain => {
                let room = self.game.room(state);
                self.compared(1.0, |player, own| {
                    let loads = room.iter().map(|(good, &room)| player.goods.get(good.index()).min(room));
                    let loads = loads.sum::<u8>();
                    f32::from(loads + u8::from(own && loads > 0))
                })
            }
            Role::Prospector1 | Role::Prospector2 => f32::from(rules.prospector_doubloons) * self.doubloon,
        }
    }

    /// Returns the gain of the player who decides less a share of the others' mean gain.
    fn compared(&self, share: f32, gain: impl Fn(&Player, bool) -> f32) -> f32 {
        let players = self.game.rules.players;
        let mut others = 0.0;
        for (seat, player) in self.state.players[..players].iter().enumerate() {
            if seat != self.state.player.index() {
                others += gain(player, false);
            }
        }
        gain(self.player, true) - RIVALS * share * others / (players as f32 - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Actions, Game, MAX_ACTIONS, Seat, Seed, Variant, Variants, best};

    /// A seat that plays by these scores beats random players nearly always.
    #[test]
    fn it_beats_random_play() {
        let game = PuertoRico::new(4, &Variant::standard()).unwrap();
        let (mut actions, mut scores) = (Actions::new(), [0.0; MAX_ACTIONS]);
        let mut share = 0.0;
        for seed in 0..100 {
            let own = Seat::new(seed as usize % 4);
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            while let Some(seat) = game.to_act(&state) {
                if seat != own {
                    game.play_random(&mut state, &mut rng);
                    continue;
                }
                game.legal(&state, &mut actions);
                let scores = &mut scores[..actions.len()];
                rollout_scores(&game, &state, &actions, scores);
                game.play(&mut state, actions[best(scores)], &mut rng);
            }
            share += game.scores(&state).win_share[own];
        }
        assert!(share > 90.0, "{share} of 100 games won");
    }
}
