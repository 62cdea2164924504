//! An estimate of the win shares, for rollouts that are cut off.

use super::PuertoRico;
use super::state::{Player, State};
use crate::game::PerSeat;

/// VP that a barrel is worth while a captain is to come.
const BARREL: f32 = 0.6;
/// VP that a doubloon is worth while a builder is to come.
const DOUBLOON: f32 = 0.3;
/// VP that a barrel of production brings in a round.
const PRODUCTION: f32 = 0.4;
/// VP that a colonist without a use yet brings in a round.
const COLONIST: f32 = 0.05;
/// The lead in VP that multiplies the odds of a win by e, at the end and more for each round left.
const SPREAD: [f32; 2] = [1.0, 1.2];

impl PuertoRico {
    /// Estimates each seat's win share: a softmax of the points so far and those in prospect, the
    /// flatter the more rounds are left. When the game is over it is the win share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        let rounds = super::policy::rounds_left(&self.rules, state);
        if rounds == 0.0 && state.picks == 0 {
            return self.standing(state).win_share;
        }
        let strength =
            PerSeat::from_fn(self.rules.players, |seat| self.prospect(&state.players[seat.index()], rounds));
        let best = strength.iter().copied().fold(f32::MIN, f32::max);
        let spread = SPREAD[0] + SPREAD[1] * rounds;
        let odds = strength.map(|strength| libm::expf((strength - best) / spread));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }

    /// Returns a player's points so far and in prospect.
    fn prospect(&self, player: &Player, rounds: f32) -> f32 {
        let points = self.points(player);
        let to_come = rounds.min(1.0);
        let idle = player.all_circles().saturating_sub(player.colonists);
        f32::from(points.total())
            + to_come * BARREL * f32::from(player.goods.total())
            + to_come * DOUBLOON * f32::from(player.doubloons.min(12))
            + rounds * PRODUCTION * f32::from(player.production().total())
            + rounds * COLONIST * (f32::from(player.colonists) - f32::from(idle))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Seat, Seed, Variant};
    use crate::games::puerto_rico::PuertoRico;

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
                    late = Some(game.evaluate(&state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.evaluate(&state), result);
            if let Some(estimate) = late {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b])).unwrap();
                share += result[best];
            }
        }
        assert!(share > 0.5 * 200.0, "{share} of 200 games won by the seat with the best estimate");
    }
}
