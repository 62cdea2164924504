//! Plackett-Luce ratings from rankings.

use std::collections::BTreeMap;

use super::linear::solve;

/// The maximum number of Newton steps of a fit. From equal strengths ten are usual; each large step moves the
/// spread of the log strengths at least part of the way.
const STEPS: usize = 200;

/// A fit has converged when no log strength would move by more than this.
const TOLERANCE: f64 = 1e-9;

/// The maximum number of seats in a game: every subset of tied seats is listed.
const SEATS: usize = 16;

/// Rankings of items (bots), for ratings in the Plackett-Luce model by maximum likelihood.
///
/// In the model the first place goes to a seat with probability proportional to the strength of
/// its item, the second in the same way among the others, and so on (Luce 1959, *Individual Choice
/// Behavior*; Plackett 1975, *Applied Statistics* 24, 193-202). An item may hold several seats of a
/// game; each competes with the strength of the item. A tie counts as every order of the tied
/// seats in equal parts: its log-likelihood is the mean of theirs.
///
/// Equal rankings are one pattern, whose contribution is computed once: a ranking is a list of choices, and
/// equal choices of all patterns are added up before a fit. So a bootstrap can fit thousands of times with
/// other counts.
///
/// # Example
/// ```
/// use tradewinds_stats::{Rankings, elo};
///
/// let mut rankings = Rankings::new(2);
/// let first_wins = rankings.intern(&[(0, 1), (1, 2)]);
/// let second_wins = rankings.intern(&[(0, 2), (1, 1)]);
/// let mut counts = vec![0.0; rankings.patterns()];
/// counts[first_wins] = 3.0;
/// counts[second_wins] = 1.0;
/// let strengths = rankings.fit(&counts, None).unwrap();
/// let lead = elo(strengths[0].unwrap() - strengths[1].unwrap());
/// assert!((lead - 400.0 * 3_f64.log10()).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct Rankings {
    items: usize,
    ids: BTreeMap<Vec<(usize, u32)>, usize>,
    patterns: Vec<Pattern>,
    set_ids: BTreeMap<Vec<(usize, u32)>, usize>,
    /// The sets to choose from: how many seats each item has in it.
    sets: Vec<Vec<(usize, f64)>>,
}

/// The contribution of one ranking.
#[derive(Clone, Default, Debug)]
struct Pattern {
    /// How often an item was chosen.
    wins: Vec<(usize, f64)>,
    /// How often a set was chosen from.
    choices: Vec<(usize, f64)>,
    /// Each item that was ranked ahead of another, with that other; in a tie each is ahead of each.
    ahead: Vec<(usize, usize)>,
}

impl Rankings {
    /// Returns rankings of `items` items, none of which has played yet.
    #[must_use]
    pub fn new(items: usize) -> Self {
        Self { items, ids: BTreeMap::new(), patterns: Vec::new(), set_ids: BTreeMap::new(), sets: Vec::new() }
    }

    /// Returns the id of a ranking, and assigns one to a new ranking: ids count up from 0.
    ///
    /// Each seat of the game is its item and its rank; lower ranks are better, and equal ranks
    /// are a tie. The order of the seats does not matter.
    ///
    /// # Panics
    /// If an item is not below the number of items, or there are more than 16 seats.
    pub fn intern(&mut self, seats: &[(usize, u32)]) -> usize {
        let mut seats = seats.to_vec();
        seats.sort_unstable_by_key(|&(item, rank)| (rank, item));
        if let Some(&id) = self.ids.get(&seats) {
            return id;
        }
        assert!(seats.len() <= SEATS, "a ranking has at most {SEATS} seats");
        assert!(seats.iter().all(|&(item, _)| item < self.items), "an item is below their number");
        let pattern = self.pattern(&seats);
        self.patterns.push(pattern);
        let id = self.ids.len();
        self.ids.insert(seats, id);
        id
    }

