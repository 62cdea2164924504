//! `tradewinds completions`: what a shell completes.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use clap_complete::{Shell, generate};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script for a shell.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut command, "tradewinds", &mut script);
    io::stdout().write_all(&script).context("cannot print the script")?;
    Ok(ExitCode::SUCCESS)
}
