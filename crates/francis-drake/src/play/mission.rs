//! Resolving missions and returning (rules page 4.6, 4.7).

use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::LAST_ROUND;
use crate::player::Player;
use crate::state::State;
use crate::words::{Commodity, Decision, Destination, DestinationKind, Disc};
use tradewinds_game::{Dice, Seat};

/// The options of a mission: to attack, to trade for a commodity (this and the next three), to decline.
pub(super) const ATTACK: usize = 0;
pub(super) const TRADE: usize = 1;
pub(super) const DECLINE: usize = TRADE + Commodity::COUNT;
/// The options of a return.
pub(super) const STAY: usize = 0;
pub(super) const RETURN: usize = 1;

/// The bits of one ship in [`State::waiting`], for the first place of the sailing order.
const COLUMN: u64 = 0x01_01_01_01_01;

impl FrancisDrake {
    /// Finds the disc that comes first; when none waits, the voyage ends.
    #[inline]
    pub(super) fn next_mission<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if state.waiting == 0 {
            self.end_voyage(state, dice);
            return;
        }
        state.decision = Decision::Mission;
        state.seat = state.outbound.get((state.waiting.trailing_zeros() & 7) as usize);
    }

    /// Returns the round of missions under way, 0 (Golden Hind) to 4, or `None` if no disc waits.
    #[inline]
    #[must_use]
    pub fn mission_round(&self, state: &State) -> Option<usize> {
        (state.waiting != 0).then(|| (state.waiting.trailing_zeros() >> 3) as usize)
    }

    /// Returns the disc and destination of the mission at hand.
    #[inline]
    #[must_use]
    pub fn mission(&self, state: &State) -> Option<(Disc, Destination)> {
        let disc = Disc::of_round(self.mission_round(state)?);
        let destination = Destination::from_index(state.current().disc(disc) as usize)?;
        Some((disc, destination))
    }

    /// Returns what an attack costs if the tile has this value, whether or not the seat has an own galleon.
    #[inline]
    #[must_use]
    pub fn attack_cost(&self, state: &State, seat: Seat, destination: Destination, tile: u8) -> Items {
        let rules = &self.rules;
        let tile = u16::from(tile);
        match rules.kind(destination) {
            DestinationKind::Port => Items::NONE,
            DestinationKind::City => Items::new(rules.printed_troops(destination), 0, 0, 0),
            DestinationKind::Fort => {
                let pinnace = self.has_pinnace(state, seat);
                let guns = if pinnace { 0 } else { rules.printed_guns(destination) };
                Items::new(rules.printed_troops(destination) + tile, guns, 0, 0)
            }
            DestinationKind::Galleon => {
                let galleon = state.galleon_tile(rules.place(destination));
                Items::new(0, rules.galleon_guns(galleon) + tile, 0, 0)
            }
        }
    }

    /// Returns the VP of a successful attack.
    #[inline]
    #[must_use]
    pub fn attack_vp(&self, state: &State, destination: Destination) -> i16 {
        if self.rules.kind(destination) == DestinationKind::Galleon {
            self.rules.galleon_vp(state.galleon_tile(self.rules.place(destination)))
        } else {
            self.rules.printed_vp(destination)
        }
    }

    /// Returns whether a seat can attack, by public facts alone: a face-down tile counts 0 (3.3).
    #[inline]
    #[must_use]
    pub fn may_attack(&self, state: &State, seat: Seat, destination: Destination) -> bool {
        let kind = self.rules.kind(destination);
        let tile = state.open_tile(destination).unwrap_or(0);
        kind != DestinationKind::Port
            && state.successes(destination) < self.rules.successes
            && (kind != DestinationKind::Galleon || self.has_galleon(state, seat))
            && state.items(seat).contains(self.attack_cost(state, seat, destination, tile))
    }

    /// Returns the commodities left at a port, bit = [`Commodity`].
    #[inline]
    #[must_use]
    pub fn goods_left(&self, state: &State, port: Destination) -> u8 {
        (state.goods_left >> (4 * self.rules.place(port)) & 0xf) as u8
    }

    #[inline]
    pub(super) fn mission_options(&self, state: &State) -> u32 {
        let Some((_, destination)) = self.mission(state) else { return 0 };
        let mut options = 1 << DECLINE;
        if self.rules.kind(destination) == DestinationKind::Port {
            if state.current().items.trade_goods() > 0 {
                options |= u32::from(self.goods_left(state, destination)) << TRADE;
            }
        } else if self.may_attack(state, state.seat, destination) {
            options |= 1 << ATTACK;
        }
        options
    }

    /// Returns the options of a return; a ship can stay only while one of its discs waits.
    #[inline]
    pub(super) fn return_options(&self, state: &State) -> u32 {
        1 << RETURN | u32::from(state.current().missions != 0) << STAY
    }

    /// Attacks, or presses an attack after the tile has been turned up.
    #[inline]
    pub(super) fn play_attack<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let Some((disc, destination)) = self.mission(state) else { return };
        let bit = destination.bit();
        let turned_up = self.rules.guarded() & bit & !state.face_up;
        state.face_up |= turned_up;
        let cost = self.attack_cost(state, state.seat, destination, state.tile(destination));
        let able = state.current().items.contains(cost);
        if able && turned_up != 0 && !self.rules.flags.commit_after_reveal {
            state.decision = Decision::Press;
            return;
        }
        if able {
            let vp = self.attack_vp(state, destination);
            if self.rules.flags.pools_limited {
                state.supply = state.supply.plus(cost);
            }
            let first = state.taken & bit == 0;
            state.taken |= bit;
            state.successes += 1 << (2 * destination.index());
            let player = state.current_mut();
            player.items = player.items.minus(cost);
            player.vp += vp;
            player.attacks.push(destination);
            player.attacked |= bit;
            if let (true, Some(stone)) = (first, self.rules.stone(destination)) {
                player.chest[stone] += 1;
            }
        }
        self.deal_with(state, disc, dice);
    }

    /// Returns whether the attack at hand will succeed; needs the true tile.
    pub(crate) fn attack_succeeds(&self, state: &State) -> bool {
        self.mission(state).is_some_and(|(_, destination)| {
            let cost = self.attack_cost(state, state.seat, destination, state.tile(destination));
            state.current().items.contains(cost)
        })
    }

    /// Pays a trade good for a commodity.
    #[inline]
    pub(super) fn play_trade<D: Dice + ?Sized>(&self, state: &mut State, commodity: Commodity, dice: &mut D) {
        let Some((disc, port)) = self.mission(state) else { return };
        let price = Items::new(0, 0, 0, 1);
        state.goods_left &= !self.rules.icon(port, commodity);
        if self.rules.flags.pools_limited {
            state.supply = state.supply.plus(price);
        }
        let place = self.rules.place(port);
        let player = state.current_mut();
        player.items = player.items.minus(price);
        player.goods[commodity] += 1;
        player.trades |= (commodity as u16 + 1) << (4 * place);
        self.deal_with(state, disc, dice);
    }

    #[inline]
    pub(super) fn play_decline<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if let Some((disc, _)) = self.mission(state) {
            self.deal_with(state, disc, dice);
        }
    }

    /// Takes the disc at hand off the map. Its owner can return after it, or after the last one of the round (R11), and
    /// has to after disc 4.
    #[inline]
    fn deal_with<D: Dice + ?Sized>(&self, state: &mut State, disc: Disc, dice: &mut D) {
        state.waiting &= state.waiting - 1;
        state.current_mut().take_back(disc);
        if disc.round() == Some(LAST_ROUND) {
            Self::dock(state, state.seat);
            self.next_mission(state, dice);
        } else if self.rules.flags.return_after_all {
            self.end_mission(state, disc, dice);
        } else {
            state.decision = Decision::Return;
        }
    }

    /// Goes on after a mission where ships return at the end of a round (R11): with the next mission of the round, or
    /// with the first ship to decide.
    #[cold]
    fn end_mission<D: Dice + ?Sized>(&self, state: &mut State, disc: Disc, dice: &mut D) {
        if self.mission_round(state) == disc.round() {
            self.next_mission(state, dice);
        } else {
            self.ask_return(state, 0, dice);
        }
    }

    /// Goes on after a decision to stay or return: with the next mission, or with the next ship to decide (R11).
    #[inline]
    pub(super) fn next_return<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if self.rules.flags.return_after_all {
            let place = state.outbound.find(state.seat).map_or(0, |place| place + 1);
            self.ask_return(state, place, dice);
        } else {
            self.next_mission(state, dice);
        }
    }

    /// Asks the first ship at sea, from a place of the sailing order on, whether it returns; without one the next
    /// round begins. A ship that never left Plymouth is not asked (R10).
    #[cold]
    fn ask_return<D: Dice + ?Sized>(&self, state: &mut State, place: usize, dice: &mut D) {
        let outbound = state.outbound;
        let at_sea = |&seat: &Seat| !state.is_home(seat) && self.reach(state.player(seat)) != 0;
        match outbound.iter().skip(place).find(at_sea) {
            Some(seat) => {
                state.seat = seat;
                state.decision = Decision::Return;
            }
            None => self.next_mission(state, dice),
        }
    }

    /// Moves a ship to the lowest free homebound dock.
    pub(super) fn dock(state: &mut State, seat: Seat) {
        state.homebound.push(seat);
        state.at_home.insert(seat);
    }

    /// Returns early, perhaps with the hero bonus (R7); the remaining discs are taken back.
    #[inline]
    pub(super) fn play_return<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let seat = state.seat;
        let bonus = self.hero_bonus(state, seat);
        Self::dock(state, seat);
        if let Some(place) = state.outbound.find(seat) {
            state.waiting &= !(COLUMN << place);
        }
        let player = state.player_mut(seat);
        player.vp += bonus;
        (player.missions, player.on_map, player.discs) = (0, 0, u32::MAX);
        self.next_return(state, dice);
    }

    /// Returns the hero bonus of a ship that returns now, before disc 4.
    pub(crate) fn hero_bonus(&self, state: &State, seat: Seat) -> i16 {
        let succeeded = |player: &Player| player.attacked != 0;
        if !succeeded(state.player(seat)) {
            return 0;
        }
        let dock = if self.rules.flags.hero_bonus_by_dock {
            state.homebound.len()
        } else {
            state.homebound.iter().filter(|&home| succeeded(state.player(home))).count()
        };
        self.rules.hero_bonus.get(dock).copied().unwrap_or(0).into()
    }
}
