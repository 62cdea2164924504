//! The bot that asks a program supplied by the user, in any language.
//!
//! `docs/external-bots.md` is the reference for the messages on the pipes.
//!
//! Such a bot is the one place, beside a search with a time budget, where play depends on a clock;
//! [`Preset::is_reproducible`](crate::Preset::is_reproducible) says so. What reaches the program (its seed,
//! the actions played for it) follows from the number of the game and the seat, never from the manifest's
//! seed. Its pipes never block and are polled with the deadline. Whether it has ended is asked of the system,
//! not of the pipes, which a stray child may keep open.

mod check;
mod dialogue;
mod faults;
mod host;
mod lines;
mod log;
mod pipes;
mod process;
mod program;
mod settings;

use std::time::Instant;

use self::dialogue::{Dialogue, legal};
use self::host::Failure;
use super::{Bot, Cost, Left, Opinion};
use tradewinds_game::{CompleteGame, Dice, Purpose, Rng, Seat, Seed, View};

pub use check::{Checked, Fault, check_external};
pub use faults::{FaultCounts, Faults};
pub use program::{Program, Unanswerable};
pub use settings::ExternalSettings;
pub(super) use settings::{
    DEFAULT_MARGIN_MS, DEFAULT_START_MS, DEFAULT_TIME_MS, MAX_TIME_MS, address, options,
};

/// The seed of all random numbers of external bots, together with the number of the game and the seat: a
/// constant, so that nothing that reaches the program depends on a manifest's seed.
const PUBLIC_SEED: Seed = Seed(0x7472_6164_6577_696e);

/// Asks its own process, started at its first decision, and plays a random action from its own stream if the
/// process gives no legal answer.
///
/// The process receives what the seat's [`View`] shows, and a seed. It ends with the bot.
///
/// # Determinism
/// As good as the program's own, and only as long as no time-out occurs. The seed that the program receives
/// and the bot's own stream depend only on the game's number and the seat ([`Bot::begin`]): the program sees
/// both, the latter in the actions played for it after an illegal answer, and could search for a manifest's
/// seed that produces them.
#[derive(Debug)]
pub struct ExternalBot {
    dialogue: Dialogue,
    rng: Rng,
    faults: Faults,
    cost: Cost,
    opinion: Option<Opinion>,
}

impl ExternalBot {
    /// Makes the bot for seat 0 of game 0; nothing is started yet.
    #[must_use]
    pub fn new(settings: ExternalSettings) -> Self {
        let seed = seat_seed(0, Seat::new(0));
        Self {
            dialogue: Dialogue::new(settings, 0, told(seed)),
            rng: own_rng(seed),
            faults: Faults::default(),
            cost: Cost::default(),
            opinion: None,
        }
    }
}

impl ExternalBot {
    /// Asks the program; if it gives no legal answer, counts the fault and draws an action.
    fn decide<G: CompleteGame>(&mut self, view: &View<'_, G>, halted: &dyn Fn() -> bool) -> G::Action {
        let (actions, legal) = legal(view);
        self.faults.decisions += 1;
        self.opinion = None;
        let start = Instant::now();
        let answer = self.dialogue.ask(view, &legal, halted);
        self.cost.add(None, start.elapsed());
        match answer {
            Ok(answer) => {
                // What has a wrong shape is ignored; the check of a bot reports it.
                self.opinion = answer.opinion.ok().flatten();
                return answer.action;
            }
            Err(Failure::TimeOut { .. }) => self.faults.timeouts += 1,
            Err(Failure::Crash(_)) => self.faults.crashes += 1,
            Err(Failure::Illegal(_)) => self.faults.illegal += 1,
        }
        actions[self.rng.below(actions.len() as u32) as usize]
    }
}

impl<G: CompleteGame> Bot<G> for ExternalBot {
    fn begin(&mut self, game: u64, seat: Seat) {
        let seed = seat_seed(game, seat);
        self.dialogue.begin(game, told(seed));
        self.rng = own_rng(seed);
        self.cost = Cost::default();
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        self.decide(view, &|| false)
    }

    fn choose_unless(&mut self, view: &View<'_, G>, halted: &dyn Fn() -> bool) -> Option<G::Action> {
        let action = self.decide(view, halted);
        // A program that was hurried has failed nothing: its game does not count.
        (!halted()).then_some(action)
    }

    fn faults(&self) -> Option<Faults> {
        Some(self.faults)
    }

    fn take_opinion(&mut self) -> Option<Opinion> {
        self.opinion.take()
    }

    fn left(&self) -> Option<Left> {
        self.dialogue.left()
    }

    fn cost(&self) -> Option<&Cost> {
        Some(&self.cost)
    }
}

/// Returns the seed that belongs to a seat of a game, independent of the manifest.
fn seat_seed(game: u64, seat: Seat) -> Seed {
    PUBLIC_SEED.derive(Purpose::Bot, game).derive(Purpose::Bot, seat.index() as u64)
}

/// Returns the seed that a program receives: 32 bits, because not every language reads 64 from JSON.
fn told(seat_seed: Seed) -> u32 {
    (seat_seed.derive(Purpose::Worker, 0).0 >> 32) as u32
}

/// Returns the stream of the actions that are played for a program that gave no legal answer.
fn own_rng(seat_seed: Seed) -> Rng {
    seat_seed.derive(Purpose::Bot, 0).rng()
}
