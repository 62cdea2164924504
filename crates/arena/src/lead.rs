//! The lead at the ends of a game's rounds.
//!
//! Leads are noted at the ends of rounds only; a truncated game has none.

use serde::{Deserialize, Serialize};

use tradewinds_game::{CompleteGame, Scores, Seat};

/// How the lead changed in a game, measured at the end of each round.
///
/// A seat leads if it alone has rank 1 by [`scores`](tradewinds_game::Game::scores); if several share it, no
/// seat leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// How often a seat took the lead that was not the last one to have led.
    pub changes: u32,
    /// The first round, from 1, such that the winner led at its end and at the end of every later round; the
    /// last round if there is no earlier one, or if several seats share the win.
    pub decided_round: u32,
}

impl Lead {
    /// Returns whether the game was decided early: within the first two thirds of its rounds, rounded down.
    #[must_use]
    pub fn is_early(&self, rounds: u32) -> bool {
        3 * u64::from(self.decided_round) <= 2 * u64::from(rounds)
    }
}

/// Tracks the leaders of one game.
#[derive(Clone, Debug)]
pub(super) struct Leaders {
    /// The round under way.
    round: u32,
    /// The seat that led last.
    last: Option<Seat>,
    changes: u32,
    /// The seat that now leads, and the round since which it has led at the end of every round.
    held: Option<(Seat, u32)>,
}

impl Leaders {
    /// Starts at the first position of a game.
    pub(super) fn new<G: CompleteGame>(game: &G, state: &G::State) -> Self {
        Self { round: game.round(state), last: None, changes: 0, held: None }
    }

    /// Examines the position after a decision; scores are computed only if a round has ended.
    pub(super) fn step<G: CompleteGame>(&mut self, game: &G, state: &G::State) {
        let round = game.round(state);
        if round != self.round {
            self.end_of_round(leader(&game.scores(state)));
            self.round = round;
        }
    }

    /// Finishes with the game's last round.
    pub(super) fn finish(mut self, scores: &Scores) -> Lead {
        self.end_of_round(leader(scores));
        let decided_round = self.held.map_or(self.round, |(_, since)| since);
        Lead { changes: self.changes, decided_round }
    }

    fn end_of_round(&mut self, leader: Option<Seat>) {
        self.held = match (leader, self.held) {
            (Some(seat), Some((holder, since))) if seat == holder => Some((seat, since)),
            (leader, _) => leader.map(|seat| (seat, self.round)),
        };
        if let Some(seat) = leader {
            self.changes += u32::from(self.last.is_some_and(|last| last != seat));
            self.last = leader;
        }
    }
}

/// Returns the only seat of rank 1, if there is one.
fn leader(scores: &Scores) -> Option<Seat> {
    let mut first = Seat::all(scores.rank.len()).filter(|&seat| scores.rank[seat] == 1);
    first.next().filter(|_| first.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays rounds with these leaders; the last is the leader at the end of the game.
    fn lead(leaders: &[Option<usize>]) -> Lead {
        let mut notes = Leaders { round: 1, last: None, changes: 0, held: None };
        for (index, leader) in leaders.iter().enumerate() {
            notes.round = index as u32 + 1;
            notes.end_of_round(leader.map(Seat::new));
        }
        let decided_round = notes.held.map_or(notes.round, |(_, since)| since);
        Lead { changes: notes.changes, decided_round }
    }

    #[test]
    fn the_last_lead_decides() {
        let (a, b, nobody) = (Some(0), Some(1), None);
        for (leaders, changes, decided_round) in [
            (&[a, a, a][..], 0, 1),
            (&[a, b, b, b], 1, 2),
            (&[a, nobody, a, a], 0, 3),
            (&[a, nobody, b, a], 2, 4),
            (&[nobody, a, nobody], 0, 3),
        ] {
            assert_eq!(lead(leaders), Lead { changes, decided_round }, "{leaders:?}");
        }
    }

    #[test]
    fn early_is_within_two_thirds() {
        let decided = |decided_round, rounds| Lead { changes: 0, decided_round }.is_early(rounds);
        assert!(decided(2, 3) && decided(10, 16) && !decided(11, 16) && !decided(1, 1));
    }
}
