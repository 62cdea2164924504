//! The position of a run in its journal, unit by unit, and what is made of the units that it passes.

use crate::plan::shard::Shard;
use crate::plan::stopping::{RuleState, StoppingRule, TestView, Wave};
use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::run::journal::{Journal, Parts};
use crate::run::open::OpenRun;
use crate::unit::{UnitGames, UnitResult};

/// About how many games are read at once.
const READ_AT_ONCE: u64 = 256;

/// Something that is made of the whole units of a run: a table, standings, or the contents of a page. Memory is
/// bounded, since it sees one unit at a time, in the order of the schedule.
pub(crate) trait Fold {
    /// What it makes.
    type Made;

    /// The parts of the games that it reads.
    const PARTS: Parts;

    /// Takes in the next unit.
    ///
    /// # Errors
    /// A file of its own cannot be written.
    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError>;

    /// Ends after the last unit.
    ///
    /// # Errors
    /// A file of its own cannot be written.
    fn finish(self) -> Result<Self::Made, RunError>;
}

/// Makes nothing: the position alone is of interest.
impl Fold for () {
    type Made = ();
    const PARTS: Parts = Parts::Result;

    fn unit(&mut self, _: &UnitGames, _: &UnitResult) -> Result<(), RunError> {
        Ok(())
    }

    fn finish(self) -> Result<(), RunError> {
        Ok(())
    }
}

/// Makes three things in one walk.
impl<A: Fold, B: Fold, C: Fold> Fold for (A, B, C) {
    type Made = (A::Made, B::Made, C::Made);
    const PARTS: Parts = match (A::PARTS, B::PARTS, C::PARTS) {
        (Parts::Result, Parts::Result, Parts::Result) => Parts::Result,
        _ => Parts::All,
    };

    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        self.0.unit(games, result)?;
        self.1.unit(games, result)?;
        self.2.unit(games, result)
    }

    fn finish(self) -> Result<Self::Made, RunError> {
        Ok((self.0.finish()?, self.1.finish()?, self.2.finish()?))
    }
}

/// The progress of a run, by the whole units of its journal.
pub(crate) struct JournalCursor<'a> {
    tournament: &'a Tournament,
    stopping: StoppingRule,
    /// The next unit; units of the wave before it were passed.
    next: u64,
    is_over: bool,
}

impl<'a> JournalCursor<'a> {
    /// Starts at the beginning.
    pub(crate) fn new(tournament: &'a Tournament, shard: Option<Shard>) -> Self {
        let (manifest, schedule) = (tournament.manifest(), tournament.schedule());
        let stopping = StoppingRule::new(manifest, schedule, tournament.bots().len(), shard);
        Self { tournament, stopping, next: 0, is_over: false }
    }

    /// Walks through a run as far as its journal allows; returns where that is, and what was made on the way.
    ///
    /// # Errors
    /// The journal cannot be read, or something cannot be made.
    pub(crate) fn fold<F: Fold>(
        run: &mut OpenRun<'a>,
        mut fold: F,
    ) -> Result<(JournalCursor<'a>, F::Made), RunError> {
        let mut cursor = Self::new(run.tournament, run.shard);
        cursor.advance(run, &mut fold)?;
        Ok((cursor, fold.finish()?))
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

    /// Returns where the stopping rule stands, if there is one.
    pub(crate) fn rule_state(&self) -> Option<RuleState> {
        self.stopping.state()
    }

    /// Describes the findings of the stopping rule.
    pub(crate) fn summary(&self) -> String {
        self.stopping.summary(&self.names())
    }

    /// Lists the pairs of bots that the stopping rule has decided, the one that is ahead first; `None` if that is left to
    /// intervals.
    pub(crate) fn decided(&self) -> Option<Vec<[&str; 2]>> {
        let (names, decided) = (self.names(), self.stopping.decided()?);
        Some(decided.into_iter().map(|pair| pair.map(|bot| names[bot])).collect())
    }

    /// Returns what a page shows of a sequential test, if the run is one.
    pub(crate) fn test(&self) -> Option<TestView> {
        self.stopping.test(&self.names())
    }

    fn names(&self) -> Vec<&str> {
        self.tournament.bots().iter().map(|bot| bot.name.as_str()).collect()
    }

    /// Advances as far as the journal allows and folds each unit. At a unit that is not whole it stops if the rule
    /// depends on results, and otherwise skips that unit.
    ///
    /// # Errors
    /// The journal cannot be read, or the fold fails.
    pub(crate) fn advance<F: Fold>(&mut self, run: &mut OpenRun<'_>, fold: &mut F) -> Result<(), RunError> {
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
            if self.is_whole(&run.journal, unit) {
                self.pass(run, unit, fold)?;
            } else if self.stopping.is_sequential() {
                return Ok(());
            } else {
                (self.next, passed_by) = (unit + 1, true);
            }
        }
        Ok(())
    }

    /// Passes units from this one on: many at once, since some of their games may have to be played again.
    fn pass<F: Fold>(&mut self, run: &mut OpenRun<'_>, first: u64, fold: &mut F) -> Result<(), RunError> {
        let schedule = self.tournament.schedule();
        let some = READ_AT_ONCE.div_ceil(schedule.blocks_per_unit() * schedule.games_per_block()) as usize;
        let units = self.stopping.wave().units(first);
        let units: Vec<u64> =
            units.take_while(|&unit| self.is_whole(&run.journal, unit)).take(some).collect();
        let numbers = units.iter().flat_map(|&unit| schedule.games_of(unit));
        let mut records = run.games(numbers, F::PARTS)?.into_iter();
        for unit in units {
            let scheduled = schedule.games_of(unit).map(|game| schedule.game(game));
            let games: Vec<_> = scheduled.zip(records.by_ref()).collect();
            let result = schedule.result_of(unit, &games);
            self.stopping.observe(unit, &result);
            fold.unit(&games, &result)?;
            self.next = unit + 1;
            self.is_over = self.stopping.is_over();
            if self.is_over {
                break;
            }
        }
        Ok(())
    }

    fn is_whole(&self, journal: &Journal, unit: u64) -> bool {
        self.tournament.schedule().games_of(unit).all(|game| journal.has(game))
    }
}
