//! Games that people noted: lists of decisions with gaps, and the records that complete them.

mod lines;

use std::path::Path;

use serde_json::Value;

use crate::move_record::{Completed, MoveRecord, RecordedSeat};
use crate::replay::Replay;
use tradewinds_arena::{
    Completion, CompletionSettings, ForcedDecisions, GameLog, LogEntry, Playable, Ruleset, Stuck, find,
};
use tradewinds_game::{InputError, Seat, Seed, Variant, counted};

/// How many times less effort goes to notes with a word that no decision seems to have.
const UNLIKELY: u64 = 20;

/// A game that people noted, as a file of text or the record of a game has it.
pub struct NotedGame {
    source: String,
    game: &'static dyn Playable,
    table: Box<dyn Ruleset>,
    log: GameLog,
    /// The place of each entry in the file, and of the points at the end.
    places: Vec<String>,
    scores_place: String,
    /// The run and the number of the record that it comes from.
    run: (String, u64),
}

impl NotedGame {
    /// Reads a file of text; a path of a variant in it is beside `base`.
    ///
    /// # Errors
    /// The first line at fault.
    pub fn parse(source: &str, text: &str, base: &Path) -> Result<Self, InputError> {
        let lines = lines::read(text, base).map_err(|error| error.in_file(source))?;
        let (game, table) = (lines.game, lines.table);
        let run = (source.to_owned(), 0);
        Ok(Self {
            source: source.to_owned(),
            game,
            table,
            log: lines.log,
            places: lines.places,
            scores_place: lines.scores_place,
            run,
        })
    }

    /// Takes the decisions and the result of a record without its chance; `?` in a decision stands for any words.
    ///
    /// # Errors
    /// The record is of no game that is known, or of other rules.
    pub fn of_record(source: &str, record: &MoveRecord) -> Result<Self, InputError> {
        let game = find(&record.game).map_err(|error| error.in_file(source))?;
        let variant = record.variant.clone().unwrap_or_else(Variant::standard);
        let table = game.table(record.players, &variant).map_err(|error| error.in_file(source))?;
        let entry = |action: &tradewinds_arena::RecordedMove| LogEntry {
            seat: (action.seat < record.players).then(|| Seat::new(action.seat)),
            text: action.action.clone(),
            group: 0,
        };
        let log = GameLog {
            names: record.bots.clone(),
            variant,
            entries: record.actions.iter().map(entry).collect(),
            forced: ForcedDecisions::All,
            ends: !record.truncated,
            scores: Some(record.seats.iter().map(|seat| seat.score).collect()),
            ranks: Some(record.seats.iter().map(|seat| seat.rank).collect()),
        };
        let places = (0..log.entries.len()).map(|entry| format!("actions[{entry}]")).collect();
        let run = (record.run.clone(), record.number);
        Ok(Self {
            source: source.to_owned(),
            game,
            table,
            log,
            places,
            scores_place: "seats".to_owned(),
            run,
        })
    }

