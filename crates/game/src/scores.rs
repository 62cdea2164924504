//! The standing of a position.

use super::seats::{PerSeat, Seat};

/// Points, tie keys, ranks and win shares of all seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scores {
    /// The game's points.
    pub points: PerSeat<i32>,
    /// Keys that break ties, most important first, more is better; unused ones are 0.
    pub ties: PerSeat<[i32; 3]>,
    /// 1 plus the number of seats that are strictly better.
    pub rank: PerSeat<u8>,
    /// The share of the win: 1/m for each of m seats of rank 1, otherwise 0.
    pub win_share: PerSeat<f32>,
}

impl Scores {
    /// Ranks the seats by points, then tie keys.
    #[must_use]
    pub fn ranked(points: PerSeat<i32>, ties: PerSeat<[i32; 3]>) -> Self {
        Self::ranked_by(points, ties, |seat| (points[seat], ties[seat]))
    }

    /// Ranks the seats by a key of the game's own, more is better.
    #[must_use]
    pub fn ranked_by<K: Ord>(points: PerSeat<i32>, ties: PerSeat<[i32; 3]>, key: impl Fn(Seat) -> K) -> Self {
        let players = points.len();
        let rank = PerSeat::from_fn(players, |seat| {
            1 + Seat::all(players).filter(|&other| key(other) > key(seat)).count() as u8
        });
        let winners = rank.iter().filter(|&&rank| rank == 1).count();
        let win_share = rank.map(|rank| if rank == 1 { 1.0 / winners as f32 } else { 0.0 });
        Self { points, ties, rank, win_share }
    }

    /// Returns a seat's points less the most points of any other seat, within the range of `i32`.
    #[must_use]
    pub fn margin(&self, seat: Seat) -> i32 {
        let best_other =
            Seat::all(self.points.len()).filter(|&other| other != seat).map(|other| self.points[other]).max();
        self.points[seat].saturating_sub(best_other.unwrap_or(0))
    }
}

/// Returns the value of a lead over the best opponent, by the sigmoid x / sqrt(1 + x²): 0.5 when level,
/// 0.85 at a clear lead, 0.15 when a clear lead behind. It needs only operations that are exact on every
/// machine.
#[inline]
#[must_use]
pub fn worth_of_lead(lead: i32, clear_lead: f32) -> f32 {
    let lead = lead as f32 / clear_lead;
    0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_win_and_the_rank() {
        let points = PerSeat::from_fn(4, |seat| [45, 45, 45, 50 - 6][seat.index()]);
        let ties = PerSeat::from_fn(4, |seat| [[5, 0, 0], [6, 0, 0], [6, 0, 0], [9, 0, 0]][seat.index()]);
        let scores = Scores::ranked(points, ties);
        assert_eq!(scores.rank.as_slice(), [3, 1, 1, 4]);
        assert_eq!(scores.win_share.as_slice(), [0.0, 0.5, 0.5, 0.0]);
        assert_eq!(scores.margin(Seat::new(3)), -1);
    }

    #[test]
    fn a_lead_keeps_its_sign() {
        let points = PerSeat::from_fn(2, |seat| [i32::MAX, i32::MIN][seat.index()]);
        let scores = Scores::ranked(points, PerSeat::new(2));
        assert_eq!([0, 1].map(|seat| scores.margin(Seat::new(seat))), [i32::MAX, i32::MIN]);
    }
}
