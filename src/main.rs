//! The command line: parse, dispatch, print the error.
//!
//! Exit status: 0 all went well, 1 it did not, 2 the command line is wrong.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
