//! The messages to a program, and how its answers are read.

use std::collections::BTreeMap;
use std::io;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::Deserialize as _;
use serde_json::Value;

use super::ExternalSettings;
use super::host::{Failure, Host, lock};
use super::lines::MAX_LINE;
use super::process::{Ending, Patience, Process, Unanswered, Unasked};
use crate::clock::Clock;
use crate::{Left, Opinion};
use tradewinds_game::{Actions, CompleteGame, Game, Seat, View};

/// The longest time for a connection on the loopback, which takes none if the program listens.
const MAX_CONNECT: Duration = Duration::from_secs(2);

/// The maximum number of characters quoted from a program's output.
const QUOTED: usize = 80;

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

/// The talk with a program that plays a seat in one game; it is started at its first request.
#[derive(Debug)]
pub(super) struct Dialogue {
    settings: ExternalSettings,
    /// The number of the game.
    game: u64,
    /// The seed from which the program may draw its random numbers.
    seed: u32,
    clock: Option<Clock>,
    /// The time that the last decision had at most, without its allowances.
    limit: Duration,
    /// The process, from the first request on.
    own: Option<Own>,
}

/// A seat's hold on a process.
#[derive(Debug)]
struct Own {
    host: Arc<Mutex<Host>>,
    seat: Seat,
    /// The number of the process that has read the seat's first message; 0 before.
    known: u64,
}

impl Dialogue {
    /// Does not start the program yet.
    pub(super) fn new(settings: ExternalSettings, game: u64, seed: u32) -> Self {
        let clock = settings.clock.map(Clock::new);
        Self { settings, game, seed, clock, limit: Duration::ZERO, own: None }
    }

    /// Sets the game and the seed for processes started later; a shared process plays on in a new session.
    pub(super) fn begin(&mut self, game: u64, seed: u32) {
        self.leave();
        (self.game, self.seed) = (game, seed);
        if let Some(clock) = &mut self.clock {
            clock.restart();
        }
    }

    /// Returns what is left on the clock, if the program has one.
    pub(super) fn left(&self) -> Option<Left> {
        self.clock.as_ref().map(Clock::left)
    }

    /// Returns the time that the last decision had at most, without its allowances.
    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    /// Asks the program for one of the legal actions; once `halted`, its answer has only the margin to come.
    pub(super) fn ask<G: CompleteGame>(
        &mut self,
        view: &View<'_, G>,
        legal: &Legal<G>,
        halted: &dyn Fn() -> bool,
    ) -> Result<Answer<G::Action>, Failure> {
        let Self { settings, game, seed, clock, limit, own } = self;
        // A bot that is timed is asked for all seats: its session is that of the first.
        let own = own.get_or_insert_with(|| {
            let seat = view.seat();
            let host = if settings.share { settings.aside.pool.join(*game, seat) } else { Arc::default() };
            Own { host, seat, known: 0 }
        });
        let session = settings.share.then(|| session(*game, own.seat));
        let session = session.as_deref();
        let mut host = lock(&own.host);
        let starting = host.is_idle();
        let begin = Instant::now();
        *limit = millis(settings.time_ms);
        if let Some(clock) = clock {
            *limit = (*limit).min(Duration::from_secs_f64(clock.begin_decision() / 1e3));
        }
        let allowance = if starting { millis(settings.start_ms) } else { Duration::ZERO };
        let time = *limit + allowance;
        let stop = settings.stop.then(|| line(session, [("cmd", "stop".into())]));
        let margin = millis(settings.margin_ms);
        let patience = Patience { end: begin + time, margin, stop: stop.as_deref(), halted };
        let (process, number) = host.running(|| start(settings, time, *game, own.seat))?;
        let mut request = String::new();
        if own.known != number {
            own.known = number;
            request.push_str(&start_line(view, session, *seed, settings));
        }
        request.push_str(&choose_line(view, session, legal, clock.as_ref()));
        let answer = process.ask(&request, &patience);
        if let Some(clock) = clock {
            clock.spend(begin.elapsed().saturating_sub(allowance).as_secs_f64() * 1e3);
        }
        let failure = match answer {
            Ok(answer) => return read_answer::<G>(&answer, legal, view.game().players()),
            Err(Unanswered::TooLong) => {
                let text = format!("answered with a line of more than {MAX_LINE} bytes");
                return Err(Failure::Illegal(text));
            }
            Err(Unanswered::TimeOut) => Failure::TimeOut { starting },
            Err(Unanswered::Gone) => Failure::Crash(how_it_ended(process.end())),
        };
        host.fail(matches!(failure, Failure::TimeOut { .. }));
        Err(failure)
    }

