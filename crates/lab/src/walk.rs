//! Visiting each decision of the studied kinds in the records of the games.

use std::path::Path;

use tradewinds_arena::{Choice, Match, Playable};
use tradewinds_game::Seat;
use tradewinds_tournament::{MoveRecord, Replay, RunError};

/// A studied decision of a recorded game, in which more than one choice was open.
pub(crate) struct Decision<'a> {
    /// The game at the decision.
    pub(crate) game: &'a dyn Match,
    /// Its number in the record.
    pub(crate) number: usize,
    pub(crate) seat: Seat,
    /// Its kind, by its place in the list of studied ones.
    pub(crate) kind: usize,
    /// The choices open at it, in the order of the legal list.
    pub(crate) open: Vec<Choice>,
    /// The action that was played, an index into the legal list.
    pub(crate) action: usize,
    /// The choice that was made, an index into `open`.
    pub(crate) made: usize,
}

/// Passes each decision of these kinds to `visit`, or only decision number `at`. Those with a single choice
/// are skipped.
///
/// # Errors
/// The record does not replay.
pub(crate) fn walk(
    game: &dyn Playable,
    record: &MoveRecord,
    path: &Path,
    kinds: &[usize],
    at: Option<usize>,
    mut visit: impl FnMut(&Decision<'_>),
) -> Result<(), RunError> {
    let refuse = |reason: String| RunError::Refused {
        path: path.to_owned(),
        reason: format!("does not replay: {reason}"),
    };
    let mut replay = Replay::new(game, record).map_err(|error| refuse(error.to_string()))?;
    for (number, recorded) in record.actions.iter().enumerate() {
        if at.is_some_and(|at| at != number) {
            continue;
        }
        replay.play_to(number).map_err(|error| refuse(error.to_string()))?;
        let game = replay.game();
        let Some(seat) = game.to_act() else { continue };
        let kind = game.decision_kind();
        let Some(kind) = kinds.iter().position(|&other| other == kind) else { continue };
        if game.options() < 2 {
            continue;
        }
        let open = game.choices();
        let action = game.index_of(&recorded.action).map_err(|error| refuse(error.to_string()))?;
        let name = game.choice(action);
        let made = open.iter().position(|open| open.name == name);
        if let (Some(made), true) = (made, open.len() > 1) {
            visit(&Decision { game, number, seat, kind, open, action, made });
        }
    }
    Ok(())
}
