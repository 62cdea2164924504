//! The game that asks an oracle.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tradewinds_game::{
    Actions, Dice, Edge, Game, InputError, MAX_ACTIONS, MAX_SEATS, Origin, PerSeat, Rng, Scores, Seat, Seed,
};

use crate::fault::{guarded, raise};
use crate::oracle::{Answered, Oracle};

/// The largest bound of decisions: a search keeps room for a path of that length.
const MAX_DECISIONS: u32 = 100_000;
/// The parts of a point that its margin reads: scores may be fractions.
const PARTS: f64 = 1_000.0;
/// The largest score: a lead in parts of a point fits in 32 bits.
const MAX_SCORE: f64 = 1_000_000.0;

/// A position of a [`Foreign`] game: its place on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    index: u32,
    /// The number of the position, so that a place that was used again is noticed.
    number: u32,
}

/// A game of another language as a [`Game`]. It holds one game at a time.
///
/// # Panics
/// Its methods unwind with the error of the oracle; [`search`](crate::search), [`check`](crate::check()) and
/// [`play_contest`](crate::play_contest) return it.
pub struct Foreign<O: Oracle> {
    players: usize,
    max_decisions: u32,
    stack: Mutex<Stack<O>>,
}

/// The positions that a search or a game may still ask for, the oldest first.
struct Stack<O: Oracle> {
    oracle: O,
    entries: Vec<(u32, Answered<O::Place>)>,
    /// The number of the last position.
    number: u32,
    /// The largest number of entries so far.
    peak: usize,
    /// For each action, the number of the last position in which it was legal.
    seen: Vec<u32>,
}

impl<O: Oracle> Stack<O> {
    fn spot(&self, handle: Handle) -> &Answered<O::Place> {
        let (number, spot) = &self.entries[handle.index as usize];
        assert_eq!(*number, handle.number, "nothing asks for a position that was dropped");
        spot
    }

    /// Checks an answer to a request.
    fn check(&mut self, request: &str, spot: &Answered<O::Place>, players: usize) -> Result<(), O::Fault> {
        let wrong = |oracle: &O, field: &str, found: String, allowed: String| {
            let error = InputError::new(Origin::Unnamed, format!("{request}: {field}"), found, allowed);
            Err(oracle.refuse(error))
        };
        let count = spot.legal.len();
        match spot.to_act {
            Some(seat) if seat >= players => {
                let allowed = format!("a seat from 0 to {}, or none when the game is over", players - 1);
                return wrong(&self.oracle, "to_act", seat.to_string(), allowed);
            }
            Some(_) if count == 0 || count > MAX_ACTIONS => {
                let allowed = format!("1 to {MAX_ACTIONS} while a seat decides");
                return wrong(&self.oracle, "legal", format!("{count} actions"), allowed);
            }
            _ => {}
        }
        self.number += 1;
        for &action in &spot.legal {
            let place = action as usize;
            if action >= Edge::MOVES {
                let found = format!("action number {action} of the game");
                return wrong(&self.oracle, "legal", found, format!("{} different actions", Edge::MOVES));
            }
            if self.seen.len() <= place {
                self.seen.resize(place + 1, 0);
            }
            if self.seen[place] == self.number {
                let found = format!("{} twice", self.oracle.action_text(action));
                return wrong(&self.oracle, "legal", found, "each action once".to_owned());
            }
            self.seen[place] = self.number;
        }
        Ok(())
    }

    /// Puts a position on top of the first `below` ones, in place of all others.
    fn put(&mut self, below: usize, spot: Answered<O::Place>) -> Handle {
        self.entries.truncate(below);
        self.entries.push((self.number, spot));
        self.peak = self.peak.max(self.entries.len());
        Handle { index: below as u32, number: self.number }
    }
}

