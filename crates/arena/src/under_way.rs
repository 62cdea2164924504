//! A game under way, played by text.

use serde_json::Value;

use super::choices::{Choice, Rated, choices, play_out, play_unseen, rated, turns_up};
use super::moves::Moves;
use super::plan::SearchPlan;
use super::play::Start;
use super::record::GameRecord;
use super::scheduled::ScheduledGame;
use super::seam::{Match, Played, Rules, Ruleset, Sight, WorldSearches};
use super::seated::{play_seated, play_seated_noted};
use tradewinds_bots::Preset;
use tradewinds_game::{
    Actions, Broken, CompleteGame, CountingDice, Edge, IllegalAction, InputError, PerSeat, Purpose, Scores,
    ScriptedDice, Seat, Seed, View,
};
use tradewinds_search::{Job, SearchResult, Threads, run_jobs};

/// A game, its current state, and the stream that its random events are drawn from.
pub(crate) struct UnderWay<G: CompleteGame> {
    rules: Rules<G>,
    pub(crate) state: G::State,
    chance: ScriptedDice,
}

impl<G: CompleteGame> UnderWay<G> {
    /// Resumes a game at a state; random events are drawn from `chance`.
    pub(crate) fn new(rules: Rules<G>, state: G::State, chance: Seed) -> Self {
        Self { rules, state, chance: chance.rng().into() }
    }

    pub(crate) fn game(&self) -> &G {
        &self.rules.0
    }

    pub(crate) fn actions(&self) -> Actions<G::Action> {
        let mut actions = Actions::new();
        self.game().legal(&self.state, &mut actions);
        actions
    }

    /// Returns the view of the seat to move.
    fn mover(&self) -> View<'_, G> {
        let seat = self.game().to_act(&self.state).expect("a seat is to move");
        View::new(self.game(), &self.state, seat)
    }
}

impl<G: CompleteGame> Match for UnderWay<G> {
    fn table(&self) -> &dyn Ruleset {
        &self.rules
    }

    fn copied(&self) -> Box<dyn Match> {
        let Self { rules, state, chance } = self;
        Box::new(Self { rules: rules.clone(), state: *state, chance: chance.clone() })
    }

    fn show_dice(&mut self, throws: &[u32], chance: Seed) {
        self.chance = ScriptedDice::new(throws, chance.rng());
    }

    fn to_act(&self) -> Option<Seat> {
        self.game().to_act(&self.state)
    }

    fn decision_kind(&self) -> usize {
        self.game().decision_kind(&self.state)
    }

    fn round(&self) -> u32 {
        self.game().round(&self.state)
    }

