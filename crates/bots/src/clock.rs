//! Time control: a clock for a whole game, and how a search spends it.
//!
//! A decision's even share is what is left by the decisions that the seat can still expect, which playouts count. The
//! search may take [`STRETCH`] shares where candidates stay close, and stops early where a change has become unlikely
//! ([`PATIENCE`]); what it leaves makes later shares larger (after Baier and Winands 2016, who call the rule STOP).

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tradewinds_game::{Actions, Game, InputError, Origin, Policy, Rng, Seat, Seed, View};
use tradewinds_search::{Allowance, CheckedSettings, Playout, Search, SearchSettings};

/// The even shares that a decision may take at most.
const STRETCH: f64 = 4.0;
/// The part of its even share that each later decision keeps.
const RESERVE: f64 = 0.5;
/// The part of the rest of its allowance after which a search counts its choice as settled.
const PATIENCE: f32 = 0.3;
/// The playouts by which a clock counts the decisions to come at the first decision of a game.
const FIRST_PLAYOUTS: u32 = 8;
/// The weight of a later decision's playout against the count so far.
const NEW: f64 = 0.1;

/// The settings of a game's clock: a preset's table `[clock]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// The milliseconds for all decisions of a seat in a game, 1 to 86,400,000.
    pub game_ms: Option<u32>,
    /// The milliseconds that are added before each decision, up to 3,600,000; default 0.
    #[serde(default)]
    pub increment_ms: u32,
    /// The iterations for all decisions of a seat in a game, 1 to 1,000,000,000: a clock that runs alike on every
    /// machine.
    pub game_iterations: Option<u32>,
    /// The iterations that are added before each decision, up to 1,000,000,000; default 0.
    #[serde(default)]
    pub increment_iterations: u32,
}

/// `60000 ms a game and 500 ms more a decision`.
impl fmt::Display for ClockSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.is_timed() { "ms" } else { "iterations" };
        let (whole, increment) = self.amounts();
        write!(f, "{whole} {unit} a game")?;
        if increment > 0.0 { write!(f, " and {increment} {unit} more a decision") } else { Ok(()) }
    }
}

impl ClockSettings {
    /// Checks the settings of a program's clock; the refusal names no file.
    pub(super) fn check_timed(&self) -> Result<(), InputError> {
        match (self.game_ms, self.game_iterations) {
            (None, Some(found)) => {
                let allowed = "game_ms with kind = \"external\": only a search counts iterations";
                let field = "clock.game_iterations";
                Err(InputError::conflict(Origin::Unnamed, field, found.to_string(), allowed))
            }
            (None, None) => {
                Err(InputError::conflict(Origin::Unnamed, "clock.game_ms", "no clock", "game_ms"))
            }
            _ => self.check(),
        }
    }

    /// Checks the settings; the refusal names no file.
    fn check(&self) -> Result<(), InputError> {
        let refuse = |field: &str, found: String, allowed: &str| {
            Err(InputError::conflict(Origin::Unnamed, format!("clock.{field}"), found, allowed))
        };
        match (self.game_ms, self.game_iterations) {
            (None, None) => return refuse("game_ms", "no clock".to_owned(), "game_ms or game_iterations"),
            (Some(_), Some(found)) => {
                return refuse("game_iterations", found.to_string(), "only without game_ms");
            }
            (Some(_), None) if self.increment_iterations > 0 => {
                return refuse(
                    "increment_iterations",
                    self.increment_iterations.to_string(),
                    "only with game_iterations",
                );
            }
            (None, Some(_)) if self.increment_ms > 0 => {
                return refuse("increment_ms", self.increment_ms.to_string(), "only with game_ms");
            }
            _ => {}
        }
        let within = |field: &str, found: Option<u32>, most: u32, least: u32| match found {
            Some(found) if !(least..=most).contains(&found) => {
                let allowed = format!("{least} to {most}");
                Err(InputError::out_of_range(Origin::Unnamed, format!("clock.{field}"), found, allowed))
            }
            _ => Ok(()),
        };
        within("game_ms", self.game_ms, 86_400_000, 1)?;
        within("increment_ms", Some(self.increment_ms), 3_600_000, 0)?;
        within("game_iterations", self.game_iterations, 1_000_000_000, 1)?;
        within("increment_iterations", Some(self.increment_iterations), 1_000_000_000, 0)
    }

    /// Returns whether the clock is one of time, so that play depends on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.game_ms.is_some()
    }

    /// Checks the settings, and those of a search that plays by this clock: the whole clock is the bound of a decision
    /// that has none.
    pub(super) fn bounded(&self, search: SearchSettings) -> Result<CheckedSettings, InputError> {
        self.check()?;
        let has_none = search.iterations.is_none() && search.time_ms.is_none();
        let bounded = search.with(|new| match self.game_ms {
            Some(ms) if has_none => new.time_ms = Some(ms.min(3_600_000)),
            None if has_none => new.iterations = self.game_iterations,
            _ => {}
        });
        bounded.check()
    }

    /// Gives a search of a single decision its budget: a twentieth of the clock, within the search's own bounds.
    pub fn allot_one(&self, search: &mut SearchSettings) {
        /// The decisions that share the clock.
        const DECISIONS: u32 = 20;
        let part = |whole: u32, own: Option<u32>| Some((whole / DECISIONS).clamp(1, own.unwrap_or(u32::MAX)));
        match self.game_ms {
            Some(ms) => search.time_ms = part(ms, search.time_ms),
            None => search.iterations = part(self.game_iterations.unwrap_or(1), search.iterations),
        }
    }

    /// Returns what a game begins with and what each decision adds, in iterations or milliseconds.
    fn amounts(&self) -> (f64, f64) {
        match self.game_ms {
            Some(ms) => (ms.into(), self.increment_ms.into()),
            None => (self.game_iterations.unwrap_or(0).into(), self.increment_iterations.into()),
        }
    }
}

