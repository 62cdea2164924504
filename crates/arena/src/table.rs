//! Any game for a number of players and a variant, behind the seam.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use tradewinds_bots::{Checked, ExternalSettings, Preset, check_external};
use tradewinds_game::features::Group;
use tradewinds_game::{CompleteGame, Explanation, InputError, PerSeat, Seat, Seed, Variant};
use tradewinds_search::Threads;

use super::bench::Benched;
use super::completion::{self, Completion, CompletionSettings, GameLog, Stuck};
use super::info::GameInfo;
use super::moves::Moves;
use super::plan::SearchPlan;
use super::play::Start;
use super::random::play_at_random;
use super::record::GameRecord;
use super::restriction;
use super::scheduled::ScheduledGame;
use super::seam::{Bench, Match, Rules, Ruleset};
use super::seated::{play_seated, play_seated_noted};
use super::timing;
use super::under_way::UnderWay;

/// Whether this is the page, which has to be small: it has no bots but those of the program, and completes no notes.
const IS_PAGE: bool = cfg!(target_family = "wasm");

impl<G: CompleteGame> Ruleset for Rules<G> {
    fn info(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn explanation(&self) -> Explanation {
        self.0.explanation()
    }

    fn action_groups(&self) -> Vec<Group> {
        self.0.action_groups()
    }

    fn rules(&self) -> Arc<dyn Any + Send + Sync> {
        self.0.clone()
    }

    fn check_bot(&self, preset: &Preset) -> Result<(), InputError> {
        preset.build(&*self.0, Seed(0))?;
        if IS_PAGE { Ok(()) } else { restriction::check(&*self.0, preset) }
    }

    fn has_read(&self, variant: &Variant, bot: &Preset) -> Option<bool> {
        let (rules, is_declared) = (self.0.rule_block(), G::features().rules.is_some());
        let is_unchanged = variant.set.is_empty() && variant.rules.is_none();
        let is_standard = if is_declared { rules.is_standard() } else { is_unchanged };
        let has_read = || {
            let network = bot.value.as_ref().and_then(|value| value.network::<G>().ok());
            is_declared && network.is_some_and(|network| network.has_read(rules))
        };
        (!is_standard).then(has_read)
    }

    fn check_search(&self, plan: &SearchPlan) -> Result<(), InputError> {
        // The search itself is not made: its memory is large.
        plan.guide(&*self.0).map(|_| ())
    }

    fn play(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord> {
        play_seated(self, Start::dealt(&self.0, scheduled), scheduled, bots, halted)
    }

    fn play_noted(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)> {
        let start = Start::dealt(&*self.0, scheduled);
        play_seated_noted(self, start, scheduled, bots, with_positions, halted)
    }

    fn deal(&self, deal: Seed, chance: Seed) -> Box<dyn Match> {
        let state = self.0.deal(&mut deal.rng());
        Box::new(UnderWay::new(self.clone(), state, chance))
    }

    fn resume(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError> {
        let (_, state) = G::load(position, variant, &mut completion.rng())?;
        Ok(Box::new(UnderWay::new(self.clone(), state, chance)))
    }

    fn start_places(&self, deal: Seed) -> PerSeat<usize> {
        let state = self.0.deal(&mut deal.rng());
        PerSeat::from_fn(self.0.players(), |seat| self.0.start_place(&state, seat))
    }

    fn random(&self, seed: Seed, decisions: Option<u32>) -> (Box<dyn Match>, u32, u32) {
        let (state, played, wanted) = play_at_random(&*self.0, seed, decisions);
        (Box::new(UnderWay::new(self.clone(), state, seed)), played, wanted)
    }

    fn think_times(&self, presets: &[Preset], seed: Seed) -> Result<Vec<Vec<f64>>, InputError> {
        timing::think_times(&*self.0, presets, seed)
    }

    fn check_program(
        &self,
        settings: &ExternalSettings,
        game: u64,
        seat: Seat,
        seed: Seed,
        most_decisions: Option<u64>,
    ) -> Checked {
        check_external(settings, &*self.0, game, seat, seed, most_decisions)
    }

    fn unknown_word(&self, log: &GameLog) -> Option<(usize, String, Vec<String>)> {
        if IS_PAGE { None } else { completion::unknown_word(&*self.0, log) }
    }

    fn complete(
        &self,
        log: &GameLog,
        settings: &CompletionSettings,
        halted: &dyn Fn() -> bool,
    ) -> Result<Completion, Box<Stuck>> {
        if IS_PAGE { Err(Box::default()) } else { completion::complete(&*self.0, log, settings, halted) }
    }

    fn bench(&self, plan: &SearchPlan, threads: Threads, seed: Seed) -> Result<Box<dyn Bench>, InputError> {
        Ok(Box::new(Benched::new(self.clone(), plan, threads, seed)?))
    }
}
