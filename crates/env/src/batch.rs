//! Many games at once.
//!
//! A batch splits its games into slices by the number of games alone, and one thread plays a slice with bots
//! of its own, so threads change no byte. Bots that keep their tree are made for each game. A batch is left
//! in the middle only by an interruption, and then has to be reset.

use std::mem;
use std::process;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::{Makers, Visitor, visit};
use tradewinds_bots::BotKind;
use tradewinds_game::{CompleteGame, InputError, Origin, Seed, Variant};

use super::EnvError;
use super::layout::Layout;
use super::outputs::{Outputs, Shape};
use super::packing::Packing;
use super::saved::SavedRow;
use super::settings::{Seeds, Settings};
use super::situation::{One, Situation};
use super::slice::{Slice, slice_len};
use super::slot::Common;

/// The maximum number of games of a batch.
const MAX_GAMES: usize = 1 << 20;

/// The number of games that quick bots play in no time.
const PATIENCE: usize = 1 << 12;

/// Many games at once, which write into the caller's arrays.
///
/// A game that ends is followed by the next one in the same step: its results stay in the `final` arrays until
/// the next end, and observation and mask are those of the new game.
///
/// # Determinism
/// What is written follows from settings, seed and actions, on any number of threads, unless a bot's budget is a
/// time.
pub trait Batch: Send {
    /// Returns the layout of observations and action indices.
    fn layout(&self) -> &Layout;

    /// Returns the sizes of the arrays.
    fn shape(&self) -> Shape;

    /// Returns whether a step may take long, because bots search or play very many games.
    fn is_slow(&self) -> bool;

    /// Begins another game in each row, or in those that `rows` marks; those with a seed begin anew. The other rows
    /// of the arrays stay as they are. The first reset without seeds begins with those that follow from the
    /// settings' seed.
    ///
    /// # Errors
    /// An array of another length, `halted` was set (the games have to be reset), or `rows` marks some of the rows of
    /// games that are not under way.
    fn reset(
        &mut self,
        seeds: Seeds<'_>,
        rows: Option<&[bool]>,
        out: Outputs<'_>,
        halted: &AtomicBool,
    ) -> Result<(), EnvError>;

    /// Plays an action in each game.
    ///
    /// # Errors
    /// An array of another length, an action that is not legal (no game is changed), games that have not been
    /// reset, or `halted` was set (the games have to be reset).
    fn step(&mut self, actions: &[i64], out: Outputs<'_>, halted: &AtomicBool) -> Result<(), EnvError>;

    /// Plays an action in some rows, which ascend: those that wait for a seat that is
    /// [answered](Settings::answered). The arrays' other rows stay as they are, and so do rewards and ends of these
    /// rows unless their games end.
    ///
    /// # Errors
    /// As for [`Batch::step`].
    fn answer(
        &mut self,
        rows: &[usize],
        actions: &[i64],
        out: Outputs<'_>,
        halted: &AtomicBool,
    ) -> Result<(), EnvError>;

    /// Leaves the games in the middle of a step: they have to be reset.
    fn abandon(&mut self);

    /// Draws a legal action of each game uniformly, from streams of the games' own.
    ///
    /// # Errors
    /// An array of another length, or games that have not been reset.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), EnvError>;

    /// Copies a game; its random events after this follow from a seed of its own.
    ///
    /// # Errors
    /// Games that have not been reset, or a number that no game has.
    fn situation(&self, game: usize, chance: Seed) -> Result<Box<dyn Situation>, EnvError>;

    /// Writes all games with their random numbers.
    fn save(&self) -> Value;

    /// Goes on where a batch of the same settings was saved: it plays what that one plays. Bots that keep something
    /// between their decisions think over those of the game under way again.
    ///
    /// # Errors
    /// The value is not what such a batch saves, or `halted` was set.
    fn restore(&mut self, saved: &Value, halted: &AtomicBool) -> Result<(), EnvError>;
}

/// Makes a batch.
///
/// # Errors
/// A setting that does not fit, or no memory for the games.
pub fn batch(settings: &Settings) -> Result<Box<dyn Batch>, EnvError> {
    struct Make<'a>(&'a Settings);

    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Batch>, EnvError>;

        fn visit<G: CompleteGame>(self, makers: &'static Makers<G>) -> Self::Output {
            Ok(Box::new(Games::<G>::new(makers, self.0)?))
        }
    }

    visit(&settings.game, Make(settings))?
}

/// A batch as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    unused_seed: Option<u64>,
    rows: Vec<SavedRow>,
}

/// A batch of games of one type.
struct Games<G: CompleteGame> {
    common: Common<G>,
    makers: &'static Makers<G>,
    variant: Variant,
    layout: Layout,
    shape: Shape,
    slices: Vec<Slice<G>>,
    /// The seed of the settings, until the first reset.
    unused_seed: Option<Seed>,
    threads: Threads,
    is_slow: bool,
    /// Whether the games are under way.
    ready: bool,
}

