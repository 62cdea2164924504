//! The search that a command runs: a preset with the user's budget.

use std::path::Path;

use crate::arena::{GameInfo, SearchPlan};
use crate::game::InputError;
use crate::search::{RewardKind, SearchResult};
use crate::tournament::find_preset;
use serde_json::{Map, Value, json};

use super::notes;

/// The preset that is used by default.
pub(crate) const DEFAULT_BOT: &str = "ismcts";

/// Finds a search preset by its name or the path of its file; a preset of another kind is refused.
pub(crate) fn find_search(game: &GameInfo, entry: &str) -> Result<SearchPlan, InputError> {
    let found = find_preset(game, entry, Path::new(""))?;
    if let Some(note) = &found.note {
        notes::say(note);
    }
    SearchPlan::new(found.value)
}

/// Lists the indices of a result's actions, by descending visits, and in the game's order among equals.
pub(crate) fn by_visits<S, A>(result: &SearchResult<S, A>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..result.actions.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(result.actions[index].visits));
    order
}

/// Writes the complete result of a search except for the time that it took, so that equal searches give equal
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

/// Names what a search with this reward maximises.
pub(super) fn goal(reward: RewardKind) -> &'static str {
    match reward {
        RewardKind::WinShare => "its win share",
        RewardKind::Rank => "its place",
        RewardKind::Margin => "its lead",
        RewardKind::Blend => "its win share and lead",
        _ => "its reward",
    }
}
