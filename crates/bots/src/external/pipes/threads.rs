//! Pipes with a thread each, for systems whose pipes cannot be polled.
//!
//! Each thread here lives as long as any process keeps the other end of its pipe open.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use super::Event;

/// The maximum number of bytes read at a time.
const PIECE: usize = 64 * 1024;

/// The number of pieces that may wait; a program that floods its output is blocked once they do.
const WAITING: usize = 4;

/// How long to wait for one of the two threads before checking the other.
const TURN: Duration = Duration::from_millis(5);

/// This program's ends of an external program's pipes, held by two threads.
#[derive(Debug)]
pub(in super::super) struct Pipes {
    /// `None` once the input is closed.
    requests: Option<Sender<Vec<u8>>>,
    sent: Receiver<Event>,
    read: Receiver<Event>,
}

impl Pipes {
    /// Takes the pipes of a program, or both ends of a connection to one.
    ///
    /// # Errors
    /// No thread can be started.
    pub(in super::super) fn new(
        stdin: impl Write + Send + 'static,
        stdout: impl Read + Send + 'static,
    ) -> io::Result<Self> {
        let (requests, waiting) = channel();
        let (sent_sender, sent) = channel();
        let (read_sender, read) = sync_channel(WAITING);
        let thread = || thread::Builder::new().name("external bot".to_owned());
        thread().spawn(move || feed(stdin, &waiting, &sent_sender))?;
        thread().spawn(move || listen(stdout, &read_sender))?;
        Ok(Self { requests: Some(requests), sent, read })
    }

    /// Adds to the text to be sent.
    pub(in super::super) fn send(&mut self, text: &str) {
        if let Some(requests) = &self.requests {
            // A program that no longer reads has already been reported by an event.
            let _ = requests.send(text.as_bytes().to_vec());
        }
    }

    /// Closes the program's input once everything is sent.
    pub(in super::super) fn close(&mut self) {
        self.requests = None;
    }

    /// Waits for the next event, not much longer than `time`. The program's output is read only if `reads`.
    ///
    /// # Errors
    /// None.
    pub(in super::super) fn next(&mut self, reads: bool, time: Duration) -> io::Result<Event> {
        if let Ok(event) = self.sent.try_recv() {
            return Ok(event);
        }
        let events = if reads { &self.read } else { &self.sent };
        match events.recv_timeout(time.min(TURN)) {
            Ok(event) => Ok(event),
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(time.min(TURN));
                Ok(if reads { Event::Mute } else { Event::Nothing })
            }
            Err(RecvTimeoutError::Timeout) => Ok(Event::Nothing),
        }
    }
}

/// Writes requests to the program until there are no more or the program stops reading.
fn feed(mut stdin: impl Write, requests: &Receiver<Vec<u8>>, events: &Sender<Event>) {
    for request in requests {
        let event = if stdin.write_all(&request).is_ok() { Event::Sent } else { Event::Deaf };
        let is_deaf = event == Event::Deaf;
        if events.send(event).is_err() || is_deaf {
            return;
        }
    }
}

/// Reads the program's output until there is no more or the receiver is gone.
fn listen(mut stdout: impl Read, events: &SyncSender<Event>) {
    let mut piece = vec![0; PIECE];
    loop {
        let event = match stdout.read(&mut piece) {
            Ok(length) if length > 0 => Event::Read(piece[..length].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            _ => Event::Mute,
        };
        let is_mute = event == Event::Mute;
        if events.send(event).is_err() || is_mute {
            return;
        }
    }
}
