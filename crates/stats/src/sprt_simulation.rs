//! Simulated sequential tests: how often they are wrong, and how many units they take.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use super::{Hypothesis, Sprt};

/// How the outcomes of a unit spread around their mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// All or nothing.
    Binary,
    /// 24 independent duels.
    Duels,
    /// 24 duels that share the luck of their block, so that they vary about three times as much.
    SharedLuck,
    /// A draw half of the time, otherwise 24 duels as with shared luck.
    Draws,
    /// Usually a share a little below the mean, in one unit of ten a share of 1: at first the tests may not
    /// see the outcome that makes the difference.
    Rare,
}

impl Spread {
    /// Every spread.
    pub const ALL: [Self; 5] = [Self::Binary, Self::Duels, Self::SharedLuck, Self::Draws, Self::Rare];

    /// Returns the spread's name, in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Binary => "all or nothing",
            Self::Duels => "24 independent duels",
            Self::SharedLuck => "24 duels with shared luck",
            Self::Draws => "half draws, half duels",
            Self::Rare => "rare clear wins",
        }
    }

    /// Draws an outcome with a given mean, which is at least 1/4 and at most 3/4.
    fn draw(self, mean: f64, rng: &mut impl Rng) -> f64 {
        let duels = |mean: f64, rng: &mut dyn Rng| {
            f64::from((0..24).map(|_| u8::from(rng.random::<f64>() < mean)).sum::<u8>()) / 24.0
        };
        match self {
            Self::Binary => f64::from(u8::from(rng.random::<f64>() < mean)),
            Self::Duels => duels(mean, rng),
            Self::SharedLuck => {
                // The maximum luck that still leaves a valid probability: uniform about the mean.
                let most = mean.min(1.0 - mean);
                let luck = (2.0 * rng.random::<f64>() - 1.0) * most;
                duels(mean + luck, rng)
            }
            Self::Draws => {
                if rng.random::<bool>() {
                    0.5
                } else {
                    Self::SharedLuck.draw(2.0 * mean - 0.5, rng)
                }
            }
            Self::Rare => {
                if rng.random_range(0..10_u32) == 0 {
                    1.0
                } else {
                    // One of the two nearest 24ths, with the probabilities that give the mean.
                    let usual = 24.0 * (mean - 0.1) / 0.9;
                    (usual.floor() + f64::from(u8::from(rng.random::<f64>() < usual.fract()))) / 24.0
                }
            }
        }
    }
}

/// The results of simulated tests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulatedSprt {
    /// The number of tests that accepted H0.
    pub h0: u32,
    /// The number of tests that accepted H1.
    pub h1: u32,
    /// The number of tests that accepted neither within the maximum number of units.
    pub undecided: u32,
    /// The mean number of units of a test.
    pub mean_units: f64,
}

/// Runs a test `runs` times on random units with the mean outcome `mean`, each for at most `most` units, and
/// returns the results.
///
/// # Determinism
/// The same arguments give the same result on any number of threads.
///
/// # Panics
/// If the mean is not from 1/4 to 3/4, for which every spread has outcomes, or there are no runs.
#[must_use]
pub fn simulate_sprt(
    test: &Sprt,
    spread: Spread,
    mean: f64,
    runs: u32,
    most: u64,
    seed: u64,
) -> SimulatedSprt {
    assert!((0.25..=0.75).contains(&mean), "the mean is from 1/4 to 3/4, found {mean}");
    assert!(runs > 0, "a simulation has runs");
    let mut seeds = Pcg64Mcg::seed_from_u64(seed);
    let seeds: Vec<u64> = (0..runs).map(|_| seeds.next_u64()).collect();
    let ends: Vec<(Option<Hypothesis>, u64)> = seeds
        .into_par_iter()
        .map(|seed| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut test = test.clone();
            while test.decision().is_none() && test.units() < most {
                test.push(spread.draw(mean, &mut rng));
            }
            (test.decision(), test.units())
        })
        .collect();
    let count = |decision| ends.iter().filter(|end| end.0 == decision).count() as u32;
    SimulatedSprt {
        h0: count(Some(Hypothesis::H0)),
        h1: count(Some(Hypothesis::H1)),
        undecided: count(None),
        mean_units: ends.iter().map(|end| end.1).sum::<u64>() as f64 / f64::from(runs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, share_of_elo};

    #[test]
    fn spreads_have_the_mean_asked_for() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for (spread, deviation) in Spread::ALL.into_iter().zip([0.497, 0.102, 0.274, 0.182, 0.184]) {
            for mean in [0.25, 0.45, 0.75] {
                let mut moments = Moments::default();
                moments.extend((0..20_000).map(|_| spread.draw(mean, &mut rng)));
                assert!((moments.mean().unwrap() - mean).abs() < 0.015, "{spread:?}: {moments:?}");
                if mean == 0.45 {
                    let found = moments.variance().unwrap().sqrt();
                    assert!((found / deviation - 1.0).abs() < 0.02, "{spread:?}: {found}");
                }
            }
        }
    }

    /// The errors of 1,000 tests are 5 % within three standard errors, or fewer.
    #[test]
    fn the_risks_hold() {
        for (elo0, elo1) in [(0.0, 40.0), (0.0, 150.0)] {
            let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            for spread in Spread::ALL {
                let under_h0 = simulate_sprt(&test, spread, share_of_elo(elo0), 1000, 100_000, 1);
                let under_h1 = simulate_sprt(&test, spread, share_of_elo(elo1), 1000, 100_000, 2);
                assert!(under_h0.h1 <= 71 && under_h1.h0 <= 71, "{spread:?}: {under_h0:?}, {under_h1:?}");
                assert_eq!((under_h0.undecided, under_h1.undecided), (0, 0));
            }
        }
    }

    /// For binary outcomes Wald's mean number of units is known except for the overshoot.
    #[test]
    fn binary_tests_take_the_units_of_wald() {
        let test = Sprt::new(0.0, 40.0, 0.05, 0.05).unwrap();
        let share = share_of_elo(40.0);
        let (win, loss) = ((share / 0.5).ln(), ((1.0 - share) / 0.5).ln());
        let expected =
            (0.95 * test.bounds()[1] + 0.05 * test.bounds()[0]) / (share * win + (1.0 - share) * loss);
        let found = simulate_sprt(&test, Spread::Binary, share, 2000, 100_000, 3).mean_units;
        assert!((found / expected - 1.0).abs() < 0.08, "{found}, {expected}");
    }

    #[test]
    fn tests_end_undecided_at_the_most_units_and_alike_on_any_threads() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| simulate_sprt(&test, Spread::SharedLuck, 0.5, 50, 200, 4))
        };
        let found = on(1);
        assert_eq!(found, on(3));
        assert!(found.undecided > 25 && found.mean_units > 150.0 && found.mean_units <= 200.0, "{found:?}");
        assert_eq!(found.h0 + found.h1 + found.undecided, 50);
    }
}
