//! The process of an external bot, or the connection to one that runs already, and its time limits.
//!
//! While waiting for an answer, the bot asks the system from time to time whether the process has ended: the
//! pipes do not show that if something that the process started keeps them open.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::lines::{Line, Lines};
use super::log::{Log, last_words};
use super::pipes::{Event, Pipes};

/// The maximum number of unrequested pieces of output read before a request; a flood would never end.
const PIECES: usize = 16;

/// The time that a process has to end after it was told to quit.
pub(super) const GRACE: Duration = Duration::from_millis(200);

/// The first and the longest interval between checks whether a silent process has ended.
const SLICES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(64)];

/// Why a request has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unanswered {
    /// No answer came in time.
    TimeOut,
    /// The process has ended, or has closed its input or output.
    Gone,
    /// The line received is longer than any answer.
    TooLong,
}

/// How a process ended after it was told to quit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// Whether it ended voluntarily and in time.
    pub(super) is_orderly: bool,
    /// Whether it left processes in its group, which were then killed.
    pub(super) left_children: bool,
    /// Whether a process outside its group keeps its output open.
    pub(super) left_strays: bool,
}

/// Lines that a process wrote without a request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Unasked {
    /// Their number.
    pub(super) lines: u64,
    /// The first of them; empty if it was too long to be kept.
    pub(super) first: Vec<u8>,
}

/// How long an answer is waited for.
pub(super) struct Patience<'a> {
    /// The end of the time for the answer.
    pub(super) end: Instant,
    /// The time by which the answer may be late, from that end on, or from the moment at which it is `halted`.
    pub(super) margin: Duration,
    /// The line that then asks for an answer at once; `None` for a program that does not know it.
    pub(super) stop: Option<&'a str>,
    /// Returns whether nobody needs the answer any more.
    pub(super) halted: &'a dyn Fn() -> bool,
}

/// The program at the other end.
#[derive(Debug)]
enum Peer {
    /// A process of our own.
    Child(Child),
    /// One that runs by itself.
    Connection(TcpStream),
}

/// A process that is killed and reaped when dropped, with everything that remains in its group; or a connection,
/// which is then closed.
#[derive(Debug)]
pub(super) struct Process {
    peer: Peer,
    pipes: Pipes,
    /// Whether the other end has closed the connection.
    is_closed: bool,
    lines: Lines,
    unasked: Unasked,
    /// How it ended, once that is known.
    status: Option<ExitStatus>,
    left_children: bool,
    log: Option<Log>,
    /// Adds what the process writes to standard error to the log.
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a command with pipes to it; its messages for people go to the log, or without one where this program's
    /// messages go.
    pub(super) fn start(command: &[String], log: Option<Log>) -> io::Result<Self> {
        let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if log.is_some() {
            command.stderr(Stdio::piped());
        }
        // A separate group: Ctrl-C in the terminal is for this program, and lets the game end first; and any
        // other processes that the program starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = match child.stdin.take().zip(child.stdout.take()) {
            Some((stdin, stdout)) => Pipes::new(stdin, stdout),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        let listener = match log.as_ref().zip(child.stderr.take()) {
            Some((log, stderr)) => log.listen(stderr).map(Some),
            None => Ok(None),
        };
        match pipes.and_then(|pipes| Ok((pipes, listener?))) {
            Ok((pipes, listener)) => {
                let mut process = Self::new(Peer::Child(child), pipes, log);
                process.listener = listener;
                Ok(process)
            }
            Err(error) => {
                kill(&mut child);
                Err(error)
            }
        }
    }

    /// Connects to a program that runs already; it takes no longer than `time`.
    pub(super) fn connect(address: SocketAddr, time: Duration, log: Option<Log>) -> io::Result<Self> {
        let socket = TcpStream::connect_timeout(&address, time)?;
        socket.set_nodelay(true)?;
        let pipes = Pipes::new(socket.try_clone()?, socket.try_clone()?)?;
        Ok(Self::new(Peer::Connection(socket), pipes, log))
    }

