//! An estimate of the win shares from public facts, for rollouts that are cut off.

use super::FrancisDrake;
use super::player::Player;
use super::rules::VOYAGES;
use super::state::State;
use super::words::{Item, Step, Stop};
use crate::game::{PerSeat, Seat};

/// VP that a whole voyage brings on average.
const VOYAGE: f32 = 28.0;
/// VP that an item is worth in Plymouth, by [`Item`]: crew, guns, barrels up to the range that counts,
/// trade goods.
const ITEMS: [f32; Item::COUNT] = [2.0, 1.4, 2.5, 2.5];
/// The most of each item that counts.
const USEFUL: [u16; Item::COUNT] = [7, 8, 4, 3];
/// VP that stops are worth besides their items while the missions are to come.
const GALLEON: f32 = 4.0;
const PINNACE: f32 = 2.5;
const GOLDEN_HIND: f32 = 4.0;
const ROLE: f32 = 1.5;
const INVESTOR_TILE: f32 = 1.0;
/// VP that the first kinds of commodity are worth for sets to come, a voyage.
const KIND: f32 = 1.5;
/// The lead in VP that multiplies the odds of a win by e: at the end of the last voyage, more for what is
/// left of this voyage, more for each voyage to come.
const SPREAD: [f32; 3] = [2.0, 5.0, 5.0];

impl FrancisDrake {
    /// Estimates each seat's win share: a softmax of the points so far and those in prospect. Hidden
    /// tiles count with the mean of those not face up, hidden discs not by their numbers. When the
    /// game is over it is the win share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        let scores = self.standing(state);
        if state.step == Step::Over {
            return scores.win_share;
        }
        let to_come = f32::from(VOYAGES - state.voyage);
        let left = Self::share_left(state);
        let strength = PerSeat::from_fn(self.rules.players, |seat| {
            scores.points[seat] as f32 + self.prospect(state, seat, left)
        });
        let best = strength.iter().copied().fold(f32::MIN, f32::max);
        let spread = SPREAD[0] + SPREAD[1] * left + SPREAD[2] * to_come;
        let odds = strength.map(|strength| libm::expf((strength - best) / spread));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }

    /// Returns how much of the voyage is still to come, from 1 at its start to 0.
    fn share_left(state: &State) -> f32 {
        match state.step {
            Step::Plymouth => 1.0 - 0.1 * f32::from(state.current().stop_count.min(4)),
            step if step < Step::Mission => 0.6,
            _ => (state.waiting.count_ones() as f32 / 16.0).min(0.5),
        }
    }

    /// Returns the points that a seat may expect in what is left of this voyage, and what it keeps for
    /// later ones; what those bring besides is about the same for all seats.
    fn prospect(&self, state: &State, seat: Seat, left: f32) -> f32 {
        let player = state.player(seat.index());
        let to_come = f32::from(VOYAGES - state.voyage);
        let investor = if player.investor_tile { INVESTOR_TILE * to_come } else { 0.0 };
        let kinds = player.goods.iter().filter(|&&number| number > 0).count() as f32 * KIND * to_come;
        let roles = [state.admiral(), state.governor()];
        let roles = roles.into_iter().filter(|&holder| holder == Some(seat)).count() as f32 * ROLE;
        let now = if (Step::Admiral..=Step::Governor).contains(&state.step) || state.step == Step::Plymouth {
            self.equipment(state, player, left)
        } else {
            self.voyage_worth(state, seat)
        };
        investor + kinds + roles + now
    }

    /// Returns the worth of what a ship carries before the missions.
    fn equipment(&self, state: &State, player: &Player, left: f32) -> f32 {
        let items = Item::ALL.into_iter().map(|item| {
            let number = player.items.get(item).min(USEFUL[item.index()]);
            f32::from(number) * ITEMS[item.index()]
        });
        let has = |stops: u32, worth: f32| if player.stops & stops != 0 { worth } else { 0.0 };
        let worth = items.sum::<f32>()
            + has(self.rules.galleon_stops, GALLEON)
            + has(self.rules.pinnace_stops, PINNACE)
            + has(Stop::GoldenHind.bit(), GOLDEN_HIND);
        // A ship still in Plymouth will carry more.
        if state.step == Step::Plymouth && player.position < super::words::DOCKSIDE {
            worth.max(worth * 0.7 + 0.3 * VOYAGE * left)
        } else {
            worth
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Seat, Seed, Variant};
    use crate::games::francis_drake::{FrancisDrake, Step};

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
                    late = Some(game.evaluate(&state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.evaluate(&state), result);
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
