//! What is measured, and its files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tradewinds_game::{CellType, Column, PerSeat, Table};
use tradewinds_report::{CsvFile, decimal};

use super::calibration::{Calibration, won};
use super::error::FitError;
use super::stream_settings::StreamSettings;
use crate::sample::Sample;

/// How well samples are predicted. All are means, in nats where they are log-losses.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measures {
    /// The number of samples.
    pub samples: u64,
    /// The cross-entropy of the win shares.
    pub value: f64,
    /// The cross-entropy of equal win shares, which need no knowledge.
    pub equal: f64,
    /// The root of the mean squared error of a seat's points.
    pub points: f64,
    /// The number of samples with actions.
    pub decisions: u64,
    /// The cross-entropy of the policy.
    pub policy: f64,
    /// The entropy of the policy's targets: what the best prediction loses.
    pub policy_floor: f64,
    /// The share of the decisions whose most probable action is the target's.
    pub top: f64,
}

/// What is known after an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Epoch {
    /// The number of the epoch; 0 before the first one.
    pub epoch: u32,
    /// The samples that were learned from in it.
    #[serde(default)]
    pub samples: u64,
    /// The learning rate of its last step.
    pub rate: f64,
    /// The mean cross-entropy of the win shares over its batches, as they were learned from.
    pub value: f64,
    /// The mean cross-entropy of the policy over its batches.
    pub policy: f64,
    /// The games that are held out.
    pub held_out: Measures,
    /// Predicted win shares against those that came, of the games that are held out.
    pub calibration: Calibration,
}

/// What was predicted of a sample.
pub(crate) struct Prediction<'a> {
    pub shares: PerSeat<f32>,
    pub points: PerSeat<f32>,
    /// The probability of each action.
    pub policy: &'a [f32],
}

/// Sums over samples, from which the measures are made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    sums: Measures,
    seats: u64,
    pub calibration: Calibration,
}

/// A share that counts as none, so that a log-loss stays finite.
const LEAST: f32 = 1e-9;

impl Tally {
    pub(crate) fn add(&mut self, sample: &Sample, found: &Prediction<'_>) {
        let sums = &mut self.sums;
        let players = sample.shares.len();
        sums.samples += 1;
        sums.equal += f64::from(libm::logf(players as f32));
        let won = won(&sample.points);
        for ((&predicted, &target), &won) in found.shares.iter().zip(sample.shares.iter()).zip(won.iter()) {
            sums.value -= f64::from(target) * f64::from(libm::logf(predicted.max(LEAST)));
            self.calibration.add(predicted, target, won);
        }
        self.seats += players as u64;
        let errors =
            found.points.iter().zip(sample.points.iter()).map(|(found, points)| f64::from(found - points));
        sums.points += errors.map(|error| error * error).sum::<f64>();
        if sample.actions.is_empty() {
            return;
        }
        sums.decisions += 1;
        for (action, &predicted) in sample.actions.iter().zip(found.policy) {
            let target = f64::from(action.target);
            sums.policy -= target * f64::from(libm::logf(predicted.max(LEAST)));
            if action.target > 0.0 {
                sums.policy_floor -= target * f64::from(libm::logf(action.target));
            }
        }
        let targets = sample.actions.iter().map(|action| action.target);
        let (best, target) = (first_best(found.policy.iter().copied()), first_best(targets));
        sums.top += f64::from(u8::from(best == target));
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        let (sums, more) = (&mut self.sums, &other.sums);
        sums.samples += more.samples;
        sums.value += more.value;
        sums.equal += more.equal;
        sums.points += more.points;
        sums.decisions += more.decisions;
        sums.policy += more.policy;
        sums.policy_floor += more.policy_floor;
        sums.top += more.top;
        self.seats += other.seats;
        self.calibration.merge(&other.calibration);
    }

    /// Returns a report without what was learned.
    pub(crate) fn epoch(&self) -> Epoch {
        Epoch { held_out: self.measures(), calibration: self.calibration, ..Epoch::default() }
    }

    /// Returns the means.
    pub(crate) fn measures(&self) -> Measures {
        let sums = self.sums;
        let mean = |sum: f64, count: u64| if count == 0 { 0.0 } else { sum / count as f64 };
        Measures {
            samples: sums.samples,
            value: mean(sums.value, sums.samples),
            equal: mean(sums.equal, sums.samples),
            points: mean(sums.points, self.seats).sqrt(),
            decisions: sums.decisions,
            policy: mean(sums.policy, sums.decisions),
            policy_floor: mean(sums.policy_floor, sums.decisions),
            top: mean(sums.top, sums.decisions),
        }
    }
}

/// Returns the place of the first largest number.
fn first_best(numbers: impl Iterator<Item = f32>) -> usize {
    let best = numbers.enumerate().fold((0, f32::NEG_INFINITY), |best, (index, number)| {
        if number > best.1 { (index, number) } else { best }
    });
    best.0
}

const fn number(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning, cells: Some(CellType::Number) }
}

const fn whole(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning, cells: Some(CellType::Whole) }
}

const EPOCHS: Table = Table {
    name: "fit",
    meaning: "A pass over the samples; 0 is before the first one. The last row is that of the network as it is kept.",
    columns: &[
        whole("epoch", "The number of the pass."),
        number("rate", "The learning rate of the last step."),
        number("value", "Cross-entropy of the win shares in the batches as they were learned from; nats."),
        number("policy", "Cross-entropy of the policy in the batches; nats."),
        whole("held_out", "Samples of the games that are held out."),
        number("held_out_value", "Cross-entropy of the win shares in games that are held out; nats."),
        number("held_out_equal", "The same of equal win shares; nats."),
        number("held_out_points", "Root of the mean squared error of a seat's points."),
        number("held_out_policy", "Cross-entropy of the policy; nats."),
        number("held_out_policy_floor", "Entropy of the policy's targets: the least possible; nats."),
        number("held_out_top", "Share of the decisions whose most probable action is the target's, 0 to 1."),
        number(
            "held_out_worst",
            "Largest difference of predicted and won in a tenth of the calibration with 1,000 seats or more.",
        ),
    ],
};

