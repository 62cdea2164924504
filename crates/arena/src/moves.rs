//! The moves of a game, in notation.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tradewinds_bots::{Left, Opinion};
use tradewinds_game::{CompleteGame, Step};

/// One decision as it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The seat that decided.
    pub seat: usize,
    /// The action it chose, in notation.
    pub action: String,
    /// The position after the decision, if positions are recorded and a random event took place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// What the bot said of the decision beside its choice, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<Opinion>,
    /// What the decision left on the bot's clock, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// What is recorded of a bot's decision beside its choice.
#[derive(Debug, Default)]
pub(crate) struct Note {
    pub(crate) opinion: Option<Opinion>,
    pub(crate) left: Option<Left>,
}

/// A game from its first position to its result, in notation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Moves {
    /// The position after the deal, including hidden parts.
    pub initial: Value,
    /// All actions, including forced ones.
    pub actions: Vec<RecordedMove>,
    /// The game's result object; `null` if the game has none or was stopped.
    pub result: Value,
}

impl Moves {
    /// Records a decision with what is noted of it, and the position after it if `with_position`.
    pub(crate) fn note<G: CompleteGame>(
        &mut self,
        game: &G,
        step: &Step<'_, G>,
        with_position: bool,
        Note { opinion, left }: Note,
    ) {
        if self.actions.is_empty() {
            self.initial = game.position(step.before);
        }
        if game.to_act(step.after).is_none() {
            self.result = game.result(step.after).unwrap_or_default();
        }
        self.actions.push(RecordedMove {
            seat: step.seat.index(),
            action: game.action_text(step.before, step.action),
            position: with_position.then(|| game.position(step.after)),
            opinion,
            left,
        });
    }
}
