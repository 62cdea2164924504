//! Networks: whole numbers against the formula, and the promises of inference.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod made_up;

use made_up::{FEATURES, SPEC, inputs, weights};
use proptest::prelude::*;
use tradewinds_game::{FeatureTable, Inputs, PerSeat, RuleBlock, Seat, Seed};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Part, SIZES, Size, Unfit};

/// The largest error of a strength, points or correction: rounding by half a step at every number, carried
/// through the layers. `rows` is the largest number of rows of a unit, with their sum of inputs.
struct Bound {
    strength: f32,
    points: f32,
    correction: f32,
}

fn bound(weights: &NetworkWeights, rows: f32) -> Bound {
    // Every exponent is as high as 16 bits allow for weights up to 1: 10 for units, 14 for all others; sums may
    // cost some, so 2^-10 is taken for the parts with long sums.
    let (unit_step, step) = (1.0 / 1024.0, 1.0 / 1024.0);
    let unit = 0.5 * unit_step * (rows + 1.0) + 0.5 * unit_step;
    let second = |own: Part, mean: Part| {
        let sum = |row: &[f32]| row.iter().map(|w| w.abs()).sum::<f32>();
        let rows = |part: Part| weights[part].chunks_exact(weights.size.units).map(sum);
        let sums = rows(own).zip(rows(mean)).map(|(own, mean)| own * unit + mean * (unit + unit_step));
        sums.fold(0.0, f32::max) + weights.size.units as f32 * step + 2.0 * unit_step
    };
    let output = |shares: f32, error: f32| shares * error + 0.5 * step * weights.size.second as f32 + step;
    let sum = |part: Part| weights[part].iter().map(|w| w.abs()).sum::<f32>();
    let value = second(Part::ValueOwn, Part::ValueMean);
    let query = second(Part::QueryOwn, Part::QueryMean);
    let row = weights[Part::ActionRows]
        .chunks_exact(weights.size.second)
        .map(|row| row.iter().map(|w| w.abs()).sum::<f32>())
        .fold(0.0, f32::max);
    Bound {
        strength: output(sum(Part::Strength), value),
        points: weights.points_one * output(sum(Part::Points), value),
        correction: output(row, query),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whole_numbers_agree_with_the_formula(
        seed in 0_u64..1 << 40,
        players in 2_usize..=5,
        size in 0..SIZES.len(),
        scale in 0.02_f32..0.4,
        part in 0.0..0.4,
    ) {
        let mut rng = Seed(seed).rng();
        let weights = weights(SIZES[size], scale, &mut rng);
        let network = Network::quantised(&weights, "test").unwrap();
        let inputs = inputs(players, part, &mut rng);
        let size = |block: &tradewinds_game::features::Block| {
            // A number's row is rounded twice: as a weight, and as a multiple of it. The largest input is 7.
            block.active().len() as f32 + block.numbers().len() as f32 * 8.0
        };
        let rows = inputs.seats().iter().map(size).fold(0.0, f32::max) + size(&inputs.table);
        let bound = bound(&weights, rows);
        let (strengths, points) = (network.strengths(&inputs), network.estimate(&inputs).points);
        let (strength, point) = (weights.strengths(&inputs), weights.points(&inputs));
        let query = network.query(&inputs, Seat::new(1));
        let actions: [&[u16]; 3] = [&[], &[3], &[1, 7, 39]];
        let corrections = weights.corrections(&inputs, Seat::new(1), &actions);
        for seat in Seat::all(players) {
            let error = (strengths[seat] - strength[seat]).abs();
            prop_assert!(error <= bound.strength, "{error} > {}", bound.strength);
            let error = (points[seat] - point[seat]).abs();
            prop_assert!(error <= bound.points, "{error} > {}", bound.points);
        }
        for (action, expected) in actions.into_iter().zip(corrections) {
            let error = (network.correction(&query, action) - expected).abs();
            prop_assert!(error <= bound.correction * action.len().max(1) as f32, "{error} {action:?}");
        }
    }

    /// A processor with AVX2 estimates the same as one without; on one without, this compares equals.
    #[test]
    fn all_processors_estimate_the_same_bits(
        seed in 0_u64..1 << 40,
        players in 2_usize..=5,
        size in 0..SIZES.len(),
        scale in 0.02_f32..2.0,
        part in 0.0..0.4,
    ) {
        let mut rng = Seed(seed).rng();
        let weights = weights(SIZES[size], scale, &mut rng);
        let network = Network::quantised(&weights, "test").unwrap();
        let portable = network.portable();
        let inputs = inputs(players, part, &mut rng);
        let bits = |values: PerSeat<f32>| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let (found, expected) = (network.estimate(&inputs), portable.estimate(&inputs));
        prop_assert_eq!(bits(found.shares), bits(expected.shares));
        prop_assert_eq!(bits(found.points), bits(expected.points));
        prop_assert_eq!(bits(network.strengths(&inputs)), bits(portable.strengths(&inputs)));
        for seat in Seat::all(players) {
            let (shares, query) = network.shares_and_query(&inputs, seat);
            prop_assert_eq!(bits(shares), bits(expected.shares));
            prop_assert_eq!(query, portable.query(&inputs, seat));
            let correction = |network: &Network| network.correction(&query, &[1, 7, 39]).to_bits();
            prop_assert_eq!(correction(&network), correction(&portable));
        }
    }

    /// A file says the same numbers again, to the last bit.
    #[test]
    fn a_file_is_read_as_it_was_written(seed in 0_u64..1 << 40, size in 0..SIZES.len(), scale in 0.0_f32..2.0) {
        let mut rng = Seed(seed).rng();
        let weights = weights(SIZES[size], scale, &mut rng);
        let network = Network::quantised(&weights, "experiments/a \"quoted\" name").unwrap();
        let text = network.to_text();
        let again = Network::parse("x", &text, SPEC).unwrap();
        prop_assert_eq!(&again.to_text(), &text);
        prop_assert_eq!(again.manifest(), network.manifest());
        prop_assert_eq!(again.score_share(), 0.75);
        let inputs = inputs(3, 0.3, &mut rng);
        prop_assert_eq!(again.estimate(&inputs), network.estimate(&inputs));
        // Line ends of another system change nothing.
        let foreign = text.replace('\n', "\r\n");
        prop_assert_eq!(Network::parse("x", &foreign, SPEC).unwrap().checksum(), network.checksum());
    }
}

/// In the usual case the rounding is far smaller than its bound.
#[test]
fn shares_are_within_a_thousandth_of_the_formula() {
    let mut rng = Seed(1).rng();
    let mut largest = 0.0_f32;
    for _ in 0..40 {
        let weights = weights(SIZES[1], 0.2, &mut rng);
        let network = Network::quantised(&weights, "test").unwrap();
        for players in 2..=5 {
            let inputs = inputs(players, 0.3, &mut rng);
            let (found, expected) = (network.shares(&inputs), weights.strengths(&inputs).softmax());
            assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            for seat in Seat::all(players) {
                largest = largest.max((found[seat] - expected[seat]).abs());
            }
        }
    }
    assert!(largest < 0.001, "{largest}");
}

/// Pins bits: whole numbers and `libm` give the same on every machine.
#[test]
fn an_estimate_has_the_same_bits_everywhere() {
    let mut rng = Seed(9).rng();
    let weights = weights(SIZES[1], 0.2, &mut rng);
    let network = Network::quantised(&weights, "test").unwrap();
    let inputs = inputs(4, 0.3, &mut rng);
    let bits: Vec<u32> = network.shares(&inputs).iter().map(|share| share.to_bits()).collect();
    let query = network.query(&inputs, Seat::new(2));
    let correction = network.correction(&query, &[1, 7, 39]).to_bits();
    let expected = [1_046_119_600, 1_050_190_100, 1_048_285_644, 1_048_094_557];
    assert_eq!((&bits[..], correction, &*network.checksum()), (&expected[..], 3_200_894_796, "24d308cb"));
    assert_eq!(network.portable().shares(&inputs), network.shares(&inputs));
}

#[test]
fn an_estimate_and_a_query_at_once_are_those_one_by_one() {
    let mut rng = Seed(2).rng();
    let weights = weights(SIZES[1], 0.2, &mut rng);
    let network = Network::quantised(&weights, "test").unwrap();
    let inputs = inputs(5, 0.3, &mut rng);
    let seat = Seat::new(4);
    let expected = (network.shares(&inputs), network.query(&inputs, seat));
    assert_eq!(network.shares_and_query(&inputs, seat), expected);
    assert_eq!(network.estimate(&inputs).shares, expected.0);
}

/// Every seat is treated alike: moved around the table, a block takes its estimate along.
#[test]
fn seats_are_alike() {
    let mut rng = Seed(3).rng();
    let network = Network::quantised(&weights(SIZES[0], 0.3, &mut rng), "test").unwrap();
    let inputs = inputs(4, 0.3, &mut rng);
    let mut moved = Inputs::new(4);
    moved.table = inputs.table.clone();
    for seat in Seat::all(4) {
        *moved.seat_mut(seat.next(4)) = inputs.seats()[seat.index()].clone();
    }
    let (found, expected) = (network.strengths(&moved), network.strengths(&inputs));
    for seat in Seat::all(4) {
        assert_eq!(found[seat.next(4)], expected[seat]);
    }
}

/// What a network stands for says what the network says, and rounds to it again.
#[test]
fn a_network_has_real_weights() {
    let mut rng = Seed(6).rng();
    let network = Network::quantised(&weights(SIZES[1], 0.3, &mut rng), "test").unwrap();
    let weights = network.weights();
    assert_eq!(Network::quantised(&weights, "test").unwrap().to_text(), network.to_text());
    let inputs = inputs(4, 0.3, &mut rng);
    let (found, expected) = (weights.strengths(&inputs), network.strengths(&inputs));
    for seat in Seat::all(4) {
        assert!((found[seat] - expected[seat]).abs() < 0.05, "{found:?} {expected:?}");
    }
}

#[test]
fn an_estimate_allocates_nothing() {
    let mut rng = Seed(4).rng();
    let network = Network::quantised(&weights(SIZES[1], 0.3, &mut rng), "test").unwrap();
    let inputs = inputs(4, 0.3, &mut rng);
    let counted = allocation_counter::measure(|| {
        let (shares, query) = network.shares_and_query(&inputs, Seat::new(0));
        assert!(shares[Seat::new(0)] > 0.0);
        assert!(network.correction(&query, &[0, 1]).is_finite());
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn weights_that_do_not_fit_are_named() {
    let size = SIZES[0];
    let mut weights = NetworkWeights::zero(SPEC, size);
    weights[Part::QueryMean][5] = f32::NAN;
    assert_eq!(Network::quantised(&weights, "").unwrap_err(), Unfit::NotANumber(Part::QueryMean));
    weights[Part::QueryMean][5] = 0.0;
    weights[Part::TableRows][0] = 1e6;
    assert_eq!(Network::quantised(&weights, "").unwrap_err(), Unfit::TooLarge(Part::TableRows));
    // Large ones cost precision first.
    weights[Part::TableRows][0] = 500.0;
    assert!(Network::quantised(&weights, "").is_ok());
}

/// One message for each file that is not this game's network.
#[test]
fn a_file_that_does_not_fit_is_refused() {
    let mut rng = Seed(5).rng();
    let size = SIZES[0];
    let network = Network::quantised(&weights(size, 0.3, &mut rng), "test").unwrap();
    let text = network.to_text();
    let refusal =
        |text: &str, spec: NetworkSpec| Network::parse("x.network", text, spec).unwrap_err().to_string();
    static NEWER: FeatureTable = FeatureTable { version: 4, ..FEATURES };
    static WIDER: FeatureTable = FeatureTable { action: &made_up::TABLE, ..FEATURES };
    let found = [
        refusal(&text, NetworkSpec { game: "other", ..SPEC }),
        refusal(&text, NetworkSpec { rules: 8, ..SPEC }),
        refusal(&text, NetworkSpec { features: &NEWER, ..SPEC }),
        refusal(&text, NetworkSpec { features: &WIDER, ..SPEC }),
        refusal(&text[..text.len() - 40], SPEC),
        refusal(&text.replace("second = 16", "second = 32"), SPEC),
        refusal(&text.replace("format = 2", "format = 1"), SPEC),
        refusal(&text.replace("units = 32", "units = \"many\""), SPEC),
        refusal("a,b\n1,2\n", SPEC),
        refusal("", SPEC),
    ];
    let expected = [
        r#"game: found "made-up"; allowed: "other""#,
        "rules: found version 7; allowed: 8, the version of this program; train the network again",
        "features: found version 3; allowed: 4, the version of this program; train the network again",
        "action: found 40; allowed: 91, as the game's features have",
        r#"checksum: found "971e7588"; allowed: 03aa7ca3, that of the lines; the file is torn or was edited"#,
        r#"checksum: found "971e7588"; allowed: 8e970981, that of the lines; the file is torn or was edited"#,
        "format: found 1; allowed: 2 or 3; commit 07941a2d is the last that reads 1",
        r#"units: found the text "many"; allowed: a whole number, 0 or more"#,
        r##"first line: found "a,b"; allowed: "# A network of Tradewinds: a header, then the weights.""##,
        r##"first line: found ""; allowed: "# A network of Tradewinds: a header, then the weights.""##,
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.strip_prefix("x.network: "), Some(expected));
    }
    assert!(text.len() < 50_000, "{}", text.len());
}

#[test]
fn a_size_that_no_network_has_is_refused() {
    let fault = |units, second| Size { units, second }.fault();
    assert_eq!(SIZES.map(Size::fault), [None, None]);
    let allowed = "32 with second = 16, or 128 with second = 32".to_owned();
    assert_eq!(fault(64, 16), Some(("units", 64, allowed)));
    assert_eq!(fault(128, 16), Some(("second", 16, "32 with units = 128".to_owned())));
}

/// By other rules whole numbers agree with the formula on all processors; by the standard rules nothing changes.
#[test]
fn rules_are_read() {
    static RULED: FeatureTable = FeatureTable { rules: Some(&made_up::RULES), ..made_up::TABLES };
    let spec = NetworkSpec { features: &RULED, ..SPEC };
    for (seed, size) in (0..40).zip(SIZES.into_iter().cycle()) {
        let mut rng = Seed(seed).rng();
        let weights = made_up::weights_for(spec, size, 0.2, &mut rng);
        let network = Network::quantised(&weights, "test").unwrap();
        let inputs = inputs(4, 0.3, &mut rng);
        assert_eq!(network.for_rules(&[]).estimate(&inputs), network.estimate(&inputs));
        let rules = [(0, -3), (2, 7)];
        let (ruled, formula) = (network.for_rules(&rules), weights.for_rules(&rules));
        assert_ne!(ruled.strengths(&inputs), network.strengths(&inputs));
        for (found, expected) in ruled.shares(&inputs).iter().zip(formula.strengths(&inputs).softmax().iter())
        {
            assert!((found - expected).abs() < 0.002, "{found} {expected}");
        }
        let portable = network.portable().for_rules(&rules);
        assert_eq!(portable.estimate(&inputs), ruled.estimate(&inputs));
        assert_eq!(portable.query(&inputs, Seat::new(1)), ruled.query(&inputs, Seat::new(1)));
        assert_eq!(ruled.for_rules(&[]).estimate(&inputs), network.estimate(&inputs), "the rows stay");
        assert_eq!(ruled.to_text(), network.to_text());
    }
}

/// A network that reads the rules has a file of its own form; one that does not has the file of before.
#[test]
fn a_file_has_the_rows_of_the_rules() {
    static RULED: FeatureTable = FeatureTable { rules: Some(&made_up::RULES), ..made_up::TABLES };
    static NEWER: FeatureTable = FeatureTable { rules: Some(&made_up::NEWER_RULES), ..made_up::TABLES };
    let spec = NetworkSpec { features: &RULED, ..SPEC };
    let block =
        |differences: &[(u16, i16)]| RuleBlock { differences: differences.to_vec(), unread: Vec::new() };
    let mut weights = made_up::weights_for(spec, SIZES[0], 0.2, &mut Seed(1).rng());
    let network = Network::quantised(&weights, "test").unwrap();
    let text = network.to_text();
    assert!(text.contains("format = 3\n") && text.contains("rule_version = 1\nrule_inputs = 3\n"), "{text}");
    let again = Network::parse("x", &text, spec).unwrap();
    assert_eq!(again.to_text(), text);
    assert_eq!(again.weights(), network.weights());
    assert!(again.reads_rules() && again.has_read(&block(&[(1, 1), (2, 1)])));
    for (spec, part) in [
        (NetworkSpec { features: &NEWER, ..SPEC }, "rule_version: found version 1; allowed: 2, "),
        (SPEC, "rule_version: found version 1; allowed: 0, "),
    ] {
        let error = Network::parse("x", &text, spec).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let units = SIZES[0].units;
    weights[Part::RuleRows][units..].fill(0.0);
    let network = Network::quantised(&weights, "test").unwrap();
    assert!(network.has_read(&block(&[(0, 1)])) && !network.has_read(&block(&[(0, 1), (2, 1)])));
    let unread = RuleBlock { unread: vec!["rules.mood".to_owned()], ..block(&[(0, 1)]) };
    assert!(!network.has_read(&unread) && network.has_read(RuleBlock::STANDARD));
    weights[Part::RuleRows].fill(0.0);
    let network = Network::quantised(&weights, "test").unwrap();
    assert!(!network.reads_rules() && network.to_text().contains("format = 2\n"));
    // Also the form that a game without a block of rules has.
    let old = Network::parse("x", &network.to_text(), SPEC).unwrap();
    assert_eq!(old.to_text(), network.to_text());
    assert_eq!(
        Network::parse("x", &old.to_text(), NetworkSpec { features: &NEWER, ..SPEC }).unwrap().to_text(),
        old.to_text()
    );
}
