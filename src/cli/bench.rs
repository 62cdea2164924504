//! `tradewinds bench`: the speed of playing and searching games.

mod compare;
mod elo;
mod exact;
mod load;
mod measure;
mod parallel;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::arena::{Playable, find, game_names};
use crate::game::{InputError, Seed, counted};
use crate::search::Threads;
use crate::threads::pool;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::notes;
use super::number::whole;
use super::rules::RulesChoice;
use super::screen;
use super::search::{DEFAULT_BOT, find_search};
use super::threads;
use super::ticker::Ticker;
use compare::Baseline;
use load::Load;
use measure::{Figures, Plan, Setting};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure this game only [default: all]
    #[arg(long)]
    game: Option<String>,
    /// Measure with this number of players only [default: all that the rules allow]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    players: Option<usize>,
    /// Use this many threads where many are used, at most 512 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads::allowed())]
    threads: Option<u16>,
    /// Spend about this many seconds on each game and number of players
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Search with this preset: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = DEFAULT_BOT)]
    bot: String,
    /// Use this variant of the game: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long, requires = "game")]
    variant: Option<String>,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Set each figure beside that of an earlier bench --json, with their ratio
    #[arg(long, value_name = "BASELINE")]
    compare: Option<PathBuf>,
    /// Measure one search with 1, 2, 4 … threads instead, root-parallel and tree-parallel
    #[arg(long, conflicts_with = "compare")]
    parallel: bool,
    /// Time decisions of --bot instead, and set them beside its rating
    #[arg(long, conflicts_with_all = ["compare", "parallel", "players", "variant"])]
    elo: bool,
    /// Time exactly this many turns of 40 decisions, for profilers [default: as many as --seconds allow]
    #[arg(long, value_name = "K", requires = "elo", value_parser = whole::<u64>(1..))]
    turns: Option<u64>,
    /// Only play this many games on one thread, for profilers
    #[arg(long, value_name = "K", requires_all = ["game", "players"],
          conflicts_with_all = ["iterations", "json", "compare", "parallel"])]
    playouts: Option<u64>,
    /// Play those games at random, or by the policy and the epsilon of --bot
    #[arg(long, value_enum, default_value_t, requires = "playouts")]
    rollout: RolloutChoice,
    /// Only run one search of this many iterations from the opening, for profilers
    #[arg(long, value_name = "K", requires_all = ["game", "players"], conflicts_with_all = ["json", "compare", "parallel"],
          value_parser = whole::<u32>(1..))]
    iterations: Option<u32>,
}

/// How the games of `--playouts` are played.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum RolloutChoice {
    #[default]
    Random,
    Heuristic,
}

/// Reads a time from the command line.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3_600.0).contains(&seconds) => Ok(seconds),
        _ => Err("allowed: 0.01 to 3600".to_owned()),
    }
}

/// Takes the measurements that `args` request.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(game), Some(players)) = (&args.game, args.players) {
        if let Some(games) = args.playouts {
            return exact::play(args, find(game).map_err(in_option)?, players, games);
        }
        if let Some(iterations) = args.iterations {
            return exact::search(args, find(game).map_err(in_option)?, players, iterations);
        }
    }
    let baseline = args.compare.as_deref().map(Baseline::read).transpose()?;
    let names: Vec<&str> = match &args.game {
        Some(name) => vec![name],
        None => game_names().to_vec(),
    };
    if args.elo {
        return measure_strength(args, &names);
    }
    let pool = pool(args.threads.map_or(0, usize::from))?;
    let threads = pool.current_num_threads();
    if args.parallel {
        drop(pool);
        return measure_threads(args, &names, threads);
    }
    let bar = if notes::is_quiet() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let bar = bar
        .with_style(ProgressStyle::with_template("{spinner} {msg}").context("the template is well-formed")?);
    let ticker = Ticker::of_bar(&bar, Duration::from_millis(200));
    let before = Load::now();
    let mut all = Vec::new();
    for name in names {
        all.extend(measure(args, find(name).map_err(in_option)?, &pool, &bar)?);
    }
    let (others, warning) = others_since(before, threads);
    drop(ticker);
    bar.finish_and_clear();
    if all.is_empty() {
        bail!("no game allows {}", counted(args.players.unwrap_or_default(), "player"));
    }
    let setting = Setting {
        threads,
        seconds: args.seconds,
        seed: args.seed,
        bot: &args.bot,
        variant: args.variant.as_deref().unwrap_or("standard"),
        others,
        warning,
    };
    let output = if args.json {
        format!("{:#}\n", report::object(&setting, &all, baseline.as_ref()))
    } else {
        report::table(&setting, &all, baseline.as_ref())
    };
    screen::print_narrow(&output, args.json).context("cannot print the figures")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the cores that other programs used since `before`, where the system tells, and a warning if they left too
