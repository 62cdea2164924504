//! Stopping before the budget is spent, once no remaining iteration could change the choice.

/// The first iteration after which to check: the pace of a timed search is known by then.
const FIRST: u64 = 32;

/// When to check next whether the choice is settled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlyStop {
    next: u64,
}

impl EarlyStop {
    /// Checks from time to time if the search may stop early, otherwise never.
    pub(crate) const fn new(is_on: bool) -> Self {
        Self { next: if is_on { FIRST } else { u64::MAX } }
    }

    /// Returns whether to check after `done` iterations.
    #[inline]
    pub(crate) const fn is_due(&self, done: u64) -> bool {
        done >= self.next
    }

    /// Returns whether the most visited action stays the most visited one whatever the `left` iterations
    /// visit. If not, it plans the next check: an iteration adds at most 1 to the lead and takes 1 from the
    /// iterations left, so no earlier check could find the choice settled.
    pub(crate) fn is_settled(&mut self, done: u64, left: u64, visits: impl Iterator<Item = u64>) -> bool {
        let (mut most, mut second) = (0, 0);
        for visits in visits {
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        let lead = most - second;
        self.next = done.saturating_add(left.saturating_sub(lead) / 2 + 1);
        lead > left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Dice, Seed};

    /// Returns the iteration at which a search of `budget` stops that visits each of 4 actions with these
    /// chances in percent, and the number of checks.
    fn stop(budget: u64, chances: [u32; 4], seed: u64, always: bool) -> (u64, u32) {
        let mut rng = Seed(seed).rng();
        let mut visits = [0; 4];
        let mut stop = EarlyStop::new(true);
        let mut looks = 0;
        for done in 1..=budget {
            let roll = rng.below(100);
            let chosen = (0..4).find(|&index| roll < chances[..=index].iter().sum()).unwrap();
            visits[chosen] += 1;
            if stop.is_due(done) || always && done >= FIRST {
                looks += 1;
                if stop.is_settled(done, budget - done, visits.into_iter()) {
                    return (done, looks);
                }
            }
        }
        (budget, looks)
    }

    #[test]
    fn it_stops_at_the_first_iteration_at_which_it_may() {
        for seed in 0..50 {
            for chances in [[80, 10, 5, 5], [40, 30, 20, 10], [25, 25, 25, 25], [0, 0, 1, 99]] {
                let (at, looks) = stop(1_000, chances, seed, false);
                assert_eq!(at, stop(1_000, chances, seed, true).0);
                assert!(looks <= 30, "{looks} looks");
            }
        }
        assert_eq!(stop(1_000, [0, 100, 0, 0], 1, false).0, 501);
    }

    #[test]
    fn a_tie_is_not_settled() {
        let mut stop = EarlyStop::new(true);
        assert!(!stop.is_settled(100, 10, [50, 40, 10].into_iter()));
        assert!(stop.is_settled(101, 9, [50, 40, 10].into_iter()));
        assert!(stop.is_settled(9, 3, std::iter::once(9)) && !stop.is_settled(9, 9, std::iter::once(9)));
    }

    #[test]
    fn it_never_looks_when_it_is_off() {
        assert!(!EarlyStop::new(false).is_due(1_000_000_000));
    }
}
