use super::*;
use crate::sample::tests::made_up;
use tradewinds_game::features::{Group, Measure};
use tradewinds_game::{Dice as _, Ranges, Rng, Seed};
use tradewinds_network::{NetworkSpec, NetworkWeights};

static SEAT: [Group; 2] = [active(30), numbers(10)];
static TABLE: [Group; 2] = [active(30), numbers(10)];
static ACTION: [Group; 1] = [active(40)];
static RULES: Ranges = Ranges::new(
    "cost = 4\nprice = 5\n",
    "version = 1\ndecisions = 9\nbreadth = [1.0]\n[[entry]]\npaths = [\"cost\", \"price\"]\nmeaning = \"of it\"\n\
     offset = [-3, 3]\nscale = 2\nchance = 0.1\n",
);
static FEATURES: FeatureTable = FeatureTable {
    version: 1,
    seat: &SEAT,
    table: &TABLE,
    action: &ACTION,
    rules: Some(&RULES),
    ..FeatureTable::NONE
};
const SPEC: NetworkSpec = NetworkSpec { game: "made-up", rules: 1, features: &FEATURES };
const SIZE: Size = Size { units: 32, second: 16 };

const fn active(size: usize) -> Group {
    Group::active("flags", size, "Made up.")
}

const fn numbers(size: usize) -> Group {
    Group::new("numbers", size, Measure::Number { one: 200, most: 400 }, "Made up.")
}

fn draw(rng: &mut Rng) -> f32 {
    rng.below(20_001) as f32 / 10_000.0 - 1.0
}

/// Weights of which many units are not clipped.
fn weights(seed: u64) -> NetworkWeights {
    let mut rng = Seed(seed).rng();
    let mut weights = NetworkWeights::zero(SPEC, SIZE);
    weights.values.iter_mut().for_each(|weight| *weight = 0.2 * draw(&mut rng));
    for part in [Part::UnitBias, Part::ValueBias, Part::QueryBias] {
        weights[part].fill(0.5);
    }
    weights[Part::ScoreShare][0] = 0.01;
    weights.points_one = 30.0;
    weights
}

fn plan(weights: &NetworkWeights) -> Plan {
    let settings = FitSettings { points: 0.3, policy: 0.7, ..FitSettings::default() };
    Plan::new(&FEATURES, SIZE, &settings, weights.points_one)
}

/// Samples with targets that are shares.
fn samples() -> impl Iterator<Item = Sample> {
    (0..40).map(|seed| {
        let mut sample = made_up(seed);
        sample.rules = [&[][..], &[(0, 1)], &[(0, -2), (1, 3)]][seed as usize % 3].to_vec();
        let total: f32 = sample.shares.iter().sum::<f32>().max(1e-3);
        sample.shares = sample.shares.map(|share| share / total);
        let total: f32 = sample.actions.iter().map(|action| action.target).sum::<f32>().max(1e-3);
        sample.actions.iter_mut().for_each(|action| action.target /= total);
        sample
    })
}

/// The trainer and the formula, written apart from each other, say the same.
#[test]
fn the_layers_are_those_of_the_formula() {
    let weights = weights(1);
    let plan = plan(&weights);
    let mut pass = Pass::<32, 16>::new();
    let mut decisions = 0;
    for sample in samples() {
        pass.forward(&plan, &weights.values, &sample);
        let weights = weights.for_rules(&sample.rules);
        let close =
            |found: f32, expected: f32| assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        let (shares, points) = (weights.strengths(&sample.inputs).softmax(), weights.points(&sample.inputs));
        for seat in Seat::all(shares.len()) {
            close(pass.shares()[seat], shares[seat]);
            close(pass.expected_points(&plan)[seat] / 30.0, points[seat] / 30.0);
        }
        let features: Vec<&[u16]> = sample.actions.iter().map(|action| &action.features[..]).collect();
        let corrections = weights.corrections(&sample.inputs, sample.seat, &features);
        let logits: Vec<f32> = corrections
            .iter()
            .zip(&sample.actions)
            .map(|(logit, action)| logit + 0.01 * action.score)
            .collect();
        let sum: f32 = logits.iter().map(|logit| logit.exp()).sum();
        for (found, logit) in pass.policy().iter().zip(&logits) {
            close(*found, logit.exp() / sum);
            decisions += 1;
        }
    }
    assert!(decisions > 50);
}

/// Each slope is what the loss does when the weight is moved a little.
#[test]
fn the_gradient_is_that_of_finite_differences() {
    let weights = weights(2);
    let plan = plan(&weights);
    let (mut pass, mut rng) = (Pass::<32, 16>::new(), Seed(3).rng());
    let samples: Vec<Sample> = samples().collect();
    let mut gradient = vec![0.0; weights.values.len()];
    for sample in &samples {
        pass.forward(&plan, &weights.values, sample);
        pass.backward(&plan, &weights.values, sample, &mut gradient);
    }
    let mut loss = |values: &[f32]| -> f64 {
        samples.iter().map(|sample| f64::from(pass.forward(&plan, values, sample).total(&plan))).sum()
    };
    for part in Part::ALL {
        let range = part.range(&FEATURES, SIZE);
        let moving: Vec<usize> = range.filter(|&index| gradient[index].abs() > 0.02).collect();
        assert!(!moving.is_empty(), "{part:?} has no slope");
        for _ in 0..12 {
            // A few weights at once, each along its slope, so that rounding counts for less.
            let step = if part == Part::ScoreShare { 1e-4 } else { 1e-3 };
            let (mut above, mut below) = (weights.values.clone(), weights.values.clone());
            let mut expected = 0.0;
            let mut chosen: Vec<usize> =
                (0..4).map(|_| moving[rng.below(moving.len() as u32) as usize]).collect();
            chosen.sort_unstable();
            chosen.dedup();
            for index in chosen {
                let sign = gradient[index].signum();
                above[index] += sign * step;
                below[index] -= sign * step;
                expected += f64::from(gradient[index].abs());
            }
            let found = (loss(&above) - loss(&below)) / (2.0 * f64::from(step));
            let error = (found - expected).abs();
            assert!(error < 0.03 * expected + 0.02, "{part:?}: {found}, expected {expected}");
        }
    }
}

/// What is not active has no slope.
#[test]
fn only_active_rows_have_slopes() {
    let weights = weights(4);
    let plan = plan(&weights);
    let mut pass = Pass::<32, 16>::new();
    let sample = samples().next().unwrap();
    let mut gradient = vec![0.0; weights.values.len()];
    pass.forward(&plan, &weights.values, &sample);
    pass.backward(&plan, &weights.values, &sample, &mut gradient);
    let range = Part::SeatRows.range(&FEATURES, SIZE);
    let mut counts = [0, 0];
    for (index, row) in gradient[range].chunks_exact(32).enumerate() {
        let is_active = sample.inputs.seats().iter().any(|block| {
            block.active().contains(&(index as u16))
                || block.numbers().iter().any(|number| usize::from(number.0) == index)
        });
        assert_eq!(row.iter().any(|&slope| slope != 0.0), is_active, "row {index}");
        counts[usize::from(is_active)] += 1;
    }
    assert!(counts[0] > 0 && counts[1] > 0);
}
