//! The position of a run in its journal, unit by unit.

use crate::plan::shard::Shard;
use crate::plan::stopping::{StoppingRule, TestState, TestView, Wave};
use crate::plan::tournament::Tournament;
use crate::run::again::read_games;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::{Journal, Parts};
use crate::unit::{UnitGames, UnitResult};

/// About how many games are read at once.
const READ_AT_ONCE: u64 = 256;

/// The progress of a run, by the whole units of its journal.
pub(crate) struct JournalCursor<'a> {
    tournament: &'a Tournament,
    folder: &'a RunFolder,
    stopping: StoppingRule,
    /// The next unit; units of the wave before it were passed.
    next: u64,
    is_over: bool,
}

impl<'a> JournalCursor<'a> {
    /// Starts at the beginning.
    pub(crate) fn new(tournament: &'a Tournament, folder: &'a RunFolder, shard: Option<Shard>) -> Self {
        let (manifest, schedule) = (tournament.manifest(), tournament.schedule());
        let stopping = StoppingRule::new(manifest, schedule, tournament.bots().len(), shard);
        Self { tournament, folder, stopping, next: 0, is_over: false }
    }

    /// Returns the wave under way.
    pub(crate) fn wave(&self) -> &Wave {
        self.stopping.wave()
    }

    /// Returns whether every unit that the stopping rule asks for was passed.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns whether the stopping rule depends on results.
    pub(crate) fn is_sequential(&self) -> bool {
        self.stopping.is_sequential()
    }

    /// Returns where the sequential test stands, if there is one.
    pub(crate) fn test_state(&self) -> Option<TestState> {
        self.stopping.test_state()
    }

    /// Describes the findings of the stopping rule.
    pub(crate) fn summary(&self) -> String {
        self.stopping.summary(&self.names())
    }

    /// Returns what a page shows of a sequential test, if the run is one.
    pub(crate) fn test(&self) -> Option<TestView> {
        self.stopping.test(&self.names())
    }

    fn names(&self) -> Vec<&str> {
        self.tournament.bots().iter().map(|bot| bot.name.as_str()).collect()
    }

    /// Advances as far as the journal allows and passes these parts of each unit's games to `each`, one unit at
    /// a time. At a unit that is
    /// not whole it stops if the rule depends on results, and otherwise skips that unit.
    ///
    /// # Errors
    /// The journal cannot be read, or `each` fails.
    pub(crate) fn advance(
        &mut self,
        journal: &mut Journal,
        parts: Parts,
        mut each: impl FnMut(&UnitGames, &UnitResult) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let schedule = self.tournament.schedule();
        let mut passed_by = false;
        while !self.is_over {
            let Some(unit) = self.stopping.wave().units(self.next).next() else {
                let more = self.stopping.next_wave(schedule);
                (self.next, self.is_over) = (0, !more && !passed_by);
                if more {
                    continue;
                }
                return Ok(());
            };
            let is_whole = |journal: &Journal, unit| schedule.games_of(unit).all(|game| journal.has(game));
            if !is_whole(journal, unit) {
                if self.stopping.is_sequential() {
                    return Ok(());
                }
                (self.next, passed_by) = (unit + 1, true);
                continue;
            }
            // Many at once, since some may have to be played again.
            let some =
                READ_AT_ONCE.div_ceil(schedule.blocks_per_unit() * schedule.games_per_block()) as usize;
            let units = self.stopping.wave().units(unit);
            let units: Vec<u64> = units.take_while(|&unit| is_whole(journal, unit)).take(some).collect();
            let numbers = units.iter().flat_map(|&unit| schedule.games_of(unit));
            let records = read_games(self.tournament, self.folder, journal, numbers, parts)?;
            let mut records = records.into_iter();
            for unit in units {
                let scheduled = schedule.games_of(unit).map(|game| schedule.game(game));
                let games: Vec<_> = scheduled.zip(records.by_ref()).collect();
                let result = schedule.result_of(unit, &games);
                self.stopping.observe(unit, &result);
                each(&games, &result)?;
                self.next = unit + 1;
                self.is_over = self.stopping.is_over();
                if self.is_over {
                    break;
                }
            }
        }
        Ok(())
    }
}
