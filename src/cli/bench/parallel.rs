//! `tradewinds bench --parallel`: how one search gains from threads.

use crate::arena::{Bench, Playable};
use crate::game::{Purpose, Seed};
use crate::report::{Align, TextTable, decimal};
use crate::search::{ParallelKind, Threads};
use crate::threads::pool;
use rayon::ThreadPool;
use serde_json::{Value, json};

use super::measure::{RUNS, median, range};
use super::{Args, RulesChoice, find_search};

/// The speed of a search of one position with `threads` threads.
pub(super) struct Figures {
    game: &'static str,
    players: usize,
    threads: usize,
    parallel: ParallelKind,
    /// Iterations per second: the median.
    iterations: f64,
    /// The ratio to one thread in the same turn: the median.
    speedup: f64,
    /// The range of that ratio, in percent; see [`range`].
    range: f64,
}

/// One way to search, and its rate in each turn.
struct Contender {
    threads: usize,
    parallel: ParallelKind,
    pool: ThreadPool,
    bench: Box<dyn Bench>,
    rates: [f64; RUNS],
}

/// Measures a search from the opening with 1, 2, 4 … threads, in both ways, one after the other, in
/// seven turns.
pub(super) fn measure(
    args: &Args,
    game: &'static dyn Playable,
    threads: usize,
) -> anyhow::Result<Vec<Figures>> {
    let rules = RulesChoice::find(game, args.variant.as_deref())?;
    let plan = find_search(&game.info(), &args.bot)?;
    let seed = Seed(args.seed);
    let mut all = Vec::new();
    for players in super::counts(args, game, &rules) {
        let table = rules.table(players)?;
        let mut contenders = Vec::new();
        let counts = std::iter::successors(Some(1), |count| Some(count * 2));
        for count in counts.take_while(|&count| count < threads).chain([threads]) {
            for parallel in [ParallelKind::Root, ParallelKind::Tree] {
                if count == 1 && parallel == ParallelKind::Tree {
                    continue;
                }
                let plan = plan.clone().with_workers(parallel, count as u32)?;
                contenders.push(Contender {
                    threads: count,
                    parallel,
                    pool: pool(count)?,
                    bench: table.bench(&plan, Threads::Pool, seed)?,
                    rates: [0.0; RUNS],
                });
            }
        }
        let slice = std::time::Duration::from_secs_f64(args.seconds / (RUNS * contenders.len()) as f64);
        for run in 0..RUNS {
            for Contender { pool, bench, rates, .. } in &mut contenders {
                let seed = seed.derive(Purpose::Sample, run as u64);
                rates[run] = pool.install(|| bench.search(slice, seed));
            }
        }
        let one = contenders[0].rates;
        all.extend(contenders.iter().map(|contender| {
            let speedups = std::array::from_fn(|run| contender.rates[run] / one[run]);
            Figures {
                game: table.info().name,
                players,
                threads: contender.threads,
                parallel: contender.parallel,
                iterations: median(contender.rates),
                speedup: median(speedups),
                range: range(speedups),
            }
        }));
    }
    Ok(all)
}

fn word(figures: &Figures) -> &'static str {
    match figures.parallel {
        _ if figures.threads == 1 => "-",
        ParallelKind::Tree => "tree",
        _ => "root",
    }
}

/// Writes the figures as a table; without ratios where the machine was busy.
pub(super) fn table(bot: &str, all: &[Figures], is_quiet: bool) -> String {
    let columns = [
        ("game, players", Align::Left),
        ("threads", Align::Right),
        ("parallel", Align::Left),
        ("iterations/s", Align::Right),
        ("speedup", Align::Right),
        ("efficiency", Align::Right),
        ("range%", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    let ratio = |value: f64, places| if is_quiet { decimal(value, places) } else { "-".to_owned() };
    for figures in all {
        table.row([
            format!("{} {}", figures.game, figures.players),
            figures.threads.to_string(),
            word(figures).to_owned(),
            decimal(figures.iterations, 0),
            ratio(figures.speedup, 2),
            ratio(figures.speedup / figures.threads as f64, 2),
            ratio(figures.range, 1),
        ]);
    }
    format!(
        "searches of {bot} from the opening; medians of {RUNS} runs in turn, speedup within each turn;\n\
         range%: the range of those speedups without the lowest and highest, in percent\n\n{table}"
    )
}

/// Writes the figures as JSON, with the cores that other programs used meanwhile; where these left too few, the ratios are
/// null.
pub(super) fn object(bot: &str, all: &[Figures], others: Option<f64>, is_quiet: bool) -> Value {
    let rows = all.iter().map(|figures| {
        json!({
            "game": figures.game,
            "players": figures.players,
            "threads": figures.threads,
            "parallel": word(figures),
            "search_iterations_per_second": figures.iterations,
            "speedup": is_quiet.then_some(figures.speedup),
            "speedup_range_percent": is_quiet.then_some(figures.range),
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "runs": RUNS,
        "bot": bot,
        "other_programs_cores": others,
        "parallel": rows.collect::<Vec<_>>(),
    })
}
