//! The connections that are open, and which of them gives way where there are too many.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// The maximum number of streams of events for each screen.
const MAX_STREAMS: usize = 8;

/// The use of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// A request is awaited, or the rest of it.
    Waits,
    /// The events of a screen are sent.
    Listens((usize, usize)),
    /// A request is being answered.
    Answers,
}

impl Use {
    /// Returns the order in which connections give way.
    fn rank(self) -> u8 {
        match self {
            Self::Waits => 0,
            Self::Listens(_) => 1,
            Self::Answers => 2,
        }
    }
}

struct Place {
    used: Use,
    /// When this use began, counted in changes of use.
    since: u64,
    task: AbortHandle,
}

#[derive(Default)]
struct Open {
    count: u64,
    places: HashMap<u64, Place>,
}

impl Open {
    /// Closes the oldest connection of those that give way first.
    fn give_way(&mut self) {
        self.close(|_| true);
    }

    fn close(&mut self, may: impl Fn(&Place) -> bool) {
        let places = self.places.iter().filter(|(_, place)| may(place));
        let first = places.min_by_key(|(_, place)| (place.used.rank(), place.since));
        if let Some(id) = first.map(|(&id, _)| id)
            && let Some(place) = self.places.remove(&id)
        {
            place.task.abort();
        }
    }
}

/// All connections. Somebody new always gets in: what has waited longest gives way.
pub(crate) struct Doors {
    limit: usize,
    open: Mutex<Open>,
}

impl Doors {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in; `start` starts its task, under its number.
    pub(crate) fn enter(&self, start: impl FnOnce(u64) -> AbortHandle) {
        let mut open = self.open();
        while open.places.len() >= self.limit {
            open.give_way();
        }
        open.count += 1;
        let id = open.count;
        let task = start(id);
        open.places.insert(id, Place { used: Use::Waits, since: id, task });
    }

    /// Notes the use of a connection. Where a screen has too many streams of events, the oldest one is closed.
    pub(crate) fn set(&self, id: u64, used: Use) {
        let mut open = self.open();
        open.count += 1;
        let since = open.count;
        let Some(place) = open.places.get_mut(&id) else { return };
        (place.used, place.since) = (used, since);
        if let Use::Listens(_) = used
            && open.places.values().filter(|place| place.used == used).count() > MAX_STREAMS
        {
            open.close(|place| place.used == used);
        }
    }

    /// Notes that a connection is closed.
    pub(crate) fn leave(&self, id: u64) {
        self.open().places.remove(&id);
    }

    /// Closes the connection that gives way first.
    pub(crate) fn give_way(&self) {
        self.open().give_way();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a connection in that never ends by itself.
    fn enter(doors: &Doors) -> (u64, AbortHandle) {
        let mut entered = None;
        doors.enter(|id| {
            let task = tokio::spawn(std::future::pending::<()>()).abort_handle();
            entered = Some((id, task.clone()));
            task
        });
        entered.expect("it starts at once")
    }

    /// Runs a test that needs tasks.
    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a thread is enough").block_on(test);
    }

    #[test]
    fn the_one_that_waits_longest_gives_way() {
        run(waits_longest());
    }

    async fn waits_longest() {
        let doors = Doors::new(3);
        let [answers, listens, waits] = [0; 3].map(|_| enter(&doors));
        doors.set(answers.0, Use::Answers);
        doors.set(listens.0, Use::Listens((0, 0)));
        let closed = || [&waits, &listens, &answers].map(|(_, task)| task.is_finished());
        let newcomer = enter(&doors);
        tokio::task::yield_now().await;
        assert_eq!(closed(), [true, false, false], "one that waits gives way first");
        doors.set(newcomer.0, Use::Answers);
        let last = enter(&doors);
        tokio::task::yield_now().await;
        assert_eq!(closed(), [true, true, false], "then one that listens");
        assert!(!newcomer.1.is_finished() && !last.1.is_finished());
    }

    #[test]
    fn the_oldest_stream_of_a_screen_gives_way() {
        run(oldest_stream());
    }

    async fn oldest_stream() {
        let doors = Doors::new(100);
        let streams: Vec<_> = (0..MAX_STREAMS + 2).map(|_| enter(&doors)).collect();
        let other = enter(&doors);
        doors.set(other.0, Use::Listens((0, 1)));
        for (id, _) in &streams {
            doors.set(*id, Use::Listens((0, 0)));
        }
        tokio::task::yield_now().await;
        let closed: Vec<bool> = streams.iter().map(|(_, task)| task.is_finished()).collect();
        assert!(closed[0] && closed[1] && closed[2..].iter().all(|closed| !closed), "{closed:?}");
        assert!(!other.1.is_finished(), "another screen has streams of its own");
    }
}
