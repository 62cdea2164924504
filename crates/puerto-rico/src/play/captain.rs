//! The captain (rules page 4.6): loading, wharf, storage, unloading.

use super::draw::any_bit;
use crate::limits::{MAX_SHIPS, WHARF_CAPACITY};
use crate::player::Player;
use crate::state::{EMPTY, Ship};
use crate::words::{Building, Decision, Good};
use crate::{Action, PuertoRico, State};
use std::hint::select_unpredictable;
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
            open = open.or(select_unpredictable(ship.load < space, kind, Kinds8::default()));
        }
        // An empty ship counts as one with the kind after the last one.
        let is_empty = open.has(usize::from(EMPTY));
        open.or(select_unpredictable(is_empty, GOODS.without(afloat), open)).and(GOODS)
    }

    #[inline]
    fn has_wharf(&self, state: &State, seat: Seat) -> bool {
        !state.wharf_used.has(seat) && state.players[seat.index()].occupies(Building::Wharf)
    }

    /// Returns whether `seat` has a `load` decision: it has not passed and can load something.
    #[inline]
    pub(crate) fn can_load(&self, state: &State, seat: Seat) -> bool {
        loaders(state, wharves(state)).has(seat)
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
        match first_from(loaders(state, wharves(state)), seat) {
            Some(seat) => state.ask(Decision::Load, seat),
            None => self.end_loading(state),
        }
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
                hold.kind = good as u8;
                hold.load += load;
                state.shippable = self.shippable(&state.ships);
                self.award_load(state, seat, load);
            }
            Action::Wharf(good) => {
                let load = player.goods.get(good.index()).min(WHARF_CAPACITY);
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
        let wharves = wharves(state);
        let (mut played, mut from) = (0, state.chooser);
        while let Some(seat) = first_from(loaders(state, wharves - state.wharf_used - state.passed), from) {
            let option = any_bit(self.load_options(state, seat), dice);
            self.load(state, seat, Self::load_action(option));
            played += 1;
            from = self.rules.next_seat(seat);
        }
        self.end_loading(state);
        played
    }

    #[inline]
    fn award_load(&self, state: &mut State, seat: Seat, load: u8) {
        let player = &mut state.players[seat.index()];
        let is_first = (seat == state.chooser) & !state.captain_loaded;
        state.captain_loaded |= is_first;
        let harbor = u8::from(player.occupies(Building::Harbor)) * self.rules.effects.harbor;
        let points = load + harbor + u8::from(is_first) * self.rules.captain_bonus;
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
            // Nothing is unloaded from an empty one.
            let is_full = ship.load == space;
            state.supply.add(usize::from(ship.kind), u8::from(is_full) * ship.load);
            *ship = select_unpredictable(is_full, Ship { kind: EMPTY, load: 0 }, *ship);
        }
        state.shippable = self.shippable(&state.ships);
    }
}

/// Returns the seats whose wharf is occupied and not used yet.
#[inline]
fn wharves(state: &State) -> KeySet<Seat> {
    seats_where(state, |player| player.occupies(Building::Wharf)) - state.wharf_used - state.passed
}

/// Returns the seats that can load something: a kind that a ship takes, or any on one of these wharves. All are looked
/// at, since a test of one after the other takes a branch for each that nobody can predict.
#[inline(always)]
fn loaders(state: &State, wharves: KeySet<Seat>) -> KeySet<Seat> {
    let mut able = seats_where(state, |player| !player.goods.of(state.shippable).is_empty());
    if !wharves.is_empty() {
        able |= wharves & seats_where(state, |player| !player.goods.is_empty());
    }
    able - state.passed
}

/// Returns the seats of the players that `test` is true of.
#[inline(always)]
fn seats_where(state: &State, test: impl Fn(&Player) -> bool) -> KeySet<Seat> {
    let bits = state.players.iter().rev().fold(0, |bits, player| bits << 1 | u8::from(test(player)));
    KeySet::from_bits(bits)
}

/// Returns the first of some seats from `seat` on.
#[inline(always)]
fn first_from(seats: KeySet<Seat>, seat: Seat) -> Option<Seat> {
    let later = seats & KeySet::from_bits(u8::MAX << seat.index());
    select_unpredictable(later.is_empty(), seats, later).first()
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
