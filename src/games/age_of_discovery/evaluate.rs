//! An estimate of the win shares, for rollouts that are cut off. All of it is public.

use super::AgeOfDiscovery;
use super::packed::Bits;
use super::state::{Player, State, Step};
use super::turn::{LAST_TURN, scorings_before};
use super::words::Figure;
use crate::game::PerSeat;

/// How much of the regions' VP of today the next scoring brings, and each later one.
const SCORINGS: [f32; 2] = [0.85, 0.55];
/// VP that a dollar is worth at the end, and more for each turn left; never more than [`DOLLAR_MOST`].
const DOLLAR: [f32; 2] = [0.06, 0.05];
const DOLLAR_MOST: f32 = 0.3;
/// The most dollars that are worth anything: no more is spent in a turn or two.
const USEFUL_DOLLARS: f32 = 60.0;
/// VP of a colonist in the hand, and of another figure, while there are regions to be scored.
const FIGURE: [f32; 2] = [0.8, 1.3];
/// VP of a point of strength in the Discovery box.
const STRENGTH: f32 = 0.7;
/// The lead in VP that multiplies the odds of a win by e, at the end and more for each turn left.
const SPREAD: [f32; 2] = [1.5, 1.1];

impl AgeOfDiscovery {
    /// Estimates each seat's win share: a softmax of the points so far and those in prospect, the
    /// flatter the more turns are left. When the game is over it is the win share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::Over {
            return self.standing(state).win_share;
        }
        let turns = f32::from(LAST_TURN - state.turn);
        let awards = self.region_awards(state);
        let strength = PerSeat::from_fn(self.rules.players, |seat| {
            let index = seat.index();
            self.prospect(state, &state.players[index], awards[index], turns)
        });
        let best = strength.iter().copied().fold(f32::MIN, f32::max);
        let spread = SPREAD[0] + SPREAD[1] * turns;
        let odds = strength.map(|strength| libm::expf((strength - best) / spread));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }

    /// Returns a player's points so far and in prospect; `award` is what the regions would bring today.
    fn prospect(&self, state: &State, player: &Player, award: u8, turns: f32) -> f32 {
        let scorings = 3 - scorings_before(state.turn, state.step);
        let later = scorings.saturating_sub(1) as f32;
        let income = self.set_income(player) as f32;
        let economy = if player.economy > 0 { 0.0 } else { income };
        let worth = (DOLLAR[0] + DOLLAR[1] * turns).min(DOLLAR_MOST);
        // Benefits of phase D, once more this turn unless it is over.
        let mut dollars = (f32::from(player.money) + income * turns).min(USEFUL_DOLLARS);
        let mut figures = 0.0;
        for building in Bits(player.owned & self.rules.benefit_mask) {
            let benefit = &self.rules.benefits[building];
            let each = benefit.hand.total() + u32::from(benefit.captains + benefit.explorers);
            dollars += f32::from(benefit.money) * (turns + 1.0).min(3.0);
            figures += (each as f32 + f32::from(u8::from(benefit.dock_x | benefit.dock_y))) * FIGURE[1];
        }
        let colonists = f32::from(player.hand(Figure::Colonist));
        let special = player.hand.total() as f32 - colonists;
        let ahead = state.turn < LAST_TURN || state.step <= Step::Place;
        let hand = if ahead { FIGURE[0] * colonists + FIGURE[1] * special } else { 0.0 };
        let [captains, soldiers, others] = self.rules.discovery.map(f32::from);
        let strength = captains * f32::from(player.captains)
            + soldiers * f32::from(player.explorers)
            + others * f32::from(player.others);
        let exploring = state.turn < LAST_TURN || state.step <= Step::ExploreOthers;
        self.points(player).total() as f32
            + f32::from(award) * (SCORINGS[0] + SCORINGS[1] * later)
            + economy
            + worth * dollars
            + figures * turns
            + hand
            + if exploring { STRENGTH * strength } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Seat, Seed, Variant};
    use crate::games::age_of_discovery::AgeOfDiscovery;

    /// Estimates name the winner far more often than chance, the later the better, and the last one is
    /// the result.
    #[test]
    fn estimates_find_the_winner() {
        let game = AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load");
        let mut shares = [0.0; 9];
        for seed in 0..300 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut estimates = Vec::new();
            while game.to_act(&state).is_some() {
                if estimates.len() < game.round(&state) as usize {
                    estimates.push(game.evaluate(&state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.evaluate(&state), result);
            for (turn, estimate) in estimates.iter().enumerate() {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b]));
                shares[turn] += result[best.expect("there are four seats")] / 300.0;
            }
        }
        assert!(shares[4] > 0.4 && shares[7] > 0.6, "shares won at the start of each turn: {shares:?}");
    }
}
