//! The costs of choices, from the decisions whose choices were played out.

use std::collections::BTreeMap;

use super::moment::{ChoiceCount, Condition, DecisionContext};
use super::units::{Measured, figures, ratio, widened};
use super::valued::{Valued, ValuedChoice, WHOLE_WIN};

/// A choice under a condition, and what it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct WorthRow {
    /// The subject of the row; [`MADE`] stands for whatever choice was made in the game.
    pub cell: ChoiceCount,
    /// Sampled decisions at which it was open and played out, including those that were given up after four
    /// playouts.
    pub decisions: u64,
    /// Units of games that these come from.
    pub units: usize,
    /// The share of these at which it is the choice of strong play, 0 to 1.
    pub strong: Measured,
    /// Its cost against the choice of strong play, in win share and in points of margin.
    pub cost: [Measured; 2],
    /// Its cost against the best choice, likewise, where the playouts that find the best choice are not those
    /// that value it: see [`cross_fitted_regret`].
    pub regret: [Measured; 2],
    /// Its cost in win share against the choice that looks best in the same playouts: see
    /// [`apparent_regret`].
    pub apparent: Measured,
    /// The share of the apparent regret in win share that survives cross-fitting: the regret over the
    /// apparent one.
    pub survives: Measured,
}

/// The choice of a row about the choices that were made in the games, whatever they were.
pub const MADE: &str = "(made)";

/// Figures of a row.
const FIGURES: usize = 7;
/// Sums of a row: strong play, two costs, two regrets, the apparent regret.
const SUMS: usize = 6;

/// Returns the regret of each choice by cross-fitting: how much less it was found to be worth than the best
/// one, where the best one is found in one half of the play-outs and both are valued in the other half, and
/// the two ways are averaged.
///
/// The best of several noisy means is too good by its luck; the mean of the other half does not share that
/// luck, so that the regret is at most, on average, the one against the choice that is truly best (the double
/// estimator of van Hasselt 2010, *Double Q-learning*). "Truly" means: for the bots that play on, and as far
/// as luck differs between the halves. Errors that both halves share, such as the habits of the bot, are not
/// removed. `values[c][h]` is the mean of choice `c` in half `h`; `ties` decides between choices of the same
/// value.
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

/// Returns the regret of each choice as a half of the play-outs shows it, the mean of both halves: the
/// highest value of the half less its own in the same half. It is 0 or more, and too large by the luck of the
/// choice that looks best; it is based on as many play-outs as [`cross_fitted_regret`], so that the
/// difference between the two is due to that luck alone. `values[c][h]` is the mean of choice `c` in half
/// `h`.
#[must_use]
pub fn apparent_regret(values: &[[f64; 2]]) -> Vec<f64> {
    let best = [0, 1].map(|half| values.iter().map(|value| value[half]).fold(f64::NEG_INFINITY, f64::max));
    values.iter().map(|value| (best[0] - value[0] + best[1] - value[1]) / 2.0).collect()
}

/// The figures of the choices of one decision, by choice: costs, then regrets, each in win share and in
/// points, and the apparent regret in win share; `None` if a half of the play-outs is empty.
pub(super) fn figures_of(decision: &Valued) -> Option<Vec<[f64; SUMS - 1]>> {
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
    let apparent = apparent_regret(&wins);
    let figures = |choice: usize| {
        let costs = [cost(&wins, choice), cost(&margins, choice)];
        [costs[0], costs[1], regrets[0][choice], regrets[1][choice], apparent[choice]]
    };
    Some((0..decision.choices.len()).map(figures).collect())
}

/// The sums of a row over the decisions of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct WorthEntry {
    decisions: f64,
    /// The weight of these in costs and regrets.
    weight: f64,
    /// Times it is strong play's choice, then its costs and regrets, each as often as its decision counts.
    sums: [f64; SUMS],
}

impl WorthEntry {
    /// Adds another entry `times` times.
    fn add(&mut self, other: &Self, times: f64) {
        self.decisions += times * other.decisions;
        self.weight += times * other.weight;
        for (sum, value) in self.sums.iter_mut().zip(other.sums) {
            *sum += times * value;
        }
    }

