//! What a bot says of a decision beside its choice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tradewinds_game::quoted;

/// The maximum number of actions in an opinion's text.
const SHOWN: usize = 5;

/// What a bot thought of the actions of a decision, in its own figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opinion {
    /// How often its search visited actions, by notation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub visits: BTreeMap<String, u64>,
    /// The share of the win that each seat expects after actions, by notation: 0 to 1, in the order of the seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Vec<f64>>,
}

impl Opinion {
    /// Writes the actions that it thinks most of, with visits and the share of a seat: "pass: 12 visits, share 0.25;
    /// mayor: 3 visits".
    #[must_use]
    pub fn text(&self, seat: usize) -> String {
        let share = |action: &str| self.values.get(action).and_then(|shares| shares.get(seat)).copied();
        let mut actions: Vec<(&str, u64, Option<f64>)> = Vec::new();
        for action in
            self.visits.keys().chain(self.values.keys().filter(|key| !self.visits.contains_key(*key)))
        {
            actions.push((action, self.visits.get(action).copied().unwrap_or(0), share(action)));
        }
        let worth = |share: Option<f64>| share.unwrap_or(-1.0);
        actions.sort_by(|a, b| b.1.cmp(&a.1).then(worth(b.2).total_cmp(&worth(a.2))).then(a.0.cmp(b.0)));
        let one = |&(action, _, share): &(&str, u64, Option<f64>)| {
            let visits = self.visits.get(action).map(|visits| format!("{visits} visits"));
            let share = share.map(|share| format!("share {share:.3}"));
            let figures: Vec<String> = visits.into_iter().chain(share).collect();
            format!("{}: {}", quoted(action), figures.join(", "))
        };
        let mut texts: Vec<String> = actions.iter().take(SHOWN).map(one).collect();
        if actions.len() > SHOWN {
            texts.push(format!("{} more", actions.len() - SHOWN));
        }
        texts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opinion_begins_with_what_was_visited_most() {
        let text = r#"{"visits":{"a":3,"b":12},"values":{"b":[0.75,0.25],"c":[0.5,0.5]}}"#;
        let opinion: Opinion = serde_json::from_str(text).unwrap();
        assert_eq!(opinion.text(1), "b: 12 visits, share 0.250; a: 3 visits; c: share 0.500");
        assert_eq!(serde_json::to_string(&opinion).unwrap(), text);
    }
}
