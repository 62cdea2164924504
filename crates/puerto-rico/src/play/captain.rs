//! The captain (rules page 4.6): loading, wharf, storage, unloading.

use super::draw::any_bit;
use crate::limits::MAX_SHIPS;
use crate::state::{EMPTY, Ship};
use crate::words::{Building, Decision, Good};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Bits, Counts8, KeySet, Kinds8};
use tradewinds_game::{Actions, Dice, Seat};

/// The option of a load that does nothing, after a nibble of ships for each kind and the wharf's kinds.
const PASS: u32 = 31;
/// All kinds of goods.
const GOODS: Kinds8 = Kinds8::lowest(Good::COUNT);
/// The option of loading the first kind on the wharf.
const WHARF: u32 = 24;

impl PuertoRico {
    /// Returns the kinds that some ship takes: those on a ship with free space, and, where a ship is
    /// empty, those on no ship (4.6).
    #[inline(always)]
    pub(crate) fn shippable(&self, ships: &[Ship; MAX_SHIPS]) -> Kinds8 {
        let (mut afloat, mut open) = (Kinds8::default(), Kinds8::default());
        for (ship, &space) in ships.iter().zip(&self.rules.spaces) {
            let kind = Kinds8::one(usize::from(ship.kind));
            afloat = afloat.or(kind);
            if ship.load < space {
                open = open.or(kind);
            }
        }
        // An empty ship counts as one with the kind after the last one.
        if open.has(usize::from(EMPTY)) { open.or(GOODS.without(afloat)) } else { open }.and(GOODS)
    }

    /// Returns the kinds that are on some ship, full or not, or all kinds where a ship is empty.
    #[inline]
    fn possible(&self, ships: &[Ship; MAX_SHIPS]) -> Kinds8 {
        let mut afloat = Kinds8::default();
        for (ship, &space) in ships.iter().zip(&self.rules.spaces) {
            if space > 0 {
                afloat = afloat.with(usize::from(ship.kind));
            }
        }
        if afloat.has(usize::from(EMPTY)) { GOODS } else { afloat }
    }

    #[inline]
    fn has_wharf(&self, state: &State, seat: Seat) -> bool {
        !state.wharf_used.has(seat) && state.players[seat.index()].occupies(Building::Wharf)
    }

    /// Returns whether `seat` has a `load` decision: it has not passed and can load something.
    #[inline]
    pub(crate) fn can_load(&self, state: &State, seat: Seat) -> bool {
        let goods = state.players[seat.index()].goods;
        !goods.is_empty()
            && !state.passed.has(seat)
            && (!goods.kinds().and(state.shippable).is_empty() || self.has_wharf(state, seat))
    }

    pub(crate) fn begin_captain(&self, state: &mut State) {
        state.wharf_used = KeySet::EMPTY;
        state.passed = KeySet::EMPTY;
        state.captain_loaded = false;
        let chooser = state.chooser;
        self.load_from(state, chooser);
    }

    /// Asks the first player from `seat` on that can load; when none can, the goods are stored.
    fn load_from(&self, state: &mut State, seat: Seat) {
        let first = seat;
        let mut seat = seat;
        loop {
            if self.can_load(state, seat) {
                state.ask(Decision::Load, seat);
                return;
            }
            seat = self.rules.next_seat(seat);
            if seat == first {
                break;
            }
        }
        self.end_loading(state);
    }

    /// Goes on to the storage of goods.
    fn end_loading(&self, state: &mut State) {
        // The scratch of the phase is not part of later positions.
        state.wharf_used = KeySet::EMPTY;
        state.passed = KeySet::EMPTY;
        state.captain_loaded = false;
        let chooser = state.chooser;
        self.store_from(state, Some(chooser));
    }

    /// Returns the options of a player, one bit each in canonical order: bit `4k + s` for
    /// kind `k` on ship `s`, bit [`WHARF`]` + k` for kind `k` on the wharf, and bit [`PASS`].
    #[inline(always)]
    pub(crate) fn load_options(&self, state: &State, seat: Seat) -> u32 {
        let goods = state.players[seat.index()].goods;
        let held = goods.kinds();
        let loadable = held.and(state.shippable);
        // The ships of each kind, the empty ones after the last kind.
        let aboard = (state.ships.iter().enumerate())
            .fold(0, |aboard, (index, ship)| aboard | 1 << (4 * u32::from(ship.kind) + index as u32));
        let aboard = Counts8::from_bits(aboard);
        let mut options = aboard.of(loadable).bits();
        for kind in loadable.without(aboard.kinds()) {
            let empty = aboard.get(usize::from(EMPTY));
            let ships = self.rules.ships_for[usize::from(empty)][usize::from(goods.get(kind))];
            options |= u32::from(ships) << (4 * kind);
        }
        if self.has_wharf(state, seat) {
            options |= held.dense() << WHARF;
            if loadable.is_empty() {
                options |= 1 << PASS;
            }
        }
        options
    }

    /// Returns the action of one of [`PuertoRico::load_options`].
    #[inline]
    pub(crate) fn load_action(option: usize) -> Action {
        match option as u32 {
            PASS => Action::Pass,
            WHARF.. => Action::Wharf(Good::ALL[option - WHARF as usize]),
            _ => Action::Ship(Good::ALL[option / 4], (option % 4) as u8),
        }
    }

