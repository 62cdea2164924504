//! A fit that plays, learns and forgets: block after block of games, each learned from once.

use std::ops::Range;
use std::path::Path;

use tradewinds_game::{Purpose, Seed, shuffle};
use tradewinds_network::{NetworkSpec, NetworkWeights};

use super::adam::Adam;
use super::checkpoint::Checkpoint;
use super::data::Data;
use super::error::FitError;
use super::first::first_weights;
use super::gradient::Sums;
use super::report::{Epoch, write_stream};
use super::run::{Fit, FitProgress};
use super::settings::FitSettings;
use super::stream_settings::StreamSettings;
use super::trainer::{Trainer, check_loss, check_weights, diverged};
use crate::sample::Samples;

/// Plays games of a stream; `None` if they were stopped. Each game's samples follow from its number alone.
pub type StreamPlayer<'a> = Box<dyn Fn(Range<u32>) -> Result<Option<Samples>, FitError> + 'a>;

/// Makes what plays the first games of a stream, or what plays by these weights.
pub type StreamPlayers<'a> = &'a dyn Fn(Option<&NetworkWeights>) -> Result<StreamPlayer<'a>, FitError>;

/// Fits a network to games as they are played, and forgets them.
///
/// The fit starts from `start`, or from small random weights. `key` says what is played, so that another stream does not
/// go on from its checkpoint. An epoch is what lies between two checkpoints; [`FitProgress::on_batch`] hears of games. With
/// [`FitSettings::calibrated`] comes another one: the last network plays games that are not learned from, to which its last
/// layer is fitted. [`FitSettings::epochs`] and [`FitSettings::held_out`] do not count. Beside a checkpoint lie the tables
/// of [`write_stream`].
///
/// # Errors
/// As [`fit`](super::fit), and those of the players.
///
/// # Determinism
/// As [`fit`](super::fit).
///
/// # Panics
/// As [`fit`](super::fit).
pub fn stream(
    spec: NetworkSpec,
    players: StreamPlayers<'_>,
    settings: &StreamSettings,
    start: Option<NetworkWeights>,
    key: &str,
    progress: FitProgress<'_>,
) -> Result<Fit, FitError> {
    settings.validate("stream")?;
    match (settings.fit.units, settings.fit.second) {
        (32, 16) => sized::<32, 16>(spec, players, settings, start, key, progress),
        (128, 32) => sized::<128, 32>(spec, players, settings, start, key, progress),
        size => unreachable!("the settings were checked: {size:?}"),
    }
}

fn sized<const H: usize, const K: usize>(
    spec: NetworkSpec,
    players: StreamPlayers<'_>,
    settings: &StreamSettings,
    start: Option<NetworkWeights>,
    key: &str,
    progress: FitProgress<'_>,
) -> Result<Fit, FitError> {
    let first = players(None)?;
    let held = first(settings.games..settings.games + settings.held_out)?;
    let held = held.ok_or(FitError::Interrupted)?;
    if held.is_empty() {
        return Err(FitError::TooFew { games: 0 });
    }
    let fit = &settings.fit;
    let start = start.filter(|_| !settings.fresh);
    let start = start.unwrap_or_else(|| first_weights(spec, &held, &all(&held), fit));
    assert!(start.spec == spec && start.size == fit.size(), "the first weights are of this game and size");
    let count = start.values.len();
    let key = stream_key(settings, &start, key);
    let found = match progress.checkpoint {
        Some(path) => Checkpoint::load(path, &key, count)?,
        None => None,
    };
    let mut now = found.unwrap_or_else(|| Checkpoint {
        weights: start.values.clone(),
        adam: Adam::new(count),
        epochs: Vec::new(),
    });
    let trainer = Trainer::<H, K>::new(spec, fit, start.points_one);
    let mut streaming = Streaming { settings, fit, players, trainer, start, held, first, progress };
    streaming.run(&mut now, &key)?;
    Ok(Fit { weights: NetworkWeights { values: now.weights, ..streaming.start }, epochs: now.epochs })
}

/// A stream under way.
struct Streaming<'a, 'p, const H: usize, const K: usize> {
    settings: &'a StreamSettings,
    fit: &'a FitSettings,
    players: StreamPlayers<'p>,
    trainer: Trainer<H, K>,
    start: NetworkWeights,
    held: Samples,
    /// What plays the first games.
    first: StreamPlayer<'p>,
    progress: FitProgress<'a>,
}

