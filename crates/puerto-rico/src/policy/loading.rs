//! The captain: the rest of the loading, played out by a simple rule, and what it is worth.

use super::{Gains, Judge};
use crate::action::Action;
use crate::counts::Counts;
use crate::rules::Rules;
use crate::state::{EMPTY, SEATS, SHIPS, Ship, next_seat};
use crate::words::Building;

/// A loading phase under way.
#[derive(Clone, Copy)]
struct Dock<'a> {
    rules: &'a Rules,
    ships: [Ship; SHIPS],
    goods: [Counts; SEATS],
    /// Points made from now on.
    points: [u16; SEATS],
    /// Seats with a harbor, and those whose wharf is still to be used: bit = seat.
    harbors: u8,
    wharves: u8,
    /// The seat whose first load brings the captain's point, if it is still due.
    captain: Option<u8>,
}

impl<'a> Dock<'a> {
    fn new(judge: &Judge<'a>, goods: [Counts; SEATS]) -> Self {
        let state = judge.state;
        let (mut harbors, mut wharves) = (0, 0);
        for (seat, player) in state.players.iter().enumerate() {
            harbors |= u8::from(player.occupies(Building::Harbor)) << seat;
            wharves |= u8::from(player.occupies(Building::Wharf)) << seat;
        }
        Self {
            rules: judge.rules,
            ships: state.ships,
            goods,
            points: [0; SEATS],
            harbors,
            wharves: wharves & !state.wharf_used & !state.passed,
            captain: (!judge.picking && !state.captain_loaded).then_some(state.chooser),
        }
    }

    /// Returns the ship that takes the kind and how many of `held` barrels it takes; among empty
    /// ships the smallest of those that take the most.
    fn berth(&self, good: usize, held: u8) -> Option<(usize, u8)> {
        let mut best = None;
        for (index, (ship, &capacity)) in self.ships.iter().zip(&self.rules.ships).enumerate() {
            if usize::from(ship.kind) == good {
                let load = held.min(capacity - ship.load);
                return (load > 0).then_some((index, load));
            }
            let load = held.min(capacity);
            if ship.kind == EMPTY && best.is_none_or(|(_, most)| load > most) {
                best = Some((index, load));
            }
        }
        best
    }

    fn award(&mut self, seat: u8, load: u8) {
        let mut points = u16::from(load);
        if self.harbors >> seat & 1 != 0 {
            points += u16::from(self.rules.effects.harbor);
        }
        if self.captain == Some(seat) {
            points += u16::from(self.rules.captain_bonus);
            self.captain = None;
        }
        self.points[usize::from(seat)] += points;
    }

    fn ship(&mut self, seat: u8, good: usize, ship: usize) {
        let hold = &mut self.ships[ship];
        let goods = &mut self.goods[usize::from(seat)];
        let load = goods.get(good).min(self.rules.ships[ship] - hold.load);
        hold.kind = good as u8;
        hold.load += load;
        goods.take(good, load);
        self.award(seat, load);
    }

    fn wharf(&mut self, seat: u8, good: usize) {
        let goods = &mut self.goods[usize::from(seat)];
        let load = goods.get(good);
        goods.set(good, 0);
        self.wharves &= !(1 << seat);
        self.award(seat, load);
    }

    /// Makes the largest load that `seat` can, the cheapest kind among equals, the wharf last.
    /// Tells whether there was one.
    fn load_most(&mut self, seat: u8) -> bool {
        let goods = self.goods[usize::from(seat)];
        let mut best: Option<(usize, usize, u8)> = None;
        let mut fullest = None;
        for good in goods.kinds() {
            let held = goods.get(good);
            if let Some((ship, load)) = self.berth(good, held)
                && best.is_none_or(|(_, _, most)| load > most)
            {
                best = Some((good, ship, load));
            }
            if fullest.is_none_or(|other| held > goods.get(other)) {
                fullest = Some(good);
            }
        }
        match (best, fullest) {
            (Some((good, ship, _)), _) => self.ship(seat, good, ship),
            (None, Some(good)) if self.wharves >> seat & 1 != 0 => self.wharf(seat, good),
            _ => return false,
        }
        true
    }

    /// Plays the loading to its end, from `seat` on.
    fn finish(&mut self, seat: u8) {
        let mut seat = seat;
        let mut idle = 0;
        while idle < self.rules.players {
            idle = if self.load_most(seat) { 0 } else { idle + 1 };
            seat = next_seat(self.rules, seat);
        }
    }
}

impl Judge<'_> {
    /// Returns what a seat has of a finished loading: its points, what they add to a customs house
    /// and the barrels that it keeps.
    fn loaded(&self, dock: &Dock<'_>, seat: usize) -> f32 {
        let player = &self.state.players[seat];
        let mut points = f32::from(dock.points[seat]);
        if player.owns(Building::CustomsHouse) {
            points *= 1.0 + 1.0 / f32::from(self.rules.effects.customs_house_vp);
        }
        points + self.stock(player, self.stored(player, dock.goods[seat]))
    }

    /// Finds what a captain phase is worth to each seat, the captain's own point left out; returns
    /// the VP that it brings all together.
    pub(super) fn shipping(&self, goods: &[Counts; SEATS], gains: &mut Gains) -> u16 {
        let mut dock = Dock::new(self, *goods);
        dock.finish(self.state.player);
        for (seat, gain) in gains.iter_mut().enumerate().take(self.rules.players) {
            *gain = self.loaded(&dock, seat) - self.stock(&self.state.players[seat], goods[seat]);
        }
        dock.points.iter().sum()
    }

    /// Returns the worth of a load with all that follows in the phase.
    pub(super) fn load(&self, action: Action) -> f32 {
        let seat = self.state.player;
        let goods = std::array::from_fn(|seat| self.state.players[seat].goods);
        let mut dock = Dock::new(self, goods);
        match action {
            Action::Ship(good, ship) => dock.ship(seat, good.index(), usize::from(ship)),
            Action::Wharf(good) => dock.wharf(seat, good.index()),
            _ => dock.wharves &= !(1 << seat),
        }
        dock.finish(next_seat(self.rules, seat));
        let mut gains = Gains::default();
        for (seat, gain) in gains.iter_mut().enumerate().take(self.rules.players) {
            *gain = self.loaded(&dock, seat);
        }
        gains[usize::from(seat)] - self.rivals_share(&gains, usize::from(seat))
    }
}
