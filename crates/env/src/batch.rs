//! Many games at once.

use std::mem;
use std::process;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tradewinds_arena::{Makers, Visitor, visit};
use tradewinds_bots::BotKind;
use tradewinds_game::{CompleteGame, Encoding, InputError, Origin, Seed};

use super::EnvError;
use super::layout::Layout;
use super::outputs::{Outputs, Shape};
use super::settings::Settings;
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

    /// Begins all games anew, with another seed if there is one.
    ///
    /// # Errors
    /// An array of another length, or `halted` was set.
    fn reset(&mut self, seed: Option<Seed>, out: Outputs<'_>, halted: &AtomicBool) -> Result<(), EnvError>;

    /// Plays an action in each game.
    ///
    /// # Errors
    /// An array of another length, an action that is not legal (no game is changed), games that have not been
    /// reset, or `halted` was set (the games have to be reset).
    fn step(&mut self, actions: &[i64], out: Outputs<'_>, halted: &AtomicBool) -> Result<(), EnvError>;

    /// Draws a legal action of each game uniformly, from streams of the games' own.
    ///
    /// # Errors
    /// An array of another length, or games that have not been reset.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), EnvError>;

    /// Copies a game.
    ///
    /// # Errors
    /// Games that have not been reset, or a number that no game has.
    fn situation(&self, game: usize) -> Result<Box<dyn Situation>, EnvError>;
}

/// Makes a batch.
///
/// # Errors
/// A setting that does not fit.
pub fn batch(settings: &Settings) -> Result<Box<dyn Batch>, InputError> {
    struct Make<'a>(&'a Settings);

    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Batch>, InputError>;

        fn visit<G: CompleteGame + Encoding>(self, makers: &'static Makers<G>) -> Self::Output {
            Ok(Box::new(Games::<G>::new(makers, self.0)?))
        }
    }

    visit(&settings.game, Make(settings))?
}

/// A batch of games of one type.
struct Games<G: CompleteGame> {
    common: Common<G>,
    makers: &'static Makers<G>,
    layout: Layout,
    shape: Shape,
    slices: Vec<Slice<G>>,
    seed: Seed,
    threads: Threads,
    is_slow: bool,
    /// Whether the games are under way.
    ready: bool,
}

impl<G: CompleteGame + Encoding> Games<G> {
    fn new(makers: &'static Makers<G>, settings: &Settings) -> Result<Self, InputError> {
        let refuse = |field: &str, found: usize, allowed: String| {
            Err(InputError::out_of_range(Origin::Unnamed, field, found, allowed))
        };
        if !(1..=MAX_GAMES).contains(&settings.games) {
            return refuse("n", settings.games, format!("1 to {MAX_GAMES}"));
        }
        let game = Arc::new(G::new(settings.players, &settings.variant)?);
        if settings.opponents.len() != settings.players {
            return refuse("opponents", settings.opponents.len(), settings.players.to_string());
        }
        if settings.opponents.iter().all(Option::is_some) {
            let allowed = "a seat without a bot".to_owned();
            return refuse("opponents", settings.opponents.len(), allowed);
        }
        let layout = Layout::of(&*game);
        let shape = Shape {
            games: settings.games,
            players: settings.players,
            features: layout.features,
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
                features: shape.features,
                actions: shape.actions,
                words: shape.words,
                max_decisions: game.max_decisions(),
                game,
            },
            makers,
            layout,
            shape,
            slices,
            seed: settings.seed,
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

impl<G: CompleteGame + Encoding> Batch for Games<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn is_slow(&self) -> bool {
        self.is_slow
    }

    fn reset(&mut self, seed: Option<Seed>, out: Outputs<'_>, halted: &AtomicBool) -> Result<(), EnvError> {
        out.check(self.shape)?;
        self.seed = seed.unwrap_or(self.seed);
        self.ready = false;
        let seed = self.seed;
        self.each(out, |common, slice, rows| {
            slice.reset(common, seed, halted, rows).map_err(|_| EnvError::Halted)
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

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        let len = slice_len(self.shape.games);
        for (slice, actions) in self.slices.iter_mut().zip(actions.chunks_mut(len)) {
            slice.sample(&self.common, actions);
        }
        Ok(())
    }

    fn situation(&self, game: usize) -> Result<Box<dyn Situation>, EnvError> {
        if game >= self.shape.games {
            let allowed = format!("0 to {}", self.shape.games - 1);
            return Err(InputError::out_of_range(Origin::Unnamed, "game", game, allowed).into());
        }
        if !self.ready {
            return Err(EnvError::NotReset);
        }
        let len = slice_len(self.shape.games);
        let state = *self.slices[game / len].slot(game % len).state();
        // Random events after this are the copy's own: it must not foresee those of the batch.
        let chance = self.seed.derive(tradewinds_game::Purpose::Completion, game as u64);
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
