//! Playing a record again, move by move.

use serde_json::Value;

use crate::move_record::{MoveRecord, RecordedSeat};
use tradewinds_arena::{Match, Playable};
use tradewinds_game::{InputError, Origin, Purpose, Seat, Seed, Variant, from_one, quoted};

/// A difference between a record and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The beginning of the record is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A decision is not as recorded.
    #[error("decision {decision} differs: {reason}")]
    Differs {
        /// The decision, from 0; the number of decisions if the end differs.
        decision: usize,
        /// The difference, in words.
        reason: String,
    },
}

/// A record under replay: a game that stands before one of the recorded decisions.
pub struct Replay<'a> {
    record: &'a MoveRecord,
    game: Box<dyn Match>,
    played: usize,
}

impl<'a> Replay<'a> {
    /// Starts at the initial position of a record of this game.
    ///
    /// # Errors
    /// The record is of another game or of other rules, or its variant or its position is refused.
    pub fn new(game: &dyn Playable, record: &'a MoveRecord) -> Result<Self, InputError> {
        let info = game.info();
        let refuse = |field: &str, found: String, allowed: String| {
            Err(InputError::conflict(Origin::Record, field, found, allowed))
        };
        if record.game != info.name {
            return refuse("game", format!("{:?}", record.game), format!("{:?}", info.name));
        }
        if record.rules_version != info.rules_version {
            return refuse("rules_version", record.rules_version.to_string(), info.rules_version.to_string());
        }
        if let Some(variant) = &record.variant {
            variant.check_name().map_err(|error| error.with_field("variant.name"))?;
        }
        let standard = Variant::standard();
        let variant = record.variant.as_ref().unwrap_or(&standard);
        // A record's position is whole; hidden parts are drawn here only for a record that was made by hand.
        let completion = Seed(record.deal_seed).derive(Purpose::Completion, 0);
        let loaded = game.load(&record.initial, variant, completion, Seed(record.chance_seed));
        let mut game = loaded.map_err(|error| error.inside("initial").with_origin(Origin::Record))?;
        if let Some(completed) = &record.completed {
            game.show_dice(&completed.throws, Seed(record.chance_seed));
        }
        let players = game.table().players();
        if players != record.players {
            return refuse("players", record.players.to_string(), format!("{players}, as in initial"));
        }
        Ok(Self { record, game, played: 0 })
    }

    /// Returns the game in its current position.
    #[must_use]
    pub fn game(&self) -> &dyn Match {
        &*self.game
    }

    /// Returns the game in its current position.
    #[must_use]
    pub fn into_game(self) -> Box<dyn Match> {
        self.game
    }

    /// Returns the number of decisions played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.played
    }

    /// Returns the number of decisions in the record.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.record.actions.len()
    }

    /// Continues until this many decisions have been played.
    ///
    /// # Errors
    /// A decision is not as recorded.
    ///
    /// # Panics
    /// If the record has fewer decisions.
    pub fn play_to(&mut self, decisions: usize) -> Result<(), ReplayError> {
        while self.played < decisions {
            self.step()?;
        }
        Ok(())
    }

    /// Plays all decisions and compares the end.
    ///
    /// # Errors
    /// A decision, the end or the result is not as recorded.
    pub fn verify(&mut self) -> Result<(), ReplayError> {
        self.play_to(self.decisions())?;
        let record = self.record;
        let to_act = self.game.to_act();
        match (to_act, record.truncated) {
            (Some(seat), false) => {
                return self.differs(format!("the record ends, but seat {} is to move", seat.number()));
            }
            (None, true) => {
                return self.differs("the game is over, but was recorded as truncated".to_owned());
            }
            _ => {}
        }
        let scores = self.game.scores();
        let seat = |seat: Seat| RecordedSeat::of(&scores, seat);
        let seats: Vec<RecordedSeat> = Seat::all(record.players).map(seat).collect();
        if seats != record.seats {
            let recorded = quoted(&format!("{:?}", record.seats));
            return self.differs(format!("the end is {seats:?}, not {recorded} as recorded"));
        }
        let over = to_act.is_none();
        let result = if over { self.game.result().unwrap_or_default() } else { Value::Null };
        if result != record.result {
            let recorded = quoted(&record.result.to_string());
            return self.differs(format!("the result is {result}, not {recorded} as recorded"));
        }
        let end_reason = if over { self.game.end_reason() } else { "truncated".to_owned() };
        if end_reason != record.end_reason {
            let recorded = quoted(&format!("{:?}", record.end_reason));
            return self.differs(format!("the game ends by {end_reason:?}, not {recorded}"));
        }
        Ok(())
    }

    /// Plays the next decision.
    fn step(&mut self) -> Result<(), ReplayError> {
        let recorded = &self.record.actions[self.played];
        let Some(seat) = self.game.to_act() else {
            return self.differs("the game is over".to_owned());
        };
        if seat.index() != recorded.seat {
            return self.differs(format!(
                "seat {} is to move, not seat {} as recorded",
                seat.number(),
                from_one(recorded.seat)
            ));
        }
        if let Err(error) = self.game.play(&recorded.action) {
            return self.differs(format!("seat {}: {error}", seat.number()));
        }
        if let Some(position) = &recorded.position
            && *position != self.game.position()
        {
            return self.differs("the position after it is another one".to_owned());
        }
        self.played += 1;
        Ok(())
    }

    fn differs<T>(&self, reason: String) -> Result<T, ReplayError> {
        Err(ReplayError::Differs { decision: self.played, reason })
    }
}
