//! How the answer differs between the worlds that the seat holds possible.

use std::cmp::Reverse;

use crate::arena::{Match, SearchPlan, WorldSearches};
use crate::game::{InputError, Seed, counted};
use crate::stats::{Clearness, majority};

/// The results of searches in several worlds, each made as if every seat knew the world.
///
/// All searches have the same seed, so that identical worlds give the same answer.
pub(super) struct Worlds {
    pub(super) count: u32,
    /// The iterations of all searches together.
    pub(super) iterations: u64,
    /// Whether all worlds are one and the same.
    pub(super) same_world: bool,
    /// Whether all searches found the same result.
    pub(super) same_answer: bool,
    /// In the order of the actions.
    pub(super) candidates: Vec<Candidate>,
}

/// One action in all worlds.
pub(super) struct Candidate {
    /// The number of worlds in which it was the answer.
    pub(super) best: u32,
    /// In each world its visits, and its value for the seat that decides if there was one.
    pub(super) found: Vec<(u64, Option<f64>)>,
}

impl Worlds {
    /// Explains why single worlds may have another answer.
    pub(super) const fn why(&self) -> &'static str {
        if self.same_world {
            "nothing is hidden, so the searches have not settled"
        } else {
            "the seat would choose otherwise if it knew what is hidden, or the searches have not settled"
        }
    }

    /// Draws `count` worlds from the seat's knowledge, and searches each with the whole budget: a smaller
    /// budget alone could change the answer.
    pub(super) fn search(
        game: &dyn Match,
        plan: &SearchPlan,
        seed: Seed,
        count: u32,
    ) -> Result<Self, InputError> {
        let WorldSearches { same_world, answers } = game.search_worlds(plan, seed, count)?;
        let candidates = (0..answers[0].actions.len()).map(|index| Candidate {
            best: answers.iter().filter(|answer| answer.chosen == index).count() as u32,
            found: answers
                .iter()
                .map(|answer| (&answer.actions[index], answer.seat))
                .map(|(action, seat)| (action.visits, action.value.map(|value| value[seat])))
                .collect(),
        });
        Ok(Self {
            count,
            iterations: answers.iter().map(|answer| answer.iterations).sum(),
            same_world,
            same_answer: answers.iter().all(|answer| answer.actions == answers[0].actions),
            candidates: candidates.collect(),
        })
    }

    /// Describes in a sentence whether hidden information matters; `chosen` is the answer of the search that
    /// does not know it. If most worlds have another answer, `why` explains it.
    pub(super) fn verdict(&self, names: &[&str], followed: &[usize], chosen: usize) -> String {
        let best = self.most_often();
        let but = if self.is_against(chosen) {
            format!(" The answer above is {}: {}.", names[chosen], self.why())
        } else {
            String::new()
        };
        if self.same_world {
            return format!("The worlds do not differ: nothing is hidden from the seat.{but}");
        }
        if self.are_searched_too_little() {
            let (each, least) = (self.iterations / u64::from(self.count.max(1)), Clearness::LEAST);
            let each = counted(each, "iteration");
            return format!(
                "The worlds say nothing: {each} in each are too few to compare them, at least {least} would do."
            );
        }
        if self.same_answer {
            let best = names[best];
            return format!(
                "The worlds differ in nothing that matters: each search found the same, {best}.{but}"
            );
        }
        let often = match self.candidates[best].best {
            all if all == self.count => {
                format!("{} is best in every one of {}", names[best], counted(all, "world"))
            }
            some => format!("{} is best in {some} of {}", names[best], counted(self.count, "world")),
        };
        let wide: Vec<&str> = followed
            .iter()
            .filter(|&&index| self.candidates[index].differs())
            .map(|&index| names[index])
            .collect();
        if wide.is_empty() {
            format!("{often}; the values differ between the worlds within the noise of the iterations.{but}")
        } else {
            format!("{often}; what is hidden moves the value of {}.{but}", wide.join(", "))
        }
    }

    /// Returns the candidate that is the answer most often, the first among equals.
    fn most_often(&self) -> usize {
        (0..self.candidates.len()).rev().max_by_key(|&index| self.candidates[index].best).unwrap_or(0)
    }

    /// Returns whether a candidate other than `chosen` is the answer more often, and `chosen` in less than
    /// half of the worlds, by more than chance.
    fn is_against(&self, chosen: usize) -> bool {
        let of = |index: usize| self.candidates[index].best;
        let is_minority = majority(of(chosen).into(), self.count.into()) == Some(false);
        is_minority && of(self.most_often()) > of(chosen) && !self.are_searched_too_little()
    }

    /// Returns whether the searches are too short for a word on their answers.
    fn are_searched_too_little(&self) -> bool {
        self.iterations < u64::from(self.count) * Clearness::LEAST
    }

    /// Returns the most frequent answer of the worlds if it speaks against `chosen` and is not one of those
    /// that may be as good.
    pub(super) fn against(&self, chosen: usize, as_good: &[usize]) -> Option<usize> {
        let best = self.most_often();
        (self.is_against(chosen) && !as_good.contains(&best)).then_some(best)
    }

    /// Lists the answers of the worlds, by descending frequency: `a in 3, b in 1 of 4`.
    pub(super) fn answers(&self, names: &[&str], most: usize) -> String {
        let mut found: Vec<usize> =
            (0..names.len()).filter(|&index| self.candidates[index].best > 0).collect();
        found.sort_by_key(|&index| Reverse(self.candidates[index].best));
        let parts: Vec<String> = found
            .iter()
            .take(most)
            .map(|&index| format!("{} in {}", names[index], self.candidates[index].best))
            .collect();
        let rest: u32 = found.iter().skip(most).map(|&index| self.candidates[index].best).sum();
        let rest = if rest > 0 { format!(", others in {rest}") } else { String::new() };
        format!("{}{rest} of {}", parts.join(", "), self.count)
    }
}

