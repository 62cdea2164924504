//! What search, bots and tournaments know about a game: the [`Game`] trait and its small types.
//!
//! `Game` is the rules with one variant's numbers, made once and shared by reference; `Game::State`
//! is what changes in play. Nothing here names a game.

mod audit;
mod data;
mod dice;
mod facts;
mod input;
mod memo;
mod policy;
mod record;
mod scores;
mod seats;
mod text;
mod view;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use serde_json::Value;

pub use audit::{Audit, Broken};
pub use data::{DataError, Variant, overlaid};
pub use dice::{CountingDice, Dice, Purpose, Rng, Seed, shuffle};
pub use facts::Facts;
pub use input::{InputError, nearest, object, parse_json, parse_toml};
pub use memo::Memo;
pub(crate) use policy::weights;
pub use policy::{Policy, UniformPolicy, WeightDoc, Weights, best, check_weight};
pub use record::{Column, Ending, NoRecorder, Recorder, Row, Schema, Step, Table};
pub use scores::{Scores, worth_of_lead};
pub use seats::{MAX_SEATS, PerSeat, Seat};
pub(crate) use text::{NAME_RULE, is_file_name};
pub use text::{printable, quoted};
pub use view::View;

/// The most legal actions that any decision of any game may have.
pub const MAX_ACTIONS: usize = 192;

/// A list of legal actions, without heap.
pub type Actions<A> = ArrayVec<A, MAX_ACTIONS>;

/// What a tree calls an action as its observer noticed it.
///
/// The low 24 bits are the *move*: the action's own [`Game::code`] when the observer sees it whole,
/// or a code of a hidden kind of action ("an offered card"). The high 8 bits are a public *outcome*
/// (an expedition's success), 0 where a game wants none; a tree makes it a branch of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(u32);

impl Edge {
    /// The number of different moves: codes lie below it.
    pub const MOVES: u32 = 1 << 24;

    /// Makes the edge of a move without an outcome.
    ///
    /// # Panics
    /// In debug builds if `code` is not below [`Edge::MOVES`].
    #[inline]
    #[must_use]
    pub const fn new(code: u32) -> Self {
        debug_assert!(code < Self::MOVES);
        Self(code)
    }

    /// Adds a public outcome, 1 to 255, to the edge.
    #[inline]
    #[must_use]
    pub const fn with_outcome(self, outcome: u8) -> Self {
        Self(self.0 & (Self::MOVES - 1) | (outcome as u32) << 24)
    }

    /// Returns the edge without its outcome.
    #[inline]
    #[must_use]
    pub const fn without_outcome(self) -> Self {
        Self(self.0 & (Self::MOVES - 1))
    }

    /// Returns the public outcome; 0 means none.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Returns the whole edge as a number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// An action that the rules do not allow here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal action {}: {reason}", quoted(&format!("{action:?}")))]
pub struct IllegalAction {
    /// The action in notation.
    pub action: String,
    /// Why it is refused.
    pub reason: String,
}

/// The rules of a game for one number of players and one variant.
///
/// # Laws
/// `tests/laws.rs` checks every game against the laws of `ARCHITECTURE.md`: legal lists are never
/// empty or repetitive, `check` holds after every decision, `determinize` depends only on what the
/// observer knows, equal inputs give equal results, and all text forms round-trip.
///
/// # Determinism
/// All randomness comes from the `dice` arguments. A state never holds a generator: a search could
/// foresee its numbers.
pub trait Game: Send + Sync + Sized + 'static {
    /// Everything that changes in play: plain data of fixed size, without heap.
    type State: Copy + Eq + Debug + Send + Sync + 'static;
    /// One atomic decision, at most 4 bytes.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// The game's heuristic policy.
    type Policy: Policy<Self>;
    /// The recorder of the game's own tables.
    type Recorder: Recorder<Self>;

