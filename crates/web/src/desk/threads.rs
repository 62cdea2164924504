//! The threads of a table: on one its bots think, on others hints are searched for and reviews are made. A page has none:
//! there the same is done by workers (`orders`).

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tradewinds_review::Review;
use tradewinds_sitting::Considered;
use tradewinds_tournament::MoveRecord;

use super::{Crew, Desk, Job, Refusal, Reviewed, State, Turn, conflict};
use crate::permits::Permits;
use crate::reviewed;

/// The time between two tries to save what could not be written.
const SAVED_AGAIN: Duration = Duration::from_secs(1);

impl Desk {
    /// Returns the limits of the threads; `None` where workers do the work.
    fn permits(&self) -> Option<&Permits> {
        match &*self.crew {
            Crew::Threads(permits) => Some(permits),
            Crew::Workers => None,
        }
    }

    /// Starts the thread of the bots if they have something to decide.
    pub(crate) fn wake(self: &Arc<Self>) {
        let mut state = self.lock();
        let has_work = !state.is_driven && matches!(state.turn(), Turn::Unasked(_) | Turn::Bot);
        if has_work && self.permits().is_some() {
            state.is_driven = true;
            let desk = Arc::clone(self);
            let spawned = thread::Builder::new().name("bots".to_owned()).spawn(move || desk.drive());
            state.is_driven = spawned.is_ok();
        }
    }

    /// Decides for bots, and plays what nobody is asked for, until a person is.
    fn drive(self: &Arc<Self>) {
        while let Some(decision) = self.next_decision() {
            let start = Instant::now();
            let (considered, open) = match decision.job {
                Job::Unasked(action) => (Ok(Considered { action, thought: None }), Vec::new()),
                Job::Think(advisor, open) => {
                    let _permit = self.permits().map(|permits| permits.bots.take());
                    (advisor.choose().map_err(|error| error.to_string()), open)
                }
            };
            thread::sleep(decision.pace.saturating_sub(start.elapsed()));
            if !self.decided(decision.moment, considered, open) {
                return;
            }
        }
    }

    /// Starts to search for the hints of a screen. Each screen has one thread that searches; it takes what the screen
    /// asked for last.
    pub(super) fn seek(self: &Arc<Self>, state: &mut State, screen: usize) -> Result<(), Refusal> {
        if self.permits().is_none() {
            return Ok(());
        }
        let desk = Arc::clone(self);
        let spawned = thread::Builder::new().name("hint".to_owned()).spawn(move || desk.search(screen));
        spawned.map_err(|error| conflict(format!("There is no hint now: {error}.")))?;
        state.wishes[screen].searches = true;
        Ok(())
    }

    /// Searches for the hints of a screen until it wants none: what it asked for at another moment is dropped.
    fn search(&self, screen: usize) {
        loop {
            let permit = self.permits().map(|permits| permits.hints.take());
            let Some((moment, advisor)) = self.wanted_hint(screen) else { return };
            let found = advisor.hint().map_err(|error| error.to_string());
            drop(permit);
            self.hinted(screen, moment, found);
        }
    }

    /// Begins a review: on a thread of its own, or for the workers.
    pub(super) fn begin_review(
        self: &Arc<Self>,
        begun: Reviewed,
        record: MoveRecord,
        journal: PathBuf,
    ) -> Result<(), String> {
        if self.permits().is_none() {
            return self.lay_out(begun, record, &journal);
        }
        let desk = Arc::clone(self);
        let spawned = thread::Builder::new().name("review".to_owned()).spawn(move || {
            let _permit = desk.permits().map(|permits| permits.reviews.take());
            let note = |is_running: bool, review: Review| {
                let review = Some(Arc::new(review));
                desk.reviewing(&begun, Some(Reviewed { is_running, review, ..begun.clone() }));
            };
            match reviewed::make(record, &journal, &begun.stop, &mut |review| note(true, review)) {
                Ok(review) => note(false, review),
                Err(why) => desk.review_failed(&begun, &why),
            }
            desk.announce();
        });
        spawned.map(drop).map_err(|error| error.to_string())
    }

    /// Says why a review failed, unless it was stopped.
    pub(super) fn review_failed(&self, begun: &Reviewed, why: &str) {
        if self.reviewing(begun, None) {
            self.lock().fault = Some(format!("The review failed: {why}"));
        }
    }

    /// Tries to save what could not be written, until it is there.
    pub(super) fn save_again(self: &Arc<Self>) {
        if self.permits().is_none() {
            return;
        }
        let desk = Arc::clone(self);
        thread::spawn(move || {
            while desk.lock().unsaved.is_some() {
                thread::sleep(SAVED_AGAIN);
                desk.save(&mut desk.lock());
            }
            desk.announce();
        });
    }
}
