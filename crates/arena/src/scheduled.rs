//! A game to be played.

use tradewinds_game::{PerSeat, Purpose, Seat, Seed};

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub game: u64,
    /// Its block, from 0.
    pub block: u64,
    /// Its seating within the block, from 0.
    pub seating: usize,
    /// The seed of the deal, or of what a given position leaves open, the same in the whole block, and in both blocks of a duel's pair.
    pub deal_seed: Seed,
    /// The given position that it begins from, by its number, from 0; `None`: a deal of the game.
    pub position: Option<usize>,
    /// The seed of the random events after the deal, the same in all games with the same deal.
    pub chance_seed: Seed,
    /// The bot at each seat, by its number.
    pub bots: PerSeat<usize>,
    /// The seed from which the seeds of its bots are derived.
    pub bots_seed: Seed,
}

impl ScheduledGame {
    /// Returns the seed of the bot at a seat, a different one in every game.
    #[must_use]
    pub fn bot_seed(&self, seat: Seat) -> Seed {
        self.bots_seed.derive(Purpose::Bot, seat.index() as u64)
    }
}
