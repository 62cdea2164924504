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

use super::terms::Terms;
use crate::limits::MAX_PLAYERS;
use tradewinds_game::PerSeat;

/// The terms of a seat.
pub(super) type Values = [f32; TERMS];

/// The shipped weights.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::parse(include_str!("network.csv")));

/// Hidden units.
const HIDDEN: usize = 32;
const TERMS: usize = Terms::NAMES.len();
/// Rounds left in the middle of the game.
const MIDDLE: f32 = 4.0;
/// Rounds left in the opening.
const OPENING: f32 = 14.0;

/// A number for each hidden unit.
type Units = [f32; HIDDEN];

/// A layer of rectified linear units over a seat's terms, their means over the seats, the stage of the game
/// and the number of players; a weighted sum of the units is the strength.
#[derive(Debug)]
pub(super) struct Network {
    own: [Units; TERMS],
    mean: [Units; TERMS],
    /// At the end of the game, [`MIDDLE`] rounds before it, and from [`OPENING`] rounds before it on.
    stages: [Units; 3],
    /// With 2 players, 3, …
    players: [Units; MAX_PLAYERS - 1],
    strength: Units,
}

impl Network {
    /// Reads the table: a row for each input, then the one of the strength; a column for each unit.
    fn parse(table: &str) -> Self {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let mut rows = reader.deserialize().map(|row| {
            let (part, name, units): (String, String, Vec<f32>) = row.expect("a part, a name and numbers");
            (part, name, Units::try_from(units).expect("a number for each unit"))
        });
        let mut next = |part: &str, name: &str| {
            let (found_part, found_name, units) = rows.next().expect("another row");
            assert_eq!((&*found_part, &*found_name), (part, name));
            units
        };
        let network = Self {
            own: std::array::from_fn(|term| next("own", Terms::NAMES[term])),
            mean: std::array::from_fn(|term| next("mean", Terms::NAMES[term])),
            stages: ["end", "middle", "opening"].map(|stage| next("stage", stage)),
            players: std::array::from_fn(|more| next("players", &(more + 2).to_string())),
            strength: next("strength", ""),
        };
        assert!(rows.next().is_none(), "a row too many");
        network
    }

    /// Returns the strength of each seat with `rounds` left.
    pub(super) fn strengths(&self, rounds: f32, seats: &[Values]) -> PerSeat<f32> {
        let players = seats.len();
        let mut table = self.players[players - 2];
        let early = ((rounds - MIDDLE) / (OPENING - MIDDLE)).clamp(0.0, 1.0);
        let late = (1.0 - rounds / MIDDLE).max(0.0);
        for (units, share) in self.stages.iter().zip([late, 1.0 - early - late, early]) {
            add(&mut table, units, share);
        }
        for (term, units) in self.mean.iter().enumerate() {
            let sum: f32 = seats.iter().map(|values| values[term]).sum();
            if sum != 0.0 {
                add(&mut table, units, sum / players as f32);
            }
        }
        PerSeat::from_fn(players, |seat| {
            let mut hidden = table;
            for (units, &value) in self.own.iter().zip(&seats[seat.index()]) {
                if value != 0.0 {
                    add(&mut hidden, units, value);
                }
            }
            hidden.iter().zip(&self.strength).map(|(unit, weight)| unit.max(0.0) * weight).sum()
        })
    }
}

/// Adds a share of a row.
#[inline]
fn add(units: &mut Units, row: &Units, share: f32) {
    for (unit, weight) in units.iter_mut().zip(row) {
        *unit += weight * share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::Seat;

    /// A network of which only the first units do anything.
    fn network() -> Network {
        let row = |first: f32, second: f32| {
            let mut units = [0.0; HIDDEN];
            (units[0], units[1]) = (first, second);
            units
        };
        let mut own = [row(0.0, 0.0); TERMS];
        (own[0], own[1]) = (row(1.0, 0.0), row(0.0, 1.0));
        let mut mean = [row(0.0, 0.0); TERMS];
        mean[0] = row(-1.0, 0.0);
        Network {
            own,
            mean,
            stages: [row(1.0, 0.0), row(2.0, 0.0), row(4.0, 0.0)],
            players: [row(0.0, 0.0), row(10.0, -5.0), row(0.0, 0.0), row(0.0, 0.0)],
            strength: row(3.0, 100.0),
        }
    }

    #[test]
    fn a_strength_is_what_the_layers_say() {
        let mut seats = [[0.0; TERMS]; 3];
        (seats[0][0], seats[1][0], seats[2][0]) = (6.0, 3.0, 0.0);
        seats[2][1] = 7.0;
        // The mean of the first term is 3. Half-way between end and middle: 1.5; then 10 for 3 players.
        let found = network().strengths(2.0, &seats);
        assert_eq!([0, 1, 2].map(|seat| found[Seat::new(seat)]), [3.0 * 14.5, 3.0 * 11.5, 3.0 * 8.5 + 200.0]);
        for (rounds, stage) in [(0.0, 1.0), (4.0, 2.0), (9.0, 3.0), (14.0, 4.0), (50.0, 4.0)] {
            assert_eq!(network().strengths(rounds, &seats)[Seat::new(1)], 3.0 * (10.0 + stage), "{rounds}");
        }
    }
}
