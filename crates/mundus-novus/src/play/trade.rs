//! The Trade phase: S10 to S18 of the rules page (4.3).

use crate::MundusNovus;
use crate::action::{Action, OpenCard};
use crate::card::Card;
use crate::cards::{Cards, Types};
use crate::state::{Gift, State};
use crate::words::{Ability, Decision};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Actions, Seat};

impl MundusNovus {
    /// Lets the Trade Master announce: S10.
    pub(crate) fn announcement(&self, state: &mut State) {
        state.decision = Decision::Announce;
        state.seat = state.trade_master;
        state.split = 0;
        state.split_len = 0;
    }

    #[inline(never)]
    pub(crate) fn legal_announcement(&self, actions: &mut Actions<Action>) {
        actions
            .extend((self.rules.trade.fewest_offered..=self.rules.trade.most_offered).map(Action::Announce));
    }

    #[inline]
    pub(crate) fn play_announcement(&self, state: &mut State, number: u8) {
        state.decision = Decision::Offer;
        state.size = number;
        state.left = number;
    }

    #[inline(never)]
    pub(crate) fn legal_offer(&self, state: &State, actions: &mut Actions<Action>) {
        if self.has(state, state.seat, Ability::Casas) {
            actions.push(Action::Done);
        }
        actions.extend(self.offerable(state).map(Action::Offer));
    }

    /// Returns the cards that may be added to the offer (3.3.4). The owner of las Casas may stop at
    /// any time, so that choice can always be completed.
    #[inline]
    pub(crate) fn offerable(&self, state: &State) -> Types {
        let needed = if self.has(state, state.seat, Ability::Casas) { 0 } else { state.left };
        self.ascending(state).choices(usize::from(needed))
    }

    #[inline]
    pub(crate) fn play_offer(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left == 0 {
            self.commit_offer(state);
        }
    }

    /// Ends a seat's offer; after the last one all are revealed.
    #[inline]
    pub(crate) fn commit_offer(&self, state: &mut State) {
        state.seat = self.rules.next(state.seat);
        state.left = state.size;
        if state.seat == state.trade_master {
            self.reveal_offers(state);
        }
    }

    /// Returns the sum of an offer as a seat counts it, 0 for no offer (4.3.3).
    #[inline]
    pub(crate) fn offer_sum(&self, state: &State, seat: Seat, offer: Cards) -> u8 {
        if offer.is_empty() {
            return 0;
        }
        let bonus = if self.has(state, seat, Ability::Valdivia) { self.rules.effect.valdivia_sum } else { 0 };
        bonus + offer.dot(self.rules.reversed_values)
    }

    /// Returns the seats with the highest sum of the open offers.
    pub(crate) fn highest_offers(&self, state: &State) -> KeySet<Seat> {
        let (mut seats, mut highest) = (KeySet::EMPTY, 0);
        for seat in Seat::all(self.rules.players) {
            let sum = self.offer_sum(state, seat, state.aside[seat]);
            if sum > highest {
                (seats, highest) = (KeySet::EMPTY, sum);
            }
            if sum == highest && sum > 0 {
                seats.insert(seat);
            }
        }
        seats
    }

    /// Reveals the offers and finds the new Trade Master: S12.
    ///
    /// Called once per round: not inlined, so that earlier offers need not save its registers.
    #[inline(never)]
    fn reveal_offers(&self, state: &mut State) {
        state.left = 0;
        state.size = 0;
        for seat in Seat::all(self.rules.players) {
            state.lose(self.rules.players, seat, state.aside[seat]);
        }
        state.open = open_offers(state);
        let (old, highest) = (state.trade_master, self.highest_offers(state));
        if highest.has(old) {
            self.open_trade(state, old);
        } else if highest.len() == 1 {
            self.open_trade(state, highest.nth(0));
        } else {
            state.decision = Decision::Tie;
            state.seat = old;
        }
    }

