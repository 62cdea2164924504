//! The work of a table for workers that share no memory with it. One asks for it, and brings what it found.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::{fs, io};

use tradewinds_game::Seat;
use tradewinds_review::{Judging, Reviewer};
use tradewinds_tournament::MoveRecord;

use super::{Desk, HINTS, Hint, Job, Reviewed, Turn};
use crate::order::{Found, Order, Task};
use crate::reviewed;

/// A review whose decisions workers judge.
pub(super) struct Bench {
    begun: Reviewed,
    reviewer: Reviewer,
    judging: Judging,
    /// The record, as workers get it, and its checksum.
    record: (Vec<u8>, u32),
    /// The places that workers have.
    given: BTreeSet<usize>,
    /// Whether the screens know what is judged.
    is_shown: bool,
}

impl Desk {
    fn bench(&self) -> MutexGuard<'_, Option<Bench>> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lays out a review for the workers.
    pub(super) fn lay_out(&self, begun: Reviewed, record: MoveRecord, journal: &Path) -> Result<(), String> {
        let kept = (record.to_json().into_bytes(), record.crc.unwrap_or(0));
        let reviewer = reviewed::reviewer(record)?;
        let judging = reviewer.begin(journal).map_err(|error| error.to_string())?;
        *self.bench() =
            Some(Bench { begun, reviewer, judging, record: kept, given: BTreeSet::new(), is_shown: false });
        Ok(())
    }

    /// Returns the next work of this table that no worker has, with what goes with it. Bots come first: somebody waits
    /// for them.
    pub(crate) fn order(self: &Arc<Self>) -> io::Result<Option<(Order, Vec<u8>)>> {
        let Some((moment, task, pace_ms)) = self.decision().or_else(|| self.hint_to_seek()) else {
            return Ok(self.judgement());
        };
        let path = self.lock().journal.path().to_owned();
        Ok(Some((Order { table: self.id.clone(), moment, task, pace_ms }, fs::read(path)?)))
    }

    fn decision(&self) -> Option<((usize, u32), Task, u64)> {
        let mut state = self.lock();
        if state.is_driven || !matches!(state.turn(), Turn::Unasked(_) | Turn::Bot) {
            return None;
        }
        state.is_driven = true;
        drop(state);
        let decision = self.next_decision()?;
        let task = match decision.job {
            Job::Unasked(action) => Task::Play(action),
            Job::Think(..) => {
                let scene = self.scene();
                let seat = scene.session.to_act()?;
                Task::Choose(scene.session.spec().seats[seat.index()].name().to_owned())
            }
        };
        self.announce();
        Some((decision.moment, task, decision.pace.as_millis() as u64))
    }

    fn hint_to_seek(&self) -> Option<((usize, u32), Task, u64)> {
        let scene = self.scene();
        let is_wanted = |screen: &usize| {
            let wishes = &scene.wishes[*screen];
            !wishes.searches && matches!(wishes.hint, Hint::Asked(at) if at == scene.session.moment())
        };
        let screen = (0..scene.wishes.len()).find(is_wanted)?;
        let (moment, _) = self.wanted_hint(screen)?;
        Some((moment, Task::Hint { screen, preset: HINTS.to_owned() }, 0))
    }

    fn judgement(&self) -> Option<(Order, Vec<u8>)> {
        self.show_review();
        let mut bench = self.bench();
        let bench = bench.as_mut()?;
        let place = bench.judging.missing().find(|place| !bench.given.contains(place))?;
        bench.given.insert(place);
        let (record, crc) = &bench.record;
        let (task, moment) = (Task::Judge { place, record: *crc }, (bench.begun.line, 0));
        Some((Order { table: self.id.clone(), moment, task, pace_ms: 0 }, record.clone()))
    }

    /// Takes what a worker found, or why it found nothing.
    pub(crate) fn found(self: &Arc<Self>, order: &Order, found: Result<Found, String>) {
        match (&order.task, found) {
            (Task::Play(_) | Task::Choose(_), found) => {
                let considered = found.and_then(|found| match found {
                    Found::Decision(considered) => Ok(*considered),
                    _ => Err(String::from("a worker found something else than a decision")),
                });
                self.decided(order.moment, considered, self.knows_all());
                self.lock().is_driven = false;
            }
            (Task::Hint { screen, .. }, found) => {
                let thought = found.and_then(|found| match found {
                    Found::Hint(thought) => Ok(*thought),
                    _ => Err(String::from("a worker found something else than a hint")),
                });
                if *screen < self.drawn.len() {
                    self.hinted(*screen, order.moment, thought);
                    self.lock().wishes[*screen].searches = false;
                }
            }
            (Task::Judge { place, record }, found) => {
                let judged = found.and_then(|found| match found {
                    Found::Judgement(passage) => Ok(*passage),
                    _ => Err(String::from("a worker found something else than a judgement")),
                });
                let mut bench = self.bench();
                let Some(work) = bench.as_mut().filter(|work| work.record.1 == *record) else { return };
                work.given.remove(place);
                work.is_shown = false;
                let taken = judged.and_then(|passage| {
                    work.judging.take(*place, passage).map_err(|error| error.to_string())
                });
                if let Err(why) = taken {
                    let begun = work.begun.clone();
                    *bench = None;
                    drop(bench);
                    self.review_failed(&begun, &why);
                    self.announce();
                }
            }
            // Its page goes to the one who asked, and to no table.
            (Task::Search, _) => {}
        }
    }

    /// Returns for each seat whether it knows all that the seat knows that decides.
    fn knows_all(&self) -> Vec<bool> {
        let scene = self.scene();
        let Some(seat) = scene.session.to_act() else { return Vec::new() };
        let own = scene.session.game().view(seat);
        let seats = Seat::all(scene.session.spec().players());
        seats.map(|other| scene.session.game().view(other) == own).collect()
    }

    /// Shows the screens what is judged so far, and ends a review that is done.
    fn show_review(&self) {
        let mut bench = self.bench();
        let Some(work) = bench.as_mut().filter(|work| !work.is_shown) else { return };
        work.is_shown = true;
        let is_running = work.judging.missing().next().is_some();
        let review = Some(Arc::new(work.reviewer.review(work.judging.found())));
        let begun = work.begun.clone();
        drop(bench);
        let is_wanted = self.reviewing(&begun, Some(Reviewed { is_running, review, ..begun.clone() }));
        if !is_running || !is_wanted {
            *self.bench() = None;
            self.announce();
        }
    }
}
