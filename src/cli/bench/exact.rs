//! Exact amounts of work, for profilers.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::game::{CompleteGame, Purpose, Seed, View};
use tradewinds::games::GameVisitor;

use super::playouts::{Playouts, Rollout};
use super::{Args, RolloutChoice, RulesChoice, SearchChoice};

/// Plays so many games and nothing else.
pub(super) struct PlayExactly<'a> {
    pub(super) args: &'a Args,
    pub(super) players: usize,
    pub(super) games: u64,
}

impl GameVisitor for PlayExactly<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let game: G = RulesChoice::find::<G>(self.args.variant.as_deref())?.game(self.players)?;
        let choice = SearchChoice::find::<G>(&self.args.bot)?;
        let policy = choice.policy(&game)?;
        let rollout = match self.args.rollout {
            RolloutChoice::Random => Rollout::Random,
            RolloutChoice::Heuristic => {
                Rollout::Heuristic { policy: &policy, epsilon: choice.settings().epsilon }
            }
        };
        let mut playouts = Playouts::default();
        let mut rng = Seed(self.args.seed).derive(Purpose::Sample, 0).rng();
        for _ in 0..self.games {
            playouts.play(&game, rollout, &mut rng);
        }
        writeln!(
            io::stdout(),
            "{}, {} players: {} games, {} decisions, {} truncated, checksum {:016x}",
            G::NAME,
            self.players,
            playouts.games,
            playouts.decisions,
            playouts.truncated,
            playouts.checksum,
        )
        .context("cannot print the count")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Runs one search from the opening and nothing else.
pub(super) struct SearchOnce<'a> {
    pub(super) args: &'a Args,
    pub(super) players: usize,
    pub(super) iterations: u32,
}

impl GameVisitor for SearchOnce<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let game: G = RulesChoice::find::<G>(self.args.variant.as_deref())?.game(self.players)?;
        let choice = SearchChoice::find::<G>(&self.args.bot)?.with_budget(Some(self.iterations), None);
        let seed = Seed(self.args.seed);
        let state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        let seat = game.to_act(&state).context("the game is over when it is dealt")?;
        let result = choice.build(&game)?.run(&View::new(&game, &state, seat), seed);
        writeln!(
            io::stdout(),
            "{}, {} players, {}: {} iterations, {} nodes, depth {}, best {}",
            G::NAME,
            self.players,
            choice.name(),
            result.iterations,
            result.nodes,
            result.depth,
            game.action_text(&state, result.actions[result.chosen].action),
        )
        .context("cannot print the count")?;
        Ok(ExitCode::SUCCESS)
    }
}
