//! A game under way, whichever it is.

use serde_json::{Map, Value};
use tradewinds::game::{
    Actions, CompleteGame, CountingDice, IllegalAction, InputError, Purpose, Rng, Seat, Seed, View,
};
use tradewinds::games::GameVisitor;

use super::request::{Analyze, Determinize, Load, New, refuse};
use crate::cli::rules::RulesChoice;
use crate::cli::search::{SearchChoice, result_object};

/// What a client can do with a game; a request that fails changes nothing.
pub(super) trait Table {
    /// Writes the whole position.
    fn position(&self) -> Value;

    /// Returns who is to move and the legal actions in notation, sorted.
    fn legal(&self) -> (Option<usize>, Vec<String>);

    /// Plays an action in notation; tells whether a random event took place.
    fn play(&mut self, action: &str) -> Result<bool, IllegalAction>;

    /// Writes the result object.
    fn scores(&self) -> Result<Value, InputError>;

    /// Writes the position as a seat sees it.
    fn view(&self, seat: usize) -> Result<Value, InputError>;

    /// Writes a position that a seat cannot tell from the true one.
    fn determinize(&self, request: &Determinize) -> Result<Value, InputError>;

    /// Searches for the seat to move, by what it knows.
    fn analyze(&self, request: &Analyze) -> Result<Map<String, Value>, InputError>;
}

/// A game, where it stands, and what its random events are drawn from.
struct Match<G: CompleteGame> {
    game: G,
    state: G::State,
    chance: Rng,
}

/// Deals a new game.
pub(super) struct Deal(pub(super) New);

impl GameVisitor for Deal {
    type Output = Result<Box<dyn Table>, InputError>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let seed = Seed(self.0.seed);
        let game: G = RulesChoice::find::<G>(self.0.variant.as_deref())?.game(self.0.players)?;
        let state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        Ok(Box::new(Match { game, state, chance: seed.derive(Purpose::Chance, 0).rng() }))
    }
}

/// Takes a game up at a position.
pub(super) struct LoadPosition(pub(super) Load);

impl GameVisitor for LoadPosition {
    type Output = Result<Box<dyn Table>, InputError>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let seed = Seed(self.0.seed);
        let rules = RulesChoice::find::<G>(self.0.variant.as_deref())?;
        let mut completion = seed.derive(Purpose::Completion, 0).rng();
        let (game, state) = rules.load::<G, _>(&self.0.position, &mut completion)?;
        Ok(Box::new(Match { game, state, chance: seed.derive(Purpose::Chance, 0).rng() }))
    }
}

impl<G: CompleteGame> Match<G> {
    fn seat(&self, seat: usize) -> Result<Seat, InputError> {
        let players = self.game.players();
        if seat < players {
            Ok(Seat::new(seat))
        } else {
            Err(refuse("seat", seat.to_string(), format!("0 to {}", players - 1)))
        }
    }
}

impl<G: CompleteGame> Table for Match<G> {
    fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    fn legal(&self) -> (Option<usize>, Vec<String>) {
        let mut actions = Actions::new();
        self.game.legal(&self.state, &mut actions);
        let mut texts: Vec<String> =
            actions.iter().map(|&action| self.game.action_text(&self.state, action)).collect();
        texts.sort_unstable();
        (self.game.to_act(&self.state).map(Seat::index), texts)
    }

    fn play(&mut self, action: &str) -> Result<bool, IllegalAction> {
        let action = self.game.parse_action(&self.state, action)?;
        let (mut after, mut chance) = (self.state, self.chance.clone());
        let mut dice = CountingDice::new(&mut chance);
        self.game.try_play(&mut after, action, &mut dice)?;
        let thrown = dice.throws() > 0;
        (self.state, self.chance) = (after, chance);
        Ok(thrown)
    }

    fn scores(&self) -> Result<Value, InputError> {
        self.game
            .result(&self.state)
            .ok_or_else(|| refuse("cmd", "scores of an unfinished game", "only when the game is over"))
    }

    fn view(&self, seat: usize) -> Result<Value, InputError> {
        Ok(self.game.view(&self.state, self.seat(seat)?))
    }

    fn determinize(&self, request: &Determinize) -> Result<Value, InputError> {
        let seat = self.seat(request.seat)?;
        let mut world = self.state;
        let mut dice = Seed(request.seed).derive(Purpose::Sample, 0).rng();
        self.game.determinize(&mut world, seat, &mut dice);
        Ok(self.game.position(&world))
    }

    fn analyze(&self, request: &Analyze) -> Result<Map<String, Value>, InputError> {
        let seat = (self.game.to_act(&self.state))
            .ok_or_else(|| refuse("cmd", "analyze of a finished game", "while a seat is to move"))?;
        let mut search =
            SearchChoice::find::<G>(&request.bot)?.with_budget(request.iterations, None).build(&self.game)?;
        let view = View::new(&self.game, &self.state, seat);
        let result = search.run(&view, Seed(request.seed)).in_notation(&view);
        Ok(result_object(&result))
    }
}
