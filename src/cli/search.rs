//! The search that a command is to run: a preset with the user's budget.

use std::path::Path;

use serde_json::{Map, Value, json};
use tradewinds::bots::BotKind;
use tradewinds::game::{CompleteGame, InputError, Origin, Weights};
use tradewinds::search::{ParallelKind, Search, SearchResult, SearchSettings, TreeKind};
use tradewinds::tournament::find_preset;

use super::notes;

/// The preset that is used where none is named.
pub(crate) const DEFAULT_BOT: &str = "ismcts";

/// A preset that searches.
pub(crate) struct SearchChoice {
    name: String,
    settings: SearchSettings,
    weights: Weights,
}

impl SearchChoice {
    /// Finds a preset by its name or the path of its file; one of another kind is refused. It is to be
    /// looked at or measured, so it spends its whole budget even if its choice is settled earlier.
    pub(crate) fn find<G: CompleteGame>(entry: &str) -> Result<Self, InputError> {
        let found = find_preset::<G>(entry, Path::new(""))?;
        if let Some(note) = &found.note {
            notes::say(note);
        }
        let preset = found.value;
        let BotKind::Search { settings, weights } = preset.kind else {
            let found = format!("{:?}", preset.kind.word());
            return Err(InputError::new(Origin::Preset(preset.name), "kind", found, "\"search\""));
        };
        let settings = SearchSettings { stop_when_decided: false, ..settings };
        Ok(Self { name: preset.name, settings, weights })
    }

    /// Puts the user's budget in place of the preset's, if there is one.
    pub(crate) fn with_budget(mut self, iterations: Option<u32>, time_ms: Option<u32>) -> Self {
        if iterations.is_some() || time_ms.is_some() {
            self.settings.iterations = iterations;
            self.settings.time_ms = time_ms;
        }
        self
    }

    /// Returns the search with so many workers instead of the preset's.
    pub(crate) fn with_workers(&self, parallel: ParallelKind, workers: u32) -> Self {
        let max_nodes = self.settings.max_nodes.max(1_000 * workers);
        let settings = SearchSettings { parallel, workers, max_nodes, ..self.settings.clone() };
        Self { name: self.name.clone(), settings, weights: self.weights.clone() }
    }

    /// Returns the preset's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the search with the same budget, but one that sees what is hidden: for worlds that everybody is
    /// to know.
    pub(crate) fn of_world(&self) -> Self {
        let settings = SearchSettings { tree: TreeKind::Clairvoyant, ..self.settings.clone() };
        Self { name: self.name.clone(), settings, weights: self.weights.clone() }
    }

    /// Returns the settings, with the user's budget.
    pub(crate) fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// Makes the policy that its rollouts and priors ask.
    pub(crate) fn policy<G: CompleteGame>(&self, game: &G) -> Result<G::Policy, InputError> {
        game.policy(&self.weights).map_err(|error| self.blame(error))
    }

    /// Makes the search.
    pub(crate) fn build<G: CompleteGame>(&self, game: &G) -> Result<Search<G, G::Policy>, InputError> {
        let policy = self.policy(game)?;
        Search::new(game, self.settings.clone(), policy).map_err(|error| self.blame(error))
    }

    fn blame(&self, error: InputError) -> InputError {
        error.with_origin(Origin::Preset(self.name.clone()))
    }
}

/// Lists the indices of a result's actions, the most visited first, those of equal visits in the
/// game's order.
pub(crate) fn by_visits<S, A>(result: &SearchResult<S, A>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..result.actions.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(result.actions[index].visits));
    order
}

/// Writes all that a search found, but for the time that it took, so that equal searches give equal
/// objects.
pub(crate) fn result_object(result: &SearchResult<(), String>) -> Map<String, Value> {
    let actions: Vec<Value> = by_visits(result)
        .into_iter()
        .map(|index| {
            let report = &result.actions[index];
            json!({
                "action": report.action,
                "visits": report.visits,
                "available": report.available,
                "value": report.value.map(|value| value.as_slice().to_vec()),
            })
        })
        .collect();
    let line: Vec<Value> = result
        .principal_variation
        .iter()
        .map(|line| json!({ "seat": line.seat.index(), "action": line.action, "visits": line.visits }))
        .collect();
    let object = json!({
        "seat": result.seat.index(),
        "actions": actions,
        "principal_variation": line,
        "iterations": result.iterations,
        "truncated": result.truncated,
        "nodes": result.nodes,
        "depth": result.depth,
        "full": result.full,
    });
    match object {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
