//! The data about units that the bootstrap needs, in bounded memory.

use std::collections::BTreeSet;
use std::ops::Range;

use litemap::LiteMap;

use super::doubling::Line;
use crate::plan::schedule::MAX_STRATA;
use crate::unit::{Quantity, UnitResult};
use tradewinds_stats::{Interval, Rankings, Resampled, alpha_rank_limit, elo, resampled};

/// The number of times that the units are resampled.
const REPLICATES: u32 = 1000;

/// The approximate number of entries kept over all strata, and the minimum for each. In longer runs an entry
/// stands for several neighbouring units, all entries of a stratum for the same number: many groups of
/// independent units say as much about the spread of a mean as the units themselves.
const MOST_ENTRIES: usize = 4096;
const LEAST_ENTRIES: usize = 64;

/// Minimum number of units, less strata, for intervals: with fewer, they are too narrow.
const LEAST_FREEDOM: usize = 8;

/// A difference of replicates, as a part of the larger number or of 1, that is a matter of rounding: fits of
/// ratings end within 1e-9 of the logarithm of a strength, 2e-7 of an Elo point, and sums of 10^8 units err by less.
const ROUNDING: f64 = 1e-6;

/// The quantities of which the means are resampled: the intervals of win shares are Wilson's.
const RESAMPLED: [Quantity; 3] = [Quantity::Score, Quantity::Margin, Quantity::Rank];

/// A figure of a bot that has an interval by the bootstrap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figure {
    /// The mean of a quantity.
    Mean(Quantity),
    Rating,
    AlphaRank,
}

impl Figure {
    const COUNT: usize = RESAMPLED.len() + 2;

    /// Returns its place in a replicate.
    fn place(self) -> Option<usize> {
        match self {
            Self::Mean(quantity) => RESAMPLED.iter().position(|&resampled| resampled == quantity),
            Self::Rating => Some(RESAMPLED.len()),
            Self::AlphaRank => Some(RESAMPLED.len() + 1),
        }
    }
}

/// Sums over units, by stratum.
#[derive(Clone, Debug)]
pub(crate) struct Resample {
    bots: usize,
    /// Maximum number of entries of a stratum.
    most: usize,
    strata: LiteMap<usize, Entries>,
    rankings: Rankings,
    /// Whether each game weighs the same, not each stratum.
    by_games: bool,
    /// Bots with the ratings that they have on average.
    anchors: Vec<(usize, f64)>,
}

/// The entries of a stratum, each but the last of the same number of units.
#[derive(Clone, Debug)]
struct Entries {
    size: u32,
    list: Vec<Entry>,
}

/// Neighbouring units of a stratum.
#[derive(Clone, Debug, Default)]
struct Entry {
    units: u32,
    /// For each bot that plays: the sums of its resampled means, and the number of units.
    bots: Vec<(usize, [f64; RESAMPLED.len() + 1])>,
    /// For each pair of bots that meet: the sum of the share ahead, and the number of units.
    pairs: Vec<((usize, usize), [f64; 2])>,
    /// The number of times that each pattern of ranks occurred.
    patterns: LiteMap<usize, u32>,
}

/// Adds the sums of the same keys.
fn merge_sums<K: PartialEq, const N: usize>(into: &mut Vec<(K, [f64; N])>, other: Vec<(K, [f64; N])>) {
    for (key, sums) in other {
        match into.iter_mut().find(|(own, _)| *own == key) {
            Some((_, own)) => own.iter_mut().zip(sums).for_each(|(own, sum)| *own += sum),
            None => into.push((key, sums)),
        }
    }
}

impl Entry {
    /// Takes in another entry of the same stratum.
    fn merge(&mut self, other: Self) {
        self.units += other.units;
        merge_sums(&mut self.bots, other.bots);
        merge_sums(&mut self.pairs, other.pairs);
        for (pattern, count) in other.patterns {
            *self.patterns.entry(pattern).or_default() += count;
        }
    }
}

impl Entries {
    /// Adds a unit; if there are too many entries, each pair of neighbours becomes one.
    fn push(&mut self, unit: Entry, most: usize) {
        match self.list.last_mut().filter(|last| last.units < self.size) {
            Some(last) => last.merge(unit),
            None => self.list.push(unit),
        }
        if self.list.len() > most {
            self.size *= 2;
            let mut halved: Vec<Entry> = Vec::with_capacity(most);
            for (index, entry) in self.list.drain(..).enumerate() {
                match halved.last_mut().filter(|_| index % 2 == 1) {
                    Some(last) => last.merge(entry),
                    None => halved.push(entry),
                }
            }
            self.list = halved;
        }
    }
}

