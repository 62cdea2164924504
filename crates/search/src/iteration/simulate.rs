//! Simulation: a world is drawn, the trees are descended, and the world is played out from the leaf.

use tradewinds_game::{Game, Policy, Purpose, Seat};

use super::descent::Descent;
use super::{PendingUpdate, Worker};
use crate::places::Places;
use crate::reward::{self, Rewards};
use crate::rollout::{Rollout, Stop};
use crate::settings::TreeKind;
use crate::task::Task;
use crate::tree::Arena;

impl<G: Game> Worker<G> {
    /// Plays one iteration up to its reward, which [`Worker::backpropagate`] then adds to the trees. All iterations
    /// play in `world`, if it is given. `progress` is the part of the budget that is spent, from 0 to 1.
    #[inline]
    pub(crate) fn simulate<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Places,
        world: Option<&G::State>,
        progress: f32,
    ) {
        let wanted = self.next_root_action(task, arena, start, progress);
        if task.settings.common_random_numbers {
            self.share_luck(wanted);
        }
        let mut world = world.copied().unwrap_or_else(|| task.view.determinize(&mut self.rng));
        let learner = self.draw_for_learner(task, &mut world);
        self.counts.iterations += 1;
        let mut descent = Descent {
            task,
            arena,
            world: &mut world,
            places: *start,
            wanted,
            learner,
            first: None,
            played: 0,
            depth: 0,
            is_public: task.remembers,
            forced: 0,
        };
        self.descend(&mut descent);
        if let (true, Some(root)) = (self.prover.is_new, start.only_node()) {
            self.prover.prove_path(task, arena, root, &self.path);
        }
        let rewards = match self.prover.proof {
            Some(proof) if task.is_exact => reward::of_proof(task.view.game().players(), proof),
            _ => self.evaluate(&mut descent),
        };
        self.pending = Some(PendingUpdate { first: descent.first, rewards });
    }

    /// Gives the n-th visit of each root action the same luck. Where none is chosen yet, none has a visit.
    #[inline]
    fn share_luck(&mut self, wanted: Option<usize>) {
        let visits = self.root.actions[wanted.unwrap_or(0)].visits;
        self.rng = self.seed.derive(Purpose::Completion, visits).rng();
    }

    /// In a re-determinizing search, returns the seat whose tree learns from this iteration, and draws what that seat
    /// does not know.
    #[inline]
    fn draw_for_learner<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        world: &mut G::State,
    ) -> Option<Seat> {
        if task.tree != TreeKind::ReDeterminizing {
            return None;
        }
        let game = task.view.game();
        let learner = learner(task.view.seat(), game.players(), self.counts.iterations);
        if learner != task.view.seat() {
            game.determinize(world, learner, &mut self.rng);
        }
        Some(learner)
    }

    /// Evaluates the leaf: plays the world out as the settings say, and returns what it is worth to each seat.
    #[inline]
    fn evaluate<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>) -> Rewards {
        let (task, game) = (descent.task, descent.game());
        let (policy, settings) = (task.policy, task.settings);
        let left = game.max_decisions().saturating_sub(descent.played);
        let mut rollout = Rollout { game, policy, settings, actions: &mut self.actions };
        let stop = rollout.play(descent.world, settings.cutoff, left, &mut self.rng);
        self.counts.truncated += u64::from(stop == Stop::Bound);
        let rewards = match stop {
            Stop::Over => reward::of_scores::<G>(settings, &game.scores(descent.world)),
            Stop::CutOff | Stop::Bound => {
                reward::of_estimate(&policy.evaluate_for(game, descent.world, task.view.seat()))
            }
        };
        if let Some(first) = descent.first.filter(|_| task.study.is_some()) {
            self.notes.play_to_the_end(&mut rollout, first, descent.world, left);
        }
        rewards
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
