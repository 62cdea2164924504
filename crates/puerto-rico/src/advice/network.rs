//! The network that makes a seat's strength of its terms.
//!
//! It minimises the log-loss of the softmax of the seats' strengths against the win shares at the end. The
//! data are some 720,000 positions of 24,000 games with 2 to 5 players: up to a random decision, in two
//! games of five the first, a mix of the strategy presets plays, some of it at random in half of the games;
//! from there on every seat searches, 150 iterations a decision, and one position in eight is taken. It was
//! fitted by AdamW over ten passes with a dropout of a tenth. On the last 6 % of the games, which it has not
//! seen, the log-loss is
//!
//! | players | network | linear, fitted to presets' games | all seats alike |
//! |---|---|---|---|
//! | 2 | 0.413 | 0.447 | 0.693 |
//! | 3 | 0.614 | 0.657 | 1.099 |
//! | 4 | 0.784 | 0.833 | 1.386 |
//! | 5 | 0.978 | 1.021 | 1.609 |

use std::sync::LazyLock;

use super::terms::Term;
use super::units::{HIDDEN, Units};
use crate::limits::MAX_PLAYERS;
use tradewinds_game::kit::{Bits, Counts8};
use tradewinds_game::{PerSeat, Seat};

/// The shipped weights.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::parse(include_str!("network.csv")));

/// The values of a term, from 0, whose rows are kept in a table.
const LEVELS: usize = 64;
/// Rounds left in the middle of the game.
const MIDDLE: f32 = 4.0;
/// Rounds left in the opening.
const OPENING: f32 = 14.0;

/// A layer of rectified linear units over a seat's terms, their means over the seats, the stage of the game
/// and the number of players; a weighted sum of the units is the strength.
///
/// All sums are taken in the order of the rows, so that estimates do not depend on how they are computed.
/// Rows with the share 0, that is most of them, are left out: they would change nothing.
#[derive(Debug)]
pub(super) struct Network {
    own: [Units; Term::COUNT],
    mean: [Units; Term::COUNT],
    /// At the end of the game, [`MIDDLE`] rounds before it, and from [`OPENING`] rounds before it on.
    stages: [Units; 3],
    /// With 2 players, 3, …
    players: [Units; MAX_PLAYERS - 1],
    strength: Units,
    /// The rows of `own` by term and value, [`LEVELS`] of each term: adding one takes a third of the
    /// instructions of adding a share of a row.
    levels: Vec<Units>,
}

impl Network {
    /// Reads the table: a row for each input, then the one of the strength; a column for each unit.
    fn parse(table: &str) -> Self {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let mut rows = reader.deserialize().map(|row| {
            let (part, name, units): (String, String, Vec<f32>) = row.expect("a part, a name and numbers");
            let units = <[f32; HIDDEN]>::try_from(units).expect("a number for each unit");
            (part, name, Units::new(&units))
        });
        let mut next = |part: &str, name: &str| {
            let (found_part, found_name, units) = rows.next().expect("another row");
            assert_eq!((&*found_part, &*found_name), (part, name));
            units
        };
        let mut network = Self {
            own: std::array::from_fn(|term| next("own", Term::ALL[term].word())),
            mean: std::array::from_fn(|term| next("mean", Term::ALL[term].word())),
            stages: ["end", "middle", "opening"].map(|stage| next("stage", stage)),
            players: std::array::from_fn(|more| next("players", &(more + 2).to_string())),
            strength: next("strength", ""),
            levels: Vec::new(),
        };
        network.fill_levels();
        assert!(rows.next().is_none(), "a row too many");
        network
    }

    fn fill_levels(&mut self) {
        let rows = self.own.iter().enumerate();
        self.levels = rows
            .flat_map(|(term, row)| (0..LEVELS).map(move |value| row.share(share(term, value as u16, 1.0))))
            .collect();
    }

    /// Returns the strength of each seat with `rounds` left.
    pub(super) fn strengths(&self, rounds: f32, inputs: &Inputs) -> PerSeat<f32> {
        let table = self.table(rounds, inputs);
        PerSeat::from_fn(inputs.players, |seat| self.outputs(&table, inputs.seat(seat)).sum())
    }

