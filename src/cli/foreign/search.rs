//! `tradewinds foreign search`: the result of a search.

use std::process::ExitCode;

use anyhow::Context;

use super::program::ProgramArgs;
use crate::cli::number::whole;
use crate::cli::screen;
use crate::cli::search::{DEFAULT_BOT, by_visits, goal};
use crate::foreign::{Foreign, ForeignPlayer, Handle, Oracle as _, Piped, search};
use crate::game::{Actions, Game as _, InputError, Purpose, Seed, counted};
use crate::report::{Align, TextTable, decimal};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Search with this bot for any game: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = DEFAULT_BOT)]
    bot: String,
    /// Search for this many iterations [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    iterations: Option<u32>,
    /// Search for this many milliseconds; results then depend on the machine [default: as the preset says]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    time_ms: Option<u32>,
    /// Play this action before the search; may be given several times, in the order of play
    #[arg(long, value_name = "ACTION")]
    play: Vec<String>,
    #[command(flatten)]
    program: ProgramArgs,
}

/// Searches the position after the deal and the actions of `args`.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ForeignPlayer::Search(mut settings) = ForeignPlayer::<Piped>::find(&args.bot)? else {
        return Err(InputError::new("--bot", "", format!("{:?}", args.bot), "a bot that searches").into());
    };
    *settings = settings.with(|new| {
        if args.iterations.is_some() || args.time_ms.is_some() {
            (new.iterations, new.time_ms) = (args.iterations, args.time_ms);
        }
        // As in `analyze`, the whole budget is spent.
        new.stop_when_decided = false;
    })?;
    let goal = goal(settings.reward);
    let (game, seed) = (args.program.start()?, Seed(args.program.seed));
    let state = position(&game, &args.play, seed)?;
    let found = search(&game, state, *settings, seed)?;
    let columns = [("action", Align::Left), ("visits", Align::Right), ("value", Align::Right)];
    let mut table = TextTable::new(&columns);
    for index in by_visits(&found) {
        let report = &found.actions[index];
        let value = report.value.map_or_else(|| "NA".to_owned(), |value| decimal(value[found.seat], 3));
        let text = game.ask(|oracle| oracle.action_text(report.action));
        table.row([text, report.visits.to_string(), value]);
    }
    let (seat, iterations) = (found.seat.number(), found.iterations);
    let (seconds, speed) = (found.elapsed.as_secs_f64(), found.iterations_per_second());
    let mut notes = format!("value: for seat {seat}, the mean of {goal} at the end of the games, 0 to 1\n");
    if found.truncated > 0 {
        notes += &format!("{} stopped at max_decisions and evaluated\n", counted(found.truncated, "game"));
    }
    if found.full {
        notes += "the memory bound stopped a tree from growing (max_nodes)\n";
    }
    screen::print(format_args!(
        "seat {seat} decides\n\n{table}\n{iterations} iterations in {seconds:.2} s: {speed:.0} iterations/s\n{notes}"
    ))
    .context("cannot print what was found")?;
    Ok(ExitCode::SUCCESS)
}

/// Deals a game and plays actions.
fn position(game: &Foreign<Piped>, play: &[String], seed: Seed) -> anyhow::Result<Handle> {
    let mut state = game.start(seed.derive(Purpose::Deal, 0))?;
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    for text in play {
        let mut legal = Actions::new();
        game.legal(&state, &mut legal);
        let action = game.ask(|oracle| oracle.action(text)).filter(|action| legal.contains(action));
        let Some(action) = action else {
            let texts = legal.iter().map(|&action| game.ask(|oracle| oracle.action_text(action)));
            let allowed = match legal.is_empty() {
                true => "nothing: the game is over".to_owned(),
                false => texts.collect::<Vec<_>>().join(", "),
            };
            return Err(InputError::new("--play", "", format!("{text:?}"), allowed).into());
        };
        state = game.step(state, action, &mut chance)?;
    }
    if game.to_act(&state).is_none() {
        return Err(InputError::new("--play", "", "a game that is over", "one that goes on").into());
    }
    Ok(state)
}
