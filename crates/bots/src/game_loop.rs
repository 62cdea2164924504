//! The loop in which every game is played, from its deal or from where it was left.

use tradewinds_game::{Actions, CountingDice, Game, Rng, Seat, Step, View};

use super::Bot;

/// A decision before it is made.
#[derive(Debug)]
pub struct Pending<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The true position: a conduct knows more than a bot may.
    pub state: &'a G::State,
    /// The seat that decides.
    pub seat: Seat,
    /// The legal actions, of which there is at least one.
    pub actions: &'a Actions<G::Action>,
    /// The number of decisions played before it.
    pub number: u32,
}

impl<'a, G: Game> Pending<'a, G> {
    /// Returns what the deciding seat knows.
    #[must_use]
    pub fn view(&self) -> View<'a, G> {
        View::of_decision(self.game, self.state, self.seat, self.actions)
    }

    /// Returns the action if only one is legal.
    #[must_use]
    pub fn forced(&self) -> Option<G::Action> {
        if let [forced] = self.actions.as_slice() { Some(*forced) } else { None }
    }
}

/// Decides and observes while a game is played.
pub trait Conduct<G: Game> {
    /// Chooses one of the legal actions; `None` stops the loop before this decision.
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action>;

    /// Returns whether decisions are shown to [`Conduct::observe`], which takes a copy of each position.
    fn is_attentive(&self) -> bool {
        true
    }

    /// Observes a decision that was played, and whether a random event took place.
    fn observe(&mut self, game: &G, step: &Step<'_, G>, chance: bool) {
        let _ = (game, step, chance);
    }

    /// Looks at the position after each decision, whether it is attentive or not.
    fn played(&mut self, game: &G, after: &G::State) {
        let _ = (game, after);
    }
}

/// Why the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The game is over.
    Over,
    /// It reached [`Game::max_decisions`].
    Bound,
    /// The conduct stopped it.
    Stopped,
}

/// A game that is played, and all that the loop leaves behind when it is stopped, so that it can go on.
#[derive(Debug)]
pub struct GameLoop<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a mut G::State,
    /// The dice of random events.
    pub dice: &'a mut Rng,
    /// The number of decisions played.
    pub decisions: &'a mut u32,
    /// The legal actions of the last decision that was looked at.
    pub actions: &'a mut Actions<G::Action>,
}

impl<G: Game> GameLoop<'_, G> {
    /// Plays until the game is over, reaches its bound or is stopped.
    #[inline]
    pub fn run(&mut self, conduct: &mut (impl Conduct<G> + ?Sized)) -> Halt {
        let bound = self.game.max_decisions();
        while let Some(seat) = self.game.to_act(self.state) {
            if *self.decisions == bound {
                return Halt::Bound;
            }
            self.actions.clear();
            self.game.legal(self.state, self.actions);
            let pending = Pending {
                game: self.game,
                state: self.state,
                seat,
                actions: self.actions,
                number: *self.decisions,
            };
            let Some(action) = conduct.choose(&pending) else { return Halt::Stopped };
            self.play(seat, action, conduct);
        }
        Halt::Over
    }

    /// Plays an action of the seat that decides.
    #[inline]
    pub fn play(&mut self, seat: Seat, action: G::Action, conduct: &mut (impl Conduct<G> + ?Sized)) {
        *self.decisions += 1;
        if conduct.is_attentive() {
            let before = *self.state;
            let mut dice = CountingDice::new(self.dice);
            self.game.play(self.state, action, &mut dice);
            let chance = dice.throws() > 0;
            conduct.observe(self.game, &Step { before: &before, seat, action, after: self.state }, chance);
        } else {
            self.game.play(self.state, action, self.dice);
        }
        conduct.played(self.game, self.state);
    }
}

/// Plays a game on until it is over, reaches its bound or is stopped; also returns the number of decisions. It is
/// compiled once for all that play a game.
pub fn play_on<G: Game>(
    game: &G,
    state: &mut G::State,
    dice: &mut Rng,
    conduct: &mut dyn Conduct<G>,
) -> (Halt, u32) {
    let (mut decisions, mut actions) = (0, Actions::new());
    let halt = GameLoop { game, state, dice, decisions: &mut decisions, actions: &mut actions }.run(conduct);
    (halt, decisions)
}

/// Asks the bot of the deciding seat, unless only one action is legal; `None` if `halted` while it was asked.
pub fn ask<'b, G: Game>(
    bots: &mut [Box<dyn Bot<G> + 'b>],
    pending: &Pending<'_, G>,
    halted: &dyn Fn() -> bool,
) -> Option<G::Action> {
    pending.forced().or_else(|| bots[pending.seat.index()].choose_unless(&pending.view(), halted))
}

/// Shows a decision to the bots that observe every one: those of all seats in order, of which some may have none.
pub fn show<'a, 'b: 'a, G: Game>(
    bots: impl IntoIterator<Item: Into<Option<&'a mut Box<dyn Bot<G> + 'b>>>>,
    game: &G,
    step: &Step<'_, G>,
) {
    for (bot, observer) in bots.into_iter().zip(Seat::all(game.players())) {
        if let Some(bot) = bot.into().filter(|bot| bot.is_attentive()) {
            bot.notice(step.seat, game.observe(step.before, step.action, step.after, observer));
        }
    }
}
