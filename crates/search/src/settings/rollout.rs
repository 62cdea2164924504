//! How a world is played out, and what its end is worth.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

use super::{SearchSettings, fitting, within};

/// The playout of a world from a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RolloutKind {
    /// Uniformly at random.
    Random,
    /// By the policy's [rollout scores](tradewinds_game::Policy::rollout_scores), at random with chance ε.
    Heuristic,
}

/// The reward of a seat for the end of a game, in [0, 1].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RewardKind {
    /// The share of the win.
    WinShare,
    /// 1 for the first of the table down to 0 for the last, in equal steps.
    Rank,
    /// The seat's points less the best opponent's, in units of the game's [clear
    /// lead](tradewinds_game::Game::CLEAR_LEAD), squashed.
    Margin,
    /// The margin with weight `blend`, the win share with the remaining weight.
    Blend,
}

impl SearchSettings {
    pub(super) fn check_rollout(&self) -> Result<(), InputError> {
        within("epsilon", Some(self.epsilon), 0.0..=1.0)?;
        within("cutoff", self.cutoff, 0..=1_000_000)?;
        fitting(
            "cutoff",
            self.cutoff,
            self.reward == RewardKind::WinShare,
            "only with reward = \"win-share\": a game that is cut off is worth its estimated win share",
        )?;
        within("blend", Some(self.blend), 0.0..=1.0)
    }
}
