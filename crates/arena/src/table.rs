//! A game for a number of players and a variant.

use std::fmt;
use std::sync::Arc;

use tradewinds_bots::{Checked, ExternalSettings, Preset, check_external};
use tradewinds_game::{CompleteGame, InputError, PerSeat, Seat, Seed};
use tradewinds_search::Threads;

use super::bench::{Bench, Benched};
use super::info::GameInfo;
use super::moves::Moves;
use super::plan::SearchPlan;
use super::play::play_watched;
use super::random::play_at_random;
use super::record::GameRecord;
use super::scheduled::ScheduledGame;
use super::seats::seat_bots;
use super::timing;
use super::under_way::{Match, UnderWay};

/// The rules of a game for one number of players and one variant, whichever game it is. Its methods are called once a
/// game, not once a move.
pub trait Table: Send + Sync {
    /// Returns the game as data.
    fn info(&self) -> GameInfo;

    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Checks that a bot can be made of a preset.
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    fn check_bot(&self, preset: &Preset) -> Result<(), InputError>;

    /// Checks that a search can be made.
    ///
    /// # Errors
    /// A weight that the game's policy does not have, or a setting out of its range.
    fn check_search(&self, plan: &SearchPlan) -> Result<(), InputError>;

    /// Plays a game with the bots of these presets, in seat order; `None` if `halted` before it ended.
    ///
    /// # Panics
    /// If a preset does not pass [`Table::check_bot`].
    fn play(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord>;

    /// Plays a game as [`Table::play`] does, and writes down its moves; with the position after each random event
    /// if `with_positions`.
    ///
    /// # Panics
    /// If a preset does not pass [`Table::check_bot`].
    fn play_noted(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)>;

    /// Deals a game; random events after the deal are drawn from `chance`.
    fn deal(&self, deal: Seed, chance: Seed) -> Box<dyn Match>;

    /// Returns the starting place of each seat in the game of a deal.
    fn start_places(&self, deal: Seed) -> PerSeat<usize>;

    /// Plays a random game for this many decisions, or for a random number before its end; fewer if it ends earlier.
    /// Returns where it stands, and the number of decisions played and wanted.
    fn random(&self, seed: Seed, decisions: Option<u32>) -> (Box<dyn Match>, u32, u32);

    /// Times decisions of the bots of these presets: all decide at the same positions, of games that the first one
    /// plays alone. Returns the milliseconds of each decision of each bot, on one thread.
    ///
    /// # Errors
    /// A preset does not pass [`Table::check_bot`].
    fn think_times(&self, presets: &[Preset], seed: Seed) -> Result<Vec<Vec<f64>>, InputError>;

    /// Plays a game with a program at `seat` and finds what it does wrong, as [`check_external`] says.
    fn check_program(
        &self,
        settings: &ExternalSettings,
        game: u64,
        seat: Seat,
        seed: Seed,
        most_decisions: Option<u64>,
    ) -> Checked;

    /// Prepares measurements of a search, and of random games.
    ///
    /// # Errors
    /// The plan does not pass [`Table::check_search`].
    fn bench(&self, plan: &SearchPlan, threads: Threads, seed: Seed) -> Result<Box<dyn Bench>, InputError>;
}

impl fmt::Debug for dyn Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("game", &self.info().name).field("players", &self.players()).finish()
    }
}

/// The rules that the games of a table share.
pub(crate) struct Rules<G>(pub(crate) Arc<G>);

impl<G> Clone for Rules<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: CompleteGame> Table for Rules<G> {
    fn info(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn check_bot(&self, preset: &Preset) -> Result<(), InputError> {
        preset.build(&*self.0, Seed(0)).map(|_| ())
    }

    fn check_search(&self, plan: &SearchPlan) -> Result<(), InputError> {
        plan.build(&*self.0).map(|_| ())
    }

    fn play(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord> {
        let game = &*self.0;
        let mut bots = seat_bots(game, scheduled, bots).expect("the bots were checked");
        play_watched(game, scheduled, &mut bots, halted, &mut |_, _| {})
    }

    fn play_noted(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)> {
        let game = &*self.0;
        let mut bots = seat_bots(game, scheduled, bots).expect("the bots were checked");
        let mut moves = Moves::default();
        let record = play_watched(game, scheduled, &mut bots, halted, &mut |step, chance| {
            moves.note(game, step, with_positions && chance);
        })?;
        Some((record, moves))
    }

    fn deal(&self, deal: Seed, chance: Seed) -> Box<dyn Match> {
        let state = self.0.deal(&mut deal.rng());
        Box::new(UnderWay::new(self.clone(), state, chance))
    }

    fn start_places(&self, deal: Seed) -> PerSeat<usize> {
        let state = self.0.deal(&mut deal.rng());
        PerSeat::from_fn(self.0.players(), |seat| self.0.start_place(&state, seat))
    }

    fn random(&self, seed: Seed, decisions: Option<u32>) -> (Box<dyn Match>, u32, u32) {
        let (state, played, wanted) = play_at_random(&*self.0, seed, decisions);
        (Box::new(UnderWay::new(self.clone(), state, seed)), played, wanted)
    }

    fn think_times(&self, presets: &[Preset], seed: Seed) -> Result<Vec<Vec<f64>>, InputError> {
        timing::think_times(&*self.0, presets, seed)
    }

    fn check_program(
        &self,
        settings: &ExternalSettings,
        game: u64,
        seat: Seat,
        seed: Seed,
        most_decisions: Option<u64>,
    ) -> Checked {
        check_external(settings, &*self.0, game, seat, seed, most_decisions)
    }

    fn bench(&self, plan: &SearchPlan, threads: Threads, seed: Seed) -> Result<Box<dyn Bench>, InputError> {
        Ok(Box::new(Benched::new(self.clone(), plan, threads, seed)?))
    }
}
