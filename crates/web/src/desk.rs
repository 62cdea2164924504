//! A table that is open: its session, its screens, and what its bots have to decide.
//!
//! Pages are drawn from a copy ([`Scene`]) outside of the table's lock: what is large is shared until it
//! changes. Links are found without asking a table.

mod back;
mod extra;
mod orders;
mod plea;
mod scene;
mod threads;

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tradewinds_report::WholeFile;
use tradewinds_sitting::{
    Advisor, Considered, NodeId, Session, SessionJournal, SessionJournalError, Thought, to_record,
};
use tradewinds_tournament::MoveRecord;

pub(crate) use self::back::Back;
pub(crate) use self::extra::{Extra, MAX_PACE_MS, Screen};
use self::orders::Bench;
pub(crate) use self::scene::{Hint, Reader, Scene, Shared, Turn};
use super::permits::Crew;
use super::reviewed::Reviewed;

/// A refused request: the status and a sentence.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) u16, pub(crate) String);

fn conflict(why: impl Into<String>) -> Refusal {
    Refusal(409, why.into())
}

/// A table's changing part: what pages are drawn from, and what keeps it.
pub(crate) struct State {
    scene: Scene,
    journal: SessionJournal,
    is_driven: bool,
    /// Whether the table was deleted: nothing is decided or written any more.
    is_closed: bool,
}

impl Deref for State {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Scene {
        &mut self.scene
    }
}

/// A table that is open.
pub(crate) struct Desk {
    /// Its name in links and files.
    pub(crate) id: String,
    records: PathBuf,
    crew: Arc<Crew>,
    state: Mutex<State>,
    /// The review that workers make.
    bench: Mutex<Option<Bench>>,
    /// Counts the changes.
    changed: watch::Sender<u64>,
    /// What was drawn last for each screen.
    drawn: Vec<Mutex<Option<Drawn>>>,
}

/// A part of a page, drawn after this many changes.
struct Drawn {
    at: u64,
    part: Arc<str>,
}

/// What a bot, or the rules, decide next.
enum Job {
    Unasked(String),
    Think(Box<Advisor>, Vec<bool>),
}

/// A decision that nobody is asked for, at a moment of the session.
struct Decision {
    moment: (NodeId, u32),
    job: Job,
    /// The shortest time that it takes.
    pace: Duration,
}

impl Desk {
    pub(crate) fn new(
        id: String,
        records: PathBuf,
        crew: Arc<Crew>,
        session: Session,
        journal: SessionJournal,
        extra: Extra,
        lobby: String,
    ) -> Arc<Self> {
        let drawn = extra.screens.iter().map(|_| Mutex::default()).collect();
        let scene = Scene { lobby: lobby.into(), ..Scene::new(session, extra) };
        let state = State { scene, journal, is_driven: false, is_closed: false };
        let (changed, _) = watch::channel(0);
        Arc::new(Self {
            id,
            records,
            crew,
            state: Mutex::new(state),
            bench: Mutex::default(),
            changed,
            drawn,
        })
    }

    /// Locks the table. A panic elsewhere does not end the game: every change is made in one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the table, so that nobody waits while it is drawn.
    pub(crate) fn scene(&self) -> Scene {
        self.lock().scene.clone()
    }

