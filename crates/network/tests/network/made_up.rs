//! A made-up game's features, and positions and weights drawn at random.

use rand::RngExt;
use tradewinds_game::features::{Block, GroupWriter, Measure, WriteGroup as _};
use tradewinds_game::{FeatureTable, Group, Inputs, Ranges, Rng, Seat};
use tradewinds_network::{NetworkSpec, NetworkWeights, Part, Size};

const fn active(name: &'static str, size: usize) -> Group {
    Group::active(name, size, "Made up.")
}

const fn numbers(name: &'static str, size: usize, one: u16, most: u16) -> Group {
    Group::new(name, size, Measure::Number { one, most }, "Made up.")
}

pub static SEAT: [Group; 4] =
    [active("kinds", 120), numbers("coins", 3, 10, 50), active("flags", 80), numbers("cards", 2, 1, 7)];
pub static TABLE: [Group; 2] = [active("phase", 90), numbers("turn", 1, 4, 20)];
pub static ACTION: [Group; 1] = [active("kind", 40)];
pub const TABLES: FeatureTable =
    FeatureTable { version: 3, seat: &SEAT, table: &TABLE, action: &ACTION, ..FeatureTable::NONE };
pub static FEATURES: FeatureTable = TABLES;
pub static RULES: Ranges = Ranges::new("[cost]\na = 4\nb = 5\nc = 9\n", RANGES);
pub static NEWER_RULES: Ranges = Ranges::new(
    "[cost]\na = 4\nb = 5\nc = 9\n",
    "version = 2\ndecisions = 9\nbreadth = [1.0]\n[left_out]\ncost = \"none matters\"\n",
);
const RANGES: &str = "version = 1\ndecisions = 9\nbreadth = [1.0]\n[[entry]]\npaths = [\"cost.*\"]\nmeaning = \"of it\"\n\
                      offset = [-3, 9]\nscale = 3\nchance = 0.1\n";
pub const SPEC: NetworkSpec = NetworkSpec { game: "made-up", rules: 7, features: &FEATURES };

/// Weights whose units are in the bend of the clip as often as beyond it.
pub fn weights(size: Size, scale: f32, rng: &mut Rng) -> NetworkWeights {
    weights_for(SPEC, size, scale, rng)
}

/// The same for these features.
pub fn weights_for(spec: NetworkSpec, size: Size, scale: f32, rng: &mut Rng) -> NetworkWeights {
    let mut weights = NetworkWeights::zero(spec, size);
    weights.values.iter_mut().for_each(|weight| *weight = scale * rng.random_range(-1.0..1.0));
    weights[Part::UnitBias].fill(0.5);
    weights[Part::ScoreShare][0] = 0.75;
    weights.points_one = 8.0;
    weights
}

/// A position with about this part of the active indices.
pub fn inputs(players: usize, part: f64, rng: &mut Rng) -> Inputs {
    let mut inputs = Inputs::new(players);
    for seat in Seat::all(players) {
        write(inputs.seat_mut(seat), &SEAT, part, rng);
    }
    write(&mut inputs.table, &TABLE, part, rng);
    inputs
}

fn write(block: &mut Block, groups: &[Group], part: f64, rng: &mut Rng) {
    let mut start = 0;
    let mut block = block.writer();
    for group in groups {
        let mut writer = GroupWriter::new(&mut block, start, group);
        for index in 0..group.len {
            match group.measure {
                Measure::Active => writer.set_if(index, rng.random_bool(part)),
                Measure::Number { most, .. } => writer.number(index, rng.random_range(0..=most)),
                Measure::Levels { .. } => unreachable!("no group has levels"),
            }
        }
        start += group.len;
    }
}
