//! A table that is open: its session, its screens, and the thread on which its bots think.

mod state;

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tradewinds_game::Seat;
use tradewinds_review::Review;
use tradewinds_table::{Advisor, Considered, Journal, JournalError, NodeId, Session, Thought, to_record};

use super::picture::Reader;
use super::reviewed::{self, Reviewed};
use super::token::Token;

/// A browser that a link lets in, and the seats that it decides for.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Screen {
    pub(crate) token: Token,
    pub(crate) seats: Vec<usize>,
    pub(crate) is_host: bool,
}

/// What a table's journal holds besides the game.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Extra {
    pub(crate) screens: Vec<Screen>,
    /// The shortest time between two moves of bots, in milliseconds.
    pub(crate) pace_ms: u64,
}

/// A refused request: the status and a sentence.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) u16, pub(crate) String);

fn conflict(why: impl Into<String>) -> Refusal {
    Refusal(409, why.into())
}

/// What one screen has asked for.
#[derive(Default)]
pub(crate) struct Wishes {
    /// The seat whose secrets the screen shows, where several seats share it.
    pub(crate) revealed: Option<Seat>,
    pub(crate) hint: Hint,
    pub(crate) shows_thoughts: bool,
}

/// A hint on request.
#[derive(Default)]
pub(crate) enum Hint {
    #[default]
    None,
    /// It is being searched for, at this moment of the session.
    Asked((NodeId, u32)),
    /// What was found at this moment of the session.
    Found((NodeId, u32), Thought),
}

/// The thought of a bot that has moved.
pub(crate) struct Shared {
    pub(crate) thought: Thought,
    /// Whether each seat knew all that the bot knew, so that the thought gives nothing away.
    pub(crate) gives_nothing_away: Vec<bool>,
}

/// Everything about a table that changes.
pub(crate) struct State {
    pub(crate) session: Session,
    journal: Journal,
    pub(crate) extra: Extra,
    pub(crate) wishes: Vec<Wishes>,
    /// Whether a bot is thinking now.
    pub(crate) thinks: bool,
    pub(crate) shared: Option<Shared>,
    /// What went wrong with a review, a hint or a bot.
    pub(crate) fault: Option<String>,
    /// Why the game is not being saved now.
    pub(crate) unsaved: Option<String>,
    pub(crate) reviewed: Option<Reviewed>,
    is_driven: bool,
}

/// Lets a limited number of searches run at one time.
pub(crate) struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

impl Permits {
    pub(crate) fn new(count: usize) -> Self {
        Self { free: Mutex::new(count), returned: Condvar::new() }
    }

    fn with<T>(&self, work: impl FnOnce() -> T) -> T {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free =
            self.returned.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        drop(free);
        let done = work();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.returned.notify_one();
        done
    }
}

/// A table that is open.
pub(crate) struct Desk {
    /// Its name in links and files.
    pub(crate) id: String,
    records: PathBuf,
    permits: Arc<Permits>,
    state: Mutex<State>,
    changed: Condvar,
}

/// What a bot, or the rules, decide next.
enum Job {
    Forced(String),
    Think(Box<Advisor>, Vec<bool>),
}

