//! The command line: parse, dispatch, print the error.
//!
//! Exit status: 0 success, 1 failure, 2 a wrong command line, 3 an external bot failed decisions.

mod cli;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tradewinds::game::printable;

fn main() -> ExitCode {
    match cli::Cli::of_command_line() {
        Ok(cli) => cli.run().unwrap_or_else(|error| fail(&error)),
        Err(unparsed) => explain(&unparsed),
    }
}

/// Prints an error as one line.
fn fail(error: &anyhow::Error) -> ExitCode {
    if !is_broken_pipe(error) {
        cli::notes::complain(&printable(&whole_message(error)));
    }
    ExitCode::FAILURE
}

/// Joins an error and its causes; a cause that the text before it has is left out.
fn whole_message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(&format!(": {cause}"));
        }
    }
    text
}

/// Prints the help or the version that the user asks for, or the error in the command line.
fn explain(unparsed: &clap::Error) -> ExitCode {
    let printed = unparsed.print().and_then(|()| io::stdout().flush()).map_err(anyhow::Error::from);
    match (unparsed.use_stderr(), printed) {
        (true, _) => ExitCode::from(2),
        (false, Ok(())) => ExitCode::SUCCESS,
        (false, Err(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        (false, Err(error)) => fail(&error.context("cannot print the help")),
    }
}

/// Returns whether the reader of the output has gone, as `head` does: this is not reported.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