    /// Works out the figures of a row.
    fn figures(&self) -> [Option<f64>; FIGURES] {
        let [strong, sums @ ..] = self.sums;
        let [cost, cost_points, regret, regret_points, apparent] = sums.map(|sum| ratio(sum, self.weight));
        let survives = ratio(sums[2], sums[4]);
        let strong = ratio(strong, self.decisions);
        [strong, cost, cost_points, regret, regret_points, apparent, survives]
    }
}

/// The number of times that a row was found.
#[derive(Clone, Copy, Debug)]
struct Regret {
    /// Its place in the list of rows.
    number: usize,
    decisions: u64,
    /// Units that it was found in, and those of them with a decision that counts in costs and regrets.
    units: usize,
    valued_units: usize,
}

/// Works out the rows. `unit_of` returns the unit of a game and the unit's stratum; `phase` is the number of
/// rounds of a phase.
pub(super) fn estimate(
    decisions: &[Valued],
    unit_of: impl Fn(u64) -> (u64, usize),
    phase: u32,
    seed: u64,
) -> Vec<WorthRow> {
    let mut units: BTreeMap<u64, (usize, BTreeMap<ChoiceCount, WorthEntry>)> = BTreeMap::new();
    for decision in decisions {
        let Some(found) = figures_of(decision) else { continue };
        let (unit, stratum) = unit_of(decision.game);
        let entries = &mut units.entry(unit).or_insert_with(|| (stratum, BTreeMap::new())).1;
        let standing = DecisionContext { round: decision.round, phase, start_place: decision.start_place };
        for (index, (choice, figures)) in decision.choices.iter().zip(&found).enumerate() {
            let facts = choice.facts.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let conditions = standing.conditions(facts);
            let mut names = vec![choice.name.as_str()];
            if index == decision.made {
                names.push(MADE);
            }
            for name in names {
                for condition in &conditions {
                    let cell = ChoiceCount {
                        kind: decision.kind,
                        choice: name.to_owned(),
                        condition: condition.clone(),
                    };
                    let entry = entries.entry(cell).or_default();
                    let weight = f64::from(decision.weight);
                    entry.decisions += 1.0;
                    entry.weight += weight;
                    entry.sums[0] += f64::from(u8::from(index == decision.strong));
                    for (sum, figure) in entry.sums[1..].iter_mut().zip(figures) {
                        *sum += weight * figure;
                    }
                }
            }
        }
    }
    let mut rows: BTreeMap<&ChoiceCount, Regret> = BTreeMap::new();
    for (_, entries) in units.values() {
        for (cell, entry) in entries {
            let number = rows.len();
            let new = Regret { number, decisions: 0, units: 0, valued_units: 0 };
            let found = rows.entry(cell).or_insert(new);
            found.decisions += entry.decisions as u64;
            found.units += 1;
            found.valued_units += usize::from(entry.weight > 0.0);
        }
    }
    let strata: Vec<usize> = units.values().map(|(stratum, _)| *stratum).collect();
    let numbered: Vec<Vec<(usize, WorthEntry)>> = units
        .values()
        .map(|(_, entries)| entries.iter().map(|(cell, entry)| (rows[cell].number, *entry)).collect())
        .collect();
    let found = figures(&strata, seed, |times| {
        let mut sums = vec![WorthEntry::default(); rows.len()];
        for (entries, &times) in numbered.iter().zip(times).filter(|(_, times)| **times > 0) {
            for (row, entry) in entries {
                sums[*row].add(entry, f64::from(times));
            }
        }
        sums.iter().flat_map(WorthEntry::figures).collect()
    });
    let row = |(cell, of): (&ChoiceCount, Regret)| {
        let found = &found[FIGURES * of.number..FIGURES * (of.number + 1)];
        let valued = |place: usize| found[place].over(of.valued_units);
        WorthRow {
            cell: cell.clone(),
            decisions: of.decisions,
            units: of.units,
            strong: widened(found[0], of.units),
            cost: [valued(1), valued(2)],
            regret: [valued(3), valued(4)],
            apparent: valued(5),
            survives: valued(6),
        }
    };
    rows.into_iter().map(row).collect()
}

