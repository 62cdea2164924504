//! The end of a voyage: scoring, reset, the next voyage (rules page 4.8, 4.9).

use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{LOCATIONS, MAX_PLAYERS, VOYAGES};
use crate::list::SeatList;
use crate::player::Player;
use crate::state::State;
use crate::words::{DUPLICATES, Decision, DestinationKind, Stone, Stop};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Dice, Seat, shuffle};

impl FrancisDrake {
    /// Returns an empty state: the street and the docks are empty, and no player has anything.
    pub(crate) fn blank(&self) -> State {
        State {
            players: [Player::default(); MAX_PLAYERS],
            supply: Items::NONE,
            street: 0,
            places: 0,
            visits: 0,
            waiting: 0,
            tiles: 0,
            successes: 0,
            start: SeatList::EMPTY,
            outbound: SeatList::EMPTY,
            homebound: SeatList::EMPTY,
            open: 0,
            tiled: 0,
            face_up: 0,
            taken: 0,
            goods_left: self.rules.icons,
            galleon_tiles: 0,
            voyage: 1,
            decision: Decision::Plymouth,
            seat: Seat::new(0),
            departed: KeySet::EMPTY,
            at_home: KeySet::EMPTY,
            admiral: None,
            governor: None,
            informer: None,
            look: None,
            looked_at: None,
            chosen: None,
        }
    }

    /// Brings everything but scores, commodities, chests and investor tiles back to the start of a voyage.
    pub(super) fn clear(&self, state: &mut State) {
        let rules = &self.rules;
        state.supply = if rules.flags.pools_limited { rules.pools } else { Items::NONE };
        for player in &mut state.players[..rules.players] {
            *player = Player {
                vp: player.vp,
                goods: player.goods,
                chest: player.chest,
                investor_tile: player.investor_tile,
                ..Player::default()
            };
        }
        state.tiles = 0;
        state.successes = 0;
        (state.outbound, state.homebound) = (SeatList::EMPTY, SeatList::EMPTY);
        (state.tiled, state.face_up, state.taken) = (0, 0, 0);
        state.goods_left = rules.icons;
        (state.departed, state.at_home) = (KeySet::EMPTY, KeySet::EMPTY);
        (state.admiral, state.governor, state.informer) = (None, None, None);
        (state.look, state.looked_at) = (None, None);
    }

    pub(super) fn deal_galleon_tiles<D: Dice + ?Sized>(state: &mut State, dice: &mut D) {
        let mut order = [0, 1, 2];
        shuffle(&mut order, dice);
        state.galleon_tiles = order[0] | order[1] << 2 | order[2] << 4;
    }

    /// Lays out the printed street.
    pub(super) fn lay_out_printed(&self, state: &mut State) {
        state.lay_out(self.rules.printed_order.iter().map(|stop| stop.index()));
    }

    /// Lays out a random street (R21), or the printed one in all voyages (R27).
    fn deal_street<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if self.rules.flags.printed_street {
            self.lay_out_printed(state);
            return;
        }
        let mut order: [usize; LOCATIONS] = std::array::from_fn(|location| location);
        shuffle(&mut order, dice);
        if self.rules.flags.fewer_first_in_random_layout {
            for (fewer, more) in DUPLICATES {
                let place = |stop: Stop| order.iter().position(|&location| location == stop.index());
                if let (Some(a), Some(b)) = (place(fewer), place(more))
                    && b < a
                {
                    order.swap(a, b);
                }
            }
        }
        state.lay_out(order);
    }

    /// Ends the voyage: the last ships return, then scoring and the next voyage or the end.
    pub(super) fn end_voyage<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let outbound = state.outbound;
        for seat in outbound.iter() {
            if !state.is_home(seat) {
                Self::dock(state, seat);
            }
        }
        self.score_voyage(state);
        if state.voyage == VOYAGES {
            state.decision = Decision::Over;
            state.seat = Seat::new(0);
            return;
        }
        state.start = Self::next_order(state);
        self.clear(state);
        state.voyage += 1;
        self.deal_street(state, dice);
        Self::deal_galleon_tiles(state, dice);
        self.next_stop(state);
    }

    /// Scores conquest types, admiral and governor (4.8); the hero bonus was paid on return.
    fn score_voyage(&self, state: &mut State) {
        for player in &mut state.players[..self.rules.players] {
            let types = self.types(player.attacked);
            player.vp += self.rules.conquest_vp(types);
        }
        for (holder, stone) in [(state.admiral, Stone::Gold), (state.governor, Stone::Silver)] {
            if let Some(holder) = holder {
                let left = self.rules.with_stone(stone) & !state.taken;
                state.player_mut(holder).vp += left.count_ones() as i16;
            }
        }
    }

    /// Counts the types among the destinations of successful attacks, 0 to 3.
    #[inline]
    #[must_use]
    pub fn types(&self, attacked: u16) -> usize {
        [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon]
            .into_iter()
            .filter(|&kind| attacked & self.rules.of_kind(kind) != 0)
            .count()
    }

    /// Returns the next starting order: lowest score first, ties by the sailing order (R6).
    fn next_order(state: &State) -> SeatList {
        let mut order = SeatList::EMPTY;
        for seat in state.outbound.iter() {
            order.push(seat);
            let mut place = order.len() - 1;
            while place > 0 && state.vp(order.get(place - 1)) > state.vp(seat) {
                order.swap_with_previous(place);
                place -= 1;
            }
        }
        order
    }
}
