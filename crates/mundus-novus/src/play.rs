//! The rules in play: the seat that decides, the legal actions and their effects. One file per phase.
//!
//! | file | phase |
//! |---|---|
//! | `event` | the Event phase |
//! | `supply`, `fleets`, `pirates` | the Supply phase |
//! | `trade` | the Trade phase |
//! | `turn`, `sets` | the turns of the Progress phase, and its identical combinations |
//! | `round_end` | incomes, storage and the end of the game |
//! | `table` | what all phases share |
//! | `quick` | random steps without action lists |

mod event;
mod fleets;
mod pirates;
mod quick;
mod round_end;
mod sets;
mod supply;
mod table;
mod trade;
mod turn;

use arrayvec::ArrayVec;
use tradewinds_game::{Actions, Dice, Edge, Game, Scores, Seat, shuffle};

use crate::action::Action;
use crate::cards::Cards;
use crate::developments::DevelopmentId;
use crate::limits::{MARKET, MAX_DEVELOPMENTS, QUEUE};
use crate::state::State;
use crate::words::Decision;
use crate::{MundusNovus, hidden, score};

pub(crate) use trade::{is_pattern, open_offers};
pub(crate) use turn::{most_different, perfect_cards};

impl Game for MundusNovus {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 15.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    /// Sets up a game (1.3) and advances to the first announcement.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let players = self.rules.players;
        let mut state = State::EMPTY;
        state.money.as_mut_slice()[..players].fill(self.rules.setup.start_money);
        self.form_draw_pile(&mut state, self.rules.resources(), dice);
        for _ in 0..MARKET {
            let card = self.draw(&mut state, dice);
            state.market = state.market.plus(Cards::one(card));
        }
        let mut deck: ArrayVec<DevelopmentId, MAX_DEVELOPMENTS> = self.rules.in_play.iter().collect();
        shuffle(&mut deck, dice);
        for &id in &deck[..QUEUE] {
            state.queue.push(id);
        }
        for &id in deck[QUEUE..].iter().rev() {
            state.deck.push(id);
        }
        state.trade_master = Seat::new(dice.below(players as u32) as usize);
        state.round = 1;
        self.begin_round(&mut state, dice);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.decision != Decision::GameOver).then_some(state.seat)
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.decision {
            Decision::Coronado => self.legal_event(actions),
            Decision::Split => self.legal_split(actions),
            Decision::Pick => self.legal_pick(state, actions),
            Decision::Sergio => self.legal_purchase(state, actions),
            Decision::Pirates => self.legal_discard(state, actions),
            Decision::Announce => self.legal_announcement(actions),
            Decision::Offer => self.legal_offer(state, actions),
            Decision::Tie => self.legal_tie(state, actions),
            Decision::Take => self.legal_take(state, actions),
            Decision::Swap => self.legal_swap(state, actions),
            Decision::Compensate => self.legal_gift(state, actions),
            Decision::FirstPlayer => self.legal_first(actions),
            Decision::Turn => self.legal_turn(state, actions),
            Decision::Jokers => self.legal_jokers(state, actions),
            Decision::Convert => self.legal_conversions(state, actions),
            Decision::Source => self.legal_source(state, actions),
            Decision::Develop => self.legal_development(state, actions),
            Decision::Lay => self.legal_lay(state, actions),
            Decision::Store => self.legal_store(state, actions),
            Decision::GameOver => {}
        }
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match action {
            Action::Pass if state.decision == Decision::Coronado => self.play_event(state, None, dice),
            Action::Pass => self.play_purchase(state, None, dice),
            Action::Event(event) => self.play_event(state, Some(event), dice),
            Action::FleetA => self.play_split(state, false),
            Action::FleetB => self.play_split(state, true),
            Action::Pick(card) => self.play_pick(state, card),
            Action::Buy(card) => self.play_purchase(state, Some(card), dice),
            Action::Discard(card) => self.play_discard(state, card),
            Action::Announce(number) => self.play_announcement(state, number),
            Action::Offer(card) => self.play_offer(state, card),
            Action::Done if state.decision == Decision::Offer => self.commit_offer(state),
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

    #[inline(always)]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.random_several(state, 1, dice);
    }

    /// Offers and takes are played in loops.
    #[inline(always)]
    fn play_several_random<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        self.random_several(state, most, dice)
    }

    fn scores(&self, state: &State) -> Scores {
        score::scores(self, state)
    }

    /// No rule forces the players to earn anything, so a game may go on for ever; ordinary ones
    /// take some 500 to 1,600 decisions.
    fn max_decisions(&self) -> u32 {
        20_000
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        hidden::determinize(self, state, observer, dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        hidden::shuffle_unseen(self, state, dice);
    }

    fn permute_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        hidden::permute_unseen(state, dice);
    }

    #[inline]
    fn code(action: Action) -> u32 {
        action.code()
    }

    #[inline]
    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        hidden::observe(before, action, after, observer)
    }
}
