//! The data that a search records about itself when it is studied.

use crate::rollout::{Rollout, Stop};
use crate::root::RootAction;
use crate::task::Task;
use tradewinds_game::{Game, MAX_SEATS, Policy, Rng, Seat, Seed};

/// How the games after one root action ended.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ends {
    pub(crate) games: u64,
    pub(crate) points: [i64; MAX_SEATS],
    /// The sums of the squared points.
    pub(crate) squares: [i64; MAX_SEATS],
    pub(crate) win_shares: [f64; MAX_SEATS],
}

/// The statistics of a root action at one moment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Known {
    pub(crate) visits: u64,
    pub(crate) total: u64,
}

/// The records of one series of iterations; empty unless the search is studied.
#[derive(Default)]
pub(crate) struct Notes {
    rng: Option<Rng>,
    pub(crate) ends: Vec<Ends>,
    /// The statistics of every root action at each moment.
    pub(crate) moments: Vec<Vec<Known>>,
}

impl Notes {
    pub(crate) fn begin<G: Game, P: Policy<G>>(&mut self, task: &Task<'_, G, P>, seed: Seed) {
        self.moments.clear();
        self.ends.clear();
        self.rng = None;
        if task.study.is_some() {
            self.ends.resize(task.root.len(), Ends::default());
            self.rng = Some(seed.rng());
        }
    }

    /// Plays a world on to the end of the game, with its own dice, so that the result of the search is the
    /// same with and without a study.
    pub(crate) fn play_to_the_end<G: Game, P: Policy<G>>(
        &mut self,
        rollout: &mut Rollout<'_, G, P>,
        first: usize,
        world: &mut G::State,
        left: u32,
    ) {
        let Some(rng) = &mut self.rng else { return };
        let game = rollout.game;
        if rollout.play(world, None, left, rng) != Stop::Over {
            return;
        }
        let scores = game.scores(world);
        let ends = &mut self.ends[first];
        ends.games += 1;
        for seat in Seat::all(game.players()) {
            let points = i64::from(scores.points[seat]);
            ends.points[seat.index()] += points;
            ends.squares[seat.index()] += points * points;
            ends.win_shares[seat.index()] += f64::from(scores.win_share[seat]);
        }
    }

    /// Records the root's statistics if the next of the `moments` moments has come. Moments lie at the
    /// squares of equal parts of the budget, the last one at its end.
    pub(crate) fn moment(&mut self, moments: u32, progress: f32, root: &[RootAction], seat: Seat) {
        let next = (self.moments.len() as u32 + 1) as f32 / moments as f32;
        if progress >= next * next - f32::EPSILON && self.moments.len() < moments as usize {
            let known =
                |action: &RootAction| Known { visits: action.visits, total: action.totals[seat.index()] };
            self.moments.push(root.iter().map(known).collect());
        }
    }
}
