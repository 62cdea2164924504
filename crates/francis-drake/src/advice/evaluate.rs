//! The evaluation: each seat's win share estimated from public facts, for rollouts that are cut off.

use super::terms::{Part, Terms};
use super::voyages::Voyage;
use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{DOCKSIDE, LOCATIONS};
use crate::state::State;
use crate::words::{Commodity, Decision, Disc, Stop};
use tradewinds_game::{Game, PerSeat, Seat};

/// The maximum number of crew or guns that count.
const MAX_CUBES: u16 = 9;
/// The maximum number of trade goods that count.
const MAX_TRADE_GOODS: u16 = 3;

impl FrancisDrake {
    /// Estimates each seat's win share: a softmax of weighted terms. A hidden tile counts as the mean of those
    /// in the box; the numbers of hidden discs do not count. At the end of the game it is the win share
    /// itself.
    pub(super) fn win_shares(&self, state: &State) -> PerSeat<f32> {
        if state.decision == Decision::Over {
            return self.scores(state).win_share;
        }
        let part = Part::of(state.decision);
        let voyages = self.voyages(state);
        let ahead = if part == Part::Plymouth { ahead(self, state) } else { Ahead::default() };
        let log_odds = |seat: Seat| {
            terms(self, state, seat, part, &voyages[seat.index()], &ahead).log_odds(state.voyage, part)
        };
        PerSeat::from_fn(self.rules.players, log_odds).softmax()
    }

    /// Returns the number of discs in hand that count; a ship that is home has none.
    pub(crate) fn slots(&self, state: &State, seat: Seat) -> usize {
        if state.is_home(seat) {
            return 0;
        }
        let player = state.player(seat);
        let discs = (player.owned_discs() & !Disc::GhostShip.bit()).count_ones();
        discs.saturating_sub(player.missions.count_ones()) as usize
    }
}

/// By street position: the items that the next visitors of the open locations behind it get for certain, and the
/// number of those that give no cubes or barrels.
type Ahead = [(Items, u16); DOCKSIDE as usize + 1];

/// Sums up what lies ahead.
fn ahead(game: &FrancisDrake, state: &State) -> Ahead {
    let mut ahead = Ahead::default();
    for index in (0..LOCATIONS).rev() {
        let (mut items, mut offices) = ahead[index + 1];
        if state.open >> index & 1 != 0 {
            let stop = Stop::ALL[state.location(index)];
            items = items.plus(game.rules.stop_items(stop, state.visits(stop)));
            offices += u16::from(stop >= Stop::Tavern);
        }
        ahead[index] = (items, offices);
    }
    ahead
}

/// Returns the terms of a seat.
fn terms(
    game: &FrancisDrake,
    state: &State,
    seat: Seat,
    part: Part,
    voyage: &Voyage,
    ahead: &Ahead,
) -> Terms {
    let rules = &game.rules;
    let player = state.player(seat);
    let points: i32 = game.player_points(player).iter().sum();
    let one = |is: bool| f32::from(u8::from(is));
    let home = state.is_home(seat);
    let owned = player.owned_discs();
    let mut terms = Terms {
        points: points as f32,
        kinds: player.goods.values().filter(|&&number| number > 0).count() as f32,
        doubles: player.goods.values().filter(|&&number| number > 1).count() as f32,
        indigo: one(player.goods[Commodity::Indigo] > 0),
        investor: one(player.investor_tile),
        admiral: one(state.admiral == Some(seat)),
        governor: one(state.governor == Some(seat)),
        dock: state.outbound.find(seat).unwrap_or(rules.players) as f32,
        golden_hind: one(owned & Disc::GoldenHind.bit() != 0 && !home),
        informer: one(state.informer == Some(seat)),
        galleon: one(player.stops & rules.galleon_stops != 0),
        pinnace: one(player.stops & rules.pinnace_stops != 0),
        crew: player.items.crew().min(MAX_CUBES).into(),
        guns: player.items.guns().min(MAX_CUBES).into(),
        missions: voyage.gain,
        types: game.types_worth(voyage),
        new_kinds: voyage.new_kinds,
        ..Terms::default()
    };
    if part == Part::Missions {
        return terms;
    }
    let barrels = player.items.barrels();
    terms.barrel_1 = one(barrels >= 1);
    terms.barrel_2 = one(barrels >= 2);
    terms.barrel_3 = one(barrels >= 3);
    terms.barrel_4 = one(barrels >= 4);
    terms.trade_goods = player.items.trade_goods().min(MAX_TRADE_GOODS).into();
    let slots = game.slots(state, seat);
    terms.slots = slots as f32;
    terms.plan = game.plan(state, player, voyage, slots);
    if part == Part::Plymouth && !state.has_departed(seat) {
        let (items, offices) = ahead[usize::from(player.position)];
        terms.guns_ahead = items.guns().into();
        terms.barrels_ahead = items.barrels().into();
        terms.offices_ahead = offices.into();
        terms.discs = (rules.player_discs - player.stop_count).into();
    }
    terms
}

#[cfg(test)]
mod tests {
    use crate::{Decision, FrancisDrake};
    use tradewinds_game::{Advice, Game, Policy, Seat, Seed, Variant, Variants, Weights};

    /// Late estimates name the winner far more often than chance, and the last one is the result.
    #[test]
    fn late_estimates_find_the_winner() {
        let game = FrancisDrake::new(4, &Variant::standard()).unwrap();
        let policy = game.policy(&Weights::new()).unwrap();
        let (mut share, mut games) = (0.0, 0.0);
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut late = None;
            while game.to_act(&state).is_some() {
                if late.is_none() && state.voyage() == 3 && state.decision() >= Decision::Mission {
                    late = Some(policy.evaluate(&game, &state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(policy.evaluate(&game, &state), result);
            if let Some(estimate) = late {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b])).unwrap();
                share += result[best];
                games += 1.0;
            }
        }
        assert!(games > 100.0, "missions in the last voyage of {games} games only");
        assert!(share > 0.5 * games, "{share} of {games} games won by the seat with the best estimate");
    }
}