    pub(crate) fn legal_loads(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(Bits(self.load_options(state, state.player)).map(Self::load_action));
    }

    #[inline(always)]
    pub(crate) fn play_load(&self, state: &mut State, action: Action) {
        if self.rules.optional_privileges {
            self.play_optional_load(state, action);
            return;
        }
        self.load(state, state.player, action);
        self.after_load(state);
    }

    /// Asks the next player that can load.
    #[inline(always)]
    pub(super) fn after_load(&self, state: &mut State) {
        self.load_from(state, self.rules.next_seat(state.player));
    }

    /// Loads a kind, or declines the wharf.
    #[inline(always)]
    pub(super) fn load(&self, state: &mut State, seat: Seat, action: Action) {
        let player = &mut state.players[seat.index()];
        match action {
            Action::Ship(good, ship) => {
                let space = self.rules.spaces[usize::from(ship)];
                let hold = &mut state.ships[usize::from(ship)];
                let load = player.goods.get(good.index()).min(space - hold.load);
                player.goods.take(good.index(), load);
                let was_empty = hold.kind == EMPTY;
                hold.kind = good as u8;
                hold.load += load;
                if hold.load == space {
                    state.shippable = state.shippable.without(Kinds8::one(good.index()));
                }
                if was_empty {
                    state.shippable = state.shippable.and(self.possible(&state.ships));
                }
                self.award_load(state, seat, load);
            }
            Action::Wharf(good) => {
                let load = player.goods.get(good.index());
                player.goods.take(good.index(), load);
                state.supply.add(good.index(), load);
                state.wharf_used.insert(seat);
                self.award_load(state, seat, load);
            }
            _ => state.passed.insert(seat),
        }
    }

    /// Plays the loading at random; returns the number of decisions. The phase goes on with the storage.
    #[inline(never)]
    pub(super) fn random_loading<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let (mut played, mut seat, mut end) = (0, state.chooser, state.chooser);
        loop {
            let can_load = self.can_load(state, seat);
            if can_load {
                let option = any_bit(self.load_options(state, seat), dice);
                self.load(state, seat, Self::load_action(option));
                played += 1;
            }
            let next = self.rules.next_seat(seat);
            // The phase ends when nobody could load since `end`, or in the first turn of all.
            if can_load {
                end = next;
            } else if next == end {
                break;
            }
            seat = next;
        }
        self.end_loading(state);
        played
    }

    #[inline]
    fn award_load(&self, state: &mut State, seat: Seat, load: u8) {
        let player = &mut state.players[seat.index()];
        let mut points = load;
        if player.occupies(Building::Harbor) {
            points += self.rules.effects.harbor;
        }
        if seat == state.chooser && !state.captain_loaded {
            state.captain_loaded = true;
            points += self.rules.captain_bonus;
        }
        player.vp += u16::from(points);
        state.pool -= i16::from(points);
    }

    /// Asks the first player from `seat` on for whom not everything fits; after the last one the
    /// full ships are unloaded.
    fn store_from(&self, state: &mut State, seat: Option<Seat>) {
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

    /// Returns whether not everything that `seat` holds fits into storage.
    #[inline]
    pub(crate) fn must_store(&self, state: &State, seat: Seat) -> bool {
        let player = &state.players[seat.index()];
        // A single barrel, or none, lies in the open: most players have no more.
        if player.goods.is_one_or_none() {
            return false;
        }
        let held = player.goods.kinds();
        let (kinds, room) = (held.count(), player.warehouse_kinds(&self.rules));
        // One extra kind is allowed if it is a single barrel, which can lie in the open.
        kinds > room && (kinds > room + 1 || player.goods.less(held.into()).kinds() == held)
    }

    pub(crate) fn legal_stores(&self, state: &State, actions: &mut Actions<Action>) {
        let player = state.current();
        let held = player.goods.kinds();
        let room = player.warehouse_kinds(&self.rules);
        each_subset(held, room, |keep| {
            for good in held.filter(|good| keep >> good & 1 == 0) {
                actions.push(Action::Store(keep, Good::ALL[good]));
            }
        });
    }

    pub(crate) fn play_store(&self, state: &mut State, action: Action) {
        if let Action::Store(keep, one) = action {
            let player = &mut state.players[state.player.index()];
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
        for (ship, &space) in state.ships.iter_mut().zip(&self.rules.spaces) {
            if ship.kind != EMPTY && ship.load == space {
                state.supply.add(usize::from(ship.kind), ship.load);
                *ship = Ship { kind: EMPTY, load: 0 };
            }
        }
        // No ship is full now.
        state.shippable = self.possible(&state.ships);
    }
}

/// Calls `found` with every subset of `size` kinds as a mask, in lexicographic order of the kinds.
fn each_subset(kinds: Kinds8, size: usize, mut found: impl FnMut(u8)) {
    fn extend(mut rest: Kinds8, size: usize, chosen: u8, found: &mut impl FnMut(u8)) {
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

const _: () = assert!(MAX_SHIPS < 4, "the ships of a kind fit in a nibble");
const _: () = assert!(4 * (EMPTY as u32 + 1) <= WHARF, "the options do not overlap");
