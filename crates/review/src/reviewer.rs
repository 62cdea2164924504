//! Reviewing: all decisions of a record, on all threads, with a journal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use tradewinds_arena::{Experts, Match, SearchPlan};
use tradewinds_bots::Preset;
use tradewinds_game::{InputError, Origin, Seed, counted};
use tradewinds_tournament::{LineFile, MoveRecord, ReplayError, RunError, run_key, threads};

use super::journal::JournalFault;
use super::judge::{Cast, Judge};
use super::judged::Passage;
use super::luck::Chance;
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
    Journal(#[from] JournalFault),
}

/// Names the way in which decisions are judged: what another way judged is of no use for a review.
const METHOD: &str = "two rounds, luck where it falls";

/// A record with everything that its review needs, found and checked.
pub struct Reviewer {
    record: MoveRecord,
    settings: ReviewSettings,
    bot: String,
    plan: SearchPlan,
    playout_bots: Vec<Preset>,
    names: Vec<String>,
    moments: Vec<Moment>,
    key: u32,
    /// By which players a variant is judged, as a sentence.
    experts: Option<String>,
}

/// The decisions of a review that are judged so far, and its journal.
pub struct Judging {
    found: Vec<Option<Passage>>,
    lines: Option<LineFile>,
}

impl Judging {
    /// Returns the decisions that are judged, by place.
    #[must_use]
    pub fn found(&self) -> &[Option<Passage>] {
        &self.found
    }

    /// Lists the places that are not judged.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        (0..self.found.len()).filter(|&place| self.found[place].is_none())
    }

    /// Takes a decision that was judged, and writes it to the journal.
    ///
    /// # Errors
    /// The journal cannot be written.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn take(&mut self, place: usize, judged: Passage) -> Result<(), RunError> {
        if let Some(lines) = &mut self.lines {
            lines.add(&(place, &judged))?;
        }
        self.found[place] = Some(judged);
        Ok(())
    }
}

