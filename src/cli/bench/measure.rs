//! What is measured, and how.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use tradewinds::game::{CompleteGame, Purpose, Seed, View};
use tradewinds::search::{Search, SearchSettings};

use super::playouts::{Playouts, Rollout};

/// How often searches and games, on one thread and on all of them, take turns. Medians count, so that
/// what else the machine does weighs little.
pub(super) const RUNS: usize = 7;

/// The states copied between two looks at the clock.
const COPIES: u32 = 10_000;

/// Games and decisions a second.
#[derive(Clone, Copy, Default)]
pub(super) struct Rate {
    pub(super) games: f64,
    pub(super) decisions: f64,
}

/// What was measured for one game and number of players.
pub(super) struct Figures {
    pub(super) game: &'static str,
    pub(super) players: usize,
    /// On one thread: the median.
    pub(super) one: Rate,
    /// On all threads: the median.
    pub(super) all: Rate,
    /// All threads to one: the median of the turns.
    pub(super) speedup: f64,
    /// Nanoseconds a clone of the state.
    pub(super) clone_ns: f64,
    pub(super) state_bytes: usize,
    pub(super) node_bytes: usize,
    /// Search iterations a second from the opening, on one thread: the median.
    pub(super) iterations: f64,
    /// How many random games take as long as one iteration: the median of the turns.
    pub(super) iteration_cost: f64,
    /// How many random games take as long as one by the policy: the median of the turns.
    pub(super) heuristic_cost: f64,
}

/// How much is measured.
pub(super) struct Plan<'a> {
    pub(super) pool: &'a ThreadPool,
    /// For all together.
    pub(super) seconds: f64,
    pub(super) seed: Seed,
}

impl Plan<'_> {
    /// Measures a game; `rollout` is what random games are compared with.
    pub(super) fn measure<G: CompleteGame>(
        &self,
        game: &G,
        search: &mut Search<G, G::Policy>,
        rollout: Rollout<'_, G>,
    ) -> Figures {
        let slice = self.part(0.6 / (2 * RUNS) as f64);
        let mut ones = [Rate::default(); RUNS];
        let mut alls = [Rate::default(); RUNS];
        let mut heuristic = [0.0; RUNS];
        let mut iterations = [0.0; RUNS];
        let state = game.deal(&mut self.seed.derive(Purpose::Deal, 0).rng());
        for (run, (one, all)) in ones.iter_mut().zip(&mut alls).enumerate() {
            let seed = self.seed.derive(Purpose::Sample, run as u64);
            iterations[run] = search_rate(game, &state, search, self.part(0.2 / RUNS as f64), seed);
            heuristic[run] = race(game, rollout, self.part(0.1 / RUNS as f64), seed).games;
            *one = race(game, Rollout::Random, slice, seed);
            let together = self.pool.broadcast(|thread| {
                race(game, Rollout::Random, slice, seed.derive(Purpose::Worker, thread.index() as u64))
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
            game: G::NAME,
            players: game.players(),
            one: of(&ones),
            all: of(&alls),
            speedup: median(std::array::from_fn(|run| alls[run].games / ones[run].games)),
            clone_ns: clone_ns::<G>(&state, self.part(0.1)),
            state_bytes: size_of::<G::State>(),
            node_bytes: SearchSettings::node_bytes(),
            iterations: median(iterations),
            iteration_cost: median(std::array::from_fn(|run| ones[run].games / iterations[run])),
            heuristic_cost: median(std::array::from_fn(|run| ones[run].games / heuristic[run])),
        }
    }

    fn part(&self, share: f64) -> Duration {
        Duration::from_secs_f64(self.seconds * share)
    }
}

/// Searches the opening for a while, and returns the iterations a second.
pub(super) fn search_rate<G: CompleteGame>(
    game: &G,
    state: &G::State,
    search: &mut Search<G, G::Policy>,
    slice: Duration,
    seed: Seed,
) -> f64 {
    let Some(seat) = game.to_act(state) else { return f64::NAN };
    let view = View::new(game, state, seat);
    let (mut iterations, mut elapsed) = (0, Duration::ZERO);
    for index in 0.. {
        let result = search.run(&view, seed.derive(Purpose::Bot, index));
        iterations += result.iterations;
        elapsed += result.elapsed;
        if elapsed >= slice {
            break;
        }
    }
    iterations as f64 / elapsed.as_secs_f64()
}

/// Plays games for a while on this thread.
fn race<G: CompleteGame>(game: &G, rollout: Rollout<'_, G>, slice: Duration, seed: Seed) -> Rate {
    let mut rng = seed.rng();
    let mut playouts = Playouts::default();
    let start = Instant::now();
    let seconds = loop {
        playouts.play(game, rollout, &mut rng);
        let elapsed = start.elapsed();
        if elapsed >= slice {
            break elapsed.as_secs_f64();
        }
    };
    black_box(playouts.checksum);
    Rate { games: playouts.games as f64 / seconds, decisions: playouts.decisions as f64 / seconds }
}

/// Copies a state for a while; the fastest batch counts, for noise only adds.
fn clone_ns<G: CompleteGame>(state: &G::State, slice: Duration) -> f64 {
    let mut copy = *state;
    let mut best = f64::INFINITY;
    let start = Instant::now();
    while start.elapsed() < slice {
        let batch = Instant::now();
        for _ in 0..COPIES {
            copy = *black_box(state);
            black_box(&mut copy);
        }
        best = best.min(batch.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES));
    }
    assert!(copy == *state, "a copy is equal to its original");
    best
}

pub(super) fn median(mut values: [f64; RUNS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[RUNS / 2]
}
