//! The traits behind which any game lies, with the data that goes through them. They are in one file, since a ruleset
//! deals matches, and a match knows its ruleset.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::choices::{Choice, Rated};
use super::completion::{Completion, CompletionSettings, GameLog, Stuck};
use super::info::GameInfo;
use super::moves::Moves;
use super::plan::SearchPlan;
use super::record::GameRecord;
use super::rested::Rested;
use super::scheduled::ScheduledGame;
use tradewinds_bots::{Checked, ExternalSettings, Preset};
use tradewinds_game::features::Group;
use tradewinds_game::{
    Broken, Explanation, Game, Holdings, IllegalAction, InputError, Joint, PerSeat, Phrase, Pieces, Put,
    Scores, Seat, Seed, Sheet, Variant,
};
use tradewinds_search::{SearchResult, Threads};

/// The rules of any game for one number of players and one variant. Its methods are called once per game
/// played, not once per move.
pub trait Ruleset: Send + Sync {
    /// Returns the game as data.
    fn info(&self) -> GameInfo;

    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Explains the game to people who are new to it.
    fn explanation(&self) -> Explanation;

    /// Lists the groups of action indices in order; empty for a game without them.
    fn action_groups(&self) -> Vec<Group>;

    /// Returns the value of the game's own type, for code that knows games by their types.
    fn rules(&self) -> Arc<dyn Any + Send + Sync>;

    /// Checks that a bot can be made of a preset.
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    fn check_bot(&self, preset: &Preset) -> Result<(), InputError>;

    /// Returns whether a bot has a network that reads all that differs from the standard in these rules, which are
    /// those of this variant; `None` by the standard rules.
    fn has_read(&self, variant: &Variant, bot: &Preset) -> Option<bool>;

    /// Checks that a search can be made.
    ///
    /// # Errors
    /// A weight that the game's policy does not have, or a network that is not for this game.
    fn check_search(&self, plan: &SearchPlan) -> Result<(), InputError>;