    fn new(peer: Peer, pipes: Pipes, log: Option<Log>) -> Self {
        Self {
            peer,
            pipes,
            is_closed: false,
            lines: Lines::default(),
            unasked: Unasked::default(),
            status: None,
            left_children: false,
            log,
            listener: None,
        }
    }

    /// Sends a request and waits for its answer, a line.
    ///
    /// Lines that arrive before the request is made are not answers and are discarded.
    pub(super) fn ask(&mut self, request: &str, patience: &Patience<'_>) -> Result<Vec<u8>, Unanswered> {
        self.skip_unasked()?;
        self.send(request);
        let (mut is_sent, mut answer) = (false, None);
        let (mut wait, mut is_late) = (Wait::new(patience.end), false);
        let mut has_ended = self.has_ended();
        loop {
            if is_sent && let Some(line) = answer.take() {
                return match line {
                    Line::Whole(line) => Ok(line),
                    Line::TooLong => Err(Unanswered::TooLong),
                };
            }
            let mut slice = wait.slice();
            if !is_late && (slice.is_none() || (patience.halted)()) {
                is_late = true;
                if let Some(stop) = patience.stop {
                    self.send(stop);
                }
                wait = Wait::new(Instant::now() + patience.margin);
                slice = wait.slice();
            }
            let slice = slice.ok_or(Unanswered::TimeOut)?;
            // Once a process has ended, all its output is already in the pipe.
            let slice = if has_ended { Duration::ZERO } else { slice };
            match self.pipes.next(answer.is_none(), slice) {
                Ok(Event::Sent) => is_sent = true,
                Ok(Event::Read(piece)) => {
                    self.lines.push(&piece);
                    answer = answer.or_else(|| self.next_line());
                }
                Ok(Event::Nothing) if !has_ended => has_ended = self.has_ended(),
                Ok(Event::Nothing | Event::Deaf | Event::Mute) | Err(_) => return Err(Unanswered::Gone),
            }
        }
    }

    /// Sends a message.
    fn send(&mut self, text: &str) {
        if let Some(log) = &self.log {
            log.add_request(text);
        }
        self.pipes.send(text);
    }

    /// Sends a message that has no answer, without waiting until it is read.
    pub(super) fn tell(&mut self, text: &str) {
        self.send(text);
        // Whether it could be sent is seen at the next request.
        let _ = self.pipes.next(false, Duration::ZERO);
    }

    /// Takes the next line that was read.
    fn next_line(&mut self) -> Option<Line> {
        let line = self.lines.take()?;
        if let Some(log) = &self.log {
            log.add_line('<', &line);
        }
        Some(line)
    }

    /// Discards the lines that do not answer a request.
    fn skip_unasked(&mut self) -> Result<(), Unanswered> {
        self.count_unasked();
        for _ in 0..PIECES {
            match self.pipes.next(true, Duration::ZERO) {
                Ok(Event::Read(piece)) => self.lines.push(&piece),
                Ok(Event::Mute | Event::Deaf) | Err(_) => return Err(Unanswered::Gone),
                Ok(Event::Nothing | Event::Sent) => break,
            }
            self.count_unasked();
        }
        Ok(())
    }

    fn count_unasked(&mut self) {
        while let Some(line) = self.next_line() {
            if let (0, Line::Whole(line)) = (self.unasked.lines, line) {
                self.unasked.first = line;
            }
            self.unasked.lines += 1;
        }
    }

    /// Returns whether no answer can be expected any more.
    pub(super) fn is_gone(&mut self) -> bool {
        self.skip_unasked().is_err() || self.has_ended()
    }

    /// Returns the unrequested lines so far.
    pub(super) fn unasked(&self) -> &Unasked {
        &self.unasked
    }