    /// Returns the number of decisions that were noted.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.log.entries.len()
    }

    /// Finds a game that agrees with the notes and plays it again by the rules, as [`Replay::verify`] does.
    ///
    /// # Errors
    /// No game was found that agrees; the message names the first decision that none of those tried agrees with.
    ///
    /// # Determinism
    /// Equal notes and settings give equal records, unless `halted` ends the search.
    pub fn complete(
        &self,
        settings: &CompletionSettings,
        halted: &dyn Fn() -> bool,
    ) -> Result<MoveRecord, InputError> {
        // A word that no decision of some games has is rarely right, so that little effort goes to what follows it.
        let unknown = self.table.unknown_word(&self.log);
        let tries = if unknown.is_some() { settings.tries / UNLIKELY } else { settings.tries };
        let found = self.table.complete(&self.log, &CompletionSettings { tries, ..*settings }, halted);
        let refused = |stuck: Box<Stuck>| match &unknown {
            Some((entry, word, known)) if *entry == stuck.entry || stuck.is_cut && *entry > stuck.entry => {
                InputError::unknown_name(
                    self.source.as_str(),
                    self.places[*entry].as_str(),
                    word,
                    known.iter().map(String::as_str),
                )
            }
            _ => self.refusal(&stuck),
        };
        self.record(found.map_err(refused)?, settings.seed)
    }

    /// Writes the record of a game that agrees.
    fn record(&self, completion: Completion, seed: Seed) -> Result<MoveRecord, InputError> {
        let Completion { initial, throws, actions, .. } = completion;
        let mut game = self.table.resume(&initial, &self.log.variant, seed, seed)?;
        game.show_dice(&throws, seed);
        for step in &actions {
            let played = game.play(&step.action);
            played.map_err(|error| InputError::refused(self.source.as_str(), "", error.to_string()))?;
        }
        let over = game.to_act().is_none();
        let (info, scores) = (self.game.info(), game.scores());
        let standing = |seat: Seat| RecordedSeat::of(&scores, seat);
        let mut record = MoveRecord {
            record: MoveRecord::FORM,
            tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
            game: info.name.to_owned(),
            rules_version: info.rules_version,
            players: self.log.names.len(),
            variant: (self.log.variant != Variant::standard()).then(|| self.log.variant.clone()),
            run: self.run.0.clone(),
            number: self.run.1,
            deal_seed: seed.0,
            chance_seed: seed.0,
            bots: self.log.names.clone(),
            initial,
            completed: Some(Completed { throws }),
            actions,
            truncated: !over,
            end_reason: if over { game.end_reason() } else { "truncated".to_owned() },
            seats: Seat::all(self.log.names.len()).map(standing).collect(),
            result: if over { game.result().unwrap_or_default() } else { Value::Null },
            branches: Vec::new(),
            crc: None,
        };
        record.seal();
        let verified = Replay::new(self.game, &record).and_then(|mut replay| {
            let verified = replay.verify();
            verified.map_err(|error| InputError::refused(self.source.as_str(), "", error.to_string()))
        });
        verified.map(|()| record)
    }

    /// Says at which decision no game agrees.
    fn refusal(&self, stuck: &Stuck) -> InputError {
        let error = self.refusal_of_all(stuck);
        if !stuck.is_cut {
            return error;
        }
        let entry = self.log.entries.get(stuck.entry);
        let is_legal = entry.is_some_and(|entry| stuck.legal.contains(&entry.text));
        let before = match error.allowed() {
            other if !is_legal && !other.is_empty() => format!("{other}; or "),
            _ => String::new(),
        };
        error.with_allowed(format!("{before}more effort or time, which ran out before all was tried"))
    }

    /// Says at which decision no game agrees, as if all had been tried.
    fn refusal_of_all(&self, stuck: &Stuck) -> InputError {
        let legal = || match stuck.seat {
            None => "no decision: the game is over".to_owned(),
            Some(seat) => {
                format!("a decision of {}: {}", self.log.names[seat.index()], stuck.legal.join(", "))
            }
        };
        let tried = match stuck.is_certain {
            true => "in no deal".to_owned(),
            false => format!("in none of {} that were tried", counted(stuck.tries, "game")),
        };
        match self.log.entries.get(stuck.entry) {
            Some(entry) => {
                let name = entry.seat.map_or("?", |seat| &self.log.names[seat.index()]);
                let found = format!("\"{name}: {}\", which is possible {tried}", entry.text);
                InputError::new(self.source.as_str(), self.places[stuck.entry].as_str(), found, legal())
            }
            None if stuck.seat.is_some() && self.log.ends => {
                let found = format!("the end of the notes, where the game is over {tried}");
                let place = self.places.last().map_or("", String::as_str);
                InputError::new(
                    self.source.as_str(),
                    place,
                    found,
                    format!("{}, or … for what is unknown", legal()),
                )
            }
            None => {
                let list =
                    |points: &[i32]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let scores = self.log.scores.as_deref().unwrap_or_default();
                let after = if self.log.ends { "" } else { " after the last decision" };
                let found = format!(
                    "{}, which are the points{after} {tried} that agree with all decisions",
                    list(scores)
                );
                let allowed = match stuck.points == scores {
                    false => format!("for example {}", list(&stuck.points)),
                    true if stuck.is_cut => String::new(),
                    true => "the points and ranks of a game that agrees with all decisions".to_owned(),
                };
                InputError::new(self.source.as_str(), self.scores_place.as_str(), found, allowed)
            }
        }
    }
}