/// Returns the sampled decisions in the order of the regret, in win share, of the choice that was made, the
/// largest first, each with that regret. Those that were given up after four playouts are left out.
pub(super) fn by_regret(decisions: &[Valued]) -> Vec<(&Valued, f64)> {
    let regret = |decision| Some((decision, figures_of(decision)?[decision.made][2]));
    let counted = decisions.iter().filter(|decision| decision.weight > 0);
    let mut list: Vec<(&Valued, f64)> = counted.filter_map(regret).collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1));
    list
}

/// Returns whether a condition is a phase of the game.
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
        // The plain maximum would flatter: (0.6 + 0.3) / 2 and (0.5 + 0.4) / 2 tie, and no choice has a
        // regret below 0.
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
        use tradewinds_game::{Dice as _, Seed};
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
            weight: 1,
            made: 1,
            strong: 0,
            choices: vec![choice("a", [60, 60], [4, 0]), choice("b", [60, 30], [2, -4])],
        };
        let found = figures_of(&decision).unwrap();
        assert_eq!(found[0], [0.0; 5]);
        // Means of a: 0.5, 0.5 and 2, 0; of b: 0.5, 0.25 and 1, -2.
        assert_eq!(found[1], [0.125, 1.5, 0.125, 1.5, 0.125]);
        let rows = estimate(std::slice::from_ref(&decision), |game| (game / 4, 0), 4, 1);
        let made: Vec<&WorthRow> = rows.iter().filter(|row| row.cell.choice == MADE).collect();
        assert_eq!(made.len(), 5, "all, phase, round, starting place and pick");
        assert!(made.iter().all(|row| row.decisions == 1 && row.cost[0].value == Some(0.125)));
        assert!(made.iter().any(|row| row.cell.condition == Condition::new("phase", "5-8")));
        // Given up: strong play's choice is known, but not what choices are worth.
        let given_up = Valued { weight: 0, ..decision.clone() };
        let audited = Valued { game: 6, weight: 4, strong: 1, ..decision.clone() };
        let of = |decisions: &[Valued]| {
            let rows = estimate(decisions, |game| (game, 0), 4, 1);
            rows.into_iter()
                .find(|row| row.cell.choice == MADE && row.cell.condition == Condition::all())
                .unwrap()
        };
        let row = of(std::slice::from_ref(&given_up));
        assert_eq!((row.decisions, row.strong.value, row.cost[0].value), (1, Some(0.0), None));
        // They count as five decisions: four at which the choice made is strong play's, and one at which it
        // costs 0.125.
        let row = of(&[given_up, audited, Valued { game: 7, ..decision.clone() }]);
        assert_eq!((row.decisions, row.strong.value), (3, Some(1.0 / 3.0)));
        assert_eq!((row.cost[0].value, row.regret[0].value), (Some(0.125 / 5.0), Some(0.125)));
        assert_eq!(figures_of(&Valued { playouts: [0, 2], ..decision }), None);
    }

    /// The first choice looks best in half 0 and the second in half 1: only the part that the halves agree on
    /// is left.
    #[test]
    fn what_only_luck_shows_does_not_survive() {
        let values = [[0.6, 0.3], [0.5, 0.4], [0.1, 0.0]];
        let apparent = apparent_regret(&values);
        for (found, expected) in apparent.iter().zip([0.05, 0.05, 0.45]) {
            assert!((found - expected).abs() < 1e-12, "{apparent:?}");
        }
        let regret = cross_fitted_regret(&values, &[[0.0; 2]; 3]);
        assert!(apparent.iter().zip(&regret).all(|(apparent, regret)| regret <= apparent), "{regret:?}");
        // Halves that agree entirely: everything survives.
        let same = [[0.6, 0.6], [0.5, 0.5]];
        assert_eq!(cross_fitted_regret(&same, &[[0.0; 2]; 2]), apparent_regret(&same));
    }
}