    /// Plays a game with the bots of these presets, in seat order; `None` if `halted` before it ended.
    ///
    /// # Panics
    /// If a preset does not pass [`Ruleset::check_bot`].
    fn play(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord>;

    /// Plays a game as [`Ruleset::play`] does, and records its moves; also the position after each random event
    /// if `with_positions`.
    ///
    /// # Panics
    /// If a preset does not pass [`Ruleset::check_bot`].
    fn play_noted(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)>;

    /// Deals a game; random events after the deal are drawn from `chance`.
    fn deal(&self, deal: Seed, chance: Seed) -> Box<dyn Match>;

    /// Resumes a game of these rules at a valid position of the same rules, where `variant` is theirs; unknown parts
    /// are completed from `completion`, and random events are drawn from `chance`.
    ///
    /// # Errors
    /// Those of [`Playable::load`](super::Playable::load).
    fn resume(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError>;

    /// Returns the starting place of each seat in the game of a deal.
    fn start_places(&self, deal: Seed) -> PerSeat<usize>;

    /// Plays a random game for this many decisions, or for a random number before its end; fewer if it ends
    /// earlier. Returns the game in progress, the number of decisions played and the number requested.
    fn random(&self, seed: Seed, decisions: Option<u32>) -> (Box<dyn Match>, u32, u32);

    /// Times decisions of the bots of these presets: all decide at the same positions, which come from games
    /// that the first one plays alone. Returns the milliseconds of each decision of each bot, on one thread; on Unix of
    /// processor time, so that other programs change nothing.
    ///
    /// # Errors
    /// A preset does not pass [`Ruleset::check_bot`].
    fn think_times(&self, presets: &[Preset], seed: Seed) -> Result<Vec<Vec<f64>>, InputError>;

    /// Plays a game with a program at `seat` and finds what it does wrong, as
    /// [`check_external`](tradewinds_bots::check_external) describes.
    fn check_program(
        &self,
        settings: &ExternalSettings,
        game: u64,
        seat: Seat,
        seed: Seed,
        most_decisions: Option<u64>,
    ) -> Checked;

    /// Returns the first word of a log that no decision of some games has: its entry, the word, and all words.
    fn unknown_word(&self, log: &GameLog) -> Option<(usize, String, Vec<String>)>;

    /// Finds a game that agrees with a log: a deal, random events and the decisions that the log leaves open.
    ///
    /// # Errors
    /// Within the tries, no game was found that agrees with all of it.
    ///
    /// # Determinism
    /// Equal logs and settings give equal games, unless `halted` ends the search.
    fn complete(
        &self,
        log: &GameLog,
        settings: &CompletionSettings,
        halted: &dyn Fn() -> bool,
    ) -> Result<Completion, Box<Stuck>>;

    /// Prepares measurements of a search, and of random games.
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`].
    fn bench(&self, plan: &SearchPlan, threads: Threads, seed: Seed) -> Result<Box<dyn Bench>, InputError>;
}

impl fmt::Debug for dyn Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruleset").field("game", &self.info().name).field("players", &self.players()).finish()
    }
}

/// The rules that the games of a table share, and the bots that have played and wait.
pub(crate) struct Rules<G: Game>(pub(crate) Arc<G>, pub(super) Rested<G>);

impl<G: Game> Rules<G> {
    pub(crate) fn new(game: G) -> Self {
        Self(Arc::new(game), Rested::default())
    }
}

impl<G: Game> Clone for Rules<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), self.1.clone())
    }
}

/// The results of searches, one per world.
#[derive(Clone, PartialEq, Debug)]
pub struct WorldSearches {
    /// Whether all worlds are one and the same.
    pub same_world: bool,
    /// The result of each search.
    pub answers: Vec<SearchResult<(), String>>,
}

/// The part of a decision that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sight {
    /// Nothing: the seat's view is what it was.
    #[default]
    Nothing,
    /// That a decision was made, but not all of it.
    Part,
    /// The action itself.
    Whole,
}

/// A decision that was played, and what is seen of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whether a random event took place.
    pub chance: bool,
    /// The part that each seat observes; the seat that decided observes the whole.
    pub sights: PerSeat<Sight>,
    /// The public outcome of the decision in words; empty if there is nothing to say.
    pub outcome: &'static str,
}

/// Any game in progress, with the stream that its random events are drawn from. Actions are in notation, or
/// are indices into the list of legal ones; a call that fails changes nothing.
pub trait Match: Spoken + Send + Sync {
    /// Returns the rules.
    fn table(&self) -> &dyn Ruleset;

    /// Copies the game, to think about it or to try moves; random events are drawn from the same stream.
    fn copied(&self) -> Box<dyn Match>;

    /// Draws random events from now on as `throws` show them, in order, and then from `chance`.
    fn show_dice(&mut self, throws: &[u32], chance: Seed);

    /// Returns the seat that decides, or `None` when the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Returns the kind of the decision at hand, an index into the game's
    /// [`decision_kinds`](super::GameInfo::decision_kinds).
    fn decision_kind(&self) -> usize;

    /// Returns the round under way, from 1.
    fn round(&self) -> u32;

    /// Returns the number of legal actions.
    fn options(&self) -> usize;

    /// Lists the legal actions in the game's order.
    fn legal(&self) -> Vec<String>;

    /// Returns the index of a legal action.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn index_of(&self, action: &str) -> Result<usize, IllegalAction>;

    /// Plays an action; returns whether a random event took place.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn play(&mut self, action: &str) -> Result<bool, IllegalAction>;

    /// Plays an action as [`Match::play`] does; also returns what each seat observes of it.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn play_seen(&mut self, action: &str) -> Result<Played, IllegalAction>;

    /// Writes the whole position.
    fn position(&self) -> Value;

    /// Writes the position as a seat sees it.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn view(&self, seat: Seat) -> Value;

    /// Lays out a position of the game as text.
    ///
    /// # Errors
    /// The first field at fault, if it is not a position of this game.
    fn show(&self, position: &Value) -> Result<String, InputError>;

    /// Writes a position that a seat cannot distinguish from the true one.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn determinize(&self, seat: Seat, seed: Seed) -> Value;

    /// Lists the broken invariants of the position.
    fn violations(&self) -> Vec<Broken>;

    /// Returns the standing.
    fn scores(&self) -> Scores;

    /// Writes the result object, or `None` if the game provides none before its end.
    fn result(&self) -> Option<Value>;

    /// Returns why the game ended; empty while the game continues.
    fn end_reason(&self) -> String;

    /// Searches for the seat to move, with the knowledge of that seat, on this thread.
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn search(&self, plan: &SearchPlan, seed: Seed) -> Result<SearchResult<(), String>, InputError>;

    /// Searches as [`Match::search`] does with the threads of the current pool, and measures more: see
    /// [`Search::study`](tradewinds_search::Search::study).
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn study(
        &self,
        plan: &SearchPlan,
        seed: Seed,
        moments: u32,
    ) -> Result<SearchResult<(), String>, InputError>;

    /// Searches `count` worlds that the seat to move holds possible, each with the whole budget and as if
    /// every seat knew it, with the threads of the current pool.
    ///
    /// # Errors
    /// The plan does not pass [`Ruleset::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn search_worlds(&self, plan: &SearchPlan, seed: Seed, count: u32) -> Result<WorldSearches, InputError>;

    /// Lists the choices open at the decision at hand, in the order of the legal list.
    fn choices(&self) -> Vec<Choice>;

    /// Returns the name of the choice that a legal action belongs to.
    ///
    /// # Panics
    /// If the index is out of range.
    fn choice(&self, action: usize) -> String;

    /// Rates each legal action by the policy of a preset, with what the preset has learned; one that has no
    /// weights gets the defaults.
    ///
    /// # Errors
    /// A weight that the game's policy does not have, or a network that is not for this game.
    fn rated(&self, preset: &Preset) -> Result<Vec<Rated>, InputError>;

    /// Asks a bot of this preset for the seat to move; returns the index of the action that it chooses.
    ///
    /// # Errors
    /// The preset does not pass [`Ruleset::check_bot`].
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&self, preset: &Preset, seed: Seed) -> Result<usize, InputError>;

    /// Plays the rest of the game after each of these legal actions, in a world that the seat to move holds
    /// possible, with `bots`: one for all seats, or one for each seat. Everything random follows from `luck` and is
    /// the same after every action: the world, the dice, the bots' own choices. An inner `None` means a game
    /// stopped at its bound; the outer `None` means that a game was `halted`.
    ///
    /// # Panics
    /// If the game is over, an index is out of range, there is no bot, or one does not pass [`Ruleset::check_bot`].
    fn play_out(
        &self,
        actions: &[usize],
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Vec<Option<Scores>>>;

    /// Plays the rest of the game, after an action in notation if there is one, in a world that agrees with what all
    /// seats know together: only what no seat knows is drawn again. Otherwise as [`Match::play_out`].
    ///
    /// # Panics
    /// If the action is not legal, there is no bot, or one does not pass [`Ruleset::check_bot`].
    fn play_on(
        &self,
        action: Option<&str>,
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<Scores>>;

    /// Returns the starting place of each seat, where the game begins from here.
    fn start_places(&self) -> PerSeat<usize>;

    /// Plays the scheduled game from here, as [`Ruleset::play`] does from its deal: first the decisions of `opening`
    /// in notation, of which the bots that decide are not asked. Random events are drawn from the game's seed.
    ///
    /// # Panics
    /// If a preset does not pass [`Ruleset::check_bot`], or a decision of the opening is illegal when it is reached.
    fn play_scheduled(
        &self,
        opening: &[String],
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord>;

    /// Plays the scheduled game from here, as [`Match::play_scheduled`] does, and records its moves; also the position
    /// after each random event if `with_positions`.
    ///
    /// # Panics
    /// As [`Match::play_scheduled`].
    fn play_scheduled_noted(
        &self,
        opening: &[String],
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)>;

    /// Copies the game as a world that a seat holds possible; random events after it are drawn from the seed, too.
    fn imagined(&self, seat: Seat, seed: Seed) -> Box<dyn Match>;

    /// Copies the game as a world that agrees with what all seats know together.
    fn reshuffled(&self, seed: Seed) -> Box<dyn Match>;

    /// Returns whether an action, which led to `after`, was followed by a random event or turned up what no seat knew:
    /// whether some seat would have seen something else after it in another world that agrees with what all seats
    /// know together. The seats' own secrets, and the decisions of others, are no such event.
    ///
    /// # Panics
    /// If the action is not legal.
    fn turns_up(&self, action: &str, after: &dyn Match) -> bool;
}

/// A game under way in words for people. `names` has a name for each seat.
pub trait Spoken {
    /// Asks the seat that decides for its decision.
    fn prompt(&self, names: &[String]) -> String;

    /// Puts a legal action into words.
    ///
    /// # Panics
    /// If the index is out of range.
    fn phrase(&self, action: usize, names: &[String]) -> Phrase;

    /// Puts all legal actions into words, in the game's order.
    fn phrases(&self, names: &[String]) -> Vec<Phrase>;

    /// Describes the run of decisions that people make as one, from the decision at hand on, if it belongs to one.
    fn joint(&self) -> Option<Joint>;

    /// Returns what each legal action of such a run puts, in the game's order.
    fn puts(&self) -> Vec<Put>;

    /// Returns a seat's pieces as they stand on the spots of its next run.
    fn stood(&self, seat: Seat) -> Pieces;

    /// Lists actions in notation that are not legal now, with the reason for the seat that decides.
    fn barred(&self) -> Vec<(String, String)>;

    /// Lists actions in notation with what the seat that decides pays for them now; what it gets is negative.
    fn prices(&self) -> Vec<(String, i64)>;

    /// Says what the seat that decides does now, which all seats know.
    fn deed(&self) -> Phrase;

    /// Returns whether the decision at hand goes on with one of the kind `before` by the same seat.
    fn goes_on(&self, before: &str) -> bool;

    /// Puts into words what others see of the decision at hand if they do not see the action.
    fn hidden(&self) -> Phrase;

    /// Lists the numbers of each seat that people follow, with their nouns.
    fn counters(&self) -> Vec<Vec<(&'static str, i64)>>;

    /// Lists what each seat has that a reason can name.
    fn holdings(&self) -> Vec<Holdings>;

    /// Returns what the points of each seat are made of, as if the game ended now.
    fn sheets(&self) -> Vec<Sheet>;

    /// Says why the game is over, as a sentence; empty while it continues.
    fn ending(&self) -> String;

    /// Writes an action of the game in notation for people, as
    /// [`with_seat_number`](tradewinds_game::speech::with_seat_number) does.
    fn notation(&self, action: &str) -> String;
}

/// How games are played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayoutKind {
    /// Uniformly at random.
    #[default]
    Random,
    /// By the policy and the epsilon of the search.
    Heuristic,
}

/// Games and decisions per second.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rate {
    /// Games.
    pub games: f64,
    /// Decisions, forced ones included.
    pub decisions: f64,
}

/// Games that were played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Their number.
    pub games: u64,
    /// Their decisions, forced ones included.
    pub decisions: u64,
    /// Those that were stopped at the bound of the rules.
    pub truncated: u64,
    /// A hash of all scores in order, so that no work can be left out.
    pub checksum: u64,
}

/// Measures a search of the opening, and games as its rollouts play them.
pub trait Bench: Send + Sync {
    /// Searches the opening for a while; returns the iterations per second, NaN if the game is over when
    /// dealt.
    fn search(&mut self, slice: Duration, seed: Seed) -> f64;

    /// Plays games for a while on this thread.
    fn race(&self, kind: PlayoutKind, slice: Duration, seed: Seed) -> Rate;

    /// Plays this many games on this thread.
    fn play(&self, kind: PlayoutKind, games: u64, seed: Seed) -> Playouts;

    /// Copies a state for a while; returns the nanoseconds per copy in the fastest batch, because noise only
    /// adds.
    fn clone_ns(&self, slice: Duration) -> f64;

    /// Returns the size of a state in bytes.
    fn state_bytes(&self) -> usize;
}