    /// Returns the number of different rankings.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// Returns the natural logarithm of each item's strength, given how often each ranking was seen
    /// (`counts[id]`, need not be whole). The mean over the items that play is 0. An item that never meets
    /// another has `None`.
    ///
    /// Returns `None` where the likelihood has no finite maximum or no item meets another. There is
    /// one exactly if, however the playing items are parted in two, each part was once ahead of the
    /// other (Ford 1957, *The American Mathematical Monthly* 64, 28-33; Hunter 2004, *Annals of
    /// Statistics* 32, 384-406, assumption 1); an item that won or lost all its games prevents it.
    /// It is also `None` in the unheard-of case that the steps do not converge to 1e-9.
    ///
    /// `start` may give log strengths near the maximum, such as those of another fit, to save steps.
    ///
    /// The maximum, which is unique, is found by Newton's method, not by Hunter's MM steps: those are
    /// simple but need hundreds of rounds where few games connect the items. Whole Newton steps may
    /// overshoot; one in whose direction the log strengths spread by r is shortened to the part
    /// ln(1 + r) / r, by which the likelihood always grows (Sun and Tran-Dinh 2019, *Mathematical
    /// Programming* 178, 145-213, generalised self-concordance of order 2).
    ///
    /// # Panics
    /// If there is not one count for each pattern, or the start is not one number for each item.
    #[must_use]
    pub fn fit(&self, counts: &[f64], start: Option<&[f64]>) -> Option<Vec<Option<f64>>> {
        assert_eq!(counts.len(), self.patterns.len(), "each pattern has a count");
        let seen = || self.patterns.iter().zip(counts).filter(|&(_, &count)| count > 0.0);
        let ahead = seen().flat_map(|(pattern, _)| &pattern.ahead);
        let players = connected(self.items, ahead)?;
        let mut likelihood = Likelihood::new(&players, self.items);
        let mut weights = vec![0.0; self.sets.len()];
        for (pattern, &count) in seen() {
            for &(item, wins) in &pattern.wins {
                likelihood.wins[likelihood.place[item]] += count * wins;
            }
            for &(set, times) in &pattern.choices {
                weights[set] += count * times;
            }
        }
        likelihood.choices = self.sets.iter().zip(weights).filter(|&(_, weight)| weight > 0.0).collect();
        let equal = vec![0.0; players.len()];
        let found = start
            .map(|start| {
                assert_eq!(start.len(), self.items, "each item has a start");
                players.iter().map(|&item| start[item]).collect::<Vec<f64>>()
            })
            .filter(|start| start.iter().all(|strength| strength.is_finite()))
            .and_then(|start| likelihood.maximise(start))
            .or_else(|| likelihood.maximise(equal))?;
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        let mut strengths = vec![None; self.items];
        for (item, strength) in players.into_iter().zip(found) {
            strengths[item] = Some(strength - mean);
        }
        Some(strengths)
    }

    /// Splits a ranking into choices; the seats are sorted by rank.
    fn pattern(&mut self, seats: &[(usize, u32)]) -> Pattern {
        let mut wins = BTreeMap::new();
        let mut choices = BTreeMap::new();
        let mut ahead = Vec::new();
        let mut rest = seats;
        for tied in seats.chunk_by(|one, other| one.1 == other.1) {
            rest = &rest[tied.len()..];
            // In the orders of the tied seats, each subset of one size remains equally often, and
            // each of its seats is then chosen equally often.
            for subset in 1_u32..1 << tied.len() {
                let size = subset.count_ones();
                let times = 1.0 / binomial(tied.len() as u32, size);
                let remaining = tied.iter().enumerate().filter(|&(seat, _)| subset >> seat & 1 == 1);
                let remaining: Vec<usize> = remaining.map(|(_, &(item, _))| item).collect();
                let mut set = BTreeMap::new();
                for &item in remaining.iter().chain(rest.iter().map(|(item, _)| item)) {
                    *set.entry(item).or_insert(0_u32) += 1;
                }
                // A choice among seats of one item gives no information.
                if set.len() < 2 {
                    continue;
                }
                for item in remaining {
                    *wins.entry(item).or_insert(0.0) += times / f64::from(size);
                    ahead.extend(set.keys().filter(|&&other| other != item).map(|&other| (item, other)));
                }
                *choices.entry(self.set(set.into_iter().collect())).or_insert(0.0) += times;
            }
        }
        ahead.sort_unstable();
        ahead.dedup();
        Pattern { wins: wins.into_iter().collect(), choices: choices.into_iter().collect(), ahead }
    }

