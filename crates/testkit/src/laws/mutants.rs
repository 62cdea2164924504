//! Broken copies of a toy game: each breaks one law, and the suite must catch it.

use serde_json::Value;
use tradewinds_game::features::Number;
use tradewinds_game::{
    ActionFeatures, Actions, Advice, Broken, Choices, Dice, Edge, FeatureTable, Features, Game, Group,
    IllegalAction, InputError, Inputs, NoRecorder, Notation, PerSeat, Policy, Records, Schema, Scores, Seat,
    Sheet, Speech, Variant, Variants, WeightDoc, Weights,
};

use crate::toys::SecretOffer;
use crate::toys::secret_offer::{Action, COMMITTED, State, size};
use crate::toys::secret_offer_policy::Bold;

/// Lists an action twice.
pub const LISTS_TWICE: u8 = 0;
/// Accepts illegal actions as legal.
pub const TAKES_ANYTHING: u8 = 1;
/// Returns too small a bound.
pub const STATES_A_LOW_BOUND: u8 = 2;
/// Loses a card.
pub const LOSES_A_CARD: u8 = 3;
/// Determinizes nothing: every world is the true one.
pub const KEEPS_SECRETS: u8 = 4;
/// Determinizes what the observer knows.
pub const FORGETS: u8 = 5;
/// Shows everything in a view.
pub const SHOWS_ALL: u8 = 6;
/// Shows secret offers as edges.
pub const SHOWS_OFFERS: u8 = 7;
/// Shows the number of offered cards as edges.
pub const SHOWS_NUMBERS: u8 = 8;
/// Leaves the points out of a position.
pub const WRITES_NO_POINTS: u8 = 9;
/// Makes a decision's list depend on another seat's secret.
pub const LISTS_SECRETS: u8 = 10;
/// Scores actions by another seat's secret.
pub const SCORES_SECRETS: u8 = 11;
/// Estimates by another seat's secret.
pub const ESTIMATES_SECRETS: u8 = 12;
/// Claims from the beginning that nothing is hidden.
pub const SAYS_OPEN: u8 = 13;
/// Chooses the last action in rollouts, whatever its score.
pub const CHOOSES_THE_LAST: u8 = 18;

/// Determinizes with dice that prefer low numbers.
pub const LOADS_DICE: u8 = 14;
/// Has decisions that change nothing.
pub const CHANGES_NOTHING: u8 = 15;

/// Gives a network the other seats' secrets.
pub const READS_SECRETS: u8 = 16;
/// Observes the other seats' secrets.
pub const OBSERVES_SECRETS: u8 = 22;
/// Names actions by another seat's secret.
pub const NAMES_SECRETS: u8 = 17;

/// Claims that every step is public.
pub const SAYS_PUBLIC: u8 = 19;

/// Shuffles what single seats know as if no seat knew it.
pub const SHUFFLES_HANDS: u8 = 21;

/// Counts points twice on the score sheet.
pub const COUNTS_TWICE: u8 = 23;
/// Splits the points of the score sheet by another seat's secret.
pub const SPLITS_BY_SECRETS: u8 = 24;
/// Calls points sure that others take away.
pub const PROMISES_POINTS: u8 = 25;

/// Dice that now and then throw twice and keep the lower number.
struct Loaded<'a, D: ?Sized>(&'a mut D);

impl<D: Dice + ?Sized> Dice for Loaded<'_, D> {
    fn below(&mut self, n: u32) -> u32 {
        let number = self.0.below(n);
        if self.0.below(4) == 0 { number.min(self.0.below(n)) } else { number }
    }
}

/// The secret offer with a defect.
pub struct Mutant<const DEFECT: u8>(SecretOffer);

/// A number that depends on the cards that the seats after the first one hold and have set aside in secret.
fn secret(state: &State) -> u8 {
    (1..4).map(|seat| state.hand[seat][5] + size(&state.aside[seat])).sum()
}

