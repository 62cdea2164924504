//! Alpha-Rank of a symmetric game between strategies.

/// The maximum difference of payoffs that count as equal: any smaller difference is only rounding.
const EQUAL: f64 = 1e-12;

/// The exponent `u` from which a worse mutant never takes over and a better one always does, to within
/// rounding: e^-40 is 4e-18.
const SATURATED: f64 = 40.0;

/// Returns the share of time that a population spends on each strategy, at a given intensity of
/// selection: alpha-Rank for one population (Omidshafiei et al. 2019, *Scientific Reports* 9:9937).
///
/// `payoffs[i][j]` is the payoff of strategy `i` against strategy `j`, such as a share of wins in [0, 1]. A
/// population of `population` members all play one strategy until a mutant with another, each as likely as
/// any, either takes it over or dies out. With `u` the intensity `alpha` times the payoff of the mutant
/// against the resident minus that of the resident against the mutant, it takes over with probability (1 -
/// e^-u) / (1 - e^-mu) in a population of m, or 1/m for u = 0. The shares are the stationary distribution of
/// this Markov chain. They add up to 1; strategies that beat one another in a cycle share the mass, which no
/// rating by one number could express.
///
/// A worse mutant may take over with a probability far below the smallest positive `f64`. So everything is
/// computed in logarithms, and the distribution by the elimination of Grassmann, Taksar and Heyman (1985,
/// *Operations Research* 33, 1107-1116), which never subtracts: every share is correct to rounding, at any
/// intensity.
///
/// # Complexity
/// The cube of the number of strategies.
///
/// # Panics
/// If the payoffs are not a square of finite numbers, `alpha` is negative or not finite, or the
/// population is 0.
#[must_use]
pub fn alpha_rank(payoffs: &[Vec<f64>], alpha: f64, population: u32) -> Vec<f64> {
    assert!(payoffs.iter().all(|row| row.len() == payoffs.len()), "the payoffs are a square");
    assert!(payoffs.iter().flatten().all(|payoff| payoff.is_finite()), "payoffs are finite");
    assert!(alpha.is_finite() && alpha >= 0.0, "the intensity of selection is a positive number");
    assert!(population > 0, "a population has members");
    let rates = (0..payoffs.len())
        .map(|resident| {
            (0..payoffs.len())
                .map(|mutant| log_fixation(alpha * advantage(payoffs, mutant, resident), population))
                .collect()
        })
        .collect();
    stationary(rates)
}

/// Returns alpha-Rank in the limit of strong selection, the use that the paper recommends: a better
/// mutant always takes over, a worse one never, an equal one with probability 1/m.
///
/// The paper raises the intensity until the distribution no longer changes. Such a sweep can stop too early,
/// as near 0 all shares are equal and seem settled, or fail, as worse mutants underflow; OpenSpiel therefore
/// can also give every change for the worse the same small probability. Here neither is needed, since
/// [`alpha_rank`] is correct at any intensity: the intensity is chosen so high from the start that the
/// smallest difference of the table decides as surely as a large one. That is the limit, as any two
/// strategies are either ordered or equal, so there is just one group that nothing outside beats, and it
/// holds the whole mass.
///
/// In the limit only the signs of the differences count: with a table of estimated payoffs, the shares can
/// jump when one sign changes, and should be reported with intervals, such as those of a bootstrap.
///
/// # Panics
/// If the payoffs are not a square of finite numbers, or the population has fewer than two members, in which
/// case there is no selection.
#[must_use]
pub fn alpha_rank_limit(payoffs: &[Vec<f64>], population: u32) -> Vec<f64> {
    assert!(population > 1, "a population with selection has two members");
    let pairs = (0..payoffs.len()).flat_map(|mutant| (0..mutant).map(move |resident| (mutant, resident)));
    let least = pairs
        .map(|(mutant, resident)| advantage(payoffs, mutant, resident).abs())
        .filter(|&difference| difference > 0.0)
        .fold(f64::INFINITY, f64::min);
    alpha_rank(payoffs, SATURATED / least, population)
}

