//! A game at the table: positions are loaded and actions played as texts, as a rules page writes them.

use serde_json::Value;
use tradewinds_game::{Actions, CompleteGame, CountingDice, InputError, Rng, Scores, Seat, Seed, Variant};

/// A game under way.
pub struct TestTable<G: CompleteGame> {
    /// The rules.
    pub game: G,
    /// The true state.
    pub state: G::State,
    variant: Variant,
    dice: Rng,
}

impl<G: CompleteGame> TestTable<G> {
    /// Reads a position file, or refuses it.
    pub fn try_load(position: &Value, variant: Variant) -> Result<Self, InputError> {
        let mut dice = Seed(1).rng();
        let (game, state) = G::load(position, &variant, &mut dice)?;
        Ok(Self { game, state, variant, dice })
    }

    /// Loads a position file of the standard rules.
    pub fn load(position: &Value) -> Self {
        Self::try_load(position, Variant::standard()).unwrap_or_else(|error| panic!("{error}\n{position}"))
    }

    /// Deals a new game.
    pub fn deal(players: usize, variant: Variant, seed: u64) -> Self {
        let mut dice = Seed(seed).rng();
        let game = G::new(players, &variant).expect("rules for this many players");
        let state = game.deal(&mut dice);
        Self { game, state, variant, dice }
    }

    /// Returns the seat that decides; `None` when the game is over.
    pub fn seat(&self) -> Option<usize> {
        self.game.to_act(&self.state).map(Seat::index)
    }

    /// Lists the legal actions in ascending byte order.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Actions::new();
        self.game.legal(&self.state, &mut actions);
        let mut texts: Vec<String> =
            actions.iter().map(|&action| self.game.action_text(&self.state, action)).collect();
        texts.sort();
        texts
    }

    /// Plays an action, checks the invariants, reads the new position file back, and returns whether
    /// a random event took place.
    pub fn play_with_chance(&mut self, text: &str) -> bool {
        let action = self.game.parse_action(&self.state, text).unwrap_or_else(|error| panic!("{error}"));
        let mut dice = CountingDice::new(&mut self.dice);
        self.game.play(&mut self.state, action, &mut dice);
        let chance = dice.throws() > 0;
        self.game.check(&self.state).unwrap_or_else(|broken| panic!("after {text}: {broken}"));
        let position = self.position();
        let again = Self::try_load(&position, self.variant.clone())
            .unwrap_or_else(|error| panic!("after {text}: {error}\n{position}"));
        assert_eq!(again.state, self.state, "after {text}, read back from {position}");
        chance
    }

    /// Plays an action.
    pub fn play(&mut self, text: &str) -> &mut Self {
        self.play_with_chance(text);
        self
    }

    /// Plays an action of this seat.
    pub fn play_as(&mut self, seat: usize, text: &str) -> &mut Self {
        assert_eq!(self.seat(), Some(seat), "who is to {text}, in {}", self.position());
        self.play(text)
    }

    /// Returns the reason why an action in notation is refused; the state is unchanged.
    pub fn refuse(&self, text: &str) -> String {
        match self.game.parse_action(&self.state, text) {
            Ok(_) => panic!("{text} is legal in {}", self.position()),
            Err(error) => error.to_string(),
        }
    }

    /// Writes the position file.
    pub fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    /// Writes the position as a seat sees it.
    pub fn view(&self, seat: usize) -> Value {
        self.game.view(&self.state, Seat::new(seat))
    }

    /// Returns a part of the position file, such as `/players/0/money`; null if it is left out.
    pub fn at(&self, pointer: &str) -> Value {
        self.position().pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// Returns a field of a player.
    pub fn of(&self, seat: usize, field: &str) -> Value {
        self.at(&format!("/players/{seat}/{field}"))
    }

    /// Returns a field of every player.
    pub fn of_all(&self, field: &str) -> Value {
        (0..self.game.players()).map(|seat| self.of(seat, field)).collect()
    }

    /// Returns the result object.
    pub fn result(&self) -> Value {
        self.game.result(&self.state).expect("a result object")
    }

    /// Returns the standing.
    pub fn scores(&self) -> Scores {
        self.game.scores(&self.state)
    }
}
