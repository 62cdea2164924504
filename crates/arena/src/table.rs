//! Any game for a number of players and a variant, behind the seam.

use std::any::Any;
use std::sync::Arc;

use tradewinds_bots::{Checked, ExternalSettings, Preset, check_external};
use tradewinds_game::{CompleteGame, InputError, PerSeat, Seat, Seed, Step};
use tradewinds_search::Threads;

use super::bench::Benched;
use super::info::GameInfo;
use super::moves::Moves;
use super::plan::SearchPlan;
use super::play::play_watched;
use super::random::play_at_random;
use super::record::GameRecord;
use super::scheduled::ScheduledGame;
use super::seam::{Bench, Match, Rules, Ruleset};
use super::timing;
use super::under_way::UnderWay;

impl<G: CompleteGame> Ruleset for Rules<G> {
    fn info(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn rules(&self) -> Arc<dyn Any + Send + Sync> {
        self.0.clone()
    }

    fn check_bot(&self, preset: &Preset) -> Result<(), InputError> {
        preset.build(&*self.0, Seed(0)).map(|_| ())
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
        let game = &*self.0;
        let play = |bots: &mut Vec<_>| play_watched(game, scheduled, bots, halted, &mut |_, _| {});
        self.1.seated(game, scheduled, bots, play).expect("the bots were checked")
    }

    fn play_noted(
        &self,
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)> {
        let game = &*self.0;
        let mut moves = Moves::default();
        let mut note = |step: &Step<'_, G>, chance| moves.note(game, step, with_positions && chance);
        let play = |bots: &mut Vec<_>| play_watched(game, scheduled, bots, halted, &mut note);
        let record = self.1.seated(game, scheduled, bots, play).expect("the bots were checked")?;
        Some((record, moves))
    }

    fn deal(&self, deal: Seed, chance: Seed) -> Box<dyn Match> {
        let state = self.0.deal(&mut deal.rng());
        Box::new(UnderWay::new(self.clone(), state, chance))
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

    fn bench(&self, plan: &SearchPlan, threads: Threads, seed: Seed) -> Result<Box<dyn Bench>, InputError> {
        Ok(Box::new(Benched::new(self.clone(), plan, threads, seed)?))
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_bots::{BotKind, Preset};
    use tradewinds_game::{PerSeat, Seed, Variant};

    use crate::{NAMES, Ruleset, ScheduledGame, find};

    fn scheduled(seed: u64) -> ScheduledGame {
        ScheduledGame {
            game: 0,
            block: 0,
            seating: 0,
            deal_seed: Seed(seed),
            chance_seed: Seed(seed + 1),
            bots: PerSeat::new(3),
            bots_seed: Seed(seed + 2),
        }
    }

    /// Its memory is used again, and nothing in it.
    #[test]
    fn a_search_that_has_played_plays_as_a_new_one() {
        for name in NAMES {
            let mut preset = Preset::find("ismcts", name).unwrap();
            let BotKind::Search { settings, .. } = &mut preset.kind else { panic!("it searches") };
            *settings = settings.with(|new| (new.iterations, new.reuse) = (Some(20), true)).unwrap();
            let table = || find(name).unwrap().table(3, &Variant::standard()).unwrap();
            let used = table();
            for seed in 1..=2 {
                let play = |table: &dyn Ruleset| table.play(&scheduled(seed), &[&preset; 3], &|| false);
                assert_eq!(play(&*used), play(&*table()), "{name}");
            }
        }
    }

    /// Deal, dice and moves are the same, whether bots play a game or it is played by text.
    #[test]
    fn a_game_that_was_played_can_be_played_by_text() {
        for name in NAMES {
            let table = find(name).unwrap().table(3, &Variant::standard()).unwrap();
            let scheduled = scheduled(1);
            let random = Preset::find("random", name).unwrap();
            let bots = [&random; 3];
            let (record, moves) = table.play_noted(&scheduled, &bots, true, &|| false).unwrap();
            assert_eq!(table.play(&scheduled, &bots, &|| false).unwrap(), record);
            assert_eq!(table.play(&scheduled, &bots, &|| true), None);
            let mut game = table.deal(scheduled.deal_seed, scheduled.chance_seed);
            assert_eq!((game.position(), moves.actions.len()), (moves.initial, record.decisions as usize));
            for played in moves.actions {
                assert_eq!(game.to_act().unwrap().index(), played.seat);
                let index = game.index_of(&played.action).unwrap();
                assert_eq!(game.legal()[index], played.action);
                assert!(game.choices().iter().any(|choice| choice.name == game.choice(index)));
                assert_eq!(game.play(&played.action).unwrap(), played.position.is_some());
                assert!(played.position.is_none_or(|position| position == game.position()));
            }
            assert_eq!((game.to_act(), game.result().unwrap_or_default()), (None, moves.result), "{name}");
            let points: Vec<i32> = record.seats.iter().map(|seat| seat.score).collect();
            assert_eq!(game.scores().points.as_slice(), points);
        }
    }

    #[test]
    fn a_name_that_is_not_in_the_list_is_refused_with_a_hint() {
        let (name, shortened) = (NAMES[0], &NAMES[0][1..]);
        let refusal = find(shortened).unwrap_err().to_string();
        assert!(refusal.contains(&format!("did you mean {name}?")), "{refusal}");
    }
}
