//! Whether the programs of external bots start at all: a run whose program is not where it is looked for is not played.

use tradewinds_arena::{GameRecord, ScheduledGame};
use tradewinds_bots::{BotKind, Faults, Preset};

use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::run::open::OpenRun;

/// The external bots of a run whose programs have given no answer yet, by number.
pub(crate) struct Unstarted(Vec<usize>);

impl Unstarted {
    /// Looks into the journal for answers of earlier sessions.
    pub(crate) fn new(run: &mut OpenRun<'_>) -> Result<Self, RunError> {
        let tournament = run.tournament;
        let is_external = |bot: &Preset| matches!(bot.kind, BotKind::External(_));
        let bots = tournament.bots().iter().enumerate().filter(|(_, bot)| is_external(bot));
        let mut unstarted = Self(bots.map(|(number, _)| number).collect());
        let schedule = tournament.schedule();
        for game in 0..schedule.games() {
            if unstarted.0.is_empty() || run.journal.finished() == 0 {
                break;
            }
            if run.journal.has(game) {
                let read = run.entry(game, Parts::Result)?;
                let found = schedule.game(game);
                unstarted
                    .0
                    .retain(|&bot| faults(bot, &found, &read.record).is_none_or(|faults| faults.never_ran()));
            }
        }
        Ok(unstarted)
    }

    /// Takes a game that was played.
    ///
    /// # Errors
    /// It is the first one of a program, which did not start at any decision.
    pub(crate) fn check(&mut self, tournament: &Tournament, record: &GameRecord) -> Result<(), RunError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let scheduled = tournament.schedule().game(record.game);
        for (bot, faults) in self.0.iter().filter_map(|&bot| Some((bot, faults(bot, &scheduled, record)?))) {
            if faults.never_ran() {
                let preset = &tournament.bots()[bot];
                let command = match &preset.kind {
                    BotKind::External(settings) => settings.program(),
                    _ => String::new(),
                };
                let decisions = faults.decisions;
                return Err(RunError::NeverStarted { bot: preset.name.clone(), command, decisions });
            }
        }
        self.0.retain(|&bot| faults(bot, &scheduled, record).is_none());
        Ok(())
    }
}

/// Adds up the faults of a bot at all its seats in a game; `None` if it was asked for no decision.
fn faults(bot: usize, scheduled: &ScheduledGame, record: &GameRecord) -> Option<Faults> {
    let mut sum = Faults::default();
    for (_, seat) in scheduled.bots.iter().zip(&record.seats).filter(|(own, _)| **own == bot) {
        sum += seat.faults.unwrap_or_default();
    }
    (sum.decisions > 0).then_some(sum)
}