    /// Ends the process: by the message `quit` and the end of its input, or by the latter alone. It has a
    /// moment to end voluntarily, and is then killed.
    pub(super) fn quit(&mut self, by_message: bool) -> Ending {
        if by_message {
            self.send("{\"cmd\":\"quit\"}\n");
        } else {
            self.close();
        }
        let mut wait = Wait::new(Instant::now() + GRACE);
        let mut is_open = true;
        while !self.has_ended() {
            let Some(slice) = wait.slice() else { break };
            match self.pipes.next(is_open, slice) {
                Ok(Event::Sent | Event::Deaf) => self.close(),
                Ok(Event::Mute) => {
                    is_open = false;
                    self.is_closed = true;
                    // It is about to end.
                    wait.slice = SLICES[0];
                }
                Ok(Event::Read(piece)) => {
                    self.lines.push(&piece);
                    self.count_unasked();
                }
                Ok(Event::Nothing) => {}
                Err(_) => break,
            }
        }
        let is_orderly = self.has_ended();
        if is_open {
            // Any remaining output was written by the process before it ended.
            is_open = self.skip_unasked().is_ok();
        }
        let left_children = self.left_children;
        Ending { is_orderly, left_children, left_strays: is_orderly && !left_children && is_open }
    }

    /// Ends what the program reads.
    fn close(&mut self) {
        self.pipes.close();
        if let Peer::Connection(socket) = &self.peer {
            // One that is closed already is none the worse.
            let _ = socket.shutdown(Shutdown::Write);
        }
    }

    /// Kills the process with its group, unless it has ended, and returns its exit status; closes a connection, which
    /// has none.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        match &mut self.peer {
            Peer::Child(child) if self.status.is_none() => self.status = kill(child),
            Peer::Child(_) => {}
            Peer::Connection(socket) => {
                let _ = socket.shutdown(Shutdown::Both);
            }
        }
        self.status
    }

    /// Returns whether the process has ended, or the connection is closed. Any processes that remain in the group of
    /// one that has ended are then killed.
    fn has_ended(&mut self) -> bool {
        let Peer::Child(child) = &mut self.peer else { return self.is_closed };
        if self.status.is_none()
            && let Ok(Some(status)) = child.try_wait()
        {
            self.status = Some(status);
            // Immediately, before another group can get the same number.
            self.left_children = kill_group(child);
        }
        self.status.is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
        if let (Some(log), Some(rest)) = (&self.log, self.lines.rest()) {
            log.add_line('<', &rest);
        }
        if let Some(listener) = &self.listener {
            last_words(listener);
        }
    }
}

/// Kills a process that was not waited for, with its group, and returns its exit status.
fn kill(child: &mut Child) -> Option<ExitStatus> {
    // The child was not waited for, so its number still identifies it and its group. A process that cannot be
    // killed because it belongs to another user is not waited for either.
    if kill_group(child) { child.wait().ok() } else { child.try_wait().ok().flatten() }
}

/// Kills all processes of a child's group; returns whether there were any that this program may kill.
#[cfg(unix)]
fn kill_group(child: &mut Child) -> bool {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    i32::try_from(child.id()).is_ok_and(|group| killpg(Pid::from_raw(group), Signal::SIGKILL).is_ok())
}

/// Kills a child; this system has no process groups.
#[cfg(not(unix))]
fn kill_group(child: &mut Child) -> bool {
    child.try_wait().is_ok_and(|status| status.is_none()) && child.kill().is_ok()
}

/// The time until a deadline, in growing slices.
struct Wait {
    deadline: Instant,
    slice: Duration,
}

impl Wait {
    fn new(deadline: Instant) -> Self {
        Self { deadline, slice: SLICES[0] }
    }

    /// Returns the next slice; `None` at the deadline.
    fn slice(&mut self) -> Option<Duration> {
        let left = self.deadline.checked_duration_since(Instant::now())?;
        let slice = self.slice.min(left);
        self.slice = (2 * self.slice).min(SLICES[1]);
        (!slice.is_zero()).then_some(slice)
    }
}

#[cfg(test)]
mod tests;
