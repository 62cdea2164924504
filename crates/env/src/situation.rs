//! One game: views, determinizations, play, search.

use std::sync::Arc;

use serde_json::Value;
use tradewinds_arena::{Makers, SearchPlan, Visitor, visit};
use tradewinds_bots::{BotKind, Learned, LearnedValue, Preset, guide};
use tradewinds_game::{
    Actions, CompleteGame, Edge, Evaluator as _, InputError, Policy as _, Purpose, Scores, ScriptedDice,
    Seat, Seed, Variant, View,
};
use tradewinds_search::SearchResult;

use super::EnvError;
use super::layout::Layout;

/// A position of a game, and the stream that its random events are drawn from.
pub trait Situation: Send + Sync {
    /// Copies it; the copy throws the same dice.
    fn copy(&self) -> Box<dyn Situation>;

    /// Returns the layout of observations and action indices.
    fn layout(&self) -> Layout;

    /// Returns the seat that decides, or `None` when the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Returns the kind of the decision at hand, in the game's words.
    fn decision(&self) -> &'static str;

    /// Returns the round under way.
    fn round(&self) -> u32;

    /// Lists the legal actions in the game's order: index and text. Empty when the game is over.
    fn legal(&self) -> Vec<(usize, String)>;

    /// Lists the legal action indices in the same order.
    fn legal_indices(&self) -> Vec<usize>;

    /// Returns the decisions after which a game is stopped.
    fn max_decisions(&self) -> u32;

    /// Writes the observation of a seat; `out` has the layout's length.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// Writes the legal actions, 0 or 1; `out` has the layout's length.
    fn mask(&self, out: &mut [i8]);

    /// Plays the action of an index; returns whether it is legal.
    fn play_index(&mut self, action: i64) -> bool;

    /// Plays the action of an index; returns the seat that decided and what `observer` sees of it, or `None` if it is
    /// not legal.
    fn play_watched(&mut self, action: i64, observer: Seat) -> Option<(Seat, Option<Edge>)>;

    /// Plays an action in notation; returns its index.
    ///
    /// # Errors
    /// The action is not legal.
    fn play_text(&mut self, action: &str) -> Result<usize, InputError>;

    /// Draws further random events as `throws` show them, in order, and then from `chance`.
    fn show_dice(&mut self, throws: &[u32], chance: Seed);

    /// Draws further random events from another stream.
    fn reseed(&mut self, seed: Seed);

    /// Deals another game by the same rules.
    fn deal(&mut self, seed: Seed);

    /// Returns the standing as if the game ended here.
    fn scores(&self) -> Scores;

    /// Writes the result object, if the game has one now.
    fn result(&self) -> Option<Value>;

    /// Returns why the game ended; empty while it goes on.
    fn end_reason(&self) -> String;

    /// Writes the position, including hidden parts.
    fn position(&self) -> Value;

    /// Writes the position as a seat sees it.
    fn view(&self, seat: Seat) -> Value;

    /// Writes the table as text, as a seat sees it or whole.
    fn show(&self, seat: Option<Seat>) -> String;

    /// Draws a world that a seat cannot tell from the true one.
    fn determinize(&self, seat: Seat, seed: Seed) -> Box<dyn Situation>;

    /// Searches for the seat to move with its knowledge; the results are in the order of the legal list.
    ///
    /// # Errors
    /// The game is over, or the plan does not fit the game.
    fn search(&self, plan: &SearchPlan, seed: Seed) -> Result<SearchResult<(), String>, EnvError>;

    /// Asks a bot for the seat to move; returns the place of its choice in the legal list.
    ///
    /// # Errors
    /// The game is over, or the preset does not fit the game.
    fn choose(&self, preset: &Preset, seed: Seed) -> Result<usize, EnvError>;

    /// Returns the win share that each seat can expect by the network of a preset, as `seat` sees the game; at the end
    /// the result.
    ///
    /// # Errors
    /// The preset has no network for this game.
    fn win_shares(&self, preset: &Preset, seat: Seat) -> Result<Vec<f32>, EnvError>;

    /// Returns the probability of each legal action, in the order of the legal list, by the policy of a preset
    /// corrected by its network: a softmax of the scores.
    ///
    /// # Errors
    /// The game is over, or the preset has no network for this game.
    fn policy(&self, preset: &Preset) -> Result<Vec<f32>, EnvError>;
}

