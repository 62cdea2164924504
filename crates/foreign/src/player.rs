//! The players: random ones, searches, functions.

use tradewinds_bots::{Bot, BotKind, Preset, RandomBot, SearchBot};
use tradewinds_game::{Actions, InputError, Rng, Seat, Seed, UniformPolicy, View, quoted};
use tradewinds_search::{CheckedSettings, Search, SearchResult};

use crate::fault::{guarded, raise};
use crate::oracle::Oracle;
use crate::table::{Foreign, Handle};

/// A function that plays a seat.
pub trait Chooser<O: Oracle>: Send + Sync {
    /// Chooses one of the legal actions. `world` is a position that the seat cannot tell from the true one.
    ///
    /// # Errors
    /// The function fails, or returns what is not legal.
    fn choose(&self, oracle: &mut O, world: &O::Place, seat: Seat, legal: &[u32]) -> Result<u32, O::Fault>;
}

/// A player of a [`Foreign`] game.
pub enum ForeignPlayer<O: Oracle> {
    /// Uniform over the legal actions.
    Random,
    /// A search; it has no policy of the game.
    Search(Box<CheckedSettings>),
    /// A function.
    Function(Box<dyn Chooser<O>>),
}

impl<O: Oracle> ForeignPlayer<O> {
    /// Finds a shipped bot for any game by its name, or one by its TOML file.
    ///
    /// # Errors
    /// There is none, or it is neither random nor a search without weights.
    pub fn find(entry: &str) -> Result<Self, InputError> {
        let preset = if entry.ends_with(".toml") {
            let text =
                std::fs::read_to_string(entry).map_err(|error| InputError::unreadable(entry, error))?;
            Preset::parse(entry, &text)?
        } else {
            Preset::find(entry, "any")?
        };
        if preset.game != "any" {
            return Err(InputError::conflict(entry, "game", quoted(&preset.game), "\"any\""));
        }
        match preset.kind {
            BotKind::Random => Ok(Self::Random),
            BotKind::Search { settings, weights } => {
                UniformPolicy::new(&weights).map_err(|error| error.in_file(entry))?;
                Ok(Self::Search(Box::new(settings)))
            }
            kind => {
                let allowed = "random or search: a game of another language has no policy and no notation";
                Err(InputError::new(entry, "kind", kind.word(), allowed))
            }
        }
    }

    /// Returns whether the same seed gives the same decisions: a search with a time budget does not give them, and a
    /// function might not.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        match self {
            Self::Random => true,
            Self::Search(settings) => !settings.is_timed(),
            Self::Function(_) => false,
        }
    }

    /// Makes the bot.
    pub(crate) fn bot<'a>(&'a self, game: &Foreign<O>) -> Box<dyn Bot<Foreign<O>> + 'a> {
        match self {
            Self::Random => Box::new(RandomBot::new(Seed(0))),
            Self::Search(settings) => {
                let settings = CheckedSettings::clone(settings);
                Box::new(SearchBot::new(Search::new(game, settings, UniformPolicy), Seed(0)))
            }
            Self::Function(chooser) => Box::new(FunctionBot { chooser: &**chooser, rng: Seed(0).rng() }),
        }
    }
}

/// Asks a function, which sees a world of its seat's knowledge alone.
struct FunctionBot<'a, O: Oracle> {
    chooser: &'a dyn Chooser<O>,
    rng: Rng,
}

impl<O: Oracle> Bot<Foreign<O>> for FunctionBot<'_, O> {
    fn reseed(&mut self, seed: Seed) {
        self.rng = seed.rng();
    }

    fn choose(&mut self, view: &View<'_, Foreign<O>>) -> u32 {
        let mut legal = Actions::new();
        view.legal(&mut legal);
        let world = view.determinize(&mut self.rng);
        let chosen = view
            .game()
            .ask_about(world, |oracle, spot| self.chooser.choose(oracle, &spot.place, view.seat(), &legal));
        chosen.unwrap_or_else(|fault| raise(fault))
    }
}

/// Searches a position for the seat that decides, with its knowledge, on one thread.
///
/// # Errors
/// The game fails, or answers what is not allowed.
///
/// # Panics
/// If the game is over.
pub fn search<O: Oracle>(
    game: &Foreign<O>,
    state: Handle,
    settings: CheckedSettings,
    seed: Seed,
) -> Result<SearchResult<Handle, u32>, O::Fault> {
    guarded(|| {
        let seat = tradewinds_game::Game::to_act(game, &state).expect("the caller searches a decision");
        Search::new(game, settings, UniformPolicy).run(&View::new(game, &state, seat), seed)
    })
}
