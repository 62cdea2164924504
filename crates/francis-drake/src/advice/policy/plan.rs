//! Placing mission discs: the best set of destinations for the discs in hand, and which disc goes where.

use arrayvec::ArrayVec;

use super::contest::Rival;
use super::judge::Judge;
use super::target::{Purse, Target};
use crate::action::Action;
use crate::limits::ROUNDS;
use crate::words::{Destination, Disc, destinations, discs};
use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

/// The maximum number of destinations that the search combines.
const MAX_CANDIDATES: usize = 8;

/// The destinations worth considering, best first.
type Targets = ArrayVec<Target, { Destination::COUNT }>;

/// A search for the best set of destinations.
struct Search<'a> {
    judge: &'a Judge<'a>,
    targets: &'a [Target],
    rounds: &'a [usize],
    /// The best total of a plan with each target.
    with: [f32; MAX_CANDIDATES],
    /// The best total and the targets in it.
    best: (f32, u16),
    /// The best total that leaves a disc in hand.
    spare: f32,
}

impl Search<'_> {
    /// Tries all sets of the targets from an index on; returns the best total.
    fn run(&mut self, from: usize, slots: usize, purse: &Purse, gain: f32, chosen: u16) -> f32 {
        let mut best = gain + self.judge.types(purse.miss);
        if best > self.best.0 {
            self.best = (best, chosen);
        }
        if slots > 0 {
            self.spare = self.spare.max(best);
            for index in from..self.targets.len() {
                let outcome = self.judge.vague_outcome(&self.targets[index], self.rounds, purse);
                if outcome.chance <= 0.02 {
                    continue;
                }
                let total =
                    self.run(index + 1, slots - 1, &outcome.after, gain + outcome.gain, chosen | 1 << index);
                self.with[index] = self.with[index].max(total);
                best = best.max(total);
            }
        }
        best
    }
}