/// Deals a game.
///
/// # Errors
/// No game has this name, a wrong number of players, or a variant that does not fit.
pub fn deal(
    game: &str,
    players: usize,
    variant: &Variant,
    seed: Seed,
) -> Result<Box<dyn Situation>, InputError> {
    struct Deal<'a>(usize, &'a Variant, Seed);

    impl Visitor for Deal<'_> {
        type Output = Result<Box<dyn Situation>, InputError>;

        fn visit<G: CompleteGame>(self, makers: &'static Makers<G>) -> Self::Output {
            let Self(players, variant, seed) = self;
            let game = Arc::new(G::new(players, variant)?);
            Layout::of(&*game)?;
            let state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
            Ok(Box::new(One::new(makers, game, state, seed.derive(Purpose::Chance, 0))))
        }
    }

    visit(game, Deal(players, variant, seed))?
}

/// Resumes a game at a position, completed from `seed` where parts are unknown.
///
/// # Errors
/// No game has this name, or the position is not one of the game.
pub fn load(
    game: &str,
    position: &Value,
    variant: &Variant,
    seed: Seed,
) -> Result<Box<dyn Situation>, InputError> {
    let [completion, chance] = [Purpose::Completion, Purpose::Chance].map(|purpose| seed.derive(purpose, 0));
    resume(game, position, variant, completion, chance)
}

/// Resumes a game at a position with the seeds of its record: unknown parts are completed from `completion`, and
/// random events are drawn from `chance`.
///
/// # Errors
/// As for [`load`].
pub fn resume(
    game: &str,
    position: &Value,
    variant: &Variant,
    completion: Seed,
    chance: Seed,
) -> Result<Box<dyn Situation>, InputError> {
    struct Load<'a>(&'a Value, &'a Variant, [Seed; 2]);

    impl Visitor for Load<'_> {
        type Output = Result<Box<dyn Situation>, InputError>;

        fn visit<G: CompleteGame>(self, makers: &'static Makers<G>) -> Self::Output {
            let Self(position, variant, [completion, chance]) = self;
            let (game, state) = G::load(position, variant, &mut completion.rng())?;
            Layout::of(&game)?;
            Ok(Box::new(One::new(makers, Arc::new(game), state, chance)))
        }
    }

    visit(game, Load(position, variant, [completion, chance]))?
}

/// One game of a type.
pub(crate) struct One<G: CompleteGame> {
    makers: &'static Makers<G>,
    game: Arc<G>,
    state: G::State,
    chance: ScriptedDice,
}

impl<G: CompleteGame> One<G> {
    pub(crate) fn new(makers: &'static Makers<G>, game: Arc<G>, state: G::State, chance: Seed) -> Self {
        Self { makers, game, state, chance: chance.rng().into() }
    }

    fn actions(&self) -> Actions<G::Action> {
        let mut actions = Actions::new();
        if self.to_act().is_some() {
            self.game.legal(&self.state, &mut actions);
        }
        actions
    }

    /// Returns the action index of an action of the seat to move.
    fn index(&self, action: G::Action) -> usize {
        self.game.action_index(self.to_act().expect("a seat is to move"), action)
    }
}

impl<G: CompleteGame> Situation for One<G> {
    fn copy(&self) -> Box<dyn Situation> {
        Box::new(Self {
            makers: self.makers,
            game: Arc::clone(&self.game),
            state: self.state,
            chance: self.chance.clone(),
        })
    }

    fn layout(&self) -> Layout {
        Layout::of(&*self.game).expect("checked when the situation was made")
    }

    fn to_act(&self) -> Option<Seat> {
        self.game.to_act(&self.state)
    }

