//! A search to inspect or to measure.

use tradewinds_bots::{BotGuide, BotKind, LearnedValue, Preset, guide};
use tradewinds_game::{CompleteGame, InputError, Origin, Weights};
use tradewinds_search::{ParallelKind, RolloutKind, Search, SearchSettings, TreeKind};

/// The search of a preset, perhaps with another budget.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchPlan {
    name: String,
    settings: SearchSettings,
    weights: Weights,
    value: Option<LearnedValue>,
}

impl SearchPlan {
    /// Takes the search of a preset. It spends its whole budget even if its choice is settled earlier.
    ///
    /// # Errors
    /// The preset is of another kind.
    pub fn new(preset: Preset) -> Result<Self, InputError> {
        let BotKind::Search { settings, weights } = preset.kind else {
            let found = format!("{:?}", preset.kind.word());
            return Err(InputError::new(Origin::Preset(preset.name), "kind", found, "\"search\""));
        };
        let settings = SearchSettings { stop_when_decided: false, ..settings };
        Ok(Self { name: preset.name, settings, weights, value: preset.value })
    }

    /// Returns the search with other settings.
    #[must_use]
    pub fn with_settings(&self, settings: SearchSettings) -> Self {
        self.with(settings)
    }

    /// Puts the user's budget in place of the preset's, if there is one.
    #[must_use]
    pub fn with_budget(mut self, iterations: Option<u32>, time_ms: Option<u32>) -> Self {
        if iterations.is_some() || time_ms.is_some() {
            self.settings.iterations = iterations;
            self.settings.time_ms = time_ms;
        }
        self
    }

    /// Returns the search with this many workers instead of the preset's.
    #[must_use]
    pub fn with_workers(&self, parallel: ParallelKind, workers: u32) -> Self {
        let max_nodes = self.settings.max_nodes.max(1_000 * workers);
        self.with(SearchSettings { parallel, workers, max_nodes, ..self.settings.clone() })
    }

    /// Returns the search with the same budget, but able to see hidden information: for worlds that every
    /// seat is assumed to know.
    #[must_use]
    pub(crate) fn of_world(&self) -> Self {
        self.with(SearchSettings {
            tree: TreeKind::Clairvoyant,
            // A clairvoyant tree has one world, so its actions meet the same one anyway.
            common_random_numbers: false,
            ..self.settings.clone()
        })
    }

    /// Returns the settings of its rollouts, which are random or by its policy and its epsilon.
    pub(crate) fn rollouts(&self, rollout: RolloutKind) -> SearchSettings {
        SearchSettings { rollout, ..self.settings.clone() }
    }

    fn with(&self, settings: SearchSettings) -> Self {
        Self { settings, ..self.clone() }
    }

    /// Returns the preset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the settings, with the user's budget.
    #[must_use]
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// Makes what guides its priors, rollouts and leaves.
    pub(crate) fn guide<G: CompleteGame>(&self, game: &G) -> Result<BotGuide<G>, InputError> {
        guide(game, &self.weights, self.value.as_ref()).map_err(|error| self.blame(error))
    }

    /// Checks the settings for a game.
    pub(crate) fn validate(&self) -> Result<(), InputError> {
        self.settings.validate().map_err(|error| self.blame(error))
    }

    /// Makes the search.
    pub(crate) fn build<G: CompleteGame>(&self, game: &G) -> Result<Search<G, BotGuide<G>>, InputError> {
        let guide = self.guide(game)?;
        Search::new(game, self.settings.clone(), guide).map_err(|error| self.blame(error))
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
        let settings = SearchSettings {
            tree: TreeKind::MoIsmcts,
            selection: SelectionKind::Puct,
            common_random_numbers: true,
            ..plan.settings().clone()
        };
        let plan = plan.with_settings(settings);
        assert!(plan.settings().validate().is_ok());
        assert!(plan.of_world().settings().validate().is_ok());
        let world = plan.of_world().settings().clone();
        assert!(SearchSettings { common_random_numbers: true, ..world }.validate().is_err());
    }
}
