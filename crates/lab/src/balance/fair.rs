//! What is the least that must change so that it is fair? The settings of the question, and the answer.

mod answer;
mod measure;
mod settings;
mod target;

use std::fs;

use super::super::balance::{Balance, PlannedArm};
use super::super::folder::{distinct, refuse};
use super::lineup::{PlannedTable, TableKind};
use super::sweep::same_rules_with;
use tradewinds_game::{InputError, Variant};
use tradewinds_tournament::{Format, Manifest, RunError};

pub use answer::{FAIR_TABLES, FairAlternative, FairFound, FairResult, FairRule, FairStart, StartCall};
pub use measure::{FairCall, FairLimits, FairMeasure};
pub use settings::{FairChange, FairSettings};
pub use target::FairTarget;

pub(super) use answer::section;

impl Balance {
    /// Lists the tables whose games measure a target, the first that does or those that are named: the name of each, and
    /// the manifest of its run under the starting rules.
    ///
    /// # Errors
    /// The study has no such table.
    pub(in super::super) fn runs_of(
        &self,
        target: FairTarget,
        named: &[String],
    ) -> Result<Vec<(String, Manifest)>, InputError> {
        let runs = self.cells().map(|(table, players)| {
            let run = self.tournament(table, players, &self.rules[0]);
            (&self.tables[table], run)
        });
        let fits = |(table, run): &(&PlannedTable, Manifest)| match target {
            _ if target.is_of_one_bot() => table.is_of_one_bot(run.players),
            FairTarget::Strategies => run.format == Format::Table && distinct(&run.lineup),
            _ => table.kind == TableKind::Skill,
        };
        let mut fitting: Vec<(String, Manifest)> =
            runs.filter(fits).map(|(table, run)| (table.name.clone(), run)).collect();
        if !fitting.is_empty() {
            if named.is_empty() || !target.is_of_one_bot() {
                fitting.truncate(1);
                return Ok(fitting);
            }
            let known: Vec<&str> = fitting.iter().map(|(table, _)| table.as_str()).collect();
            if let Some(unknown) = named.iter().find(|name| !known.contains(&name.as_str())) {
                let allowed = format!("tables with one bot, which takes all seats: {}", known.join(", "));
                return refuse("fair.tables", format!("{unknown:?}"), allowed);
            }
            fitting.retain(|(table, _)| named.contains(table));
            return Ok(fitting);
        }
        match target {
            FairTarget::Strategies => {
                let allowed = "a table of as many different bots as seats, for the target strategies";
                refuse("table", "no such table", allowed)
            }
            FairTarget::Skill => refuse("levels", "none", "2 or more levels of play, for the target skill"),
            _ => {
                let allowed = "a table with one bot, which takes all seats, to search with";
                refuse("table", "tables of several bots with [fair]", allowed)
            }
        }
    }

    /// Writes the files of the study.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(in super::super) fn begin_fair(&self) -> Result<(), RunError> {
        self.study.describe("study")
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
            let (data, players) = (self.study.info.data, &self.study.manifest.players);
            let is_same = |known: &&PlannedArm| same_rules_with(data, players, &known.variant, &variant);
            if let Some(known) = self.rules.iter().find(is_same) {
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