/// Returns the payoff of a mutant against a resident minus that of the resident against the mutant.
fn advantage(payoffs: &[Vec<f64>], mutant: usize, resident: usize) -> f64 {
    let difference = payoffs[mutant][resident] - payoffs[resident][mutant];
    if difference.abs() > EQUAL { difference } else { 0.0 }
}

/// Returns the logarithm of (1 - e^-u) / (1 - e^-mu).
fn log_fixation(u: f64, population: u32) -> f64 {
    let members = f64::from(population);
    let size = u.abs();
    if size < 1e-300 {
        return -members.ln();
    }
    let log_of_rest = |power: f64| (-(-power).exp_m1()).ln();
    let better = log_of_rest(size) - log_of_rest(members * size);
    // Both terms for -u are those for u, except for the factors e^u and e^mu.
    if u > 0.0 { better } else { better - (members - 1.0) * size }
}

/// Returns the stationary distribution of a Markov chain in continuous time, given the logarithms of its
/// rates from each state (row) to each other state; the diagonal is ignored.
fn stationary(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    // States are eliminated from the last: a path through the eliminated state becomes a direct transition.
    for gone in (1..rates.len()).rev() {
        let (others, rest) = rates.split_at_mut(gone);
        let onward = &rest[0][..gone];
        let leaving = log_sum(onward.iter().copied());
        for from in others {
            from[gone] -= leaving;
            let enters = from[gone];
            for (rate, onward) in from.iter_mut().zip(onward) {
                *rate = log_sum([*rate, enters + onward].into_iter());
            }
        }
    }
    // The weight of a state is how often it was entered from the states before it, times its duration.
    let mut weights: Vec<f64> = Vec::with_capacity(rates.len());
    for state in 0..rates.len() {
        let entered = weights.iter().zip(&rates).map(|(weight, from)| weight + from[state]);
        weights.push(if state == 0 { 0.0 } else { log_sum(entered) });
    }
    let whole = log_sum(weights.iter().copied());
    weights.into_iter().map(|weight| (weight - whole).exp()).collect()
}