impl<'p, const H: usize, const K: usize> Streaming<'_, 'p, H, K> {
    fn run(&mut self, now: &mut Checkpoint, key: &str) -> Result<(), FitError> {
        if now.epochs.is_empty() {
            let measured =
                self.trainer.measured(&now.weights, &Data::new(&self.held, self.fit.ends), &all(&self.held));
            now.epochs.push(measured.epoch());
            (self.progress.on_epoch)(&now.epochs[0]);
        }
        let checkpoints = self.settings.checkpoints();
        for number in now.epochs.len() as u32..=checkpoints + u32::from(self.fit.calibrated) {
            self.tell(self.settings.games_at(number - 1))?;
            let found = match number <= checkpoints {
                true => self.learn(now, number)?,
                false => self.calibrate(now, number)?,
            };
            now.epochs.push(found);
            if let Some(path) = self.progress.checkpoint {
                now.save(path, key)?;
                let folder = path.parent().unwrap_or_else(|| Path::new(""));
                write_stream(folder, self.settings, &now.epochs)?;
            }
            (self.progress.on_epoch)(&now.epochs[number as usize]);
        }
        Ok(())
    }

    /// Learns from the games up to a checkpoint.
    fn learn(&mut self, now: &mut Checkpoint, number: u32) -> Result<Epoch, FitError> {
        let newest = self.newest(now, number)?;
        let games = self.settings.games_at(number - 1)..self.settings.games_at(number);
        let (mut sums, mut rate) = (Sums::default(), 0.0);
        for start in games.clone().step_by(self.settings.block as usize) {
            let block = start..games.end.min(start + self.settings.block);
            let samples = self.play(newest.as_ref(), block.clone())?;
            rate = self.learn_block(now, number, &samples, block.clone(), &mut sums)?;
            self.tell(block.end)?;
        }
        let measured =
            self.trainer.measured(&now.weights, &Data::new(&self.held, self.fit.ends), &all(&self.held));
        check_loss(&measured, number, self.fit)?;
        Ok(Epoch { epoch: number, rate: rate.into(), ..sums.epoch(measured.epoch()) })
    }

    /// Learns from the samples of a block, in an order of chance; returns the last rate.
    fn learn_block(
        &mut self,
        now: &mut Checkpoint,
        number: u32,
        samples: &Samples,
        games: Range<u32>,
        sums: &mut Sums,
    ) -> Result<f32, FitError> {
        let (fit, data) = (self.fit, Data::new(samples, self.fit.ends));
        let mut order = all(samples);
        let seed = Seed(fit.seed).derive(Purpose::Sample, 1 + u64::from(games.start));
        shuffle(&mut order, &mut seed.rng());
        // All batches of a block have nearly the same size.
        let batches = (order.len() / fit.batch).max(1);
        let (size, count) = (order.len().div_ceil(batches).max(1), u64::from(games.end - games.start));
        let mut rate = 0.0;
        for (place, indices) in (0..).zip(order.chunks(size)) {
            let done = u64::from(games.start) + count * place / batches as u64;
            rate = fit.rate_at(done, self.settings.games.into());
            let found = self.trainer.step(now, &data, indices, rate);
            sums.add(&found.ok_or_else(|| diverged(number, now.adam.steps + 1, "loss", fit))?);
        }
        check_weights(&now.weights, number, now.adam.steps, fit)?;
        Ok(rate)
    }

    /// Fits the last layer to games of the last network that were not learned from.
    fn calibrate(&self, now: &mut Checkpoint, number: u32) -> Result<Epoch, FitError> {
        let newest = self.newest(now, number)?;
        let first = self.settings.games + self.settings.held_out;
        let samples = self.play(newest.as_ref(), first..first + self.settings.held_out)?;
        let indices = all(&samples);
        self.trainer.calibrate(&mut now.weights, &samples, &indices);
        let measured = self.trainer.measured(&now.weights, &Data::new(&samples, self.fit.ends), &indices);
        Ok(Epoch { epoch: number, ..measured.epoch() })
    }

    /// Returns what plays the games up to a checkpoint, if it is not what plays the first ones.
    fn newest(&self, now: &Checkpoint, number: u32) -> Result<Option<StreamPlayer<'p>>, FitError> {
        if number == 1 || !self.settings.newest {
            return Ok(None);
        }
        let weights = NetworkWeights { values: now.weights.clone(), ..self.start.clone() };
        (self.players)(Some(&weights)).map(Some)
    }

    fn play(&self, newest: Option<&StreamPlayer<'p>>, games: Range<u32>) -> Result<Samples, FitError> {
        let player = newest.unwrap_or(&self.first);
        player(games)?.ok_or(FitError::Interrupted)
    }

    /// Reports that this number of games was learned from.
    fn tell(&self, games: u32) -> Result<(), FitError> {
        let done = u64::from(self.settings.held_out) + u64::from(games);
        let goes_on = (self.progress.on_batch)(done, self.settings.played());
        if goes_on { Ok(()) } else { Err(FitError::Interrupted) }
    }
}

/// Returns the indices of all samples.
fn all(samples: &Samples) -> Vec<u32> {
    (0..samples.len() as u32).collect()
}

/// Returns a checksum of all that decides what a stream does.
fn stream_key(settings: &StreamSettings, start: &NetworkWeights, key: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{settings:?} {} {key}", start.points_one).as_bytes());
    start.values.iter().for_each(|weight| hasher.update(&weight.to_le_bytes()));
    format!("{:08x}", hasher.finalize())
}
