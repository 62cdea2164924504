//! Exact amounts of work, for profilers.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::arena::{Playable, PlayoutKind};
use crate::game::{Purpose, Seed, counted};
use crate::search::Threads;
use anyhow::Context;

use super::{Args, RolloutChoice, RulesChoice, find_search};

/// Plays this many games and nothing else.
pub(super) fn play(
    args: &Args,
    game: &'static dyn Playable,
    players: usize,
    games: u64,
) -> anyhow::Result<ExitCode> {
    let table = RulesChoice::find(game, args.variant.as_deref())?.table(players)?;
    let plan = find_search(&game.info(), &args.bot)?;
    let kind = match args.rollout {
        RolloutChoice::Random => PlayoutKind::Random,
        RolloutChoice::Heuristic => PlayoutKind::Heuristic,
    };
    let seed = Seed(args.seed);
    let bench = table.bench(&plan, Threads::One, seed)?;
    let playouts = bench.play(kind, games, seed.derive(Purpose::Sample, 0));
    writeln!(
        io::stdout(),
        "{}, {players} players: {}, {}, {} truncated, checksum {:016x}",
        table.info().name,
        counted(playouts.games, "game"),
        counted(playouts.decisions, "decision"),
        playouts.truncated,
        playouts.checksum,
    )
    .context("cannot print the count")?;
    Ok(ExitCode::SUCCESS)
}

/// Runs one search from the opening and nothing else.
pub(super) fn search(
    args: &Args,
    game: &'static dyn Playable,
    players: usize,
    iterations: u32,
) -> anyhow::Result<ExitCode> {
    let table = RulesChoice::find(game, args.variant.as_deref())?.table(players)?;
    let plan = find_search(&game.info(), &args.bot)?.with_budget(Some(iterations), None)?;
    let seed = Seed(args.seed);
    let opening = table.deal(seed.derive(Purpose::Deal, 0), seed.derive(Purpose::Chance, 0));
    opening.to_act().context("the game is over when it is dealt")?;
    let result = opening.search(&plan, seed)?;
    writeln!(
        io::stdout(),
        "{}, {players} players, {}: {}, {}, depth {}, best {}",
        table.info().name,
        plan.name(),
        counted(result.iterations, "iteration"),
        counted(result.nodes, "node"),
        result.depth,
        result.actions[result.chosen].action,
    )
    .context("cannot print the count")?;
    Ok(ExitCode::SUCCESS)
}
