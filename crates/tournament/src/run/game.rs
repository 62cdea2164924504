//! Playing the games of a plan by their numbers.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::move_record::MoveRecord;
use crate::plan::manifest::Recording;
use crate::plan::tournament::Tournament;
use crate::run::checksum::run_key;
use crate::run::journal::JournalForm;
use crate::run::record::record_of;
use tradewinds_arena::{GameRecord, Match, ScheduledGame};
use tradewinds_bots::Preset;
use tradewinds_game::PerSeat;

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
        let mut scheduled = self.schedule().game(number);
        let bots = self.seated(&scheduled);
        match self.begin(&mut scheduled) {
            None => self.table().play(&scheduled, &bots, halted),
            Some((game, opening)) => game.play_scheduled(opening, &scheduled, &bots, halted),
        }
    }

    /// Plays the game with this number and records all its actions; `None` if `halted` before it ended.
    ///
    /// # Panics
    /// If the schedule has no such game.
    pub fn play_recorded(&self, number: u64, halted: &dyn Fn() -> bool) -> Option<(GameRecord, MoveRecord)> {
        let mut scheduled = self.schedule().game(number);
        let with_positions = self.manifest().record == Recording::Positions;
        let bots = self.seated(&scheduled);
        let (record, moves) = match self.begin(&mut scheduled) {
            None => self.table().play_noted(&scheduled, &bots, with_positions, halted),
            Some((game, opening)) => {
                game.play_scheduled_noted(opening, &scheduled, &bots, with_positions, halted)
            }
        }?;
        let moves = record_of(self, &scheduled, &record, moves);
        Some((record, moves))
    }

    /// Returns the starting place of each seat of the game with this number.
    ///
    /// # Panics
    /// If the schedule has no such game.
    #[must_use]
    pub fn start_places(&self, number: u64) -> PerSeat<usize> {
        let mut scheduled = self.schedule().game(number);
        match self.begin(&mut scheduled) {
            None => self.table().start_places(scheduled.deal_seed),
            Some((game, _)) => game.start_places(),
        }
    }

    /// Returns the number of decisions of the opening that the game with this number begins with; 0 without one.
    ///
    /// # Panics
    /// If the schedule has no such game.
    #[must_use]
    pub fn opening_decisions(&self, number: u64) -> usize {
        let position = self.schedule().game(number).position;
        let decisions = self.positions().zip(position).and_then(|(all, number)| all.decisions(number));
        decisions.map_or(0, <[String]>::len)
    }

    /// Returns the game that a scheduled one begins from, if that is a given position, with the decisions that come
    /// first.
    fn begin(&self, scheduled: &mut ScheduledGame) -> Option<(Box<dyn Match>, &[String])> {
        self.positions()?.begin(scheduled, self.table(), self.variant())
    }

    /// Lists the bots of a game, in seat order.
    fn seated(&self, scheduled: &ScheduledGame) -> Vec<&Preset> {
        scheduled.bots.iter().map(|&bot| &self.bots()[bot]).collect()
    }
}