    /// Ends the running process, by the message `quit` or only by the end of its input; `None` if none runs.
    pub(super) fn quit(&mut self, by_message: bool) -> Option<(Ending, Unasked)> {
        lock(&self.own.as_ref()?.host).quit(by_message)
    }

    /// Ends the session of a shared process, which stays.
    pub(super) fn leave(&mut self) {
        if self.settings.share
            && let Some(Own { host, seat, known }) = self.own.take()
        {
            let farewell = line(Some(&session(self.game, seat)), [("cmd", "end".into())]);
            self.settings.aside.pool.leave(&host, seat, known, &farewell);
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Starts the program of a seat, or connects to it.
fn start(settings: &ExternalSettings, time: Duration, game: u64, seat: Seat) -> io::Result<Process> {
    let log =
        if settings.share { "process".to_owned() } else { format!("game-{game}-seat-{}", seat.index()) };
    let log = settings.aside.log.open(&log);
    match settings.address {
        Some(address) => Process::connect(address, time.min(MAX_CONNECT), log),
        None => Process::start(&settings.command, log),
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

/// Writes the first message of a seat to a process.
fn start_line<G: CompleteGame>(
    view: &View<'_, G>,
    session: Option<&str>,
    seed: u32,
    settings: &ExternalSettings,
) -> String {
    let mut fields: Vec<(&str, Value)> = vec![
        ("cmd", "start".into()),
        ("game", G::NAME.into()),
        ("players", view.game().players().into()),
        ("seat", view.seat().index().into()),
        ("seed", seed.into()),
        ("rules_version", G::RULES_VERSION.into()),
    ];
    let variant = settings.aside.variant.as_deref().and_then(|variant| serde_json::to_value(variant).ok());
    fields.extend(variant.map(|variant| ("variant", variant)));
    fields.extend(settings.options.clone().map(|options| ("options", options.into())));
    line(session, fields)
}

/// Writes the request for a decision.
fn choose_line<G: CompleteGame>(
    view: &View<'_, G>,
    session: Option<&str>,
    legal: &Legal<G>,
    clock: Option<&Clock>,
) -> String {
    let legal = legal.iter().map(|(text, _)| text.as_str()).collect::<Value>();
    let mut fields = vec![("cmd", "choose".into()), ("position", view.position()), ("legal", legal)];
    if let Some(clock) = clock
        && let Left::Ms(left) = clock.left()
    {
        fields.push(("left_ms", left.into()));
        fields.push(("increment_ms", clock.settings().increment_ms.into()));
    }
    line(session, fields)
}

/// Names the session of a seat in a game.
fn session(game: u64, seat: Seat) -> String {
    format!("game-{game}-seat-{}", seat.index())
}

/// Writes a message to a process, which belongs to a session if that is shared.
fn line<'a>(session: Option<&str>, fields: impl IntoIterator<Item = (&'a str, Value)>) -> String {
    let session = session.map(|session| ("session", session.into()));
    format!("{}\n", fields.into_iter().chain(session).collect::<Value>())
}

/// Returns a time in milliseconds.
fn millis(time: u32) -> Duration {
    Duration::from_millis(time.into())
}
