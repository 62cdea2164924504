//! What a doubling of a search's budget is worth, where bots of a run differ in their budget alone.

use tradewinds_bots::{BotKind, Preset};

/// Bots that differ in the budget of their search alone.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SameSearch {
    /// The bots by ascending budget, each with the logarithm of the budget to base 2.
    pub(crate) bots: Vec<(usize, f64)>,
    /// Whether the budget is a time.
    pub(crate) of_time: bool,
}

/// Bots with a number each, over which a straight line is put through their ratings.
#[derive(Clone, Debug)]
pub(crate) struct Line(pub(crate) Vec<(usize, f64)>);

impl Line {
    /// Returns the slope by least squares; `None` if a bot has no rating, or the numbers are all the same.
    pub(crate) fn slope(&self, ratings: &[Option<f64>]) -> Option<f64> {
        let points: Vec<(f64, f64)> =
            self.0.iter().map(|&(bot, x)| Some((x, ratings[bot]?))).collect::<Option<_>>()?;
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let square: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let product: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        (square > 0.0).then(|| product / square)
    }

    /// Returns whether the numbers, which are logarithms to base 2, ascend, and the last is half as much again as the
    /// first. Less may be the clock alone.
    pub(crate) fn ascends(&self) -> bool {
        let ends = self.0.first().zip(self.0.last());
        self.0.is_sorted_by(|one, next| one.1 < next.1)
            && ends.is_some_and(|(one, last)| last.1 - one.1 >= 1.5_f64.log2())
    }
}

/// Returns the budget of a search of iterations alone or of milliseconds alone, and whether it is a time.
fn budget(preset: &Preset) -> Option<(f64, bool)> {
    let BotKind::Search { settings, .. } = &preset.kind else { return None };
    match (settings.iterations, settings.time_ms) {
        (Some(iterations), None) => Some((f64::from(iterations), false)),
        (None, Some(time)) => Some((f64::from(time), true)),
        _ => None,
    }
}

/// Returns the preset without what may differ: its name, what it says of itself, and its budget.
fn without_budget(preset: &Preset) -> Option<Preset> {
    let BotKind::Search { settings, weights } = &preset.kind else { return None };
    let settings = settings.with(|new| (new.iterations, new.time_ms) = (Some(1), None)).ok()?;
    Some(Preset {
        name: String::new(),
        about: String::new(),
        kind: BotKind::Search { settings, weights: weights.clone() },
        ..preset.clone()
    })
}

/// Lists the searches that play with two budgets or more.
pub(crate) fn same_searches(bots: &[Preset]) -> Vec<SameSearch> {
    let mut found: Vec<(Preset, SameSearch)> = Vec::new();
    for (bot, preset) in bots.iter().enumerate() {
        let (Some((budget, of_time)), Some(stem)) = (budget(preset), without_budget(preset)) else {
            continue;
        };
        let known = found.iter_mut().find(|(known, same)| *known == stem && same.of_time == of_time);
        match known {
            Some((_, same)) => same.bots.push((bot, budget.log2())),
            None => found.push((stem, SameSearch { bots: vec![(bot, budget.log2())], of_time })),
        }
    }
    let mut searches: Vec<SameSearch> = found.into_iter().map(|(_, same)| same).collect();
    searches.iter_mut().for_each(|same| same.bots.sort_by(|a, b| a.1.total_cmp(&b.1)));
    searches.retain(|same| same.bots.len() > 1);
    searches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(name: &str, search: &str) -> Preset {
        let text = format!("name = \"{name}\"\ngame = \"any\"\nkind = \"search\"\n[search]\n{search}\n");
        Preset::parse(name, &text).unwrap()
    }

    #[test]
    fn times_have_to_ascend_by_half_as_much_again() {
        let ascends = |times: &[f64]| Line(times.iter().map(|time| (0, time.log2())).collect()).ascends();
        assert!(ascends(&[1.0, 1.6]) && ascends(&[1.0, 1.2, 3.0]));
        for times in [&[1.0, 1.4][..], &[2.0, 1.0], &[1.0, 3.0, 2.0], &[]] {
            assert!(!ascends(times), "{times:?}");
        }
    }

    #[test]
    fn bots_that_differ_in_their_budget_alone_are_found() {
        let bots = [
            preset("c", "iterations = 400"),
            preset("a", "iterations = 100"),
            preset("bold", "iterations = 100\nexploration = 2.0"),
            preset("slow", "time_ms = 20"),
            preset("both", "iterations = 100\ntime_ms = 20"),
            preset("slower", "time_ms = 80"),
        ];
        let found = same_searches(&bots);
        let expected = [
            SameSearch { bots: vec![(1, 100_f64.log2()), (0, 400_f64.log2())], of_time: false },
            SameSearch { bots: vec![(3, 20_f64.log2()), (5, 80_f64.log2())], of_time: true },
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_line_goes_through_the_ratings() {
        let line = Line(vec![(0, 3.0), (2, 4.0), (3, 5.0)]);
        let ratings = [Some(0.0), None, Some(60.0), Some(120.0)];
        assert_eq!(line.slope(&ratings), Some(60.0));
        assert_eq!(line.slope(&[Some(0.0), None, None, Some(120.0)]), None);
        assert_eq!(Line(vec![(0, 3.0), (2, 3.0)]).slope(&ratings), None);
    }
}
