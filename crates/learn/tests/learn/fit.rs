//! Fits of a planted problem: what is known to be right is learned.

mod planted;
mod streamed;

use std::cell::Cell;
use std::fs;

use planted::{SPEC, floor, samples};
use tradewinds_learn::fit::{
    Calibration, Decile, Fit, FitError, FitProgress, FitSettings, fit, is_held_out, measure, write_reports,
};
use tradewinds_learn::{Sample, Samples};
use tradewinds_network::{Network, NetworkWeights, Part};

fn settings() -> FitSettings {
    FitSettings {
        units: 32,
        second: 16,
        epochs: 10,
        batch: 64,
        rate: 5e-3,
        held_out: 0.2,
        // The planted points do not say who wins.
        calibrated: false,
        ..FitSettings::default()
    }
}

/// A fit of a second or less.
fn short() -> FitSettings {
    FitSettings { epochs: 3, ..settings() }
}

fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

/// Returns the largest error of a tenth with some seats, against the targets.
fn worst(calibration: &Calibration) -> f64 {
    let tenths = calibration.deciles.iter().filter(|decile| decile.seats >= 200).filter_map(Decile::means);
    tenths.map(|[predicted, target, _]| (predicted - target).abs()).fold(0.0, f64::max)
}

fn bits(fit: &Fit) -> Vec<u32> {
    fit.weights.values.iter().map(|weight| weight.to_bits()).collect()
}

#[test]
fn a_calibrated_fit_differs_in_its_strengths_alone() {
    let samples = samples(2000);
    let [plain, calibrated] = [false, true].map(|calibrated| {
        fit(SPEC, &samples, &FitSettings { calibrated, ..short() }, None, FitProgress::NONE).unwrap()
    });
    let strengths = [&plain, &calibrated].map(|fit| &fit.weights[Part::Strength]);
    assert!(strengths[0].iter().zip(strengths[1]).any(|(plain, found)| (found / plain - 1.0).abs() > 0.01));
    let rest = Part::ALL.into_iter().filter(|&part| part != Part::Strength);
    assert!(rest.into_iter().all(|part| plain.weights[part] == calibrated.weights[part]));
    assert_ne!(plain.epochs.last().unwrap().calibration, calibrated.epochs.last().unwrap().calibration);
}

/// In the games that are learned the weakest wins, so by these the strengths would shrink.
#[test]
fn the_strengths_of_a_calibrated_fit_are_found_on_held_out_games() {
    let (agreed, mut samples, mut sample) = (samples(1200), Samples::default(), Sample::new());
    for index in 0..agreed.len() {
        agreed.read(index, &mut sample);
        if !is_held_out(sample.game, settings().held_out) {
            sample.points = sample.points.map(|points| -points);
        }
        samples.push(&sample);
    }
    let [plain, calibrated] = [false, true].map(|calibrated| {
        fit(SPEC, &samples, &FitSettings { calibrated, ..short() }, None, FitProgress::NONE).unwrap()
    });
    assert!(calibrated.weights[Part::Strength][0] / plain.weights[Part::Strength][0] > 1.05);
}

/// Passes do not depend on it, so a finished fit is calibrated without another pass.
#[test]
fn a_fit_is_calibrated_after_its_last_epoch() {
    let samples = samples(1200);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.checkpoint");
    let progress = FitProgress { checkpoint: Some(&path), ..FitProgress::NONE };
    fit(SPEC, &samples, &short(), None, progress).unwrap();
    let settings = FitSettings { calibrated: true, ..short() };
    let none = |_, _| false;
    let found = fit(SPEC, &samples, &settings, None, FitProgress { on_batch: &none, ..progress }).unwrap();
    assert_eq!(bits(&found), bits(&fit(SPEC, &samples, &settings, None, FitProgress::NONE).unwrap()));
}

/// The win shares, the points, and the best action, which depends on the table and contradicts the hand-written
/// score in three of four cases.
#[test]
fn a_planted_problem_is_learned() {
    let samples = samples(6000);
    let found = fit(SPEC, &samples, &settings(), None, FitProgress::NONE).unwrap();
    let (first, last) = (found.epochs.first().unwrap().held_out, found.epochs.last().unwrap().held_out);
    let floor = floor(&samples, settings().held_out);
    assert!(last.samples > 800 && first.samples == last.samples);
    assert!(first.value > floor + 0.1, "{first:?}, floor {floor}");
    assert!(last.value < floor + 0.01, "{last:?}, floor {floor}");
    assert!(first.top < 0.45 && last.top > 0.97, "{first:?} {last:?}");
    assert!(first.policy > 1.5 && last.policy < 0.25 && last.policy_floor == 0.0, "{last:?}");
    assert!(first.points > 8.0 && last.points < 1.5, "{first:?} {last:?}");
    assert!(worst(&found.epochs.last().unwrap().calibration) < 0.03);

    // As whole numbers it says the same.
    let network = Network::quantised(&found.weights, "planted").unwrap();
    let (measures, calibration) = measure(&network, &samples, settings().held_out);
    assert!((measures.value - last.value).abs() < 2e-3, "{measures:?} {last:?}");
    assert!((measures.policy - last.policy).abs() < 5e-3, "{measures:?} {last:?}");
    assert!((measures.top - last.top).abs() < 0.01, "{measures:?} {last:?}");
    assert!((measures.points - last.points).abs() < 0.1, "{measures:?} {last:?}");
    assert!(worst(&calibration) < 0.03);
}

