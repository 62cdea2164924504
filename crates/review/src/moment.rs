//! The decisions of a record.

use tradewinds_arena::{Match, find};
use tradewinds_game::{Origin, quoted};
use tradewinds_sitting::distinct_names;
use tradewinds_tournament::{MoveRecord, Replay, ReplayError};

/// A decision of the record as it was played.
pub(crate) struct Played {
    /// Its number in the record.
    pub(crate) decision: usize,
    pub(crate) action: String,
    pub(crate) before: Box<dyn Match>,
    pub(crate) after: Box<dyn Match>,
}

/// A decision with more than one legal action, and the forced ones after it.
pub(crate) struct Moment {
    /// Its number in the record.
    pub(crate) decision: usize,
    /// The choice made, an index into the legal list.
    pub(crate) made: usize,
    /// Whether it is a mark of the game: one of the decisions that cut the game into stretches.
    pub(crate) is_mark: bool,
    /// The decision, then the forced ones before the next decision with a choice.
    pub(crate) played: Vec<Played>,
}

impl Moment {
    /// Returns the game as it stood before the decision.
    pub(crate) fn game(&self) -> &dyn Match {
        &*self.played[0].before
    }
}

/// The maximum number of stretches that a game is cut into.
const STRETCHES: usize = 16;

/// Plays a record and lists its decisions with more than one legal action. Forced ones before the first belong to the
/// deal.
///
/// # Errors
/// The record does not play, or its end is not as recorded.
pub(crate) fn moments(record: &MoveRecord) -> Result<Vec<Moment>, ReplayError> {
    let game = find(&record.game).map_err(|error| error.with_origin(Origin::Record))?;
    let mut replay = Replay::new(game, record)?;
    let mut moments: Vec<Moment> = Vec::new();
    for (decision, step) in record.actions.iter().enumerate() {
        let before = replay.game().copied();
        // A decision that is not legal is refused here.
        replay.play_to(decision + 1)?;
        if before.options() > 1 {
            let made = before.index_of(&step.action).expect("the action was played");
            moments.push(Moment { decision, made, is_mark: false, played: Vec::new() });
        }
        if let Some(moment) = moments.last_mut() {
            let after = replay.game().copied();
            moment.played.push(Played { decision, action: step.action.clone(), before, after });
        }
    }
    replay.verify()?;
    let stretches = moments.len().min(STRETCHES);
    for stretch in 0..stretches {
        let place = stretch * moments.len() / stretches;
        moments[place].is_mark = true;
    }
    Ok(moments)
}

/// Returns the names of the seats; where two are the same, with the seat's number from 1.
pub(crate) fn names(record: &MoveRecord) -> Vec<String> {
    let quoted: Vec<String> = record.bots.iter().map(|name| quoted(name)).collect();
    distinct_names(&quoted)
}
