//! The reward of each seat for the end of a game.

use crate::settings::{RewardKind, SearchSettings};
use crate::tree::Proof;
use tradewinds_game::{Game, MAX_SEATS, PerSeat, Scores, Seat, worth_of_lead};

/// A reward of 1 in the fixed point of the trees, whose sums are exact and the same in any order.
const ONE: f64 = 4_294_967_296.0;

/// What a step of that fixed point stands for.
pub(crate) const STEP: f32 = 1.0 / ONE as f32;

/// Converts a reward in [0, 1] to the fixed point of the trees, with 32 fractional bits.
#[inline]
fn to_fixed(reward: f32) -> u64 {
    (f64::from(reward.clamp(0.0, 1.0)) * ONE) as u64
}

/// Converts a sum of rewards back.
#[inline]
pub(crate) fn to_f64(total: u64) -> f64 {
    total as f64 / ONE
}

/// Converts a sum of rewards back, to the accuracy of an `f32`.
#[inline]
pub(crate) fn to_f32(total: u64) -> f32 {
    // A sum has fewer than 2^31 terms, and the conversion from signed numbers is one instruction.
    total as i64 as f32 * STEP
}

/// The rewards of one iteration in fixed point, by seat; 0 for seats that do not exist.
pub(crate) type Rewards = [u64; MAX_SEATS];

/// Returns each seat's reward for the end of a game.
pub(crate) fn of_scores<G: Game>(settings: &SearchSettings, scores: &Scores) -> Rewards {
    fixed(scores.points.len(), |seat| match settings.reward {
        RewardKind::WinShare => scores.win_share[seat],
        RewardKind::Rank => rank(scores, seat),
        RewardKind::Margin => margin(scores, seat, G::CLEAR_LEAD),
        RewardKind::Blend => {
            let margin = margin(scores, seat, G::CLEAR_LEAD);
            settings.blend * margin + (1.0 - settings.blend) * scores.win_share[seat]
        }
    })
}

/// Returns each seat's win share after a proof.
pub(crate) fn of_proof(players: usize, proof: Proof) -> Rewards {
    fixed(players, |seat| match proof {
        Proof::Won(winner) => f32::from(u8::from(winner == seat)),
        Proof::Drawn => 0.5,
    })
}

/// Returns each seat's reward for a game that was not played to its end: its estimated win share.
pub(crate) fn of_estimate(estimate: &PerSeat<f32>) -> Rewards {
    fixed(estimate.len(), |seat| estimate[seat])
}

#[inline]
fn fixed(players: usize, reward: impl Fn(Seat) -> f32) -> Rewards {
    let mut rewards = [0; MAX_SEATS];
    for seat in Seat::all(players) {
        rewards[seat.index()] = to_fixed(reward(seat));
    }
    rewards
}

/// Returns 1 for the first of the table, 0 for the last; seats that tie share the mean of their places.
fn rank(scores: &Scores, seat: Seat) -> f32 {
    let rank = scores.rank[seat];
    let equals = scores.rank.iter().filter(|&&other| other == rank).count();
    let place = f32::from(rank) + (equals - 1) as f32 / 2.0;
    let players = scores.rank.len() as f32;
    (players - place) / (players - 1.0).max(1.0)
}

/// Returns the reward of a seat's lead over its best opponent.
fn margin(scores: &Scores, seat: Seat, clear_lead: f32) -> f32 {
    worth_of_lead(scores.margin(seat), clear_lead)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(points: [i32; 4]) -> Scores {
        let points = PerSeat::from_fn(4, |seat| points[seat.index()]);
        Scores::ranked(points, PerSeat::new(4))
    }

    #[test]
    fn ranks_go_from_1_to_0_and_ties_share() {
        let ranks = |points| Seat::all(4).map(|seat| rank(&scores(points), seat)).collect::<Vec<_>>();
        assert_eq!(ranks([9, 3, 6, 0]), [1.0, 1.0 / 3.0, 2.0 / 3.0, 0.0]);
        assert_eq!(ranks([5, 5, 1, 0]), [5.0 / 6.0, 5.0 / 6.0, 1.0 / 3.0, 0.0]);
        assert_eq!(ranks([5, 5, 5, 5]), [0.5; 4]);
    }

    #[test]
    fn a_margin_is_symmetric_and_bounded() {
        let lead = scores([30, 20, 10, 20]);
        assert!((margin(&lead, Seat::new(0), 10.0) - 0.853_553).abs() < 1e-5);
        assert!((margin(&lead, Seat::new(1), 10.0) - 0.146_447).abs() < 1e-5);
        assert_eq!(margin(&scores([20, 20, 0, 0]), Seat::new(0), 10.0), 0.5);
        assert!(margin(&scores([10_000, 0, 0, 0]), Seat::new(0), 10.0) <= 1.0);
    }

    #[test]
    fn fixed_point_goes_both_ways() {
        for reward in [0.0, 0.25, 1.0 / 3.0, 0.999, 1.0] {
            assert!((to_f64(to_fixed(reward)) - f64::from(reward)).abs() < 1e-9);
            assert!((to_f32(to_fixed(reward) * 3) - 3.0 * reward).abs() < 1e-6);
        }
        assert_eq!(to_fixed(f32::NAN), 0);
    }
}
