//! The speed of a fit: an epoch over samples of 4 seats with as many active indices as in Puerto Rico, some 35 a seat
//! and 35 of the table, and 5 actions.
//!
//! `fit count EPOCHS` fits that often over 20,000 samples and nothing else, to compare times of the processor.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use tradewinds_game::{Dice as _, FeatureTable, Group, Inputs, PerSeat, Rng, Seat, Seed};
use tradewinds_learn::fit::{FitProgress, FitSettings, fit};
use tradewinds_learn::{Sample, SampleAction, Samples};
use tradewinds_network::NetworkSpec;

const fn group(size: usize) -> [Group; 1] {
    [Group::active("flags", size, "Made up.")]
}

static SEAT: [Group; 1] = group(490);
static TABLE: [Group; 1] = group(280);
static ACTION: [Group; 1] = group(100);
static FEATURES: FeatureTable =
    FeatureTable { version: 1, seat: &SEAT, table: &TABLE, action: &ACTION, ..FeatureTable::NONE };
const SPEC: NetworkSpec = NetworkSpec { game: "made-up", rules: 1, features: &FEATURES };

fn sample(game: u32, rng: &mut Rng) -> Sample {
    let mut inputs = Inputs::new(4);
    for seat in Seat::all(4) {
        (0..35).for_each(|index| inputs.seat_mut(seat).push_active(14 * index + rng.below(14) as u16));
    }
    (0..35).for_each(|index| inputs.table.push_active(8 * index + rng.below(8) as u16));
    let winner = rng.below(4) as usize;
    let shares = PerSeat::from_fn(4, |seat| f32::from(u8::from(seat.index() == winner)));
    let points = PerSeat::from_fn(4, |_| rng.below(60) as f32);
    let chosen = rng.below(5);
    let actions = (0..5).map(|action| SampleAction {
        features: [action as u16, 10 + rng.below(40) as u16, 60 + rng.below(40) as u16].into_iter().collect(),
        score: rng.below(100) as f32 / 50.0,
        target: f32::from(u8::from(action == chosen)),
    });
    Sample { game, seat: Seat::new(0), rules: Vec::new(), inputs, shares, points, actions: actions.collect() }
}

fn samples(count: u32) -> Samples {
    let mut rng = Seed(1).rng();
    let mut samples = Samples::default();
    (0..count).for_each(|index| samples.push(&sample(index / 40, &mut rng)));
    samples
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("count") {
        let epochs = arguments.next().and_then(|argument| argument.parse().ok());
        let epochs = epochs.expect("fit count EPOCHS: a whole number");
        let settings =
            FitSettings { units: 32, second: 16, epochs, held_out: 0.01, ..FitSettings::default() };
        fit(SPEC, &samples(20_000), &settings, None, FitProgress::NONE).expect("the fit converges");
        return;
    }
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    let samples = samples(5_000);
    let settings = FitSettings { units: 32, second: 16, epochs: 1, held_out: 0.01, ..FitSettings::default() };
    let mut group = criterion.benchmark_group("fit");
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function("epoch_32_16", |bencher| {
        bencher.iter(|| {
            let found = fit(SPEC, black_box(&samples), &settings, None, FitProgress::NONE);
            let found = found.expect("the fit converges");
            assert_eq!(found.epochs.len(), 2);
            found
        });
    });
    group.finish();
}
