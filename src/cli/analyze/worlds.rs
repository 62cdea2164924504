//! How the answer differs between the worlds that the seat holds possible.

use rayon::prelude::*;
use tradewinds::game::{Game, InputError, Purpose, Seed, View};
use tradewinds::search::SearchResult;

use crate::cli::search::SearchChoice;

/// What a search as if everybody knew the world found, in each of several worlds.
///
/// All searches have the same seed, so that worlds that do not differ give the same answer.
pub(super) struct Worlds {
    pub(super) count: u32,
    /// All together.
    pub(super) iterations: u64,
    /// Whether all worlds are one and the same.
    pub(super) same_world: bool,
    /// Whether all searches found the same.
    pub(super) same_answer: bool,
    /// In the order of the actions.
    pub(super) candidates: Vec<Candidate>,
}

/// One action in all worlds.
pub(super) struct Candidate {
    /// In how many worlds it was the answer.
    pub(super) best: u32,
    /// Its visits, and its value for the seat that decides where there was one, in each world.
    pub(super) found: Vec<(u64, Option<f64>)>,
}

impl Worlds {
    /// Draws so many worlds from what the seat knows, and spends a part of the budget on each.
    pub(super) fn search<G: Game>(
        view: &View<'_, G>,
        choice: &SearchChoice,
        seed: Seed,
        count: u32,
    ) -> Result<Self, InputError> {
        let part = choice.of_world(count);
        let worlds: Vec<G::State> = (0..count)
            .map(|index| view.determinize(&mut seed.derive(Purpose::Sample, index.into()).rng()))
            .collect();
        let answers = worlds
            .par_iter()
            .map(|world| {
                let mut search = part.build(view.game())?;
                Ok(search.run(&View::new(view.game(), world, view.seat()), seed))
            })
            .collect::<Result<Vec<SearchResult<G::Action>>, InputError>>()?;
        let candidates = (0..answers[0].actions.len()).map(|index| Candidate {
            best: answers.iter().filter(|answer| answer.chosen == index).count() as u32,
            found: answers
                .iter()
                .map(|answer| &answer.actions[index])
                .map(|action| (action.visits, action.value.map(|value| value[view.seat()])))
                .collect(),
        });
        Ok(Self {
            count,
            iterations: answers.iter().map(|answer| answer.iterations).sum(),
            same_world: worlds.iter().all(|world| *world == worlds[0]),
            same_answer: answers.iter().all(|answer| answer.actions == answers[0].actions),
            candidates: candidates.collect(),
        })
    }

    /// Says in a sentence whether it matters what is hidden.
    pub(super) fn verdict(&self, names: &[String], followed: &[usize]) -> String {
        if self.same_world {
            return "The worlds do not differ: nothing is hidden from the seat.".to_owned();
        }
        if self.same_answer {
            return "The worlds differ in nothing that matters: each search found the same.".to_owned();
        }
        let best = (0..names.len()).rev().max_by_key(|&index| self.candidates[index].best).unwrap_or(0);
        let often = match self.candidates[best].best {
            all if all == self.count => format!("{} is best in every world", names[best]),
            some => format!("{} is best in {some} of {} worlds", names[best], self.count),
        };
        let wide: Vec<&str> = followed
            .iter()
            .filter(|&&index| self.candidates[index].differs())
            .map(|&index| names[index].as_str())
            .collect();
        if wide.is_empty() {
            format!("{often}; values differ no more than so few iterations would make them differ.")
        } else {
            format!("{often}; what is hidden moves the value of {}.", wide.join(", "))
        }
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

    /// Returns the least and the greatest of the values.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        self.values().map(|value| (value, value)).reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
    }

    /// Returns the standard deviation of the values over the worlds.
    pub(super) fn deviation(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.values().count());
        let squares: f64 = self.values().map(|value| (value - mean).powi(2)).sum();
        (count > 1).then(|| (squares / (count - 1) as f64).sqrt())
    }

    /// Returns the standard deviation that the iterations alone could bring about, were the worlds all
    /// the same: a reward in [0, 1] with mean v has a variance of at most v (1 - v).
    pub(super) fn noise(&self) -> Option<f64> {
        let count = self.values().count();
        let variance = |&(visits, value): &(u64, Option<f64>)| {
            value.map(|value| value * (1.0 - value).max(0.0) / visits.max(1) as f64)
        };
        let sum: f64 = self.found.iter().filter_map(variance).sum();
        (count > 0).then(|| (sum / count as f64).sqrt())
    }

    /// Tells whether the values spread more than that noise would make them in 99 of 100 cases: by the
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
        let names = ["a".to_owned(), "b".to_owned()];
        let narrow = || candidate(4, &[(100, 0.50), (100, 0.52), (100, 0.48), (100, 0.5)]);
        let wide = || candidate(0, &[(100, 0.2), (100, 0.8), (100, 0.1), (100, 0.9)]);
        let text = worlds(vec![narrow(), narrow()]).verdict(&names, &[0, 1]);
        assert_eq!(
            text,
            "a is best in every world; values differ no more than so few iterations would make them differ."
        );
        let text = worlds(vec![Candidate { best: 3, ..narrow() }, wide()]).verdict(&names, &[0, 1]);
        assert_eq!(text, "a is best in 3 of 4 worlds; what is hidden moves the value of b.");
        let same = Worlds { same_answer: true, ..worlds(vec![narrow(), narrow()]) };
        assert!(same.verdict(&names, &[0, 1]).contains("each search found the same"));
        let one = Worlds { same_world: true, ..same };
        assert!(one.verdict(&names, &[0, 1]).contains("nothing is hidden"));
    }
}
