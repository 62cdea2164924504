//! A bot's input: a seat's knowledge, never the true state.

use serde_json::Value;

use super::{Actions, Choices, Dice, Game, Notation, Seat};

/// One seat's knowledge of a position, and a way to draw worlds that agree with it.
///
/// The true state cannot be reached from outside the crate: every read uses only what the seat knows.
#[derive(Debug)]
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    /// The legal actions, where whoever asks has listed them.
    actions: Option<&'a Actions<G::Action>>,
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// Makes the view that `seat` has of `state`.
    #[must_use]
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Self { game, state, seat, actions: None }
    }

    /// Makes the view that the seat to act has of `state`, whose legal actions are `actions`: they need not be listed
    /// again, which in quick games takes as long as the rules themselves.
    #[must_use]
    pub fn of_decision(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        actions: &'a Actions<G::Action>,
    ) -> Self {
        debug_assert_eq!(game.to_act(state), Some(seat), "the actions are those of the seat to act");
        Self { game, state, seat, actions: Some(actions) }
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Returns the seat whose knowledge this is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seat that decides, which is public.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.game.to_act(self.state)
    }

    /// Fills `actions` with the legal actions of the seat's own decision.
    ///
    /// # Panics
    /// If it is not this seat's decision: another seat's list may hold secrets.
    pub fn legal(&self, actions: &mut Actions<G::Action>) {
        assert_eq!(self.to_act(), Some(self.seat), "a view lists only its own seat's actions");
        match self.actions {
            Some(listed) => {
                actions.clear();
                actions.extend(listed.iter().copied());
            }
            None => self.game.legal(self.state, actions),
        }
    }

    /// Returns whether the view has fewer actions than are legal; a view may be [among](View::among) all of them, so that
    /// they are not listed again.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.actions.is_some_and(|listed| {
            let mut all = Actions::new();
            self.game.legal(self.state, &mut all);
            listed.len() < all.len()
        })
    }

    /// Returns the view with a part of the legal actions of the seat's own decision, as if the others were not legal.
    #[must_use]
    pub fn among<'b>(self, actions: &'b Actions<G::Action>) -> View<'b, G>
    where
        'a: 'b,
    {
        View { actions: Some(actions), ..self }
    }

    /// Draws one of the legal actions of the seat's own decision uniformly: the one at index `below(n)` of the list.
    ///
    /// # Panics
    /// As for [`View::legal`].
    pub fn random_action<D: Dice + ?Sized>(&self, dice: &mut D) -> G::Action {
        assert_eq!(self.to_act(), Some(self.seat), "a view lists only its own seat's actions");
        match self.actions {
            Some(listed) => listed[dice.below(listed.len() as u32) as usize],
            None => {
                let mut actions = Actions::new();
                self.game.legal(self.state, &mut actions);
                actions[dice.below(actions.len() as u32) as usize]
            }
        }
    }

    /// Draws a world that the seat cannot distinguish from the true one.
    #[must_use]
    pub fn determinize<D: Dice + ?Sized>(&self, dice: &mut D) -> G::State {
        let mut world = *self.state;
        self.game.determinize(&mut world, self.seat, dice);
        world
    }

    /// Returns whether the rest of the game is [open](Game::is_open).
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.game.is_open(self.state)
    }

    /// Returns the true position, for one reader: the clairvoyant tree of the search, an upper bound in experiments.
    /// A bot that calls it peeks, and the test `no_peek` fails.
    #[doc(hidden)]
    #[must_use]
    pub fn true_state(&self) -> &'a G::State {
        self.state
    }
}

impl<G: Choices> View<'_, G> {
    /// Returns the [kind](Choices::decision_kind) of the seat's own decision.
    #[must_use]
    pub fn decision_kind(&self) -> usize {
        self.game.decision_kind(self.state)
    }

    /// Returns the name of the [choice](Choices::choice) of an action of the seat's own decision.
    #[must_use]
    pub fn choice(&self, action: G::Action) -> String {
        self.game.choice(self.state, action)
    }
}

impl<G: Notation> View<'_, G> {
    /// Writes an action of the seat's own decision in notation.
    #[must_use]
    pub fn action_text(&self, action: G::Action) -> String {
        self.game.action_text(self.state, action)
    }

    /// Writes the position as the seat sees it.
    #[must_use]
    pub fn position(&self) -> Value {
        self.game.view(self.state, self.seat)
    }
}
