//! The fleets of the Supply phase: S6 and S7 of the rules page (4.2.3).

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use tradewinds_game::{Actions, MAX_SEATS, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::{Cards, Types};
use crate::developments::{DevelopmentId, Developments};
use crate::limits::MAX_CARAVELS;
use crate::state::State;
use crate::words::{Ability, Decision};

/// Some caravels of one player that act together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fleet {
    pub(crate) seat: Seat,
    pub(crate) caravels: Developments,
    /// The sum of the caravel values and the lowest one, as counted: the smaller key picks first.
    key: (u16, u16),
}

/// One fleet per player, or two with Ponce de Leon.
pub(crate) type Fleets = ArrayVec<Fleet, { MAX_SEATS + 1 }>;

impl MundusNovus {
    /// Returns the owner of Ponce de Leon if it has caravels to split: S6.
    pub(crate) fn splitter(&self, state: &State) -> Option<Seat> {
        self.owner(state, Ability::Ponce).filter(|&seat| self.caravels_of(state, seat).len() >= 2)
    }

    #[inline(never)]
    pub(crate) fn legal_split(&self, actions: &mut Actions<Action>) {
        actions.push(Action::FleetA);
        actions.push(Action::FleetB);
    }

    #[inline(never)]
    pub(crate) fn play_split(&self, state: &mut State, second: bool) {
        state.split |= u16::from(second) << state.split_len;
        state.split_len += 1;
        if usize::from(state.split_len) == self.caravels_of(state, state.seat).len() {
            self.begin_picks(state);
        }
    }

    /// Lists caravels by printed value.
    pub(crate) fn by_value(&self, caravels: Developments) -> ArrayVec<DevelopmentId, MAX_CARAVELS> {
        let mut list: ArrayVec<_, MAX_CARAVELS> = caravels.iter().collect();
        list.sort_by_key(|&id| self.rules.printed(id).value);
        list
    }

    /// Returns the caravels of the two fleets of Ponce's owner; the second may be empty.
    pub(super) fn split_fleets(&self, state: &State, caravels: Developments) -> [Developments; 2] {
        let mut second = Developments::EMPTY;
        for (index, id) in self.by_value(caravels).into_iter().enumerate() {
            if state.split >> index & 1 == 1 {
                second.insert(id);
            }
        }
        [caravels - second, second]
    }

    /// Returns the caravel that counts 0: the highest of Pizarro's owner.
    fn zeroed(&self, state: &State) -> Developments {
        match self.owner(state, Ability::Pizarro) {
            Some(seat) => self
                .caravels_of(state, seat)
                .iter()
                .max_by_key(|&id| self.rules.printed(id).value)
                .map_or(Developments::EMPTY, Developments::one),
            None => Developments::EMPTY,
        }
    }

    /// Lists the fleets in the order in which they pick (4.2.3).
    pub(crate) fn fleets(&self, state: &State) -> Fleets {
        let zeroed = self.zeroed(state);
        let counted = |id| if zeroed.has(id) { 0 } else { u16::from(self.rules.printed(id).value) };
        let mut fleets = Fleets::new();
        let mut add = |seat, caravels: Developments| {
            if !caravels.is_empty() {
                let (mut sum, mut lowest) = (0, u16::MAX);
                for id in caravels {
                    let value = counted(id);
                    sum += value;
                    lowest = lowest.min(value);
                }
                fleets.push(Fleet { seat, caravels, key: (sum, lowest) });
            }
        };
        let splitter = if state.split_len > 0 { self.splitter(state) } else { None };
        for seat in Seat::all(self.rules.players) {
            let caravels = self.caravels_of(state, seat);
            if splitter == Some(seat) {
                self.split_fleets(state, caravels).into_iter().for_each(|fleet| add(seat, fleet));
            } else {
                add(seat, caravels);
            }
        }
        // Equal sums and lowest caravels, with other data than ours: the next-lowest ones, then
        // clockwise.
        let values = |fleet: &Fleet| {
            let mut values: ArrayVec<u16, MAX_CARAVELS> = fleet.caravels.iter().map(counted).collect();
            values.sort_unstable();
            values
        };
        let distance = |seat: Seat| self.rules.distance(state.trade_master, seat);
        fleets.sort_by(|a, b| match a.key.cmp(&b.key) {
            Ordering::Equal => {
                values(a).cmp(&values(b)).then_with(|| distance(a.seat).cmp(&distance(b.seat)))
            }
            order => order,
        });
        fleets
    }

    /// Lists the fleets as `State::fleets` keeps them.
    pub(crate) fn fleet_order(&self, state: &State) -> u64 {
        self.fleets(state)
            .iter()
            .rev()
            .fold(0, |order, fleet| order << 8 | (fleet.caravels.len() << 3 | fleet.seat.index()) as u64)
    }

    /// Derives from the number of cards left which fleet picks; returns false if that number of
    /// cards cannot lie open, or the last pick does not belong to the due fleet.
    pub(crate) fn derive_fleets(&self, state: &mut State) -> bool {
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
    pub(super) fn begin_picks(&self, state: &mut State) {
        state.decision = Decision::Pick;
        state.fleets = self.fleet_order(state);
        due_fleet(state);
    }

    #[inline(never)]
    pub(crate) fn legal_pick(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.pickable(state).map(Action::Pick));
    }

    /// Returns the open supply cards that may be picked next (3.3.3).
    #[inline]
    pub(crate) fn pickable(&self, state: &State) -> Types {
        let open = state.card.map_or(state.supply, |last| state.supply.from(last));
        open.choices(usize::from(state.left))
    }

    #[inline(never)]
    pub(crate) fn play_pick(&self, state: &mut State, card: Card) {
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
}

/// Makes the first of the fleets left the one that picks.
pub(crate) fn due_fleet(state: &mut State) {
    state.seat = Seat::new((state.fleets & 7) as usize);
    state.left = (state.fleets >> 3 & 31) as u8;
}
