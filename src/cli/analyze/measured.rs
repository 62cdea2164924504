//! How the games after a candidate ended, with intervals.

use crate::game::Seat;
use crate::report::decimal;
use crate::search::ActionReport;
use crate::stats::{Interval, student_t, wilson};

/// The minimum number of games for a figure: fewer games give no information.
pub(super) const MIN_GAMES: u64 = 8;

/// The results of one seat at the end of the games that began with a candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measured {
    pub(super) win_share: f64,
    /// Its interval of 95 %, as if the games were independent.
    pub(super) win_interval: Interval,
    pub(super) points: f64,
    /// Half the width of the interval of the points, 95 %.
    pub(super) points_error: f64,
}

impl Measured {
    /// Summarises the measurements of a search; `None` with fewer than [`MIN_GAMES`] games.
    pub(super) fn of<A>(report: &ActionReport<A>, seat: Seat) -> Option<Self> {
        let count = Some(report.games).filter(|&games| games >= MIN_GAMES)? as f64;
        let (win_share, deviation) = (report.win_share?[seat], report.points_deviation?[seat]);
        let quantile = student_t(count - 1.0);
        Some(Self {
            win_share,
            // Shares of one game add up to 1 except for a rounding error.
            win_interval: wilson(win_share.clamp(0.0, 1.0), count, quantile),
            points: report.points?[seat],
            points_error: quantile * deviation / count.sqrt(),
        })
    }

    /// Writes the interval of the win share.
    pub(super) fn range(&self) -> String {
        let Interval { low, high } = self.win_interval;
        format!("{}-{}", decimal(low, 3), decimal(high, 3))
    }

    /// Returns whether the win share is above the other one by more than chance: the intervals do not overlap.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        self.win_interval.low > other.win_interval.high
    }

    /// Returns whether this value lies in the interval of the win share, as both are printed.
    pub(super) fn holds(&self, value: f64) -> bool {
        const ROUNDED: f64 = 0.0005;
        let Interval { low, high } = self.win_interval;
        (low - ROUNDED..=high + ROUNDED).contains(&value)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::game::PerSeat;

    use super::*;

    /// The report of a search about an action after `games` visits, with these figures for each of two seats.
    pub(in crate::cli::analyze) fn report(games: u64, value: f64, win_share: f64) -> ActionReport<u32> {
        let both = |figure: f64| Some(PerSeat::from_fn(2, |_| figure));
        ActionReport {
            action: 0,
            visits: games,
            available: 1_000,
            value: both(value).filter(|_| games > 0),
            win_share: both(win_share).filter(|_| games > 0),
            points: both(30.0).filter(|_| games > 0),
            points_deviation: both(5.0).filter(|_| games > 1),
            games,
            proven: None,
        }
    }

    #[test]
    fn few_games_have_no_figures() {
        let seat = Seat::new(0);
        assert_eq!(Measured::of(&report(7, 0.5, 1.0), seat), None);
        let few = Measured::of(&report(8, 0.5, 1.0), seat).unwrap();
        assert!(few.win_interval.low < 0.65 && few.win_interval.high > 0.999, "{few:?}");
        let many = Measured::of(&report(100, 0.5, 0.3), seat).unwrap();
        assert_eq!(many.range(), "0.218-0.397");
        assert!((many.points_error - 0.992).abs() < 1e-3, "{many:?}");
        assert!(few.is_above(&many) && !many.is_above(&few) && !many.holds(0.5) && many.holds(0.25));
    }
}