/// The findings of the bootstrap.
pub(crate) struct Found {
    /// The figures of each bot.
    bots: Vec<Resampled>,
    /// The slope of each line.
    slopes: Vec<Resampled>,
}

impl Found {
    /// Returns the interval of a bot's figure; one that is the same in all replicates has none, since units
    /// that all agree say nothing about its uncertainty.
    pub(crate) fn interval(&self, bot: usize, figure: Figure) -> Option<Interval> {
        uncertain(self.of(bot, figure))
    }

    /// Returns the interval of the slope of a line, likewise.
    pub(crate) fn slope(&self, line: usize) -> Option<Interval> {
        uncertain(self.slopes.get(line).copied().unwrap_or_default())
    }

    /// Returns the mean of a bot's figure over the replicates.
    pub(crate) fn mean(&self, bot: usize, figure: Figure) -> Option<f64> {
        self.of(bot, figure).mean
    }

    fn of(&self, bot: usize, figure: Figure) -> Resampled {
        let place = figure.place().map(|place| bot * Figure::COUNT + place);
        place.and_then(|place| self.bots.get(place)).copied().unwrap_or_default()
    }
}

/// Returns the interval of a figure that is not the same in all replicates.
fn uncertain(found: Resampled) -> Option<Interval> {
    let Interval { low, high } = found.interval?;
    let rounding = ROUNDING * low.abs().max(high.abs()).max(1.0);
    (high - low > rounding).then_some(Interval { low, high })
}

/// What is resampled of the entries, as flat lists: replicates walk through them a thousand times.
struct Groups {
    /// By group: its entries.
    entries: Vec<Range<usize>>,
    by_games: bool,
    /// By entry: its number of units.
    units: Vec<u32>,
    /// The number of times that each pattern of ranks occurred.
    patterns: Sums<usize, f64>,
    bots: Sums<usize, [f64; RESAMPLED.len() + 1]>,
    pairs: Sums<(usize, usize), [f64; 2]>,
}

/// Sums by entry and key.
struct Sums<K, S> {
    /// The different keys, ascending.
    keys: Vec<K>,
    /// By group and place of the key: the sums of its entries, in order, each with its entry.
    groups: Vec<Vec<Vec<(usize, S)>>>,
}

impl<K: Ord + Copy, S> Sums<K, S> {
    fn new<'a, I: Iterator<Item = (K, S)>>(
        entries: &[&'a Entry],
        groups: &[Range<usize>],
        items_of: impl Fn(&'a Entry) -> I,
    ) -> Self {
        let keys: BTreeSet<K> =
            entries.iter().flat_map(|entry| items_of(entry).map(|(key, _)| key)).collect();
        let keys: Vec<K> = keys.into_iter().collect();
        let of_group = |group: &Range<usize>| {
            let mut sums: Vec<Vec<(usize, S)>> = keys.iter().map(|_| Vec::new()).collect();
            for entry in group.clone() {
                for (key, sum) in items_of(entries[entry]) {
                    sums[keys.partition_point(|&other| other < key)].push((entry, sum));
                }
            }
            sums
        };
        let groups = groups.iter().map(of_group).collect();
        Self { keys, groups }
    }
}

impl<K: Ord, const N: usize> Sums<K, [f64; N]> {
    /// Returns for each key the means of its sums, if an entry that counts has any: the mean over groups of the means
    /// over units, whose number is the last of the sums. Entries that were not drawn weigh 0 and are added, too, which
    /// changes no bit and takes less time than to ask.
    fn means(&self, weights: &[f64]) -> Vec<Option<[f64; N]>> {
        let mut totals = vec![[0.0; N]; self.keys.len()];
        for group in &self.groups {
            for (total, items) in totals.iter_mut().zip(group) {
                let mut sum = [0.0; N];
                for (entry, own) in items {
                    let weight = weights[*entry];
                    for quantity in 0..N {
                        sum[quantity] += weight * own[quantity];
                    }
                }
                if sum[N - 1] > 0.0 {
                    // Dividing by the number of units turns the last sum into a count of groups.
                    total.iter_mut().zip(&sum).for_each(|(total, own)| *total += own / sum[N - 1]);
                }
            }
        }
        let mean = |total: [f64; N]| total.map(|sum| sum / total[N - 1]);
        totals.into_iter().map(|total| (total[N - 1] > 0.0).then(|| mean(total))).collect()
    }

