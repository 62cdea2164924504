//! What choices cost, from the decisions whose choices were played out.

use std::collections::BTreeMap;

use super::moment::{Cell, Condition, Standing};
use super::playout::{Valued, ValuedChoice, WHOLE_WIN};
use super::units::{Figure, figures, ratio, widened};

/// A choice under a condition, and what it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct WorthRow {
    /// What the row is about; [`MADE`] stands for whatever choice was made in the game.
    pub cell: Cell,
    /// Sampled decisions at which it was open and played out.
    pub decisions: u64,
    /// Units of games that these come from.
    pub units: usize,
    /// The share of these at which it is the choice of strong play, 0 to 1.
    pub strong: Figure,
    /// What it costs against the choice of strong play, in win share and in points of margin.
    pub cost: [Figure; 2],
    /// What it costs against the best choice, likewise; a lower bound of it on average.
    pub regret: [Figure; 2],
}

/// The choice of a row about the choices that were made in the games, whatever they were.
pub const MADE: &str = "(made)";

/// Figures of a row.
const FIGURES: usize = 5;

/// Returns the regret of each choice by cross-fitting: what it was found to be worth less than the best one, where the
/// best one is found in one half of the play-outs and both are valued in the other half, and the two ways are averaged.
///
/// The best of several noisy means is too good by its luck; the mean of the other half has no part in that luck, so
/// that the regret is at most, on average, the one against the choice that is truly best (the double estimator of van
/// Hasselt 2010, *Double Q-learning*). `values[c][h]` is the mean of choice `c` in half `h`; `ties` decides
/// between choices of the same value.
///
/// # Panics
/// If there is no choice.
#[must_use]
pub fn cross_fitted_regret(values: &[[f64; 2]], ties: &[[f64; 2]]) -> Vec<f64> {
    let best = |half: usize| {
        let better = |a: &usize, b: &usize| {
            let by_value = values[*a][half].total_cmp(&values[*b][half]);
            // The first one among equals.
            by_value.then(ties[*a][half].total_cmp(&ties[*b][half])).then(b.cmp(a))
        };
        (0..values.len()).max_by(better).expect("a decision has choices")
    };
    let found = [best(0), best(1)];
    let regret = |value: &[f64; 2]| {
        let of = |test: usize| values[found[1 - test]][test] - value[test];
        (of(0) + of(1)) / 2.0
    };
    values.iter().map(regret).collect()
}

/// The figures of the choices of one decision, by choice: costs, then regrets, each in win share and in points;
/// `None` if a half of the play-outs is empty.
pub(super) fn figures_of(decision: &Valued) -> Option<Vec<[f64; 4]>> {
    let [even, odd] = decision.playouts.map(f64::from);
    if even == 0.0 || odd == 0.0 {
        return None;
    }
    let halves = |sums: [f64; 2]| [sums[0] / even, sums[1] / odd];
    let wins = |choice: &ValuedChoice| halves(choice.win.map(|win| win as f64 / WHOLE_WIN as f64));
    let margins = |choice: &ValuedChoice| halves(choice.margin.map(|margin| margin as f64));
    let wins: Vec<[f64; 2]> = decision.choices.iter().map(wins).collect();
    let margins: Vec<[f64; 2]> = decision.choices.iter().map(margins).collect();
    let whole = |[first, second]: [f64; 2]| (first * even + second * odd) / (even + odd);
    let cost = |values: &[[f64; 2]], choice: usize| whole(values[decision.strong]) - whole(values[choice]);
    let regrets = [cross_fitted_regret(&wins, &margins), cross_fitted_regret(&margins, &wins)];
    let figures =
        |choice: usize| [cost(&wins, choice), cost(&margins, choice), regrets[0][choice], regrets[1][choice]];
    Some((0..decision.choices.len()).map(figures).collect())
}

/// What the decisions of a unit say of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    decisions: f64,
    /// Times it is strong play's choice, then its costs and regrets.
    sums: [f64; FIGURES],
}

/// Works out the rows. `unit_of` tells the unit of a game and the unit's stratum; `phase` is the number of rounds of
/// a phase.
pub(super) fn estimate(
    decisions: &[Valued],
    unit_of: impl Fn(u64) -> (u64, usize),
    phase: u32,
    seed: u64,
) -> Vec<WorthRow> {
    let mut units: BTreeMap<u64, (usize, BTreeMap<Cell, Entry>)> = BTreeMap::new();
    for decision in decisions {
        let Some(found) = figures_of(decision) else { continue };
        let (unit, stratum) = unit_of(decision.game);
        let entries = &mut units.entry(unit).or_insert_with(|| (stratum, BTreeMap::new())).1;
        let standing = Standing { round: decision.round, phase, start_place: decision.start_place };
        for (index, (choice, figures)) in decision.choices.iter().zip(&found).enumerate() {
            let facts = choice.facts.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let conditions = standing.conditions(facts);
            let mut names = vec![choice.name.as_str()];
            if index == decision.made {
                names.push(MADE);
            }
            for name in names {
                for condition in &conditions {
                    let cell =
                        Cell { kind: decision.kind, choice: name.to_owned(), condition: condition.clone() };
                    let entry = entries.entry(cell).or_default();
                    entry.decisions += 1.0;
                    entry.sums[0] += f64::from(u8::from(index == decision.strong));
                    for (sum, figure) in entry.sums[1..].iter_mut().zip(figures) {
                        *sum += figure;
                    }
                }
            }
        }
    }
    let mut rows: BTreeMap<&Cell, (usize, u64, usize)> = BTreeMap::new();
    for (_, entries) in units.values() {
        for (cell, entry) in entries {
            let next = rows.len();
            let (_, decisions, units) = rows.entry(cell).or_insert((next, 0, 0));
            *decisions += entry.decisions as u64;
            *units += 1;
        }
    }
    let strata: Vec<usize> = units.values().map(|(stratum, _)| *stratum).collect();
    let numbered: Vec<Vec<(usize, Entry)>> = units
        .values()
        .map(|(_, entries)| entries.iter().map(|(cell, entry)| (rows[cell].0, *entry)).collect())
        .collect();
    let found = figures(&strata, seed, |times| {
        let mut sums = vec![Entry::default(); rows.len()];
        for (entries, &times) in numbered.iter().zip(times).filter(|(_, times)| **times > 0) {
            for (row, entry) in entries {
                sums[*row].decisions += f64::from(times) * entry.decisions;
                for (sum, value) in sums[*row].sums.iter_mut().zip(entry.sums) {
                    *sum += f64::from(times) * value;
                }
            }
        }
        sums.iter().flat_map(|sum| sum.sums.map(|value| ratio(value, sum.decisions))).collect()
    });
    let row = |(cell, (number, decisions, units)): (&Cell, (usize, u64, usize))| {
        let found = &found[FIGURES * number..FIGURES * (number + 1)];
        WorthRow {
            cell: cell.clone(),
            decisions,
            units,
            strong: widened(found[0], units),
            cost: [found[1], found[2]],
            regret: [found[3], found[4]],
        }
    };
    rows.into_iter().map(row).collect()
}

