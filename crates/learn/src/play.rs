//! Self-play: games from which networks learn.
//!
//! A game's seed follows from its number, and games are collected in their order, so that the samples are the same
//! bytes on any number of threads.

mod one_ply;
mod rules;
mod searched;
mod settings;
mod targets;

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tradewinds_arena::{Extend, Extension, Makers, Visitor, find, visit};
use tradewinds_bots::{Conduct, Halt, Preset, play_on};
use tradewinds_game::{CompleteGame, Dice, InputError, Purpose, Rng, Scores, Seed};

use crate::Samples;
use rules::Tables;

pub use rules::GameRules;
pub use settings::{EndTarget, Method, OnePly, Searched};

/// The games that a thread plays one after the other: it makes their searches once.
const SLICE: u32 = 8;

/// The bots of self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct Cast {
    /// The bot whose decisions become samples: a search, or for [`Method::OnePly`] any bot with a policy.
    pub learner: Preset,
    /// The bots that sit among learners, each with its weight.
    pub others: Vec<(Preset, u32)>,
    /// The bots that play openings.
    pub openers: Vec<Preset>,
    /// The bot whose policy the samples of [`Method::OnePly`] teach; without it they teach none.
    pub teacher: Option<Preset>,
}

/// A series of games from which networks learn.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlay {
    /// The name of the game.
    pub game: String,
    /// The numbers of players: game i has number i modulo their count.
    pub players: Vec<usize>,
    /// The rules.
    pub rules: GameRules,
    /// The seed of all games.
    pub seed: Seed,
    /// The bots.
    pub cast: Cast,
    /// How they play.
    pub method: Method,
    /// What the ends teach.
    pub end: EndTarget,
}

/// Plays games of a series: [`SelfPlay::play_with`] for the type of a game.
type PlayGames =
    fn(&SelfPlay, Range<u32>, &AtomicBool, &(dyn Fn() + Sync)) -> Result<Option<SelfPlayCounts>, InputError>;

/// The self-play of a game that need not ship with Tradewinds, for
/// [`playable_with`](tradewinds_arena::playable_with).
#[derive(Clone, Copy, Debug)]
pub struct Learner;

impl<G: CompleteGame> Extend<G> for Learner {
    const EXTENSION: &'static Extension =
        &((|series, games, stop, finished| series.play_with::<G>(&Makers::OF_GAME, games, stop, finished))
            as PlayGames);
}

/// What a series of games gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SelfPlayCounts {
    /// The samples, in the order of the games.
    pub samples: Samples,
    /// The games that were stopped at their bound; they give no samples.
    pub truncated: u32,
    /// The decisions of all games, forced ones left out.
    pub decisions: u64,
}

impl SelfPlay {
    /// Plays games of the series, on the current pool of threads. `finished` is called after every game, from
    /// any thread. Returns `None` if it was stopped.
    ///
    /// # Errors
    /// An unknown game, no number of players, or a bot that cannot play.
    pub fn play(
        &self,
        games: Range<u32>,
        stop: &AtomicBool,
        finished: &(dyn Fn() + Sync),
    ) -> Result<Option<SelfPlayCounts>, InputError> {
        if let Some(play) = find(&self.game)?.extension().downcast_ref::<PlayGames>() {
            return play(self, games, stop, finished);
        }
        struct Play<'a>(&'a SelfPlay, Range<u32>, &'a AtomicBool, &'a (dyn Fn() + Sync));

        impl Visitor for Play<'_> {
            type Output = Result<Option<SelfPlayCounts>, InputError>;