    fn options(&self) -> usize {
        self.actions().len()
    }

    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(|&action| self.game().action_text(&self.state, action)).collect()
    }

    fn index_of(&self, action: &str) -> Result<usize, IllegalAction> {
        let found = self.game().parse_action(&self.state, action)?;
        let place = self.actions().iter().position(|&legal| legal == found);
        Ok(place.expect("what was read is a legal action"))
    }

    fn play(&mut self, action: &str) -> Result<bool, IllegalAction> {
        let action = self.game().parse_action(&self.state, action)?;
        // Both are replaced only once everything has succeeded, in case there is a fault in the rules.
        let (mut after, mut chance) = (self.state, self.chance.clone());
        let mut dice = CountingDice::new(&mut chance);
        self.game().try_play(&mut after, action, &mut dice)?;
        let thrown = dice.throws() > 0;
        (self.state, self.chance) = (after, chance);
        Ok(thrown)
    }

    fn play_seen(&mut self, action: &str) -> Result<Played, IllegalAction> {
        let (before, mover) = (self.state, self.to_act());
        let parsed = self.game().parse_action(&before, action)?;
        let chance = self.play(action)?;
        let (game, after) = (self.game(), &self.state);
        let edge = |observer: Seat| game.observe(&before, parsed, after, observer);
        let sights = PerSeat::from_fn(game.players(), |observer| match edge(observer) {
            _ if mover == Some(observer) => Sight::Whole,
            None => Sight::Nothing,
            Some(edge) if edge.without_outcome().bits() == G::code(parsed) => Sight::Whole,
            Some(_) => Sight::Part,
        });
        let outcome = mover.and_then(edge).map_or(0, Edge::outcome);
        let outcome = game.outcome(&before, outcome);
        Ok(Played { chance, sights, outcome })
    }

    fn position(&self) -> Value {
        self.game().position(&self.state)
    }

    fn view(&self, seat: Seat) -> Value {
        self.game().view(&self.state, seat)
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        self.game().show(position)
    }

    fn determinize(&self, seat: Seat, seed: Seed) -> Value {
        let mut world = self.state;
        self.game().determinize(&mut world, seat, &mut seed.rng());
        self.game().position(&world)
    }

    fn violations(&self) -> Vec<Broken> {
        self.game().violations(&self.state)
    }

    fn scores(&self) -> Scores {
        self.game().scores(&self.state)
    }

    fn result(&self) -> Option<Value> {
        self.game().result(&self.state)
    }

    fn end_reason(&self) -> String {
        self.game().end_reason(&self.state)
    }

    fn search(&self, plan: &SearchPlan, seed: Seed) -> Result<SearchResult<(), String>, InputError> {
        let view = self.mover();
        Ok(plan.build(self.game())?.run(&view, seed).in_notation(&view))
    }

    fn study(
        &self,
        plan: &SearchPlan,
        seed: Seed,
        moments: u32,
    ) -> Result<SearchResult<(), String>, InputError> {
        let view = self.mover();
        let mut search = plan.build(self.game())?.with_threads(Threads::Pool);
        Ok(search.study(&view, seed, moments).in_notation(&view))
    }

    fn search_worlds(&self, plan: &SearchPlan, seed: Seed, count: u32) -> Result<WorldSearches, InputError> {
        let view = self.mover();
        let plan = plan.clone().of_world()?;
        let worlds: Vec<G::State> = (0..count)
            .map(|index| view.determinize(&mut seed.derive(Purpose::Sample, index.into()).rng()))
            .collect();
        let search = |world: &G::State| {
            let of_world = View::new(self.game(), world, view.seat());
            Ok(plan.build(self.game())?.run(&of_world, seed).in_notation(&of_world))
        };
        let mut answers: Vec<_> = worlds.iter().map(|_| None).collect();
        let mut jobs: Vec<Job<'_>> = Vec::new();
        for (world, answer) in worlds.iter().zip(&mut answers) {
            jobs.push(Box::new(move || *answer = Some(search(world))));
        }
        run_jobs(jobs);
        let answers = answers.into_iter().flatten().collect::<Result<_, InputError>>()?;
        Ok(WorldSearches { same_world: worlds.iter().all(|world| *world == worlds[0]), answers })
    }

    fn choices(&self) -> Vec<Choice> {
        choices(self.game(), &self.state, &self.actions())
    }

    fn choice(&self, action: usize) -> String {
        self.game().choice(&self.state, self.actions()[action])
    }

    fn rated(&self, preset: &Preset) -> Result<Vec<Rated>, InputError> {
        let guide = preset.guide(self.game())?;
        Ok(rated(self.game(), &self.state, &self.actions(), &guide))
    }

    fn choose(&self, preset: &Preset, seed: Seed) -> Result<usize, InputError> {
        let action = preset.build(self.game(), seed)?.choose(&self.mover());
        let place = self.actions().iter().position(|&legal| legal == action);
        Ok(place.expect("bots choose legal actions"))
    }

    fn play_out(
        &self,
        actions: &[usize],
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Vec<Option<Scores>>> {
        let legal = self.actions();
        play_out(&self.mover(), actions.iter().map(|&index| legal[index]), bots, luck, halted)
    }

    fn play_on(
        &self,
        action: Option<&str>,
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<Scores>> {
        let game = self.game();
        let action = action.map(|text| game.parse_action(&self.state, text).expect("the action is legal"));
        play_unseen(game, self.state, action, bots, luck, halted)
    }

    fn start_places(&self) -> PerSeat<usize> {
        PerSeat::from_fn(self.game().players(), |seat| self.game().start_place(&self.state, seat))
    }

    fn play_scheduled(
        &self,
        opening: &[String],
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        halted: &dyn Fn() -> bool,
    ) -> Option<GameRecord> {
        play_seated(&self.rules, Start { state: self.state, opening }, scheduled, bots, halted)
    }

    fn play_scheduled_noted(
        &self,
        opening: &[String],
        scheduled: &ScheduledGame,
        bots: &[&Preset],
        with_positions: bool,
        halted: &dyn Fn() -> bool,
    ) -> Option<(GameRecord, Moves)> {
        let start = Start { state: self.state, opening };
        play_seated_noted(&self.rules, start, scheduled, bots, with_positions, halted)
    }

    fn imagined(&self, seat: Seat, seed: Seed) -> Box<dyn Match> {
        let mut state = self.state;
        self.game().determinize(&mut state, seat, &mut seed.rng());
        Box::new(Self {
            rules: self.rules.clone(),
            state,
            chance: seed.derive(Purpose::Chance, 0).rng().into(),
        })
    }

    fn reshuffled(&self, seed: Seed) -> Box<dyn Match> {
        let mut state = self.state;
        self.game().shuffle_unseen(&mut state, &mut seed.rng());
        Box::new(Self {
            rules: self.rules.clone(),
            state,
            chance: seed.derive(Purpose::Chance, 0).rng().into(),
        })
    }

    fn turns_up(&self, action: &str, after: &dyn Match) -> bool {
        let game = self.game();
        let action = game.parse_action(&self.state, action).expect("the action is legal");
        let seen: Vec<Value> = Seat::all(game.players()).map(|seat| after.view(seat)).collect();
        turns_up(game, &self.state, action, &seen)
    }
}
