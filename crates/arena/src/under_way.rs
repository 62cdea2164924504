//! A game under way, played by text.

use rayon::prelude::*;
use serde_json::Value;

use super::choices::{Choice, Rated, choices, play_out, play_unseen, rated, turns_up};
use super::plan::SearchPlan;
use super::spoken::Spoken;
use super::table::{Rules, Table};
use tradewinds_bots::Preset;
use tradewinds_game::{
    Actions, Broken, CompleteGame, CountingDice, Edge, IllegalAction, InputError, PerSeat, Purpose, Rng,
    Scores, Seat, Seed, View,
};
use tradewinds_search::{SearchResult, Threads};

/// The results of searches, one per world.
#[derive(Clone, PartialEq, Debug)]
pub struct WorldSearches {
    /// Whether all worlds are one and the same.
    pub same_world: bool,
    /// The result of each search.
    pub answers: Vec<SearchResult<(), String>>,
}

/// The part of a decision that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sight {
    /// Nothing: the seat's view is what it was.
    #[default]
    Nothing,
    /// That a decision was made, but not all of it.
    Part,
    /// The action itself.
    Whole,
}

/// A decision that was played, and what is seen of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whether a random event took place.
    pub chance: bool,
    /// The part that each seat observes; the seat that decided observes the whole.
    pub sights: PerSeat<Sight>,
    /// The public outcome of the decision in words; empty if there is nothing to say.
    pub outcome: &'static str,
}

/// Any game in progress, with the stream that its random events are drawn from. Actions are in notation, or
/// are indices into the list of legal ones; a call that fails changes nothing.
pub trait Match: Spoken + Send + Sync {
    /// Returns the rules.
    fn table(&self) -> &dyn Table;

    /// Copies the game, to think about it or to try moves; random events are drawn from the same stream.
    fn copied(&self) -> Box<dyn Match>;

    /// Returns the seat that decides, or `None` when the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Returns the kind of the decision at hand, an index into the game's
    /// [`decision_kinds`](super::GameInfo::decision_kinds).
    fn decision_kind(&self) -> usize;

    /// Returns the round under way, from 1.
    fn round(&self) -> u32;

    /// Returns the number of legal actions.
    fn options(&self) -> usize;

    /// Lists the legal actions in the game's order.
    fn legal(&self) -> Vec<String>;

    /// Returns the index of a legal action.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn index_of(&self, action: &str) -> Result<usize, IllegalAction>;

    /// Plays an action; returns whether a random event took place.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn play(&mut self, action: &str) -> Result<bool, IllegalAction>;

    /// Plays an action as [`Match::play`] does; also returns what each seat observes of it.
    ///
    /// # Errors
    /// The text is not the notation of a legal action.
    fn play_seen(&mut self, action: &str) -> Result<Played, IllegalAction>;

    /// Writes the whole position.
    fn position(&self) -> Value;

    /// Writes the position as a seat sees it.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn view(&self, seat: Seat) -> Value;

    /// Lays out a position of the game as text.
    ///
    /// # Errors
    /// The first field at fault, if it is not a position of this game.
    fn show(&self, position: &Value) -> Result<String, InputError>;

    /// Writes a position that a seat cannot distinguish from the true one.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn determinize(&self, seat: Seat, seed: Seed) -> Value;

    /// Lists the broken invariants of the position.
    fn violations(&self) -> Vec<Broken>;

    /// Returns the standing.
    fn scores(&self) -> Scores;

    /// Writes the result object, or `None` if the game provides none before its end.
    fn result(&self) -> Option<Value>;

    /// Returns why the game ended; empty while the game continues.
    fn end_reason(&self) -> String;

    /// Searches for the seat to move, with the knowledge of that seat, on this thread.
    ///
    /// # Errors
    /// The plan does not pass [`Table::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn search(&self, plan: &SearchPlan, seed: Seed) -> Result<SearchResult<(), String>, InputError>;

