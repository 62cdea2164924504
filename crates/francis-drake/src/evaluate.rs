//! An estimate of the win shares from public facts, for rollouts that are cut off.

mod missions;
mod weights;

use super::FrancisDrake;
use super::rules::VOYAGES;
use super::state::{SEATS, State};
use super::words::{Bits, Commodity, Disc, Step, Stop};
use missions::Voyage;
use tradewinds_game::PerSeat;
use weights as w;

/// The most crew or guns that count.
const CUBES: u16 = 9;
/// The most trade goods that count.
const TRADE_GOODS: u16 = 3;

impl FrancisDrake {
    /// Estimates each seat's win share: a softmax of weighted facts. Hidden tiles count with the mean of
    /// those in the box, hidden discs not by their numbers. When the game is over it is the win share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::Over {
            return self.standing(state).win_share;
        }
        let voyages = self.voyages(state);
        PerSeat::from_fn(self.rules.players, |seat| self.log_odds(state, seat.index(), &voyages)).softmax()
    }

    /// Returns the logarithm of a seat's odds, up to a number that is the same for all.
    fn log_odds(&self, state: &State, seat: usize, voyages: &[Voyage; SEATS]) -> f32 {
        let part = match state.step {
            Step::Plymouth => 0,
            step if step < Step::Mission => 1,
            _ => 2,
        };
        let stage = 3 * usize::from(state.voyage - 1) + part;
        let at_sea = part == 2;
        let (player, voyage) = (state.player(seat), &voyages[seat]);
        let points: i32 = self.player_points(player).iter().sum();
        let mut sum = w::POINT[stage] * points as f32;
        let mut add = |weight: &w::Stages, number: f32| sum += weight[stage] * number;
        let one = |is: bool| f32::from(u8::from(is));

        add(&w::KIND, player.goods.iter().filter(|&&number| number > 0).count() as f32);
        add(&w::DOUBLE, player.goods.iter().filter(|&&number| number > 1).count() as f32);
        add(&w::INDIGO, one(player.goods[Commodity::Indigo.index()] > 0));
        add(&w::INVESTOR, one(player.investor_tile));
        add(&w::ADMIRAL, one(usize::from(state.admiral) == seat));
        add(&w::GOVERNOR, one(usize::from(state.governor) == seat));
        add(&w::DOCK, state.outbound.find(seat).unwrap_or(self.rules.players) as f32);
        let home = state.at_home >> seat & 1 != 0;
        let owned = player.owned_discs();
        add(&w::GOLDEN_HIND, one(owned & Disc::GoldenHind.bit() != 0 && !home));
        add(&w::INFORMER, one(usize::from(state.informer) == seat));
        let galleon = player.stops & self.rules.galleon_stops != 0;
        let pinnace = player.stops & self.rules.pinnace_stops != 0;
        add(&w::GALLEON, one(galleon));
        add(&w::PINNACE, one(pinnace));
        add(&w::CREW, player.items.crew().min(CUBES).into());
        add(&w::GUN, player.items.guns().min(CUBES).into());
        add(&w::MISSION, voyage.gain);
        add(&w::TYPES, self.types_worth(voyage));
        add(&w::NEW_KIND, voyage.new_kinds);
        if at_sea {
            return sum;
        }

        let barrels = player.items.barrels();
        for (weight, number) in [&w::BARREL_1, &w::BARREL_2, &w::BARREL_3, &w::BARREL_4].into_iter().zip(1..)
        {
            add(weight, one(barrels >= number));
        }
        add(&w::TRADE_GOOD, player.items.trade_goods().min(TRADE_GOODS).into());
        let discs = (owned & !Disc::GhostShip.bit()).count_ones();
        let slots = if home { 0 } else { discs.saturating_sub(player.missions.count_ones()) };
        add(&w::SLOT, slots as f32);
        let to_come = f32::from(VOYAGES - state.voyage);
        let cubes = [voyage.crew, voyage.guns, voyage.trade_goods];
        add(&w::PLAN, self.plan(state, player, cubes, slots as usize, to_come));
        if part == 0 && state.departed >> seat & 1 == 0 {
            let (mut guns, mut barrels, mut offices) = (0, 0, 0);
            for index in Bits(u32::from(state.open) >> player.position << player.position) {
                let stop = Stop::ALL[state.location(index)];
                let items = self.rules.stop_items(stop, state.visits(stop));
                guns += items.guns();
                barrels += items.barrels();
                offices += u16::from(stop >= Stop::Tavern);
            }
            add(&w::GUN_AHEAD, guns.into());
            add(&w::BARREL_AHEAD, barrels.into());
            add(&w::OFFICE_AHEAD, offices.into());
            add(&w::DISC, (self.rules.player_discs - player.stop_count).into());
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use crate::{FrancisDrake, Step};
    use tradewinds_game::{Game, Seat, Seed, Variant, Variants};

    /// Late estimates name the winner far more often than chance, and the last one is the result.
    #[test]
    fn late_estimates_find_the_winner() {
        let game = FrancisDrake::new(4, &Variant::standard()).unwrap();
        let (mut share, mut games) = (0.0, 0.0);
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut late = None;
            while game.to_act(&state).is_some() {
                if late.is_none() && state.voyage() == 3 && state.step() >= Step::Mission {
                    late = Some(game.estimate(&state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.estimate(&state), result);
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
