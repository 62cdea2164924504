//! The settings of a search, described in words.

use crate::search::SearchSettings;
use serde_json::{Map, Value};

/// The meaning of each setting, in the order of `docs/search.md`, which has the details.
const MEANINGS: [(&str, &str); 24] = [
    ("iterations", "the budget per decision, in iterations"),
    ("time_ms", "the budget per decision, in milliseconds"),
    ("stop_when_decided", "ends a search when its choice cannot change any more"),
    ("tree", "whose knowledge the nodes of the tree stand for"),
    ("determinizations", "the worlds of tree = \"determinized\""),
    ("selection", "how a child is chosen"),
    ("exploration", "the constant of selection"),
    ("exploration_base", "the visits over which the constant of puct grows: the larger, the later"),
    ("prior_temperature", "the temperature of the softmax that makes priors of policy scores"),
    ("prior_uniform", "the share of the priors that is spread evenly"),
    ("root_noise", "the share of the root's priors that is drawn at random for each search"),
    ("common_random_numbers", "lets the n-th visit of each root action meet the same luck"),
    ("root", "how the budget is spread over the decision's own actions"),
    ("rollout", "how worlds are played out"),
    ("epsilon", "the chance of a random action in a heuristic rollout"),
    ("cutoff", "decisions of a rollout before the estimate of the win shares takes over"),
    ("reward", "what the end of a game is worth"),
    ("blend", "the weight of the margin in reward = \"blend\""),
    ("prove", "proves certain wins, and plays them"),
    ("reuse", "keeps the tree between decisions"),
    ("workers", "logical workers, whatever the number of threads"),
    ("parallel", "what the workers share"),
    ("virtual_loss", "losses left in a node by a worker under way, with parallel = \"tree\""),
    (
        "max_nodes",
        "the maximum number of nodes, of 40 bytes and an action, 30 more with a tree for each seat",
    ),
];

/// Lists the settings: name, value, default and meaning.
pub(super) fn rows(settings: &SearchSettings) -> Vec<[String; 4]> {
    let defaults = SearchSettings::default().with(|new| {
        // A preset without its own budget is refused.
        new.iterations = None;
        // The default depends on the rule of selection.
        new.exploration = Some(settings.clone().with(|new| new.exploration = None).exploration());
        // And that of the memory on the budget.
        new.max_nodes = Some(settings.clone().with(|new| new.max_nodes = None).node_limit());
    });
    let found = settings.clone().with(|new| {
        new.exploration = Some(settings.exploration());
        new.max_nodes = Some(settings.node_limit());
    });
    let (found, defaults) = (object(&found), object(&defaults));
    let row = |(name, meaning): (&str, &str)| {
        [name.to_owned(), word(&found[name]), word(&defaults[name]), meaning.to_owned()]
    };
    MEANINGS.map(row).into()
}

/// Returns the settings by name. They are converted through text, so that 0.6 stays 0.6 without further
/// digits.
fn object(settings: &SearchSettings) -> Map<String, Value> {
    let text = serde_json::to_string(settings).expect("settings are plain data");
    serde_json::from_str(&text).expect("what was written is read")
}

/// Writes a value as a preset does, but without quotes.
fn word(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_meaning() {
        let settings = object(&SearchSettings::default());
        let mut named = MEANINGS.map(|(name, _)| name);
        named.sort_unstable();
        assert_eq!(named.to_vec(), settings.keys().collect::<Vec<_>>());
    }
}
