//! Through the records of the games: each decision of the studied kinds.

use std::fs;
use std::path::{Path, PathBuf};

use super::moment::{Open, choices};
use tradewinds_game::{Actions, CompleteGame, Seat};
use tradewinds_tournament::{MoveRecord, Replay, RunError};

/// A studied decision of a recorded game, in which more than one choice was open.
pub(super) struct Decision<'a, G: CompleteGame> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
    /// Its number in the record.
    pub(super) number: usize,
    pub(super) seat: Seat,
    /// Its kind, by its place in the list of studied ones.
    pub(super) kind: usize,
    /// The choices open at it, in the order of the legal list.
    pub(super) open: Vec<Open<G::Action>>,
    /// The action that was played.
    pub(super) action: G::Action,
    /// The choice that was made, an index into `open`.
    pub(super) made: usize,
}

/// Returns the path of the record of a game in the folder of its run.
pub(super) fn record_path(folder: &Path, game: u64) -> PathBuf {
    folder.join("records").join(format!("game-{game}.json"))
}

/// Reads the record of a game.
///
/// # Errors
/// It is not there, or damaged.
pub(super) fn read_record(folder: &Path, game: u64) -> Result<MoveRecord, RunError> {
    let path = record_path(folder, game);
    let text = fs::read_to_string(&path).map_err(|source| RunError::Io { path: path.clone(), source })?;
    Ok(MoveRecord::parse(&path.display().to_string(), &text)?)
}

/// Shows each decision of these kinds to `visit`, or only the one of the number `at`. Those with a single choice are
/// passed by.
///
/// # Errors
/// The record does not replay.
pub(super) fn walk<G: CompleteGame>(
    record: &MoveRecord,
    path: &Path,
    kinds: &[usize],
    at: Option<usize>,
    mut visit: impl FnMut(&Decision<'_, G>),
) -> Result<(), RunError> {
    let refuse = |reason: String| RunError::Refused {
        path: path.to_owned(),
        reason: format!("does not replay: {reason}"),
    };
    let mut replay = Replay::<G>::new(record).map_err(|error| refuse(error.to_string()))?;
    let mut actions = Actions::new();
    for (number, recorded) in record.actions.iter().enumerate() {
        if at.is_some_and(|at| at != number) {
            continue;
        }
        replay.play_to(number).map_err(|error| refuse(error.to_string()))?;
        let (game, state) = (replay.game(), replay.state());
        let kind = game.decision_kind(state);
        let (Some(kind), Some(seat)) = (kinds.iter().position(|&other| other == kind), game.to_act(state))
        else {
            continue;
        };
        game.legal(state, &mut actions);
        if actions.len() < 2 {
            continue;
        }
        let open = choices(game, state, &actions);
        let action = game.parse_action(state, &recorded.action).map_err(|error| refuse(error.to_string()))?;
        let name = game.choice(state, action);
        let made = open.iter().position(|open| open.name == name);
        if let (Some(made), true) = (made, open.len() > 1) {
            visit(&Decision { game, state, number, seat, kind, open, action, made });
        }
    }
    Ok(())
}
