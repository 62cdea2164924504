//! The core of a game: the [`Game`] trait and its laws.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Actions, Dice, Edge, IllegalAction, Scores, Seat};

/// The rules of a game for one number of players and one variant: all that a search needs.
///
/// `Game` is made once and shared by reference; [`Game::State`] is the part that changes in play. The [other
/// traits](crate) add the parts that tournaments, studies and people need.
///
/// # Laws
/// `tradewinds_testkit::laws!` checks every game against them, for all numbers of players and shipped variants; for
/// each of them `crates/testkit/tests/testkit/laws.rs` has a game that breaks it, which the suite must catch.
///
/// 1. While a seat is to act, [`legal`](Game::legal) lists at least one action and none twice, and every
///    action in it can be played; [`try_play`](Game::try_play) refuses any other one and leaves the state
///    as it was.
/// 2. A game does not take more than [`max_decisions`](Game::max_decisions) decisions where its rules
///    guarantee an end; elsewhere a game that reaches them is marked as truncated, never scored.
/// 3. [`Notation::check`](super::Notation::check) holds after every decision.
/// 4. [`determinize`](Game::determinize) changes nothing that the observer knows, keeps the invariants, and
///    depends only on what the observer knows and on the dice: it resamples from a canonical list of what is
///    unknown and never permutes the true values. [`shuffle_unseen`](Game::shuffle_unseen) changes nothing that any
///    seat knows.
/// 5. It resamples every hidden fact, and each possible world has the right frequency.
/// 6. Equal states, dice and actions give equal next states. Action texts, position files and views can be
///    written and read back.
/// 7. A decision with one legal action is still a decision for notation and records, and every decision
///    changes the position; the runner and the search skip forced ones without asking a bot or adding a node.
/// 8. [`to_act`](Game::to_act), `legal`, the scores of a policy (numbers, none infinite), and
///    [`Choices::choice`](super::Choices::choice) and [`Choices::circumstances`](super::Choices::circumstances) are
///    equal in every determinization for the seat that decides. A policy's [`evaluate`](super::Policy::evaluate)
///    depends on public facts and on the observer's own knowledge; so do the [features](super::Features) that a network
///    reads.
/// 9. Once [`is_open`](Game::is_open) returns true, nothing is hidden and no dice are thrown until the end,
///    whatever is played; searches prove wins by it.
/// 10. As long as all steps are [public](Game::is_public_step), the same actions lead to the same seat that decides,
///     with the same legal list, in every determinization for the seat that decides first, and are public in all of
///     them.
///
/// Besides, [`observe`](Game::observe) gives an observer an edge exactly when its view changes, or when a
/// decision is announced that changes nothing visible; an edge's outcome is public.
///
/// # Determinism
/// All randomness comes from the `dice` arguments. A state never holds a generator: a search could
/// foresee its numbers.
pub trait Game: Send + Sync + Sized + 'static {
    /// Everything that changes in play: plain data of fixed size, without heap.
    type State: Copy + Eq + Debug + Send + Sync + 'static;
    /// One atomic decision, at most 4 bytes.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// Whether some choices are secret and simultaneous, so that one shared tree would leak them.
    const SECRET_SIMULTANEOUS: bool = false;
    /// The lead in points, at the end of an ordinary close game, that counts as a clear win; scales
    /// the leader-margin reward of the search.
    const CLEAR_LEAD: f32 = 10.0;

    /// Returns the number of players, 1 to [`MAX_SEATS`](crate::MAX_SEATS).
    fn players(&self) -> usize;

    /// Sets up a game; every hidden order that the state keeps is drawn here.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Self::State;

    /// Returns the seat that decides, or `None` when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<Seat>;

    /// Fills `actions` with the legal actions, at most [`MAX_ACTIONS`](crate::MAX_ACTIONS), in the game's canonical
    /// order; empty only when the game is over.
    fn legal(&self, state: &Self::State, actions: &mut Actions<Self::Action>);

    /// Plays one decision and its automatic consequences.
    ///
    /// # Contract
    /// `action` is legal in `state`; otherwise the result is unspecified (debug builds may panic).
    /// Use [`Game::try_play`] for actions from outside.
    fn play<D: Dice + ?Sized>(&self, state: &mut Self::State, action: Self::Action, dice: &mut D);

    /// Returns the standing of a position: points, tie keys, ranks and win shares as if the game
    /// ended here. At the end of a game this is the result.
    fn scores(&self, state: &Self::State) -> Scores;

    /// Returns the number of decisions, at least 1, after which a game is stopped and marked as truncated. A search keeps
    /// room for a path of that length.
    fn max_decisions(&self) -> u32;

    /// Resamples everything that `observer` cannot know, uniformly over the worlds consistent with its
    /// knowledge. The result depends only on that knowledge and on the dice.
    fn determinize<D: Dice + ?Sized>(&self, state: &mut Self::State, observer: Seat, dice: &mut D);

    /// Draws again, uniformly, what no seat knows: the order of a stack, tiles that nobody has seen. It keeps
    /// what all seats know together, so what a step then turns up differs from world to world only where chance
    /// decides it. A game whose seats all know the same forwards it to [`determinize`](Game::determinize); by default
    /// there is nothing that no seat knows.
    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut Self::State, dice: &mut D) {
        let _ = (state, dice);
    }

    /// Draws what no seat knows again like [`shuffle_unseen`](Game::shuffle_unseen), but from the order in which it lies: the
    /// same throws move what lies in the same places, so two states that differ in two cards still do afterwards. By
    /// default it is `shuffle_unseen`, which orders what it shuffles first.
    fn permute_unseen<D: Dice + ?Sized>(&self, state: &mut Self::State, dice: &mut D) {
        self.shuffle_unseen(state, dice);
    }

    /// Returns the number of an action, below [`Edge::MOVES`], different for different actions of
    /// one decision.
    fn code(action: Self::Action) -> u32;

    /// Draws a legal action uniformly: the action at index `below(n)` of the legal list, without a
    /// throw when only one is legal.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    fn random_action<D: Dice + ?Sized>(&self, state: &Self::State, dice: &mut D) -> Self::Action {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        match actions.len() {
            1 => actions[0],
            n => actions[dice.below(n as u32) as usize],
        }
    }

    /// Plays a uniformly random legal action, for rollouts: with equal dice the same as
    /// [`Game::random_action`] and [`Game::play`]. A game may implement it without making the list.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut Self::State, dice: &mut D) {
        let action = self.random_action(state, dice);
        self.play(state, action, dice);
    }

    /// Plays random decisions as repeated calls of [`Game::play_random`] do, at least one and at most `most`, and
    /// returns their number. A game may implement it to play several decisions of one phase in a loop.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    fn play_several_random<D: Dice + ?Sized>(&self, state: &mut Self::State, most: u32, dice: &mut D) -> u32 {
        debug_assert!(most > 0, "at least one decision is played");
        self.play_random(state, dice);
        1
    }

    /// Plays an action after checking that it is legal; the state is untouched if it is not.
    ///
    /// # Errors
    /// The action is not in the legal list.
    fn try_play<D: Dice + ?Sized>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        dice: &mut D,
    ) -> Result<(), IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        if actions.contains(&action) {
            self.play(state, action, dice);
            Ok(())
        } else {
            Err(IllegalAction {
                action: format!("{action:?}"),
                reason: "it is not a legal action at this decision".to_owned(),
            })
        }
    }

    /// Returns whether the rest of the game is open: nothing in it is hidden from any seat and no dice
    /// are thrown, whatever is played. It depends on public facts alone; a search may then prove wins.
    fn is_open(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns whether a step was public and without chance, as law 10 says: it turned nothing up that was hidden or
    /// random and decides what is legal after it or after further public steps, and no list depends on a secret. A
    /// search then remembers what is legal after the same steps. A game that does not know returns false.
    #[inline]
    fn is_public_step(&self, before: &Self::State, action: Self::Action, after: &Self::State) -> bool {
        let _ = (before, action, after);
        false
    }

    /// Returns the edge that `observer`'s tree takes when `action` leads from `before` to `after`,
    /// or `None` when the observer sees nothing of it. For the seat that decides, the edge's move is the
    /// action's own code.
    fn observe(
        &self,
        before: &Self::State,
        action: Self::Action,
        after: &Self::State,
        observer: Seat,
    ) -> Option<Edge> {
        let _ = (before, after, observer);
        Some(Edge::new(Self::code(action)))
    }
}
