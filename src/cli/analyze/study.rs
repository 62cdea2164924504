//! All that was found, with its names: what text, JSON and page are written from.

use std::cmp::Ordering;

use serde_json::{Map, Value};
use tradewinds::arena::SearchPlan;
use tradewinds::game::{InputError, Seed};
use tradewinds::report::decimal;
use tradewinds::search::{SearchResult, SearchSettings};

use super::source::{Recorded, Source};
use super::worlds::Worlds;
use crate::cli::search::{by_visits, result_object};

/// The moments at which a search is asked what it knows.
const MOMENTS: u32 = 12;
/// The candidates whose way is followed.
const FOLLOWED: usize = 5;

/// What a search found about a decision, and how.
pub(super) struct Study {
    pub(super) game: &'static str,
    pub(super) rules_version: u32,
    pub(super) players: usize,
    pub(super) variant: Option<String>,
    pub(super) round: u32,
    /// The kind of decision.
    pub(super) kind: &'static str,
    pub(super) recorded: Option<Recorded>,
    pub(super) bot: String,
    pub(super) settings: SearchSettings,
    pub(super) seed: u64,
    pub(super) result: SearchResult<(), String>,
    /// The candidates by their visits, the most first.
    pub(super) order: Vec<usize>,
    /// What the protocol tells of the result.
    pub(super) object: Map<String, Value>,
    pub(super) worlds: Option<Worlds>,
}

impl Study {
    /// Searches, first as the preset does, then in each of so many worlds.
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
        let info = game.table().info();
        Ok(Self {
            game: info.name,
            rules_version: info.rules_version,
            players: game.table().players(),
            variant: variant.clone(),
            round: game.round(),
            kind: info.decision_kinds[game.decision_kind()],
            recorded: recorded.clone(),
            bot: plan.name().to_owned(),
            settings: plan.settings().clone(),
            seed: seed.0,
            order: by_visits(&result),
            object: result_object(&result),
            worlds,
            result,
        })
    }
}

impl Study {
    /// Returns a candidate in notation.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.result.actions[index].action
    }

    /// Lists the candidates in notation, in the result's order.
    pub(super) fn names(&self) -> Vec<&str> {
        self.result.actions.iter().map(|report| report.action.as_str()).collect()
    }

    /// Returns the candidates whose way is followed, by their visits.
    pub(super) fn followed(&self) -> &[usize] {
        let visited = self.order.iter().take_while(|&&index| self.result.actions[index].visits > 0).count();
        &self.order[..visited.min(FOLLOWED)]
    }

    /// Returns the share of the visits that a candidate got.
    pub(super) fn share(&self, index: usize) -> f64 {
        let all: u64 = self.result.actions.iter().map(|report| report.visits).sum();
        self.result.actions[index].visits as f64 / all as f64
    }

    /// Returns the value of a candidate for the seat that decides.
    pub(super) fn value(&self, index: usize) -> Option<f64> {
        self.result.actions[index].value.map(|value| value[self.result.seat])
    }

    /// Returns the candidate with the most visits at a moment, of equal visits the one with the best
    /// value, as the search chooses; the first among equals.
    pub(super) fn leader(&self, moment: usize) -> usize {
        let known = &self.result.settling[moment];
        let rank = |index: usize| (known.visits[index], known.values[index]);
        let compare = |&a: &usize, &b: &usize| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal);
        (0..known.visits.len()).rev().max_by(compare).unwrap_or(0)
    }

    /// Says which decision it is.
    pub(super) fn heading(&self) -> String {
        let variant = self.variant.as_ref().map_or(String::new(), |name| format!(", {name}"));
        format!("{}, {} players{variant}: seat {} to move", self.game, self.players, self.result.seat)
    }

    /// Says who searched, and how much.
    pub(super) fn method(&self) -> String {
        format!("{}, {}, seed {}", self.bot, budget(&self.settings), self.seed)
    }

    /// Says where in which game the decision was, if it comes from a record.
    pub(super) fn origin(&self) -> Option<String> {
        let Recorded { run, game, decision, bot, action } = self.recorded.as_ref()?;
        Some(format!("game {game} of {run}, decision {decision}: {bot} played {action}"))
    }

    /// Says what the search took.
    pub(super) fn effort(&self) -> String {
        let result = &self.result;
        let mut text = format!(
            "{} iterations in {} s, {}/s; {} nodes, depth {}\n",
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
