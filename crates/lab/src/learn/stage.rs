//! A stage: games played into files of samples, and a fit to those of a window.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use std::{fs, io, thread};

use super::super::study::{Halt, StudyWatch};
use super::manifest::LearnManifest;
use super::memory::Memory;
use tradewinds_bots::Preset;
use tradewinds_game::InputError;
use tradewinds_learn::fit::{self, Epoch, Fit, FitError, StreamPlayer, StreamSettings};
use tradewinds_learn::play::SelfPlay;
use tradewinds_learn::{SampleError, SampleSource, Samples, read_samples, write_samples};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights};
use tradewinds_tournament::{Progress, RunError, write_synced};

/// How often progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(20);

/// A series of games and where its samples lie.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) folder: PathBuf,
    /// The stage in words.
    pub(super) title: String,
    pub(super) series: SelfPlay,
    pub(super) games: u32,
    /// The number of its first game among those of all stages.
    pub(super) first_game: u32,
    /// The games of a file.
    pub(super) part: u32,
    pub(super) key: String,
    pub(super) spec: NetworkSpec,
    pub(super) memory: Memory,
    /// The stages of which a fit has the samples.
    pub(super) window: u32,
}

impl Stage {
    fn parts(&self) -> u32 {
        self.games.div_ceil(self.part)
    }

    fn path(&self, part: u32) -> PathBuf {
        self.folder.join(format!("part-{part}.samples"))
    }

    fn source(&self, part: u32) -> SampleSource {
        SampleSource::new(self.spec, &self.key, part)
    }

    fn read(&self, part: u32) -> Result<Samples, SampleError> {
        read_samples(&self.path(part), &self.source(part), self.spec)
    }

