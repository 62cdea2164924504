//! Everything that was found, with its names: the source of text, JSON and page.

use std::cmp::Ordering;

use crate::arena::SearchPlan;
use crate::game::{InputError, Seed, counted};
use crate::report::decimal;
use crate::search::{Line, SearchResult, SearchSettings};
use crate::stats::Clearness;
use serde_json::{Map, Value};

use super::source::{Recorded, Source};
use super::worlds::Worlds;
use crate::cli::search::{by_visits, result_object};

/// The number of moments at which the state of a search is recorded.
const MOMENTS: u32 = 12;
/// The number of candidates that are followed.
const FOLLOWED: usize = 5;

/// The result of a search about a decision, and the search's settings.
pub(super) struct Study {
    pub(super) game: &'static str,
    pub(super) rules_version: u32,
    pub(super) players: usize,
    pub(super) variant: Option<String>,
    pub(super) round: u32,
    /// The kind of decision.
    pub(super) kind: &'static str,
    pub(super) recorded: Option<Recorded>,
    /// The recorded action for people.
    played: Option<String>,
    pub(super) bot: String,
    pub(super) settings: SearchSettings,
    pub(super) seed: u64,
    pub(super) result: SearchResult<(), String>,
    /// The candidates for people, in the result's order.
    labels: Vec<String>,
    /// The principal variation for people.
    pub(super) line: Vec<String>,
    /// The candidates by descending visits.
    pub(super) order: Vec<usize>,
    /// The result as the protocol reports it.
    pub(super) object: Map<String, Value>,
    pub(super) worlds: Option<Worlds>,
}

impl Study {
    /// Searches, first as the preset does, then in each of `worlds` worlds.
    pub(super) fn make(
        source: &Source,
        plan: &SearchPlan,
        seed: Seed,
        worlds: u32,
    ) -> Result<Self, InputError> {
        let Source { game, variant, recorded, .. } = source;
        let result = game.study(plan, seed, MOMENTS)?;
        let worlds = match worlds {
            0 => None,
            count => Some(Worlds::search(&**game, plan, seed, count)?),
        };
        let (info, players) = (game.table().info(), game.table().players());
        let kind = info.decision_kinds[game.decision_kind()];
        let label = |action: &str| game.notation(action);
        let step = |step: &Line<(), String>| format!("seat {}: {}", step.seat.number(), label(&step.action));
        Ok(Self {
            game: info.name,
            rules_version: info.rules_version,
            players,
            variant: variant.clone(),
            round: game.round(),
            kind,
            recorded: recorded.clone(),
            played: recorded.as_ref().map(|recorded| label(&recorded.action)),
            labels: result.actions.iter().map(|report| label(&report.action)).collect(),
            line: result.principal_variation.iter().map(step).collect(),
            bot: plan.name().to_owned(),
            settings: SearchSettings::clone(plan.settings()),
            seed: seed.0,
            order: by_visits(&result),
            object: result_object(&result),
            worlds,
            result,
        })
    }
}

impl Study {
    /// Returns a candidate in notation, for programs.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.result.actions[index].action
    }

    /// Returns a candidate for people.
    pub(super) fn label(&self, index: usize) -> &str {
        &self.labels[index]
    }

    /// Lists the candidates for people, in the result's order.
    pub(super) fn labels(&self) -> Vec<&str> {
        self.labels.iter().map(String::as_str).collect()
    }

    /// Returns the candidates that are followed, by descending visits.
    pub(super) fn followed(&self) -> &[usize] {
        let visited = self.order.iter().take_while(|&&index| self.result.actions[index].visits > 0).count();
        &self.order[..visited.min(FOLLOWED)]
    }

    /// Returns the visits of all candidates together.
    pub(super) fn visits(&self) -> u64 {
        self.result.actions.iter().map(|report| report.visits).sum()
    }

    /// Returns the share of the visits that a candidate got.
    pub(super) fn share(&self, index: usize) -> f64 {
        self.result.actions[index].visits as f64 / self.visits() as f64
    }

    /// Returns the candidate with the most visits besides the answer, if another one was visited.
    pub(super) fn next(&self) -> Option<usize> {
        let is_next = |&&index: &&usize| index != self.result.chosen && self.result.actions[index].visits > 0;
        self.order.iter().find(is_next).copied()
    }

    /// Judges by the visits how clear the answer is.
    pub(super) fn clearness(&self) -> Clearness {
        let visits = |index: usize| self.result.actions[index].visits;
        Clearness::of(visits(self.result.chosen), self.next().map_or(0, visits), self.visits())
    }

    /// Returns the value of a candidate for the seat that decides.
    pub(super) fn value(&self, index: usize) -> Option<f64> {
        self.result.actions[index].value.map(|value| value[self.result.seat])
    }

    /// Returns the candidate with the most visits at a moment; among those with equal visits the one with the
    /// best value, as the search chooses; the first among equals.
    pub(super) fn leader(&self, moment: usize) -> usize {
        let known = &self.result.settling[moment];
        let rank = |index: usize| (known.visits[index], known.values[index]);
        let compare = |&a: &usize, &b: &usize| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal);
        (0..known.visits.len()).rev().max_by(compare).unwrap_or(0)
    }

    /// Describes the decision.
    pub(super) fn heading(&self) -> String {
        let variant = self.variant.as_ref().map_or(String::new(), |name| format!(", {name}"));
        let seat = self.result.seat.number();
        format!("{}, {} players{variant}: seat {seat} to move", self.game, self.players)
    }

    /// Describes the bot, budget and seed of the search.
    pub(super) fn method(&self) -> String {
        format!("{}, {}, seed {}", self.bot, budget(&self.settings), self.seed)
    }

    /// Describes the game and decision of the record, if the decision comes from one.
    pub(super) fn origin(&self) -> Option<String> {
        let Recorded { run, game, decision, bot, .. } = self.recorded.as_ref()?;
        let played = self.played.as_ref()?;
        Some(format!("game {game} of {run}, decision {decision}: {bot} played {played}"))
    }

    /// Describes the time and memory that the search used.
    pub(super) fn effort(&self) -> String {
        let result = &self.result;
        let mut text = format!(
            "{} in {} s, {}/s; {}, depth {}\n",
            counted(result.iterations, "iteration"),
            decimal(result.elapsed.as_secs_f64(), 3),
            decimal(result.iterations_per_second(), 0),
            counted(result.nodes, "node"),
            result.depth,
        );
        if result.truncated > 0 {
            text.push_str(&format!(
                "{} stopped at the bound and evaluated\n",
                counted(result.truncated, "game")
            ));
        }
        if result.full {
            text.push_str("the memory bound stopped a tree from growing (max_nodes)\n");
        }
        text
    }
}

/// Describes the budget of a search.
fn budget(settings: &SearchSettings) -> String {
    match (settings.iterations, settings.time_ms) {
        (Some(iterations), None) => counted(iterations, "iteration"),
        (None, Some(ms)) => format!("{ms} ms (machine-dependent)"),
        (Some(iterations), Some(ms)) => {
            format!("{} or {ms} ms (machine-dependent)", counted(iterations, "iteration"))
        }
        (None, None) => "no budget".to_owned(),
    }
}
