//! Along the course of a run through its journal.

use crate::plan::course::{Course, Round};
use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Journal;
use crate::tables::unit::UnitResult;
use tradewinds_arena::GameRecord;
use tradewinds_arena::ScheduledGame;

/// The games of a unit with what the schedule says about them.
pub(crate) type UnitGames = [(ScheduledGame, GameRecord)];

/// How far the course of a run is, by the whole units of its journal.
pub(crate) struct Walk<'a> {
    tournament: &'a Tournament,
    folder: &'a RunFolder,
    course: Course,
    /// Units of the round before this one were passed.
    next: u64,
    is_over: bool,
}

impl<'a> Walk<'a> {
    /// Stands at the beginning.
    pub(crate) fn new(tournament: &'a Tournament, folder: &'a RunFolder, shard: Option<Shard>) -> Self {
        let (manifest, schedule) = (tournament.manifest(), tournament.schedule());
        let course = Course::new(manifest, schedule, tournament.bots().len(), shard);
        Self { tournament, folder, course, next: 0, is_over: false }
    }

    /// Returns the round under way.
    pub(crate) fn round(&self) -> &Round {
        self.course.round()
    }

    /// Tells whether all that the course asks for was passed.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Tells whether the course depends on results.
    pub(crate) fn watches(&self) -> bool {
        self.course.watches()
    }

    /// Says what the rule by which the run stops found.
    pub(crate) fn findings(&self) -> String {
        let names: Vec<&str> = self.tournament.bots().iter().map(|bot| bot.name.as_str()).collect();
        self.course.findings(&names)
    }

    /// Goes on as far as the journal allows and shows each unit to `each`, one at a time. Where the course
    /// depends on results it waits for a unit that is not whole; otherwise it passes it by.
    ///
    /// # Errors
    /// The journal cannot be read, or what `each` says.
    pub(crate) fn advance(
        &mut self,
        journal: &mut Journal,
        mut each: impl FnMut(&UnitGames, &UnitResult) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let schedule = self.tournament.schedule();
        let mut passed_by = false;
        while !self.is_over {
            let Some(unit) = self.course.round().units(self.next).next() else {
                let more = self.course.next_round(schedule);
                (self.next, self.is_over) = (0, !more && !passed_by);
                if more {
                    continue;
                }
                return Ok(());
            };
            if !schedule.games_of(unit).all(|game| journal.has(game)) {
                if self.course.watches() {
                    return Ok(());
                }
                (self.next, passed_by) = (unit + 1, true);
                continue;
            }
            let mut games = Vec::new();
            for game in schedule.games_of(unit) {
                let record = journal.read(game).map_err(self.folder.blame_journal())?;
                games.push((schedule.game(game), record));
            }
            let result = UnitResult::new(schedule, unit, &games);
            self.course.observe(unit, &result);
            each(&games, &result)?;
            self.next = unit + 1;
            self.is_over = self.course.is_over();
        }
        Ok(())
    }
}
