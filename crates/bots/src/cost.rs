//! What a bot's decisions cost: counts that repeat with the game, and times that a clock decides.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

use tradewinds_search::Effort;

/// What the decisions of a searching or an external bot cost, forced ones left out.
///
/// Two costs with the same counts are equal: their times differ from run to run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Decisions that the bot was asked for.
    pub decisions: u64,
    /// The counts of its searches; `None` for a bot that is a program of the user's.
    pub search: Option<SearchCost>,
    /// How long the decisions took.
    pub times: Times,
}

/// The counts of a bot's searches. Under a budget of iterations they repeat with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchCost {
    /// Iterations over all decisions.
    pub iterations: u64,
    /// The sum over decisions of the nodes of all trees at the end.
    pub nodes: u64,
    /// The maximum number of nodes at the end of a decision.
    pub max_nodes: u64,
    /// The sum over decisions of the maximum number of choices from the root to a leaf.
    pub depth: u64,
    /// The maximum of these numbers.
    pub max_depth: u64,
}

/// The times of decisions in microseconds: their sum, their maximum, and how many there are of each size.
///
/// All times are equal to each other: a clock decides them, so they are no difference between two games.
#[derive(Clone, Debug, Default)]
pub struct Times {
    sum: u64,
    max: u64,
    sizes: BTreeMap<u16, u64>,
}

/// The number of sizes for each doubling of a time: a time is known to a sixteenth of itself.
const PER_DOUBLING: u64 = 8;

/// The number of sizes in all.
const SIZES: u16 = 64 * PER_DOUBLING as u16;

/// Returns the size of a time in microseconds.
fn size_of(time: u64) -> u16 {
    let doublings = time.max(1).ilog2();
    // Below 8 each time has a size of its own.
    let part = if doublings < 3 { (time << 3) >> doublings } else { time >> (doublings - 3) };
    (u64::from(doublings) * PER_DOUBLING + part % PER_DOUBLING) as u16
}

/// Returns the middle of the times of a size, in microseconds.
fn middle_of(size: u16) -> f64 {
    let (doublings, part) = (u64::from(size) / PER_DOUBLING, u64::from(size) % PER_DOUBLING);
    let middle = if doublings < 3 { 0.0 } else { 0.5 };
    2_f64.powi(doublings as i32) * (1.0 + (part as f64 + middle) / PER_DOUBLING as f64)
}

impl PartialEq for Times {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Times {}

impl Times {
    /// Adds the time of a decision.
    pub fn add(&mut self, time: Duration) {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.sum = self.sum.saturating_add(time);
        self.max = self.max.max(time);
        *self.sizes.entry(size_of(time)).or_default() += 1;
    }

    /// Returns the sum in microseconds.
    #[must_use]
    pub const fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the maximum in microseconds.
    #[must_use]
    pub const fn max(&self) -> u64 {
        self.max
    }

    /// Returns the time in microseconds that at least this share of the decisions, 0 to 1, did not exceed, to a
    /// sixteenth of itself; `None` without decisions.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let all: u64 = self.sizes.values().sum();
        let wanted = (share * all as f64).ceil().max(1.0) as u64;
        if wanted >= all {
            return (all > 0).then_some(self.max as f64);
        }
        let mut passed = 0;
        let found = self.sizes.iter().find(|&(_, &count)| {
            passed += count;
            passed >= wanted
        });
        found.map(|(&size, _)| middle_of(size).min(self.max as f64))
    }

    /// Lists all numbers, for a journal: the sum, the maximum, and each size with its count.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let sizes = self.sizes.iter().flat_map(|(&size, &count)| [size.into(), count]);
        [self.sum, self.max, self.sizes.len() as u64].into_iter().chain(sizes)
    }

    /// Reads what [`Times::numbers`] lists; `None` if these are not the numbers of times.
    pub fn read(mut next: impl FnMut() -> Option<u64>) -> Option<Self> {
        let (sum, max, count) = (next()?, next()?, next()?);
        let mut sizes = BTreeMap::new();
        for _ in 0..count {
            let size = u16::try_from(next()?).ok().filter(|&size| size < SIZES)?;
            // So that sums over many games stay in range.
            sizes.insert(size, next().filter(|&count| count <= u32::MAX.into())?);
        }
        Some(Self { sum, max, sizes })
    }
}