    /// Returns what the units have of all that seats share.
    fn table(&self, rounds: f32, inputs: &Inputs) -> Units {
        let mut units = self.players[inputs.players - 2];
        let early = ((rounds - MIDDLE) / (OPENING - MIDDLE)).clamp(0.0, 1.0);
        let late = (1.0 - rounds / MIDDLE).max(0.0);
        for (row, share) in self.stages.iter().zip([late, 1.0 - early - late, early]) {
            if share != 0.0 {
                units = units.plus(row.share(share));
            }
        }
        let players = inputs.players as f32;
        for term in Bits(inputs.present) {
            units = units.plus(self.mean[term].share(share(term, inputs.sums[term], players)));
        }
        units
    }

    /// Returns what each unit adds to the strength of a seat.
    #[inline(never)] // The units stay in registers; the sum of the outputs then reads them one by one.
    fn outputs(&self, table: &Units, values: &[Value]) -> Units {
        let mut units = *table;
        for &value in values {
            let Some(row) = self.levels.get(value.0 as usize) else {
                return self.outputs_beyond(table, values);
            };
            units = units.plus(*row);
        }
        units.rectified().times(self.strength)
    }

    /// Returns the outputs for a seat that has more of something than the table of levels.
    #[cold]
    #[inline(never)]
    fn outputs_beyond(&self, table: &Units, values: &[Value]) -> Units {
        let units = values.iter().fold(*table, |units, &value| {
            let (term, value) = value.parts();
            units.plus(self.own[term].share(share(term, value, 1.0)))
        });
        units.rectified().times(self.strength)
    }
}

/// Returns the share of a term's row that a value takes, as a mean over a number of seats.
///
/// One division rounds as two would, since prices are halves and all seats together pick half as early as
/// there are seats.
#[inline]
fn share(term: usize, value: u16, seats: f32) -> f32 {
    f32::from(value) / (STEPS[term] * seats)
}

static STEPS: [f32; Term::COUNT] = Term::STEPS;

/// The terms of all seats.
#[derive(Debug)]
pub(super) struct Inputs {
    players: usize,
    /// The terms that are not 0, one seat's after the other's: in the opening one in six.
    values: [Value; Term::COUNT * MAX_PLAYERS],
    len: usize,
    /// The end of each seat's.
    ends: [usize; MAX_PLAYERS],
    /// The values of all seats added up, and one bit for each of them that is not 0.
    sums: [u16; Term::COUNT],
    present: u64,
}

/// A term's value, as the place of its row in the table of levels. Those that have none come after it.
#[derive(Clone, Copy, Debug)]
struct Value(u32);

impl Value {
    #[inline(always)]
    const fn new(term: usize, value: u16) -> Self {
        if (value as usize) < LEVELS {
            Self((LEVELS * term) as u32 + value as u32)
        } else {
            Self((term as u32 + 1) << 16 | value as u32)
        }
    }

    /// Returns the term and the value.
    const fn parts(self) -> (usize, u16) {
        match self.0 >> 16 {
            0 => (self.0 as usize / LEVELS, self.0 as u16 % LEVELS as u16),
            beyond => (beyond as usize - 1, self.0 as u16),
        }
    }
}

const _: () = assert!(LEVELS * Term::COUNT <= 1 << 16, "values beyond the table come after it");

