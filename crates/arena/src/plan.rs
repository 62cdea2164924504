//! A search to inspect or to measure.

use tradewinds_bots::{BotGuide, BotKind, LearnedValue, Preset, guide};
use tradewinds_game::{CompleteGame, InputError, Origin, Weights};
use tradewinds_search::{CheckedSettings, ParallelKind, RolloutKind, Search, SearchSettings, TreeKind};

/// The search of a preset, perhaps with another budget.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchPlan {
    name: String,
    settings: CheckedSettings,
    weights: Weights,
    value: Option<LearnedValue>,
}

impl SearchPlan {
    /// Takes the search of a preset. It spends its whole budget even if its choice is settled earlier. Of a bot with a
    /// clock for a whole game it has a part as its budget.
    ///
    /// # Errors
    /// The preset is of another kind, or has a restriction: what is inspected looks at all actions.
    pub fn new(preset: Preset) -> Result<Self, InputError> {
        preset.check_free()?;
        let BotKind::Search { settings, weights } = preset.kind else {
            let found = format!("{:?}", preset.kind.word());
            return Err(InputError::new(Origin::Preset(preset.name), "kind", found, "\"search\""));
        };
        let plan = Self { name: preset.name, settings, weights, value: preset.value };
        plan.with(|new| {
            new.stop_when_decided = false;
            if let Some(clock) = preset.clock {
                clock.allot_one(new);
            }
        })
    }

    /// Returns the search with changed settings.
    ///
    /// # Errors
    /// A setting out of its range, or one that another one excludes.
    pub fn with(mut self, change: impl FnOnce(&mut SearchSettings)) -> Result<Self, InputError> {
        self.settings = self.settings.with(change).map_err(|error| self.blame(error))?;
        Ok(self)
    }

    /// Puts the user's budget in place of the preset's, if there is one.
    ///
    /// # Errors
    /// A budget out of its range.
    pub fn with_budget(self, iterations: Option<u32>, time_ms: Option<u32>) -> Result<Self, InputError> {
        if iterations.is_none() && time_ms.is_none() {
            return Ok(self);
        }
        self.with(|new| (new.iterations, new.time_ms) = (iterations, time_ms))
    }

    /// Returns the search with this many workers instead of the preset's.
    ///
    /// # Errors
    /// The number is out of its range, or the tree is of a kind that workers do not share.
    pub fn with_workers(self, parallel: ParallelKind, workers: u32) -> Result<Self, InputError> {
        self.with(|new| {
            (new.parallel, new.workers) = (parallel, workers);
            new.max_nodes = new.max_nodes.map(|nodes| nodes.max(1_000 * workers));
        })
    }

    /// Returns the search with the same budget, but able to see hidden information: for worlds that every
    /// seat is assumed to know.
    pub(crate) fn of_world(self) -> Result<Self, InputError> {
        self.with(|new| {
            new.tree = TreeKind::Clairvoyant;
            // A clairvoyant tree has one world, so its actions meet the same one anyway.
            new.common_random_numbers = false;
        })
    }

    /// Returns the settings of its rollouts, which are random or by its policy and its epsilon.
    pub(crate) fn rollouts(&self, rollout: RolloutKind) -> Result<CheckedSettings, InputError> {
        self.settings.with(|new| new.rollout = rollout).map_err(|error| self.blame(error))
    }

    /// Returns the preset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the settings, with the user's budget.
    #[must_use]
    pub fn settings(&self) -> &CheckedSettings {
        &self.settings
    }

    /// Makes what guides its priors, rollouts and leaves.
    pub(crate) fn guide<G: CompleteGame>(&self, game: &G) -> Result<BotGuide<G>, InputError> {
        guide(game, &self.weights, self.value.as_ref()).map_err(|error| self.blame(error))
    }

    /// Makes the search.
    pub(crate) fn build<G: CompleteGame>(&self, game: &G) -> Result<Search<G, BotGuide<G>>, InputError> {
        Ok(Search::new(game, self.settings.clone(), self.guide(game)?))
    }

    fn blame(&self, error: InputError) -> InputError {
        error.with_origin(Origin::Preset(self.name.clone()))
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_search::SelectionKind;

    use super::*;

    /// What only a tree of hidden worlds can have is left out, whatever the preset has.
    #[test]
    fn the_search_of_a_world_leaves_out_what_a_single_world_refuses() {
        let plan = SearchPlan::new(Preset::find("mo-ismcts", "mundus-novus").unwrap()).unwrap();
        let plan = plan.with(|new| {
            (new.tree, new.selection) = (TreeKind::MoIsmcts, SelectionKind::Puct);
            new.common_random_numbers = true;
        });
        let world = plan.unwrap().of_world().unwrap();
        assert!(world.with(|new| new.common_random_numbers = true).is_err());
    }
}
