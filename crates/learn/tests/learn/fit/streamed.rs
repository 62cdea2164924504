//! Fits that play, learn and forget: what is planted is learned, and always by the same bytes.

use std::cell::Cell;
use std::fs;
use std::ops::Range;

use tradewinds_game::{Purpose, Seed};
use tradewinds_learn::fit::{
    Fit, FitError, FitProgress, FitSettings, StreamPlayer, StreamSettings, stream, write_stream,
};
use tradewinds_learn::{Sample, Samples};
use tradewinds_network::NetworkWeights;

use super::planted::{SPEC, sample};
use super::{bits, on_threads, settings};

/// Plays made-up games, which depend on the weights that play them.
struct Planted {
    /// The games that are played before it stops.
    until: Cell<u32>,
}

impl Planted {
    const fn to_the_end() -> Self {
        Self { until: Cell::new(u32::MAX) }
    }
}

impl Planted {
    fn player(&self, weights: Option<&NetworkWeights>) -> StreamPlayer<'_> {
        let seed = Seed(weights.map_or(11, |weights| weights.values[0].to_bits().into()));
        Box::new(move |games| {
            let mut samples = Samples::default();
            for game in games {
                if self.until.get() == 0 {
                    return Ok(None);
                }
                self.until.set(self.until.get() - 1);
                let mut rng = seed.derive(Purpose::Sample, game.into()).rng();
                (0..6).for_each(|_| samples.push(&sample(game, &mut rng)));
            }
            Ok(Some(samples))
        })
    }
}

fn streamed(games: u32) -> StreamSettings {
    StreamSettings {
        games,
        block: 32,
        checkpoint: 96,
        held_out: 60,
        newest: true,
        policy: true,
        fresh: false,
        fit: settings(),
    }
}

fn calibrated(games: u32) -> StreamSettings {
    StreamSettings { fit: FitSettings { calibrated: true, ..settings() }, ..streamed(games) }
}

fn run(source: &Planted, settings: &StreamSettings, progress: FitProgress<'_>) -> Result<Fit, FitError> {
    stream(SPEC, &|weights| Ok(source.player(weights)), settings, None, "planted", progress)
}

fn whole(settings: &StreamSettings) -> Fit {
    run(&Planted::to_the_end(), settings, FitProgress::NONE).unwrap()
}

/// The least possible log-loss of the games that are held out.
fn floor(games: Range<u32>) -> f64 {
    let source = Planted::to_the_end();
    let samples = source.player(None)(games).unwrap().unwrap();
    let (mut sum, mut sample) = (0.0, Sample::new());
    for index in 0..samples.len() {
        samples.read(index, &mut sample);
        sum -= sample.shares.iter().map(|&share| f64::from(share) * f64::from(share).ln()).sum::<f64>();
    }
    sum / samples.len() as f64
}

#[test]
fn a_planted_problem_is_learned_from_a_stream() {
    let stream = streamed(9_000);
    let found = whole(&stream);
    // A report before the first game, one for each checkpoint.
    assert_eq!(found.epochs.len(), 1 + 94);
    let (first, last) = (found.epochs[0].held_out, found.epochs[94].held_out);
    let floor = floor(9_000..9_060);
    assert_eq!((first.samples, last.samples), (360, 360));
    assert!(first.value > floor + 0.1, "{first:?}, floor {floor}");
    assert!(last.value < floor + 0.015, "{last:?}, floor {floor}");
    assert!(last.top > 0.95 && last.points < 2.0, "{last:?}");
    assert_eq!((found.epochs[1].samples, found.epochs[94].samples), (96 * 6, 72 * 6));
}

#[test]
fn a_stream_gives_the_same_weights_on_any_number_of_threads_and_after_any_interruption() {
    let stream = calibrated(400);
    let expected = whole(&stream);
    assert_eq!(expected.epochs.len(), 1 + 5 + 1);
    let other = on_threads(3, || whole(&stream));
    assert_eq!((bits(&other), &other.epochs), (bits(&expected), &expected.epochs));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stream.checkpoint");
    let progress = FitProgress { checkpoint: Some(&path), ..FitProgress::NONE };
    // In the games held out, before and after the first checkpoint, in a later one, and in the games for the calibration.
    for games in [30, 100, 60 + 96 + 40, 60 + 110, 60 + 208 + 30] {
        let found = run(&Planted { until: Cell::new(games) }, &stream, progress);
        assert!(matches!(found, Err(FitError::Interrupted)), "{games}");
    }
    let rows = fs::read_to_string(folder.path().join("stream.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + 6, "what is known so far can be read");
    // A caller that wants to stop is heard between two blocks.
    let stop = |done: u64, of: u64| {
        assert!(done <= of && of == 520, "{done} of {of}");
        done < 400
    };
    let found = run(&Planted::to_the_end(), &stream, FitProgress { on_batch: &stop, ..progress });
    assert!(matches!(found, Err(FitError::Interrupted)));
    let found = on_threads(2, || {
        run(&Planted::to_the_end(), &stream, FitProgress { checkpoint: Some(&path), ..FitProgress::NONE })
    });
    let found = found.unwrap();
    assert_eq!((bits(&found), &found.epochs), (bits(&expected), &expected.epochs));
    // A stream at its end is only read; the games that are held out are played again.
    let found = run(&Planted { until: Cell::new(60) }, &stream, progress).unwrap();
    assert_eq!(bits(&found), bits(&expected));
    // Another stream does not go on from its checkpoint.
    let other = StreamSettings { newest: false, ..stream.clone() };
    let error = run(&Planted::to_the_end(), &other, progress).unwrap_err().to_string();
    assert!(
        error.contains("stream.checkpoint: it belongs to a fit with other samples or settings"),
        "{error}"
    );
    assert_ne!(bits(&whole(&other)), bits(&expected), "the network of a checkpoint plays the next games");
}

#[test]
fn the_report_of_a_stream_has_a_row_for_each_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let stream = calibrated(200);
    write_stream(folder.path(), &stream, &whole(&stream).epochs).unwrap();
    let text = fs::read_to_string(folder.path().join("stream.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["games", "samples", "rate"]);
    let column = |place: usize| rows[1..].iter().map(|row| row[place]).collect::<Vec<_>>();
    assert_eq!(column(0), ["0", "96", "192", "200", "200"]);
    assert_eq!(column(1), ["0", "576", "1152", "1200", "1200"]);
    assert_eq!((column(2)[0], column(2)[4]), ("", ""));
    let tenths = fs::read_to_string(folder.path().join("calibration.csv")).unwrap();
    assert_eq!(tenths.lines().count(), 11);
}

#[test]
fn a_stream_that_cannot_be_is_refused() {
    let refusal = |stream: &StreamSettings| {
        run(&Planted::to_the_end(), stream, FitProgress::NONE).unwrap_err().to_string()
    };
    let error = refusal(&StreamSettings { checkpoint: 100, ..streamed(400) });
    assert!(
        error.ends_with("stream.checkpoint: found 100; allowed: a multiple of stream.block, 32"),
        "{error}"
    );
    let error = refusal(&StreamSettings { block: 7, ..streamed(400) });
    assert!(error.ends_with("stream.block: found 7; allowed: 8 to 10000"), "{error}");
    let error = refusal(&streamed(15));
    assert!(error.ends_with("stream.games: found 15; allowed: 16 to 1000000000"), "{error}");
}