impl Desk {
    pub(crate) fn new(
        id: String,
        records: PathBuf,
        permits: Arc<Permits>,
        session: Session,
        journal: Journal,
        extra: Extra,
    ) -> Arc<Self> {
        let wishes = extra.screens.iter().map(|_| Wishes::default()).collect();
        let state = State {
            session,
            journal,
            extra,
            wishes,
            thinks: false,
            shared: None,
            fault: None,
            unsaved: None,
            reviewed: None,
            is_driven: false,
        };
        Arc::new(Self { id, records, permits, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Locks the table. A panic elsewhere does not end the game: every change is made in one step.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, at most this long; returns whether there may be one.
    pub(crate) fn wait<'a>(
        &self,
        state: MutexGuard<'a, State>,
        time: Duration,
    ) -> (MutexGuard<'a, State>, bool) {
        let waited = self.changed.wait_timeout(state, time);
        let (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (state, !timeout.timed_out())
    }

    /// Finds the screen of a link.
    pub(crate) fn screen(&self, token: &str) -> Option<usize> {
        let state = self.lock();
        // All are compared, so that the time does not depend on which one fits.
        state
            .extra
            .screens
            .iter()
            .enumerate()
            .fold(None, |found, (index, screen)| if screen.token.is(token) { Some(index) } else { found })
    }

    /// Changes the table and lets all screens know.
    fn change<T>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut State) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = work(&mut self.lock());
        self.changed.notify_all();
        self.wake();
        done
    }

    /// Plays an action for a screen that saw this version of the table.
    pub(crate) fn act(self: &Arc<Self>, screen: usize, version: &str, action: &str) -> Result<(), Refusal> {
        self.change(|state| {
            let seat = state.deciding(screen)?;
            state.require(Some(seat), version)?;
            let played = state.session.play(action);
            played.map_err(|error| Refusal(409, format!("This cannot be played: {error}")))?;
            self.note(state, |journal| journal.played(action));
            Ok(())
        })
    }

    /// Takes the last decision of the screen's seat back, with everything after it.
    pub(crate) fn undo(self: &Arc<Self>, screen: usize, version: &str) -> Result<(), Refusal> {
        self.change(|state| {
            let Reader::Seat(seat) = state.reader(screen) else {
                return Err(conflict("No seat of this screen can take a move back."));
            };
            state.require(Some(seat), version)?;
            let back = state.undo_of(seat).ok_or_else(|| conflict("There is no move to take back."))?;
            self.jump(state, back)
        })
    }

    /// Goes on from the position after this many decisions that the reader saw.
    pub(crate) fn branch(self: &Arc<Self>, screen: usize, seen: usize) -> Result<(), Refusal> {
        self.change(|state| {
            let node = state.seen_node(screen, seen)?;
            if !state.may_jump(screen) {
                return Err(conflict("This table does not allow it."));
            }
            self.jump(state, node)
        })
    }

    /// Goes to the end of another line.
    pub(crate) fn line(self: &Arc<Self>, screen: usize, line: usize) -> Result<(), Refusal> {
        self.change(|state| {
            let line = state.session.branches().get(line).map(|&(end, _)| end);
            match line {
                Some(end) if state.may_jump(screen) => self.jump(state, end),
                _ => Err(conflict("There is no such line, or this table does not allow it.")),
            }
        })
    }

    fn jump(self: &Arc<Self>, state: &mut State, node: NodeId) -> Result<(), Refusal> {
        state.session.go_to(node).map_err(|error| conflict(error.to_string()))?;
        state.shared = None;
        self.note(state, |journal| journal.went(node));
        Ok(())
    }

    /// Shows a seat's secrets on a screen that several seats share.
    pub(crate) fn reveal(self: &Arc<Self>, screen: usize) -> Result<(), Refusal> {
        self.change(|state| {
            if let Reader::Cover(seat) = state.reader(screen) {
                state.wishes[screen].revealed = Some(seat);
            }
            Ok(())
        })
    }

    /// Shows or hides what bots considered.
    pub(crate) fn toggle_thoughts(self: &Arc<Self>, screen: usize) -> Result<(), Refusal> {
        self.change(|state| {
            state.wishes[screen].shows_thoughts ^= true;
            Ok(())
        })
    }

    /// Searches for a hint, on a thread of its own.
    pub(crate) fn hint(self: &Arc<Self>, screen: usize) -> Result<(), Refusal> {
        self.change(|state| {
            state.deciding(screen)?;
            let moment = state.session.moment();
            if matches!(&state.wishes[screen].hint, Hint::Asked(at) | Hint::Found(at, _) if *at == moment) {
                return Ok(());
            }
            let advisor = Advisor::new(&state.session, HINTS).map_err(|error| conflict(error.to_string()))?;
            state.wishes[screen].hint = Hint::Asked(moment);
            let desk = Arc::clone(self);
            thread::spawn(move || {
                let found = desk.permits.with(|| advisor.hint());
                let mut state = desk.lock();
                match found {
                    Ok(thought) => state.wishes[screen].hint = Hint::Found(moment, thought),
                    Err(error) => {
                        state.wishes[screen].hint = Hint::None;
                        state.fault = Some(error.to_string());
                    }
                }
                drop(state);
                desk.changed.notify_all();
            });
            Ok(())
        })
    }

    /// Reviews the game, which is over, on a thread of its own; every screen may see the review then.
    pub(crate) fn review(self: &Arc<Self>) -> Result<(), Refusal> {
        self.change(|state| {
            state.require_over()?;
            let line = state.session.at();
            if state.review_of_line().is_some() {
                return Ok(());
            }
            let record = to_record(&state.session, &self.id);
            let journal = self.records.join(format!("{}-{:08x}.review", self.id, record.crc.unwrap_or(0)));
            state.reviewed = Some(Reviewed { line, is_running: true, review: None });
            let desk = Arc::clone(self);
            thread::spawn(move || {
                let note = |is_running: bool, review: Review| {
                    desk.reviewing(Reviewed { line, is_running, review: Some(Arc::new(review)) });
                };
                let found =
                    desk.permits.with(|| reviewed::make(record, &journal, &mut |review| note(true, review)));
                match found {
                    Ok(review) => note(false, review),
                    Err(why) => {
                        let mut state = desk.lock();
                        state.reviewed = None;
                        state.fault = Some(format!("The review failed: {why}"));
                    }
                }
                desk.changed.notify_all();
            });
            Ok(())
        })
    }

    /// Notes what is known of the review of a line, unless another one has begun.
    fn reviewing(&self, reviewed: Reviewed) {
        let mut state = self.lock();
        if state.reviewed.as_ref().is_some_and(|last| last.line == reviewed.line) {
            state.reviewed = Some(reviewed);
        }
    }

    /// Writes to the journal, and the record when the game is over. A fault is shown, and the game goes on: what could
    /// not be written is kept, and tried again until it is there.
    fn note(
        self: &Arc<Self>,
        state: &mut State,
        write: impl FnOnce(&mut Journal) -> Result<(), JournalError>,
    ) {
        // The journal keeps the line, and names the fault again when it is saved.
        let _ = write(&mut state.journal);
        let is_new = state.unsaved.is_none();
        self.save(state);
        if is_new && state.unsaved.is_some() {
            let desk = Arc::clone(self);
            thread::spawn(move || {
                while desk.lock().unsaved.is_some() {
                    thread::sleep(SAVED_AGAIN);
                    desk.save(&mut desk.lock());
                }
                desk.changed.notify_all();
            });
        }
    }

    /// Writes what is not saved yet, and says what hinders it.
    fn save(&self, state: &mut State) {
        let written = state.journal.save();
        state.unsaved = written.err().map(|error| format!("The game is not being saved: {error}"));
        if state.unsaved.is_none() && state.session.to_act().is_none() {
            let path = self.records.join(format!("{}.json", self.id));
            let record = to_record(&state.session, &self.id).to_json();
            if let Err(error) = std::fs::write(&path, record) {
                state.unsaved = Some(format!("The record is not saved: {}: {error}", path.display()));
            }
        }
    }

    /// Starts the thread of the bots if they have something to decide.
    pub(crate) fn wake(self: &Arc<Self>) {
        let mut state = self.lock();
        if !state.is_driven && state.has_job() {
            state.is_driven = true;
            let desk = Arc::clone(self);
            let spawned = thread::Builder::new().name("bots".to_owned()).spawn(move || desk.drive());
            state.is_driven = spawned.is_ok();
        }
    }

    /// Decides for bots, and plays what is forced, until a person has a choice.
    fn drive(self: &Arc<Self>) {
        loop {
            let mut state = self.lock();
            let moment = state.session.moment();
            let job = match state.job() {
                Ok(Some(job)) => job,
                Ok(None) => {
                    state.is_driven = false;
                    return;
                }
                Err(fault) => {
                    state.fault = Some(fault);
                    state.is_driven = false;
                    drop(state);
                    self.changed.notify_all();
                    return;
                }
            };
            let pace = Duration::from_millis(state.extra.pace_ms);
            state.thinks = matches!(job, Job::Think(..));
            drop(state);
            let start = Instant::now();
            let (considered, open) = match job {
                Job::Forced(action) => (Ok(Considered { action, thought: None }), Vec::new()),
                Job::Think(advisor, open) => (self.permits.with(|| advisor.choose()), open),
            };
            thread::sleep(pace.saturating_sub(start.elapsed()));
            let mut state = self.lock();
            state.thinks = false;
            // The table may have gone elsewhere meanwhile; what was found is then of no use.
            if state.session.moment() == moment {
                match considered {
                    Ok(considered) => self.take(&mut state, considered, open),
                    Err(error) => {
                        state.fault = Some(error.to_string());
                        state.is_driven = false;
                        drop(state);
                        self.changed.notify_all();
                        return;
                    }
                }
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Plays what was decided.
    fn take(self: &Arc<Self>, state: &mut State, considered: Considered, gives_nothing_away: Vec<bool>) {
        match state.session.play(&considered.action) {
            Ok(_) => self.note(state, |journal| journal.played(&considered.action)),
            Err(error) => state.fault = Some(error.to_string()),
        }
        if let Some(thought) = considered.thought {
            state.shared = Some(Shared { thought, gives_nothing_away });
        }
    }
}

/// The time between two tries to save what could not be written.
const SAVED_AGAIN: Duration = Duration::from_secs(1);
/// The preset that gives hints.
const HINTS: &str = "ismcts";
