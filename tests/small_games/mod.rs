//! Small games with known answers, to prove the search.
//!
//! [`Small`] is what such a game has to say; [`Table`] makes a whole [`Game`] of it. Its actions are
//! numbers, their notation is the number, a position file holds the state's fields.
#![allow(dead_code, reason = "each test binary uses some of the games")]

mod connect_four;
mod hidden;
mod open;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tradewinds::game::{
    Actions, Broken, Dice, Edge, Game, InputError, NoRecorder, PerSeat, Policy, Schema, Scores, Seat,
    Variant, WeightDoc, Weights, parse_json,
};

pub(crate) use connect_four::{Board, ConnectFour};
pub(crate) use hidden::{BET, Dig, Guess, Hand, Hidden, Holder, Kuhn, PASS, Pennies, SAFE, Turning};
pub(crate) use open::{Endless, Ladder, Opening, TicTacToe};

/// A small game.
pub(crate) trait Small: Send + Sync + 'static {
    /// What changes in play.
    type State: Copy + Eq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;
    const NAME: &'static str;
    const PLAYERS: usize;
    const BOUND: u32;
    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 1.0;
    /// Whether nothing is hidden and no dice are thrown.
    const OPEN: bool = false;
    /// Whether that is so from this position on.
    fn is_open(_: &Self::State) -> bool {
        Self::OPEN
    }
    /// Whether every move that is played is checked.
    const CHECKED: bool = true;

    fn deal(dice: &mut (impl Dice + ?Sized)) -> Self::State;
    fn to_act(state: &Self::State) -> Option<usize>;
    fn legal(state: &Self::State, actions: &mut Actions<u8>);
    fn play(state: &mut Self::State, action: u8, dice: &mut (impl Dice + ?Sized));
    fn points(state: &Self::State, seat: usize) -> i32;
    /// Plays a random move in a quicker way than by its list, if there is one.
    fn play_random(_: &mut Self::State, _: &mut (impl Dice + ?Sized)) -> bool {
        false
    }
    /// Resamples what `observer` does not know.
    fn determinize(_: &mut Self::State, _observer: usize, _: &mut (impl Dice + ?Sized)) {}
    fn seen(
        _before: &Self::State,
        action: u8,
        _after: &Self::State,
        _seat: usize,
        _observer: usize,
    ) -> Option<Edge> {
        Some(Edge::new(action.into()))
    }
    fn evaluate(_: &Self::State, _seat: usize) -> f32 {
        1.0 / Self::PLAYERS as f32
    }
    fn score(_: &Self::State, _action: u8) -> f32 {
        0.0
    }
}

/// The rules of a small game.
pub(crate) struct Table<S>(PhantomData<S>);

impl<S> Table<S> {
    pub(crate) fn rules() -> Self {
        Self(PhantomData)
    }
}

/// The policy of a small game.
pub(crate) struct SmallPolicy;

impl<S: Small> Policy<Table<S>> for SmallPolicy {
    fn score(&self, _: &Table<S>, state: &S::State, actions: &[u8], scores: &mut [f32]) {
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = S::score(state, action);
        }
    }
}

impl<S: Small> Game for Table<S> {
    type State = S::State;
    type Action = u8;
    type Policy = SmallPolicy;
    type Recorder = NoRecorder;

    const NAME: &'static str = S::NAME;
    const PLAYERS: RangeInclusive<usize> = S::PLAYERS..=S::PLAYERS;
    const RULES_VERSION: u32 = 1;
    const DECISION_KINDS: &'static [&'static str] = &["move"];
    const SECRET_SIMULTANEOUS: bool = S::SECRET_SIMULTANEOUS;
    const CLEAR_LEAD: f32 = S::CLEAR_LEAD;

    fn new(_: usize, _: &Variant) -> Result<Self, InputError> {
        Ok(Self::rules())
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn players(&self) -> usize {
        S::PLAYERS
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> S::State {
        S::deal(dice)
    }

    fn to_act(&self, state: &S::State) -> Option<Seat> {
        S::to_act(state).map(Seat::new)
    }

    fn legal(&self, state: &S::State, actions: &mut Actions<u8>) {
        if S::to_act(state).is_some() {
            S::legal(state, actions);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut S::State, action: u8, dice: &mut D) {
        if S::CHECKED {
            let mut actions = Actions::new();
            self.legal(state, &mut actions);
            assert!(actions.contains(&action), "{action} is illegal in {state:?}");
        }
        S::play(state, action, dice);
    }

    fn play_random<D: Dice + ?Sized>(&self, state: &mut S::State, dice: &mut D) {
        if !S::play_random(state, dice) {
            let action = self.random_action(state, dice);
            self.play(state, action, dice);
        }
    }

    fn is_open(&self, state: &S::State) -> bool {
        S::is_open(state)
    }

    fn scores(&self, state: &S::State) -> Scores {
        let points = PerSeat::from_fn(S::PLAYERS, |seat| S::points(state, seat.index()));
        Scores::ranked(points, PerSeat::new(S::PLAYERS))
    }

    fn bound(&self) -> u32 {
        S::BOUND
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut S::State, observer: Seat, dice: &mut D) {
        S::determinize(state, observer.index(), dice);
    }

    fn code(action: u8) -> u32 {
        action.into()
    }

    fn seen(&self, before: &S::State, action: u8, after: &S::State, observer: Seat) -> Option<Edge> {
        let seat = S::to_act(before).expect("an action is somebody's");
        S::seen(before, action, after, seat, observer.index())
    }

    fn evaluate(&self, state: &S::State) -> PerSeat<f32> {
        PerSeat::from_fn(S::PLAYERS, |seat| S::evaluate(state, seat.index()))
    }

    fn broken(&self, _: &S::State) -> Vec<Broken> {
        Vec::new()
    }

    fn start_place(&self, _: &S::State, seat: Seat) -> usize {
        seat.index()
    }

    fn round(&self, _: &S::State) -> u32 {
        1
    }

    fn action_text(&self, _: &S::State, action: u8) -> String {
        action.to_string()
    }

    fn position(&self, state: &S::State) -> Value {
        json!(state)
    }

    fn view(&self, state: &S::State, _: Seat) -> Value {
        json!(state)
    }

    fn read<D: Dice + ?Sized>(
        position: &Value,
        _: &Variant,
        _: &mut D,
    ) -> Result<(Self, S::State), InputError> {
        Ok((Self::rules(), parse_json("position", position)?))
    }

    fn result(&self, _: &S::State) -> Option<Value> {
        None
    }

    fn end_reason(&self, _: &S::State) -> String {
        String::new()
    }

    fn decision_kind(&self, _: &S::State) -> usize {
        0
    }

    fn weights() -> &'static [WeightDoc] {
        &[]
    }

    fn policy(&self, _: &Weights) -> Result<SmallPolicy, InputError> {
        Ok(SmallPolicy)
    }

    fn schema() -> &'static Schema {
        &Schema { seats: &[], tables: &[] }
    }

    fn recorder(&self, _: &S::State) -> NoRecorder {
        NoRecorder
    }
}
