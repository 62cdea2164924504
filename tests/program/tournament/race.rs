//! A toy game for tests of what is built on games: a race with dice for two to four seats.
//!
//! On its turn a seat rolls and moves on by the roll and its engines, or buys an engine for some
//! points. The round in which a seat reaches the goal is the last. A seat that cannot pay for an
//! engine has one legal action.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tradewinds::game::{
    Actions, Advice, Broken, CellType, Choices, Column, Dice, Ending, Features, Game, InputError, Notation,
    PerSeat, Policy, Recorder, Records, Rows, Schema, Scores, Seat, Speech, Table, Variant, Variants,
    WeightDoc, Weights, overlaid, parse_json,
};

const DATA: &str = "goal = 25\nbound = 200\n[engine]\nprice = 3\n";

#[derive(Debug)]
pub(crate) struct Race {
    players: usize,
    data: Data,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    goal: u8,
    bound: u32,
    engine: Engine,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Engine {
    price: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    points: [u8; 4],
    engines: [u8; 4],
    first: u8,
    turn: u32,
    over: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    players: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Action {
    Roll,
    Buy,
}

pub(crate) struct Thrift(f32);

impl Policy<Race> for Thrift {
    fn score(&self, _: &Race, _: &State, actions: &[Action], scores: &mut [f32]) {
        for (action, score) in actions.iter().zip(scores) {
            *score = if *action == Action::Roll { 1.0 } else { self.0 };
        }
    }

    fn evaluate(&self, game: &Race, _: &State) -> PerSeat<f32> {
        PerSeat::from_fn(game.players, |_| 1.0 / game.players as f32)
    }
}

pub(crate) struct Turns {
    rows: Rows,
    /// The turn that is played: its round, its seat with the points before it, and its action.
    turn: Option<(u32, Seat, i32, String)>,
}

impl Recorder<Race> for Turns {
    fn decide(&mut self, game: &Race, before: &State, seat: Seat, action: Action) {
        let points = i32::from(before.points[seat.index()]);
        self.turn = Some((game.round(before), seat, points, game.action_text(before, action)));
    }

    fn played(&mut self, _: &Race, after: &State) {
        let (round, seat, points, action) = self.turn.take().expect("a decision was played");
        let gain = i32::from(after.points[seat.index()]) - points;
        self.rows.push(0, seat, [round.into(), seat.into(), action.into(), gain.into()]);
    }

    fn finish(self, game: &Race, last: &State) -> Ending {
        let seats = Seat::all(game.players).map(|seat| vec![last.engines[seat.index()].into()]).collect();
        Ending { seats, rows: self.rows }
    }
}

const SCHEMA: Schema = Schema {
    seats: &[Column { name: "engines", meaning: "engines bought", cells: None }],
    tables: &[Table {
        name: "turns",
        meaning: "one row a turn",
        columns: &[
            Column { name: "round", meaning: "from 1", cells: None },
            Column { name: "seat", meaning: "whose turn", cells: None },
            Column { name: "action", meaning: "roll or buy", cells: Some(CellType::Text) },
            Column { name: "gain", meaning: "points won or paid", cells: None },
        ],
    }],
};

impl Game for Race {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 10.0;

    fn players(&self) -> usize {
        self.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let first = dice.below(self.players as u32) as u8;
        State { points: [0; 4], engines: [0; 4], first, turn: 0, over: false }
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        let turn = state.turn as usize % self.players;
        (!state.over).then(|| Seat::new(state.first.into()).after(turn, self.players))
    }

    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        if let Some(seat) = self.to_act(state) {
            actions.push(Action::Roll);
            if state.points[seat.index()] >= self.data.engine.price {
                actions.push(Action::Buy);
            }
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let seat = self.to_act(state).expect("somebody is to act").index();
        match action {
            Action::Roll => state.points[seat] += dice.below(6) as u8 + 1 + state.engines[seat],
            Action::Buy => {
                state.points[seat] -= self.data.engine.price;
                state.engines[seat] += 1;
            }
        }
        state.turn += 1;
        let round_ends = (state.turn as usize).is_multiple_of(self.players);
        state.over = round_ends && state.points.iter().any(|&points| points >= self.data.goal);
    }

    fn scores(&self, state: &State) -> Scores {
        let points = PerSeat::from_fn(self.players, |seat| i32::from(state.points[seat.index()]));
        Scores::ranked(points, points.map(|_| [0; 3]))
    }

    fn max_decisions(&self) -> u32 {
        self.data.bound
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut State, _: Seat, _: &mut D) {}

    fn code(action: Action) -> u32 {
        action as u32
    }
}

impl Notation for Race {
    fn violations(&self, _: &State) -> Vec<Broken> {
        Vec::new()
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Buy => "buy".to_owned(),
        }
    }

    fn position(&self, state: &State) -> Value {
        json!(Position { players: self.players, state: *state })
    }

    fn view(&self, state: &State, _: Seat) -> Value {
        self.position(state)
    }

    fn read(position: &Value, variant: &Variant, _: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let Position { players, state } = parse_json("position", position)?;
        Ok((Self::new(players, variant)?, state))
    }

    fn result(&self, _: &State) -> Option<Value> {
        None
    }

    fn end_reason(&self, state: &State) -> String {
        if state.over { "goal".to_owned() } else { String::new() }
    }
}

impl Variants for Race {
    const NAME: &'static str = "race";
    const PLAYERS: RangeInclusive<usize> = 2..=4;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self { players, data: overlaid(DATA, [variant])? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[("short", "name = \"short\"\ngame = \"race\"\n[set]\ngoal = 10\n")]
    }
}

impl Advice for Race {
    type Policy = Thrift;

    fn weights() -> &'static [WeightDoc] {
        &[WeightDoc { name: "engine", default: 0.5, meaning: "worth of an engine" }]
    }

    fn policy(&self, weights: &Weights) -> Result<Thrift, InputError> {
        match weights.keys().find(|key| *key != "engine") {
            Some(key) => Err(InputError::unknown_name("", "weights", key, ["engine"])),
            None => Ok(Thrift(weights.get("engine").map_or(0.5, |&weight| weight as f32))),
        }
    }
}

impl Speech for Race {}

impl Features for Race {}

impl Choices for Race {
    const DECISION_KINDS: &'static [&'static str] = &["turn"];

    fn start_place(&self, state: &State, seat: Seat) -> usize {
        (seat.index() + self.players - usize::from(state.first)) % self.players
    }

    fn round(&self, state: &State) -> u32 {
        (state.turn - u32::from(state.over)) / self.players as u32 + 1
    }

    fn decision_kind(&self, _: &State) -> usize {
        0
    }
}

impl Records for Race {
    type Recorder = Turns;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, _: &State) -> Turns {
        Turns { rows: Rows::default(), turn: None }
    }
}
