//! The speed at which games are played and searched.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tradewinds_bots::BotGuide;
use tradewinds_game::{CompleteGame, InputError, Purpose, Rng, Seed, View};
use tradewinds_search::{CheckedSettings, Playout, RolloutKind, Search, Threads};

use super::plan::SearchPlan;
use super::seam::{Bench, PlayoutKind, Playouts, Rate, Rules};

/// The number of states copied between two readings of the clock.
const COPIES: u32 = 10_000;

/// A search with its memory, and the opening that it searches.
pub(crate) struct Benched<G: CompleteGame> {
    rules: Rules<G>,
    opening: G::State,
    plan: SearchPlan,
    threads: Threads,
    /// Made on first use, because its memory is large.
    search: Option<Search<G, BotGuide<G>>>,
    policy: BotGuide<G>,
    settings: [CheckedSettings; 2],
}

impl<G: CompleteGame> Benched<G> {
    /// Prepares measurements; `seed` deals the opening.
    pub(crate) fn new(
        rules: Rules<G>,
        plan: &SearchPlan,
        threads: Threads,
        seed: Seed,
    ) -> Result<Self, InputError> {
        let game = &*rules.0;
        let opening = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        let policy = plan.guide(game)?;
        let settings = [plan.rollouts(RolloutKind::Random)?, plan.rollouts(RolloutKind::Heuristic)?];
        Ok(Self { plan: plan.clone(), threads, search: None, opening, policy, settings, rules })
    }

    fn playout(&self, kind: PlayoutKind) -> Playout<'_, G, BotGuide<G>> {
        let settings = match kind {
            PlayoutKind::Random => &self.settings[0],
            PlayoutKind::Heuristic => &self.settings[1],
        };
        Playout::new(&self.rules.0, settings, &self.policy)
    }

    /// Plays a game from the deal to the scores.
    fn play_one(&self, playout: &mut Playout<'_, G, BotGuide<G>>, playouts: &mut Playouts, rng: &mut Rng) {
        let game = &*self.rules.0;
        let mut state = game.deal(rng);
        let (over, decisions) = playout.play(&mut state, game.max_decisions(), rng);
        playouts.games += 1;
        playouts.decisions += u64::from(decisions);
        playouts.truncated += u64::from(!over);
        for &points in game.scores(&state).points.iter() {
            // The step of FNV-1a, one number at a time.
            playouts.checksum = (playouts.checksum ^ u64::from(points as u32)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl<G: CompleteGame> Bench for Benched<G> {
    fn search(&mut self, slice: Duration, seed: Seed) -> f64 {
        let game = &*self.rules.0;
        let Some(seat) = game.to_act(&self.opening) else { return f64::NAN };
        let view = View::new(game, &self.opening, seat);
        let search = self.search.get_or_insert_with(|| {
            self.plan.build(game).expect("the plan was checked").with_threads(self.threads)
        });
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

    fn race(&self, kind: PlayoutKind, slice: Duration, seed: Seed) -> Rate {
        let mut rng = seed.rng();
        let (mut playout, mut playouts) = (self.playout(kind), Playouts::default());
        let start = Instant::now();
        let seconds = loop {
            self.play_one(&mut playout, &mut playouts, &mut rng);
            let elapsed = start.elapsed();
            if elapsed >= slice {
                break elapsed.as_secs_f64();
            }
        };
        black_box(playouts.checksum);
        Rate { games: playouts.games as f64 / seconds, decisions: playouts.decisions as f64 / seconds }
    }

    fn play(&self, kind: PlayoutKind, games: u64, seed: Seed) -> Playouts {
        let mut rng = seed.rng();
        let (mut playout, mut playouts) = (self.playout(kind), Playouts::default());
        for _ in 0..games {
            self.play_one(&mut playout, &mut playouts, &mut rng);
        }
        playouts
    }

    fn clone_ns(&self, slice: Duration) -> f64 {
        let state = &self.opening;
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

    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }
}