impl<G: CompleteGame> Games<G> {
    fn new(makers: &'static Makers<G>, settings: &Settings) -> Result<Self, EnvError> {
        let refuse = |field: &str, found: usize, allowed: String| {
            Err(InputError::out_of_range(Origin::Unnamed, field, found, allowed).into())
        };
        if !(1..=MAX_GAMES).contains(&settings.games) {
            return refuse("n", settings.games, format!("1 to {MAX_GAMES}"));
        }
        let game = Arc::new(G::new(settings.players, &settings.variant)?);
        if settings.opponents.len() != settings.players {
            return refuse("opponents", settings.opponents.len(), settings.players.to_string());
        }
        if settings.answered.len() != settings.players {
            return refuse("answered", settings.answered.len(), settings.players.to_string());
        }
        let taken = settings.opponents.iter().zip(&settings.answered);
        if taken.into_iter().all(|(bot, &answered)| bot.is_some() || answered) {
            let allowed = "a seat without a bot".to_owned();
            return refuse("opponents", settings.opponents.len(), allowed);
        }
        let layout = Layout::of(&*game)?;
        let packing = Packing::new(&layout);
        let shape = Shape {
            games: settings.games,
            players: settings.players,
            features: layout.features,
            packed: packing.size(),
            actions: layout.actions,
            words: layout.actions.div_ceil(64),
        };
        let factors = if settings.scaled {
            layout.scales().iter().map(|scale| 1.0 / scale).collect()
        } else {
            Vec::new()
        };
        let len = slice_len(settings.games);
        let slices = (0..settings.games)
            .step_by(len)
            .map(|first| Slice::new(&*game, makers, settings, first, len.min(settings.games - first)))
            .collect::<Result<_, _>>()?;
        let slow = |kind: &BotKind| match kind {
            BotKind::Search { .. } | BotKind::External(_) => true,
            _ => settings.games > PATIENCE,
        };
        Ok(Self {
            common: Common {
                reward: settings.reward,
                skip_forced: settings.skip_forced,
                factors,
                answered: settings.answered.clone(),
                packing,
                features: shape.features,
                packed: shape.packed,
                actions: shape.actions,
                words: shape.words,
                game,
            },
            makers,
            variant: settings.variant.clone(),
            layout,
            shape,
            slices,
            unused_seed: Some(settings.seed),
            threads: Threads::new(settings.threads),
            is_slow: settings.opponents.iter().flatten().any(|preset| slow(&preset.kind)),
            ready: false,
        })
    }

    /// Lets each slice work on its rows.
    fn each(
        &mut self,
        mut out: Outputs<'_>,
        work: impl Fn(&Common<G>, &mut Slice<G>, Outputs<'_>) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        let (common, shape) = (&self.common, self.shape);
        let jobs = self.slices.iter_mut().map(|slice| {
            let rows = out.split_off(slice.len(), shape);
            (slice, rows)
        });
        match self.threads.pool() {
            None => jobs.into_iter().try_for_each(|(slice, rows)| work(common, slice, rows)),
            Some(pool) => {
                let jobs: Vec<_> = jobs.collect();
                pool.install(|| jobs.into_par_iter().try_for_each(|(slice, rows)| work(common, slice, rows)))
            }
        }
    }

    fn check_actions(&self, actions: &[i64]) -> Result<(), EnvError> {
        if actions.len() != self.shape.games {
            let (found, allowed) = (actions.len(), self.shape.games);
            return Err(EnvError::Length { name: "actions", found, allowed });
        }
        if self.ready { Ok(()) } else { Err(EnvError::NotReset) }
    }
}

impl<G: CompleteGame> Batch for Games<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn is_slow(&self) -> bool {
        self.is_slow
    }

    fn reset(
        &mut self,
        seeds: Seeds<'_>,
        rows: Option<&[bool]>,
        out: Outputs<'_>,
        halted: &AtomicBool,
    ) -> Result<(), EnvError> {
        out.check(self.shape)?;
        let check = |name, found: usize| {
            let allowed = self.shape.games;
            if found == allowed { Ok(()) } else { Err(EnvError::Length { name, found, allowed }) }
        };
        if let Seeds::Each(seeds) = seeds {
            check("seed", seeds.len())?;
        }
        if let Some(rows) = rows {
            check("mask", rows.len())?;
            if !self.ready && rows.contains(&false) {
                return Err(EnvError::NotReset);
            }
        }
        if let Some(seed) = self.unused_seed.take() {
            for slice in &mut self.slices {
                slice.seed(Seeds::All(seed));
            }
        }
        self.ready = false;
        self.each(out, |common, slice, out| {
            slice.reset(common, seeds, rows, halted, out).map_err(|_| EnvError::Halted)
        })?;
        self.ready = true;
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Outputs<'_>, halted: &AtomicBool) -> Result<(), EnvError> {
        out.check(self.shape)?;
        self.check_actions(actions)?;
        let (common, len) = (&self.common, slice_len(self.shape.games));
        let illegal = |(index, (slice, actions)): (usize, (&mut Slice<G>, &[i64]))| {
            slice.choose(common, actions).map(|place| index * len + place)
        };
        let illegal = match self.threads.pool() {
            None => self.slices.iter_mut().zip(actions.chunks(len)).enumerate().find_map(illegal),
            Some(pool) => pool.install(|| {
                let slices = self.slices.par_iter_mut().zip(actions.par_chunks(len)).enumerate();
                slices.filter_map(illegal).min()
            }),
        };
        if let Some(slot) = illegal {
            let action = actions[slot];
            let legal = self.slices[slot / len].slot(slot % len).options();
            return Err(EnvError::Illegal { slot, action, name: self.layout.action_name(action), legal });
        }
        self.ready = false;
        self.each(out, |common, slice, rows| slice.step(common, halted, rows).map_err(|_| EnvError::Halted))?;
        self.ready = true;
        Ok(())
    }

