//! The captain (rules page 4.6): loading, wharf, storage, unloading.

use super::PuertoRico;
use super::action::Action;
use super::counts::{Counts, Kinds};
use super::state::{Decision, EMPTY, Ship, State, next_seat};
use super::words::{Building, Good};
use crate::game::Actions;

/// What the ships can take.
struct Holds {
    /// Kinds on some ship.
    afloat: Kinds,
    /// Kinds on a ship with free space.
    open: Kinds,
    /// Whether some ship is empty.
    any_empty: bool,
    /// The ship of each kind that is afloat.
    ships: Counts,
}

impl Holds {
    /// Returns which of the `held` kinds can be loaded on a ship.
    #[inline]
    fn loadable(&self, held: Kinds) -> Kinds {
        if self.any_empty { held.and(self.open.or(held.without(self.afloat))) } else { held.and(self.open) }
    }
}

impl PuertoRico {
    #[inline]
    fn holds(&self, state: &State) -> Holds {
        let mut holds = Holds {
            afloat: Kinds::default(),
            open: Kinds::default(),
            any_empty: false,
            ships: Counts::default(),
        };
        for (index, (ship, &capacity)) in state.ships.iter().zip(&self.rules.ships).enumerate() {
            if ship.kind == EMPTY {
                holds.any_empty = true;
            } else {
                let kind = Kinds::one(usize::from(ship.kind));
                holds.afloat = holds.afloat.or(kind);
                holds.ships.add(usize::from(ship.kind), index as u8);
                if ship.load < capacity {
                    holds.open = holds.open.or(kind);
                }
            }
        }
        holds
    }

    #[inline]
    fn has_wharf(&self, state: &State, seat: u8) -> bool {
        state.wharf_used >> seat & 1 == 0 && state.players[usize::from(seat)].occupies(Building::Wharf)
    }

    /// Tells whether `seat` has a `load` decision: it has not passed and can load something.
    fn can_load(&self, state: &State, seat: u8, holds: &Holds) -> bool {
        let held = state.players[usize::from(seat)].goods.kinds();
        if held.is_empty() || state.passed >> seat & 1 != 0 {
            return false;
        }
        !holds.loadable(held).is_empty() || self.has_wharf(state, seat)
    }

    /// Tells whether the player who decides has a `load` decision, as a position file must.
    pub(super) fn load_is_open(&self, state: &State) -> bool {
        self.can_load(state, state.player, &self.holds(state))
    }

    pub(super) fn begin_captain(&self, state: &mut State) {
        state.wharf_used = 0;
        state.passed = 0;
        state.captain_loaded = false;
        let chooser = state.chooser;
        self.load_from(state, chooser);
    }

    /// Asks the first player from `seat` on who can load; when nobody can, the goods are stored.
    fn load_from(&self, state: &mut State, seat: u8) {
        let holds = self.holds(state);
        let mut seat = seat;
        for _ in 0..self.rules.players {
            if self.can_load(state, seat, &holds) {
                state.ask(Decision::Load, seat);
                return;
            }
            seat = next_seat(&self.rules, seat);
        }
        // The scratch of the phase is not part of later positions.
        state.wharf_used = 0;
        state.passed = 0;
        state.captain_loaded = false;
        let chooser = state.chooser;
        self.store_from(state, Some(chooser));
    }

    pub(super) fn legal_loads(&self, state: &State, actions: &mut Actions<Action>) {
        let goods = state.current().goods;
        let held = goods.kinds();
        let holds = self.holds(state);
        let loadable = holds.loadable(held);
        for kind in loadable {
            let good = Good::ALL[kind];
            if holds.open.has(kind) {
                actions.push(Action::Ship(good, holds.ships.get(kind)));
            } else {
                let first = self.first_empty_ship(state, goods.get(kind));
                for (index, ship) in state.ships.iter().enumerate().take(self.rules.ships.len()).skip(first) {
                    if ship.kind == EMPTY {
                        actions.push(Action::Ship(good, index as u8));
                    }
                }
            }
        }
        if self.has_wharf(state, state.player) {
            for kind in held {
                actions.push(Action::Wharf(Good::ALL[kind]));
            }
            if loadable.is_empty() {
                actions.push(Action::Pass);
            }
        }
    }

