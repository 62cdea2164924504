//! The messages to a program, and how its answers are read.

use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::ExternalSettings;
use super::lines::MAX_LINE;
use super::process::{Ending, Patience, Process, Unanswered, Unasked};
use crate::Opinion;
use tradewinds_game::{Actions, CompleteGame, Game, View, object};

/// How often the program may be started in one game.
const MAX_STARTS: u32 = 3;

/// The longest time for a connection on the loopback, which takes none if the program listens.
const MAX_CONNECT: Duration = Duration::from_secs(2);

/// The maximum number of characters quoted from a program's output.
const QUOTED: usize = 80;

/// Why a decision has no valid answer; the text gives details for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// No answer came in time, or the program was not started again because of that.
    TimeOut {
        /// Whether the time included the start of the program.
        starting: bool,
    },
    /// The process has ended, or none is running.
    Crash(String),
    /// The answer is not a legal action.
    Illegal(String),
}

/// A valid answer.
#[derive(Debug)]
pub(super) struct Answer<A> {
    /// The action.
    pub(super) action: A,
    /// What the program said of the decision beside it, or what is wrong with that.
    pub(super) opinion: Result<Option<Opinion>, String>,
}

/// The legal actions of a decision with their texts, sorted by text.
pub(super) type Legal<G> = Vec<(String, <G as Game>::Action)>;

/// Lists the legal actions in the game's order, and as a program receives them.
pub(super) fn legal<G: CompleteGame>(view: &View<'_, G>) -> (Actions<G::Action>, Legal<G>) {
    let mut actions = Actions::new();
    view.legal(&mut actions);
    let mut legal: Legal<G> = actions.iter().map(|&action| (view.action_text(action), action)).collect();
    legal.sort_unstable();
    (actions, legal)
}

/// A program that plays a seat in one game; it is started at its first request.
#[derive(Debug)]
pub(super) struct Dialogue {
    settings: ExternalSettings,
    /// The number of the game.
    game: u64,
    /// The seed from which the program may draw its random numbers.
    seed: u32,
    process: Option<Process>,
    starts: u32,
    /// Whether the last process was ended since it gave no answer in time.
    was_late: bool,
}

impl Dialogue {
    /// Does not start the program yet.
    pub(super) fn new(settings: ExternalSettings, game: u64, seed: u32) -> Self {
        Self { settings, game, seed, process: None, starts: 0, was_late: false }
    }

    /// Sets the game and the seed for processes started later.
    pub(super) fn begin(&mut self, game: u64, seed: u32) {
        (self.game, self.seed) = (game, seed);
    }

    /// Asks the program for one of the legal actions; once `halted`, its answer has only the margin to come.
    pub(super) fn ask<G: CompleteGame>(
        &mut self,
        view: &View<'_, G>,
        legal: &Legal<G>,
        halted: &dyn Fn() -> bool,
    ) -> Result<Answer<G::Action>, Failure> {
        let ExternalSettings { time_ms, start_ms, margin_ms, stop, .. } = self.settings;
        let starting = self.process.is_none();
        let millis = |time| Duration::from_millis(u64::from(time));
        let time = millis(time_ms) + if starting { millis(start_ms) } else { Duration::ZERO };
        let stop = stop.then_some("{\"cmd\":\"stop\"}\n");
        let patience = Patience { end: Instant::now() + time, margin: millis(margin_ms), stop, halted };
        let mut request = String::new();
        let process = match &mut self.process {
            Some(process) => process,
            // A program that is too slow is none that crashes, even if it gets no further chance.
            None if self.starts == MAX_STARTS && self.was_late => {
                return Err(Failure::TimeOut { starting: false });
            }
            None if self.starts == MAX_STARTS => {
                return Err(Failure::Crash(format!("had been started {MAX_STARTS} times in the game")));
            }
            none => {
                self.starts += 1;
                self.was_late = false;
                request.push_str(&start_line(view, self.seed, &self.settings));
                let log = self.settings.log.open(self.game, view.seat());
                let started = match self.settings.address {
                    Some(address) => Process::connect(address, time.min(MAX_CONNECT), log),
                    None => Process::start(&self.settings.command, log),
                };
                none.insert(
                    started.map_err(|error| Failure::Crash(format!("could not be started: {error}")))?,
                )
            }
        };
        request.push_str(&choose_line(view, legal));
        let failure = match process.ask(&request, &patience) {
            Ok(answer) => return read_answer::<G>(&answer, legal, view.game().players()),
            Err(Unanswered::TooLong) => {
                let text = format!("answered with a line of more than {MAX_LINE} bytes");
                return Err(Failure::Illegal(text));
            }
            Err(Unanswered::TimeOut) => Failure::TimeOut { starting },
            Err(Unanswered::Gone) => Failure::Crash(how_it_ended(process.end())),
        };
        // Killed here, so that a late answer is never taken for the answer to a later decision.
        self.process = None;
        self.was_late = matches!(failure, Failure::TimeOut { .. });
        Err(failure)
    }

