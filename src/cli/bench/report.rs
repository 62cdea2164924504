//! The figures, for people and for programs.

use serde_json::{Value, json};
use tradewinds::report::{Align, TextTable, decimal};

use super::measure::{Figures, RUNS};

/// What all figures have in common.
pub(super) struct Setting<'a> {
    pub(super) threads: usize,
    pub(super) seconds: f64,
    pub(super) seed: u64,
    pub(super) bot: &'a str,
    /// The variant as it was named, `standard` without one.
    pub(super) variant: &'a str,
}

impl Figures {
    fn efficiency(&self, threads: usize) -> f64 {
        self.speedup / threads as f64
    }
}

/// Writes the figures as a table with a row for each game and number of players.
pub(super) fn table(setting: &Setting<'_>, all: &[Figures]) -> String {
    let many = format!("games/s x{}", setting.threads);
    let columns = [
        ("game", Align::Left),
        ("players", Align::Right),
        ("games/s", Align::Right),
        ("decisions/s", Align::Right),
        (&many, Align::Right),
        ("speedup", Align::Right),
        ("efficiency", Align::Right),
        ("clone ns", Align::Right),
        ("state B", Align::Right),
        ("node B", Align::Right),
        ("iterations/s", Align::Right),
        ("iteration/game", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    for figures in all {
        table.row([
            figures.game.to_owned(),
            figures.players.to_string(),
            decimal(figures.one.games, 0),
            decimal(figures.one.decisions, 0),
            decimal(figures.all.games, 0),
            decimal(figures.speedup, 2),
            decimal(figures.efficiency(setting.threads), 2),
            decimal(figures.clone_ns, 1),
            figures.state_bytes.to_string(),
            figures.node_bytes.to_string(),
            decimal(figures.iterations, 0),
            decimal(figures.iteration_cost, 2),
        ]);
    }
    format!(
        "tradewinds {}, {} rules, seed {}, {} s each\n\n{table}\n\
         random games from deal to score: on one thread and on {}, medians of {RUNS} runs in turn\n\
         iterations of {} from the opening on one thread; iteration/game: its time in random games\n",
        env!("CARGO_PKG_VERSION"),
        setting.variant,
        setting.seed,
        setting.seconds,
        setting.threads,
        setting.bot,
    )
}

/// Writes the figures as JSON; a figure that could not be measured is null.
pub(super) fn object(setting: &Setting<'_>, all: &[Figures]) -> Value {
    let results: Vec<Value> = all
        .iter()
        .map(|figures| {
            json!({
                "game": figures.game,
                "players": figures.players,
                "games_per_second": figures.one.games,
                "decisions_per_second": figures.one.decisions,
                "games_per_second_all_threads": figures.all.games,
                "decisions_per_second_all_threads": figures.all.decisions,
                "speedup": figures.speedup,
                "parallel_efficiency": figures.efficiency(setting.threads),
                "clone_ns": figures.clone_ns,
                "state_bytes": figures.state_bytes,
                "node_bytes": figures.node_bytes,
                "search_iterations_per_second": figures.iterations,
                "iteration_cost_games": figures.iteration_cost,
            })
        })
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "threads": setting.threads,
        "seconds": setting.seconds,
        "runs": RUNS,
        "seed": setting.seed,
        "bot": setting.bot,
        "variant": setting.variant,
        "results": results,
    })
}
