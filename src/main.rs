//! The command line: parse, dispatch, print the error.
//!
//! Exit status: 0 all went well, 1 it did not, 2 the command line is wrong, 3 an external bot failed decisions.

mod cli;

use std::io;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| {
        if !is_broken_pipe(&error) {
            eprintln!("error: {error:#}");
        }
        ExitCode::FAILURE
    })
}

/// Tells whether whoever reads the output has gone, as `head` does: nobody wants to hear of it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
