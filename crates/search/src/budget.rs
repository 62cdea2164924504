//! What one decision may cost, and the number of iterations of a worker.

use std::time::Duration;

use crate::settings::SearchSettings;

/// What the search of one decision may cost; `iterations` or `time` is given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Allowance {
    /// The maximum number of iterations, at least 1, all workers together; `None` if time alone ends the search.
    pub iterations: Option<u32>,
    /// The maximum time; at least one iteration is played, however long it takes.
    pub time: Option<Duration>,
    /// The part of the rest of the budget, above 0 to 1, that may visit other actions without overtaking the most
    /// visited one where the search stops. 1: it stops when nothing can change its choice any more. Less: it stops
    /// earlier, when a change has become unlikely. `None`: it spends the whole budget. It has no effect where visits
    /// alone do not decide (see [`SearchSettings::stop_when_decided`]).
    pub patience: Option<f32>,
}

impl Allowance {
    /// Returns the budget of each decision that the settings name.
    #[must_use]
    pub fn of(settings: &SearchSettings) -> Self {
        Self {
            iterations: settings.iterations,
            time: settings.time_ms.map(|ms| Duration::from_millis(ms.into())),
            patience: settings.stop_when_decided.then_some(1.0),
        }
    }
}

/// The iterations of a worker; its time is counted separately.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) iterations: Option<u32>,
    /// The part of the whole budget that was spent before, and the size of this part.
    pub(crate) part: (f32, f32),
}

impl Budget {
    /// Returns the share of worker `index` of `workers`.
    pub(crate) fn of(allowance: Allowance, workers: u32, index: u32) -> Self {
        Self { iterations: allowance.iterations.map(|all| share(all, workers, index)), part: (0.0, 1.0) }
    }

    /// Returns the share of world `number` of `worlds`, which are searched in turn.
    pub(crate) fn of_world(self, worlds: u32, number: u32) -> Self {
        Self {
            iterations: self.iterations.map(|all| share(all, worlds, number)),
            part: (number as f32 / worlds as f32, 1.0 / worlds as f32),
        }
    }

    /// Returns the part of the budget that is spent, from 0 to 1, and whether it is used up, after
    /// `done` iterations and the part `time` of the time.
    #[inline]
    pub(crate) fn spent(&self, done: u64, time: f32) -> (f32, bool) {
        let by_count = self.iterations.map_or(0.0, |all| done as f32 / all.max(1) as f32);
        let over = self.iterations.is_some_and(|all| done >= all.into()) || time >= 1.0;
        (self.part.0 + self.part.1 * by_count.max(time).min(1.0), over)
    }
}

/// Returns part `index` of `all` split into `parts` that differ by at most 1, the larger ones first.
pub(crate) const fn share(all: u32, parts: u32, index: u32) -> u32 {
    all / parts + (index < all % parts) as u32
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_budget_is_split_whole() {
        for (all, parts) in [(1_000, 1), (1_000, 3), (2, 4), (7, 7)] {
            assert_eq!((0..parts).map(|index| share(all, parts, index)).sum::<u32>(), all);
        }
        assert_eq!((share(10, 4, 0), share(10, 4, 3)), (3, 2));
    }
}
