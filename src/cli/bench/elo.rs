//! `tradewinds bench --elo`: what the strength of a shipped bot costs.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::arena::{GameInfo, Playable};
use crate::bots::{BotKind, Preset};
use crate::game::{InputError, Purpose, Seed};
use crate::report::{Align, TextTable, decimal};
use crate::tournament::find_preset;
use serde_json::{Value, json};
use tradewinds_presets::RATINGS;

use super::{Args, RulesChoice};

/// The number of players with which the ratings were measured.
const PLAYERS: usize = 4;
/// The bot beside which others are set. It plays the games from which the decisions come.
const BESIDE: &str = "steady";

/// A bot with its rating and the time that it takes.
pub(super) struct Figures {
    game: &'static str,
    bot: String,
    /// The budget of a search that is rated at several.
    iterations: Option<u32>,
    /// In Elo points above the search with the smallest budget of the game, if it is rated.
    rating: Option<f64>,
    /// The mean of its decisions, in microseconds of processor time.
    microseconds: f64,
    /// The Elo points that each doubling of the time has brought since `steady`.
    per_doubling: Option<f64>,
}

/// A budget of a bot, and its rating.
type Rated = (Option<u32>, Option<f64>);

/// Lists the ratings of a bot with the budgets at which they were measured, if it is a search.
fn ratings(game: &str, bot: &str) -> Vec<Rated> {
    let rows = RATINGS.lines().skip(1).filter_map(|line| {
        let (key, rating) = line.rsplit_once(',')?;
        let (name, iterations) = key.rsplit_once(',')?;
        (name.split_once(',')? == (game, bot)).then(|| (iterations.parse().ok(), rating.parse().ok()))
    });
    let rows: Vec<Rated> = rows.collect();
    if rows.is_empty() { vec![(None, None)] } else { rows }
}

/// Finds a preset, and gives a search this budget.
fn preset(game: &GameInfo, name: &str, budget: Option<u32>) -> Result<Preset, InputError> {
    let mut preset = find_preset(game, name, Path::new(""))?.value;
    if let (BotKind::Search { settings, .. }, Some(iterations)) = (&mut preset.kind, budget) {
        *settings = settings.with(|new| (new.iterations, new.time_ms) = (Some(iterations), None))?;
        preset.clock = None;
    }
    Ok(preset)
}

/// Times a game's bot, at each budget with a rating, and `steady` before it. All decide at the same positions.
pub(super) fn measure(args: &Args, game: &'static dyn Playable) -> anyhow::Result<Vec<Figures>> {
    let (info, table) = (game.info(), RulesChoice::find(game, None)?.table(PLAYERS)?);
    let bots = [BESIDE, args.bot.as_str()];
    let bots = if bots[0] == bots[1] { &bots[..1] } else { &bots[..] };
    let rated =
        bots.iter().flat_map(|&name| ratings(info.name, name).into_iter().map(move |row| (name, row)));
    let rated: Vec<(&str, Rated)> = rated.collect();
    let presets = rated.iter().map(|&(name, (budget, _))| preset(&info, name, budget));
    let presets = presets.collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![Vec::new(); presets.len()];
    let (start, slice) = (Instant::now(), Duration::from_secs_f64(args.seconds));
    for turn in 0.. {
        let turned = table.think_times(&presets, Seed(args.seed).derive(Purpose::Sample, turn))?;
        times.iter_mut().zip(turned).for_each(|(all, more)| all.extend(more));
        if args.turns.map_or_else(|| start.elapsed() >= slice, |turns| turn + 1 >= turns) {
            break;
        }
    }
    let mean = |times: &Vec<f64>| times.iter().sum::<f64>() * 1e3 / times.len() as f64;
    let ((_, (_, least)), first) = (rated[0], mean(&times[0]));
    let figures = rated.iter().zip(times.iter().map(mean)).map(|(&(name, (iterations, rating)), mean)| {
        let gain = rating.zip(least).map(|(rating, least)| rating - least);
        Figures {
            game: info.name,
            bot: name.to_owned(),
            iterations,
            rating,
            microseconds: mean,
            per_doubling: gain.map(|gain| gain / (mean / first).log2()).filter(|_| name != BESIDE),
        }
    });
    Ok(figures.collect())
}

/// Writes the figures as a table.
pub(super) fn table(all: &[Figures]) -> String {
    let columns = [
        ("game", Align::Left),
        ("bot", Align::Left),
        ("iterations", Align::Right),
        ("rating", Align::Right),
        ("us a decision", Align::Right),
        ("Elo a doubling", Align::Right),
    ];
    let none = || "-".to_owned();
    let mut table = TextTable::new(&columns);
    for figures in all {
        table.row([
            figures.game.to_owned(),
            figures.bot.clone(),
            figures.iterations.map_or_else(none, |budget| budget.to_string()),
            figures.rating.map_or_else(none, |rating| decimal(rating, 0)),
            decimal(figures.microseconds, 1),
            figures.per_doubling.map_or_else(none, |points| decimal(points, 1)),
        ]);
    }
    format!(
        "decisions of {PLAYERS} players, in processor time; rating: Elo points above the smallest search of the game;\n\
         Elo a doubling: what each doubling of the time has brought since {BESIDE}\n\n{table}"
    )
}

/// Writes the figures as JSON.
pub(super) fn object(all: &[Figures]) -> Value {
    let rows = all.iter().map(|figures| {
        json!({
            "game": figures.game,
            "bot": figures.bot,
            "iterations": figures.iterations,
            "rating": figures.rating,
            "microseconds": figures.microseconds,
            "elo_per_doubling": figures.per_doubling,
        })
    });
    json!({ "version": env!("CARGO_PKG_VERSION"), "elo": rows.collect::<Vec<_>>() })
}
