//! `tradewinds analyze`: what a search finds at a position.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use clap::value_parser;
use serde_json::{Value, json};
use tradewinds::game::{Game, InputError, Purpose, Seat, Seed, View};
use tradewinds::games::GameVisitor;
use tradewinds::report::{Align, TextTable, decimal};
use tradewinds::search::{SearchResult, SearchSettings, Threads};

use super::position_file::PositionFile;
use super::rules::RulesChoice;
use super::search::{DEFAULT_BOT, SearchChoice, by_visits, result_object};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Position to analyze, a JSON file, or - for standard input
    position: String,
    /// Game of the position [default: as the position says]
    #[arg(long)]
    game: Option<String>,
    /// Search with this preset: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = DEFAULT_BOT)]
    bot: String,
    /// Search for this many iterations [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// Search for this many milliseconds; results then depend on the machine [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    time_ms: Option<u32>,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Refuse the position unless this seat is to move
    #[arg(long)]
    seat: Option<usize>,
    /// Use this variant: a name, or the path of a TOML file [default: the rules that the position names]
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Analyzes the position of `args` for the seat to move.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = PositionFile::read(&args.position)?;
    file.visit(args.game.as_deref(), Analyze { args, file: &file })?
}

/// Analyzes a position once its game is known.
struct Analyze<'a> {
    args: &'a Args,
    file: &'a PositionFile<'a>,
}

impl GameVisitor for Analyze<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { args, file } = self;
        let seed = Seed(args.seed);
        let rules = RulesChoice::find::<G>(args.variant.as_deref())?;
        let choice = SearchChoice::find::<G>(&args.bot)?.with_budget(args.iterations, args.time_ms);
        let mut completion = seed.derive(Purpose::Completion, 0).rng();
        let (game, state): (G, _) =
            rules.load(&file.position, &mut completion).map_err(|error| file.blame(error))?;
        let seat = game.to_act(&state).ok_or_else(|| {
            InputError::new(file.source, "", "a finished game", "one in which a seat is to move")
        })?;
        if let Some(wanted) = args.seat.filter(|&wanted| wanted != seat.index()) {
            let allowed = format!("{seat}, the seat to move");
            return Err(InputError::new("--seat", "", wanted.to_string(), allowed).into());
        }
        let mut search = choice.build(&game)?.with_threads(Threads::Pool);
        let result = search.run(&View::new(&game, &state, seat), seed);
        let output = if args.json {
            let mut object = result_object(&game, &state, &result);
            object.insert("game".to_owned(), G::NAME.into());
            object.insert("players".to_owned(), game.players().into());
            object.insert("bot".to_owned(), choice.name().into());
            object.insert("seed".to_owned(), args.seed.into());
            object.insert("settings".to_owned(), json!(choice.settings()));
            object.insert("elapsed_ms".to_owned(), (result.elapsed.as_secs_f64() * 1e3).into());
            object.insert("iterations_per_second".to_owned(), result.iterations_per_second().into());
            format!("{:#}\n", Value::Object(object))
        } else {
            let with_variant = args.variant.as_ref().map_or(String::new(), |_| format!(", {}", rules.name()));
            format!(
                "{}, {} players{with_variant}: seat {seat} to move\n{}, {}, seed {}\n\n{}",
                G::NAME,
                game.players(),
                choice.name(),
                budget(choice.settings()),
                args.seed,
                report(&game, &state, &result),
            )
        };
        io::stdout().write_all(output.as_bytes()).context("cannot print the analysis")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Says how long a search may take.
fn budget(settings: &SearchSettings) -> String {
    match (settings.iterations, settings.time_ms) {
        (Some(iterations), None) => format!("{iterations} iterations"),
        (None, Some(ms)) => format!("{ms} ms (machine-dependent)"),
        (Some(iterations), Some(ms)) => format!("{iterations} iterations or {ms} ms (machine-dependent)"),
        (None, None) => "no budget".to_owned(),
    }
}

/// Writes a result for people.
fn report<G: Game>(game: &G, state: &G::State, result: &SearchResult<G::Action>) -> String {
    let values: Vec<String> = Seat::all(game.players()).map(|seat| format!("seat {seat}")).collect();
    let mut columns = vec![("action", Align::Left), ("visits", Align::Right), ("share", Align::Right)];
    columns.extend(values.iter().map(|title| (title.as_str(), Align::Right)));
    columns.push(("available", Align::Right));
    let mut table = TextTable::new(&columns);
    for index in by_visits(result) {
        let action = &result.actions[index];
        let share = action.visits as f64 / result.iterations as f64;
        let mut row =
            vec![game.action_text(state, action.action), action.visits.to_string(), decimal(share, 3)];
        row.extend(Seat::all(game.players()).map(|seat| decimal(action.value.map(|value| value[seat]), 3)));
        row.push(action.available.to_string());
        table.row(row);
    }
    let line: Vec<String> =
        result.principal_variation.iter().map(|line| format!("{}: {}", line.seat, line.text)).collect();
    let mut text = format!(
        "{table}\nvalues: mean reward of each seat, 0 to 1\nprincipal variation (seat: action): {}\n\
         {} iterations in {} s, {}/s; {} nodes, depth {}\n",
        line.join(", "),
        result.iterations,
        decimal(result.elapsed.as_secs_f64(), 3),
        decimal(result.iterations_per_second(), 0),
        result.nodes,
        result.depth,
    );
    if result.truncated > 0 {
        text.push_str(&format!("{} games reached the bound and were evaluated\n", result.truncated));
    }
    if result.full {
        text.push_str("the memory bound stopped a tree from growing (max_nodes)\n");
    }
    text
}
