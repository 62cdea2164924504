//! The use of the admiral's, the governor's and the informer's knowledge.

use super::judge::Judge;
use super::target::Purse;
use crate::action::Action;
use crate::limits::ROUNDS;
use crate::words::{Decision, Destination, DestinationKind, Disc, Look};
use tradewinds_game::Seat;

/// Discs by their round with their destinations.
type Layout = [Option<Destination>; ROUNDS];

impl Judge<'_> {
    /// Scores where to put the next troop or frigate tile: where others want to attack and the holder does not.
    pub(super) fn tile(&self, actions: &[Action], scores: &mut [f32]) {
        let holder = self.state.seat;
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Tile(value, place) = action else { continue };
            let others = Seat::all(self.rules.players).filter(|&seat| seat != holder);
            let wanted: f32 = others.map(|seat| self.interest(seat, place)).sum();
            *score = f32::from(value) * (self.weights.denial * wanted - self.interest(holder, place));
        }
    }

    /// Returns what one more point of defence at a destination costs a ship.
    fn interest(&self, seat: Seat, place: Destination) -> f32 {
        let player = self.state.player(seat);
        let kind = self.rules.kind(place);
        let cost = self.game.attack_cost(self.state, seat, place, 0);
        let reachable = self.game.reach(player) & place.bit() != 0;
        let galleon = kind != DestinationKind::Galleon || self.game.has_galleon(self.state, seat);
        if !reachable || !galleon || !player.items.contains(cost) {
            return 0.0;
        }
        let (have, need) = if kind == DestinationKind::Galleon {
            (player.items.guns(), cost.guns())
        } else {
            (player.items.crew(), cost.crew())
        };
        let stone = self.rules.stone(place).map_or(0, |stone| self.rules.stone_vp(stone));
        let worth = f32::from(self.game.attack_vp(self.state, place)) + 0.5 * f32::from(stone);
        // Cheap targets are the likely ones; a ship with nothing to spare cannot pay one more point.
        let likely = worth / (1.0 + f32::from(cost.crew() + cost.guns()));
        let tight = if have < need + 2 { 2.0 } else { 1.0 };
        likely * tight
    }

    /// Scores a decision of the informer.
    pub(super) fn informer(&self, actions: &[Action], scores: &mut [f32]) {
        let seat = self.state.seat;
        match self.state.decision {
            Decision::Informer => {
                for (score, &action) in scores.iter_mut().zip(actions) {
                    let places = self.own_places(seat);
                    *score = match action {
                        Action::LookDiscs => {
                            places.map(|place| self.look_at_discs(seat, place)).fold(0.0, f32::max)
                        }
                        Action::LookTile => {
                            places.map(|place| self.look_at_tile(seat, place)).fold(0.0, f32::max)
                        }
                        _ => 0.0,
                    };
                }
            }
            Decision::Look => {
                let discs = self.state.look == Some(Look::Discs);
                for (score, &action) in scores.iter_mut().zip(actions) {
                    let Action::Look(place) = action else { continue };
                    *score =
                        if discs { self.look_at_discs(seat, place) } else { self.look_at_tile(seat, place) };
                }
            }
            Decision::Exchange | Decision::ExchangeWith => self.exchange(seat, actions, scores),
            _ => self.move_disc(seat, actions, scores),
        }
    }

    /// Returns what seeing the discs at a destination may bring.
    fn look_at_discs(&self, seat: Seat, place: Destination) -> f32 {
        self.weights.secret * self.crowd(seat, place).min(2.0) * (1.0 + 0.1 * self.prize(place))
    }

    /// Returns what seeing the tile of a destination may bring: a ship that can pay for any tile, or for
    /// none, has little use for it.
    fn look_at_tile(&self, seat: Seat, place: Destination) -> f32 {
        let kind = self.rules.kind(place);
        if !matches!(kind, DestinationKind::Fort | DestinationKind::Galleon)
            || self.known_tile(place).is_some()
        {
            return 0.0;
        }
        let player = self.state.player(seat);
        let pays = |tile| player.items.contains(self.game.attack_cost(self.state, seat, place, tile));
        let tiles = self.tiles_at(place);
        let able = tiles.iter().filter(|&&tile| pays(tile)).count();
        if able == 0 || able == tiles.len() { 0.1 } else { 0.15 * self.prize(place) }
    }

    /// Returns the VP and treasure at a destination.
    fn prize(&self, place: Destination) -> f32 {
        let stone = self.rules.stone(place).map_or(0, |stone| self.rules.stone_vp(stone));
        f32::from(self.game.attack_vp(self.state, place)) + f32::from(stone)
    }

    /// Returns the seat's own discs by round.
    fn layout(&self, seat: Seat) -> Layout {
        let player = self.state.player(seat);
        std::array::from_fn(|round| Destination::from_index(player.disc(Disc::of_round(round)) as usize))
    }

    /// Returns what the discs bring as they lie.
    fn layout_worth(&self, seat: Seat, layout: &Layout) -> f32 {
        let rivals = self.rivals(seat);
        let mut purse: Purse = self.purse(seat);
        let mut gain = 0.0;
        for (round, place) in layout.iter().enumerate() {
            let Some(place) = *place else { continue };
            let outcome = self.outcome(&self.target(seat, &rivals, place), round, &purse);
            gain += outcome.gain;
            purse = outcome.after;
        }
        gain + self.types(purse.miss)
    }

    fn exchange(&self, seat: Seat, actions: &[Action], scores: &mut [f32]) {
        let layout = self.layout(seat);
        let swapped = |a: Destination, b: Destination| {
            let mut swapped = layout;
            for place in swapped.iter_mut().flatten() {
                *place = if *place == a {
                    b
                } else if *place == b {
                    a
                } else {
                    *place
                };
            }
            self.layout_worth(seat, &swapped)
        };
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::With(second) => self.state.chosen.map_or(0.0, |first| swapped(first, second)),
                Action::Exchange(first) => {
                    let seconds = self.own_places(seat).filter(|&second| second > first);
                    seconds.map(|second| swapped(first, second)).fold(f32::MIN, f32::max)
                }
                _ => self.layout_worth(seat, &layout) + 0.05,
            };
        }
    }

    fn move_disc(&self, seat: Seat, actions: &[Action], scores: &mut [f32]) {
        let layout = self.layout(seat);
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut moved = layout;
            if let (Action::Move(to), Some(from)) = (action, self.state.looked_at) {
                moved.iter_mut().flatten().filter(|place| **place == from).for_each(|place| *place = to);
            }
            let keep = if action == Action::Keep { 0.05 } else { 0.0 };
            *score = self.layout_worth(seat, &moved) + keep;
        }
    }
}