/// What is left on a bot's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// This number of milliseconds.
    Ms(u64),
    /// This number of iterations.
    Iterations(u64),
}

/// `1234 ms`, `500 iterations`.
impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ms(left) => write!(f, "{left} ms"),
            Self::Iterations(left) => write!(f, "{left} iterations"),
        }
    }
}

/// The clock of a seat in a game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    settings: ClockSettings,
    /// What is left, in iterations or milliseconds.
    left: f64,
    /// The decisions to come, this one included, as the last decision saw them; `None` before the first.
    expected: Option<f64>,
}

impl Clock {
    pub(super) fn new(settings: ClockSettings) -> Self {
        Self { settings, left: settings.amounts().0, expected: None }
    }

    /// Sets the clock back, as before a new game.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.settings);
    }

    /// Begins a decision, and returns what it may take at most: all that is left with the increment.
    pub(super) fn begin_decision(&mut self) -> f64 {
        self.left += self.settings.amounts().1;
        self.left
    }

    /// Takes what a decision has spent, in iterations or milliseconds.
    pub(super) fn spend(&mut self, spent: f64) {
        self.left = (self.left - spent).max(0.0);
    }

    /// Returns what is left, in whole units.
    pub(super) fn left(&self) -> Left {
        let left = self.left as u64;
        if self.settings.is_timed() { Left::Ms(left) } else { Left::Iterations(left) }
    }

    /// Returns the settings.
    pub(super) fn settings(&self) -> ClockSettings {
        self.settings
    }

    /// Chooses by a search that spends what this decision is worth, and takes it from the clock.
    pub(super) fn choose<G: Game, P: Policy<G>>(
        &mut self,
        search: &mut Search<G, P>,
        view: &View<'_, G>,
        seed: Seed,
    ) -> G::Action {
        let start = Instant::now();
        let increment = self.settings.amounts().1;
        self.begin_decision();
        let expected = self.look_ahead(search, view, seed);
        let share = (self.left + increment * (expected - 1.0)) / expected;
        // Each later decision keeps a part of its share at least.
        let free = self.left - (expected - 1.0) * share * RESERVE;
        let whole = (share * STRETCH).min(free).min(self.left).max(1.0);
        let action = search.choose_within(view, seed, self.allowance(whole, search.settings()));
        let spent = if self.settings.is_timed() {
            start.elapsed().as_secs_f64() * 1e3
        } else {
            search.effort().iterations as f64
        };
        self.spend(spent);
        action
    }

    /// Returns an allowance of this much, within the settings' own bounds of a decision.
    fn allowance(&self, whole: f64, settings: &CheckedSettings) -> Allowance {
        let own = Allowance::of(settings);
        let mut new = Allowance { patience: Some(PATIENCE), ..own };
        if self.settings.is_timed() {
            let time = Duration::from_secs_f64(whole / 1e3);
            new.time = Some(own.time.map_or(time, |own| own.min(time)));
        } else {
            let iterations = whole as u32;
            new.iterations = Some(own.iterations.map_or(iterations, |own| own.min(iterations)));
        }
        new
    }

    /// Returns the decisions that the seat can expect to make in this game, this one included.
    fn look_ahead<G: Game, P: Policy<G>>(
        &mut self,
        search: &Search<G, P>,
        view: &View<'_, G>,
        seed: Seed,
    ) -> f64 {
        let mut rng = seed.rng();
        let mut count = || f64::from(decisions_to_come(search, view, &mut rng));
        let expected = match self.expected {
            None => (0..FIRST_PLAYOUTS).map(|_| count()).sum::<f64>() / f64::from(FIRST_PLAYOUTS),
            Some(before) => (before - 1.0) * (1.0 - NEW) + count() * NEW,
        };
        let expected = expected.max(1.0);
        self.expected = Some(expected);
        expected
    }
}

/// Counts the decisions with a choice that the seat of `view` makes in one playout of one world, this one included.
fn decisions_to_come<G: Game, P: Policy<G>>(search: &Search<G, P>, view: &View<'_, G>, rng: &mut Rng) -> u32 {
    let (game, seat): (&G, Seat) = (view.game(), view.seat());
    let mut world = view.determinize(rng);
    let mut playout = Playout::new(game, search.settings(), search.policy());
    let mut actions = Actions::new();
    let mut own = 0;
    for _ in 0..game.max_decisions() {
        let Some(decider) = game.to_act(&world) else { break };
        if decider == seat {
            actions.clear();
            game.legal(&world, &mut actions);
            own += u32::from(actions.len() > 1);
        }
        playout.play(&mut world, 1, rng);
    }
    own.max(1)
}
