//! A made-up game whose win shares and best actions are known.

use tradewinds_game::features::Measure;
use tradewinds_game::{Dice as _, FeatureTable, Group, Inputs, PerSeat, Rng, Seat, Seed};
use tradewinds_learn::fit::is_held_out;
use tradewinds_learn::{Sample, SampleAction, Samples};
use tradewinds_network::NetworkSpec;

/// Cards that a seat may hold, and the phases of the table.
const CARDS: u16 = 8;
const PHASES: u16 = 4;

const fn group(name: &'static str, size: u16, measure: Measure) -> Group {
    Group::new(name, size as usize, measure, "Made up.")
}

static SEAT: [Group; 2] =
    [group("card", CARDS, Measure::Active), group("coins", 1, Measure::Number { one: 10, most: 20 })];
static TABLE: [Group; 1] = [group("phase", PHASES, Measure::Active)];
static ACTION: [Group; 1] = [group("kind", PHASES, Measure::Active)];
static FEATURES: FeatureTable =
    FeatureTable { version: 1, seat: &SEAT, table: &TABLE, action: &ACTION, ..FeatureTable::NONE };
pub const SPEC: NetworkSpec = NetworkSpec { game: "planted", rules: 1, features: &FEATURES };

/// Makes samples of games of six positions each.
///
/// A seat's strength is its card's number, halved in the last phase, plus a tenth of its coins. The best action is the
/// one whose kind is the phase; the hand-written score prefers the first kind.
pub fn samples(count: u32) -> Samples {
    let mut rng = Seed(11).rng();
    let mut samples = Samples::default();
    (0..count).for_each(|index| samples.push(&sample(index / 6, &mut rng)));
    samples
}

/// Makes a sample of a game.
pub fn sample(game: u32, rng: &mut Rng) -> Sample {
    let players = 2 + rng.below(4) as usize;
    let phase = rng.below(PHASES.into()) as u16;
    let mut inputs = Inputs::new(players);
    inputs.table.push_active(phase);
    let (mut strengths, mut points) = (PerSeat::new(players), PerSeat::new(players));
    for seat in Seat::all(players) {
        let (card, coins) = (rng.below(CARDS.into()), rng.below(21));
        inputs.seat_mut(seat).push_active(card as u16);
        if coins > 0 {
            inputs.seat_mut(seat).push_number(CARDS, coins as i16);
        }
        let worth = if phase == PHASES - 1 { 0.5 } else { 1.0 } * (card as f32 / 2.0);
        strengths[seat] = worth + coins as f32 / 10.0;
        points[seat] = 20.0 + 5.0 * card as f32;
    }
    let actions = (0..PHASES).map(|kind| SampleAction {
        features: [kind].into_iter().collect(),
        score: if kind == 0 { 2.0 } else { 0.0 },
        target: if kind == phase { 1.0 } else { 0.0 },
    });
    Sample {
        game,
        seat: Seat::new(rng.below(players as u32) as usize),
        rules: Vec::new(),
        inputs,
        shares: strengths.softmax(),
        points,
        actions: actions.collect(),
    }
}

/// Returns the least possible log-loss of the win shares of the samples that are held out.
pub fn floor(samples: &Samples, part: f64) -> f64 {
    let (mut sum, mut count, mut sample) = (0.0, 0.0, Sample::new());
    for index in (0..samples.len()).filter(|&index| is_held_out(samples.game(index), part)) {
        samples.read(index, &mut sample);
        sum -= sample.shares.iter().map(|&share| f64::from(share) * f64::from(share).ln()).sum::<f64>();
        count += 1.0;
    }
    sum / count
}
