//! A study whose games several machines play, each a part of every tournament.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::super::outlook::Outlook;
use super::super::study::{Games, StudyWatch};
use super::{Balance, PlannedArm};
use tradewinds_game::InputError;
use tradewinds_tournament::{RunError, Shard, merge};

impl Balance {
    /// Plays a part of every tournament of the study into the folder, or goes on there; returns whether it was played to
    /// its end. Restricted play and reviews are left to [`Study::run`](super::Study::run) after [`Balance::join`].
    ///
    /// # Errors
    /// Those of [`Study::run`](super::Study::run).
    pub fn play_part(
        &self,
        shard: Shard,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<bool, RunError> {
        self.study.describe("study")?;
        let mut outlook = Outlook::new(watch, self.steps()?);
        for (number, (table, players, rules)) in self.all_runs().enumerate() {
            let tournament = self.prepared(self.tournament(table, players, rules))?;
            let folder = self.study.folder.join(self.place(table, players, rules));
            let step = format!("run {} of {}", number + 1, self.tournaments());
            let games = Games::begin(&mut outlook, &step).of_part(shard);
            if games.play(&tournament, &folder, threads, stop)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Checks that folders hold parts of one study: what describes it is the same in all of them.
    ///
    /// # Errors
    /// A part of another study than the first one.
    pub fn check_parts(&self, parts: &[PathBuf]) -> Result<(), InputError> {
        self.study.check_parts(parts)
    }

    /// Joins the parts of the study, each in a folder of its own, into the games that one machine would have played:
    /// [`Study::run`](super::Study::run) then plays none of them.
    ///
    /// # Errors
    /// Those of [`merge`], for any of the tournaments.
    pub fn join(&self, parts: &[PathBuf]) -> Result<(), RunError> {
        self.study.describe("study")?;
        for (table, players, rules) in self.all_runs() {
            let tournament = self.prepared(self.tournament(table, players, rules))?;
            let place = self.place(table, players, rules);
            let parts: Vec<PathBuf> = parts.iter().map(|part| part.join(&place)).collect();
            merge(&tournament, &parts, &self.study.folder.join(&place))?;
        }
        Ok(())
    }

    /// Lists the tournaments by table, number of players and rules.
    fn all_runs(&self) -> impl Iterator<Item = (usize, usize, &PlannedArm)> {
        self.cells().flat_map(|(table, players)| self.rules.iter().map(move |rules| (table, players, rules)))
    }
}
