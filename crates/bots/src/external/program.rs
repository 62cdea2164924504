//! A program on pipes for other uses than a bot: it answers a request with a line.

use std::io;
use std::time::{Duration, Instant};

use super::dialogue::how_it_ended;
use super::lines::MAX_LINE;
use super::process::{Patience, Process, Unanswered};

/// A program that answers requests, a line each. It is asked to quit when dropped, and killed if it does not.
#[derive(Debug)]
pub struct Program(Process);

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unanswerable {
    /// No answer came in time.
    Late,
    /// The program has ended, or has closed its input or output; the text says how, and follows its name.
    Gone(String),
    /// The line received is longer than this number of bytes.
    TooLong(usize),
}

impl Program {
    /// Starts a command, the program and its arguments, without a shell.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(command: &[String]) -> io::Result<Self> {
        Process::start(command, None).map(Self)
    }

    /// Sends a request, which ends with the end of a line, and returns the line that answers it. Lines that came before
    /// the request are dropped.
    ///
    /// # Errors
    /// There is no answer; nothing can be asked any more.
    pub fn ask(&mut self, request: &str, within: Duration) -> Result<Vec<u8>, Unanswerable> {
        let end = Instant::now() + within;
        let patience = Patience { end, margin: Duration::ZERO, stop: None, halted: &|| false };
        self.0.ask(request, &patience).map_err(|failure| match failure {
            Unanswered::TimeOut => Unanswerable::Late,
            Unanswered::Gone => Unanswerable::Gone(how_it_ended(self.0.end())),
            Unanswered::TooLong => Unanswerable::TooLong(MAX_LINE),
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.0.quit(true);
    }
}