    /// Returns whether a part is there, whole.
    ///
    /// # Errors
    /// It is of another study.
    fn has(&self, part: u32) -> Result<bool, SampleError> {
        match self.read(part) {
            Ok(_) => Ok(true),
            // Played again: the same games give the same bytes.
            Err(SampleError::Torn { .. }) => Ok(false),
            Err(SampleError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Refuses games whose samples would not fit in the memory, if all need as much as those of one part.
    fn check_memory(&self, bytes: usize, games: u32) -> Result<(), InputError> {
        let games_of_a_fit = u64::from(self.games) * u64::from(self.window);
        self.memory.check(bytes as u64 * games_of_a_fit / u64::from(games.max(1)))
    }
}

/// A network that was fitted.
#[derive(Debug)]
pub(super) struct Fitted {
    pub(super) network: Network,
    /// The games that it learned from, and their samples, those held out included.
    pub(super) games: u64,
    pub(super) samples: u64,
    pub(super) epoch: Epoch,
}

/// The threads of a study, and whether it is to stop.
pub(super) struct Workshop<'a> {
    pub(super) pool: rayon::ThreadPool,
    pub(super) stop: &'a AtomicBool,
}

impl Workshop<'_> {
    /// Plays the games of a stage that are not in its files yet.
    pub(super) fn play(&self, stage: &Stage, watch: &mut dyn StudyWatch) -> Result<(), Halt> {
        fs::create_dir_all(&stage.folder).map_err(|source| at(&stage.folder, source))?;
        watch.begin("games", &format!("{}: self-play", stage.title));
        let done = AtomicU64::new(0);
        self.watched(watch, &done, stage.games.into(), || {
            for part in 0..stage.parts() {
                let games = part * stage.part..stage.games.min((part + 1) * stage.part);
                let count = games.end - games.start;
                if stage.has(part).map_err(unusable)? {
                    done.fetch_add(count.into(), Ordering::Relaxed);
                    continue;
                }
                let finished = || {
                    done.fetch_add(1, Ordering::Relaxed);
                };
                let Some(played) = stage.series.play(games, self.stop, &finished)? else {
                    return Err(Halt::Stopped);
                };
                stage.check_memory(played.samples.bytes(), count)?;
                write_samples(&stage.path(part), &stage.source(part), &played.samples, stage.spec)
                    .map_err(unusable)?;
            }
            Ok(())
        })
    }

    /// Fits a network to the samples of some stages, from `start` or from random weights, or reads the one that was
    /// fitted; the last stage has its file.
    pub(super) fn fit(
        &self,
        stages: &[Stage],
        manifest: &LearnManifest,
        start: Option<NetworkWeights>,
        watch: &mut dyn StudyWatch,
    ) -> Result<Fitted, Halt> {
        let last = stages.last().expect("a window has a stage");
        let mut samples = Samples::default();
        for stage in stages {
            for part in 0..stage.parts() {
                samples.append(&stage.read(part).map_err(unusable)?, stage.first_game);
            }
        }
        let checkpoint = last.folder.join("fit.checkpoint");
        watch.begin("batches", &format!("{}: fit", last.title));
        let (done, of) = (AtomicU64::new(0), AtomicU64::new(1));
        let fit = self.watched_of(watch, &done, &of, || {
            let on_batch = |batch: u64, batches: u64| {
                done.store(batch, Ordering::Relaxed);
                of.store(batches, Ordering::Relaxed);
                !self.stop.load(Ordering::Relaxed)
            };
            let progress =
                fit::FitProgress { on_epoch: &|_| {}, on_batch: &on_batch, checkpoint: Some(&checkpoint) };
            fit::fit(last.spec, &samples, &manifest.fit, start, progress).map_err(failed(&checkpoint))
        })?;
        fit::write_reports(&last.folder, &fit.epochs).map_err(failed(&checkpoint))?;
        // A finished fit that is asked for again goes through its last epoch's weights, and does nothing.
        let games = stages.iter().map(|stage| u64::from(stage.games)).sum();
        self.kept(last, &fit, &manifest.name, (games, samples.len() as u64))
    }

    /// Fits a network to the games of a stage as they are played, from `start` or from random weights; `player` makes
    /// the bot that plays by some weights.
    pub(super) fn stream(
        &self,
        stage: &Stage,
        settings: &StreamSettings,
        name: &str,
        start: Option<NetworkWeights>,
        player: &(dyn Fn(&Network) -> Result<Preset, InputError> + Sync),
        watch: &mut dyn StudyWatch,
    ) -> Result<Fitted, Halt> {
        fs::create_dir_all(&stage.folder).map_err(|source| at(&stage.folder, source))?;
        let checkpoint = stage.folder.join("stream.checkpoint");
        watch.begin("games", &format!("{}: self-play and fit", stage.title));
        // Where it goes on is known once the games that are held out are played: the time left is shown from there on.
        let (done, of) = (AtomicU64::new(0), AtomicU64::new(0));
        let games = StreamGames { series: &stage.series, player, name, stop: self.stop, done: &done };
        let fit = self.watched_of(watch, &done, &of, || {
            let on_batch = |games: u64, played: u64| {
                done.store(games, Ordering::Relaxed);
                of.store(played, Ordering::Relaxed);
                !self.stop.load(Ordering::Relaxed)
            };
            let progress =
                fit::FitProgress { on_epoch: &|_| {}, on_batch: &on_batch, checkpoint: Some(&checkpoint) };
            let players = |weights: Option<&NetworkWeights>| games.player(weights);
            fit::stream(stage.spec, &players, settings, start, &stage.key, progress)
                .map_err(failed(&checkpoint))
        })?;
        fit::write_stream(&stage.folder, settings, &fit.epochs).map_err(failed(&checkpoint))?;
        let samples =
            fit.epochs.iter().map(|epoch| epoch.samples).sum::<u64>() + fit.epochs[0].held_out.samples;
        self.kept(stage, &fit, name, (settings.games.into(), samples))
    }

    /// Keeps the network of a fit in the folder of its stage.
    fn kept(
        &self,
        stage: &Stage,
        fit: &Fit,
        name: &str,
        (games, samples): (u64, u64),
    ) -> Result<Fitted, Halt> {
        let path = stage.folder.join("learned.network");
        let network =
            Network::quantised(&fit.weights, name).map_err(|error| failed(&path)(FitError::Unfit(error)))?;
        write_synced(&path, &network.to_text()).map_err(|source| at(&path, source))?;
        let epoch = *fit.epochs.last().expect("a fit has an epoch");
        Ok(Fitted { network, games, samples, epoch })
    }

    fn watched<T: Send>(
        &self,
        watch: &mut dyn StudyWatch,
        done: &AtomicU64,
        of: u64,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        self.watched_of(watch, done, &AtomicU64::new(of), work)
    }

    /// Does something on the study's threads, and shows on this one how much is done, as soon as it is known of how much.
    fn watched_of<T: Send>(
        &self,
        watch: &mut dyn StudyWatch,
        done: &AtomicU64,
        of: &AtomicU64,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        thread::scope(|scope| {
            let worker = scope.spawn(|| self.pool.install(work));
            loop {
                let (finished, games) = (done.load(Ordering::Relaxed), of.load(Ordering::Relaxed));
                if games > 0 {
                    watch.progress(&Progress::counted(finished, games));
                }
                if worker.is_finished() {
                    break;
                }
                thread::park_timeout(SHOWN_EVERY);
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The games of a stream.
struct StreamGames<'a> {
    series: &'a SelfPlay,
    /// Makes the bot that plays by a network.
    player: &'a (dyn Fn(&Network) -> Result<Preset, InputError> + Sync),
    /// The name that its networks have.
    name: &'a str,
    stop: &'a AtomicBool,
    /// The games that were played.
    done: &'a AtomicU64,
}

impl<'a> StreamGames<'a> {
    /// Makes what plays games of the stream.
    fn player(&self, weights: Option<&NetworkWeights>) -> Result<StreamPlayer<'a>, FitError> {
        let mut series = self.series.clone();
        if let Some(weights) = weights {
            series.cast.learner = (self.player)(&Network::quantised(weights, self.name)?)?;
        }
        let (stop, done) = (self.stop, self.done);
        Ok(Box::new(move |games| {
            let finished = || {
                done.fetch_add(1, Ordering::Relaxed);
            };
            Ok(series.play(games, stop, &finished)?.map(|played| played.samples))
        }))
    }
}

fn at(path: &Path, source: io::Error) -> RunError {
    RunError::Io { path: path.to_owned(), source }
}

/// Wraps what is wrong with a file of samples.
fn unusable(error: SampleError) -> Halt {
    match error {
        SampleError::Io { path, source } => Halt::Failed(RunError::Io { path, source }),
        SampleError::Torn { ref path, .. } | SampleError::Other { ref path, .. } => {
            Halt::Failed(at(&path.clone(), io::Error::other(error)))
        }
        error => Halt::Failed(at(Path::new("samples"), io::Error::other(error))),
    }
}

/// Wraps what ended a fit.
fn failed(checkpoint: &Path) -> impl Fn(FitError) -> Halt {
    move |error| match error {
        FitError::Interrupted => Halt::Stopped,
        FitError::Settings(error) => Halt::Failed(error.into()),
        FitError::Io { path, source } => Halt::Failed(RunError::Io { path, source }),
        error => Halt::Failed(at(checkpoint, io::Error::other(error))),
    }
}
