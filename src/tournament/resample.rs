//! What the bootstrap over units needs to know of them, in bounded memory.

use std::collections::BTreeMap;

use super::unit::UnitResult;
use crate::stats::{Interval, Moments, Rankings, bootstrap, elo};

/// How often the units are resampled.
const REPLICATES: u32 = 1000;

/// The most entries that are kept over all strata. In longer runs neighbouring units of a stratum are
/// put together, again and again: thousands of groups of independent units tell as much about the
/// spread of a mean as the units themselves.
const MOST_ENTRIES: usize = 4096;

/// The quantities that a bot has an interval for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quantity {
    Score,
    Margin,
    Rank,
    Rating,
}

impl Quantity {
    const COUNT: usize = 4;
}

/// Sums over units, by stratum.
#[derive(Clone, Debug)]
pub(super) struct Resample {
    bots: usize,
    strata: BTreeMap<usize, Vec<Entry>>,
    entries: usize,
    rankings: Rankings,
}

/// One unit, or several neighbouring ones of a stratum.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// For each bot that plays: the sums of its mean score, margin and rank, and the number of units.
    sums: Vec<(usize, [f64; 4])>,
    /// How often each pattern of ranks occurred.
    patterns: BTreeMap<usize, u32>,
}

impl Entry {
    /// Takes in another entry of the same stratum, or of the one stratum of many line-ups.
    fn merge(&mut self, other: Self) {
        for (bot, sums) in other.sums {
            match self.sums.iter_mut().find(|(own, _)| *own == bot) {
                Some((_, own)) => own.iter_mut().zip(sums).for_each(|(own, sum)| *own += sum),
                None => self.sums.push((bot, sums)),
            }
        }
        for (pattern, count) in other.patterns {
            *self.patterns.entry(pattern).or_default() += count;
        }
    }
}

/// The intervals that the bootstrap found.
pub(super) struct Intervals(Vec<Option<Interval>>);

impl Intervals {
    /// Returns the interval of a bot's quantity.
    pub(super) fn of(&self, bot: usize, quantity: Quantity) -> Option<Interval> {
        self.0[bot * Quantity::COUNT + quantity as usize]
    }
}

impl Resample {
    pub(super) fn new(bots: usize) -> Self {
        Self { bots, strata: BTreeMap::new(), entries: 0, rankings: Rankings::new(bots) }
    }

    /// Adds a unit.
    pub(super) fn unit(&mut self, result: &UnitResult) {
        let mut entry = Entry::default();
        for own in &result.bots {
            let mean = |moments: &Moments| moments.mean().unwrap_or(0.0);
            entry.sums.push((own.bot, [mean(&own.score), mean(&own.margin), mean(&own.rank), 1.0]));
        }
        for ranking in &result.rankings {
            *entry.patterns.entry(self.rankings.intern(ranking)).or_default() += 1;
        }
        self.strata.entry(result.stratum).or_default().push(entry);
        self.entries += 1;
        if self.entries > MOST_ENTRIES.max(8 * self.strata.len()) {
            self.halve();
        }
    }

    /// Puts neighbouring entries together, two by two.
    fn halve(&mut self) {
        for entries in self.strata.values_mut() {
            let mut halved: Vec<Entry> = Vec::with_capacity(entries.len().div_ceil(2));
            for (index, entry) in entries.drain(..).enumerate() {
                match halved.last_mut().filter(|_| index % 2 == 1) {
                    Some(last) => last.merge(entry),
                    None => halved.push(entry),
                }
            }
            *entries = halved;
        }
        self.entries = self.strata.values().map(Vec::len).sum();
    }

    /// Fits the Plackett-Luce log strengths of all bots to all units.
    pub(super) fn ratings(&self) -> Vec<Option<f64>> {
        self.fit(&self.counts(&self.groups(), |_, _| 1.0), None)
    }

    /// Lists the entries of each stratum; where one has a single entry, which has no spread, those of all
    /// strata in one.
    fn groups(&self) -> Vec<Vec<&Entry>> {
        if self.strata.values().any(|entries| entries.len() == 1) {
            return vec![self.strata.values().flatten().collect()];
        }
        self.strata.values().map(|entries| entries.iter().collect()).collect()
    }

    /// Adds up the patterns, each entry as often as `weight` of its group and place says.
    fn counts(&self, groups: &[Vec<&Entry>], weight: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut counts = vec![0.0; self.rankings.patterns()];
        for (group, entries) in groups.iter().enumerate() {
            for (place, entry) in entries.iter().enumerate() {
                for (&pattern, &count) in &entry.patterns {
                    counts[pattern] += weight(group, place) * f64::from(count);
                }
            }
        }
        counts
    }

    fn fit(&self, counts: &[f64], start: Option<&[f64]>) -> Vec<Option<f64>> {
        self.rankings.fit(counts, start).unwrap_or_else(|| vec![None; self.bots])
    }

    /// Resamples the entries within their groups.
    pub(super) fn intervals(&self, seed: u64) -> Intervals {
        let groups = self.groups();
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let start: Option<Vec<f64>> = self.ratings().into_iter().collect();
        let found = bootstrap(&sizes, REPLICATES, seed, |drawn| {
            let weight = |group: usize, place: usize| f64::from(drawn[group][place]);
            let ratings = self.fit(&self.counts(&groups, weight), start.as_deref());
            let means = self.means(&groups, weight);
            let of_bot = |bot: usize| {
                let [score, margin, rank] = means[bot];
                [score, margin, rank, ratings[bot].map(elo)]
            };
            (0..self.bots).flat_map(of_bot).collect()
        });
        Intervals(found)
    }

    /// Returns each bot's mean score, margin and rank: the mean over groups of the means over units.
    fn means(&self, groups: &[Vec<&Entry>], weight: impl Fn(usize, usize) -> f64) -> Vec<[Option<f64>; 3]> {
        let mut totals = vec![([0.0; 3], 0.0); self.bots];
        for (group, entries) in groups.iter().enumerate() {
            let mut sums: BTreeMap<usize, [f64; 4]> = BTreeMap::new();
            for (place, entry) in entries.iter().enumerate() {
                let weight = weight(group, place);
                if weight == 0.0 {
                    continue;
                }
                for (bot, own) in &entry.sums {
                    let sum = sums.entry(*bot).or_default();
                    sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += weight * own);
                }
            }
            for (bot, [score, margin, rank, units]) in sums {
                let (total, groups) = &mut totals[bot];
                total.iter_mut().zip([score, margin, rank]).for_each(|(total, sum)| *total += sum / units);
                *groups += 1.0;
            }
        }
        let mean = |(total, groups): &([f64; 3], f64)| total.map(|sum| (*groups > 0.0).then(|| sum / groups));
        totals.iter().map(mean).collect()
    }
}