impl Inputs {
    pub(super) fn new(players: usize) -> Self {
        Self {
            players,
            values: [Value(0); Term::COUNT * MAX_PLAYERS],
            len: 0,
            ends: [0; MAX_PLAYERS],
            sums: [0; Term::COUNT],
            present: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, term: usize, value: u16) {
        self.values[self.len] = Value::new(term, value);
        self.len += 1;
        self.sums[term] += value;
        self.present |= 1 << term;
    }

    /// Adds a term of the seat at hand, which comes after those that it has.
    #[inline(always)]
    pub(super) fn add(&mut self, term: Term, value: u16) {
        if value != 0 {
            self.push(term.index(), value);
        }
    }

    /// Adds the terms from `first` on.
    #[inline(always)]
    pub(super) fn add_counts(&mut self, first: Term, counts: Counts8) {
        for kind in counts.kinds() {
            self.push(first.index() + kind, counts.get(kind).into());
        }
    }

    /// Adds a 1 to the terms from `first` on that have a bit.
    #[inline(always)]
    pub(super) fn add_flags(&mut self, first: Term, flags: u32) {
        for flag in Bits(flags) {
            self.push(first.index() + flag, 1);
        }
    }

    /// Ends the terms of a seat.
    #[inline(always)]
    pub(super) fn end_seat(&mut self, seat: Seat) {
        self.ends[seat.index()] = self.len;
    }

    fn seat(&self, seat: Seat) -> &[Value] {
        let start = seat.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[start..self.ends[seat.index()]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::TURN;
    use super::*;
    use tradewinds_game::{Dice, Seed};

    /// A network of which only the first units do anything.
    fn network() -> Network {
        let row = |first: f32, second: f32| {
            let mut units = [0.0; HIDDEN];
            (units[0], units[1]) = (first, second);
            Units::new(&units)
        };
        let mut own = [row(0.0, 0.0); Term::COUNT];
        (own[0], own[1]) = (row(1.0, 0.0), row(0.0, 1.0));
        let mut mean = [row(0.0, 0.0); Term::COUNT];
        mean[0] = row(-1.0, 0.0);
        let mut network = Network {
            own,
            mean,
            stages: [row(1.0, 0.0), row(2.0, 0.0), row(4.0, 0.0)],
            players: [row(0.0, 0.0), row(10.0, -5.0), row(0.0, 0.0), row(0.0, 0.0)],
            strength: row(3.0, 100.0),
            levels: Vec::new(),
        };
        network.fill_levels();
        network
    }

    /// Inputs of these values of all terms.
    fn inputs(seats: &[[u16; Term::COUNT]]) -> Inputs {
        let mut inputs = Inputs::new(seats.len());
        for (seat, values) in Seat::all(seats.len()).zip(seats) {
            for (term, &value) in Term::ALL.into_iter().zip(values) {
                inputs.add(term, value);
            }
            inputs.end_seat(seat);
        }
        inputs
    }

    #[test]
    fn a_strength_is_what_the_layers_say() {
        let mut seats = [[0; Term::COUNT]; 3];
        (seats[0][0], seats[1][0], seats[2][0]) = (6, 3, 0);
        seats[2][1] = 7;
        // The mean of the first term is 3. Half-way between end and middle: 1.5; then 10 for 3 players.
        let found = network().strengths(2.0, &inputs(&seats));
        assert_eq!([0, 1, 2].map(|seat| found[Seat::new(seat)]), [3.0 * 14.5, 3.0 * 11.5, 3.0 * 8.5 + 200.0]);
        for (rounds, stage) in [(0.0, 1.0), (4.0, 2.0), (9.0, 3.0), (14.0, 4.0), (50.0, 4.0)] {
            let found = network().strengths(rounds, &inputs(&seats));
            assert_eq!(found[Seat::new(1)], 3.0 * (10.0 + stage), "{rounds}");
        }
    }

    /// The strengths by the formula, a sum of shares of all rows in order, those of 0 as well.
    fn formula(network: &Network, rounds: f32, seats: &[[u16; Term::COUNT]]) -> Vec<f32> {
        let early = ((rounds - MIDDLE) / (OPENING - MIDDLE)).clamp(0.0, 1.0);
        let late = (1.0 - rounds / MIDDLE).max(0.0);
        let stages = network.stages.iter().zip([late, 1.0 - early - late, early]);
        let mut table =
            stages.fold(network.players[seats.len() - 2], |units, (row, share)| units.plus(row.share(share)));
        let value = |term: usize, values: &[u16; Term::COUNT]| f32::from(values[term]) / Term::STEPS[term];
        for (term, row) in network.mean.iter().enumerate() {
            let sum = seats.iter().map(|values| value(term, values)).sum::<f32>();
            table = table.plus(row.share(sum / seats.len() as f32));
        }
        let units = |values: &[u16; Term::COUNT]| {
            let own = network.own.iter().enumerate();
            own.fold(table, |units, (term, row)| units.plus(row.share(value(term, values))))
        };
        seats.iter().map(|values| units(values).rectified().times(network.strength).sum()).collect()
    }

    /// To the last bit, whatever is skipped or looked up.
    #[test]
    fn strengths_are_those_of_the_formula() {
        let mut rng = Seed(1).rng();
        for game in 0..400 {
            let players = 2 + game % 4;
            let most = [2, 12, 40, 300][game / 4 % 4];
            let seats: Vec<_> = (0..players)
                .map(|seat| {
                    let mut values = [0; Term::COUNT].map(|_: u16| (rng.below(most) * rng.below(2)) as u16);
                    values[Term::Turn.index()] = TURN / (players - 1) as u16 * seat as u16;
                    values
                })
                .collect();
            let rounds = rng.below(32) as f32 / 2.0;
            let found = NETWORK.strengths(rounds, &inputs(&seats));
            assert_eq!(found.as_slice(), formula(&NETWORK, rounds, &seats), "{rounds} {seats:?}");
        }
    }
}
