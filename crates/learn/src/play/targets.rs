//! What samples should make a network say.

use tradewinds_game::{ActionFeatures, CompleteGame, Dice as _, Inputs, PerSeat, Rng, Scores, Seat};

use super::EndTarget;
use crate::{Sample, SampleAction};

impl EndTarget {
    /// Returns the win shares that the end of a game teaches.
    pub(super) fn shares(&self, scores: &Scores) -> PerSeat<f32> {
        let by_points = scores.points.map(|points| points as f32 / self.points_scale).softmax();
        mixed(&scores.win_share, &by_points, self.points_share)
    }
}

/// Mixes a share of `b` into `a`.
pub(super) fn mixed(a: &PerSeat<f32>, b: &PerSeat<f32>, share: f32) -> PerSeat<f32> {
    PerSeat::from_fn(a.len(), |seat| (1.0 - share) * a[seat] + share * b[seat])
}

/// Replaces the estimate of each position by its target of TD(λ): (1 - λ) times the estimate of the next position
/// plus λ times the next position's target; after the last one comes the end.
pub(super) fn td_lambda(estimates: &mut [PerSeat<f32>], end: &PerSeat<f32>, lambda: f32) {
    let (mut next_estimate, mut next_target) = (*end, *end);
    for estimate in estimates.iter_mut().rev() {
        let target = mixed(&next_estimate, &next_target, lambda);
        next_estimate = std::mem::replace(estimate, target);
        next_target = target;
    }
}

/// Makes the sample of a position without its targets.
pub(super) fn sample_of<G: CompleteGame>(game: &G, state: &G::State, seat: Seat, index: u32) -> Sample {
    let mut inputs = Inputs::new(game.players());
    game.write_features(state, seat, &mut inputs);
    let zero = PerSeat::new(game.players());
    let rules = game.rule_block().differences.clone();
    Sample { game: index, seat, rules, inputs, shares: zero, points: zero, actions: Vec::new() }
}

/// Draws one of the other seats.
pub(super) fn another_seat(seat: Seat, players: usize, rng: &mut Rng) -> Seat {
    let next = 1 + rng.below(players as u32 - 1) as usize;
    Seat::new((seat.index() + next) % players)
}

/// Makes the action of a sample.
pub(super) fn action_of<G: CompleteGame>(
    game: &G,
    state: &G::State,
    action: G::Action,
    (score, target): (f32, f32),
) -> SampleAction {
    let mut features = ActionFeatures::new();
    game.write_action_features(state, action, &mut features);
    SampleAction { features, score, target }
}

/// Returns the points of all seats as numbers.
pub(super) fn points_of(scores: &Scores) -> PerSeat<f32> {
    scores.points.map(|points| points as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(values: [f32; 2]) -> PerSeat<f32> {
        PerSeat::from_fn(2, |seat| values[seat.index()])
    }

    #[test]
    fn targets_of_td_lambda_look_ahead() {
        let estimates = [seats([0.5, 0.5]), seats([0.6, 0.4]), seats([0.2, 0.8])];
        let end = seats([1.0, 0.0]);
        let first = |lambda: f32| {
            let mut targets = estimates;
            td_lambda(&mut targets, &end, lambda);
            targets.map(|target| target[Seat::new(0)])
        };
        assert_eq!(first(1.0), [1.0, 1.0, 1.0]);
        assert_eq!(first(0.0), [0.6, 0.2, 1.0]);
        // From the last: 1; half of 0.2 and half of 1; half of 0.6 and half of that.
        assert_eq!(first(0.5), [0.6, 0.6, 1.0]);
    }
}