    /// Returns the first empty ship that takes as many of `held` barrels as any empty one; so do
    /// all larger ones.
    fn first_empty_ship(&self, state: &State, held: u8) -> usize {
        let mut largest = 0;
        for (index, &space) in self.rules.ships.iter().enumerate() {
            if state.ships[index].kind == EMPTY {
                if space >= held {
                    return index;
                }
                largest = index;
            }
        }
        largest
    }

    pub(super) fn play_load(&self, state: &mut State, action: Action) {
        let seat = state.player;
        match action {
            Action::Ship(good, ship) => {
                let space = self.rules.ships[usize::from(ship)];
                let hold = &mut state.ships[usize::from(ship)];
                let load = state.players[usize::from(seat)].goods.get(good.index()).min(space - hold.load);
                hold.kind = good as u8;
                hold.load += load;
                state.current_mut().goods.take(good.index(), load);
                self.award_load(state, load);
            }
            Action::Wharf(good) => {
                let load = state.current().goods.get(good.index());
                state.current_mut().goods.take(good.index(), load);
                state.supply.add(good.index(), load);
                state.wharf_used |= 1 << seat;
                self.award_load(state, load);
            }
            _ => state.passed |= 1 << seat,
        }
        self.load_from(state, next_seat(&self.rules, seat));
    }

    fn award_load(&self, state: &mut State, load: u8) {
        let mut points = load;
        if state.current().occupies(Building::Harbor) {
            points += self.rules.effects.harbor;
        }
        if state.player == state.chooser && !state.captain_loaded {
            state.captain_loaded = true;
            points += self.rules.captain_bonus;
        }
        state.current_mut().vp += u16::from(points);
        state.pool -= i16::from(points);
    }

    /// Asks the first player from `seat` on for whom not everything fits; after the last one the
    /// full ships are unloaded.
    fn store_from(&self, state: &mut State, seat: Option<u8>) {
        let mut next = seat;
        while let Some(seat) = next {
            if self.must_store(state, seat) {
                state.ask(Decision::Store, seat);
                return;
            }
            next = self.next_turn(state, seat);
        }
        self.unload(state);
        self.end_role(state);
    }

    /// Tells whether not everything that `seat` holds fits into storage.
    pub(super) fn must_store(&self, state: &State, seat: u8) -> bool {
        let player = &state.players[usize::from(seat)];
        let held = player.goods.kinds();
        let (kinds, room) = (held.count(), player.warehouse_kinds(&self.rules));
        kinds > room && (kinds > room + 1 || held.into_iter().all(|good| player.goods.get(good) > 1))
    }

    pub(super) fn legal_stores(&self, state: &State, actions: &mut Actions<Action>) {
        let player = state.current();
        let held = player.goods.kinds();
        let room = player.warehouse_kinds(&self.rules);
        each_subset(held, room, |keep| {
            for good in held.filter(|good| keep >> good & 1 == 0) {
                actions.push(Action::Store(keep, Good::ALL[good]));
            }
        });
    }

    pub(super) fn play_store(&self, state: &mut State, action: Action) {
        if let Action::Store(keep, one) = action {
            let player = &mut state.players[usize::from(state.player)];
            for good in player.goods.kinds() {
                if keep >> good & 1 == 0 {
                    let lost = player.goods.get(good) - u8::from(good == one.index());
                    player.goods.take(good, lost);
                    state.supply.add(good, lost);
                }
            }
        }
        self.store_from(state, self.next_turn(state, state.player));
    }

    fn unload(&self, state: &mut State) {
        for (ship, &space) in state.ships.iter_mut().zip(&self.rules.ships) {
            if ship.kind != EMPTY && ship.load == space {
                state.supply.add(usize::from(ship.kind), ship.load);
                *ship = Ship { kind: EMPTY, load: 0 };
            }
        }
    }
}

/// Calls `found` with every subset of `size` kinds as a mask, in lexicographic order of the kinds.
fn each_subset(kinds: Kinds, size: usize, mut found: impl FnMut(u8)) {
    fn extend(mut rest: Kinds, size: usize, chosen: u8, found: &mut impl FnMut(u8)) {
        if size == 0 {
            found(chosen);
            return;
        }
        while let Some(kind) = rest.next() {
            extend(rest, size - 1, chosen | 1 << kind, found);
        }
    }
    extend(kinds, size, 0, &mut found);
}

const _: () = assert!(size_of::<Counts>() == 4, "counts are one word");
