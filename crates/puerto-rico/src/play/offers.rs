//! What may be declined where privileges are optional (rules page 4.8): each is offered by itself, and taken or not.
//!
//! The phases of the standard rules give everything at once. Here a phase's payments are taken back and offered in
//! the order of [`Offer`]; the ship's colonists and the produced goods are not given before they are taken.

use crate::state::State;
use crate::words::{Decision, Offer};
use crate::{Action, PuertoRico};
use tradewinds_game::Seat;
use tradewinds_game::kit::KeySet;

/// The payments that a sale brings, in order.
const SALE: [Offer; 3] = [Offer::TraderMoney, Offer::SmallMarketMoney, Offer::LargeMarketMoney];
/// The points that a load brings beside its barrels, in order.
const LOAD: [Offer; 2] = [Offer::CaptainPoint, Offer::HarborPoint];

impl PuertoRico {
    /// Plays the answer to an offer.
    #[cold]
    pub(crate) fn play_offer(&self, state: &mut State, action: Action) {
        let (seat, offer, kinds) = (state.player, state.offer(), state.offered_kinds());
        let is_taken = action == Action::Accept;
        state.detail = 0;
        match offer {
            Offer::Colonists | Offer::Goods if !is_taken => state.passed.insert(seat),
            Offer::Colonists => {}
            Offer::Goods => {
                let received = state.current().production().min(state.supply);
                let kinds = received.kinds().count() as u8;
                self.receive(state, seat);
                if self.offers(state, Offer::FactoryMoney, kinds) {
                    Self::credit(state, Offer::FactoryMoney, -self.offered(Offer::FactoryMoney, kinds));
                    state.make_offer(Offer::FactoryMoney, kinds, seat);
                    return;
                }
            }
            _ if is_taken => Self::credit(state, offer, self.offered(offer, kinds)),
            _ => {}
        }
        match offer {
            Offer::Colonists => self.offer_colonists_from(state, self.next_turn(state, seat)),
            Offer::Goods | Offer::FactoryMoney => self.offer_goods_from(state, self.next_turn(state, seat)),
            Offer::TraderMoney | Offer::SmallMarketMoney | Offer::LargeMarketMoney => {
                self.go_on_offering(state, &SALE, Some(offer));
            }
            Offer::CaptainPoint | Offer::HarborPoint => self.go_on_offering(state, &LOAD, Some(offer)),
            Offer::ProspectorMoney => self.end_role(state),
        }
    }

    /// Offers the prospector's doubloon.
    #[cold]
    pub(super) fn offer_prospector(&self, state: &mut State) {
        if self.rules.prospector_doubloons > 0 {
            state.make_offer(Offer::ProspectorMoney, 0, state.chooser);
        } else {
            self.end_role(state);
        }
    }

    /// Offers the shares of the ship from `seat` on; after the last one the ship is dealt out.
    pub(super) fn offer_colonists_from(&self, state: &mut State, seat: Option<Seat>) {
        match seat.filter(|&seat| self.share(state, seat) > 0) {
            Some(seat) => state.make_offer(Offer::Colonists, 0, seat),
            None => {
                let declined = std::mem::replace(&mut state.passed, KeySet::EMPTY);
                self.deal_out(state, declined);
            }
        }
    }

    /// Begins the craftsman phase.
    #[cold]
    pub(super) fn offer_goods(&self, state: &mut State) {
        state.passed = KeySet::EMPTY;
        self.offer_goods_from(state, Some(state.chooser));
    }

    /// Offers what they produce to the players from `seat` on; after the last one the craftsman may take one more
    /// barrel, if it has produced any.
    fn offer_goods_from(&self, state: &mut State, seat: Option<Seat>) {
        let mut next = seat;
        while let Some(seat) = next {
            if !state.players[seat.index()].production().min(state.supply).is_empty() {
                state.make_offer(Offer::Goods, 0, seat);
                return;
            }
            next = self.next_turn(state, seat);
        }
        let declined = std::mem::replace(&mut state.passed, KeySet::EMPTY);
        if declined.has(state.chooser) || self.bonus_kinds(state).is_empty() {
            self.end_role(state);
        } else {
            state.ask(Decision::CraftBonus, state.chooser);
        }
    }

    /// Sells a barrel or none, and offers what the sale brings beside the price.
    #[cold]
    pub(super) fn play_optional_sale(&self, state: &mut State, action: Action) {
        let Action::Sell(good) = action else {
            self.after_sale(state, false);
            return;
        };
        self.sell(state, state.player, good);
        self.offer_instead(state, &SALE);
    }

    /// Loads a kind or none, and offers the points that the load brings beside its barrels.
    #[cold]
    pub(super) fn play_optional_load(&self, state: &mut State, action: Action) {
        let is_first = !state.captain_loaded;
        self.load(state, state.player, action);
        match action {
            Action::Pass => self.after_load(state),
            _ if is_first => self.offer_instead(state, &LOAD),
            _ => self.offer_instead(state, &LOAD[1..]),
        }
    }

    /// Takes back what the player has been paid at once, and begins to offer it.
    fn offer_instead(&self, state: &mut State, offers: &[Offer]) {
        for &offer in offers {
            if self.offers(state, offer, 0) {
                Self::credit(state, offer, -self.offered(offer, 0));
            }
        }
        self.go_on_offering(state, offers, None);
    }

    /// Makes the next of some offers after the one answered last, or goes on with the phase.
    fn go_on_offering(&self, state: &mut State, offers: &[Offer], last: Option<Offer>) {
        let mut rest = offers.iter().filter(|&&offer| last.is_none_or(|last| offer > last));
        match rest.find(|&&offer| self.offers(state, offer, 0)) {
            Some(&offer) => state.make_offer(offer, 0, state.player),
            // A trading house that was full has been emptied; after any other sale there is a barrel in it.
            None if SALE.contains(&offers[0]) => self.after_sale(state, state.trading_house.is_empty()),
            None => self.after_load(state),
        }
    }

    /// Returns whether an offer of doubloons or points brings the player who decides anything.
    pub(crate) fn offers(&self, state: &State, offer: Offer, kinds: u8) -> bool {
        let entitled = match offer.building() {
            Some(building) => state.current().occupies(building),
            None => state.player == state.chooser,
        };
        entitled && self.offered(offer, kinds) > 0
    }

    /// Returns the doubloons or points of an offer; the factory's depend on the kinds that it counts.
    pub(crate) fn offered(&self, offer: Offer, kinds: u8) -> i16 {
        let (rules, effects) = (&self.rules, &self.rules.effects);
        i16::from(match offer {
            Offer::Colonists | Offer::Goods => 0,
            Offer::FactoryMoney => effects.factory[usize::from(kinds)],
            Offer::TraderMoney => rules.trader_bonus,
            Offer::SmallMarketMoney => effects.small_market,
            Offer::LargeMarketMoney => effects.large_market,
            Offer::CaptainPoint => rules.captain_bonus,
            Offer::HarborPoint => effects.harbor,
            Offer::ProspectorMoney => rules.prospector_doubloons,
        })
    }

    /// Gives the player who decides the doubloons or points of an offer, or takes them for an amount below 0.
    fn credit(state: &mut State, offer: Offer, amount: i16) {
        let player = state.current_mut();
        if offer.is_point() {
            player.vp = player.vp.saturating_add_signed(amount);
            state.pool -= amount;
        } else {
            player.doubloons = player.doubloons.saturating_add_signed(amount);
        }
    }
}