    /// Returns the place of a key, if an entry has it.
    fn place(&self, key: &K) -> Option<usize> {
        self.keys.binary_search(key).ok()
    }
}

/// Lists how often each entry was drawn.
fn weights(drawn: &[Vec<u32>]) -> Vec<f64> {
    let mut weights = Vec::with_capacity(drawn.iter().map(Vec::len).sum());
    drawn.iter().for_each(|group| weights.extend(group.iter().map(|&times| f64::from(times))));
    weights
}

impl Groups {
    /// Adds up the patterns, each entry as often as it was drawn in its group, and so that all groups weigh the same, or all
    /// games.
    fn counts(&self, drawn: &[Vec<u32>], weights: &[f64], patterns: usize) -> Vec<f64> {
        let mut counts = vec![0.0; patterns];
        for ((group, drawn), sums) in self.entries.iter().zip(drawn).zip(&self.patterns.groups) {
            let drawn_and_units = drawn.iter().zip(&self.units[group.clone()]);
            let units: u64 =
                drawn_and_units.map(|(&times, &units)| u64::from(times) * u64::from(units)).sum();
            let units = if self.by_games { 1.0 } else { units as f64 };
            for (&pattern, items) in self.patterns.keys.iter().zip(sums) {
                let before = counts[pattern];
                counts[pattern] =
                    items.iter().fold(before, |sum, (entry, count)| sum + weights[*entry] * count / units);
            }
        }
        counts
    }
}

impl Resample {
    /// Starts without units; `strata` is the number of strata in the run.
    pub(crate) fn new(bots: usize, strata: u64) -> Self {
        let most = (MOST_ENTRIES / strata.clamp(1, MAX_STRATA) as usize).max(LEAST_ENTRIES);
        Self {
            bots,
            most,
            strata: LiteMap::new(),
            rankings: Rankings::new(bots),
            by_games: false,
            anchors: Vec::new(),
        }
    }

    /// Starts without units of several runs, in which each game weighs the same; ratings are moved so that the anchors
    /// have theirs on average.
    pub(crate) fn of_games(bots: usize, strata: u64, anchors: Vec<(usize, f64)>) -> Self {
        Self { by_games: true, anchors, ..Self::new(bots, strata) }
    }

    /// Adds the rankings of a unit of a stratum alone.
    pub(crate) fn rankings_of(&mut self, stratum: usize, rankings: &[Vec<(usize, u32)>]) {
        let mut entry = Entry { units: 1, ..Entry::default() };
        for ranking in rankings {
            *entry.patterns.entry(self.rankings.intern(ranking)).or_default() += 1;
        }
        self.push(stratum, entry);
    }

    fn push(&mut self, stratum: usize, entry: Entry) {
        let entries = self.strata.entry(stratum).or_insert(Entries { size: 1, list: Vec::new() });
        entries.push(entry, self.most);
    }

    /// Returns the Elo ratings of log strengths.
    pub(crate) fn anchored(&self, strengths: &[Option<f64>]) -> Vec<Option<f64>> {
        moved(strengths.iter().map(|strength| strength.map(elo)).collect(), &self.anchors)
    }

    /// Adds a unit.
    pub(crate) fn unit(&mut self, result: &UnitResult) {
        let mut entry = Entry { units: 1, ..Entry::default() };
        for own in &result.bots {
            let mut sums = [1.0; RESAMPLED.len() + 1];
            for (sum, quantity) in sums.iter_mut().zip(RESAMPLED) {
                *sum = own.means[quantity].mean().unwrap_or(0.0);
            }
            entry.bots.push((own.bot, sums));
        }
        for pair in &result.pairs {
            entry.pairs.push(((pair.a, pair.b), [pair.ahead.mean().unwrap_or(0.0), 1.0]));
        }
        for ranking in &result.rankings {
            *entry.patterns.entry(self.rankings.intern(ranking)).or_default() += 1;
        }
        self.push(result.stratum, entry);
    }

    /// Fits the Plackett-Luce log strengths of all bots to all units.
    pub(crate) fn ratings(&self) -> Vec<Option<f64>> {
        let groups = self.groups();
        let drawn: Vec<Vec<u32>> = groups.entries.iter().map(|group| vec![1; group.len()]).collect();
        self.fit(&groups.counts(&drawn, &weights(&drawn), self.rankings.patterns()), None)
    }

