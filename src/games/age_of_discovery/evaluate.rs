//! An estimate of the win shares, for rollouts that are cut off. All of it is public.

use super::AgeOfDiscovery;
use super::policy::expected_points;
use super::state::{State, Step};
use super::turn::LAST_TURN;
use crate::game::PerSeat;

/// The lead in VP that multiplies the odds of a win by e, at the end and more for each turn left.
const SPREAD: [f32; 2] = [2.0, 1.6];

impl AgeOfDiscovery {
    /// Estimates each seat's win share: a softmax of the points so far and those in prospect, the
    /// flatter the more turns are left. When the game is over it is the win share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::Over {
            return self.standing(state).win_share;
        }
        let points = expected_points(self, state);
        let strength = PerSeat::from_fn(self.rules.players, |seat| points[seat.index()]);
        let best = strength.iter().copied().fold(f32::MIN, f32::max);
        let spread = SPREAD[0] + SPREAD[1] * f32::from(LAST_TURN - state.turn);
        let odds = strength.map(|strength| libm::expf((strength - best) / spread));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::WeightedPolicy;
    use crate::game::{Actions, Dice, Game, MAX_ACTIONS, Policy, Rng, Seat, Seed, Variant, best};
    use crate::games::age_of_discovery::{AgeOfDiscovery, State};

    /// Plays games to the end and returns the win share, at the start of each turn, of the seat with the
    /// best estimate.
    fn shares(games: u64, mut play: impl FnMut(&AgeOfDiscovery, &mut State, &mut Rng)) -> [f32; 9] {
        let game = AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load");
        let mut shares = [0.0; 9];
        for seed in 0..games {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut estimates = Vec::new();
            while game.to_act(&state).is_some() {
                if estimates.len() < game.round(&state) as usize {
                    estimates.push(game.evaluate(&state));
                }
                play(&game, &mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.evaluate(&state), result);
            for (turn, estimate) in estimates.iter().enumerate() {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b]));
                shares[turn] += result[best.expect("there are four seats")] / games as f32;
            }
        }
        shares
    }

    /// Estimates name the winner far more often than chance, the later the better, and the last one is
    /// the result.
    #[test]
    fn estimates_find_the_winner_of_random_games() {
        let shares = shares(300, |game, state, rng| game.play_random(state, rng));
        assert!(shares[4] > 0.4 && shares[7] > 0.6, "shares won at the start of each turn: {shares:?}");
    }

    /// Also where all play by the policy, now and then a random action.
    #[test]
    fn estimates_find_the_winner_of_sensible_games() {
        let policy = WeightedPolicy::default();
        let shares = shares(100, |game, state, rng| {
            if state.turn() < 3 && rng.below(10) == 0 {
                game.play_random(state, rng);
                return;
            }
            let mut actions = Actions::new();
            game.legal(state, &mut actions);
            let mut scores = [0.0; MAX_ACTIONS];
            let scores = &mut scores[..actions.len()];
            policy.score(game, state, &actions, scores);
            game.play(state, actions[best(scores)], rng);
        });
        assert!(shares[4] > 0.35 && shares[7] > 0.5, "shares won at the start of each turn: {shares:?}");
    }
}
