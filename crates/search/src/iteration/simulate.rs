//! Simulation: a world is drawn, the trees are descended, and the world is played out from the leaf.

use tradewinds_game::{Game, Policy, Purpose, Seat};

use super::{PendingUpdate, Worker};
use crate::descent::Descent;
use crate::reward;
use crate::rollout::{Rollout, Stop};
use crate::settings::TreeKind;
use crate::task::Task;
use crate::tree::Arena;

impl<G: Game> Worker<G> {
    /// Plays one iteration up to its reward, which [`Worker::backpropagate`] then adds to the trees.
    /// `progress` is the part of the budget that is spent, from 0 to 1.
    #[inline]
    pub(crate) fn simulate<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Descent,
        world: Option<&G::State>,
        progress: f32,
    ) {
        let game = task.view.game();
        self.next = self.next_root_action(task, arena, start, progress);
        if task.settings.common_random_numbers {
            // The same luck for the n-th visit of each root action. Where none is chosen yet, none has a visit.
            let visits = self.root[self.next.unwrap_or(0)].visits;
            self.rng = self.seed.derive(Purpose::Completion, visits).rng();
        }
        let mut world = match world {
            Some(world) => *world,
            None => task.view.determinize(&mut self.rng),
        };
        if task.tree == TreeKind::ReDeterminizing {
            let learner = learner(task.view.seat(), game.players(), self.iterations);
            if learner != task.view.seat() {
                game.determinize(&mut world, learner, &mut self.rng);
            }
            self.learner = Some(learner);
        }
        self.iterations += 1;
        let (first, played) = self.descend(task, arena, start, &mut world);
        if let (true, Some(root)) = (self.is_new_proof, start.only_node()) {
            self.prove_path(task, arena, root);
        }
        if let (true, Some(proof)) = (self.exact, self.proof) {
            self.pending = Some(PendingUpdate { first, rewards: reward::of_proof(game.players(), proof) });
            return;
        }
        let left = game.max_decisions().saturating_sub(played);
        let settings = task.settings;
        let mut rollout = Rollout { game, policy: task.policy, settings, actions: &mut self.actions };
        let stop = rollout.play(&mut world, settings.cutoff, left, &mut self.rng);
        self.truncated += u64::from(stop == Stop::Bound);
        let rewards = match stop {
            Stop::Over => reward::of_scores::<G>(settings, &game.scores(&world)),
            Stop::CutOff | Stop::Bound => {
                reward::of_estimate(&task.policy.evaluate_for(game, &world, task.view.seat()))
            }
        };
        self.pending = Some(PendingUpdate { first, rewards });
        if let Some(first) = first.filter(|_| task.study.is_some()) {
            self.notes.play_to_the_end(&mut rollout, first, &mut world, left);
        }
    }
}

/// Returns the seat whose tree learns from an iteration of a re-determinizing search: the searching seat in
/// every second iteration, each of the other seats in turn in the iterations between.
fn learner(observer: Seat, players: usize, iteration: u64) -> Seat {
    if iteration.is_multiple_of(2) || players < 2 {
        return observer;
    }
    let other = 1 + (iteration / 2 % (players as u64 - 1)) as usize;
    Seat::new((observer.index() + other) % players)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_learns_in_turn() {
        let seats: Vec<usize> = (0..8).map(|iteration| learner(Seat::new(2), 4, iteration).index()).collect();
        assert_eq!(seats, [2, 3, 2, 0, 2, 1, 2, 3]);
    }
}
