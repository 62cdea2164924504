//! `tradewinds tune`: better weights or settings by play.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::value_parser;
use tradewinds::game::Game;
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::lab::tune::{Progress, Tune, TuneManifest};

use super::tournament::{Bar, stop_on_interrupt};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Manifest of the tuning, a TOML file
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// Folder to write to [default: results/runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Tunes as `args` say, or goes on with it, and prints the gain.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.manifest.display().to_string();
    let text = fs::read_to_string(&args.manifest).with_context(|| format!("cannot read {source}"))?;
    let manifest = TuneManifest::parse(&source, &text)?;
    let name = manifest.game.clone();
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results/runs").join(&manifest.name));
    with_game(&name, Work { manifest, args, folder }).map_err(|error| error.in_file(source))?
}

/// Tunes once the game is known.
struct Work<'a> {
    manifest: TuneManifest,
    args: &'a Args,
    folder: PathBuf,
}

impl GameVisitor for Work<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { manifest, args, folder } = self;
        let tune = Tune::<G>::new(manifest, &args.manifest, &folder)?;
        let stop = stop_on_interrupt()?;
        let threads = args.threads.map_or(0, usize::from);
        let mut bar = Bar::counting("blocks", String::new());
        let result = tune.run(threads, &stop, &mut |Progress { blocks, of }| bar.at(blocks, of));
        drop(bar);
        let Some(result) = result? else {
            bail!("interrupted; the same command goes on");
        };
        let folder = folder.display();
        write!(io::stdout(), "{result}the preset that was found: {folder}/tuned.toml\nfiles: {folder}\n")
            .context("cannot print the gain")?;
        Ok(ExitCode::SUCCESS)
    }
}