impl Candidate {
    /// Returns its values in the worlds in which it has one.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        self.found.iter().filter_map(|found| found.1)
    }

    /// Returns the mean of the values.
    pub(super) fn mean(&self) -> Option<f64> {
        let count = self.values().count();
        (count > 0).then(|| self.values().sum::<f64>() / count as f64)
    }

    /// Returns the minimum and the maximum of the values.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        self.values().map(|value| (value, value)).reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
    }

    /// Returns the standard deviation of the values over the worlds.
    pub(super) fn deviation(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.values().count());
        let squares: f64 = self.values().map(|value| (value - mean).powi(2)).sum();
        (count > 1).then(|| (squares / (count - 1) as f64).sqrt())
    }

    /// Returns the standard deviation that the iterations alone could cause if all worlds were the same: a
    /// reward in [0, 1] with mean v has a variance of at most v (1 - v).
    pub(super) fn noise(&self) -> Option<f64> {
        let count = self.values().count();
        let variance = |&(visits, value): &(u64, Option<f64>)| {
            value.map(|value| value * (1.0 - value).max(0.0) / visits.max(1) as f64)
        };
        let sum: f64 = self.found.iter().filter_map(variance).sum();
        (count > 0).then(|| (sum / count as f64).sqrt())
    }

    /// Returns whether the values spread more than that noise would cause in 99 of 100 cases: by the
    /// chi-squared test for a variance, its quantile after Wilson and Hilferty (1931).
    fn differs(&self) -> bool {
        let (Some(deviation), Some(noise)) = (self.deviation(), self.noise()) else { return false };
        let freedom = (self.values().count() - 1) as f64;
        let part = 2.0 / (9.0 * freedom);
        deviation > noise * (1.0 - part + 2.326 * part.sqrt()).powf(1.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(best: u32, found: &[(u64, f64)]) -> Candidate {
        Candidate { best, found: found.iter().map(|&(visits, value)| (visits, Some(value))).collect() }
    }

    fn worlds(candidates: Vec<Candidate>) -> Worlds {
        Worlds { count: 4, iterations: 400, same_world: false, same_answer: false, candidates }
    }

    #[test]
    fn values_are_summed_up() {
        let mut some = candidate(1, &[(100, 0.5), (100, 0.7), (100, 0.6)]);
        some.found.push((0, None));
        let close = |found: Option<f64>, wanted: f64| assert!((found.unwrap() - wanted).abs() < 1e-9);
        close(some.mean(), 0.6);
        close(some.deviation(), 0.1);
        close(some.noise(), ((0.25 + 0.21 + 0.24) / 300.0_f64).sqrt());
        assert_eq!(some.range(), Some((0.5, 0.7)));
        let none = candidate(0, &[]);
        assert_eq!((none.mean(), none.range(), none.deviation(), none.noise()), (None, None, None, None));
    }

    #[test]
    fn only_a_spread_beyond_the_noise_is_said_to_matter() {
        let names = ["a", "b"];
        let narrow = || candidate(4, &[(100, 0.50), (100, 0.52), (100, 0.48), (100, 0.5)]);
        let wide = || candidate(0, &[(100, 0.2), (100, 0.8), (100, 0.1), (100, 0.9)]);
        let text = worlds(vec![narrow(), narrow()]).verdict(&names, &[0, 1], 0);
        assert_eq!(
            text,
            "a is best in every one of 4 worlds; the values differ between the worlds within the noise of the iterations."
        );
        let text = worlds(vec![Candidate { best: 3, ..narrow() }, wide()]).verdict(&names, &[0, 1], 0);
        assert_eq!(text, "a is best in 3 of 4 worlds; what is hidden moves the value of b.");
        let same = Worlds { same_answer: true, ..worlds(vec![narrow(), wide()]) };
        assert!(same.verdict(&names, &[0, 1], 0).ends_with("each search found the same, a."));
        let text = same.verdict(&names, &[0, 1], 1);
        assert!(text.contains("found the same, a. The answer above is b: the seat would choose"), "{text}");
        let one = Worlds { same_world: true, ..same };
        assert!(one.verdict(&names, &[0, 1], 0).ends_with("nothing is hidden from the seat."));
        let text = one.verdict(&names, &[0, 1], 1);
        assert!(
            text.ends_with("The answer above is b: nothing is hidden, so the searches have not settled.")
        );
    }

    #[test]
    fn an_answer_that_few_worlds_share_is_contradicted() {
        let with = |best: [u32; 3]| worlds(best.map(|best| candidate(best, &[(9, 0.5)])).into());
        assert_eq!(with([0, 4, 0]).against(0, &[]), Some(1));
        assert_eq!(with([0, 4, 0]).against(0, &[1]), None, "it may be as good");
        assert_eq!(with([2, 2, 0]).against(0, &[]), None);
        assert_eq!(with([1, 1, 2]).against(0, &[]), None, "two worlds of four say little");
        let names = ["a", "b", "c"];
        assert_eq!(with([1, 3, 0]).answers(&names, 4), "b in 3, a in 1 of 4");
        assert_eq!(with([1, 1, 2]).answers(&names, 1), "c in 2, others in 2 of 4");
    }
}
