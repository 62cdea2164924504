//! Lights: a toy whose best policy is known, so that a test can tell whether it was learned.
//!
//! # Rules
//! 2 to 4 seats play six rounds. A light shows one of four colours. The seat in turn presses one of four buttons,
//! and gets a point if the number of the button is one more than that of the colour, around the corner.
//! Then a die sets the next colour. Most points win.
//!
//! Everything is public, the policy scores all buttons alike, and the estimate knows nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tradewinds_game::features::Number;
use tradewinds_game::{
    ActionFeatures, Actions, Advice, Audit, Broken, Choices, Dice, FeatureTable, Features, Game, Group,
    InputError, Inputs, NoRecorder, Notation, PerSeat, Policy, Records, Scores, Seat, Speech, UniformPolicy,
    Variant, Variants, Weights, groups, parse_json,
};

/// The colours, and the buttons.
pub const COLOURS: u8 = 4;
/// The rounds of a game.
pub const ROUNDS: u8 = 6;
/// The maximum number of seats.
const SEATS: usize = 4;

/// The rules for a number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lights {
    players: usize,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The points of each seat.
    pub points: [u8; SEATS],
    /// The colour of the light.
    pub colour: u8,
    /// The buttons pressed so far.
    pub pressed: u8,
}

impl Lights {
    /// Returns the button that scores.
    #[must_use]
    pub const fn best(state: &State) -> u8 {
        (state.colour + 1) % COLOURS
    }

    const fn is_over(self, state: &State) -> bool {
        state.pressed as usize >= self.players * ROUNDS as usize
    }
}

impl Game for Lights {
    type State = State;
    /// The number of the button.
    type Action = u8;

    const CLEAR_LEAD: f32 = 2.0;

    fn players(&self) -> usize {
        self.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        State { points: [0; SEATS], colour: dice.below(COLOURS.into()) as u8, pressed: 0 }
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        (!self.is_over(state)).then(|| Seat::new(usize::from(state.pressed) % self.players))
    }

    fn legal(&self, state: &State, actions: &mut Actions<u8>) {
        actions.clear();
        if !self.is_over(state) {
            actions.extend(0..COLOURS);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: u8, dice: &mut D) {
        if action == Self::best(state) {
            state.points[usize::from(state.pressed) % self.players] += 1;
        }
        state.pressed += 1;
        state.colour = dice.below(COLOURS.into()) as u8;
    }

    fn scores(&self, state: &State) -> Scores {
        let points = PerSeat::from_fn(self.players, |seat| i32::from(state.points[seat.index()]));
        Scores::ranked(points, PerSeat::new(self.players))
    }

    fn max_decisions(&self) -> u32 {
        self.players as u32 * u32::from(ROUNDS)
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut State, _: Seat, _: &mut D) {}

    fn code(action: u8) -> u32 {
        action.into()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    players: usize,
    #[serde(flatten)]
    state: State,
}

impl Notation for Lights {
    fn action_text(&self, _: &State, action: u8) -> String {
        format!("press {action}")
    }

    fn position(&self, state: &State) -> Value {
        json!({
            "game": Self::NAME, "players": self.players, "points": state.points, "colour": state.colour,
            "pressed": state.pressed,
        })
    }

    fn view(&self, state: &State, _: Seat) -> Value {
        self.position(state)
    }

    fn read(position: &Value, variant: &Variant, _: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let file: File = parse_json("position", position)?;
        let game = Self::new(file.players, variant)?;
        for (field, found, allowed) in [
            ("game", file.game.clone(), Self::NAME.to_owned()),
            ("colour", file.state.colour.to_string(), file.state.colour.min(COLOURS - 1).to_string()),
        ] {
            if found != allowed {
                return Err(InputError::new("position", field, found, allowed));
            }
        }
        Ok((game, file.state))
    }

    fn result(&self, state: &State) -> Option<Value> {
        self.is_over(state).then(|| json!({ "points": self.scores(state).points.as_slice() }))
    }

    fn end_reason(&self, state: &State) -> String {
        if self.is_over(state) { "rounds".to_owned() } else { String::new() }
    }

    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        let scored: u8 = state.points.iter().sum();
        audit.ensure(scored <= state.pressed, "points", || {
            format!("{scored} after {} buttons", state.pressed)
        });
        audit.into_broken()
    }
}

impl Variants for Lights {
    const NAME: &'static str = "lights";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=SEATS;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        if !Self::PLAYERS.contains(&players) {
            return Err(InputError::out_of_range("lights", "players", players, "2 to 4"));
        }
        if *variant != Variant::standard() {
            return Err(InputError::new("lights", "variant", &variant.name, "none"));
        }
        Ok(Self { players })
    }
}

/// Scores all buttons alike, and expects every seat to win alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indifferent;

impl Policy<Lights> for Indifferent {
    fn score(&self, _: &Lights, _: &State, _: &[u8], scores: &mut [f32]) {
        scores.fill(0.0);
    }

    fn evaluate(&self, game: &Lights, state: &State) -> PerSeat<f32> {
        if game.is_over(state) {
            return game.scores(state).win_share;
        }
        PerSeat::from_fn(game.players, |_| 1.0 / game.players as f32)
    }
}

impl Advice for Lights {
    type Policy = Indifferent;

    fn policy(&self, weights: &Weights) -> Result<Indifferent, InputError> {
        UniformPolicy::new(weights).map(|_| Indifferent)
    }
}

groups! {
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(game: &Lights, state: &State, seat: Seat) {
        "decides"[1], "Whether it decides." => |out| out.set_if(0, game.to_act(state) == Some(seat));
        "points"[1], levels 0 to ROUNDS, "Its points." => |out| out.level(state.points[seat.index()]);
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(game: &Lights, state: &State) {
        "colour"[COLOURS as usize], "The colour of the light." => |out| out.set(state.colour.into());
        "round"[1], levels 0 to (ROUNDS - 1), "The round." => |out| out.level(usize::from(state.pressed) / game.players);
    }
}

/// The buttons name an action, and are its index.
const BUTTONS: &[Group] = &[Group::active("button", COLOURS as usize, "The button.")];

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 1, seat: SEAT, table: TABLE, action: BUTTONS, rules: None };

impl Speech for Lights {}

impl Features for Lights {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, _: Seat, out: &mut Inputs) {
        for seat in Seat::all(self.players) {
            write_seat(self, state, seat, out.seat_mut(seat));
        }
        write_table(self, state, &mut out.table);
    }

    fn write_action_features(&self, _: &State, action: u8, out: &mut ActionFeatures) {
        out.push(action.into());
    }

    fn observe_table<N: Number>(&self, state: &State, _: Seat, out: &mut [N]) {
        observe_table(self, state, out);
    }

    fn observe_seat<N: Number>(&self, state: &State, _: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(self, state, seat, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        BUTTONS.to_vec()
    }

    fn action_index(&self, _: Seat, action: u8) -> usize {
        action.into()
    }
}

impl Choices for Lights {
    const DECISION_KINDS: &'static [&'static str] = &["button"];

    fn round(&self, state: &State) -> u32 {
        u32::from(state.pressed) / self.players as u32 + 1
    }
}

impl Records for Lights {
    type Recorder = NoRecorder;

    fn recorder(&self, _: &State) -> NoRecorder {
        NoRecorder
    }
}
