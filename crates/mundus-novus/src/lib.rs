//! Mundus Novus by Serge Laget and Bruno Cathala (2011), 2 to 6 players.
//!
//! The law is `docs/rules/mundus-novus.md`, "the rules page"; section numbers (4.3.2), states (S11) and
//! rulings (J12) in comments are those of that page. Hands are secret, offers are secret and simultaneous.

mod action;
mod cards;
mod close;
mod developments;
mod evaluate;
mod hidden;
mod invariants;
mod load;
mod playout;
mod policy;
mod position;
mod progress;
mod record;
mod rules;
mod score;
mod show;
mod state;
mod study;
mod supply;
mod trade;

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use serde_json::Value;

use tradewinds_game::{
    Actions, Advice, Broken, Dice, Edge, Facts, Game, InputError, Notation, Records, Schema, Scores, Seat,
    Study, Variant, Variants, WeightDoc, Weights, shuffle,
};

pub use action::{Action, Claim, OpenCard};
pub use cards::{Card, Cards, Class, Types};
pub use developments::{
    Ability, DevelopmentId, DevelopmentList, Developments, Event, Kind, MAX_DEVELOPMENTS,
};
pub use policy::WeightedPolicy;
pub use record::GameRecorder;
pub use rules::MundusNovus;
pub use state::{DrawPile, Gift, Made, State, Step};

use rules::{MARKET, QUEUE};

impl Game for MundusNovus {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 15.0;

    fn players(&self) -> usize {
        self.players
    }

    /// Sets up a game (1.3) and goes on to the first announcement.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let mut state = self.empty();
        state.money[..self.players].fill(self.setup.start_money);
        self.form_draw_pile(&mut state, self.resources, dice);
        for _ in 0..MARKET {
            let card = self.draw(&mut state, dice);
            state.market = state.market.plus(Cards::one(card));
        }
        let mut deck: ArrayVec<DevelopmentId, MAX_DEVELOPMENTS> = self.in_play.iter().collect();
        shuffle(&mut deck, dice);
        for &id in &deck[..QUEUE] {
            state.queue.push(id);
        }
        for &id in deck[QUEUE..].iter().rev() {
            state.deck.push(id);
        }
        state.trade_master = Seat::new(dice.below(self.players as u32) as usize);
        state.round = 1;
        self.begin_round(&mut state, dice);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.step != Step::GameOver).then_some(state.seat)
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.step {
            Step::Coronado => self.legal_event(actions),
            Step::Split => self.legal_split(actions),
            Step::Pick => self.legal_pick(state, actions),
            Step::Sergio => self.legal_purchase(state, actions),
            Step::Pirates => self.legal_discard(state, actions),
            Step::Announce => self.legal_announcement(actions),
            Step::Offer => self.legal_offer(state, actions),
            Step::Tie => self.legal_tie(state, actions),
            Step::Take => self.legal_take(state, actions),
            Step::Swap => self.legal_swap(state, actions),
            Step::Compensate => self.legal_gift(state, actions),
            Step::FirstPlayer => self.legal_first(actions),
            Step::Turn => self.legal_turn(state, actions),
            Step::Jokers => self.legal_jokers(state, actions),
            Step::Convert => self.legal_conversions(state, actions),
            Step::Source => self.legal_source(state, actions),
            Step::Develop => self.legal_development(state, actions),
            Step::Lay => self.legal_lay(state, actions),
            Step::Store => self.legal_store(state, actions),
            Step::GameOver => {}
        }
    }

    #[inline(always)]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.playout_step(state, dice);
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match action {
            Action::Pass if state.step == Step::Coronado => self.play_event(state, None, dice),
            Action::Pass => self.play_purchase(state, None, dice),
            Action::Event(event) => self.play_event(state, Some(event), dice),
            Action::FleetA => self.play_split(state, false),
            Action::FleetB => self.play_split(state, true),
            Action::Pick(card) => self.play_pick(state, card),
            Action::Buy(card) => self.play_purchase(state, Some(card), dice),
            Action::Discard(card) => self.play_discard(state, card),
            Action::Announce(number) => self.play_announcement(state, number),
            Action::Offer(card) => self.play_offer(state, card),
            Action::Done if state.step == Step::Offer => self.commit_offer(state),
            Action::Done => self.commit_store(state, dice),
            Action::Master(seat) => self.open_trade(state, seat),
            Action::Take(open) => self.play_take(state, open.card(), open.from()),
            Action::Keep => self.play_swap(state, None),
            Action::SwapFor(card) => self.play_swap(state, Some(card)),
            Action::Give(card) => self.play_gift(state, card),
            Action::First(seat) => self.begin_progress(state, seat),
            Action::Set(claim) => self.play_set(state, claim),
            Action::Different(number) => self.play_different(state, number),
            Action::Perfect => self.play_perfect(state),
            Action::Relics(number) => self.play_relics(state, number),
            Action::End => self.play_end(state, dice),
            Action::Jokers(number) => self.play_jokers(state, number),
            Action::Convert(number) => self.play_conversions(state, number),
            Action::From(card) => self.play_source(state, card),
            Action::Develop(position) => self.play_develop(state, position),
            Action::DevelopTop => self.play_develop_top(state),
            Action::Cash => self.play_cash(state),
            Action::Lay(card) => self.play_lay(state, card),
            Action::Store(card) => self.play_store(state, card, dice),
        }
    }

    fn scores(&self, state: &State) -> Scores {
        self.standing(state)
    }

    /// No rule forces the players to earn anything, so a game may go on for ever; ordinary ones take
    /// some 500 to 1,600 decisions.
    fn max_decisions(&self) -> u32 {
        20_000
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        self.draw_world(state, observer, dice);
    }

    fn code(action: Action) -> u32 {
        action.code()
    }

    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        if observer == before.seat {
            Some(Edge::new(action.code()))
        } else {
            Self::noticed(before, action, after, observer)
        }
    }
}