    /// The game's name in files and on the command line, such as `puerto-rico`.
    const NAME: &'static str;
    /// The numbers of players that the rules allow.
    const PLAYERS: RangeInclusive<usize>;
    /// Changes whenever rules, action codes or notation change; written into every record.
    const RULES_VERSION: u32;
    /// The kinds of decision, for studies: "role", "offer", "placement" …
    const DECISION_KINDS: &'static [&'static str];
    /// Whether some choices are secret and simultaneous, so that one shared tree would leak them.
    const SECRET_SIMULTANEOUS: bool;
    /// The lead in points, at the end of an ordinary close game, that counts as a clear win; scales
    /// the leader-margin reward of the search.
    const CLEAR_LEAD: f32;

    /// Makes the rules for `players` seats.
    ///
    /// # Errors
    /// A wrong number of players, or a variant that does not fit the game's data.
    fn new(players: usize, variant: &Variant) -> Result<Self, InputError>;

    /// The variants shipped with the game: name and TOML text.
    fn shipped_variants() -> &'static [(&'static str, &'static str)];

    /// The text of the game's `data.toml`, for who looks up what a variant may set; empty for a game without
    /// one.
    fn data() -> &'static str {
        ""
    }

    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Sets up a game; every hidden order that the state keeps is drawn here.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Self::State;

    /// Returns the seat that decides, or `None` when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<Seat>;

    /// Fills `actions` with the legal actions, in the game's canonical order; empty only when the
    /// game is over.
    fn legal(&self, state: &Self::State, actions: &mut Actions<Self::Action>);

    /// Draws a legal action uniformly: the action at index `below(n)` of the legal list, without a
    /// throw when only one is legal.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    fn random_action<D: Dice + ?Sized>(&self, state: &Self::State, dice: &mut D) -> Self::Action {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        match actions.len() {
            1 => actions[0],
            n => actions[dice.below(n as u32) as usize],
        }
    }

    /// Plays one decision and what follows from it by itself.
    ///
    /// # Contract
    /// `action` is legal in `state`; otherwise the result is unspecified (debug builds may panic).
    /// Use [`Game::try_play`] for actions from outside.
    fn play<D: Dice + ?Sized>(&self, state: &mut Self::State, action: Self::Action, dice: &mut D);

    /// Plays a uniformly random legal action, for rollouts: with equal dice the same as
    /// [`Game::random_action`] and [`Game::play`]. A game may do it without making the list.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut Self::State, dice: &mut D) {
        let action = self.random_action(state, dice);
        self.play(state, action, dice);
    }

    /// Plays an action after checking that it is legal; the state is untouched if it is not.
    ///
    /// # Errors
    /// The action is not in the legal list.
    fn try_play<D: Dice + ?Sized>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        dice: &mut D,
    ) -> Result<(), IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        if actions.contains(&action) {
            self.play(state, action, dice);
            Ok(())
        } else {
            Err(IllegalAction {
                action: self.action_text(state, action),
                reason: "it is not a legal action at this decision".to_owned(),
            })
        }
    }

    /// Returns the standing of a position: points, tie keys, ranks and win shares as if the game
    /// ended here. At the end of a game this is the result.
    fn scores(&self, state: &Self::State) -> Scores;

    /// Returns the number of decisions after which a game is stopped and marked as truncated.
    fn bound(&self) -> u32;

    /// Resamples everything that `observer` cannot know, uniformly over the worlds consistent with
    /// what he knows. The result depends only on what he knows and on the dice.
    fn determinize<D: Dice + ?Sized>(&self, state: &mut Self::State, observer: Seat, dice: &mut D);

    /// Tells whether the rest of the game is open: nothing in it is hidden from any seat and no dice
    /// are thrown, whatever is played. It depends on public facts alone; a search may then prove wins.
    fn is_open(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns the number of an action, below [`Edge::MOVES`], different for different actions of
    /// one decision.
    fn code(action: Self::Action) -> u32;

    /// Returns the edge that `observer`'s tree takes when `action` leads from `before` to `after`,
    /// or `None` when he notices nothing. For the seat that decides, the edge's move is the action's
    /// own code.
    fn seen(
        &self,
        before: &Self::State,
        action: Self::Action,
        after: &Self::State,
        observer: Seat,
    ) -> Option<Edge> {
        let _ = (before, after, observer);
        Some(Edge::new(Self::code(action)))
    }

    /// Estimates each seat's expected win share from public and own knowledge alone, in [0, 1];
    /// for rollouts that are cut off.
    fn evaluate(&self, state: &Self::State) -> PerSeat<f32>;

    /// Lists the broken invariants of the rules page, the broadest first; empty for a valid state.
    ///
    /// It takes any state that [`Game::read`] gives.
    fn broken(&self, state: &Self::State) -> Vec<Broken>;

    /// Checks the invariants of the rules page.
    ///
    /// # Errors
    /// The first broken invariant.
    fn check(&self, state: &Self::State) -> Result<(), Broken> {
        self.broken(state).into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns a seat's place, from 0, in the game's first playing order.
    fn start_place(&self, state: &Self::State, seat: Seat) -> usize;

    /// Returns the round (voyage, turn) under way, from 1.
    fn round(&self, state: &Self::State) -> u32;

    /// Writes an action in the notation of the rules page.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// Reads an action in notation.
    ///
    /// # Errors
    /// The text is not the notation of a legal action; the reason lists what is legal.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        for &action in &actions {
            if self.action_text(state, action) == text {
                return Ok(action);
            }
        }
        let mut texts: Vec<String> = actions.iter().map(|&action| self.action_text(state, action)).collect();
        texts.sort_unstable();
        let reason = match texts.as_slice() {
            [] => "the game is over".to_owned(),
            texts => format!("legal here: {}", texts.join(", ")),
        };
        Err(IllegalAction { action: text.to_owned(), reason })
    }

    /// Writes the position file of a state.
    fn position(&self, state: &Self::State) -> Value;

    /// Writes the position as `seat` sees it, what it cannot know marked as the rules page says.
    fn view(&self, state: &Self::State, seat: Seat) -> Value;

    /// Reads a position file without asking whether it is valid: [`Game::broken`] tells. Its number of
    /// players and its own rules field give the rules; `variant` names numbers that a position cannot.
    /// Unknown parts are completed from `dice`.
    ///
    /// # Errors
    /// The first field that is missing, unknown or out of range, or unknown parts that nothing can complete.
    fn read<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, Self::State), InputError>;

    /// Reads a valid position file, as [`Game::read`] does.
    ///
    /// # Errors
    /// Those of [`Game::read`], or the first broken invariant.
    fn load<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, Self::State), InputError> {
        let (game, state) = Self::read(position, variant, dice)?;
        match game.check(&state) {
            Ok(()) => Ok((game, state)),
            Err(broken) => Err(InputError::new("position", "", broken.to_string(), "a valid position")),
        }
    }

    /// Lays a position out as text for a player, in lines of at most 80 columns, what it leaves unknown
    /// marked as such. The position is one that [`Game::position`] or [`Game::view`] wrote, or a file that
    /// [`Game::load`] takes. A game without a layout of its own shows the file.
    ///
    /// # Errors
    /// The first field at fault, if it is no position of this game.
    fn show(&self, position: &Value) -> Result<String, InputError> {
        Ok(format!("{position:#}\n"))
    }

    /// Writes the result object, or `None` where the rules page gives none to an unfinished game.
    fn result(&self, state: &Self::State) -> Option<Value>;

    /// Returns why the game ended, in one word or a few joined by `+`; empty while it goes on.
    fn end_reason(&self, state: &Self::State) -> String;

    /// Returns the kind of the decision at hand, an index into [`Game::DECISION_KINDS`].
    fn decision_kind(&self, state: &Self::State) -> usize;

    /// Names what an action chooses, for studies: actions of one decision that a study need not tell apart have
    /// one name. It depends on nothing but what the deciding seat knows.
    fn choice(&self, state: &Self::State, action: Self::Action) -> String {
        self.action_text(state, action)
    }

    /// Notes the circumstances of a decision and of one of its actions, for studies: few facts with few values,
    /// equal for equal names of the action, and from nothing but what the deciding seat knows.
    fn circumstances(&self, state: &Self::State, action: Self::Action, facts: &mut Facts) {
        let _ = (state, action, facts);
    }

    /// The named weights of the game's policy, each with its meaning and default.
    fn weights() -> &'static [WeightDoc];

    /// Makes the policy from a preset's weights.
    ///
    /// # Errors
    /// A weight that the policy does not have.
    fn policy(&self, weights: &Weights) -> Result<Self::Policy, InputError>;

    /// The columns and tables that the game adds to a tournament's files.
    fn schema() -> &'static Schema;

    /// Makes a recorder for one game that starts at `state`.
    fn recorder(&self, state: &Self::State) -> Self::Recorder;
}
