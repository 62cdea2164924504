//! Sequential halving of the root's actions (Karnin, Koren and Somekh, Almost optimal exploration in
//! multi-armed bandits, 2013).

use arrayvec::ArrayVec;

use tradewinds_game::MAX_ACTIONS;

/// One remaining candidate.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    index: u16,
    visits: u32,
    total: u64,
}

impl Candidate {
    /// Compares mean rewards without dividing.
    fn is_better(&self, other: &Self) -> bool {
        u128::from(self.total) * u128::from(other.visits) > u128::from(other.total) * u128::from(self.visits)
    }
}

/// The remaining candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halving {
    candidates: ArrayVec<Candidate, MAX_ACTIONS>,
    parts: u32,
    part: u32,
}

impl Halving {
    /// Begins with `count` actions.
    pub(crate) fn begin(&mut self, count: usize) {
        self.candidates.clear();
        let all = (0..count as u16).map(|index| Candidate { index, visits: 0, total: 0 });
        self.candidates.extend(all);
        self.parts = (count as u32).next_power_of_two().trailing_zeros().max(1);
        self.part = 0;
    }

    /// Returns the action to visit, once `progress` of the budget, from 0 to 1, is spent: the least-visited
    /// remaining candidate.
    pub(crate) fn next(&mut self, progress: f32) -> usize {
        while self.part + 1 < self.parts && progress * self.parts as f32 >= (self.part + 1) as f32 {
            self.part += 1;
            self.halve();
        }
        let least = self.candidates.iter().min_by_key(|candidate| candidate.visits);
        least.map_or(0, |candidate| candidate.index.into())
    }

    /// Records the reward of the seat that decides.
    pub(crate) fn learn(&mut self, index: usize, reward: u64) {
        if let Some(candidate) =
            self.candidates.iter_mut().find(|candidate| usize::from(candidate.index) == index)
        {
            candidate.visits += 1;
            candidate.total += reward;
        }
    }

    /// Drops the worse half; the middle one of an odd number stays, and among equals the first.
    fn halve(&mut self) {
        let count = self.candidates.len().div_ceil(2);
        while self.candidates.len() > count {
            let mut worst = self.candidates.len() - 1;
            for index in (0..worst).rev() {
                if self.candidates[worst].is_better(&self.candidates[index]) {
                    worst = index;
                }
            }
            self.candidates.remove(worst);
        }
    }

    /// Returns whether an action is still a candidate.
    pub(crate) fn has(&self, index: usize) -> bool {
        self.candidates.iter().any(|candidate| usize::from(candidate.index) == index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_half_stays() {
        let mut halving = Halving::default();
        halving.begin(5);
        // Three parts of 30: 5 actions, then 3, then 2.
        let mut visits = [0; 5];
        for iteration in 0..90 {
            let index = halving.next(iteration as f32 / 90.0);
            visits[index] += 1;
            halving.learn(index, [10, 40, 30, 20, 50][index]);
        }
        assert_eq!(visits, [6, 31, 16, 6, 31]);
        assert!(halving.has(1) && halving.has(4) && !halving.has(2));
    }

    #[test]
    fn one_action_needs_no_halving() {
        let mut halving = Halving::default();
        halving.begin(1);
        assert_eq!((halving.next(0.0), halving.next(1.0)), (0, 0));
    }
}
