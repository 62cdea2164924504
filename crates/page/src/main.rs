//! `tradewinds-page FOLDER`: reads messages from standard input until they end, and answers on standard output.

use std::io;
use std::path::Path;

use anyhow::{Context, Result};

fn main() -> Result<()> {
    let folder =
        std::env::args_os().nth(1).context("name the folder of the tables: tradewinds-page FOLDER")?;
    tradewinds_page::converse(io::stdin().lock(), io::stdout().lock(), Path::new(&folder))
}
