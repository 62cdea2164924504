//! The events of a screen: the table, whenever what the screen shows has changed.

use std::sync::Arc;

use tokio::sync::watch;

use super::desk::{Desk, Scene};

/// Draws what a screen shows.
pub(crate) type Draws = fn(&Scene, usize) -> String;

/// A stream of events.
pub(crate) struct Events {
    desk: Arc<Desk>,
    screen: usize,
    draw: Draws,
    pub(crate) changes: watch::Receiver<u64>,
    last: Arc<str>,
}

impl Events {
    pub(crate) fn new(desk: Arc<Desk>, screen: usize, draw: Draws) -> Self {
        let changes = desk.changes();
        Self { desk, screen, draw, changes, last: Arc::default() }
    }

    /// Returns a name of the screen among all screens of the server.
    pub(crate) fn screen(&self) -> (usize, usize) {
        (Arc::as_ptr(&self.desk) as usize, self.screen)
    }

    /// Returns the event that brings the table as it is now, unless the last event did.
    pub(crate) fn now(&mut self) -> Option<String> {
        let part = self.desk.drawn(self.screen, |scene| (self.draw)(scene, self.screen));
        if part == self.last {
            return None;
        }
        let mut event = String::with_capacity(part.len() + 64);
        event.push_str("event: table\n");
        for line in part.lines() {
            event.push_str("data: ");
            event.push_str(line);
            event.push('\n');
        }
        event.push('\n');
        self.last = part;
        Some(event)
    }
}