impl<const DEFECT: u8> Game for Mutant<DEFECT> {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = SecretOffer::SECRET_SIMULTANEOUS;
    const CLEAR_LEAD: f32 = SecretOffer::CLEAR_LEAD;
    fn players(&self) -> usize {
        self.0.players()
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        self.0.deal(dice)
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        self.0.to_act(state)
    }

    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        self.0.legal(state, actions);
        if DEFECT == LISTS_TWICE {
            actions.extend(actions.first().copied());
        }
        if DEFECT == LISTS_SECRETS && actions.len() > 1 && secret(state) > 1 {
            actions.pop();
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let before = *state;
        self.0.play(state, action, dice);
        if DEFECT == CHANGES_NOTHING && state.round == before.round {
            *state = before;
        }
        if DEFECT == LOSES_A_CARD && state.round == 2 {
            state.discard = [0; 6];
        }
    }

    fn try_play<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut D,
    ) -> Result<(), IllegalAction> {
        let played = self.0.try_play(state, action, dice);
        if DEFECT == TAKES_ANYTHING { Ok(()) } else { played }
    }

    fn scores(&self, state: &State) -> Scores {
        self.0.scores(state)
    }

    fn max_decisions(&self) -> u32 {
        if DEFECT == STATES_A_LOW_BOUND { 5 } else { self.0.max_decisions() }
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        match DEFECT {
            KEEPS_SECRETS => {}
            FORGETS => self.0.determinize(state, observer.next(self.players()), dice),
            LOADS_DICE => self.0.determinize(state, observer, &mut Loaded(dice)),
            _ => self.0.determinize(state, observer, dice),
        }
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match DEFECT {
            SHUFFLES_HANDS => self.0.determinize(state, Seat::new(0), dice),
            _ => self.0.shuffle_unseen(state, dice),
        }
    }

    fn is_open(&self, _: &State) -> bool {
        DEFECT == SAYS_OPEN
    }

    fn is_public_step(&self, _: &State, _: Action, _: &State) -> bool {
        DEFECT == SAYS_PUBLIC
    }

    fn code(action: Action) -> u32 {
        SecretOffer::code(action)
    }

    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        let edge = self.0.observe(before, action, after, observer);
        match DEFECT {
            SHOWS_OFFERS => edge.map(|_| Edge::new(Self::code(action))),
            SHOWS_NUMBERS => edge.or(Some(Edge::new(COMMITTED))),
            _ => edge,
        }
    }
}

impl<const DEFECT: u8> Notation for Mutant<DEFECT> {
    fn violations(&self, state: &State) -> Vec<Broken> {
        self.0.violations(state)
    }

    fn action_text(&self, state: &State, action: Action) -> String {
        self.0.action_text(state, action)
    }

    fn position(&self, state: &State) -> Value {
        let mut state = *state;
        if DEFECT == WRITES_NO_POINTS {
            state.points = [0; 4];
        }
        self.0.position(&state)
    }

    fn view(&self, state: &State, seat: Seat) -> Value {
        if DEFECT == SHOWS_ALL { self.0.position(state) } else { self.0.view(state, seat) }
    }

    fn read(position: &Value, variant: &Variant, dice: &mut dyn Dice) -> Result<(Self, State), InputError> {
        SecretOffer::read(position, variant, dice).map(|(game, state)| (Self(game), state))
    }

    fn result(&self, state: &State) -> Option<Value> {
        self.0.result(state)
    }

    fn end_reason(&self, state: &State) -> String {
        self.0.end_reason(state)
    }
}

impl<const DEFECT: u8> Variants for Mutant<DEFECT> {
    const NAME: &'static str = SecretOffer::NAME;
    const PLAYERS: std::ops::RangeInclusive<usize> = SecretOffer::PLAYERS;
    const RULES_VERSION: u32 = SecretOffer::RULES_VERSION;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        SecretOffer::new(players, variant).map(Self)
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SecretOffer::shipped_variants()
    }
}

