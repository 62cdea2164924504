//! The measurements, and how they are taken.

use std::time::Duration;

use crate::arena::{Bench, PlayoutKind, Rate};
use crate::game::{Purpose, Seed};
use crate::search::SearchSettings;
use rayon::ThreadPool;

/// How often searches and games, on one thread and on all of them, take turns. The results are medians, so
/// that other work of the machine has little effect.
pub(super) const RUNS: usize = 7;

/// What all figures have in common.
pub(super) struct Setting<'a> {
    pub(super) threads: usize,
    pub(super) seconds: f64,
    pub(super) seed: u64,
    pub(super) bot: &'a str,
    /// The variant's name, or `standard` if none is used.
    pub(super) variant: &'a str,
    /// The cores that other programs used meanwhile, where the system tells.
    pub(super) others: Option<f64>,
    /// What to say if they used too many, as a line; empty otherwise.
    pub(super) warning: String,
}

/// The measurements for one game and number of players.
pub(super) struct Figures {
    pub(super) game: &'static str,
    pub(super) players: usize,
    /// The rate on one thread: the median.
    pub(super) one: Rate,
    /// The rate on all threads: the median.
    pub(super) all: Rate,
    /// The ratio of all threads to one: the median of the turns.
    pub(super) speedup: f64,
    /// Nanoseconds per clone of the state.
    pub(super) clone_ns: f64,
    pub(super) state_bytes: usize,
    pub(super) node_bytes: usize,
    /// Search iterations per second from the opening, on one thread: the median.
    pub(super) iterations: f64,
    /// The range of the random games per second on one thread, in percent; see [`range`].
    pub(super) games_range: f64,
    /// The range of the iterations per second, in percent.
    pub(super) iterations_range: f64,
    /// How many random games take as long as one iteration: the median of the turns.
    pub(super) iteration_cost: f64,
    /// How many random games take as long as one game by the policy: the median of the turns.
    pub(super) heuristic_cost: f64,
}

/// The time and threads of the measurements.
pub(super) struct Plan<'a> {
    pub(super) pool: &'a ThreadPool,
    /// For all measurements together.
    pub(super) seconds: f64,
    pub(super) seed: Seed,
}

impl Plan<'_> {
    /// Measures a game.
    pub(super) fn measure(&self, game: &'static str, players: usize, bench: &mut dyn Bench) -> Figures {
        let slice = self.part(0.6 / (2 * RUNS) as f64);
        let mut ones = [Rate::default(); RUNS];
        let mut alls = [Rate::default(); RUNS];
        let mut heuristic = [0.0; RUNS];
        let mut iterations = [0.0; RUNS];
        for (run, (one, all)) in ones.iter_mut().zip(&mut alls).enumerate() {
            let seed = self.seed.derive(Purpose::Sample, run as u64);
            iterations[run] = bench.search(self.part(0.2 / RUNS as f64), seed);
            heuristic[run] = bench.race(PlayoutKind::Heuristic, self.part(0.1 / RUNS as f64), seed).games;
            *one = bench.race(PlayoutKind::Random, slice, seed);
            let shared = &*bench;
            let together = self.pool.broadcast(|thread| {
                let seed = seed.derive(Purpose::Worker, thread.index() as u64);
                shared.race(PlayoutKind::Random, slice, seed)
            });
            for rate in together {
                all.games += rate.games;
                all.decisions += rate.decisions;
            }
        }
        let of = |rates: &[Rate; RUNS]| Rate {
            games: median(rates.map(|rate| rate.games)),
            decisions: median(rates.map(|rate| rate.decisions)),
        };
        Figures {
            game,
            players,
            one: of(&ones),
            all: of(&alls),
            speedup: median(std::array::from_fn(|run| alls[run].games / ones[run].games)),
            clone_ns: bench.clone_ns(self.part(0.1)),
            state_bytes: bench.state_bytes(),
            node_bytes: SearchSettings::node_bytes(),
            games_range: range(ones.map(|rate| rate.games)),
            iterations_range: range(iterations),
            iterations: median(iterations),
            iteration_cost: median(std::array::from_fn(|run| ones[run].games / iterations[run])),
            heuristic_cost: median(std::array::from_fn(|run| ones[run].games / heuristic[run])),
        }
    }

    fn part(&self, share: f64) -> Duration {
        Duration::from_secs_f64(self.seconds * share)
    }
}

pub(super) fn median(mut values: [f64; RUNS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[RUNS / 2]
}

/// Returns the range from the second lowest to the second highest value, in percent of the median: more than half of the
/// runs lie in it, and a single disturbance does not widen it.
pub(super) fn range(mut values: [f64; RUNS]) -> f64 {
    values.sort_by(f64::total_cmp);
    (values[RUNS - 2] - values[1]) / values[RUNS / 2] * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disturbance_does_not_widen_the_range() {
        let quiet = [100.0, 101.0, 99.0, 100.0, 102.0, 98.0, 100.0];
        assert_eq!((median(quiet), range(quiet)), (100.0, 2.0));
        let disturbed = [100.0, 101.0, 99.0, 100.0, 102.0, 50.0, 100.0];
        assert_eq!((median(disturbed), range(disturbed)), (100.0, 2.0));
    }
}