impl Reviewer {
    /// Returns the name of the bot that plays on in a game if nobody names another: `steady`, or `random` where the
    /// game has no bot of that name.
    #[must_use]
    pub fn usual_playout_bot(game: &str) -> &'static str {
        const STEADY: &str = "steady";
        if Preset::find(STEADY, game).is_ok() { STEADY } else { "random" }
    }

    /// Plays the record and checks the bots: `bot`, a search, judges, and `playout_bots` play on, one at all seats or
    /// one at each.
    ///
    /// # Errors
    /// The record does not play, a setting is out of its range, or a bot does not fit the game, does not search, or
    /// might not play the same each time.
    pub fn new(
        record: MoveRecord,
        settings: ReviewSettings,
        bot: Preset,
        playout_bots: Vec<Preset>,
    ) -> Result<Self, ReviewError> {
        settings.check()?;
        if ![1, record.players].contains(&playout_bots.len()) {
            let allowed = format!("one bot that plays on, or {}: one for each seat", record.players);
            let found = counted(playout_bots.len(), "bot");
            return Err(InputError::new(Origin::Bot, "", found, allowed).into());
        }
        let moments = moments(&record)?;
        let judge = bot.name.clone();
        let description = [
            serde_json::to_string(&record).expect("a record is plain data"),
            serde_json::to_string(&settings).expect("settings are plain data"),
            format!("{bot:?}"),
            format!("{playout_bots:?}"),
            env!("CARGO_PKG_VERSION").to_owned(),
            METHOD.to_owned(),
        ];
        let key = run_key(description.iter().map(String::as_str));
        let experts = record.variant.as_ref().zip(moments.first()).and_then(|(variant, first)| {
            Experts::sentence(first.game().table(), variant, [&bot], &playout_bots)
        });
        let plan = SearchPlan::new(bot)?.with_budget(Some(settings.iterations), None)?;
        if let Some(first) = moments.first() {
            let table = first.game().table();
            table.check_search(&plan)?;
            playout_bots.iter().try_for_each(|bot| table.check_bot(bot))?;
        }
        if let Some(bot) = playout_bots.iter().find(|bot| !bot.is_reproducible()) {
            let allowed = "a bot that always plays the same: no external one and no time budget";
            return Err(InputError::new(Origin::Bot, "", &*bot.name, allowed).into());
        }
        let names = names(&record);
        Ok(Self { record, settings, bot: judge, plan, playout_bots, names, moments, key, experts })
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

    /// Returns the game as it stood before one of the decisions, by its place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn game(&self, place: usize) -> &dyn Match {
        self.moments[place].game()
    }

    /// Judges one of the decisions, by its place, and measures what chance did after it; `None` if `halted` before it
    /// was done.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn judge(&self, place: usize, halted: &dyn Fn() -> bool) -> Option<Passage> {
        let Self { settings, plan, names, .. } = self;
        let moment = &self.moments[place];
        let docs = moment.game().table().info().weights;
        let cast = Cast { presets: &self.playout_bots, docs, jitter: settings.jitter };
        let chance = Chance { playouts: settings.events, cast: &cast, seed: Seed(settings.seed) };
        Some(Passage {
            judged: Judge { settings, plan, cast: &cast, names }.judge(moment, halted)?,
            events: chance.events(moment, halted)?,
            standing: if moment.is_mark { chance.standing(moment, halted)? } else { Vec::new() },
        })
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
        watch: &mut dyn FnMut(&[Option<Passage>]),
    ) -> Result<Vec<Option<Passage>>, JournalFault> {
        let has = |place, passage: &Passage| self.has(place, passage);
        self.judge_missing(pool, journal, stop, watch).map_err(|error| JournalFault::new(error, has))
    }

    fn judge_missing(
        &self,
        pool: &ThreadPool,
        journal: Option<&Path>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&[Option<Passage>]),
    ) -> Result<Vec<Option<Passage>>, RunError> {
        let mut judging = self.judging(journal)?;
        watch(&judging.found);
        let missing: Vec<usize> = judging.missing().collect();
        let halted = || stop.load(Ordering::Relaxed);
        let judge = |place| Some((place, self.judge(place, &halted)?));
        threads::fan_out(pool, missing.into_iter(), judge, |all_judged| {
            for (place, judged) in all_judged {
                judging.take(place, judged)?;
                watch(&judging.found);
            }
            Ok::<(), RunError>(())
        })?;
        Ok(judging.found)
    }

    fn judging(&self, journal: Option<&Path>) -> Result<Judging, RunError> {
        let mut found: Vec<Option<Passage>> = vec![None; self.moments.len()];
        let lines = journal.map(|path| self.open(path, &mut found)).transpose()?;
        Ok(Judging { found, lines })
    }

    /// Begins a review whose decisions others judge, one by one, or goes on with what its journal holds.
    ///
    /// # Errors
    /// The journal cannot be used, or is of another review.
    pub fn begin(&self, journal: &Path) -> Result<Judging, JournalFault> {
        let has = |place, passage: &Passage| self.has(place, passage);
        self.judging(Some(journal)).map_err(|error| JournalFault::new(error, has))
    }

    /// Makes the review from the decisions that were judged, which are in order of play.
    #[must_use]
    pub fn review(&self, judged: &[Option<Passage>]) -> Review {
        let judged: Vec<&Passage> = judged.iter().flatten().collect();
        let playout_bots: Vec<&str> = self.playout_bots.iter().map(|bot| bot.name.as_str()).collect();
        let method = (self.bot.as_str(), &*playout_bots.join(", "), &self.settings);
        let review = Review::new(&self.record, &self.names, method, self.moments.len(), &judged);
        Review { experts: self.experts.clone(), ..review }
    }

    /// Returns whether a decision that was judged is the one of the game at its place.
    fn has(&self, place: usize, passage: &Passage) -> bool {
        let judged = &passage.judged;
        let made = judged.candidates.get(judged.made).map(|candidate| candidate.action.as_str());
        self.moments.get(place).is_some_and(|moment| {
            moment.decision == judged.decision
                && made == moment.played.first().map(|played| played.action.as_str())
        })
    }

    /// Opens the journal of this review, and takes what it holds.
    fn open(&self, path: &Path, found: &mut [Option<Passage>]) -> Result<LineFile, RunError> {
        let players = self.record.players;
        LineFile::open(path, self.key, |(place, passage): (usize, Passage)| {
            if !self.has(place, &passage) || !passage.fits(players) {
                return Err("a decision that is none of this game's".to_owned());
            }
            found[place] = Some(passage);
            Ok(())
        })
    }
}
