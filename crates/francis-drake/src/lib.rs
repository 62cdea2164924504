//! Francis Drake by Peter Hawes (2013), 3 to 5 players.
//!
//! The law is `docs/rules/francis-drake.md`, "the rules page"; section numbers (3.3) and rulings (R12) in
//! comments are those of that page. Numbers of placed mission discs and face-down tiles are secret.

mod action;
mod data;
mod evaluate;
mod hidden;
mod informer;
mod invariants;
mod items;
mod load;
mod load_player;
mod make;
mod mission;
mod options;
mod player;
mod plymouth;
mod policy;
mod position;
mod prepare;
mod record;
mod rules;
mod sail;
mod score;
mod show;
mod state;
mod study;
mod voyage;
mod words;

use std::ops::RangeInclusive;

use serde_json::Value;

pub use action::Action;
pub use items::Items;
pub use policy::WeightedPolicy;
pub use record::VoyageRecorder;
pub use rules::{Rules, VOYAGES};
pub use state::State;
pub use words::{Commodity, Destination, DestinationKind, Disc, GalleonTile, Item, Look, Step, Stone, Stop};

use tradewinds_game::{
    Actions, Advice, Broken, Dice, Edge, Facts, Game, InputError, Notation, Records, Schema, Scores, Seat,
    Study, Variant, Variants, WeightDoc, Weights,
};

/// The game's name.
const NAME: &str = "francis-drake";

/// The rules of Francis Drake for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct FrancisDrake {
    rules: Rules,
    outfits: policy::DefaultOutfits,
}

impl FrancisDrake {
    fn with_rules(rules: Rules) -> Self {
        Self { rules, outfits: policy::DefaultOutfits::default() }
    }

    /// Returns the numbers of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Game for FrancisDrake {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 20.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        self.first_voyage(dice)
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.step != Step::Over).then(|| Seat::new(usize::from(state.seat)))
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        for option in words::Bits(self.options(state)) {
            actions.push(self.option(state, option));
        }
    }

    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let action = self.random_option(state, dice);
        self.play(state, action, dice);
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match action {
            Action::Stop(stop) => self.play_stop(state, stop, dice),
            Action::Depart => self.play_departure(state, dice),
            Action::Tile(value, destination) => self.play_tile(state, value, destination, dice),
            Action::Sail(destination) => self.play_destination(state, destination),
            Action::Disc(disc) => self.play_disc(state, disc, dice),
            Action::Pass | Action::Keep => self.reveal(state, dice),
            Action::LookDiscs => self.play_look_kind(state, Look::Discs),
            Action::LookTile => self.play_look_kind(state, Look::Tile),
            Action::Look(destination) => self.play_look(state, destination),
            Action::Exchange(first) => self.play_exchange(state, first),
            Action::With(second) => self.play_with(state, second, dice),
            Action::Move(destination) => self.play_move(state, destination, dice),
            Action::Attack => self.play_attack(state, dice),
            Action::Trade(commodity) => self.play_trade(state, commodity, dice),
            Action::Decline => self.play_decline(state, dice),
            Action::Stay => self.play_stay(state, dice),
            Action::Return => self.play_return(state, dice),
        }
    }

    fn scores(&self, state: &State) -> Scores {
        self.standing(state)
    }

    /// The bound of section 3.1, with the further decisions of R15 where it is in force.
    fn max_decisions(&self) -> u32 {
        let more = if self.rules.flags.commit_after_reveal { 16 } else { 23 };
        u32::from(VOYAGES) * (26 * self.rules.players as u32 + more)
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        self.draw_world(state, observer, dice);
    }

    fn code(action: Action) -> u32 {
        action.code()
    }

    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        self.noticed(before, action, after, observer)
    }
}

impl Notation for FrancisDrake {
    fn violations(&self, state: &State) -> Vec<Broken> {
        self.broken_invariants(state)
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        action.text()
    }

    fn position(&self, state: &State) -> Value {
        self.write_position(state, None)
    }

    fn view(&self, state: &State, seat: Seat) -> Value {
        self.write_position(state, Some(seat))
    }

    fn read<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, State), InputError> {
        Self::read_position(position, variant, dice)
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        self.show_position(position)
    }

    fn result(&self, state: &State) -> Option<Value> {
        (state.step == Step::Over).then(|| self.result_object(state))
    }

    fn end_reason(&self, state: &State) -> String {
        if state.step == Step::Over { "voyages".to_owned() } else { String::new() }
    }
}

impl Variants for FrancisDrake {
    const NAME: &'static str = NAME;
    const PLAYERS: RangeInclusive<usize> = 3..=state::SEATS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self::with_rules(Rules::new(players, variant)?))
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        rules::VARIANTS
    }

    fn data() -> &'static str {
        data::DATA
    }
}

impl Advice for FrancisDrake {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(&self.rules, weights)
    }
}

impl Study for FrancisDrake {
    const DECISION_KINDS: &'static [&'static str] = &Step::WORDS;

    /// A state knows the starting order of its own voyage only, so this is the first playing order for
    /// the state that was dealt.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        state.start.find(seat.index()).unwrap_or(0)
    }

    fn round(&self, state: &State) -> u32 {
        state.voyage.into()
    }

    /// The kinds are the steps of 13.2.
    fn decision_kind(&self, state: &State) -> usize {
        state.step.index()
    }

    fn choice(&self, state: &State, action: Action) -> String {
        self.choice_name(state, action)
    }

    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        self.note_circumstances(state, action, facts);
    }
}

impl Records for FrancisDrake {
    type Recorder = VoyageRecorder;

    fn schema() -> &'static Schema {
        &record::SCHEMA
    }

    fn recorder(&self, state: &State) -> VoyageRecorder {
        VoyageRecorder::new(self, state)
    }
}
