//! The bot that asks a program of the user's, in any language.
//!
//! `docs/external-bots.md` is the reference of what is said on the pipes.

mod process;

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::process::{Failure, Process};
use super::Bot;
use crate::game::{Actions, Dice, Game, InputError, Purpose, Rng, Seed, View, object};

/// The time for a decision where a preset says nothing, in milliseconds.
pub(super) const DEFAULT_TIME_MS: u32 = 10_000;

/// The most that a preset may ask for, in milliseconds: an hour.
const MAX_TIME_MS: u32 = 3_600_000;

/// How often the program may be started in one game.
const MAX_STARTS: u32 = 3;

/// The program that an external bot asks, and how long it may think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSettings {
    /// The program and its arguments, started without a shell in the current folder. A program without
    /// a `/` is looked for in `PATH`.
    pub command: Vec<String>,
    /// The time for one decision in milliseconds, 1 to 3,600,000; that of a decision for which the
    /// program is started includes the start.
    pub time_ms: u32,
}

impl ExternalSettings {
    /// Checks the settings; the refusal names no file.
    pub(super) fn validate(&self) -> Result<(), InputError> {
        let refuse = |field, found: String, allowed: &str| Err(InputError::new("", field, found, allowed));
        let words = "a list of strings: the program and its arguments";
        match self.command.first() {
            None => return refuse("command", "nothing".to_owned(), words),
            Some(program) if program.is_empty() => return refuse("command", "\"\"".to_owned(), words),
            Some(_) => {}
        }
        if let Some(word) = self.command.iter().find(|word| word.contains('\0')) {
            return refuse("command", format!("{word:?}"), "strings without a zero byte");
        }
        if !(1..=MAX_TIME_MS).contains(&self.time_ms) {
            return refuse("time_ms", self.time_ms.to_string(), &format!("1 to {MAX_TIME_MS}"));
        }
        Ok(())
    }

    /// Looks for the program as starting it would; the refusal names no file.
    pub(super) fn find_program(&self) -> Result<(), InputError> {
        let program = self.command.first().map_or("", String::as_str);
        match which::which(program) {
            Ok(_) => Ok(()),
            Err(_) => {
                let allowed = "a program in PATH, or the path of one from the current folder";
                Err(InputError::new("", "command", format!("{program:?}"), allowed))
            }
        }
    }
}

/// How often an external bot was asked, and how often it gave no legal answer; the seat played a
/// random action then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faults {
    /// Decisions that it was asked for; forced ones are not.
    pub decisions: u64,
    /// Decisions without an answer in time.
    pub timeouts: u64,
    /// Decisions at which the program had ended, could not be started, or had been started too often.
    pub crashes: u64,
    /// Answers that name no legal action, are no JSON or are too long.
    pub illegal: u64,
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.timeouts += other.timeouts;
        self.crashes += other.crashes;
        self.illegal += other.illegal;
    }
}

/// Asks a process of its own, started at its first decision, and plays a random action from its own
/// stream where that gives no legal answer.
///
/// The process is told what the seat's [`View`] shows and nothing else. It ends with the bot.
///
/// # Determinism
/// As good as the program's own, and only while no time-out strikes.
#[derive(Debug)]
pub struct ExternalBot {
    settings: ExternalSettings,
    seed: Seed,
    rng: Rng,
    process: Option<Process>,
    starts: u32,
    faults: Faults,
}

impl ExternalBot {
    /// Makes the bot; nothing is started yet.
    #[must_use]
    pub fn new(settings: ExternalSettings, seed: Seed) -> Self {
        Self { settings, seed, rng: seed.rng(), process: None, starts: 0, faults: Faults::default() }
    }

    /// Asks the program for one of the legal actions, which are sorted by their texts.
    fn ask<G: Game>(
        &mut self,
        view: &View<'_, G>,
        legal: &[(String, G::Action)],
    ) -> Result<G::Action, Failure> {
        let deadline = Instant::now() + Duration::from_millis(u64::from(self.settings.time_ms));
        let mut request = String::new();
        let process = match &mut self.process {
            Some(process) => process,
            None if self.starts == MAX_STARTS => return Err(Failure::Crash),
            none => {
                self.starts += 1;
                request.push_str(&start_line(view, self.seed));
                none.insert(Process::start(&self.settings.command).map_err(|_| Failure::Crash)?)
            }
        };
        request.push_str(&choose_line(view, legal));
        let answer = process.ask(request, deadline)?;
        let answer: Value = serde_json::from_slice(&answer).map_err(|_| Failure::Illegal)?;
        let text = answer["action"].as_str().ok_or(Failure::Illegal)?;
        let found = legal.binary_search_by(|(known, _)| known.as_str().cmp(text));
        found.map(|index| legal[index].1).map_err(|_| Failure::Illegal)
    }
}

impl<G: Game> Bot<G> for ExternalBot {
    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        let mut actions = Actions::new();
        view.legal(&mut actions);
        let mut legal: Vec<(String, G::Action)> =
            actions.iter().map(|&action| (view.action_text(action), action)).collect();
        legal.sort_unstable();
        self.faults.decisions += 1;
        let failure = match self.ask(view, &legal) {
            Ok(action) => return action,
            Err(failure) => failure,
        };
        match failure {
            Failure::TimeOut => self.faults.timeouts += 1,
            Failure::Crash => self.faults.crashes += 1,
            Failure::Illegal => self.faults.illegal += 1,
        }
        if failure != Failure::Illegal {
            // Killed here, so that a late answer is never taken for that of a later decision.
            self.process = None;
        }
        actions[self.rng.below(actions.len() as u32) as usize]
    }

    fn faults(&self) -> Option<Faults> {
        Some(self.faults)
    }
}

impl Drop for ExternalBot {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}

/// Writes what a process is told first.
///
/// Its seed is half of a derived one: a whole one could be traced back to the seed of the deal, for
/// the finalizer in [`Seed::derive`] has an inverse, and not every language reads 64 bits from JSON.
fn start_line<G: Game>(view: &View<'_, G>, seed: Seed) -> String {
    let line = json!({
        "cmd": "start",
        "game": G::NAME,
        "players": view.game().players(),
        "seat": view.seat().index(),
        "seed": seed.derive(Purpose::Bot, 0).0 >> 32,
        "rules_version": G::RULES_VERSION,
    });
    format!("{line}\n")
}

/// Writes the request for a decision.
fn choose_line<G: Game>(view: &View<'_, G>, legal: &[(String, G::Action)]) -> String {
    let legal = legal.iter().map(|(text, _)| text.as_str()).collect::<Value>();
    let line = object([("cmd", "choose".into()), ("position", view.position()), ("legal", legal)]);
    format!("{line}\n")
}
