//! What is the least that must change so that it is fair? The settings of the question, and the answer.

mod answer;
mod settings;

use std::fs;

use super::super::balance::{Balance, PlannedArm};
use super::super::folder::{distinct, refuse};
use super::sweep::same_rules;
use tradewinds_game::{InputError, Variant};
use tradewinds_tournament::{Format, Manifest, RunError, Tournament};

pub use answer::{
    FAIR_TABLES, FairAlternative, FairCall, FairFound, FairMeasure, FairResult, FairRule, FairStart,
    StartCall,
};
pub use settings::{FairChange, FairSettings, FairTarget};

pub(super) use answer::section;

impl Balance {
    /// Returns the manifest of the run under the starting rules in which one bot has all seats.
    ///
    /// # Errors
    /// No such run is planned.
    pub(in super::super) fn run_of_one_bot(&self) -> Result<Manifest, InputError> {
        let mut runs = self.runs();
        let found = runs.find(|run| run.lineup.iter().all(|bot| *bot == run.lineup[0]));
        let allowed = "a table with one bot, which takes all seats, to search with";
        found.map_or_else(|| refuse("table", "tables of several bots with [fair]", allowed), Ok)
    }

    /// Returns the manifest of the run under the starting rules in which each seat has a bot of its own.
    ///
    /// # Errors
    /// No such run is planned.
    pub(in super::super) fn run_of_several(&self) -> Result<Manifest, InputError> {
        let found = self.runs().find(|run| run.format == Format::Table && distinct(&run.lineup));
        let allowed = "a table of as many different bots as seats, for the target strategies";
        found.map_or_else(|| refuse("table", "no such table", allowed), Ok)
    }

    /// Lists the manifests of the runs under the starting rules.
    fn runs(&self) -> impl Iterator<Item = Manifest> {
        self.cells().map(|(table, players)| self.tournament(table, players, &self.rules[0]))
    }

    /// Writes the files of the study.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(in super::super) fn begin_fair(&self) -> Result<(), RunError> {
        self.study.describe("study")
    }

    /// Prepares a run.
    ///
    /// # Errors
    /// Those of [`Tournament::new`].
    pub(in super::super) fn prepared(&self, run: Manifest) -> Result<Tournament, RunError> {
        Ok(Tournament::new(self.study.game, run, self.study.source())?)
    }

    /// Returns the key that identifies the study.
    pub(in super::super) fn key(&self) -> u32 {
        self.study.key()
    }

    /// Returns the starting rules.
    pub(in super::super) fn start(&self) -> &Variant {
        &self.rules[0].variant
    }

    /// Returns the name of the starting rules.
    pub(in super::super) fn start_name(&self) -> &str {
        &self.rules[0].name
    }

    /// Adds the alternatives that were found as variants to be played; each has its variant.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(in super::super) fn with_found(
        mut self,
        mut found: FairFound,
        variants: Vec<Variant>,
    ) -> Result<Self, RunError> {
        let folder = self.study.folder.join("fair");
        fs::create_dir_all(&folder).map_err(|source| RunError::Io { path: folder, source })?;
        for (rule, variant) in found.rules.iter_mut().zip(variants) {
            let text = toml::to_string(&variant).expect("a variant has no value that TOML lacks");
            self.study.write(&rule.file, &text)?;
            let data = self.study.info.data;
            if let Some(known) = self.rules.iter().find(|known| same_rules(data, &known.variant, &variant)) {
                rule.variant.clone_from(&known.name);
                continue;
            }
            self.rules.push(PlannedArm::new(variant.name.clone(), variant, Some(rule.file.clone()), None));
        }
        self.fair = Some(found);
        Ok(self)
    }

    /// Returns the answer, by the findings on its alternatives.
    pub(in super::super) fn answer(&self, result: &super::BalanceResult) -> Option<FairResult> {
        self.fair.as_ref().map(|found| FairResult::new(found.clone(), result))
    }
}
