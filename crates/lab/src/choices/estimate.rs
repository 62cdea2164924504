//! From counts to shares, and to the results of the seats that make a choice.

use super::counts::{Counts, Follow};
use super::moment::ChoiceCount;
use super::units::{Measured, figures, ratio, widened};

/// A choice under a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceRow {
    /// The subject of the row.
    pub cell: ChoiceCount,
    /// Decisions at which the choice was open.
    pub offered: u64,
    /// The number of times that it was made.
    pub chosen: u64,
    /// Units of games in which it was open.
    pub units: usize,
    /// The share of the decisions at which it was made, 0 to 1.
    pub share: Measured,
    /// The win share of the seats that made it less that of the same bot in the same starting place.
    pub win: Measured,
    /// The margin in points of the seats that made it less that of the same bot in the same starting place.
    pub margin: Measured,
}

/// A choice after another one.
#[derive(Clone, PartialEq, Debug)]
pub struct FollowRow {
    /// The two choices.
    pub follow: Follow,
    /// Decisions after the first at which the second was open.
    pub offered: u64,
    /// The number of times that it was made.
    pub chosen: u64,
    /// The share of these decisions at which it was made, 0 to 1.
    pub share: Measured,
    /// That share over the share of all decisions at which it was open; above 0.
    pub lift: Measured,
}

/// Sums over units.
struct PlayoutSums {
    offered: Vec<f64>,
    chosen: Vec<f64>,
    /// Win shares and margins above the expected ones.
    above: Vec<[f64; 2]>,
    /// Open and made.
    follows: Vec<[f64; 2]>,
}

impl PlayoutSums {
    /// Sums up the units, each counted as often as `times` says. The expected result of a bot in a starting
    /// place is its mean over the same units.
    fn new(counts: &Counts, groups: usize, times: &[u32]) -> Self {
        let drawn = || counts.units.iter().zip(times).filter(|(_, times)| **times > 0);
        let mut means = vec![[0.0; 3]; groups];
        for (unit, &times) in drawn() {
            for &(group, seats, win, margin) in &unit.groups {
                for (sum, value) in means[group].iter_mut().zip([seats, win, margin]) {
                    *sum += value * f64::from(times);
                }
            }
        }
        let cells = counts.cells.len();
        let mut sums = Self {
            offered: vec![0.0; cells],
            chosen: vec![0.0; cells],
            above: vec![[0.0; 2]; cells],
            follows: vec![[0.0; 2]; counts.follows.len()],
        };
        for (unit, &times) in drawn() {
            let times = f64::from(times);
            for entry in &unit.entries {
                let [seats, win, margin] = means[entry.group];
                sums.offered[entry.cell] += times * entry.offered;
                sums.chosen[entry.cell] += times * entry.chosen;
                let above = &mut sums.above[entry.cell];
                above[0] += times * (entry.win - entry.chosen * win / seats);
                above[1] += times * (entry.margin - entry.chosen * margin / seats);
            }
            for &(follow, open, made) in &unit.follows {
                sums.follows[follow][0] += times * open;
                sums.follows[follow][1] += times * made;
            }
        }
        sums
    }
}

/// Figures of a choice under a condition, and of a choice after another.
const PER_CELL: usize = 3;
const PER_FOLLOW: usize = 2;

/// Works out the rows of both tables.
pub(super) fn estimate(counts: &Counts, seed: u64) -> (Vec<ChoiceRow>, Vec<FollowRow>) {
    let strata: Vec<usize> = counts.units.iter().map(|unit| unit.stratum).collect();
    let groups =
        counts.units.iter().flat_map(|unit| &unit.groups).map(|group| group.0 + 1).max().unwrap_or(0);
    let plain: Vec<(usize, Option<usize>)> =
        counts.follows.iter().map(|(follow, &id)| (id, counts.plain(follow))).collect();
    let found = figures(&strata, seed, |times| {
        let sums = PlayoutSums::new(counts, groups, times);
        let share = |cell: usize| ratio(sums.chosen[cell], sums.offered[cell]);
        let mut list = Vec::with_capacity(PER_CELL * counts.cells.len() + PER_FOLLOW * plain.len());
        for &cell in counts.cells.values() {
            let [win, margin] = sums.above[cell];
            list.extend([share(cell), ratio(win, sums.chosen[cell]), ratio(margin, sums.chosen[cell])]);
        }
        for &(follow, cell) in &plain {
            let [open, made] = sums.follows[follow];
            let own = ratio(made, open);
            let all = cell.and_then(share);
            list.extend([own, own.zip(all).and_then(|(own, all)| ratio(own, all))]);
        }
        list
    });
    let all = PlayoutSums::new(counts, groups, &vec![1; strata.len()]);
    let mut units = vec![0; counts.cells.len()];
    let mut chosen_units = vec![0; counts.cells.len()];
    let mut follow_units = vec![0; counts.follows.len()];
    for unit in &counts.units {
        let count = |units: &mut [usize], chosen: bool| {
            let entries = unit.entries.iter().filter(|entry| !chosen || entry.chosen > 0.0);
            let mut seen: Vec<usize> = entries.map(|entry| entry.cell).collect();
            seen.dedup(); // entries are in the order of their cells
            seen.into_iter().for_each(|cell| units[cell] += 1);
        };
        count(&mut units, false);
        count(&mut chosen_units, true);
        unit.follows.iter().for_each(|follow| follow_units[follow.0] += 1);
    }
    let (of_cells, of_follows) = found.split_at(PER_CELL * counts.cells.len());
    let cells = counts.cells.iter().zip(of_cells.chunks_exact(PER_CELL));
    let cells = cells.map(|((cell, &id), figures)| ChoiceRow {
        cell: cell.clone(),
        offered: all.offered[id] as u64,
        chosen: all.chosen[id] as u64,
        units: units[id],
        share: widened(figures[0], units[id]),
        win: figures[1].over(chosen_units[id]),
        margin: figures[2].over(chosen_units[id]),
    });
    let follows = counts.follows.iter().zip(of_follows.chunks_exact(PER_FOLLOW));
    let follows = follows.map(|((follow, &id), figures)| FollowRow {
        follow: follow.clone(),
        offered: all.follows[id][0] as u64,
        chosen: all.follows[id][1] as u64,
        share: widened(figures[0], follow_units[id]),
        lift: figures[1].over(follow_units[id]),
    });
    (cells.collect(), follows.collect())
}
