//! Work of a table for a worker that shares no memory with it, as those of a page: what is to be computed, and what was.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tradewinds_review::Passage;
use tradewinds_sitting::{Advisor, Considered, NodeId, SessionJournal, Thought};
use tradewinds_tournament::MoveRecord;

use crate::pages::PositionPage;
use crate::reviewed;

/// Work of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The name of the table.
    pub(crate) table: String,
    /// The moment of its session.
    pub(crate) moment: (NodeId, u32),
    pub(crate) task: Task,
    /// The shortest time that it takes, in milliseconds.
    pub(crate) pace_ms: u64,
}

/// What is to be computed. The contents of the table's journal go with it, the record that is reviewed, or the form of the
/// position that is searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Task {
    /// Nothing: this action is played without asking anybody.
    Play(String),
    /// The decision of the bot of this preset.
    Choose(String),
    /// A hint of the bot of this preset, for a screen.
    Hint { screen: usize, preset: String },
    /// The judgement of a decision, by its place in a review, for the record with this checksum.
    Judge { place: usize, record: u32 },
    /// The search of a position that somebody has set up: no table's.
    Search,
}

/// What was computed.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Found {
    Decision(Box<Considered>),
    Hint(Box<Thought>),
    Judgement(Box<Passage>),
}

impl Order {
    /// Returns the order to search a position that somebody has set up.
    pub(crate) const fn search() -> Self {
        Self { table: String::new(), moment: (0, 0), task: Task::Search, pace_ms: 0 }
    }

    /// Does the work; returns what was found, for the table, or the page that somebody waits for.
    ///
    /// # Errors
    /// What came with the order is no journal or record of this program, or the bot does not fit the game.
    pub fn work(&self, with: &[u8]) -> Result<String, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let advisor = |preset: &str| {
            let session = SessionJournal::read(Path::new(&self.table), with).map_err(|error| said(&error))?;
            if session.to_act().is_none() {
                return Err("the game is over".to_owned());
            }
            Advisor::new(&session, preset).map_err(|error| said(&error))
        };
        let found = match &self.task {
            Task::Play(action) => {
                Found::Decision(Box::new(Considered { action: action.clone(), thought: None }))
            }
            Task::Choose(preset) => {
                Found::Decision(Box::new(advisor(preset)?.choose().map_err(|error| said(&error))?))
            }
            Task::Hint { preset, .. } => {
                Found::Hint(Box::new(advisor(preset)?.hint().map_err(|error| said(&error))?))
            }
            Task::Judge { place, .. } => {
                let text = std::str::from_utf8(with).map_err(|error| said(&error))?;
                let record = MoveRecord::parse(&self.table, text).map_err(|error| said(&error))?;
                let reviewer = reviewed::reviewer(record)?;
                if *place >= reviewer.unforced() {
                    return Err(format!("the record has no decision at place {place}"));
                }
                let passage = reviewer.judge(*place, &|| false).ok_or("it was stopped")?;
                Found::Judgement(Box::new(passage))
            }
            Task::Search => return PositionPage::searched(with),
        };
        serde_json::to_string(&found).map_err(|error| said(&error))
    }
}
