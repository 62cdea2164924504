//! The process of an external bot, with the threads that write to it and read from it.
//!
//! A pipe can block for ever on either side, so each has a thread of its own, and the bot only waits
//! for their events, until the deadline of its decision. Both threads end when the process is gone.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer that is read, in bytes without its end of line.
const MAX_ANSWER: usize = 64 * 1024;

/// How many events may wait; a program that floods its output is held up once they do.
const WAITING: usize = 16;

/// How long a process may take to end after it was told to.
const GRACE: Duration = Duration::from_millis(200);

/// Why a decision has no answer that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// None came in time.
    TimeOut,
    /// The process has ended or was never there.
    Crash,
    /// One came that is no legal action.
    Illegal,
}

/// What the threads tell.
#[derive(Debug)]
enum Event {
    /// A request has been written into the pipe.
    Sent,
    /// The process reads no more.
    Deaf,
    /// A line without its end; `None` for one that is too long.
    Line(Option<Vec<u8>>),
    /// The process writes no more.
    Mute,
}

/// A process that is killed and reaped when dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once the process has been told to end.
    requests: Option<Sender<String>>,
    events: Receiver<Event>,
}

impl Process {
    /// Starts a command with pipes to it; its messages for people go where ours go.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: Ctrl-C in the terminal is for us, who let the game go first; and what the
        // program starts besides itself can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, waiting_requests) = channel();
        let (sender, events) = sync_channel(WAITING);
        // Made first, so that the child is ended if a thread cannot be started.
        let process = Self { child, requests: Some(requests), events };
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let sent = sender.clone();
        let thread = || thread::Builder::new().name("external bot".to_owned());
        thread().spawn(move || feed(stdin, &waiting_requests, &sent))?;
        thread().spawn(move || listen(stdout, &sender))?;
        Ok(process)
    }

    /// Sends a request and waits for its answer, a line.
    ///
    /// Lines that are there before the request was made answer nothing and are thrown away.
    pub(super) fn ask(&mut self, request: String, deadline: Instant) -> Result<Vec<u8>, Failure> {
        // As many as can wait; a flood would never end.
        for event in self.events.try_iter().take(WAITING) {
            if matches!(event, Event::Deaf | Event::Mute) {
                return Err(Failure::Crash);
            }
        }
        let requests = self.requests.as_ref().ok_or(Failure::Crash)?;
        requests.send(request).map_err(|_| Failure::Crash)?;
        let (mut sent, mut answer) = (false, None);
        loop {
            if let (true, Some(line)) = (sent, &mut answer) {
                return Option::take(line).ok_or(Failure::Illegal);
            }
            match self.next_event(deadline) {
                Ok(Event::Sent) => sent = true,
                Ok(Event::Line(line)) => answer = answer.or(Some(line)),
                // An answer may have come just before the end; the next decision finds that out.
                Ok(Event::Mute) if answer.is_some() => {}
                Ok(Event::Mute | Event::Deaf) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Crash);
                }
                Err(RecvTimeoutError::Timeout) => return Err(Failure::TimeOut),
            }
        }
    }

    /// Tells the process to end, gives it a moment, and ends it.
    pub(super) fn quit(mut self) {
        let told = self.requests.take().map(|requests| requests.send("{\"cmd\":\"quit\"}\n".to_owned()));
        let deadline = Instant::now() + GRACE;
        while let (Some(Ok(())), Ok(event)) = (&told, self.next_event(deadline)) {
            if matches!(event, Event::Mute) {
                return;
            }
        }
    }

    /// Waits for an event until a moment, past which there is none even if one waits.
    fn next_event(&self, deadline: Instant) -> Result<Event, RecvTimeoutError> {
        match deadline.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => self.events.recv_timeout(left),
            _ => Err(RecvTimeoutError::Timeout),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The child has not been waited for, so its number still means it and its group.
        #[cfg(unix)]
        let killed = {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;

            killpg(Pid::from_raw(self.child.id() as i32), Signal::SIGKILL).is_ok()
        };
        #[cfg(not(unix))]
        let killed = self.child.kill().is_ok();
        // Reaped in any case; but one that may not be killed, being another user's, is not waited for.
        let _ = if killed { self.child.wait().map(Some) } else { self.child.try_wait() };
    }
}

/// Writes requests to the process until there are no more or it reads no more.
fn feed(mut stdin: ChildStdin, requests: &Receiver<String>, events: &SyncSender<Event>) {
    for request in requests {
        let event = if stdin.write_all(request.as_bytes()).is_ok() { Event::Sent } else { Event::Deaf };
        let deaf = matches!(event, Event::Deaf);
        if events.send(event).is_err() || deaf {
            return;
        }
    }
}

/// Reads lines of the process until there are no more or nobody wants them.
fn listen(stdout: ChildStdout, events: &SyncSender<Event>) {
    let mut reader = BufReader::new(stdout);
    let mut open = true;
    while open {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MAX_ANSWER as u64 + 1).read_until(b'\n', &mut line);
        let whole = line.pop_if(|byte| *byte == b'\n').is_some();
        let event = if read.is_ok() && whole {
            Event::Line(Some(line))
        } else if line.len() > MAX_ANSWER {
            Event::Line(None)
        } else {
            // A line without its end is none: the process ended in the middle of it.
            Event::Mute
        };
        open = !matches!(event, Event::Mute);
        let skip = matches!(event, Event::Line(None));
        if events.send(event).is_err() {
            return;
        }
        if skip {
            // The next reading meets the same error, if there is one.
            let _ = reader.skip_until(b'\n');
        }
    }
}