    /// Lists the entries of each stratum; if one has a single entry, which has no spread, the entries of all
    /// strata form one group.
    fn groups(&self) -> Groups {
        let lists = || self.strata.values().map(|entries| &entries.list);
        let entries: Vec<&Entry> = lists().flatten().collect();
        let groups = if lists().any(|list| list.len() == 1) {
            Vec::from([Range { start: 0, end: entries.len() }])
        } else {
            let mut start = 0;
            let group = |list: &Vec<Entry>| {
                start += list.len();
                start - list.len()..start
            };
            lists().map(group).collect()
        };
        Groups {
            by_games: self.by_games,
            units: entries.iter().map(|entry| entry.units).collect(),
            patterns: Sums::new(&entries, &groups, |entry| {
                entry.patterns.iter().map(|(&pattern, &count)| (pattern, f64::from(count)))
            }),
            bots: Sums::new(&entries, &groups, |entry| entry.bots.iter().copied()),
            pairs: Sums::new(&entries, &groups, |entry| entry.pairs.iter().copied()),
            entries: groups,
        }
    }

    fn fit(&self, counts: &[f64], start: Option<&[f64]>) -> Vec<Option<f64>> {
        self.rankings.fit(counts, start).unwrap_or_else(|| vec![None; self.bots])
    }

