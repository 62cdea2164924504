//! Playing the games of a plan by their numbers.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::plan::manifest::Recording;
use crate::plan::tournament::Tournament;
use crate::run::checksum::run_key;
use crate::run::journal::JournalForm;
use crate::run::record::MoveRecord;
use tradewinds_arena::{GameRecord, ScheduledGame};
use tradewinds_bots::Preset;

impl Tournament {
    /// Returns the form that the games of the run's journal have to fit; the journals of its parts have the
    /// same form.
    #[must_use]
    pub fn journal_form(&self) -> JournalForm {
        JournalForm {
            run: run_key(self.identity()),
            games: self.schedule().games(),
            players: self.table().players(),
            schema: self.info().schema,
            keeps: self.manifest().journal,
        }
    }

    /// Plays the game with this number; `None` if `stop` was set before it ended.
    ///
    /// # Panics
    /// If the schedule has no such game.
    pub fn play(&self, number: u64, stop: &AtomicBool) -> Option<GameRecord> {
        self.play_until(number, &|| stop.load(Ordering::Relaxed))
    }

    /// Plays a game; `None` if `halted` before it ended.
    pub(crate) fn play_until(&self, number: u64, halted: &dyn Fn() -> bool) -> Option<GameRecord> {
        let scheduled = self.schedule().game(number);
        self.table().play(&scheduled, &self.seated(&scheduled), halted)
    }

    /// Plays the game with this number and records all its actions; `None` if `halted` before it ended.
    ///
    /// # Panics
    /// If the schedule has no such game.
    pub fn play_recorded(&self, number: u64, halted: &dyn Fn() -> bool) -> Option<(GameRecord, MoveRecord)> {
        let scheduled = self.schedule().game(number);
        let with_positions = self.manifest().record == Recording::Positions;
        let bots = self.seated(&scheduled);
        let (record, moves) = self.table().play_noted(&scheduled, &bots, with_positions, halted)?;
        let moves = MoveRecord::new(self, &scheduled, &record, moves);
        Some((record, moves))
    }

    /// Lists the bots of a game, in seat order.
    fn seated(&self, scheduled: &ScheduledGame) -> Vec<&Preset> {
        scheduled.bots.iter().map(|&bot| &self.bots()[bot]).collect()
    }
}