const STREAM: Table = Table {
    name: "stream",
    meaning: "A checkpoint of a stream; the first row is before it. With `fit.calibrated` the last row is the network as it \
              is kept, in games of its own; in all others the games that are held out are the same.",
    columns: &[
        whole("games", "The games that were learned from so far."),
        whole("samples", "Their samples."),
        number("rate", "The learning rate of the last step."),
        number("value", "Cross-entropy of the win shares in the batches since the row before; nats."),
        whole("held_out", "Samples of the games that are held out."),
        number("held_out_value", "Cross-entropy of the win shares in games that are held out; nats."),
        number("held_out_equal", "The same of equal win shares; nats."),
        number("held_out_points", "Root of the mean squared error of a seat's points."),
        number("held_out_policy", "Cross-entropy of the policy that the first games had; nats; NA without."),
        number(
            "held_out_worst",
            "Largest difference of predicted and won in a tenth of the calibration with 1,000 seats or more.",
        ),
    ],
};

const CALIBRATION: Table = Table {
    name: "calibration",
    meaning: "A tenth of the predicted win shares, of the network as it is kept, in games that are held out.",
    columns: &[
        whole("tenth", "0 for win shares below 0.1, up to 9."),
        whole("seats", "Seats with such a predicted win share, over all samples."),
        number("predicted", "Mean predicted win share; NA without seats."),
        number(
            "target",
            "Mean win share that they should have been given: part end, part estimate of a search.",
        ),
        number("won", "Mean win share at the end, by points: seats with equally many share the win."),
    ],
};

/// The tables of a fit.
pub const TABLES: &[Table] = &[EPOCHS, CALIBRATION, STREAM];

/// Writes the tables of a fit to a folder.
///
/// # Errors
/// The folder cannot be written.
pub fn write_reports(folder: &Path, epochs: &[Epoch]) -> Result<(), FitError> {
    written(folder, &EPOCHS, |path| write_epochs(path, epochs))?;
    written(folder, &CALIBRATION, |path| write_calibration(path, epochs))
}

/// Writes the tables of a stream to a folder.
///
/// # Errors
/// The folder cannot be written.
pub fn write_stream(folder: &Path, settings: &StreamSettings, epochs: &[Epoch]) -> Result<(), FitError> {
    written(folder, &STREAM, |path| write_checkpoints(path, settings, epochs))?;
    written(folder, &CALIBRATION, |path| write_calibration(path, epochs))
}

fn written(
    folder: &Path,
    table: &Table,
    write: impl FnOnce(&Path) -> std::io::Result<()>,
) -> Result<(), FitError> {
    let path = folder.join(format!("{}.csv", table.name));
    write(&path).map_err(|source| FitError::Io { path, source })
}

fn write_epochs(path: &Path, epochs: &[Epoch]) -> std::io::Result<()> {
    let mut file = CsvFile::create(path, EPOCHS.names())?;
    for epoch in epochs {
        let held = &epoch.held_out;
        let learned = |number: f64| (epoch.epoch > 0).then_some(number);
        file.row([
            epoch.epoch.to_string(),
            decimal(learned(epoch.rate), 6),
            decimal(learned(epoch.value), 5),
            decimal(learned(epoch.policy).filter(|_| held.decisions > 0), 5),
            held.samples.to_string(),
            decimal(held.value, 5),
            decimal(held.equal, 5),
            decimal(held.points, 3),
            decimal(Some(held.policy).filter(|_| held.decisions > 0), 5),
            decimal(Some(held.policy_floor).filter(|_| held.decisions > 0), 5),
            decimal(Some(held.top).filter(|_| held.decisions > 0), 4),
            decimal(epoch.calibration.worst(1000), 4),
        ])?;
    }
    file.finish()
}

fn write_checkpoints(path: &Path, settings: &StreamSettings, epochs: &[Epoch]) -> std::io::Result<()> {
    let mut file = CsvFile::create(path, STREAM.names())?;
    let mut samples = 0;
    for epoch in epochs {
        let held = &epoch.held_out;
        let learned = |number: f64| (epoch.samples > 0).then_some(number);
        samples += epoch.samples;
        file.row([
            settings.games_at(epoch.epoch).to_string(),
            samples.to_string(),
            decimal(learned(epoch.rate), 6),
            decimal(learned(epoch.value), 5),
            held.samples.to_string(),
            decimal(held.value, 5),
            decimal(held.equal, 5),
            decimal(held.points, 3),
            decimal(Some(held.policy).filter(|_| held.decisions > 0), 5),
            decimal(epoch.calibration.worst(1000), 4),
        ])?;
    }
    file.finish()
}

fn write_calibration(path: &Path, epochs: &[Epoch]) -> std::io::Result<()> {
    let mut file = CsvFile::create(path, CALIBRATION.names())?;
    let deciles = epochs.last().map(|epoch| epoch.calibration.deciles).unwrap_or_default();
    for (tenth, decile) in deciles.iter().enumerate() {
        let means = decile.means();
        file.row([
            tenth.to_string(),
            decile.seats.to_string(),
            decimal(means.map(|[predicted, ..]| predicted), 5),
            decimal(means.map(|[_, target, _]| target), 5),
            decimal(means.map(|[.., won]| won), 5),
        ])?;
    }
    file.finish()
}