    /// Returns the id of a set to choose from.
    fn set(&mut self, set: Vec<(usize, u32)>) -> usize {
        *self.set_ids.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.iter().map(|&(item, seats)| (item, f64::from(seats))).collect());
            self.sets.len() - 1
        })
    }
}

/// Returns a log strength as Elo points, of which 400 are odds of ten to one.
#[must_use]
pub fn elo(log_strength: f64) -> f64 {
    log_strength * 400.0 / std::f64::consts::LN_10
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, step| product * f64::from(n - step) / f64::from(step + 1))
}

/// Returns the items that were ahead of or behind another, in order, if each of them can be reached from
/// every other by steps from an item to one that it was ahead of.
fn connected<'a>(items: usize, ahead: impl Iterator<Item = &'a (usize, usize)>) -> Option<Vec<usize>> {
    let mut directions = [vec![false; items * items], vec![false; items * items]];
    for &(item, other) in ahead {
        directions[0][item * items + other] = true;
        directions[1][other * items + item] = true;
    }
    let meets = |item: usize| directions.iter().any(|edges| edges[item * items..][..items].contains(&true));
    let players: Vec<usize> = (0..items).filter(|&item| meets(item)).collect();
    let &first = players.first()?;
    let all = directions.iter().all(|edges| {
        let mut reached = vec![false; items];
        reached[first] = true;
        let mut open = vec![first];
        while let Some(item) = open.pop() {
            for other in 0..items {
                if edges[item * items + other] && !reached[other] {
                    reached[other] = true;
                    open.push(other);
                }
            }
        }
        players.iter().all(|&item| reached[item])
    });
    all.then_some(players)
}

/// The log-likelihood of the log strengths of the items that play.
struct Likelihood<'a> {
    /// The place of an item among those that play.
    place: Vec<usize>,
    /// How often each playing item was chosen.
    wins: Vec<f64>,
    /// Sets to choose from, and how often each was.
    choices: Vec<(&'a Vec<(usize, f64)>, f64)>,
}

