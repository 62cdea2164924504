//! The report of a search.

use std::time::Instant;

use tradewinds_game::{Game, PerSeat, Policy, Purpose, Seat, Seed, View};

use crate::budget::Allowance;
use crate::engine::Search;
use crate::iteration::Worker;
use crate::result::{ActionReport, Effort, Line, Moment, SearchResult};
use crate::{principal, reward};

impl<G: Game, P: Policy<G>> Search<G, P> {
    /// Returns how much the last search did.
    #[must_use]
    pub fn effort(&self) -> Effort {
        Effort {
            iterations: self.workers.iter().map(|worker| worker.counts.iterations).sum(),
            nodes: self.trees.iter().map(|trees| trees.nodes).sum(),
            depth: self.workers.iter().map(|worker| worker.counts.depth).max().unwrap_or(0),
        }
    }

    /// Searches, and reports the findings.
    pub(crate) fn report(
        &mut self,
        view: &View<'_, G>,
        seed: Seed,
        study: Option<u32>,
    ) -> SearchResult<G::State, G::Action> {
        let start = Instant::now();
        self.search(view, seed, study, Allowance::of(&self.settings));
        let elapsed = start.elapsed();
        let chosen = self.chosen();
        let sum = |count: fn(&Worker<G>) -> u64| self.workers.iter().map(count).sum();
        let Effort { iterations, nodes, depth } = self.effort();
        SearchResult {
            seat: view.seat(),
            actions: (0..self.root.len()).map(|index| self.action(view.game(), index, iterations)).collect(),
            chosen,
            principal_variation: self.principal_variation(view, seed, chosen),
            settling: self.settling(),
            iterations,
            truncated: sum(|worker| worker.counts.truncated),
            nodes,
            depth,
            full: self.trees.iter().any(|trees| trees.full),
            timed: self.settings.is_timed(),
            elapsed,
        }
    }

    /// Reports the findings about one root action.
    fn action(&self, game: &G, index: usize, iterations: u64) -> ActionReport<G::Action> {
        let seats = |value: &dyn Fn(Seat) -> f64| PerSeat::from_fn(game.players(), value);
        let ends = || self.workers.iter().filter_map(|worker| worker.notes.ends.get(index));
        let games: u64 = ends().map(|ends| ends.games).sum();
        let mean =
            |sum: &dyn Fn(usize) -> f64| (games > 0).then(|| seats(&|seat| sum(seat.index()) / games as f64));
        let deviation = |seat: usize| {
            let (count, sum) = (games as f64, ends().map(|ends| ends.points[seat]).sum::<i64>() as f64);
            let squares = ends().map(|ends| ends.squares[seat]).sum::<i64>() as f64;
            ((squares - sum * sum / count).max(0.0) / (count - 1.0)).sqrt()
        };
        ActionReport {
            action: self.root[index],
            visits: self.visits(index),
            available: iterations,
            value: self
                .value(index, self.seat)
                .map(|_| seats(&|seat| self.value(index, seat).unwrap_or_default())),
            win_share: mean(&|seat| ends().map(|ends| ends.win_shares[seat]).sum()),
            points: mean(&|seat| ends().map(|ends| ends.points[seat] as f64).sum()),
            points_deviation: (games > 1).then(|| seats(&|seat| deviation(seat.index()))),
            games,
            proven: self.proven(index),
        }
    }

    /// Adds up the statistics of all workers at each moment.
    fn settling(&self) -> Vec<Moment> {
        let count = self.workers.iter().map(|worker| worker.notes.moments.len()).min().unwrap_or(0);
        let moment = |number: usize| {
            let known = |index: usize| {
                let all = self.workers.iter().map(move |worker| worker.notes.moments[number][index]);
                all.fold((0, 0), |sum, one| (sum.0 + one.visits, sum.1 + one.total))
            };
            let known: Vec<(u64, u64)> = (0..self.root.len()).map(known).collect();
            let value =
                |&(visits, total): &(u64, u64)| (visits > 0).then(|| reward::to_f64(total) / visits as f64);
            Moment {
                iterations: known.iter().map(|known| known.0).sum(),
                visits: known.iter().map(|known| known.0).collect(),
                values: known.iter().map(value).collect(),
            }
        };
        (0..count).map(moment).collect()
    }

    /// Follows the most visited moves from the chosen one, in the trees that visited it most.
    fn principal_variation(
        &self,
        view: &View<'_, G>,
        seed: Seed,
        chosen: usize,
    ) -> Vec<Line<G::State, G::Action>> {
        let mut deepest = 0;
        for (index, worker) in self.workers.iter().enumerate().take(self.trees.len()) {
            if worker.root.actions[chosen].visits > self.workers[deepest].root.actions[chosen].visits {
                deepest = index;
            }
        }
        let trees = &self.trees[deepest];
        let mut rng = seed.derive(Purpose::Completion, 0).rng();
        let restriction = self.restriction.as_ref();
        trees.start().map_or_else(Vec::new, |start| {
            principal::variation(view, &trees.arena, start, chosen, restriction, &mut rng)
        })
    }
}
