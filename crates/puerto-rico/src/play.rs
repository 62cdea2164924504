//! The rules in play: the decisions, the legal actions and their effects (rules page 1, 3 and 4).

mod builder;
mod captain;
mod craftsman;
mod draw;
mod mayor;
mod offers;
mod quick;
mod round;
mod settler;
mod setup;
mod trader;

use crate::deck::Deck;
use crate::words::Decision;
use crate::{Action, PuertoRico, State, hidden, score};
use tradewinds_game::{Actions, Dice, Game, Scores, Seat};

impl Game for PuertoRico {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 20.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    /// Sets up as section 1.2 says; seat 0 is the first governor.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let mut state = self.opening;
        state.deck = Deck::shuffled(&self.face_down(&state), dice);
        state.face_up = state.deck.pop_row(self.rules.row);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.decision != Decision::Over).then_some(state.player)
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.decision {
            Decision::Role => self.legal_roles(state, actions),
            Decision::Hacienda => actions.extend([Action::Draw, Action::Pass]),
            Decision::Tile => self.legal_tiles(state, actions),
            Decision::Hospice | Decision::MayorBonus | Decision::University | Decision::Offer => {
                actions.extend([Action::Accept, Action::Pass]);
            }
            Decision::Place => self.legal_places(state, actions),
            Decision::Build => self.legal_buildings(state, actions),
            Decision::CraftBonus => self.legal_bonus(state, actions),
            Decision::Sell => self.legal_sales(state, actions),
            Decision::Load => self.legal_loads(state, actions),
            Decision::Store => self.legal_stores(state, actions),
            Decision::Over => {}
        }
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match state.decision {
            Decision::Role => self.pick_role(state, action, dice),
            Decision::Hacienda => self.play_hacienda(state, action, dice),
            Decision::Tile => self.play_tile(state, action, dice),
            Decision::Hospice => self.play_hospice(state, action, dice),
            Decision::MayorBonus => self.play_mayor_bonus(state, action),
            Decision::Place => self.play_place(state, action),
            Decision::Build => self.play_build(state, action),
            Decision::University => self.play_university(state, action),
            Decision::CraftBonus => self.play_bonus(state, action),
            Decision::Sell => self.play_sale(state, action),
            Decision::Load => self.play_load(state, action),
            Decision::Store => self.play_store(state, action),
            Decision::Offer => self.play_offer(state, action),
            Decision::Over => debug_assert!(false, "{action:?} is played after the end"),
        }
    }

    #[inline(always)] // The loop of a playout: saving registers at every step would cost 3 %.
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        quick::play_random(self, state, dice);
    }

    /// The decisions of a role are played in one loop.
    #[inline(always)]
    fn play_several_random<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        quick::play_several_random(self, state, most, dice)
    }

    fn scores(&self, state: &State) -> Scores {
        score::scores(self, state)
    }

    /// The rules guarantee no end: 100 rounds (rules page 0) of ordinary length.
    fn max_decisions(&self) -> u32 {
        100 * u32::from(self.rules.picks) * self.rules.players as u32 * 2
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, _: Seat, dice: &mut D) {
        hidden::determinize(self, state, dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        hidden::determinize(self, state, dice);
    }

    fn permute_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        hidden::permute(self, state, dice);
    }

    fn is_open(&self, state: &State) -> bool {
        hidden::is_open(state)
    }

    #[inline]
    fn is_public_step(&self, before: &State, action: Action, after: &State) -> bool {
        hidden::is_public_step(before, action, after)
    }

    #[inline] // The search asks for the code of every action that it considers.
    fn code(action: Action) -> u32 {
        action.code()
    }
}
