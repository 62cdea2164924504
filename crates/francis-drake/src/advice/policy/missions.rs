//! Dealing with missions when all discs lie face up: attack, trade, decline, go home.

use arrayvec::ArrayVec;

use super::judge::Judge;
use super::target::{Purse, Target};
use crate::action::Action;
use crate::limits::ROUNDS;
use crate::words::{Destination, Disc, destinations};
use tradewinds_game::Seat;

/// The waiting discs of a ship with their rounds, first round first.
type Waiting = ArrayVec<(Target, usize), ROUNDS>;

impl Judge<'_> {
    /// Lists the waiting discs of a ship from a round on.
    fn waiting(&self, seat: Seat, from: usize) -> Waiting {
        let rivals = self.rivals(seat);
        let player = self.state.player(seat);
        let mut waiting = Waiting::new();
        for round in from..ROUNDS {
            if let Some(place) = Destination::from_index(player.disc(Disc::of_round(round)) as usize) {
                waiting.push((self.target(seat, &rivals, place), round));
            }
        }
        waiting
    }

    /// Returns what the waiting discs bring at best, types and early return included.
    fn sequel(&self, waiting: &[(Target, usize)], purse: &Purse, hero: f32) -> f32 {
        let successful = 1.0 - purse.miss.iter().product::<f32>();
        let home = self.types(purse.miss) + hero * successful;
        let Some(((target, round), rest)) = waiting.split_first() else { return home };
        let hero = if *round == ROUNDS - 1 { 0.0 } else { hero * self.weights.hero_fade };
        let outcome = self.outcome(target, *round, purse);
        let declined = self.sequel(rest, purse, hero);
        let best = home.max(declined);
        if outcome.chance <= 0.0 {
            return best;
        }
        best.max(outcome.gain + self.sequel(rest, &outcome.after, hero))
    }

    /// Returns the hero bonus for returning now, for a ship that has been successful.
    fn hero(&self) -> f32 {
        let docked = self.state.homebound.len();
        self.rules.hero_bonus.get(docked).copied().unwrap_or(0).into()
    }

    /// Returns what others lose by one more success at a destination.
    fn denied(&self, seat: Seat, place: Destination) -> f32 {
        let able = |&other: &Seat| {
            other != seat
                && self.state.player(other).missions & place.bit() != 0
                && self.ability(other, place) > 0.0
        };
        let rivals = self.state.outbound.iter().filter(able).count();
        if rivals == 0 {
            return 0.0;
        }
        let successes = self.state.successes(place);
        if successes == 0 {
            self.rules.stone(place).map_or(0.0, |stone| self.rules.stone_vp(stone).into())
        } else {
            self.game.attack_vp(self.state, place).into()
        }
    }

    /// Scores what to do with the disc at hand.
    pub(super) fn mission(&self, actions: &[Action], scores: &mut [f32]) {
        let seat = self.state.seat;
        let Some((disc, place)) = self.game.mission(self.state) else { return };
        let round = disc.round().unwrap_or(0);
        let purse = self.purse(seat);
        let waiting = self.waiting(seat, round + 1);
        let hero = if round == ROUNDS - 1 { 0.0 } else { self.hero() };
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Attack => {
                    let rivals = self.rivals(seat);
                    let target = self.target(seat, &rivals, place);
                    let outcome = self.outcome(&target, round, &purse);
                    let denial = outcome.chance * self.weights.denial * self.denied(seat, place);
                    outcome.gain + denial + self.sequel(&waiting, &outcome.after, hero)
                }
                Action::Trade(good) => {
                    let mut after = purse;
                    after.trade_goods -= 1.0;
                    after.goods[good] += 1;
                    let value = self.weights.port * self.good_value(&purse.goods, good);
                    value + self.sequel(&waiting, &after, hero)
                }
                _ => self.sequel(&waiting, &purse, hero),
            };
        }
    }

    /// Scores staying at sea and going home.
    pub(super) fn going_home(&self, actions: &[Action], scores: &mut [f32]) {
        let seat = self.state.seat;
        let purse = self.purse(seat);
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = if action == Action::Return {
                // The dock breaks ties.
                self.types(purse.miss) + f32::from(self.game.hero_bonus(self.state, seat)) + 0.05
            } else {
                let waiting = self.waiting(seat, 0);
                match waiting.split_first() {
                    None => 0.0,
                    Some(((target, round), rest)) => {
                        let fade = if *round == ROUNDS - 1 { 0.0 } else { self.weights.hero_fade };
                        let hero = fade * self.hero();
                        let outcome = self.outcome(target, *round, &purse);
                        let declined = self.sequel(rest, &purse, hero);
                        declined.max(outcome.gain + self.sequel(rest, &outcome.after, hero))
                    }
                }
            };
        }
    }

    /// Counts a ship's rivals that have a disc at a destination and can pay.
    pub(super) fn crowd(&self, seat: Seat, place: Destination) -> f32 {
        let others = self.state.outbound.iter().filter(|&other| other != seat);
        let there = others.filter(|&other| self.state.player(other).missions & place.bit() != 0);
        there.map(|other| self.ability(other, place)).sum()
    }

    /// Lists the destinations of a ship's discs.
    pub(super) fn own_places(&self, seat: Seat) -> impl Iterator<Item = Destination> + use<> {
        destinations(self.state.player(seat).missions)
    }
}
