//! The names of games and of their rounds, for people.

use tradewinds_arena::find;

/// Returns a game's name as people write it.
#[must_use]
pub fn title(game: &str) -> &'static str {
    find(game).map_or("The game", |game| game.info().title)
}

/// Returns what a game calls a round.
#[must_use]
pub fn round(game: &str) -> &'static str {
    find(game).map_or("Round", |game| game.info().round)
}
