//! The captain: the rest of the loading, played out by a simple rule, and its worth.

use super::judge::{Gains, Judge};
use crate::Action;
use crate::limits::{MAX_PLAYERS, MAX_SHIPS, WHARF_CAPACITY};
use crate::rules::Rules;
use crate::state::{EMPTY, Ship};
use crate::words::Building;
use tradewinds_game::Seat;
use tradewinds_game::kit::{Counts8, KeySet};

/// A loading phase under way.
#[derive(Clone, Copy)]
struct Dock<'a> {
    rules: &'a Rules,
    ships: [Ship; MAX_SHIPS],
    goods: [Counts8; MAX_PLAYERS],
    /// Points made from now on.
    points: [u16; MAX_PLAYERS],
    /// Seats with a harbor.
    harbors: KeySet<Seat>,
    /// Seats whose wharf is still to be used.
    wharves: KeySet<Seat>,
    /// The seat whose first load brings the captain's point, if it is still due.
    captain: Option<Seat>,
}

impl<'a> Dock<'a> {
    fn new(judge: &Judge<'a>, goods: [Counts8; MAX_PLAYERS]) -> Self {
        let state = judge.state;
        let occupying = |building: Building| -> KeySet<Seat> {
            Seat::all(MAX_PLAYERS).filter(|seat| state.players[seat.index()].occupies(building)).collect()
        };
        Self {
            rules: judge.rules,
            ships: state.ships,
            goods,
            points: [0; MAX_PLAYERS],
            harbors: occupying(Building::Harbor),
            wharves: occupying(Building::Wharf) - state.wharf_used - state.passed,
            captain: (!judge.picking && !state.captain_loaded).then_some(state.chooser),
        }
    }

    /// Returns the ship that takes the kind, and the number of `held` barrels that it takes; among empty
    /// ships the smallest of those that take the maximum.
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

    fn award(&mut self, seat: Seat, load: u8) {
        let mut points = u16::from(load);
        if self.harbors.has(seat) {
            points += u16::from(self.rules.effects.harbor);
        }
        if self.captain == Some(seat) {
            points += u16::from(self.rules.captain_bonus);
            self.captain = None;
        }
        self.points[seat.index()] += points;
    }

    fn ship(&mut self, seat: Seat, good: usize, ship: usize) {
        let hold = &mut self.ships[ship];
        let goods = &mut self.goods[seat.index()];
        let load = goods.get(good).min(self.rules.ships[ship] - hold.load);
        hold.kind = good as u8;
        hold.load += load;
        goods.take(good, load);
        self.award(seat, load);
    }

    fn wharf(&mut self, seat: Seat, good: usize) {
        let goods = &mut self.goods[seat.index()];
        let load = goods.get(good).min(WHARF_CAPACITY);
        goods.take(good, load);
        self.wharves.remove(seat);
        self.award(seat, load);
    }

    /// Makes the largest load that `seat` can, the cheapest kind among equals, the wharf last.
    /// Returns whether there was one.
    fn load_most(&mut self, seat: Seat) -> bool {
        let goods = self.goods[seat.index()];
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
            (None, Some(good)) if self.wharves.has(seat) => self.wharf(seat, good),
            _ => return false,
        }
        true
    }

    /// Plays the loading to its end, from `seat` on.
    fn finish(&mut self, seat: Seat) {
        let mut seat = seat;
        let mut idle = 0;
        while idle < self.rules.players {
            idle = if self.load_most(seat) { 0 } else { idle + 1 };
            seat = self.rules.next_seat(seat);
        }
    }
}

impl Judge<'_> {
    /// Returns what a seat has of a finished loading: its points, what they add to a customs house
    /// and the barrels that it keeps.
    fn loaded(&self, dock: &Dock<'_>, seat: Seat) -> f32 {
        let player = &self.state.players[seat.index()];
        let mut points = f32::from(dock.points[seat.index()]);
        if player.owns(Building::CustomsHouse) {
            points *= 1.0 + 1.0 / f32::from(self.rules.effects.customs_house_vp);
        }
        points + self.stock(player, self.stored(player, dock.goods[seat.index()]))
    }

    /// Fills in the worth of a captain phase to each seat, the captain's own point left out; returns
    /// the VP that it brings all seats together.
    pub(super) fn shipping(&self, goods: &[Counts8; MAX_PLAYERS], gains: &mut Gains) -> u16 {
        let mut dock = Dock::new(self, *goods);
        dock.finish(self.state.player);
        for seat in Seat::all(self.rules.players) {
            let before = self.stock(&self.state.players[seat.index()], goods[seat.index()]);
            gains[seat.index()] = self.loaded(&dock, seat) - before;
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
            _ => dock.wharves.remove(seat),
        }
        dock.finish(self.rules.next_seat(seat));
        let mut gains = Gains::default();
        for seat in Seat::all(self.rules.players) {
            gains[seat.index()] = self.loaded(&dock, seat);
        }
        gains[seat.index()] - self.rivals_share(&gains, seat)
    }
}