impl<O: Oracle> Foreign<O> {
    /// Makes the game.
    ///
    /// # Errors
    /// The number of players is not 1 to 6, or the bound of decisions not 1 to 100,000.
    pub fn new(oracle: O) -> Result<Self, O::Fault> {
        let (players, max_decisions) = (oracle.players(), oracle.max_decisions());
        let checked =
            InputError::check_range(Origin::Unnamed, "players", players, 1, MAX_SEATS).and_then(|()| {
                InputError::check_range(Origin::Unnamed, "max_decisions", max_decisions, 1, MAX_DECISIONS)
            });
        if let Err(error) = checked {
            return Err(oracle.refuse(error));
        }
        let stack = Stack { oracle, entries: Vec::new(), number: 0, peak: 0, seen: Vec::new() };
        Ok(Self { players, max_decisions, stack: Mutex::new(stack) })
    }

    /// Begins with a position that the oracle knows.
    ///
    /// # Errors
    /// What its rules say of it is not allowed, or the game is over.
    pub fn begin(&self, spot: Answered<O::Place>) -> Result<Handle, O::Fault> {
        let mut stack = self.stack();
        stack.check("state", &spot, self.players)?;
        if spot.to_act.is_none() {
            let error = InputError::new(Origin::Unnamed, "state", "a game that is over", "one that goes on");
            return Err(stack.oracle.refuse(error));
        }
        Ok(stack.put(0, spot))
    }

    /// Deals a game.
    ///
    /// # Errors
    /// The game fails, or answers what is not allowed.
    pub fn start(&self, seed: Seed) -> Result<Handle, O::Fault> {
        guarded(|| self.deal(&mut seed.rng()))
    }

    /// Plays a legal action.
    ///
    /// # Errors
    /// As for [`Foreign::start`].
    pub fn step(&self, mut state: Handle, action: u32, chance: &mut Rng) -> Result<Handle, O::Fault> {
        guarded(|| {
            self.play(&mut state, action, chance);
            state
        })
    }

    /// Asks the oracle.
    pub fn ask<T>(&self, question: impl FnOnce(&mut O) -> T) -> T {
        question(&mut self.stack().oracle)
    }

    /// Asks the oracle about a position.
    pub fn ask_about<T>(&self, state: Handle, question: impl FnOnce(&mut O, &Answered<O::Place>) -> T) -> T {
        let stack = &mut *self.stack();
        stack.spot(state);
        question(&mut stack.oracle, &stack.entries[state.index as usize].1)
    }

    /// Asks the oracle about two positions.
    pub(crate) fn ask_about_both<T>(
        &self,
        one: Handle,
        other: Handle,
        question: impl FnOnce(&mut O, &Answered<O::Place>, &Answered<O::Place>) -> T,
    ) -> T {
        let Stack { oracle, entries, .. } = &mut *self.stack();
        question(oracle, &entries[one.index as usize].1, &entries[other.index as usize].1)
    }

    /// Returns the largest number of positions that were held at once.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.stack().peak
    }

    /// Returns the scores of a position.
    ///
    /// # Errors
    /// The game fails, or answers what is not allowed.
    pub fn points(&self, state: Handle) -> Result<Vec<f64>, O::Fault> {
        let players = self.players;
        self.ask_about(state, |oracle, spot| {
            let scores = oracle.scores(&spot.place)?;
            if scores.len() == players && scores.iter().all(|score| score.abs() <= MAX_SCORE) {
                return Ok(scores);
            }
            let allowed = format!("a number from -1,000,000 to 1,000,000 for each of {players} seats");
            Err(oracle.refuse(InputError::new(Origin::Unnamed, "scores", format!("{scores:?}"), allowed)))
        })
    }

    fn stack(&self) -> MutexGuard<'_, Stack<O>> {
        // What a panic has left is as good as before: entries are put there whole.
        self.stack.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work with the stack, and raises its error once the stack is free again.
    fn with<T>(&self, work: impl FnOnce(&mut Stack<O>) -> Result<T, O::Fault>) -> T {
        let done = work(&mut self.stack());
        done.unwrap_or_else(|fault| raise(fault))
    }
}

