//! The end of a voyage: scoring, reset, the next voyage (rules page 4.8, 4.9).

use super::FrancisDrake;
use super::items::Items;
use super::player::{Nibbles, Player};
use super::rules::VOYAGES;
use super::state::{NOBODY, SEATS, State};
use super::words::{DUPLICATES, DestinationKind, LOCATIONS, Step, Stone, Stop};
use tradewinds_game::{Dice, shuffle};

impl FrancisDrake {
    /// Sets up a game (1.2): starting order and galleon tiles are drawn, the street is the printed one.
    pub(super) fn first_voyage<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let rules = &self.rules;
        let mut order = [0, 1, 2, 3, 4];
        let order = &mut order[..rules.players];
        shuffle(order, dice);
        let mut state = self.blank();
        state.players[..rules.players].fill(Player {
            vp: rules.start_vp,
            investor_tile: true,
            ..Player::default()
        });
        state.start = order.iter().copied().collect();
        self.clear(&mut state);
        state.lay_out(rules.printed_order.iter().map(|stop| stop.index()));
        self.give(&mut state, order[rules.players - 1], rules.compensation);
        Self::deal_galleon_tiles(&mut state, dice);
        self.next_stop(&mut state);
        state
    }

    /// Returns a state without anything in it; no player has anything either.
    pub(super) fn blank(&self) -> State {
        State {
            players: [Player::default(); SEATS],
            supply: Items::NONE,
            street: 0,
            places: 0,
            visits: 0,
            waiting: 0,
            tiles: 0,
            successes: 0,
            start: Nibbles::default(),
            outbound: Nibbles::default(),
            homebound: Nibbles::default(),
            open: 0,
            tiled: 0,
            face_up: 0,
            taken: 0,
            goods_left: self.rules.icons,
            galleon_tiles: 0,
            voyage: 1,
            step: Step::Plymouth,
            seat: 0,
            departed: 0,
            at_home: 0,
            admiral: NOBODY,
            governor: NOBODY,
            informer: NOBODY,
            look: None,
            looked_at: None,
            chosen: None,
        }
    }

    /// Brings everything but scores, commodities, chests and investor tiles back to the start of a voyage.
    fn clear(&self, state: &mut State) {
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
        (state.outbound, state.homebound) = (Nibbles::default(), Nibbles::default());
        (state.tiled, state.face_up, state.taken) = (0, 0, 0);
        state.goods_left = rules.icons;
        (state.departed, state.at_home) = (0, 0);
        (state.admiral, state.governor, state.informer) = (NOBODY, NOBODY, NOBODY);
        (state.look, state.looked_at) = (None, None);
    }

    fn deal_galleon_tiles<D: Dice + ?Sized>(state: &mut State, dice: &mut D) {
        let mut order = [0, 1, 2];
        shuffle(&mut order, dice);
        state.galleon_tiles = order[0] | order[1] << 2 | order[2] << 4;
    }

    /// Lays out a random street (R21).
    fn deal_street<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
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
        for seat in state.outbound.iter() {
            if state.at_home >> seat & 1 == 0 {
                Self::dock(state, seat);
            }
        }
        self.score_voyage(state);
        if state.voyage == VOYAGES {
            state.step = Step::Over;
            state.seat = 0;
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
            if holder != NOBODY {
                let left = self.rules.with_stone(stone) & !state.taken;
                state.players[usize::from(holder)].vp += left.count_ones() as i16;
            }
        }
    }

    /// Counts the types among destinations attacked with success, 0 to 3.
    #[inline]
    #[must_use]
    pub fn types(&self, attacked: u16) -> usize {
        [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon]
            .into_iter()
            .filter(|&kind| attacked & self.rules.of_kind(kind) != 0)
            .count()
    }

    /// Returns the next starting order: lowest score first, ties by the sailing order (R6).
    fn next_order(state: &State) -> Nibbles {
        let mut order = [(0, 0); SEATS];
        let players = state.outbound.len();
        for (place, seat) in state.outbound.iter().enumerate() {
            let entry = (state.players[seat].vp, seat);
            let mut at = place;
            while at > 0 && order[at - 1].0 > entry.0 {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = entry;
        }
        order[..players].iter().map(|&(_, seat)| seat).collect()
    }
}