    /// Resamples the entries within their groups; `lines` are put through the ratings.
    pub(crate) fn resample(&self, seed: u64, lines: &[Line]) -> Found {
        let groups = self.groups();
        let sizes: Vec<usize> = groups.entries.iter().map(Range::len).collect();
        if sizes.iter().sum::<usize>() < sizes.len() + LEAST_FREEDOM {
            return Found { bots: Vec::new(), slopes: Vec::new() };
        }
        let start: Option<Vec<f64>> = self.ratings().into_iter().collect();
        let mut bots = resampled(&sizes, REPLICATES, seed, |drawn| {
            let weights = weights(drawn);
            let counts = groups.counts(drawn, &weights, self.rankings.patterns());
            let ratings = self.anchored(&self.fit(&counts, start.as_deref()));
            let means = groups.bots.means(&weights);
            let shares = groups.pairs.means(&weights);
            let share = |a, b| shares[groups.pairs.place(&(a, b))?].map(|means| means[0]);
            let alpha = alpha_ranks(self.bots, share);
            let of_bot = |bot: usize| {
                let found = groups.bots.place(&bot).and_then(|place| means[place]);
                let own = (0..RESAMPLED.len()).map(|place| found.map(|means| means[place]));
                own.chain([ratings[bot], alpha[bot]]).collect::<Vec<_>>()
            };
            let slopes = lines.iter().map(|line| line.slope(&ratings));
            (0..self.bots).flat_map(of_bot).chain(slopes).collect()
        });
        let slopes = bots.split_off(self.bots * Figure::COUNT);
        Found { bots, slopes }
    }
}

/// Moves Elo ratings so that the anchors have theirs on average.
fn moved(ratings: Vec<Option<f64>>, anchors: &[(usize, f64)]) -> Vec<Option<f64>> {
    let known: Option<Vec<f64>> = anchors.iter().map(|&(bot, rating)| Some(rating - ratings[bot]?)).collect();
    match known.filter(|moves| !moves.is_empty()) {
        Some(moves) => {
            let by = moves.iter().sum::<f64>() / moves.len() as f64;
            ratings.into_iter().map(|rating| rating.map(|rating| rating + by)).collect()
        }
        None => ratings,
    }
}

/// The population of alpha-Rank, as in the paper and in OpenSpiel.
const POPULATION: u32 = 50;

/// Ranks the bots by alpha-Rank on the head-to-head shares of the lower number against the higher; `None` for
/// all if some never met.
fn alpha_ranks(bots: usize, ahead: impl Fn(usize, usize) -> Option<f64>) -> Vec<Option<f64>> {
    let payoff = |a: usize, b: usize| match a.cmp(&b) {
        std::cmp::Ordering::Less => ahead(a, b),
        std::cmp::Ordering::Equal => Some(0.5),
        std::cmp::Ordering::Greater => ahead(b, a).map(|share| 1.0 - share),
    };
    let payoffs: Option<Vec<Vec<f64>>> =
        (0..bots).map(|a| (0..bots).map(|b| payoff(a, b)).collect()).collect();
    match payoffs {
        Some(payoffs) => alpha_rank_limit(&payoffs, POPULATION).into_iter().map(Some).collect(),
        None => vec![None; bots],
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;
    use crate::unit::{BlockMeans, BotResult, Mean, PairResult, PerQuantity};
    use tradewinds_stats::Strata;

    fn of(value: f64) -> BlockMeans {
        let mut means = BlockMeans::default();
        means.push(0, value);
        means
    }

    /// A unit of two bots: the first scores `score`, the second nothing.
    fn unit(stratum: usize, score: f64, first_ahead: bool) -> UnitResult {
        let bot = |bot: usize, score: f64| BotResult {
            bot,
            games: 1,
            means: PerQuantity::new([0.5, score, score, 1.5].map(of)),
            places: Vec::new(),
            blocks: Vec::new(),
        };
        let ranks = if first_ahead { [1, 2] } else { [2, 1] };
        let mut ahead = Mean::default();
        ahead.push(f64::from(u8::from(first_ahead)));
        UnitResult {
            stratum,
            games: 1,
            faults: LiteMap::new(),
            costs: LiteMap::new(),
            truncated: 0,
            bots: vec![bot(0, score), bot(1, 0.0)],
            pairs: vec![PairResult { a: 0, b: 1, games: 1, ahead }],
            rankings: vec![vec![(0, ranks[0]), (1, ranks[1])]],
            places: Vec::new(),
        }
    }

    /// Resamples units of random scores, a given number in each stratum, and returns the width of the first
    /// bot's interval over the one that the standard error gives, and the mean and the interval.
    fn width(units: &[u32], seed: u64) -> f64 {
        let mut dice = Pcg32::seed_from_u64(seed);
        let mut resample = Resample::new(2, units.len() as u64);
        let mut scores = Strata::default();
        for (stratum, &units) in units.iter().enumerate() {
            for _ in 0..units {
                let score = f64::from(dice.random_range(0..100)) + 100.0 * stratum as f64;
                resample.unit(&unit(stratum, score, dice.random_range(0..3) > 0));
                scores.extend(stratum, [score]);
            }
        }
        let found = resample.resample(seed, &[]);
        let interval = found.interval(0, Figure::Mean(Quantity::Score)).unwrap();
        let mean = scores.mean().unwrap();
        assert!(interval.low < mean && mean < interval.high, "{interval:?} without {mean}");
        let rating = resample.ratings()[0].map(elo).unwrap();
        let ratings = found.interval(0, Figure::Rating).unwrap();
        assert!(ratings.low < rating && rating < ratings.high, "{ratings:?} without {rating}");
        (interval.high - interval.low) / (2.0 * 1.96 * scores.standard_error().unwrap())
    }

    /// The intervals of short and long runs, of one stratum and of unequal ones, are as wide as the standard
    /// error says: many units in an entry change nothing.
    #[test]
    fn intervals_are_as_wide_as_the_standard_error_says() {
        for units in [&[100][..], &[4000], &[60_000], &[40, 20_000], &[30, 3000, 30_000], &[200; 30]] {
            let width = width(units, 5);
            assert!((0.9..1.1).contains(&width), "{units:?}: {width}");
        }
    }

    #[test]
    fn entries_of_a_stratum_stand_for_the_same_number_of_units() {
        let mut resample = Resample::new(2, 1);
        for units in 1..=30_000_u32 {
            resample.unit(&unit(0, 1.0, true));
            if units % 997 == 0 {
                let entries = &resample.strata[&0];
                let (last, whole) = entries.list.split_last().unwrap();
                assert!(whole.iter().all(|entry| entry.units == entries.size) && last.units <= entries.size);
                assert_eq!(entries.list.iter().map(|entry| entry.units).sum::<u32>(), units);
                assert!((MOST_ENTRIES / 2..=MOST_ENTRIES).contains(&entries.list.len()) || units < 4096);
            }
        }
    }

    #[test]
    fn too_few_units_and_units_that_agree_have_no_interval() {
        let found = |units: u32, score: fn(u32) -> f64| {
            let mut resample = Resample::new(2, 1);
            (0..units).for_each(|index| resample.unit(&unit(0, score(index), index % 2 == 0)));
            resample.resample(1, &[])
        };
        assert_eq!(found(8, f64::from).interval(0, Figure::Mean(Quantity::Score)), None);
        assert!(found(9, f64::from).interval(0, Figure::Mean(Quantity::Score)).is_some());
        assert_eq!(found(9, |_| 3.0).interval(0, Figure::Mean(Quantity::Score)), None);
        assert_eq!(found(9, f64::from).interval(1, Figure::Mean(Quantity::Score)), None);
    }

    /// Two bots neither of which is surely ahead share the mass; a bot that is always ahead has all of it.
    #[test]
    fn alpha_rank_does_not_decide_what_is_undecided() {
        let mass = |ahead: fn(u32) -> bool| {
            let mut resample = Resample::new(2, 1);
            (0..41).for_each(|index| resample.unit(&unit(0, 1.0, ahead(index))));
            resample.resample(1, &[]).mean(0, Figure::AlphaRank).unwrap()
        };
        let close = mass(|index| index % 2 == 0);
        assert!((0.4..0.7).contains(&close), "{close}");
        assert!(mass(|index| index % 10 != 0) > 0.99);
    }
}