impl Cost {
    /// Adds a decision.
    pub(crate) fn add(&mut self, effort: Option<Effort>, time: Duration) {
        self.decisions += 1;
        self.times.add(time);
        if let Some(Effort { iterations, nodes, depth }) = effort {
            let search = self.search.get_or_insert_default();
            search.iterations += iterations;
            search.nodes += nodes;
            search.max_nodes = search.max_nodes.max(nodes);
            search.depth += u64::from(depth);
            search.max_depth = search.max_depth.max(depth.into());
        }
    }

    /// Returns the mean time of a decision in microseconds; `None` without decisions.
    #[must_use]
    pub fn mean_time(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.times.sum as f64 / self.decisions as f64)
    }
}

impl AddAssign<&Self> for Cost {
    fn add_assign(&mut self, other: &Self) {
        self.decisions = self.decisions.saturating_add(other.decisions);
        if let Some(other) = other.search {
            let search = self.search.get_or_insert_default();
            search.iterations = search.iterations.saturating_add(other.iterations);
            search.nodes = search.nodes.saturating_add(other.nodes);
            search.max_nodes = search.max_nodes.max(other.max_nodes);
            search.depth = search.depth.saturating_add(other.depth);
            search.max_depth = search.max_depth.max(other.max_depth);
        }
        self.times.sum = self.times.sum.saturating_add(other.times.sum);
        self.times.max = self.times.max.max(other.times.max);
        for (&size, &count) in &other.times.sizes {
            let own = self.times.sizes.entry(size).or_default();
            *own = own.saturating_add(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_near_the_times() {
        let mut times = Times::default();
        assert_eq!(times.quantile(0.5), None);
        (1..=10_000).for_each(|time| times.add(Duration::from_micros(time)));
        for share in [0.01, 0.1, 0.5, 0.95, 0.99] {
            let found = times.quantile(share).unwrap();
            let exact = share * 10_000.0;
            assert!((found / exact - 1.0).abs() < 1.0 / 16.0, "{share}: {found}, {exact}");
        }
        assert_eq!((times.quantile(1.0), times.max(), times.sum()), (Some(10_000.0), 10_000, 50_005_000));
        for small in 1..8_u64 {
            assert_eq!(middle_of(size_of(small)), small as f64);
        }
        assert_eq!(size_of(u64::MAX), SIZES - 1);
    }

    #[test]
    fn numbers_come_back() {
        let mut times = Times::default();
        [0, 3, 900, 900, 5_000_000].into_iter().for_each(|time| times.add(Duration::from_micros(time)));
        let numbers: Vec<u64> = times.numbers().collect();
        let mut list = numbers.iter().copied();
        let read = Times::read(|| list.next()).unwrap();
        assert_eq!(read.numbers().collect::<Vec<_>>(), numbers);
        let mut short = numbers[..numbers.len() - 1].iter().copied();
        assert!(Times::read(|| short.next()).is_none());
        let mut forged = [1, 1, 1, 512, 1].into_iter();
        assert!(Times::read(|| forged.next()).is_none());
    }

    #[test]
    fn costs_add_up() {
        let mut one = Cost::default();
        one.add(Some(Effort { iterations: 100, nodes: 50, depth: 4 }), Duration::from_micros(10));
        let mut sum = one.clone();
        one.add(Some(Effort { iterations: 100, nodes: 70, depth: 2 }), Duration::from_micros(30));
        sum += &one;
        let search = SearchCost { iterations: 300, nodes: 170, max_nodes: 70, depth: 10, max_depth: 4 };
        assert_eq!((sum.decisions, sum.search, sum.times.sum()), (3, Some(search), 50));
        assert_eq!(sum.mean_time(), Some(50.0 / 3.0));
        // A clock makes no difference.
        let mut slower = one.clone();
        slower.times.add(Duration::from_secs(1));
        assert_eq!(slower, one);
    }
}