impl Likelihood<'_> {
    fn new(players: &[usize], items: usize) -> Self {
        let mut place = vec![usize::MAX; items];
        for (at, &item) in players.iter().enumerate() {
            place[item] = at;
        }
        Self { place, wins: vec![0.0; players.len()], choices: Vec::new() }
    }

    /// Returns the log strengths of maximum likelihood; that of the last item stays at its start value.
    fn maximise(&self, mut strengths: Vec<f64>) -> Option<Vec<f64>> {
        let free = strengths.len() - 1;
        for _ in 0..STEPS {
            let (gradient, mut information) = self.derivatives(&strengths);
            let mut step = gradient;
            step.truncate(free);
            solve(&mut information, strengths.len(), &mut step)?;
            // The last item stays where it is: its step is 0.
            let (low, high) =
                step.iter().fold((0.0_f64, 0.0_f64), |(low, high), &by| (low.min(by), high.max(by)));
            let spread = high - low;
            let part = if spread > 0.0 { spread.ln_1p() / spread } else { 1.0 };
            for (strength, by) in strengths.iter_mut().zip(&step) {
                *strength += part * by;
            }
            if spread < TOLERANCE {
                return Some(strengths);
            }
        }
        None
    }

    /// Returns the gradient of the log-likelihood and the negative of its second derivatives, row by row; the
    /// latter only as the lower triangle.
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let players = strengths.len();
        let powers: Vec<f64> = strengths.iter().map(|strength| strength.exp()).collect();
        let mut gradient = self.wins.clone();
        let mut information = vec![0.0; players * players];
        let mut shares: Vec<(usize, f64)> = Vec::with_capacity(SEATS);
        for &(set, weight) in &self.choices {
            shares.clear();
            shares.extend(set.iter().map(|&(item, seats)| {
                let at = self.place[item];
                (at, seats * powers[at])
            }));
            let sum: f64 = shares.iter().map(|&(_, power)| power).sum();
            for (_, share) in &mut shares {
                *share /= sum;
            }
            // The items of a set are in order, so that `other` is never behind `at`.
            for (count, &(at, share)) in shares.iter().enumerate() {
                gradient[at] -= weight * share;
                information[at * players + at] += weight * share * (1.0 - share);
                for &(other, others) in &shares[..count] {
                    information[at * players + other] -= weight * share * others;
                }
            }
        }
        (gradient, information)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Fits games given as seats and a count.
    fn fit(items: usize, games: &[(&[(usize, u32)], f64)]) -> Option<Vec<Option<f64>>> {
        let mut rankings = Rankings::new(items);
        let ids: Vec<usize> = games.iter().map(|(seats, _)| rankings.intern(seats)).collect();
        let mut counts = vec![0.0; rankings.patterns()];
        for (id, (_, count)) in ids.into_iter().zip(games) {
            counts[id] += count;
        }
        rankings.fit(&counts, None)
    }

    fn values(fitted: Option<Vec<Option<f64>>>) -> Vec<f64> {
        fitted.unwrap().into_iter().map(Option::unwrap).collect()
    }

    #[test]
    fn two_items_have_their_log_odds() {
        let found = values(fit(2, &[(&[(0, 1), (1, 2)], 7.0), (&[(1, 1), (0, 2)], 2.5)]));
        assert!((found[0] - found[1] - (7.0_f64 / 2.5).ln()).abs() < 1e-12);
        assert!((found[0] + found[1]).abs() < 1e-12);
        assert!((elo(found[0] - found[1]) - 400.0 * 2.8_f64.log10()).abs() < 1e-9);
    }

    /// A tie is half a win for each.
    #[test]
    fn a_tie_of_two_is_half_of_each_order() {
        let tie = values(fit(2, &[(&[(0, 1), (1, 1)], 4.0), (&[(0, 1), (1, 2)], 6.0)]));
        assert!((tie[0] - tie[1] - (8.0_f64 / 2.0).ln()).abs() < 1e-12);
    }

    /// With two copies and another item, the first place goes to a copy with probability 2a / (2a + b); the
    /// remaining places give no information if a copy came last.
    #[test]
    fn copies_compete_each_with_the_strength_of_its_item() {
        let (copies, other) = ([(0, 1), (0, 2), (1, 3)], [(1, 1), (0, 2), (0, 2)]);
        let found = values(fit(2, &[(&copies, 5.0), (&other, 4.0)]));
        let (a, b) = (found[0].exp(), found[1].exp());
        // The derivative for the log of a: choices from {a, a, b} nine times, from {a, b} five times.
        let expected = 10.0 - 9.0 * 2.0 * a / (2.0 * a + b) - 5.0 * a / (a + b);
        assert!(expected.abs() < 1e-9, "{expected}");
    }

    /// The American League East of 1987, wins of each team (row) over each (column), with the strengths
    /// over the last team's of Agresti (1990, *Categorical Data Analysis*, 10.6) to two places and of
    /// Turner and Firth (2012, *Journal of Statistical Software* 48(9)) to four.
    #[test]
    fn the_baseball_teams_have_the_published_strengths() {
        let wins: [[u32; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut rankings = Rankings::new(7);
        let mut counts = Vec::new();
        for (winner, row) in wins.iter().enumerate() {
            for (loser, &count) in row.iter().enumerate().filter(|&(loser, _)| loser != winner) {
                assert_eq!(rankings.intern(&[(loser, 2), (winner, 1)]), counts.len());
                counts.push(f64::from(count));
            }
        }
        let found = values(rankings.fit(&counts, None));
        let published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (team, published) in published.into_iter().enumerate() {
            assert!((found[team] - found[6] - published).abs() < 6e-5, "{team}: {found:?}");
        }
    }

    /// `fixtures.json`: choix, and SciPy's optimiser where there are copies.
    #[test]
    fn fits_agree_with_choix_and_scipy() {
        let cases = crate::fixture("plackett_luce");
        let cases = cases.as_array().unwrap();
        assert!(cases.len() >= 8);
        for case in cases {
            let games: Vec<Vec<(usize, u32)>> = serde_json::from_value(case["games"].clone()).unwrap();
            let expected: Vec<f64> = serde_json::from_value(case["strengths"].clone()).unwrap();
            let games: Vec<(&[(usize, u32)], f64)> = games.iter().map(|seats| (&seats[..], 1.0)).collect();
            let found = values(fit(expected.len(), &games));
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-6, "{}: {found}, {expected}", case["by"]);
            }
        }
    }

    /// Hunter's MM algorithm (2004, formula 30) for whole rankings without ties.
    fn mm(items: usize, games: &[Vec<usize>]) -> Vec<f64> {
        let mut strengths = vec![1.0_f64; items];
        for _ in 0..20_000 {
            let (mut wins, mut sums) = (vec![0.0; items], vec![0.0; items]);
            for order in games {
                for place in 0..order.len() - 1 {
                    wins[order[place]] += 1.0;
                    let sum: f64 = order[place..].iter().map(|&item| strengths[item]).sum();
                    order[place..].iter().for_each(|&item| sums[item] += 1.0 / sum);
                }
            }
            strengths = wins.iter().zip(&sums).map(|(wins, sum)| wins / sum).collect();
        }
        let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / items as f64;
        strengths.iter().map(|strength| strength.ln() - mean).collect()
    }

    /// Few games with copies, and far apart in strength, from any start.
    #[test]
    fn newton_finds_what_mm_finds() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(3);
        for _ in 0..5 {
            let games: Vec<Vec<usize>> = (0..60)
                .map(|_| {
                    let mut order: Vec<usize> = (0..4).map(|_| rng.random_range(0..6) as usize).collect();
                    // A strong item is rarely behind a weak one.
                    order.sort_by_key(|&item| item as i32 * 2 + rng.random_range(0..9_i32));
                    order
                })
                .collect();
            let mut rankings = Rankings::new(6);
            let mut counts = vec![0.0; games.len()];
            for order in &games {
                let seats: Vec<(usize, u32)> = order.iter().copied().zip(1..).collect();
                counts[rankings.intern(&seats)] += 1.0;
            }
            counts.truncate(rankings.patterns());
            let found = values(rankings.fit(&counts, None));
            for (found, expected) in found.iter().zip(mm(6, &games)) {
                assert!((found - expected).abs() < 1e-7, "{found}, {expected}");
            }
            for start in [[30.0, 0.0, -30.0, 5.0, 0.0, 1.0], [f64::NAN; 6]] {
                for (again, found) in values(rankings.fit(&counts, Some(&start))).iter().zip(&found) {
                    assert!((again - found).abs() < 1e-8, "{again}, {found}");
                }
            }
        }
    }

    #[test]
    fn unconnected_items_have_no_maximum() {
        // Item 2 lost all its games; then it wins one.
        let games: [(&[(usize, u32)], f64); 3] =
            [(&[(0, 1), (1, 2), (2, 3)], 3.0), (&[(1, 1), (0, 2), (2, 3)], 2.0), (&[(2, 1), (0, 2)], 0.0)];
        assert_eq!(fit(3, &games), None);
        let connected = [games[0], games[1], (games[2].0, 1.0)];
        assert!(fit(3, &connected).is_some());
        // Two groups that never meet.
        let pair = |one: usize, other: usize| [[(one, 1), (other, 2)], [(other, 1), (one, 2)]];
        let (west, east) = (pair(0, 1), pair(2, 3));
        let islands: Vec<(&[(usize, u32)], f64)> =
            west.iter().chain(&east).map(|seats| (&seats[..], 1.0)).collect();
        assert_eq!(fit(4, &islands), None);
        let found = fit(4, &islands[..2]).unwrap();
        assert_eq!(found[2..], [None, None]);
        assert!(found[0].unwrap().abs() < 1e-12);
        // No item, and a single item.
        assert_eq!(fit(2, &[]), None);
        assert_eq!(fit(2, &[(&[(0, 1), (0, 2), (0, 3)], 5.0)]), None);
    }

    #[test]
    fn the_order_of_seats_does_not_matter() {
        let mut rankings = Rankings::new(3);
        let first = rankings.intern(&[(0, 1), (1, 2), (2, 2)]);
        assert_eq!(rankings.intern(&[(2, 2), (0, 1), (1, 2)]), first);
        assert_ne!(rankings.intern(&[(2, 1), (0, 2), (1, 2)]), first);
        assert_eq!(rankings.patterns(), 2);
    }
}
