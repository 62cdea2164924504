//! The process behind a seat of a game, or behind all seats of a shared program, and how it is passed on.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::process::{Ending, Process, Unasked};
use tradewinds_game::Seat;

/// How often the program may be started in one game.
const MAX_STARTS: u32 = 3;

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

/// A process, started when it is needed, and its starts in a game. It is asked to quit when dropped.
#[derive(Debug, Default)]
pub(super) struct Host {
    process: Option<Process>,
    /// How often it was started in the game under way.
    starts: u32,
    /// How often it was started at all: a seat that knows an earlier process begins again.
    generation: u64,
    /// Whether the last process was ended since it gave no answer in time.
    was_late: bool,
}

impl Host {
    /// Returns whether no process runs.
    pub(super) fn is_idle(&self) -> bool {
        self.process.is_none()
    }

    /// Returns the process and its number; calls `start` if none runs.
    ///
    /// # Errors
    /// It cannot be started, or was started too often in the game.
    pub(super) fn running(
        &mut self,
        start: impl FnOnce() -> io::Result<Process>,
    ) -> Result<(&mut Process, u64), Failure> {
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
                self.generation += 1;
                self.was_late = false;
                none.insert(
                    start().map_err(|error| Failure::Crash(format!("could not be started: {error}")))?,
                )
            }
        };
        Ok((process, self.generation))
    }

    /// Prepares for another game, which a process that has ended between the games doesn't disturb.
    fn next_game(&mut self) {
        self.starts = 0;
        if self.process.as_mut().is_some_and(Process::is_gone) {
            self.process = None;
        }
    }

    /// Drops the process, so that a late answer is never taken for the answer to a later decision.
    pub(super) fn fail(&mut self, was_late: bool) {
        self.process = None;
        self.was_late = was_late;
    }

    /// Ends the running process, by the message `quit` or only by the end of its input; `None` if none runs.
    pub(super) fn quit(&mut self, by_message: bool) -> Option<(Ending, Unasked)> {
        let mut process = self.process.take()?;
        let ending = process.quit(by_message);
        Some((ending, process.unasked().clone()))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.quit(true);
    }
}

/// The processes of a shared program: those of games under way, and those that wait for the next game.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool(Arc<Mutex<Vec<Place>>>);

/// A process with the game and the seats that use it.
#[derive(Debug)]
struct Place {
    host: Arc<Mutex<Host>>,
    game: u64,
    seats: Vec<Seat>,
}

impl Pool {
    /// Gives a seat the process of its game; the game's first seat takes one of those that wait.
    pub(super) fn join(&self, game: u64, seat: Seat) -> Arc<Mutex<Host>> {
        let mut places = lock(&self.0);
        // A study may play two games of one number at a time: a process has each seat once.
        let is_ours =
            |place: &Place| place.game == game && !place.seats.is_empty() && !place.seats.contains(&seat);
        let index = places.iter().position(is_ours).unwrap_or_else(|| {
            match places.iter().rposition(|place| place.seats.is_empty()) {
                Some(waiting) => {
                    lock(&places[waiting].host).next_game();
                    waiting
                }
                None => {
                    places.push(Place { host: Arc::default(), game, seats: Vec::new() });
                    places.len() - 1
                }
            }
        });
        let place = &mut places[index];
        place.game = game;
        place.seats.push(seat);
        Arc::clone(&place.host)
    }

    /// Ends a seat's use of a process, and sends it `farewell` if it is the one that the seat knows.
    pub(super) fn leave(&self, host: &Arc<Mutex<Host>>, seat: Seat, known: u64, farewell: &str) {
        {
            let mut host = lock(host);
            if host.generation == known
                && let Some(process) = &mut host.process
            {
                process.tell(farewell);
            }
        }
        let mut places = lock(&self.0);
        if let Some(place) = places.iter_mut().find(|place| Arc::ptr_eq(&place.host, host)) {
            place.seats.retain(|other| *other != seat);
        }
    }
}

/// Locks what no thread leaves half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seats_of_a_game_share_a_process_that_goes_on_to_the_next_game() {
        let pool = Pool::default();
        let [first, second] = [0, 1].map(Seat::new);
        let host = pool.join(5, first);
        assert!(Arc::ptr_eq(&host, &pool.join(5, second)));
        let other = pool.join(6, first);
        assert!(!Arc::ptr_eq(&host, &other));
        // Another game with the same number at the same time.
        let twin = pool.join(5, second);
        assert!(!Arc::ptr_eq(&host, &twin) && !Arc::ptr_eq(&other, &twin));
        pool.leave(&host, first, 0, "");
        assert!(!Arc::ptr_eq(&host, &pool.join(7, first)), "a seat still plays");
        pool.leave(&host, second, 0, "");
        assert!(Arc::ptr_eq(&host, &pool.join(8, second)));
    }

    #[test]
    fn a_process_is_started_three_times_in_a_game() {
        let pool = Pool::default();
        let host = pool.join(0, Seat::new(0));
        let start = || Process::start(&["cat".to_owned()], None);
        for game in 1..3 {
            for starts in 1..=3 {
                let mut host = lock(&host);
                let generation = host.generation + 1;
                assert_eq!(host.running(start).unwrap().1, generation);
                assert_eq!(host.running(start).unwrap().1, generation, "it runs");
                assert_eq!(host.starts, starts);
                host.fail(false);
            }
            assert!(matches!(lock(&host).running(start), Err(Failure::Crash(_))));
            pool.leave(&host, Seat::new(0), 0, "");
            assert!(Arc::ptr_eq(&host, &pool.join(game, Seat::new(0))));
        }
        // One that ends between the games is none that has crashed.
        lock(&host).running(start).unwrap().0.end();
        pool.leave(&host, Seat::new(0), 0, "");
        pool.join(3, Seat::new(0));
        assert!(lock(&host).is_idle());
    }
}
