//! `tradewinds man`: the manual's pages.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap_mangen::{Man, generate_to};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write a page for the program and one for each command into this folder, in place of printing the program's
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the page of the program, or writes all pages.
pub(crate) fn run(args: &Args, command: clap::Command) -> anyhow::Result<ExitCode> {
    match &args.out {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| generate_to(command, folder))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page).context("cannot write the page")?;
            io::stdout().write_all(&page).context("cannot print the page")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
