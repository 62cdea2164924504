//! The figures, for people and for programs.

use crate::report::{Align, TextTable, decimal};
use serde_json::{Map, Value, json};

use super::compare::Baseline;
use super::measure::{Figures, RUNS, Setting};

/// The figures in the table: their titles, their names in JSON and their decimal places.
const COLUMNS: [(&str, &str, usize); 13] = [
    ("games/s", "games_per_second", 0),
    ("decisions/s", "decisions_per_second", 0),
    ("games/s xN", "games_per_second_all_threads", 0),
    ("speedup", "speedup", 2),
    ("efficiency", "parallel_efficiency", 2),
    ("clone ns", "clone_ns", 1),
    ("state B", "state_bytes", 0),
    ("node B", "node_bytes", 0),
    ("iterations/s", "search_iterations_per_second", 0),
    ("iteration/game", "iteration_cost_games", 2),
    ("heuristic/random", "heuristic_cost_games", 2),
    ("games range%", "games_range_percent", 1),
    ("iterations range%", "iterations_range_percent", 1),
];

impl Figures {
    /// Returns the figures by name; one that could not be measured is null.
    fn row(&self, threads: usize) -> Map<String, Value> {
        let object = json!({
            "game": self.game,
            "players": self.players,
            "games_per_second": self.one.games,
            "decisions_per_second": self.one.decisions,
            "games_per_second_all_threads": self.all.games,
            "decisions_per_second_all_threads": self.all.decisions,
            "speedup": self.speedup,
            "parallel_efficiency": self.speedup / threads as f64,
            "clone_ns": self.clone_ns,
            "state_bytes": self.state_bytes,
            "node_bytes": self.node_bytes,
            "search_iterations_per_second": self.iterations,
            "iteration_cost_games": self.iteration_cost,
            "heuristic_cost_games": self.heuristic_cost,
            "games_range_percent": self.games_range,
            "iterations_range_percent": self.iterations_range,
        });
        match object {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

/// Writes the figures as JSON, next to those of `baseline`.
pub(super) fn object(setting: &Setting<'_>, all: &[Figures], baseline: Option<&Baseline>) -> Value {
    let rows = all.iter().map(|figures| {
        let mut row = figures.row(setting.threads);
        if let Some(baseline) = baseline {
            baseline.join(&mut row);
        }
        Value::Object(row)
    });
    let mut object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "threads": setting.threads,
        "seconds": setting.seconds,
        "runs": RUNS,
        "seed": setting.seed,
        "bot": setting.bot,
        "variant": setting.variant,
        "other_programs_cores": setting.others,
        "results": rows.collect::<Value>(),
    });
    if let Some(baseline) = baseline {
        object["compare"] = baseline.object(setting);
    }
    object
}

/// Writes the figures as a table with a row for each game and number of players; with a `baseline`, the
/// earlier figures and the ratios follow below it.
pub(super) fn table(setting: &Setting<'_>, all: &[Figures], baseline: Option<&Baseline>) -> String {
    let many = format!("games/s x{}", setting.threads);
    // One column, since a table that is continued below repeats its first one.
    let mut columns = vec![("game, players", Align::Left)];
    columns.extend(
        COLUMNS.map(|(title, ..)| (if title == "games/s xN" { many.as_str() } else { title }, Align::Right)),
    );
    let mut table = TextTable::new(&columns);
    let mut add = |game: &str, players: &str, row: &dyn Fn(&str) -> Option<f64>, places: Option<usize>| {
        let mut cells = vec![format!("{game} {players}").trim_end().to_owned()];
        cells.extend(COLUMNS.map(|(_, name, own)| decimal(row(name), places.unwrap_or(own))));
        table.row(cells);
    };
    for figures in all {
        let mut row = figures.row(setting.threads);
        add(figures.game, &figures.players.to_string(), &|name| row[name].as_f64(), None);
        if let Some(baseline) = baseline {
            baseline.join(&mut row);
            add("  before", "", &|name| row["before"][name].as_f64(), None);
            add("  ratio", "", &|name| row["ratio"][name].as_f64(), Some(2));
        }
    }
    let compared = baseline.map_or(String::new(), |baseline| baseline.text(setting));
    format!(
        "tradewinds {}, {} rules, seed {}, {} s each\n\n{table}\n\
         random games from deal to score: on one thread and on {}, medians of {RUNS} runs in turn\n\
         iterations of {} from the opening on one thread; iteration/game: its time in random games\n\
         heuristic/random: the time of a game by that bot's policy and epsilon, in random games\n\
         range%: the range of games/s and iterations/s in those runs without the lowest and highest, in percent\n{}{compared}",
        env!("CARGO_PKG_VERSION"),
        setting.variant,
        setting.seed,
        setting.seconds,
        setting.threads,
        setting.bot,
        setting.warning,
    )
}
