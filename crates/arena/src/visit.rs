//! The games as types, for generic code of other crates, which need not list them.

use std::fmt;

use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{CompleteGame, Game, InputError, Policy, Seat, Seed, View};
use tradewinds_search::{Search, SearchResult};

use super::plan::SearchPlan;

/// Generic code that is called with a game's type.
pub trait Visitor {
    /// What it makes.
    type Output;

    /// Is called with the game.
    fn visit<G: CompleteGame>(self, makers: &'static Makers<G>) -> Self::Output;
}

/// Makes a bot of a preset.
type MakeBot<G> = fn(&G, &Preset, Seed) -> Result<Box<dyn Bot<G>>, InputError>;
/// Makes a search that is kept.
type MakeSearcher<G> = fn(&G, &SearchPlan) -> Result<Box<dyn Searcher<G>>, InputError>;
/// Searches for a seat to move.
type RunSearch<G> =
    fn(&G, &<G as Game>::State, Seat, &SearchPlan, Seed) -> Result<SearchResult<(), String>, InputError>;

/// A search that is kept from one decision to the next.
pub trait Searcher<G: Game>: Send {
    /// Searches for the seat of a view, as [`Search::run`] does.
    fn search(&mut self, view: &View<'_, G>, seed: Seed) -> SearchResult<G::State, G::Action>;
}

impl<G: Game, P: Policy<G>> Searcher<G> for Search<G, P> {
    fn search(&mut self, view: &View<'_, G>, seed: Seed) -> SearchResult<G::State, G::Action> {
        self.run(view, seed)
    }
}

/// The bots and the search of a game: compiled in this crate, so that a visitor does not compile them again.
pub struct Makers<G: Game> {
    bot: MakeBot<G>,
    search: RunSearch<G>,
    searcher: MakeSearcher<G>,
}

impl<G: Game> fmt::Debug for Makers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Makers").finish_non_exhaustive()
    }
}

impl<G: CompleteGame> Makers<G> {
    /// The makers of a game.
    pub const OF_GAME: Self = Self {
        bot: |game, preset, seed| preset.build(game, seed),
        search: run_search,
        searcher: |game, plan| Ok(Box::new(plan.build(game)?)),
    };

    /// Makes the bot of a preset.
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    pub fn bot(&self, game: &G, preset: &Preset, seed: Seed) -> Result<Box<dyn Bot<G>>, InputError> {
        (self.bot)(game, preset, seed)
    }

    /// Makes the search of a plan, with its memory.
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`](super::Ruleset::check_search).
    pub fn searcher(&self, game: &G, plan: &SearchPlan) -> Result<Box<dyn Searcher<G>>, InputError> {
        (self.searcher)(game, plan)
    }

    /// Searches for `seat`, which is to move, with the knowledge of that seat, on this thread.
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`](super::Ruleset::check_search).
    pub fn search(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        plan: &SearchPlan,
        seed: Seed,
    ) -> Result<SearchResult<(), String>, InputError> {
        (self.search)(game, state, seat, plan, seed)
    }
}

fn run_search<G: CompleteGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    plan: &SearchPlan,
    seed: Seed,
) -> Result<SearchResult<(), String>, InputError> {
    let view = View::new(game, state, seat);
    Ok(plan.build(game)?.run(&view, seed).in_notation(&view))
}
