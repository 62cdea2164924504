//! One game with bots that are seated for it: they are made of their presets, or have waited since their last game.

use tradewinds_bots::Preset;
use tradewinds_game::{CompleteGame, Step};

use super::moves::Moves;
use super::play::{Start, play_watched};
use super::record::GameRecord;
use super::scheduled::ScheduledGame;
use super::seam::Rules;

/// Plays a game from its start with the bots of these presets, in seat order; `None` if `halted` before it ended.
///
/// # Panics
/// If a preset does not pass [`Ruleset::check_bot`](super::Ruleset::check_bot).
pub(crate) fn play_seated<G: CompleteGame>(
    rules: &Rules<G>,
    start: Start<'_, G>,
    scheduled: &ScheduledGame,
    bots: &[&Preset],
    halted: &dyn Fn() -> bool,
) -> Option<GameRecord> {
    let game = &*rules.0;
    let play = |bots: &mut Vec<_>| play_watched(game, start, scheduled, bots, halted, None);
    rules.1.seated(game, scheduled, bots, play).expect("the bots were checked")
}

/// Plays a game as [`play_seated`] does, and records its moves; also the position after each random event if
/// `with_positions`.
///
/// # Panics
/// If a preset does not pass [`Ruleset::check_bot`](super::Ruleset::check_bot).
pub(crate) fn play_seated_noted<G: CompleteGame>(
    rules: &Rules<G>,
    start: Start<'_, G>,
    scheduled: &ScheduledGame,
    bots: &[&Preset],
    with_positions: bool,
    halted: &dyn Fn() -> bool,
) -> Option<(GameRecord, Moves)> {
    let game = &*rules.0;
    let mut moves = Moves::default();
    let mut note =
        |step: &Step<'_, G>, chance, beside| moves.note(game, step, with_positions && chance, beside);
    let play = |bots: &mut Vec<_>| play_watched(game, start, scheduled, bots, halted, Some(&mut note));
    let record = rules.1.seated(game, scheduled, bots, play).expect("the bots were checked")?;
    Some((record, moves))
}
