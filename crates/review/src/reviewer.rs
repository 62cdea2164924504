//! Reviewing: all decisions of a record, on all threads, with a journal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;
use rayon::prelude::*;
use tradewinds_arena::SearchPlan;
use tradewinds_bots::Preset;
use tradewinds_game::{InputError, Origin};
use tradewinds_tournament::{LineFile, MoveRecord, ReplayError, RunError, run_key};

use super::judge::Judge;
use super::judged::Judged;
use super::moment::{Moment, moments, names};
use super::review::Review;
use super::settings::ReviewSettings;

/// The reason why a review cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The record does not play.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A setting or a bot is refused.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The journal cannot be used.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Names the way in which decisions are judged: what another way judged is of no use for a review.
const METHOD: &str = "two rounds";

/// A record with everything that its review needs, found and checked.
pub struct Reviewer {
    record: MoveRecord,
    settings: ReviewSettings,
    bot: String,
    plan: SearchPlan,
    playout_bot: Preset,
    names: Vec<String>,
    moments: Vec<Moment>,
    key: u32,
}

impl Reviewer {
    /// Plays the record and checks the bots: `bot`, a search, judges, and `playout_bot` plays on.
    ///
    /// # Errors
    /// The record does not play, a setting is out of its range, or a bot does not fit the game, does not search, or
    /// might not play the same each time.
    pub fn new(
        record: MoveRecord,
        settings: ReviewSettings,
        bot: Preset,
        playout_bot: Preset,
    ) -> Result<Self, ReviewError> {
        settings.check()?;
        let moments = moments(&record)?;
        let judge = bot.name.clone();
        let description = [
            serde_json::to_string(&record).expect("a record is plain data"),
            serde_json::to_string(&settings).expect("settings are plain data"),
            format!("{bot:?}"),
            format!("{playout_bot:?}"),
            env!("CARGO_PKG_VERSION").to_owned(),
            METHOD.to_owned(),
        ];
        let key = run_key(description.iter().map(String::as_str));
        let plan = SearchPlan::new(bot)?.with_budget(Some(settings.iterations), None);
        if let Some(first) = moments.first() {
            let table = first.game.table();
            table.check_search(&plan)?;
            table.check_bot(&playout_bot)?;
        }
        if !playout_bot.is_reproducible() {
            let allowed = "a bot that always plays the same: no external one and no time budget";
            return Err(InputError::new(Origin::Bot, "", playout_bot.name, allowed).into());
        }
        let names = names(&record);
        Ok(Self { record, settings, bot: judge, plan, playout_bot, names, moments, key })
    }

    /// Returns the names of the seats.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of decisions with more than one legal action.
    #[must_use]
    pub fn unforced(&self) -> usize {
        self.moments.len()
    }

    /// Returns the place of a decision of the record among those that are judged; `None` if it was forced, or there is
    /// none.
    #[must_use]
    pub fn place(&self, decision: usize) -> Option<usize> {
        self.moments.iter().position(|moment| moment.decision == decision)
    }

    /// Judges one of the decisions, by its place; `None` if `halted` before it was done.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn judge(&self, place: usize, halted: &dyn Fn() -> bool) -> Option<Judged> {
        let Self { settings, plan, playout_bot, names, .. } = self;
        Judge { settings, plan, playout_bot, names }.judge(&self.moments[place], halted)
    }

    /// Judges all decisions with the threads of the pool, those in the journal excepted, and returns them by place;
    /// those that are missing when it was stopped are `None`. `watch` is called with the decisions that are judged, by
    /// place, whenever there is one more.
    ///
    /// # Errors
    /// The journal cannot be used, or is of another review.
    ///
    /// # Determinism
    /// A decision is judged the same on any number of threads and after any interruption.
    pub fn run(
        &self,
        pool: &ThreadPool,
        journal: Option<&Path>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&[Option<Judged>]),
    ) -> Result<Vec<Option<Judged>>, RunError> {
        let mut found: Vec<Option<Judged>> = vec![None; self.moments.len()];
        let mut lines = journal.map(|path| self.open(path, &mut found)).transpose()?;
        watch(&found);
        let missing: Vec<usize> = (0..found.len()).filter(|&place| found[place].is_none()).collect();
        let halted = || stop.load(Ordering::Relaxed);
        let (sender, receiver) = sync_channel(missing.len().clamp(1, 1024));
        // The pool judges, and this thread writes.
        pool.in_place_scope(|scope| {
            let receiver = receiver; // dropped when the writer gives up, which ends the judges
            scope.spawn(|_| {
                let all = missing.par_iter().with_max_len(1);
                all.try_for_each_with(sender, |sender, &place| {
                    sender.send((place, self.judge(place, &halted)?)).ok()
                });
            });
            while let Ok((place, judged)) = receiver.recv() {
                if let Some(lines) = &mut lines {
                    lines.add(&(place, &judged))?;
                }
                found[place] = Some(judged);
                watch(&found);
            }
            Ok::<(), RunError>(())
        })?;
        Ok(found)
    }

    /// Makes the review from the decisions that were judged, which are in order of play.
    #[must_use]
    pub fn review(&self, judged: &[Option<Judged>]) -> Review {
        let judged: Vec<&Judged> = judged.iter().flatten().collect();
        let method = (self.bot.as_str(), self.playout_bot.name.as_str(), &self.settings);
        Review::new(&self.record, &self.names, method, self.moments.len(), &judged)
    }

    /// Opens the journal of this review, and takes what it holds.
    fn open(&self, path: &Path, found: &mut [Option<Judged>]) -> Result<LineFile, RunError> {
        let players = self.record.players;
        LineFile::open(path, self.key, |(place, judged): (usize, Judged)| {
            let fits = self.moments.get(place).is_some_and(|moment| moment.decision == judged.decision);
            if !fits || !judged.fits(players) {
                return Err("a decision that is none of this game's".to_owned());
            }
            found[place] = Some(judged);
            Ok(())
        })
    }
}
