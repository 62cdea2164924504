//! Exact means of the results of games.

/// The lowest common multiple of the numbers of winners that a game can have: a share of a win is a whole
/// number of these parts.
const PARTS: i64 = 60;

/// The maximum number of blocks of a unit: the two of a duel's pair.
pub(crate) const MOST_BLOCKS: usize = 2;

const _: () = assert!(tradewinds_game::MAX_SEATS <= 6, "shares of a win are whole sixtieths");

/// The mean of points, ranks, shares of a win or halves, added up in whole numbers.
///
/// Equal means are equal to the last bit, in whatever order the numbers came: so blocks that agree have a
/// variance of exactly 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mean {
    /// The sum in sixtieths.
    sum: i64,
    count: u64,
}

impl Mean {
    /// Adds a number.
    pub(crate) fn push(&mut self, value: f64) {
        self.sum += (value * PARTS as f64).round() as i64;
        self.count += 1;
    }

    /// Returns the count of the numbers.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or `None` if there are no numbers.
    pub(crate) fn mean(&self) -> Option<f64> {
        mean_of_means(std::slice::from_ref(self))
    }
}

/// The mean over the blocks of a unit, each of the same weight however many of the numbers are in it: the blocks
/// of a duel's pair are of different line-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct BlockMeans([Mean; MOST_BLOCKS]);

impl BlockMeans {
    /// Adds a number of a block.
    pub(crate) fn push(&mut self, block: usize, value: f64) {
        self.0[block].push(value);
    }

    /// Returns the count of the numbers.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(Mean::count).sum()
    }

    /// Returns the mean of the means of the blocks that have a number, or `None` without one.
    pub(crate) fn mean(&self) -> Option<f64> {
        match &self.0 {
            [first, rest] if rest.count == 0 => first.mean(),
            both => mean_of_means(both),
        }
    }
}

/// Returns the mean of the means of groups, each of the same weight however many numbers it has; groups
/// without a number are left out.
fn mean_of_means(groups: &[Mean]) -> Option<f64> {
    if let [group] = groups
        && let (Ok(count), 1..) = (i64::try_from(group.count), group.count)
        && let Some(parts) = count.checked_mul(PARTS)
    {
        // The fraction of below, without divisions of 128 bits.
        return Some(group.sum as f64 / parts as f64);
    }
    let groups = || groups.iter().filter(|group| group.count > 0);
    // One fraction for all, so that equal means are the same fraction, and one rounding.
    let scale: i128 = groups().map(|group| i128::from(group.count)).product();
    let sum: i128 = groups().map(|group| i128::from(group.sum) * (scale / i128::from(group.count))).sum();
    let parts = i128::from(PARTS) * scale * groups().count() as i128;
    (groups().count() > 0).then(|| sum as f64 / parts as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = f64>) -> Mean {
        let mut mean = Mean::default();
        values.into_iter().for_each(|value| mean.push(value));
        mean
    }

    #[test]
    fn equal_means_are_equal_to_the_last_bit() {
        let third = 1.0 / 3.0;
        for values in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [third, third, third], [0.5, 0.5, 0.0]] {
            assert_eq!(of(values).mean(), Some(third));
        }
        for winners in 1..=6 {
            let share = 1.0 / f64::from(winners);
            assert_eq!(
                of((0..winners * 7).map(|seat| if seat % 7 == 0 { share } else { 0.0 })).mean(),
                Some(1.0 / f64::from(7 * winners))
            );
        }
        assert_eq!(of([-3.0, 50.0]).mean(), Some(23.5));
        assert_eq!(Mean::default().mean(), None);
    }

    #[test]
    fn blocks_weigh_the_same() {
        let mut means = BlockMeans::default();
        assert_eq!(means.mean(), None);
        [1.0, 1.0].into_iter().for_each(|value| means.push(0, value));
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0].into_iter().for_each(|value| means.push(1, value));
        assert_eq!((means.mean(), means.count()), (Some(2.0 / 3.0), 8));
    }
}
