//! The Event and Supply phases: S1 to S9 of the rules page (4.1, 4.2).

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use super::action::Action;
use super::cards::{Card, Cards, Types};
use super::developments::{Ability, DevelopmentId, Developments, Event};
use super::rules::{MOST_CARAVELS, MundusNovus};
use super::state::{DRAW_PILE, DrawPile, State, Step};
use tradewinds_game::{Actions, Dice, MAX_SEATS, Seat, shuffle};

/// Some caravels of one player that act together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fleet {
    pub(super) seat: Seat,
    pub(super) caravels: Developments,
    /// The sum of the caravel values and the lowest one, as counted: the smaller key picks first.
    key: (u16, u16),
}

/// One fleet a player, or two with Ponce de Leon.
pub(super) type Fleets = ArrayVec<Fleet, { MAX_SEATS + 1 }>;

impl MundusNovus {
    /// Tells whether a seat owns the card with an ability.
    #[inline]
    pub(super) fn has(&self, state: &State, seat: Seat, ability: Ability) -> bool {
        state.owned[seat.index()].meets(self.ability(ability))
    }

    /// Returns the owner of the card with an ability.
    #[inline]
    pub(super) fn owner(&self, state: &State, ability: Ability) -> Option<Seat> {
        let card = self.ability(ability);
        if card.is_empty() {
            return None;
        }
        Seat::all(self.players).find(|&seat| state.owned[seat.index()].meets(card))
    }

    /// Returns the event as it touches a seat: none for de la Cosa's owner (4.1).
    #[inline]
    pub(super) fn event_for(&self, state: &State, seat: Seat) -> Event {
        if self.has(state, seat, Ability::Cosa) { Event::None } else { state.event }
    }

    /// Returns a seat's caravels.
    #[inline]
    pub(super) fn caravels_of(&self, state: &State, seat: Seat) -> Developments {
        state.owned[seat.index()].and(self.caravels)
    }

    /// Returns the number of caravels of all players.
    #[inline]
    pub(super) fn caravels_in_play(&self, state: &State) -> usize {
        let owned = state.owned.iter().fold(Developments::NONE, |all, &owned| all.plus(owned));
        owned.and(self.caravels).len()
    }

    /// Takes the top card of the draw pile; an empty pile is first made anew from the discard pile (4.2.5).
    #[inline]
    pub(super) fn draw<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> Card {
        if state.draw.is_empty() {
            let discard = std::mem::take(&mut state.discard);
            self.form_draw_pile(state, discard, dice);
        }
        state.draw.pop().expect("draws never fail (section 8, invariant 7)")
    }

    /// Takes the top cards of the draw pile.
    #[inline]
    fn draw_many<D: Dice + ?Sized>(&self, state: &mut State, number: usize, dice: &mut D) -> Cards {
        if number < 16
            && let Some(cards) = state.draw.take(number)
        {
            return cards;
        }
        self.draw_one_by_one(state, number, dice)
    }

    /// [`Self::draw_many`] where the pile is made anew between two cards, which is rare: it stands apart,
    /// so that the other is small enough to be inlined.
    #[cold]
    #[inline(never)]
    fn draw_one_by_one<D: Dice + ?Sized>(&self, state: &mut State, number: usize, dice: &mut D) -> Cards {
        (0..number).map(|_| self.draw(state, dice)).collect()
    }

    /// Shuffles cards into an empty draw pile: in ascending order from the top, then Fisher-Yates.
    #[inline(never)]
    pub(super) fn form_draw_pile<D: Dice + ?Sized>(&self, state: &mut State, cards: Cards, dice: &mut D) {
        // The numbers of the types, which the pile holds, take a division each to find out.
        let mut list = [0; DRAW_PILE];
        let pile = cards.write_numbers(&mut list);
        let pile = &mut list[..pile];
        shuffle(pile, dice);
        state.draw = DrawPile::pack(pile, usize::from);
    }

