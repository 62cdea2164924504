//! `tradewinds roles`: what bots choose, and what it is worth.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::value_parser;
use tradewinds::game::{Game, InputError};
use tradewinds::games::{GameVisitor, with_game};
use tradewinds::lab::choices::{Choices, ChoicesManifest};

use super::tournament::{Bar, stop_on_interrupt};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Manifest of the study, a TOML file
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// Folder to write the study to [default: results/runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play this many deals with each line-up [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    deals: Option<u64>,
    /// Play the choices of this many decisions out [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    decisions: Option<u64>,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Makes the study of `args`, or goes on with it, and prints its main tables.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.manifest.display().to_string();
    let text = fs::read_to_string(&args.manifest).with_context(|| format!("cannot read {source}"))?;
    let mut manifest = ChoicesManifest::parse(&source, &text)?;
    manifest.deals = args.deals.unwrap_or(manifest.deals);
    if let Some(decisions) = args.decisions {
        let Some(worth) = &mut manifest.worth else {
            let allowed = "only with a manifest that has a table worth";
            return Err(InputError::new("--decisions", "", decisions.to_string(), allowed).into());
        };
        worth.decisions = decisions;
    }
    let name = manifest.game.clone();
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results/runs").join(&manifest.name));
    with_game(&name, Study { manifest, args, folder }).map_err(|error| error.in_file(source))?
}

/// Makes a study once its game is known.
struct Study<'a> {
    manifest: ChoicesManifest,
    args: &'a Args,
    folder: PathBuf,
}

impl GameVisitor for Study<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { manifest, args, folder } = self;
        let study = Choices::<G>::new(manifest, &args.manifest, &folder)?;
        let stop = stop_on_interrupt()?;
        let threads = args.threads.map_or(0, usize::from);
        let games = Box::new(Bar::of("step 1 of 2".to_owned()));
        let mut decisions = None;
        let result = study.run(threads, &stop, games, &mut |done, all| {
            let bar = decisions.get_or_insert_with(|| Bar::counting("decisions", "step 2 of 2".to_owned()));
            bar.at(done, all);
        });
        drop(decisions);
        let Some(result) = result? else {
            bail!("interrupted; the same command goes on");
        };
        writeln!(io::stdout(), "{result}files: {}", folder.display()).context("cannot print the study")?;
        Ok(ExitCode::SUCCESS)
    }
}