impl Notation for MundusNovus {
    fn violations(&self, state: &State) -> Vec<Broken> {
        self.broken_invariants(state)
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        action.to_string()
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
        Some(self.result_object(state))
    }

    fn end_reason(&self, state: &State) -> String {
        let end = if state.step == Step::GameOver { self.end(state) } else { None };
        end.unwrap_or_default().to_owned()
    }
}

impl Variants for MundusNovus {
    const NAME: &'static str = "mundus-novus";
    const PLAYERS: RangeInclusive<usize> = 2..=6;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let promo = match &variant.rules {
            None => false,
            Some(toml::Value::Boolean(promo)) => *promo,
            Some(other) => {
                let source = format!("variant {:?}", variant.name);
                return Err(InputError::new(
                    source,
                    "rules",
                    other.to_string(),
                    "true or false: the promo cards",
                ));
            }
        };
        Self::with_promo(players, promo, variant)
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[("promo", include_str!("../variants/promo.toml"))]
    }

    fn data() -> &'static str {
        rules::DATA
    }
}

impl Advice for MundusNovus {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}

impl Study for MundusNovus {
    const DECISION_KINDS: &'static [&'static str] = &Step::WORDS;

    /// The Trade Master's seat is place 0. A state knows the Trade Master of its own round only, so
    /// this is the first playing order for the state that was dealt.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        (seat.index() + self.players - state.trade_master.index()) % self.players
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    /// The kinds are the steps of 12.1.
    fn decision_kind(&self, state: &State) -> usize {
        state.step as usize
    }

    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        self.note_circumstances(state, action, facts);
    }
}

impl Records for MundusNovus {
    type Recorder = GameRecorder;

    fn schema() -> &'static Schema {
        &record::SCHEMA
    }

    fn recorder(&self, _: &State) -> GameRecorder {
        GameRecorder::new(self)
    }
}