    fn answer(
        &mut self,
        rows: &[usize],
        actions: &[i64],
        out: Outputs<'_>,
        halted: &AtomicBool,
    ) -> Result<(), EnvError> {
        out.check(self.shape)?;
        if !self.ready {
            return Err(EnvError::NotReset);
        }
        if rows.len() != actions.len() || !rows.is_sorted_by(|a, b| a < b) {
            return Err(EnvError::Length { name: "actions", found: actions.len(), allowed: rows.len() });
        }
        if let Some(&row) = rows.last().filter(|&&row| row >= self.shape.games) {
            let allowed = format!("0 to {}", self.shape.games - 1);
            return Err(InputError::out_of_range(Origin::Unnamed, "rows", row, allowed).into());
        }
        let len = slice_len(self.shape.games);
        for (&slot, &action) in rows.iter().zip(actions) {
            let slice = &mut self.slices[slot / len];
            if !slice.choose_one(&self.common, slot % len, action) {
                let (name, legal) = (self.layout.action_name(action), slice.slot(slot % len).options());
                return Err(EnvError::Illegal { slot, action, name, legal });
            }
        }
        self.ready = false;
        self.each(out, |common, slice, out| {
            slice.answer(common, rows, halted, out).map_err(|_| EnvError::Halted)
        })?;
        self.ready = true;
        Ok(())
    }

    fn abandon(&mut self) {
        self.ready = false;
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        let len = slice_len(self.shape.games);
        for (slice, actions) in self.slices.iter_mut().zip(actions.chunks_mut(len)) {
            slice.sample(&self.common, actions);
        }
        Ok(())
    }

    fn save(&self) -> Value {
        let saved = Saved {
            unused_seed: self.unused_seed.map(|seed| seed.0),
            rows: self.slices.iter().flat_map(|slice| slice.save(&self.common, self.ready)).collect(),
        };
        serde_json::to_value(saved).expect("rows are plain data")
    }

    fn restore(&mut self, saved: &Value, halted: &AtomicBool) -> Result<(), EnvError> {
        let refuse = |found: String| EnvError::Saved { row: 0, found };
        let Saved { unused_seed, mut rows } =
            Saved::deserialize(saved).map_err(|error| refuse(error.to_string()))?;
        if rows.len() != self.shape.games {
            return Err(refuse(format!("{} rows", rows.len())));
        }
        let ready = rows.iter().filter(|row| row.game.is_some()).count();
        if ready != 0 && ready != rows.len() {
            return Err(refuse(format!("games in {ready} rows of {}", rows.len())));
        }
        self.ready = false;
        for slice in &mut self.slices {
            let rest = rows.split_off(slice.len());
            slice.restore(&self.common, &self.variant, rows, halted)?;
            rows = rest;
        }
        (self.unused_seed, self.ready) = (unused_seed.map(Seed), ready > 0);
        Ok(())
    }

    fn situation(&self, game: usize, chance: Seed) -> Result<Box<dyn Situation>, EnvError> {
        if game >= self.shape.games {
            let allowed = format!("0 to {}", self.shape.games - 1);
            return Err(InputError::out_of_range(Origin::Unnamed, "game", game, allowed).into());
        }
        if !self.ready {
            return Err(EnvError::NotReset);
        }
        let len = slice_len(self.shape.games);
        let state = *self.slices[game / len].slot(game % len).state();
        Ok(Box::new(One::new(self.makers, Arc::clone(&self.common.game), state, chance)))
    }
}

/// The threads that share the work.
struct Threads {
    count: usize,
    /// The pool, and the process that made it.
    pool: Option<(u32, ThreadPool)>,
}

impl Threads {
    fn new(count: usize) -> Self {
        Self { count, pool: None }
    }

    /// Returns the pool; `None` for a single thread, which is the caller's.
    fn pool(&mut self) -> Option<&ThreadPool> {
        if self.count == 1 {
            return None;
        }
        let process = process::id();
        if let Some((maker, _)) = &self.pool
            && *maker != process
        {
            // The threads of a pool do not survive a fork, and its locks may be held: it is left alone.
            mem::forget(self.pool.take());
        }
        if self.pool.is_none() {
            // Where no thread can be started, the caller's own does the work.
            let made = ThreadPoolBuilder::new().num_threads(self.count).build().ok()?;
            self.pool = Some((process, made));
        }
        self.pool.as_ref().map(|(_, pool)| pool)
    }
}
