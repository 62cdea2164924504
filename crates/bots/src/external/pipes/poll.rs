//! Pipes that never block, and a single wait for both of them.
//!
//! Nothing of this program remains if another process keeps an end of a pipe open: no thread waits for it,
//! and dropping the pipes closes this program's ends.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::Event;

/// The maximum number of bytes read at a time.
const PIECE: usize = 64 * 1024;

/// This program's ends of an external program's pipes.
#[derive(Debug)]
pub(in super::super) struct Pipes {
    /// `None` once it is closed.
    stdin: Option<File>,
    stdout: File,
    /// The bytes still to be sent, from `sent` on.
    request: Vec<u8>,
    sent: usize,
}

impl Pipes {
    /// Takes the pipes of a program, or both ends of a connection to one.
    ///
    /// # Errors
    /// The system refuses.
    pub(in super::super) fn new(stdin: impl Into<OwnedFd>, stdout: impl Into<OwnedFd>) -> io::Result<Self> {
        let [stdin, stdout] = [File::from(stdin.into()), File::from(stdout.into())];
        never_block(&stdin)?;
        never_block(&stdout)?;
        Ok(Self { stdin: Some(stdin), stdout, request: Vec::new(), sent: 0 })
    }

    /// Adds to the text to be sent.
    pub(in super::super) fn send(&mut self, text: &str) {
        self.request.drain(..self.sent);
        self.sent = 0;
        self.request.extend_from_slice(text.as_bytes());
    }

    /// Closes the program's input; unsent text is lost.
    pub(in super::super) fn close(&mut self) {
        self.stdin = None;
        (self.request, self.sent) = (Vec::new(), 0);
    }

    /// Waits for the next event, not much longer than `time`. The program's output is read only if `reads`.
    ///
    /// # Errors
    /// The system refuses to wait.
    pub(in super::super) fn next(&mut self, reads: bool, time: Duration) -> io::Result<Event> {
        let writes = self.sent < self.request.len();
        let mut pipes = Vec::with_capacity(2);
        if reads {
            pipes.push(PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN));
        }
        if let (true, Some(stdin)) = (writes, &self.stdin) {
            pipes.push(PollFd::new(stdin.as_fd(), PollFlags::POLLOUT));
        }
        let milliseconds = time.as_micros().div_ceil(1000);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        match poll(&mut pipes, timeout) {
            Ok(0) | Err(Errno::EINTR) => return Ok(Event::Nothing),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        // Any flag counts, including one for a closed other side: reading or writing shows which it is.
        let is_marked = |pipe: &PollFd<'_>| pipe.any().unwrap_or(true);
        let readable = reads && pipes.first().is_some_and(is_marked);
        let writable = writes && pipes.get(usize::from(reads)).is_some_and(is_marked);
        if readable && let Some(event) = self.read() {
            return Ok(event);
        }
        Ok(if writable { self.write() } else { Event::Nothing })
    }

    /// Reads the available output; `None` if there is none yet.
    fn read(&mut self) -> Option<Event> {
        let mut piece = vec![0; PIECE];
        match self.stdout.read(&mut piece) {
            Ok(0) => Some(Event::Mute),
            Ok(length) => {
                piece.truncate(length);
                Some(Event::Read(piece))
            }
            Err(error) if is_for_later(&error) => None,
            Err(_) => Some(Event::Mute),
        }
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) -> Event {
        let Some(stdin) = &mut self.stdin else { return Event::Deaf };
        match stdin.write(&self.request[self.sent..]) {
            Ok(length) => self.sent += length,
            Err(error) if is_for_later(&error) => {}
            Err(_) => return Event::Deaf,
        }
        if self.sent == self.request.len() { Event::Sent } else { Event::Nothing }
    }
}

/// Returns whether reading or writing may succeed the next time.
fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Makes reading and writing return at once; the program's end of the pipe stays as it is.
fn never_block(pipe: &impl AsFd) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}