    /// Lets all screens know of a change.
    fn announce(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Notices every change from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Draws the table as it is now for a screen, unless that was done since the last change.
    pub(crate) fn drawn(&self, screen: usize, draw: impl FnOnce(&Scene) -> String) -> Arc<str> {
        let mut kept = self.drawn[screen].lock().unwrap_or_else(PoisonError::into_inner);
        let now = *self.changed.borrow();
        match &*kept {
            Some(drawn) if drawn.at == now => Arc::clone(&drawn.part),
            _ => {
                let part: Arc<str> = draw(&self.scene()).into();
                *kept = Some(Drawn { at: now, part: Arc::clone(&part) });
                part
            }
        }
    }

    /// Changes the table and lets all screens know.
    fn change<T>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut State) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = work(&mut self.lock());
        self.announce();
        self.wake();
        done
    }

    /// Plays for a screen that saw this version of the table what `find` finds: one action, or all of a run of
    /// decisions that people make as one. All are played in one step, or none.
    pub(crate) fn act(
        self: &Arc<Self>,
        screen: usize,
        version: &str,
        find: impl FnOnce(&Session) -> Result<Vec<String>, String>,
    ) -> Result<(), Refusal> {
        self.change(|state| {
            let seat = state.deciding(screen)?;
            state.require(Some(seat), version)?;
            let refuse = |why: String| Refusal(409, format!("This cannot be played: {why}"));
            let actions = find(&state.session).map_err(refuse)?;
            let played = state.session_mut().play_all(&actions);
            played.map_err(|error| refuse(error.to_string()))?;
            for action in &actions {
                self.note(state, |journal| journal.played(action));
            }
            Ok(())
        })
    }

    fn jump(self: &Arc<Self>, state: &mut State, node: NodeId) -> Result<(), Refusal> {
        state.session_mut().go_to(node).map_err(|error| conflict(error.to_string()))?;
        state.shared = None;
        state.request = None;
        // What is judged meanwhile stays in the review's journal.
        let left = state.reviewed.take_if(|reviewed| reviewed.is_running && reviewed.line != node);
        if let Some(reviewed) = left {
            reviewed.stop.store(true, Ordering::Relaxed);
        }
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

    /// Shows or hides the explanation of each phase; returns whether it is shown now.
    pub(crate) fn toggle_guide(self: &Arc<Self>, screen: usize) -> Result<bool, Refusal> {
        self.change(|state| {
            state.wishes[screen].guide ^= true;
            Ok(state.wishes[screen].guide)
        })
    }

    /// Requires that a screen is the host's: others open no tables.
    pub(crate) fn host_only(&self, screen: usize) -> Result<(), String> {
        let is_host = self.lock().extra.screens[screen].is_host;
        if is_host { Ok(()) } else { Err("Only the host opens another table.".to_owned()) }
    }

    /// Notes the links at which the screens go on after the end of the game.
    pub(crate) fn goes_on_at(&self, links: Vec<String>) {
        self.lock().next = links;
        self.announce();
    }

    /// Forgets the next game if it is at one of these links, which lead nowhere now.
    pub(crate) fn forget_next(&self, gone: &[String]) {
        let mut state = self.lock();
        if state.next.iter().any(|link| gone.contains(link)) {
            state.next.clear();
            drop(state);
            self.announce();
        }
    }

    /// Removes the files of the table, its journal last, and ends it. If one cannot be removed, the table goes on.
    pub(crate) fn close(&self) -> std::io::Result<()> {
        let mut state = self.lock();
        if let Some(reviewed) = &state.reviewed {
            reviewed.stop.store(true, Ordering::Relaxed);
        }
        let own = |name: &str| {
            name == format!("{}.json", self.id)
                || (name.starts_with(&format!("{}-", self.id)) && name.ends_with(".review"))
        };
        for entry in std::fs::read_dir(&self.records)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(own) {
                std::fs::remove_file(entry.path())?;
            }
        }
        match std::fs::remove_file(state.journal.path()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        state.is_closed = true;
        state.unsaved = None;
        drop(state);
        self.announce();
        Ok(())
    }

    /// Asks for a hint. Each screen has one thread that searches; it takes what the screen asked for last.
    pub(crate) fn hint(self: &Arc<Self>, screen: usize) -> Result<(), Refusal> {
        self.change(|state| {
            state.deciding(screen)?;
            let moment = state.session.moment();
            let wishes = &mut state.wishes[screen];
            if matches!(&wishes.hint, Hint::Asked(at) | Hint::Found(at, _) if *at == moment) {
                return Ok(());
            }
            wishes.hint = Hint::Asked(moment);
            if wishes.searches { Ok(()) } else { self.seek(state, screen) }
        })
    }

    /// Returns the moment for which a screen wants a hint, and the bot that gives it. Without one, nothing searches for the
    /// screen any more.
    fn wanted_hint(&self, screen: usize) -> Option<((NodeId, u32), Advisor)> {
        let mut state = self.lock();
        let moment = state.session.moment();
        let is_wanted = matches!(state.wishes[screen].hint, Hint::Asked(at) if at == moment);
        let advisor = is_wanted.then(|| Advisor::new(&state.session, HINTS));
        state.wishes[screen].searches = matches!(advisor, Some(Ok(_)));
        match advisor {
            Some(Ok(advisor)) => return Some((moment, advisor)),
            Some(Err(error)) => {
                state.wishes[screen].hint = Hint::None;
                state.fault = Some(error.to_string());
            }
            None => {}
        }
        drop(state);
        self.announce();
        None
    }

    /// Shows a screen its hint, if that is what it asked for last.
    fn hinted(&self, screen: usize, moment: (NodeId, u32), found: Result<Thought, String>) {
        let mut state = self.lock();
        if matches!(state.wishes[screen].hint, Hint::Asked(at) if at == moment) {
            match found {
                Ok(thought) => state.wishes[screen].hint = Hint::Found(moment, Arc::new(thought)),
                Err(error) => {
                    state.wishes[screen].hint = Hint::None;
                    state.fault = Some(error);
                }
            }
        }
        drop(state);
        self.announce();
    }

    /// Begins the review of the game, which is over; every screen may see it then. A table has one review at a time.
    pub(crate) fn review(self: &Arc<Self>) -> Result<(), Refusal> {
        self.change(|state| {
            state.require_over()?;
            let line = state.session.at();
            if state.review_of_line().is_some() {
                return Ok(());
            }
            let (record, journal) = self.to_review(&state.session);
            let begun = Reviewed::begun(line);
            if let Some(last) = state.reviewed.replace(begun.clone()) {
                last.stop.store(true, Ordering::Relaxed);
            }
            self.begin_review(begun, record, journal).map_err(|why| {
                state.reviewed = None;
                conflict(format!("There is no review: {why}"))
            })
        })
    }

    /// Returns the record of a game and the journal of its review.
    fn to_review(&self, session: &Session) -> (MoveRecord, PathBuf) {
        let record = to_record(session, &self.id);
        let name = format!("{}-{:08x}.review", self.id, record.crc.unwrap_or(0));
        (record, self.records.join(name))
    }

    /// Goes on with the review of a game that was begun before the program was started.
    pub(crate) fn take_up_review(self: &Arc<Self>) {
        let scene = self.scene();
        let is_over = scene.session.to_act().is_none();
        if is_over && scene.review_of_line().is_none() && self.to_review(&scene.session).1.is_file() {
            // A review that cannot begin is shown where it is asked for.
            let _ = self.review();
        }
    }

    /// Notes what is known of a review, unless it was stopped; returns whether it was not.
    fn reviewing(&self, begun: &Reviewed, found: Option<Reviewed>) -> bool {
        let mut state = self.lock();
        let is_wanted = !begun.stop.load(Ordering::Relaxed);
        if is_wanted {
            state.reviewed = found;
        }
        is_wanted
    }

    /// Writes to the journal, and the record when the game is over. A fault is shown, and the game goes on: what could
    /// not be written is kept, and tried again until it is there.
    fn note(
        self: &Arc<Self>,
        state: &mut State,
        write: impl FnOnce(&mut SessionJournal) -> Result<(), SessionJournalError>,
    ) {
        // The journal keeps the line, and names the fault again when it is saved.
        let _ = write(&mut state.journal);
        let is_new = state.unsaved.is_none();
        self.save(state);
        if is_new && state.unsaved.is_some() {
            self.save_again();
        }
    }

    /// Writes what is not saved yet, and says what hinders it.
    fn save(&self, state: &mut State) {
        if state.is_closed {
            return;
        }
        let written = state.journal.save();
        state.unsaved = written.err().map(|error| format!("The game is not being saved: {error}"));
        if state.unsaved.is_none() && state.session.to_act().is_none() {
            let path = self.records.join(format!("{}.json", self.id));
            let record = to_record(&state.session, &self.id).to_json();
            if let Err(error) = WholeFile::write(&path, record.as_bytes()) {
                state.unsaved = Some(format!("The record is not saved: {}: {error}", path.display()));
            }
        }
    }

    /// Returns what a bot, or the rules, decide next; `None` if a person is asked, or the table is closed: nothing drives
    /// it any more then.
    fn next_decision(&self) -> Option<Decision> {
        let mut state = self.lock();
        let job = if state.is_closed { Ok(None) } else { state.job() };
        match job {
            Ok(Some(job)) => {
                state.thinks = matches!(job, Job::Think(..));
                let pace = Duration::from_millis(state.extra.pace_ms);
                return Some(Decision { moment: state.session.moment(), job, pace });
            }
            Ok(None) => state.is_driven = false,
            Err(fault) => {
                state.fault = Some(fault);
                state.is_driven = false;
                drop(state);
                self.announce();
            }
        }
        None
    }

    /// Plays what was decided at a moment; returns whether the table goes on. It may have gone elsewhere meanwhile: what
    /// was found is then of no use.
    fn decided(
        self: &Arc<Self>,
        moment: (NodeId, u32),
        considered: Result<Considered, String>,
        gives_nothing_away: Vec<bool>,
    ) -> bool {
        let mut state = self.lock();
        state.thinks = false;
        let mut goes_on = true;
        if state.session.moment() == moment {
            match considered {
                Ok(considered) => self.take(&mut state, considered, gives_nothing_away),
                Err(fault) => {
                    state.fault = Some(fault);
                    state.is_driven = false;
                    goes_on = false;
                }
            }
        }
        drop(state);
        self.announce();
        goes_on
    }

    /// Plays what was decided.
    fn take(self: &Arc<Self>, state: &mut State, considered: Considered, gives_nothing_away: Vec<bool>) {
        match state.session_mut().play(&considered.action) {
            Ok(_) => self.note(state, |journal| journal.played(&considered.action)),
            Err(error) => state.fault = Some(error.to_string()),
        }
        if let Some(thought) = considered.thought {
            state.shared = Some(Arc::new(Shared { thought, gives_nothing_away }));
        }
    }
}

/// The preset that gives hints.
pub(crate) const HINTS: &str = "ismcts";