    /// Begins a round: S1.
    pub(super) fn begin_round<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.event = match state.queue.as_slice().first() {
            Some(&head) if state.round > 1 => self.printed(head).icon,
            _ => Event::None,
        };
        if let Some(seat) = self.buyer_of_event(state) {
            state.step = Step::Coronado;
            state.seat = seat;
        } else {
            self.supply(state, dice);
        }
    }

    /// Returns the seat that may buy an event now: S2.
    pub(super) fn buyer_of_event(&self, state: &State) -> Option<Seat> {
        let head = state.queue.as_slice().first();
        let quiet = state.event == Event::None && head.is_none_or(|&id| self.printed(id).icon == Event::None);
        if state.round == 1 || !quiet {
            return None;
        }
        let owner = self.owner(state, Ability::Coronado)?;
        (state.money[owner.index()] >= self.effect.coronado_cost).then_some(owner)
    }

    #[inline]
    pub(super) fn legal_event(&self, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        actions.extend(Event::BOUGHT.map(Action::Event));
    }

    #[inline]
    pub(super) fn play_event<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        bought: Option<Event>,
        dice: &mut D,
    ) {
        if let Some(event) = bought {
            state.event = event;
            state.money[state.seat.index()] -= self.effect.coronado_cost;
        }
        self.supply(state, dice);
    }

    /// Returns stored cards, deals and reveals: S3 to S5.
    fn supply<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for seat in 0..self.players {
            state.hand[seat] = state.hand[seat].plus(std::mem::take(&mut state.aside[seat]));
        }
        for seat in self.clockwise(state.trade_master) {
            let dealt = self.draw_many(state, usize::from(self.setup.dealt), dice);
            state.hand[seat.index()] = state.hand[seat.index()].plus(dealt);
        }
        let caravels = self.caravels_in_play(state);
        state.supply = self.draw_many(state, caravels, dice);
        if caravels == 0 {
            self.after_picks(state);
        } else if let Some(seat) = self.splitter(state) {
            state.step = Step::Split;
            state.seat = seat;
            // The smallest caravel goes to fleet a by convention (3.3.2).
            state.split_len = 1;
        } else {
            self.begin_picks(state);
        }
    }

    /// Returns the owner of Ponce de Leon if he has caravels to split: S6.
    pub(super) fn splitter(&self, state: &State) -> Option<Seat> {
        self.owner(state, Ability::Ponce).filter(|&seat| self.caravels_of(state, seat).len() >= 2)
    }

    #[inline]
    pub(super) fn legal_split(&self, actions: &mut Actions<Action>) {
        actions.push(Action::FleetA);
        actions.push(Action::FleetB);
    }

    #[inline]
    pub(super) fn play_split(&self, state: &mut State, second: bool) {
        state.split |= u16::from(second) << state.split_len;
        state.split_len += 1;
        if usize::from(state.split_len) == self.caravels_of(state, state.seat).len() {
            self.begin_picks(state);
        }
    }

    /// Lists caravels by printed value.
    pub(super) fn by_value(&self, caravels: Developments) -> ArrayVec<DevelopmentId, MOST_CARAVELS> {
        let mut list: ArrayVec<_, MOST_CARAVELS> = caravels.iter().collect();
        list.sort_by_key(|&id| self.printed(id).value);
        list
    }

    /// Returns the caravels of the two fleets of Ponce's owner; the second may be empty.
    fn split_fleets(&self, state: &State, caravels: Developments) -> [Developments; 2] {
        let mut second = Developments::NONE;
        for (index, id) in self.by_value(caravels).into_iter().enumerate() {
            if state.split >> index & 1 == 1 {
                second = second.plus(Developments::one(id));
            }
        }
        [caravels.without(second), second]
    }

    /// Returns the caravel that counts 0: the highest of Pizarro's owner.
    fn zeroed(&self, state: &State) -> Developments {
        match self.owner(state, Ability::Pizarro) {
            Some(seat) => self
                .caravels_of(state, seat)
                .iter()
                .max_by_key(|&id| self.printed(id).value)
                .map_or(Developments::NONE, Developments::one),
            None => Developments::NONE,
        }
    }

    /// Lists the fleets in the order in which they pick (4.2.3).
    pub(super) fn fleets(&self, state: &State) -> Fleets {
        let zeroed = self.zeroed(state);
        let counted = |id| if zeroed.has(id) { 0 } else { u16::from(self.printed(id).value) };
        let mut fleets = Fleets::new();
        let mut add = |seat, caravels: Developments| {
            if !caravels.is_empty() {
                let (mut sum, mut lowest) = (0, u16::MAX);
                for id in caravels.iter() {
                    let value = counted(id);
                    sum += value;
                    lowest = lowest.min(value);
                }
                fleets.push(Fleet { seat, caravels, key: (sum, lowest) });
            }
        };
        let splitter = if state.split_len > 0 { self.splitter(state) } else { None };
        for seat in Seat::all(self.players) {
            let caravels = self.caravels_of(state, seat);
            if splitter == Some(seat) {
                self.split_fleets(state, caravels).into_iter().for_each(|fleet| add(seat, fleet));
            } else {
                add(seat, caravels);
            }
        }
        // Equal sums and lowest caravels, with other data than ours: the next-lowest ones, then clockwise.
        let values = |fleet: &Fleet| {
            let mut values: ArrayVec<u16, MOST_CARAVELS> = fleet.caravels.iter().map(counted).collect();
            values.sort_unstable();
            values
        };
        let distance = |seat: Seat| (seat.index() + self.players - state.trade_master.index()) % self.players;
        fleets.sort_by(|a, b| match a.key.cmp(&b.key) {
            Ordering::Equal => {
                values(a).cmp(&values(b)).then_with(|| distance(a.seat).cmp(&distance(b.seat)))
            }
            order => order,
        });
        fleets
    }

    /// Lists the fleets as `State::fleets` keeps them.
    pub(super) fn fleet_order(&self, state: &State) -> u64 {
        self.fleets(state)
            .iter()
            .rev()
            .fold(0, |order, fleet| order << 8 | (fleet.caravels.len() << 3 | fleet.seat.index()) as u64)
    }

    /// Finds out from the cards left whose pick it is; false if so many cards cannot lie open, or the
    /// last pick does not belong to the due fleet.
    pub(super) fn derive_fleets(&self, state: &mut State) -> bool {
        let Some(mut picked) = self.caravels_in_play(state).checked_sub(state.supply.total()) else {
            return false;
        };
        state.fleets = self.fleet_order(state);
        while state.fleets != 0 {
            due_fleet(state);
            let caravels = usize::from(state.left);
            if picked < caravels {
                state.left -= picked as u8;
                return state.card.is_some() == (picked > 0);
            }
            picked -= caravels;
            state.fleets >>= 8;
        }
        false
    }

    /// Lets the first fleet pick: S7.
    fn begin_picks(&self, state: &mut State) {
        state.step = Step::Pick;
        state.fleets = self.fleet_order(state);
        due_fleet(state);
    }

    #[inline]
    pub(super) fn legal_pick(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.pickable(state).map(Action::Pick));
    }

    /// Returns the open supply cards that may be picked next (3.3.3).
    #[inline]
    pub(super) fn pickable(&self, state: &State) -> Types {
        let open = state.card.map_or(state.supply, |last| state.supply.from(last));
        open.choices(usize::from(state.left))
    }

    #[inline]
    pub(super) fn play_pick(&self, state: &mut State, card: Card) {
        let (seat, cards) = (state.seat, Cards::one(card));
        state.supply = state.supply.minus(cards);
        self.gain(state, seat, cards);
        state.left -= 1;
        state.card = Some(card);
        if state.left == 0 {
            state.card = None;
            state.fleets >>= 8;
            if state.fleets == 0 {
                self.after_picks(state);
            } else {
                due_fleet(state);
            }
        }
    }

    /// Asks Sergio's owner, or goes on: S8.
    fn after_picks(&self, state: &mut State) {
        if let Some(seat) = self.buyer_of_card(state) {
            state.step = Step::Sergio;
            state.seat = seat;
        } else {
            self.pirates(state);
        }
    }

    /// Returns the seat that may buy a market card.
    pub(super) fn buyer_of_card(&self, state: &State) -> Option<Seat> {
        self.owner(state, Ability::Sergio).filter(|seat| state.money[seat.index()] >= self.effect.sergio_cost)
    }

    #[inline]
    pub(super) fn legal_purchase(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        actions.extend(state.market.types().map(Action::Buy));
    }

    #[inline]
    pub(super) fn play_purchase<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        bought: Option<Card>,
        dice: &mut D,
    ) {
        if let Some(card) = bought {
            let (seat, cards) = (state.seat, Cards::one(card));
            state.money[seat.index()] -= self.effect.sergio_cost;
            self.gain(state, seat, cards);
            let refill = self.draw(state, dice);
            state.market = state.market.minus(cards).plus(Cards::one(refill));
        }
        self.pirates(state);
    }

    /// Returns the number of cards that a seat loses to the pirates: one a fleet of two or more caravels.
    pub(super) fn pirate_losses(&self, state: &State, seat: Seat) -> u8 {
        if self.event_for(state, seat) != Event::Pirates {
            return 0;
        }
        let caravels = self.caravels_of(state, seat);
        if caravels.len() < 2 {
            0
        } else if state.split == 0 || !self.has(state, seat, Ability::Ponce) {
            1
        } else {
            self.split_fleets(state, caravels).iter().filter(|fleet| fleet.len() >= 2).count() as u8
        }
    }

    /// Lets the pirates come, or goes on: S9.
    fn pirates(&self, state: &mut State) {
        let first = state.trade_master;
        if state.event == Event::Pirates
            && let Some(seat) = self.clockwise(first).find(|&seat| self.pirate_losses(state, seat) > 0)
        {
            state.step = Step::Pirates;
            state.seat = seat;
            state.left = self.pirate_losses(state, seat);
        } else {
            self.announcement(state);
        }
    }

    #[inline]
    pub(super) fn legal_discard(&self, state: &State, actions: &mut Actions<Action>) {
        let open = self.ascending(state);
        actions.extend(open.choices(usize::from(state.left)).map(Action::Discard));
    }

    #[inline]
    pub(super) fn play_discard(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left > 0 {
            return;
        }
        let mut seat = self.next(state.seat);
        while seat != state.trade_master {
            state.left = self.pirate_losses(state, seat);
            if state.left > 0 {
                state.seat = seat;
                return;
            }
            seat = self.next(seat);
        }
        // All have chosen: the discards are shown together.
        for seat in Seat::all(self.players) {
            let cards = std::mem::take(&mut state.aside[seat.index()]);
            state.lose(seat, cards);
            state.discard = state.discard.plus(cards);
        }
        self.announcement(state);
    }

    /// Returns the cards in hand that may follow those set aside: none is lower (3.3).
    #[inline]
    pub(super) fn ascending(&self, state: &State) -> Cards {
        let seat = state.seat.index();
        state.hand[seat].from_highest(state.aside[seat])
    }

    /// Sets a card of the deciding seat aside.
    #[inline]
    pub(super) fn set_aside(&self, state: &mut State, card: Card) {
        let (seat, cards) = (state.seat.index(), Cards::one(card));
        state.hand[seat] = state.hand[seat].minus(cards);
        state.aside[seat] = state.aside[seat].plus(cards);
        state.left -= 1;
    }
}

/// Makes the first of the fleets left the one that picks.
pub(super) fn due_fleet(state: &mut State) {
    state.seat = Seat::new((state.fleets & 7) as usize);
    state.left = (state.fleets >> 3 & 31) as u8;
}
