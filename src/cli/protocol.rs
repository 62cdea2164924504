//! `tradewinds protocol`: drive a game over standard input and output, one line of JSON per request and one
//! per answer, as `docs/protocol.md` describes.

mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Context;
use session::Session;

#[derive(clap::Args)]
pub(crate) struct Args {}

/// Answers requests until `quit` or the end of the input.
pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    match converse(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        // The client is gone, so nothing is left to answer.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS).context("the conversation broke off"),
    }
}

/// Answers requests as `tradewinds protocol` does, until `quit` or the end of the input: a line of JSON per request, and
/// one per answer. `docs/protocol.md` describes them.
///
/// # Errors
/// A request cannot be read, or an answer cannot be written.
pub fn converse(requests: &mut impl BufRead, answers: &mut impl Write) -> io::Result<()> {
    let mut session = Session::default();
    let mut line = Vec::new();
    while !session.is_over() && requests.read_until(b'\n', &mut line)? > 0 {
        let mut answer = session.answer(&line).to_string();
        answer.push('\n');
        answers.write_all(answer.as_bytes())?;
        answers.flush()?;
        line.clear();
    }
    Ok(())
}