    /// Ends the running process, by the message `quit` or only by the end of its input; `None` if none runs.
    pub(super) fn quit(&mut self, by_message: bool) -> Option<(Ending, Unasked)> {
        let mut process = self.process.take()?;
        let ending = process.quit(by_message);
        Some((ending, process.unasked().clone()))
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.quit(true);
    }
}

/// Reads an answer.
fn read_answer<G: CompleteGame>(
    answer: &[u8],
    legal: &Legal<G>,
    players: usize,
) -> Result<Answer<G::Action>, Failure> {
    let illegal = |what: &str| Failure::Illegal(format!("answered {}, which {what}", quoted(answer)));
    let value: Value = serde_json::from_slice(answer).map_err(|_| illegal("is no JSON"))?;
    let text = value["action"].as_str().ok_or_else(|| illegal("has no text in a field \"action\""))?;
    let place = |text: &str| legal.binary_search_by(|(known, _)| known.as_str().cmp(text));
    let index = place(text).map_err(|_| illegal("names none of the legal actions"))?;
    Ok(Answer { action: legal[index].1, opinion: read_opinion(&value, players, |text| place(text).is_ok()) })
}

/// Reads what an answer says of the legal actions beside its choice.
fn read_opinion(
    answer: &Value,
    players: usize,
    is_legal: impl Fn(&str) -> bool,
) -> Result<Option<Opinion>, String> {
    let (visits, values) = (&answer["visits"], &answer["values"]);
    if visits.is_null() && values.is_null() {
        return Ok(None);
    }
    let mut opinion = Opinion::default();
    if !visits.is_null() {
        opinion.visits = BTreeMap::deserialize(visits)
            .map_err(|_| "\"visits\" that are no whole numbers by action".to_owned())?;
    }
    if !values.is_null() {
        opinion.values =
            BTreeMap::deserialize(values).map_err(|_| "\"values\" that are no lists by action".to_owned())?;
    }
    let is_share = |share: &f64| (0.0..=1.0).contains(share);
    if opinion.values.values().any(|shares| shares.len() != players || !shares.iter().all(is_share)) {
        return Err("\"values\" that are not a share from 0 to 1 for each seat".to_owned());
    }
    match opinion.visits.keys().chain(opinion.values.keys()).find(|action| !is_legal(action)) {
        Some(action) => {
            Err(format!("visits or values for {}, which is not legal", quoted(action.as_bytes())))
        }
        None => Ok(Some(opinion)),
    }
}

/// Describes how a process ended that gave no answer.
pub(super) fn how_it_ended(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) if status.code().is_some() => format!("had ended with {status}"),
        Some(status) => format!("had closed its input or output, or was killed ({status})"),
        None => "had closed its input or output".to_owned(),
    }
}

/// Quotes a program's output, shortened, and without control characters that a terminal would obey.
pub(super) fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// Writes the first message to a process.
fn start_line<G: CompleteGame>(view: &View<'_, G>, seed: u32, settings: &ExternalSettings) -> String {
    let mut line = json!({
        "cmd": "start",
        "game": G::NAME,
        "players": view.game().players(),
        "seat": view.seat().index(),
        "seed": seed,
        "rules_version": G::RULES_VERSION,
    });
    if let Some(options) = &settings.options {
        line["options"] = options.clone().into();
    }
    format!("{line}\n")
}

/// Writes the request for a decision.
fn choose_line<G: CompleteGame>(view: &View<'_, G>, legal: &Legal<G>) -> String {
    let legal = legal.iter().map(|(text, _)| text.as_str()).collect::<Value>();
    let line = object([("cmd", "choose".into()), ("position", view.position()), ("legal", legal)]);
    format!("{line}\n")
}