/// Returns the sampled decisions in the order of the regret, in win share, of the choice that was made, the largest
/// first, each with that regret.
pub(super) fn by_regret(decisions: &[Valued]) -> Vec<(&Valued, f64)> {
    let regret = |decision| Some((decision, figures_of(decision)?[decision.made][2]));
    let mut list: Vec<(&Valued, f64)> = decisions.iter().filter_map(regret).collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1));
    list
}

/// Returns the condition of a phase of the game, where it is one.
pub(super) fn is_phase(condition: &Condition) -> bool {
    condition.name() == Condition::PHASE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_found_in_one_half_and_valued_in_the_other() {
        // The first choice is best in half 0, the second in half 1.
        let values = [[0.6, 0.3], [0.5, 0.4], [0.1, 0.0]];
        let regret = cross_fitted_regret(&values, &[[0.0; 2]; 3]);
        // In half 0 against the second choice, in half 1 against the first.
        let expected =
            [(0.5 - 0.6 + 0.3 - 0.3) / 2.0, (0.5 - 0.5 + 0.3 - 0.4) / 2.0, (0.5 - 0.1 + 0.3) / 2.0];
        for (found, expected) in regret.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{regret:?}");
        }
        // The plain maximum would flatter: (0.6 + 0.3) / 2 and (0.5 + 0.4) / 2 tie, and nobody has a regret below 0.
        assert!(regret[0] < 0.0 && regret[1] < 0.0);
    }

    #[test]
    fn equals_are_told_apart_by_the_other_value() {
        let values = [[0.5, 0.2], [0.5, 0.4]];
        assert_eq!(cross_fitted_regret(&values, &[[1.0, 0.0], [2.0, 0.0]])[1], 0.0);
        // Without one the first is taken: found in half 0, valued in half 1.
        assert!((cross_fitted_regret(&values, &[[0.0; 2]; 2])[1] - (0.0 + 0.2 - 0.4) / 2.0).abs() < 1e-12);
    }

    /// Pure noise: 8 equal choices, whose best mean lies far above the others; the regret is 0 on average.
    #[test]
    fn noise_is_no_regret() {
        use crate::game::{Dice as _, Seed};
        let mut rng = Seed(1).rng();
        let mut sum = 0.0;
        for _ in 0..4000 {
            let values: Vec<[f64; 2]> =
                (0..8).map(|_| [(); 2].map(|()| f64::from(rng.below(1001)) / 1000.0)).collect();
            sum += cross_fitted_regret(&values, &[[0.0; 2]; 8])[0];
        }
        assert!((sum / 4000.0).abs() < 0.02, "{}", sum / 4000.0);
    }

    #[test]
    fn figures_of_a_decision_are_those_by_hand() {
        let choice = |name: &str, win, margin| ValuedChoice {
            name: name.to_owned(),
            action: name.to_owned(),
            facts: vec![("pick".to_owned(), "1".to_owned())],
            win,
            margin,
        };
        let decision = Valued {
            sample: 0,
            game: 5,
            decision: 1,
            seat: 0,
            start_place: 0,
            bot: "x".to_owned(),
            round: 6,
            kind: 0,
            open: 2,
            playouts: [2, 2],
            made: 1,
            strong: 0,
            choices: vec![choice("a", [60, 60], [4, 0]), choice("b", [60, 30], [2, -4])],
        };
        let found = figures_of(&decision).unwrap();
        assert_eq!(found[0], [0.0; 4]);
        // Means of a: 0.5, 0.5 and 2, 0; of b: 0.5, 0.25 and 1, -2.
        assert_eq!(found[1], [0.125, 1.5, 0.125, 1.5]);
        let rows = estimate(std::slice::from_ref(&decision), |game| (game / 4, 0), 4, 1);
        let made: Vec<&WorthRow> = rows.iter().filter(|row| row.cell.choice == MADE).collect();
        assert_eq!(made.len(), 5, "all, phase, round, starting place and pick");
        assert!(made.iter().all(|row| row.decisions == 1 && row.cost[0].value == Some(0.125)));
        assert!(made.iter().any(|row| row.cell.condition == Condition::new("phase", "5-8")));
        assert_eq!(figures_of(&Valued { playouts: [0, 2], ..decision }), None);
    }
}