/// The hand-written scores would mislead in three of four cases; without them the best actions are learned as well.
#[test]
fn without_a_share_of_the_scores_the_network_is_the_whole_policy() {
    let settings = FitSettings { score_share: 0.0, ..settings() };
    let found = fit(SPEC, &samples(6000), &settings, None, FitProgress::NONE).unwrap();
    assert_eq!(found.weights[Part::ScoreShare], [0.0]);
    let last = found.epochs.last().unwrap().held_out;
    assert!(last.top > 0.97 && last.policy < 0.25, "{last:?}");
    assert_eq!(Network::quantised(&found.weights, "planted").unwrap().score_share(), 0.0);
}

#[test]
fn the_weights_are_the_same_on_any_number_of_threads() {
    let samples = samples(1500);
    let run =
        |threads| on_threads(threads, || fit(SPEC, &samples, &short(), None, FitProgress::NONE).unwrap());
    let one = run(1);
    for threads in [2, 3] {
        let other = run(threads);
        assert_eq!(bits(&one), bits(&other), "{threads} threads");
        assert_eq!(one.epochs, other.epochs);
    }
    let other = FitSettings { seed: 2, ..short() };
    assert_ne!(bits(&one), bits(&fit(SPEC, &samples, &other, None, FitProgress::NONE).unwrap()));
}

#[test]
fn an_interrupted_fit_goes_on_from_its_last_epoch() {
    let samples = samples(1500);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.checkpoint");
    let whole = fit(SPEC, &samples, &short(), None, FitProgress::NONE).unwrap();
    let (done, all) = (Cell::new(0), Cell::new(0));
    let stopped = |batches: u64, of: u64| {
        done.set(done.get() + 1);
        all.set(of);
        batches < of / 2
    };
    let progress = FitProgress { on_batch: &stopped, checkpoint: Some(&path), ..FitProgress::NONE };
    assert!(matches!(fit(SPEC, &samples, &short(), None, progress), Err(FitError::Interrupted)));
    assert_eq!(done.get(), all.get() / 2);
    let again = Cell::new(0);
    let counted = |_, _| {
        again.set(again.get() + 1);
        true
    };
    let progress = FitProgress { on_batch: &counted, ..progress };
    let found = fit(SPEC, &samples, &short(), None, progress).unwrap();
    assert_eq!(bits(&found), bits(&whole));
    assert_eq!(found.epochs, whole.epochs);
    assert_eq!(again.get(), all.get() / 3 * 2, "the first of three epochs is not repeated");
    // A fit that is complete is only read.
    let fresh = |_, _| false;
    let progress = FitProgress { on_batch: &fresh, ..progress };
    assert_eq!(bits(&fit(SPEC, &samples, &short(), None, progress).unwrap()), bits(&whole));
    // Another fit does not go on from it.
    let other = FitSettings { rate: 4e-3, ..short() };
    let error = fit(SPEC, &samples, &other, None, progress).unwrap_err().to_string();
    assert!(error.contains("fit.checkpoint: it belongs to a fit with other samples or settings"), "{error}");
}

/// A fit goes on from the weights of an earlier one.
#[test]
fn a_fit_starts_from_given_weights() {
    let samples = samples(1500);
    let first = fit(SPEC, &samples, &short(), None, FitProgress::NONE).unwrap();
    let next = fit(SPEC, &samples, &short(), Some(first.weights.clone()), FitProgress::NONE).unwrap();
    assert_eq!(next.epochs[0].held_out, first.epochs[3].held_out);
    assert!(next.epochs[3].held_out.value < first.epochs[3].held_out.value);
}

#[test]
fn a_fit_that_diverges_is_named() {
    let samples = samples(300);
    let mut start = NetworkWeights::zero(SPEC, short().size());
    start[Part::Strength][3] = f32::NAN;
    let error = fit(SPEC, &samples, &short(), Some(start), FitProgress::NONE).unwrap_err().to_string();
    assert_eq!(
        error,
        "the fit diverged in epoch 1, batch 1: the loss is not a number; lower the rate (0.005)"
    );
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let error = fit(SPEC, &samples(3), &short(), None, FitProgress::NONE).unwrap_err().to_string();
    assert_eq!(error, "1 game is too few: the fit needs games to learn from and games that are held out");
    let settings = FitSettings { batch: 0, ..short() };
    let error = fit(SPEC, &samples(300), &settings, None, FitProgress::NONE).unwrap_err().to_string();
    assert_eq!(error, "manifest: batch: found 0; allowed: 8 to 65536");
}

#[test]
fn the_reports_have_a_row_for_each_epoch_and_tenth() {
    let folder = tempfile::tempdir().unwrap();
    let found = fit(SPEC, &samples(600), &short(), None, FitProgress::NONE).unwrap();
    write_reports(folder.path(), &found.epochs).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let rows: Vec<String> = read("fit.csv").lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 5);
    assert!(rows[0].starts_with("epoch,rate,value,policy,held_out,held_out_value,held_out_equal,"));
    assert!(rows[1].starts_with("0,,,,") && rows[4].starts_with("3,0.000100,"), "{rows:?}");
    let tenths = read("calibration.csv");
    assert_eq!(tenths.lines().count(), 11);
    let seats = tenths.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().parse::<u64>().unwrap());
    let last = &found.epochs[3].held_out;
    assert!(seats.sum::<u64>() >= 2 * last.samples);
}