/// Draws the seed of a request.
pub(crate) fn draw<D: Dice + ?Sized>(dice: &mut D) -> u32 {
    dice.below(u32::MAX)
}

impl<O: Oracle> Game for Foreign<O> {
    type State = Handle;
    type Action = u32;

    const CLEAR_LEAD: f32 = (10.0 * PARTS) as f32;

    fn players(&self) -> usize {
        self.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Handle {
        let seed = draw(dice);
        self.with(|stack| {
            let spot = stack.oracle.deal(seed)?;
            stack.check("deal", &spot, self.players)?;
            Ok(stack.put(0, spot))
        })
    }

    fn to_act(&self, state: &Handle) -> Option<Seat> {
        self.stack().spot(*state).to_act.map(Seat::new)
    }

    fn legal(&self, state: &Handle, actions: &mut Actions<u32>) {
        actions.extend(self.stack().spot(*state).legal.iter().copied());
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Handle, action: u32, dice: &mut D) {
        let seed = draw(dice);
        *state = self.with(|stack| {
            stack.spot(*state);
            let before = &stack.entries[state.index as usize].1;
            let spot = stack.oracle.play(&before.place, action, seed)?;
            stack.check("play", &spot, self.players)?;
            Ok(stack.put(state.index as usize + 1, spot))
        });
    }

    fn play_several_random<D: Dice + ?Sized>(&self, state: &mut Handle, most: u32, dice: &mut D) -> u32 {
        let seed = draw(dice);
        let played = self.with(|stack| {
            stack.spot(*state);
            let before = &stack.entries[state.index as usize].1;
            let Some((decisions, spot)) = stack.oracle.playout(&before.place, most, seed)? else {
                return Ok(None);
            };
            let counted = InputError::check_range(Origin::Unnamed, "playout: decisions", decisions, 1, most);
            counted.map_err(|error| stack.oracle.refuse(error))?;
            stack.check("playout", &spot, self.players)?;
            Ok(Some((decisions, stack.put(state.index as usize + 1, spot))))
        });
        let Some((decisions, after)) = played else {
            self.play_random(state, dice);
            return 1;
        };
        *state = after;
        decisions
    }

    fn scores(&self, state: &Handle) -> Scores {
        let scores = self.points(*state).unwrap_or_else(|fault| raise(fault));
        let points = PerSeat::from_fn(self.players, |seat| (scores[seat.index()] * PARTS).round() as i32);
        // Numbers are compared as they are; points are rounded to their parts for the margin alone.
        let beaten =
            |seat: Seat| scores.iter().filter(|score| score.total_cmp(&scores[seat.index()]).is_lt()).count();
        Scores::ranked_by(points, PerSeat::new(self.players), beaten)
    }

    fn max_decisions(&self) -> u32 {
        self.max_decisions
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut Handle, observer: Seat, dice: &mut D) {
        let seed = draw(dice);
        let drawn = self.with(|stack| {
            stack.spot(*state);
            let before = &stack.entries[state.index as usize].1;
            let Some(spot) = stack.oracle.determinize(&before.place, observer, seed)? else {
                return Ok(None);
            };
            let is_own = before.to_act == Some(observer.index());
            if before.to_act != spot.to_act || is_own && before.legal != spot.legal {
                let allowed = format!("what the seat knows: {}", before.described(&stack.oracle));
                let found = spot.described(&stack.oracle);
                let error = InputError::new(Origin::Unnamed, "determinize: legal", found, allowed);
                return Err(stack.oracle.refuse(error));
            }
            stack.check("determinize", &spot, self.players)?;
            Ok(Some(stack.put(state.index as usize + 1, spot)))
        });
        *state = drawn.unwrap_or(*state);
    }

    fn code(action: u32) -> u32 {
        action
    }

    fn observe(&self, _: &Handle, action: u32, after: &Handle, _: Seat) -> Option<Edge> {
        Some(Edge::new(action).with_outcome(self.stack().spot(*after).outcome))
    }
}
