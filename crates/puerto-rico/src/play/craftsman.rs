//! The craftsman (rules page 4.4): production, factory, the chooser's barrel.

use super::draw::any_of;
use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Counts8, Kinds8};
use tradewinds_game::{Actions, Dice, Seat};

impl PuertoRico {
    pub(crate) fn begin_craftsman(&self, state: &mut State) {
        if self.rules.optional_privileges {
            self.offer_goods(state);
        } else if self.produce(state).is_empty() {
            self.end_role(state);
        } else {
            state.ask(Decision::CraftBonus, state.chooser);
        }
    }

    /// Gives all players what they produce, from the craftsman on; returns the kinds of which the craftsman may take
    /// one more.
    #[inline]
    fn produce(&self, state: &mut State) -> Kinds8 {
        let kinds = self.receive(state, state.chooser).kinds();
        let mut seat = state.chooser;
        while let Some(next) = self.next_turn(state, seat) {
            self.receive(state, next);
            seat = next;
        }
        kinds.and(state.supply.kinds())
    }

    /// Gives a player what it produces, as far as the supply has it; returns what it could produce.
    #[inline(always)]
    pub(super) fn receive(&self, state: &mut State, seat: Seat) -> Counts8 {
        let player = &mut state.players[seat.index()];
        let production = player.production();
        let received = production.min(state.supply);
        player.goods = player.goods.plus(received);
        state.supply = state.supply.less(received);
        if player.occupies(Building::Factory) {
            player.doubloons += u16::from(self.rules.effects.factory[received.kinds().count()]);
        }
        production
    }

    /// Plays the phase at random; returns the number of decisions.
    #[inline(never)]
    pub(super) fn random_production<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let kinds = self.produce(state);
        if !kinds.is_empty() {
            let option = any_of(kinds.with(Good::COUNT), dice);
            if option < Good::COUNT {
                take_bonus(state, option);
            }
        }
        self.end_role(state);
        u32::from(!kinds.is_empty())
    }

    /// Returns the kinds that the chooser received and the supply still has: those that it can
    /// produce, since the supply has no more of a kind that it did not receive (4.4).
    #[inline(always)]
    pub(crate) fn bonus_kinds(&self, state: &State) -> Kinds8 {
        let player = &state.players[state.chooser.index()];
        player.production().kinds().and(state.supply.kinds())
    }

    pub(crate) fn legal_bonus(&self, state: &State, actions: &mut Actions<Action>) {
        for good in self.bonus_kinds(state) {
            actions.push(Action::Take(Tile::ALL[good]));
        }
        actions.push(Action::Pass);
    }

    #[inline(always)]
    pub(crate) fn play_bonus(&self, state: &mut State, action: Action) {
        if let Action::Take(tile) = action {
            take_bonus(state, tile.index());
        }
        self.end_role(state);
    }
}

/// Takes the chooser's barrel of a kind.
#[inline]
fn take_bonus(state: &mut State, good: usize) {
    state.supply.take(good, 1);
    state.players[state.chooser.index()].goods.add(good, 1);
}
