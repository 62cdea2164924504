//! `tradewinds tournament`: play a manifest and print the standings.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arena::find;
use crate::game::counted;
use crate::lab::StudyWatch as _;
use crate::tournament::{
    self, Journaling, Manifest, Outcome, Recording, RunOptions, TableFormat, Tournament,
};
use anyhow::{Context, bail};

use super::faults::Leniency;
use super::log_bots::LogBots;
use super::manifest_args::{ManifestArgs, ManifestKind};
use super::notes;
use super::number::whole;
use super::progress::Meter;
use super::run_folder::report_of;
use super::screen;
use super::shard::ShardArg;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    /// Play this many games, rounded up to whole blocks [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=tournament::MAX_GAMES), conflicts_with = "deals")]
    games: Option<u64>,
    /// Play this many deals with each line-up [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=tournament::MAX_GAMES))]
    deals: Option<u64>,
    /// Seed everything random from this number [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..=i64::MAX.unsigned_abs()))]
    seed: Option<u64>,
    /// Stop when no bot's interval of the win share is wider than this; the number of deals or games is the
    /// most then [default: as the manifest says]
    #[arg(long, value_name = "WIDTH", conflicts_with = "adaptive")]
    until_width: Option<f64>,
    /// Give further deals only to line-ups with an undecided pair of bots; the number of deals is the most
    /// then [default: as the manifest says]
    #[arg(long)]
    adaptive: bool,
    /// Play one part of the run, to be joined by `tradewinds merge`: I/N, or auto or auto/N for the part that the
    /// scheduler of a job array gives to this task, in a folder of its own in that of --out
    #[arg(long, value_name = "I/N")]
    shard: Option<ShardArg>,
    /// Write a record of each game into the folder's records/ [default: as the manifest says]
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, default_missing_value = "games", require_equals = true)]
    record: Option<RecordArg>,
    /// Write the tables of games in this format [default: as the manifest says, or csv]
    #[arg(long, value_name = "FORMAT", value_enum)]
    tables: Option<TablesArg>,
    /// Keep this of each game in the journal [default: as the manifest says, or rows]
    #[arg(long, value_name = "WHAT", value_enum)]
    journal: Option<JournalArg>,
    #[command(flatten)]
    logs: LogBots,
    #[command(flatten)]
    leniency: Leniency,
}

/// The format of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum TablesArg {
    /// Text, a file for each table
    Csv,
    /// Typed columns, compressed, a folder for each table
    Parquet,
}

/// What a journal keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum JournalArg {
    /// All rows
    Rows,
    /// The result alone: games are played again each time tables are written
    Results,
}

/// What to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum RecordArg {
    /// All actions
    Games,
    /// All actions, and the position after each random event
    Positions,
}

/// Plays the manifest of `args`.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Tournament, Manifest::parse)?;
    if let Some(games) = args.games {
        (manifest.deals, manifest.games) = (None, Some(games));
    }
    if let Some(deals) = args.deals {
        (manifest.deals, manifest.games) = (Some(deals), None);
    }
    manifest.seed = args.seed.unwrap_or(manifest.seed);
    if args.until_width.is_some() || args.adaptive {
        (manifest.until_width, manifest.adaptive, manifest.sprt) = (args.until_width, args.adaptive, None);
    }
    match args.record {
        None => {}
        Some(RecordArg::Games) => manifest.record = Recording::Games,
        Some(RecordArg::Positions) => manifest.record = Recording::Positions,
    }
    match args.tables {
        None => {}
        Some(TablesArg::Csv) => manifest.tables = TableFormat::Csv,
        Some(TablesArg::Parquet) => manifest.tables = TableFormat::Parquet,
    }
    manifest.tables.check_built()?;
    match args.journal {
        None => {}
        Some(JournalArg::Rows) => manifest.journal = Journaling::Rows,
        Some(JournalArg::Results) => manifest.journal = Journaling::Results,
    }
    manifest.check().map_err(|error| match args.until_width {
        Some(_) if error.field() == "until_width" => error.with_origin("--until-width").with_field(""),
        _ => error.in_file(args.played.source()),
    })?;
    let mut folder = args.played.folder(&manifest.name);
    let mut options = RunOptions { threads: args.played.threads(), shard: None };
    if let Some(shard) = args.shard {
        let (shard, own) = shard.part(folder)?;
        options.shard = Some(shard);
        folder = own;
    }
    let meter = args.played.meter();
    play(manifest, &args.played.manifest, folder, options, meter, &args.logs, args.leniency)
}

/// Plays a manifest, or continues it, and prints the standings; `source` is its file.
pub(super) fn play(
    manifest: Manifest,
    source: &Path,
    folder: PathBuf,
    options: RunOptions,
    mut meter: Meter,
    logs: &LogBots,
    leniency: Leniency,
) -> anyhow::Result<ExitCode> {
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let mut tournament = Tournament::new(game, manifest, source)?;
    logs.apply(|folder| tournament.log_bots(folder))?;
    notes::on_bots(tournament.info(), source, tournament.manifest());
    let stop = stop_on_interrupt()?;
    meter.begin("games", "");
    let run = tournament::run(&tournament, &folder, options, &stop, &mut meter);
    drop(meter);
    let run = run?;
    let how = match run.outcome {
        Outcome::PlayedBefore => "played before; ".to_owned(),
        _ if run.resumed > 0 => format!("went on after {}; ", counted(run.resumed, "game")),
        _ => String::new(),
    };
    screen::print(format_args!("{}\n{how}report: {}\n", run.standings, report_of(&folder).display()))
        .context("cannot print the standings")?;
    if let Outcome::Stopped { finished } = run.outcome {
        let blocks = run.standings.expected_blocks.unwrap_or_default();
        let games = blocks * tournament.schedule().games_per_block();
        bail!(
            "interrupted after {finished} of {}; only whole blocks are in the tables; the same \
             command goes on",
            counted(games, "game")
        );
    }
    Ok(leniency.status(&run.standings.faults()))
}

/// Returns a flag that is set at the first Ctrl-C; the second one exits at once, as a shell expects of an
/// interrupted program.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(130);
        }
        // Even if standard error cannot be written, the run stops.
        let _ =
            writeln!(io::stderr(), "stopping: the games under way are dropped; once more to exit at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