    /// Searches as [`Match::search`] does with the threads of the current pool, and measures more: see
    /// [`Search::study`](tradewinds_search::Search::study).
    ///
    /// # Errors
    /// The plan does not pass [`Table::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn study(
        &self,
        plan: &SearchPlan,
        seed: Seed,
        moments: u32,
    ) -> Result<SearchResult<(), String>, InputError>;

    /// Searches `count` worlds that the seat to move holds possible, each with the whole budget and as if
    /// every seat knew it, with the threads of the current pool.
    ///
    /// # Errors
    /// The plan does not pass [`Table::check_search`].
    ///
    /// # Panics
    /// If the game is over.
    fn search_worlds(&self, plan: &SearchPlan, seed: Seed, count: u32) -> Result<WorldSearches, InputError>;

    /// Lists the choices open at the decision at hand, in the order of the legal list.
    fn choices(&self) -> Vec<Choice>;

    /// Returns the name of the choice that a legal action belongs to.
    ///
    /// # Panics
    /// If the index is out of range.
    fn choice(&self, action: usize) -> String;

    /// Rates each legal action by the policy of a preset, with what the preset has learned; one that has no
    /// weights gets the defaults.
    ///
    /// # Errors
    /// A weight that the game's policy does not have, or a network that is not for this game.
    fn rated(&self, preset: &Preset) -> Result<Vec<Rated>, InputError>;

    /// Asks a bot of this preset for the seat to move; returns the index of the action that it chooses.
    ///
    /// # Errors
    /// The preset does not pass [`Table::check_bot`].
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&self, preset: &Preset, seed: Seed) -> Result<usize, InputError>;

    /// Plays the rest of the game after each of these legal actions, in a world that the seat to move holds
    /// possible, with `bots`: one for all seats, or one for each seat. Everything random follows from `luck` and is
    /// the same after every action: the world, the dice, the bots' own choices. An inner `None` means a game
    /// stopped at its bound; the outer `None` means that a game was `halted`.
    ///
    /// # Panics
    /// If the game is over, an index is out of range, there is no bot, or one does not pass [`Table::check_bot`].
    fn play_out(
        &self,
        actions: &[usize],
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Vec<Option<Scores>>>;

    /// Plays the rest of the game, after an action in notation if there is one, in a world that agrees with what all
    /// seats know together: only what no seat knows is drawn again. Otherwise as [`Match::play_out`].
    ///
    /// # Panics
    /// If the action is not legal, there is no bot, or one does not pass [`Table::check_bot`].
    fn play_on(
        &self,
        action: Option<&str>,
        bots: &[Preset],
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<Scores>>;

    /// Copies the game as a world that agrees with what all seats know together.
    fn reshuffled(&self, seed: Seed) -> Box<dyn Match>;

    /// Returns whether an action, which led to `after`, was followed by a random event or turned up what no seat knew:
    /// whether some seat would have seen something else after it in another world that agrees with what all seats
    /// know together. The seats' own secrets, and the decisions of others, are no such event.
    ///
    /// # Panics
    /// If the action is not legal.
    fn turns_up(&self, action: &str, after: &dyn Match) -> bool;
}

/// A game, its current state, and the stream that its random events are drawn from.
pub(crate) struct UnderWay<G: CompleteGame> {
    rules: Rules<G>,
    pub(crate) state: G::State,
    chance: Rng,
}

impl<G: CompleteGame> UnderWay<G> {
    /// Resumes a game at a state; random events are drawn from `chance`.
    pub(crate) fn new(rules: Rules<G>, state: G::State, chance: Seed) -> Self {
        Self { rules, state, chance: chance.rng() }
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
    fn table(&self) -> &dyn Table {
        &self.rules
    }

    fn copied(&self) -> Box<dyn Match> {
        let Self { rules, state, chance } = self;
        Box::new(Self { rules: rules.clone(), state: *state, chance: chance.clone() })
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
        let answers = worlds.par_iter().map(search).collect::<Result<_, InputError>>()?;
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

    fn reshuffled(&self, seed: Seed) -> Box<dyn Match> {
        let mut state = self.state;
        self.game().shuffle_unseen(&mut state, &mut seed.rng());
        Box::new(Self { rules: self.rules.clone(), state, chance: seed.derive(Purpose::Chance, 0).rng() })
    }

    fn turns_up(&self, action: &str, after: &dyn Match) -> bool {
        let game = self.game();
        let action = game.parse_action(&self.state, action).expect("the action is legal");
        let seen: Vec<Value> = Seat::all(game.players()).map(|seat| after.view(seat)).collect();
        turns_up(game, &self.state, action, &seen)
    }
}
