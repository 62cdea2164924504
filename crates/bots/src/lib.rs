#![doc = include_str!("../README.md")]

mod base;
mod clock;
mod cost;
mod external;
mod game_loop;
mod heuristic;
mod opinion;
mod preset;
mod random;
mod removed;
mod restriction;
mod search;
mod sections;
mod value;

use tradewinds_game::{Edge, Game, Seat, Seed, View};

pub use clock::{ClockSettings, Left};
pub use cost::{Cost, SearchCost, Times};
pub use external::{
    Checked, ExternalBot, ExternalSettings, Fault, FaultCounts, Faults, Program, Unanswerable, check_external,
};
pub use game_loop::{Conduct, GameLoop, Halt, Pending, ask, play_on, show};
pub use heuristic::HeuristicBot;
pub use opinion::Opinion;
pub use preset::{BotKind, Preset};
pub use random::RandomBot;
pub use restriction::{ChoicesByKind, Restriction};
pub use search::SearchBot;
pub use sections::Sections;
pub use value::{BotGuide, Learned, LearnedValue, MAX_NETWORK, guide};

/// A player of one game; it keeps its own random stream and may keep notes between its decisions.
pub trait Bot<G: Game>: Send {
    /// Called before the first decision of a game, with the game's number in the schedule and the bot's seat.
    fn begin(&mut self, game: u64, seat: Seat) {
        let _ = (game, seat);
    }

    /// Draws all further random numbers from the stream of a seed. What the bot has noted stays: [`Bot::begin`] forgets
    /// it. Ignored by a bot that draws none of its own.
    fn reseed(&mut self, seed: Seed) {
        let _ = seed;
    }

    /// Chooses one of the legal actions of `view.seat()`'s decision.
    ///
    /// Never called when only one action is legal.
    fn choose(&mut self, view: &View<'_, G>) -> G::Action;

    /// Chooses as [`Bot::choose`] does, or returns `None` once `halted` says that nobody needs the choice: a bot that
    /// waits for another program need not wait any longer then.
    fn choose_unless(&mut self, view: &View<'_, G>, halted: &dyn Fn() -> bool) -> Option<G::Action> {
        let _ = halted;
        Some(self.choose(view))
    }

    /// Returns whether the bot observes every decision, by [`Bot::notice`].
    fn is_attentive(&self) -> bool {
        false
    }

    /// Called after every decision of the game, including forced ones and the bot's own, with the seat that
    /// decided, and what the bot's seat observed of it (see [`Game::observe`]).
    fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        let _ = (seat, edge);
    }

    /// Returns how often it gave no legal answer; `None` for a bot that cannot fail.
    fn faults(&self) -> Option<Faults> {
        None
    }

    /// Takes what it said of its last decision beside its choice; `None` for a bot that said nothing.
    fn take_opinion(&mut self) -> Option<Opinion> {
        None
    }

    /// Returns what its last decision left on its clock; `None` for a bot without one.
    fn left(&self) -> Option<Left> {
        None
    }

    /// Returns what its decisions since [`Bot::begin`] cost; `None` for a bot that does not measure it.
    fn cost(&self) -> Option<&Cost> {
        None
    }
}