impl<const DEFECT: u8> Advice for Mutant<DEFECT> {
    type Policy = MutantPolicy<DEFECT>;

    fn weights() -> &'static [WeightDoc] {
        SecretOffer::weights()
    }

    fn policy(&self, weights: &Weights) -> Result<Self::Policy, InputError> {
        self.0.policy(weights).map(MutantPolicy)
    }
}

impl<const DEFECT: u8> Speech for Mutant<DEFECT> {
    fn sheet(&self, state: &State, seat: Seat) -> Sheet {
        let points = self.scores(state).points[seat];
        let sheet = Sheet::new();
        match DEFECT {
            COUNTS_TWICE => sheet.sure("Points", points).open("Bonus", points),
            SPLITS_BY_SECRETS => {
                sheet.sure("Points", points - i32::from(secret(state))).open("Rest", secret(state))
            }
            PROMISES_POINTS => sheet.sure("Points", points % 3).open("Rest", points - points % 3),
            _ => sheet.sure("Points", points),
        }
    }
}

impl<const DEFECT: u8> Features for Mutant<DEFECT> {
    fn features() -> &'static FeatureTable {
        SecretOffer::features()
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        self.0.write_features(state, observer, out);
        if DEFECT == READS_SECRETS {
            // As an observer that saw all hands.
            for seat in Seat::all(self.0.players) {
                let mut all = Inputs::new(self.0.players);
                self.0.write_features(state, seat, &mut all);
                out.seat_mut(seat).clone_from(&all.seats()[seat.index()]);
            }
        }
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        self.0.write_action_features(state, action, out);
        if DEFECT == NAMES_SECRETS && secret(state) > 1 {
            out.clear();
        }
    }

    fn observe_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        self.0.observe_table(state, observer, out);
    }

    fn observe_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        let observer = if DEFECT == OBSERVES_SECRETS { seat } else { observer };
        self.0.observe_seat(state, observer, seat, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        self.0.action_groups()
    }

    fn action_index(&self, seat: Seat, action: Action) -> usize {
        self.0.action_index(seat, action)
    }
}

impl<const DEFECT: u8> Choices for Mutant<DEFECT> {
    const DECISION_KINDS: &'static [&'static str] = SecretOffer::DECISION_KINDS;

    fn start_place(&self, state: &State, seat: Seat) -> usize {
        self.0.start_place(state, seat)
    }

    fn round(&self, state: &State) -> u32 {
        self.0.round(state)
    }

    fn decision_kind(&self, state: &State) -> usize {
        self.0.decision_kind(state)
    }
}

impl<const DEFECT: u8> Records for Mutant<DEFECT> {
    type Recorder = NoRecorder;

    fn schema() -> &'static Schema {
        SecretOffer::schema()
    }

    fn recorder(&self, _: &State) -> NoRecorder {
        NoRecorder
    }
}

/// The policy of a mutant.
pub struct MutantPolicy<const DEFECT: u8>(Bold);

impl<const DEFECT: u8> Policy<Mutant<DEFECT>> for MutantPolicy<DEFECT> {
    fn score(&self, game: &Mutant<DEFECT>, state: &State, actions: &[Action], scores: &mut [f32]) {
        self.0.score(&game.0, state, actions, scores);
        if DEFECT == SCORES_SECRETS {
            scores[0] += f32::from(secret(state));
        }
    }

    fn rollout_action(&self, game: &Mutant<DEFECT>, state: &State) -> Option<Action> {
        let mut actions = Actions::new();
        game.0.legal(state, &mut actions);
        if DEFECT == CHOOSES_THE_LAST { actions.last().copied() } else { None }
    }

    fn evaluate(&self, game: &Mutant<DEFECT>, state: &State) -> PerSeat<f32> {
        let estimates = self.0.evaluate(&game.0, state);
        if DEFECT == ESTIMATES_SECRETS {
            return estimates.map(|estimate| estimate / f32::from(1 + secret(state)));
        }
        estimates
    }
}