/// Returns the logarithm of the sum of numbers given as logarithms.
fn log_sum(logarithms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    largest + logarithms.map(|logarithm| (logarithm - largest).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: u32 = 50;

    fn close(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < tolerance, "{found:?}, {expected:?}");
        }
    }

    fn square(rows: &[&[f64]]) -> Vec<Vec<f64>> {
        rows.iter().map(|row| row.to_vec()).collect()
    }

    /// `fixtures.json`: OpenSpiel's `alpharank.compute`, with finite and with
    /// infinite intensity.
    #[test]
    fn random_tables_agree_with_open_spiel() {
        let cases = crate::fixture("alpha_rank");
        let cases = cases.as_array().unwrap();
        assert_eq!(cases.len(), 10);
        for case in cases {
            let payoffs: Vec<Vec<f64>> = serde_json::from_value(case["payoffs"].clone()).unwrap();
            for run in case["runs"].as_array().unwrap() {
                let expected: Vec<f64> = serde_json::from_value(run["shares"].clone()).unwrap();
                let population = run["population"].as_u64().unwrap() as u32;
                match run["alpha"].as_f64() {
                    Some(alpha) => close(&alpha_rank(&payoffs, alpha, population), &expected, 1e-8),
                    None => close(&alpha_rank_limit(&payoffs, population), &expected, 1e-4),
                }
            }
        }
    }

    #[test]
    fn rock_paper_scissors_is_uniform() {
        let payoffs = square(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]);
        for alpha in [0.0, 0.1, 10.0, 1e9] {
            close(&alpha_rank(&payoffs, alpha, PAPER), &[1.0 / 3.0; 3], 1e-12);
        }
        close(&alpha_rank_limit(&payoffs, PAPER), &[1.0 / 3.0; 3], 1e-12);
    }

    /// Two strategies: the odds are e^((m - 1) u).
    #[test]
    fn two_strategies_have_the_closed_form() {
        let payoffs = square(&[&[0.5, 0.51], &[0.49, 0.5]]);
        let found = alpha_rank(&payoffs, 3.0, 20);
        assert!(((found[0] / found[1]).ln() - 19.0 * 0.06).abs() < 1e-9, "{found:?}");
        assert_eq!(alpha_rank(&payoffs, 3.0, 1), [0.5, 0.5]);
    }

    #[test]
    fn a_dominant_strategy_takes_all_at_any_intensity() {
        let payoffs = square(&[&[0.5, 0.2, 0.9], &[0.8, 0.5, 0.7], &[0.1, 0.3, 0.5]]);
        for alpha in [10.0, 1e3, 1e12, 1e200] {
            close(&alpha_rank(&payoffs, alpha, PAPER), &[0.0, 1.0, 0.0], 1e-12);
        }
        close(&alpha_rank_limit(&payoffs, PAPER), &[0.0, 1.0, 0.0], 1e-12);
        let close_call = square(&[&[0.5, 0.500_001], &[0.499_999, 0.5]]);
        close(&alpha_rank_limit(&close_call, PAPER), &[1.0, 0.0], 1e-12);
    }

    /// Two strategies that draw against each other and beat the third.
    #[test]
    fn equal_strategies_share() {
        let payoffs = square(&[&[0.5, 0.5, 0.7], &[0.5, 0.5, 0.6], &[0.3, 0.4, 0.5]]);
        close(&alpha_rank_limit(&payoffs, PAPER), &[0.5, 0.5, 0.0], 1e-12);
        close(&alpha_rank_limit(&vec![vec![0.5; 4]; 4], PAPER), &[0.25; 4], 1e-12);
    }

    /// A cycle of three strategies shares the mass, and another cycle that it beats has none.
    #[test]
    fn a_circle_shares_and_takes_all_from_another() {
        let circle = square(&[&[0.5, 0.6, 0.3], &[0.4, 0.5, 0.9], &[0.7, 0.1, 0.5]]);
        close(&alpha_rank_limit(&circle, PAPER), &[1.0 / 3.0; 3], 1e-12);
        let mut two_groups = vec![vec![0.5; 6]; 6];
        for (row, line) in two_groups.iter_mut().enumerate() {
            for (column, payoff) in line.iter_mut().enumerate() {
                *payoff = match (row / 3 == column / 3, row < 3) {
                    (true, _) => circle[row % 3][column % 3],
                    (false, true) => 0.6,
                    (false, false) => 0.4,
                };
            }
        }
        let thirds = 1.0 / 3.0;
        close(&alpha_rank_limit(&two_groups, PAPER), &[thirds, thirds, thirds, 0.0, 0.0, 0.0], 1e-12);
    }

    #[test]
    fn one_and_sixty_strategies_work() {
        assert_eq!(alpha_rank(&[], 1.0, PAPER), [0.0; 0]);
        assert_eq!(alpha_rank(&[vec![0.3]], 1.0, PAPER), [1.0]);
        assert_eq!(alpha_rank_limit(&[vec![0.3]], PAPER), [1.0]);
        // Each beats the next 30 in a cycle of 61: all have the same share.
        let payoff = |row: usize, column: usize| match (column + 61 - row) % 61 {
            0 => 0.5,
            1..=30 => 0.7,
            _ => 0.3,
        };
        let circle: Vec<Vec<f64>> =
            (0..61).map(|row| (0..61).map(|column| payoff(row, column)).collect()).collect();
        close(&alpha_rank_limit(&circle, PAPER), &[1.0 / 61.0; 61], 1e-12);
        // Without one of them the 60 shares still add up, and none is 0.
        let broken: Vec<Vec<f64>> = circle[..60].iter().map(|row| row[..60].to_vec()).collect();
        let found = alpha_rank_limit(&broken, PAPER);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(found.iter().all(|&share| share > 1e-3), "{found:?}");
    }
}
