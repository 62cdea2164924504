//! The decisions of a record.

use tradewinds_arena::{Match, find};
use tradewinds_game::{Origin, quoted};
use tradewinds_tournament::{MoveRecord, Replay, ReplayError};

/// A decision with more than one legal action, and the game as it stood.
pub(crate) struct Moment {
    /// Its number in the record.
    pub(crate) decision: usize,
    /// The choice made, an index into the legal list.
    pub(crate) made: usize,
    pub(crate) game: Box<dyn Match>,
}

/// Plays a record and lists its decisions.
///
/// # Errors
/// The record does not play, or its end is not as recorded.
pub(crate) fn moments(record: &MoveRecord) -> Result<Vec<Moment>, ReplayError> {
    let game = find(&record.game).map_err(|error| error.with_origin(Origin::Record))?;
    let mut replay = Replay::new(game, record)?;
    let mut moments = Vec::new();
    for (decision, step) in record.actions.iter().enumerate() {
        let before = replay.game().copied();
        // A decision that is not legal is refused here.
        replay.play_to(decision + 1)?;
        if before.options() > 1 {
            let made = before.index_of(&step.action).expect("the action was played");
            moments.push(Moment { decision, made, game: before });
        }
    }
    replay.verify()?;
    Ok(moments)
}

/// Returns the names of the seats; where two are the same, with the seat's number from 1.
pub(crate) fn names(record: &MoveRecord) -> Vec<String> {
    let name = |(index, name): (usize, &String)| {
        let same = record.bots.iter().filter(|other| *other == name).count();
        let name = quoted(name);
        if same > 1 { format!("{name} {}", index + 1) } else { name }
    };
    record.bots.iter().enumerate().map(name).collect()
}