impl Judge<'_> {
    /// Returns the rounds of the discs in a set, first round first.
    pub(super) fn rounds(set: u8) -> ArrayVec<usize, ROUNDS> {
        (0..ROUNDS).filter(|&round| set & Disc::of_round(round).bit() != 0).collect()
    }

    /// Returns what is left to spend after the ship's own discs on the map, and what they bring.
    fn placed(&self, seat: Seat, rivals: &[Rival]) -> (Purse, f32) {
        let player = self.state.player(seat);
        let mut purse = self.purse(seat);
        let mut gain = 0.0;
        for round in 0..ROUNDS {
            let place = player.disc(Disc::of_round(round)) as usize;
            let Some(place) = Destination::from_index(place) else { continue };
            let outcome = self.outcome(&self.target(seat, rivals, place), round, &purse);
            gain += outcome.gain;
            purse = outcome.after;
        }
        (purse, gain)
    }

    /// Lists the destinations where a ship may still lay a disc, those of most use first.
    fn candidates(
        &self,
        seat: Seat,
        rivals: &[Rival],
        free: u16,
        rounds: &[usize],
        purse: &Purse,
    ) -> Targets {
        let mut targets = Targets::new();
        let mut values = [0.0; Destination::COUNT];
        for place in destinations(free) {
            let target = self.target(seat, rivals, place);
            let outcome = self.vague_outcome(&target, rounds, purse);
            if outcome.gain <= 0.0 {
                continue;
            }
            let value = outcome.gain + 0.5 * (self.types(outcome.after.miss) - self.types(purse.miss));
            let mut at = targets.len();
            targets.push(target);
            while at > 0 && values[at - 1] < value {
                values[at] = values[at - 1];
                targets.swap(at - 1, at);
                at -= 1;
            }
            values[at] = value;
        }
        targets.truncate(MAX_CANDIDATES);
        targets
    }

    fn search<'a>(
        &'a self,
        targets: &'a [Target],
        rounds: &'a [usize],
        slots: usize,
        purse: &Purse,
        gain: f32,
    ) -> Search<'a> {
        let with = [f32::MIN; MAX_CANDIDATES];
        let mut search = Search { judge: self, targets, rounds, with, best: (f32::MIN, 0), spare: f32::MIN };
        search.run(0, slots, purse, gain, 0);
        search
    }

    /// Scores where to lay the next disc.
    pub(super) fn sail(&self, actions: &[Action], scores: &mut [f32]) {
        let seat = self.state.seat;
        let rivals = &self.rivals(seat);
        let player = self.state.player(seat);
        let (purse, gain) = self.placed(seat, rivals);
        let hand = player.hand();
        let ghost = hand & Disc::GhostShip.bit() != 0;
        let rounds = Self::rounds(hand);
        let free = self.game.free_destinations(player);
        let targets = self.candidates(seat, rivals, free, &rounds, &purse);
        let search = self.search(&targets, &rounds, rounds.len(), &purse, gain);
        let filler = if ghost { search.best.0 } else { search.spare.max(gain) };
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Sail(place) = action else { continue };
            let others = rivals.iter().filter(|rival| rival.could_come(place)).count() as f32;
            *score = filler + self.weights.bluff * others;
            let Some(index) = targets.iter().position(|target| target.place == place) else { continue };
            let spread = |round: &usize| self.outcome(&targets[index], *round, &purse).gain;
            let (first, last) = (rounds.first().map_or(0.0, spread), rounds.last().map_or(0.0, spread));
            let claim = self.weights.claim * (first - last + 0.1 * first);
            *score = score.max(search.with[index] + claim);
        }
    }

    /// Scores which disc goes to the destination just chosen.
    pub(super) fn disc(&self, actions: &[Action], scores: &mut [f32]) {
        let seat = self.state.seat;
        let Some(place) = self.state.chosen else { return };
        let rivals = &self.rivals(seat);
        let player = self.state.player(seat);
        let (purse, gain) = self.placed(seat, rivals);
        let hand = player.hand();
        let rounds = Self::rounds(hand);
        let slots = rounds.len();
        let here = self.target(seat, rivals, place);
        let used = self.vague_outcome(&here, &rounds, &purse);
        let free = self.game.free_destinations(player) & !place.bit();
        let targets = self.candidates(seat, rivals, free, &rounds, &purse);
        let with = self.search(&targets, &rounds, slots.saturating_sub(1), &used.after, gain + used.gain);
        let without = self.search(&targets, &rounds, slots.saturating_sub(1), &purse, gain);
        let useful = with.best.0 > without.best.0 + 0.05;
        let plan = if useful { with.best.1 } else { without.best.1 };
        // The gain of each place by round, the current round first.
        let mut worth: ArrayVec<ByKey<Disc, f32>, { MAX_CANDIDATES + 1 }> = ArrayVec::new();
        let mut left = purse;
        worth.push(if useful { self.by_disc(&here, &mut left) } else { ByKey::default() });
        for (index, target) in targets.iter().enumerate() {
            if plan >> index & 1 != 0 {
                worth.push(self.by_disc(target, &mut left));
            }
        }
        for (score, &action) in scores.iter_mut().zip(actions) {
            if let Action::Disc(disc) = action {
                *score = worth[0][disc] + assign(&worth[1..], hand & !disc.bit());
            }
        }
    }

    /// Returns what a planned destination brings with each disc.
    fn by_disc(&self, target: &Target, purse: &mut Purse) -> ByKey<Disc, f32> {
        let mut worth = ByKey::default();
        let base = self.types(purse.miss);
        for round in 0..ROUNDS {
            let outcome = self.outcome(target, round, purse);
            let hero = if round == ROUNDS - 1 { self.weights.hero } else { 0.0 };
            let types = self.types(outcome.after.miss) - base;
            worth[Disc::of_round(round)] = outcome.gain + types - hero * outcome.chance;
        }
        *purse = self.outcome(target, 2, purse).after;
        worth
    }
}

/// Returns the best total of giving each row a disc of its own.
fn assign(rows: &[ByKey<Disc, f32>], hand: u8) -> f32 {
    let Some((row, rest)) = rows.split_first() else { return 0.0 };
    let mut best = 0.0_f32;
    for disc in discs(hand) {
        best = best.max(row[disc] + assign(rest, hand & !disc.bit()));
    }
    best
}