/// few to `threads`, or nothing.
fn others_since(before: Option<Load>, threads: usize) -> (Option<f64>, String) {
    let Some(before) = before else { return (None, String::new()) };
    let others = Load::now().and_then(|now| before.others_until(&now));
    (others, others.and_then(|others| before.warning(others, threads)).unwrap_or_default())
}

/// Measures what the strength of a bot costs.
fn measure_strength(args: &Args, names: &[&str]) -> anyhow::Result<ExitCode> {
    let mut all = Vec::new();
    for name in names {
        all.extend(elo::measure(args, find(name).map_err(in_option)?)?);
    }
    let output = if args.json { format!("{:#}\n", elo::object(&all)) } else { elo::table(&all) };
    screen::print_narrow(&output, args.json).context("cannot print the figures")?;
    Ok(ExitCode::SUCCESS)
}

/// Measures how one search gains from threads. On a busy machine the threads do not run at the same time, so that
/// ratios to one thread say nothing: they are left out.
fn measure_threads(args: &Args, names: &[&str], threads: usize) -> anyhow::Result<ExitCode> {
    let before = Load::now();
    let mut all = Vec::new();
    for name in names {
        all.extend(parallel::measure(args, find(name).map_err(in_option)?, threads)?);
    }
    let others = before.and_then(|before| before.others_until(&Load::now()?));
    let busy = before.zip(others).and_then(|(before, others)| before.no_ratios(others, threads));
    let is_quiet = busy.is_none();
    let output = if args.json {
        format!("{:#}\n", parallel::object(&args.bot, &all, others, is_quiet))
    } else {
        parallel::table(&args.bot, &all, is_quiet) + &busy.unwrap_or_default()
    };
    screen::print_narrow(&output, args.json).context("cannot print the figures")?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the numbers of players with which to measure a game.
fn counts(args: &Args, game: &dyn Playable, rules: &RulesChoice<'_>) -> Vec<usize> {
    let allowed = game.info().players;
    match args.players {
        // A wrong number is refused by the rules, unless other games may allow it.
        Some(players) if args.game.is_some() || allowed.contains(&players) => vec![players],
        Some(_) => Vec::new(),
        None if args.variant.is_some() => allowed.filter(|&players| rules.table(players).is_ok()).collect(),
        None => allowed.collect(),
    }
}

/// Marks the option as the origin of an unknown game's name.
fn in_option(error: InputError) -> InputError {
    error.with_origin("--game").with_field("")
}

/// Measures a game with each requested number of players.
fn measure(
    args: &Args,
    game: &'static dyn Playable,
    pool: &rayon::ThreadPool,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Figures>> {
    let rules = RulesChoice::find(game, args.variant.as_deref())?;
    let search = find_search(&game.info(), &args.bot)?;
    let plan = Plan { pool, seconds: args.seconds, seed: Seed(args.seed) };
    let mut all = Vec::new();
    for players in counts(args, game, &rules) {
        let table = rules.table(players)?;
        let name = table.info().name;
        bar.set_message(format!("{name}, {players} players"));
        let mut bench = table.bench(&search, Threads::One, plan.seed)?;
        all.push(plan.measure(name, players, &mut *bench));
    }
    Ok(all)
}