    fn decision(&self) -> &'static str {
        if self.to_act().is_none() {
            return "over";
        }
        G::DECISION_KINDS[self.game.decision_kind(&self.state)]
    }

    fn round(&self) -> u32 {
        self.game.round(&self.state)
    }

    fn legal(&self) -> Vec<(usize, String)> {
        let text = |&action: &G::Action| (self.index(action), self.game.action_text(&self.state, action));
        self.actions().iter().map(text).collect()
    }

    fn legal_indices(&self) -> Vec<usize> {
        self.actions().iter().map(|&action| self.index(action)).collect()
    }

    fn max_decisions(&self) -> u32 {
        self.game.max_decisions()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.game.write_observation(&self.state, seat, out);
    }

    fn mask(&self, out: &mut [i8]) {
        out.fill(0);
        self.actions().iter().for_each(|&action| out[self.index(action)] = 1);
    }

    fn play_index(&mut self, action: i64) -> bool {
        let actions = self.actions();
        let found = actions.iter().find(|&&legal| self.index(legal) as i64 == action);
        if let Some(&found) = found {
            self.game.play(&mut self.state, found, &mut self.chance);
        }
        found.is_some()
    }

    fn play_watched(&mut self, action: i64, observer: Seat) -> Option<(Seat, Option<Edge>)> {
        let seat = self.to_act()?;
        let actions = self.actions();
        let &found = actions.iter().find(|&&legal| self.index(legal) as i64 == action)?;
        let before = self.state;
        self.game.play(&mut self.state, found, &mut self.chance);
        Some((seat, self.game.observe(&before, found, &self.state, observer)))
    }

    fn play_text(&mut self, action: &str) -> Result<usize, InputError> {
        let refuse = |error: tradewinds_game::IllegalAction| {
            let legal: Vec<String> = self.legal().into_iter().map(|(_, text)| text).collect();
            let found = format!("{action:?} ({})", error.reason);
            InputError::conflict("", "action", found, format!("one of {}", legal.join(", ")))
        };
        let found = self.game.parse_action(&self.state, action).map_err(refuse)?;
        let index = self.index(found);
        self.game.play(&mut self.state, found, &mut self.chance);
        Ok(index)
    }

    fn reseed(&mut self, seed: Seed) {
        self.chance = seed.rng().into();
    }

    fn show_dice(&mut self, throws: &[u32], chance: Seed) {
        self.chance = ScriptedDice::new(throws, chance.rng());
    }

    fn deal(&mut self, seed: Seed) {
        self.state = self.game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        self.chance = seed.derive(Purpose::Chance, 0).rng().into();
    }

    fn scores(&self) -> Scores {
        self.game.scores(&self.state)
    }

    fn result(&self) -> Option<Value> {
        self.game.result(&self.state)
    }

    fn end_reason(&self) -> String {
        self.game.end_reason(&self.state)
    }

    fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    fn view(&self, seat: Seat) -> Value {
        self.game.view(&self.state, seat)
    }

    fn show(&self, seat: Option<Seat>) -> String {
        let position = seat.map_or_else(|| self.position(), |seat| self.view(seat));
        self.game.show(&position).expect("a position that was just written can be read")
    }

    fn determinize(&self, seat: Seat, seed: Seed) -> Box<dyn Situation> {
        let view = View::new(&*self.game, &self.state, seat);
        let world = view.determinize(&mut seed.derive(Purpose::Sample, 0).rng());
        let chance = seed.derive(Purpose::Chance, 0);
        Box::new(Self::new(self.makers, Arc::clone(&self.game), world, chance))
    }

    fn search(&self, plan: &SearchPlan, seed: Seed) -> Result<SearchResult<(), String>, EnvError> {
        let seat = self.to_act().ok_or(EnvError::Over)?;
        Ok(self.makers.search(&self.game, &self.state, seat, plan, seed)?)
    }

    fn choose(&self, preset: &Preset, seed: Seed) -> Result<usize, EnvError> {
        let seat = self.to_act().ok_or(EnvError::Over)?;
        let mut bot = self.makers.bot(&self.game, preset, seed)?;
        let actions = self.actions();
        if actions.len() == 1 {
            return Ok(0);
        }
        bot.begin(0, seat);
        let action = bot.choose(&View::new(&*self.game, &self.state, seat));
        Ok(actions.iter().position(|&legal| legal == action).expect("bots choose legal actions"))
    }

    fn win_shares(&self, preset: &Preset, seat: Seat) -> Result<Vec<f32>, EnvError> {
        let learned = Learned::new(network_of(preset)?.network::<G>()?, &*self.game);
        Ok(learned.evaluate(&*self.game, &self.state, seat).as_slice().to_vec())
    }

    fn policy(&self, preset: &Preset) -> Result<Vec<f32>, EnvError> {
        self.to_act().ok_or(EnvError::Over)?;
        let (BotKind::Heuristic(weights) | BotKind::Search { weights, .. }) = &preset.kind else {
            return Err(no_network(preset).into());
        };
        let mut value = network_of(preset)?.clone();
        value.priors = true;
        let guide = guide(&*self.game, weights, Some(&value))?;
        let actions = self.actions();
        let mut scores = vec![0.0; actions.len()];
        guide.score(&self.game, &self.state, &actions, &mut scores);
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        scores.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f32 = scores.iter().sum();
        scores.iter_mut().for_each(|score| *score /= sum);
        Ok(scores)
    }
}

/// Returns what a preset has learned.
fn network_of(preset: &Preset) -> Result<&LearnedValue, InputError> {
    preset.value.as_ref().ok_or_else(|| no_network(preset))
}

fn no_network(preset: &Preset) -> InputError {
    let found = format!("the bot {:?}, which has no network", preset.name);
    InputError::conflict("", "source", found, "a bot with a table [value], such as \"learned\"")
}