    #[inline(never)]
    pub(crate) fn legal_tie(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.highest_offers(state).iter().map(Action::Master));
    }

    /// Gives the token to the new Trade Master, who has the first take.
    pub(crate) fn open_trade(&self, state: &mut State, new: Seat) {
        state.trade_master = new;
        state.last = None;
        state.previous = None;
        self.due(state, new);
    }

    /// Lets the due player take, or closes the trade: S14.
    #[inline]
    pub(super) fn due(&self, state: &mut State, seat: Seat) {
        state.seat = seat;
        state.victims = self.victims(state);
        if !state.victims.is_empty() {
            state.decision = Decision::Take;
        } else {
            self.close_trade(state);
        }
    }

    /// Returns the seats from which the due player may take (4.3.4).
    #[inline]
    pub(crate) fn victims(&self, state: &State) -> KeySet<Seat> {
        let victims = state.open.without(state.seat);
        if self.rules.players > 2
            && state.previous == Some(state.seat)
            && let Some(last) = state.last
        {
            // No third take between the same two players, unless no other seat has open cards
            // (J12).
            let others = victims.without(last);
            let barred = !others.is_empty() || self.rules.flags.third_take_barred;
            return if barred { others } else { victims };
        }
        victims
    }

    #[inline(never)]
    pub(crate) fn legal_take(&self, state: &State, actions: &mut Actions<Action>) {
        for from in state.victims {
            actions.extend(state.aside[from].types().map(|card| Action::Take(OpenCard::new(card, from))));
        }
    }

    #[inline]
    pub(crate) fn play_take(&self, state: &mut State, card: Card, from: Seat) {
        let offer = state.aside[from].minus(Cards::one(card));
        state.aside[from] = offer;
        if offer.is_empty() {
            state.open.remove(from);
        }
        state.decision = Decision::Swap;
        state.victims = KeySet::EMPTY;
        state.card = Some(card);
        state.other = Some(from);
        state.previous = None;
    }

    #[inline(never)]
    pub(crate) fn legal_swap(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Keep);
        actions.extend(state.market.types().map(Action::SwapFor));
    }

    /// Keeps the card taken, or puts it into the market for another one: S15.
    #[inline]
    pub(crate) fn play_swap(&self, state: &mut State, wanted: Option<Card>) {
        match wanted {
            Some(wanted) => self.swap_for(state, wanted),
            None => {
                let taken = state.card.take().expect("a swap follows a take");
                self.end_take(state, taken);
            }
        }
    }

    /// Puts the card taken into the market for this one.
    #[inline(never)]
    pub(crate) fn swap_for(&self, state: &mut State, wanted: Card) {
        let taken = state.card.take().expect("a swap follows a take");
        let gained = self.exchange(state, state.seat, taken, wanted);
        self.end_take(state, gained);
    }

    /// Puts the card taken into the market, and returns the one wanted.
    #[inline(always)]
    pub(super) fn exchange(&self, state: &mut State, seat: Seat, taken: Card, wanted: Card) -> Card {
        state.market = state.market.minus(Cards::one(wanted)).plus(Cards::one(taken));
        if self.has(state, seat, Ability::Orellana) {
            self.pay_for_pattern(state, seat);
        }
        wanted
    }

    /// Pays Orellana's owner if the market is a pattern.
    #[cold]
    fn pay_for_pattern(&self, state: &mut State, seat: Seat) {
        if is_pattern(state.market) {
            state.money[seat] += self.rules.effect.orellana_bonus;
        }
    }

    /// Gives the deciding seat the card that it gains, and the robbed seat the next take.
    #[inline]
    fn end_take(&self, state: &mut State, gained: Card) {
        let seat = state.seat;
        self.gain(state, seat, Cards::one(gained));
        state.previous = state.last;
        state.last = Some(seat);
        let robbed = state.other.take().expect("a swap follows a take");
        self.due(state, robbed);
    }

    /// The due player takes back the rest of the offer, and is owed a card unless it is the Trade
    /// Master: S16. Where a third take is barred the other one may have open cards as well.
    #[inline(never)]
    fn close_trade(&self, state: &mut State) {
        let due = state.seat;
        let rest = std::mem::take(&mut state.aside[due]);
        self.gain(state, due, rest);
        for barred in state.open.without(due) {
            let rest = std::mem::take(&mut state.aside[barred]);
            self.gain(state, barred, rest);
        }
        state.last = None;
        state.previous = None;
        state.open = KeySet::EMPTY;
        state.seat = state.trade_master;
        if due == state.trade_master {
            state.decision = Decision::FirstPlayer;
        } else {
            state.decision = Decision::Compensate;
            state.other = Some(due);
        }
    }

    #[inline(never)]
    pub(crate) fn legal_gift(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(state.hand[state.seat].types().map(Action::Give));
    }

    /// Gives a card in secret to the due player: S17.
    #[inline(never)]
    pub(crate) fn play_gift(&self, state: &mut State, card: Card) {
        let (from, cards) = (state.seat, Cards::one(card));
        let to = state.other.take().expect("a compensation has a receiver");
        state.hand[from] = state.hand[from].minus(cards);
        state.hand[to] = state.hand[to].plus(cards);
        // Only the two of them see the card (6.2).
        let receiver = &mut state.known[from][to];
        *receiver = receiver.without(cards);
        let giver = &mut state.known[to][from];
        *giver = giver.plus(cards);
        state.gift = Some(Gift { from, to });
        state.decision = Decision::FirstPlayer;
    }

    #[inline(never)]
    pub(crate) fn legal_first(&self, actions: &mut Actions<Action>) {
        actions.extend(Seat::all(self.rules.players).map(Action::First));
    }
}

/// Returns the seats with open offers.
pub(crate) fn open_offers(state: &State) -> KeySet<Seat> {
    let bits = (0..).zip(state.aside.values()).map(|(seat, offer)| u8::from(!offer.is_empty()) << seat);
    KeySet::from_bits(bits.sum())
}

/// Returns whether the market holds three identical cards, or three goods with consecutive numbers
/// (Orellana, section 5).
#[inline]
pub(crate) fn is_pattern(market: Cards) -> bool {
    let (Some(lowest), Some(highest)) = (market.lowest(), market.highest()) else {
        return false;
    };
    lowest == highest
        || highest.is_good() && market.distinct_len() == 3 && highest.index() - lowest.index() == 2
}
