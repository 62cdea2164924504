//! The time of an estimate with 4 seats, as many active indices as in Puerto Rico: some 80 a seat, 60 of the table.
//!
//! `evaluate count UNITS SECOND N` makes N estimates and nothing else, so that callgrind can count the instructions:
//! the difference of two runs, divided by the difference of their counts. `count-portable` makes them without AVX2.

use std::hint::black_box;

use criterion::Criterion;
use rand::RngExt;
use tradewinds_game::features::{Block, GroupWriter, WriteGroup as _};
use tradewinds_game::{FeatureTable, Group, Inputs, Rng, Seat, Seed};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Part, SIZES, Size};

const fn group(size: usize) -> [Group; 1] {
    [Group::active("flags", size, "Made up.")]
}

static SEAT: [Group; 1] = group(500);
static TABLE: [Group; 1] = group(300);
static ACTION: [Group; 1] = group(100);
static FEATURES: FeatureTable =
    FeatureTable { version: 1, seat: &SEAT, table: &TABLE, action: &ACTION, ..FeatureTable::NONE };

fn network(size: Size, rng: &mut Rng) -> Network {
    let mut weights =
        NetworkWeights::zero(NetworkSpec { game: "made-up", rules: 1, features: &FEATURES }, size);
    weights.values.iter_mut().for_each(|weight| *weight = rng.random_range(-0.1..0.1));
    weights[Part::UnitBias].fill(0.5);
    Network::quantised(&weights, "bench").expect("small weights fit")
}

fn write(block: &mut Block, [group]: &[Group; 1], count: usize, rng: &mut Rng) {
    let mut block = block.writer();
    let mut writer = GroupWriter::new(&mut block, 0, group);
    let stride = group.len / count;
    (0..count).for_each(|index| writer.set(index * stride + rng.random_range(0..stride as u32) as usize));
}

fn positions(rng: &mut Rng) -> Vec<Inputs> {
    let position = |_| {
        let mut inputs = Inputs::new(4);
        Seat::all(4).for_each(|seat| write(inputs.seat_mut(seat), &SEAT, 80, rng));
        write(&mut inputs.table, &TABLE, 60, rng);
        inputs
    };
    (0..64).map(position).collect()
}

fn main() {
    let mut rng = Seed(1).rng();
    let positions = positions(&mut rng);
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    if let Some(command @ ("count" | "count-portable")) = command.as_deref() {
        let mut number = |name: &str| {
            let argument = arguments.next().and_then(|argument| argument.parse::<usize>().ok());
            argument.unwrap_or_else(|| panic!("evaluate count UNITS SECOND ESTIMATES: {name} is a number"))
        };
        let size = Size { units: number("UNITS"), second: number("SECOND") };
        let network = network(size, &mut rng);
        let network = if command == "count" { network } else { network.portable() };
        for index in 0..number("ESTIMATES") {
            black_box(network.strengths(black_box(&positions[index % positions.len()])));
        }
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    for size in SIZES {
        let network = network(size, &mut rng);
        let Size { units, second } = size;
        for (name, network) in [("estimate", &network), ("portable", &network.portable())] {
            let mut index = 0;
            criterion.bench_function(&format!("{name}_{units}_{second}"), |bencher| {
                bencher.iter(|| {
                    index = (index + 1) % positions.len();
                    let shares = network.shares(black_box(&positions[index]));
                    assert!(shares[Seat::new(0)] > 0.0);
                    shares
                });
            });
        }
    }
}