            fn visit<G: CompleteGame>(self, makers: &'static Makers<G>) -> Self::Output {
                let Self(series, games, stop, finished) = self;
                series.play_with(makers, games, stop, finished)
            }
        }

        visit(&self.game, Play(self, games, stop, finished))?
    }

    /// Plays like [`SelfPlay::play`] a game that need not be one of ours.
    ///
    /// # Errors
    /// No number of players, or a bot that cannot play.
    pub fn play_with<G: CompleteGame>(
        &self,
        makers: &Makers<G>,
        games: Range<u32>,
        stop: &AtomicBool,
        finished: &(dyn Fn() + Sync),
    ) -> Result<Option<SelfPlayCounts>, InputError> {
        if self.players.is_empty() {
            return Err(InputError::missing("", "players", "a number of players"));
        }
        let tables = Tables::<G>::new(self)?;
        play_slices(games, &|slice| self.play_slice(&tables, makers, slice, stop, finished))
    }

    fn play_slice<G: CompleteGame>(
        &self,
        tables: &Tables<'_, G>,
        makers: &Makers<G>,
        games: Range<u32>,
        stop: &AtomicBool,
        finished: &(dyn Fn() + Sync),
    ) -> Result<Option<SelfPlayCounts>, InputError> {
        let mut played = SelfPlayCounts::default();
        let mut memory = searched::Memory::new(self.players.len());
        for index in games {
            let place = index as usize % self.players.len();
            let own = tables.own(place, index)?;
            if own.is_some() {
                memory.forget(place);
            }
            let game = own.as_ref().unwrap_or_else(|| tables.shared(place));
            let table = Table { game, makers, series: self, seed: self.seed_of(index), index, stop };
            let halt = match &self.method {
                Method::OnePly(settings) => one_ply::play(&table, settings, &mut played)?,
                Method::Searched(settings) => {
                    searched::play(&table, settings, &mut memory, place, &mut played)?
                }
            };
            match halt {
                Halt::Over => {}
                Halt::Bound => played.truncated += 1,
                Halt::Stopped => return Ok(None),
            }
            finished();
        }
        Ok(Some(played))
    }

    /// Returns the seed of a game.
    fn seed_of(&self, index: u32) -> Seed {
        self.seed.derive(Purpose::Sample, index.into())
    }
}

/// Plays games in slices, on the current pool of threads; `None` if one was stopped.
fn play_slices(
    games: Range<u32>,
    play: &(dyn Fn(Range<u32>) -> Result<Option<SelfPlayCounts>, InputError> + Sync),
) -> Result<Option<SelfPlayCounts>, InputError> {
    let starts: Vec<u32> = games.clone().step_by(SLICE as usize).collect();
    let slices = starts.into_par_iter().map(|start| play(start..games.end.min(start + SLICE)));
    let slices: Vec<Option<SelfPlayCounts>> = slices.collect::<Result<_, InputError>>()?;
    let mut all = SelfPlayCounts::default();
    for slice in slices {
        let Some(slice) = slice else { return Ok(None) };
        all.samples.append(&slice.samples, 0);
        all.truncated += slice.truncated;
        all.decisions += slice.decisions;
    }
    Ok(Some(all))
}

/// One game of self-play.
struct Table<'a, G: CompleteGame> {
    game: &'a G,
    makers: &'a Makers<G>,
    series: &'a SelfPlay,
    seed: Seed,
    index: u32,
    stop: &'a AtomicBool,
}

impl<G: CompleteGame> Table<'_, G> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the game from its deal; returns why it ended, and what its position was worth then.
    fn play(&self, conduct: &mut dyn Conduct<G>) -> (Halt, Scores) {
        let mut state = self.game.deal(&mut self.seed.derive(Purpose::Deal, 0).rng());
        let mut chance = self.seed.derive(Purpose::Chance, 0).rng();
        let (halt, _) = play_on(self.game, &mut state, &mut chance, conduct);
        (halt, self.game.scores(&state))
    }
}

impl<G: CompleteGame> fmt::Debug for Table<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("index", &self.index).finish_non_exhaustive()
    }
}

/// Draws whether something of this chance takes place.
fn happens(chance: f32, rng: &mut Rng) -> bool {
    const STEPS: u32 = 1 << 24;
    (rng.below(STEPS) as f32) < chance * STEPS as f32
}

/// Draws an index in proportion to whole weights, of which one at least is not 0.
fn drawn(weights: impl Iterator<Item = u64> + Clone, rng: &mut Rng) -> usize {
    let total: u64 = weights.clone().sum();
    let total = u32::try_from(total).expect("weights are counts of iterations");
    let mut left = u64::from(rng.below(total));
    for (index, weight) in weights.enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    unreachable!("the draw is below the sum of the weights")
}
