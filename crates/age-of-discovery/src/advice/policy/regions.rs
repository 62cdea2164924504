//! The worth of the units in a region: the expected VP of each scoring to come (5.1).

use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

use crate::advice::weights::Weights;
use crate::limits::{SCORING_TURNS, SEATS};
use crate::rules::Rules;
use crate::state::State;
use crate::words::{Decision, Region};

/// The numbers of docks to come, from 0, that have weights of their own.
const DOCKS: usize = 9;
/// The numbers of units, from 0, that have weights of their own.
const UNITS: usize = 24;

/// The weight of a number of units in the race for a region, by the docks that are still to come.
pub(crate) type Powers = [[f32; UNITS]; DOCKS];

/// The exponents up to which the power of any number of units is a number; a sharper race has the same winner.
const MAX_EXPONENT: f32 = 25.0;
/// The binary logarithm of the greatest power: the product of two must be a number too.
const MAX_POWER: f32 = 40.0;

/// Makes the table: a player's share of the power is its chance of the first place.
///
/// Powers of two scale each row, which changes no share by a bit.
pub(crate) fn powers(weights: &Weights) -> Powers {
    std::array::from_fn(|docks| {
        let docks = docks as f32;
        let exponent = (weights.sharp / (1.0 + weights.blur * docks)).min(MAX_EXPONENT);
        let row: [f32; UNITS] =
            std::array::from_fn(|units| libm::powf(units as f32 + weights.entry * docks, exponent));
        let above = libm::ceilf(libm::log2f(row[UNITS - 1])) - MAX_POWER;
        let scale = libm::exp2f(-above.max(0.0));
        row.map(|power| scale * power)
    })
}

/// The VP that the most and the second most units of a region bring now.
struct Standing {
    /// The most and the second most units of a seat.
    units: [u8; 2],
    /// The VP of each seat that has them.
    vp: [u8; 2],
    /// The number of seats with the most units.
    firsts: u8,
}

impl Standing {
    /// Returns the VP of a seat with these units.
    #[inline]
    fn award(&self, units: u8) -> f32 {
        f32::from(match units {
            _ if units == self.units[0] => self.vp[0],
            _ if units == self.units[1] => self.vp[1],
            _ => 0,
        })
    }

    /// Returns the VP of all seats together.
    fn total(&self) -> f32 {
        f32::from(self.firsts * self.vp[0] + self.vp[1])
    }
}

/// All units in the New World, with what they are worth.
#[derive(Clone)]
pub(crate) struct Map<'a> {
    rules: &'a Rules,
    weights: &'a Weights,
    powers: &'a Powers,
    /// Units of each seat, by region.
    pub(crate) units: [[u8; SEATS]; Region::COUNT],
    /// For each scoring to come the docks before it and its factor.
    scorings: [(usize, f32); 3],
    count: usize,
    /// The settled share of the next scoring: 0 unless it is at the end of this turn.
    settled: f32,
}

impl<'a> Map<'a> {
    pub(super) fn new(rules: &'a Rules, weights: &'a Weights, powers: &'a Powers, state: &State) -> Self {
        let mut units = [[0; SEATS]; Region::COUNT];
        // Most regions hold units of few seats.
        for (seat, player) in state.players[..rules.players].iter().enumerate() {
            for region in Bits(u64::from(player.occupied)) {
                units[region][seat] = player.units_at(region);
            }
        }
        let done = state.scorings_done();
        let dock = usize::from(state.decision <= Decision::Land);
        let (mut scorings, mut factor) = ([(0, 0.0); 3], 1.0);
        for (scoring, &turn) in scorings.iter_mut().zip(&SCORING_TURNS[done..]) {
            *scoring = (usize::from(turn.saturating_sub(state.turn)) + dock, factor);
            factor *= weights.later;
        }
        let to_land = match state.decision {
            Decision::Bid | Decision::AuctionSpecialist | Decision::UniversityOrder | Decision::Place => {
                2 * rules.players
            }
            _ => state.dock.len(),
        };
        let settled = match SCORING_TURNS.get(done) {
            Some(&turn) if turn == state.turn => match state.decision {
                Decision::UniversityBenefits
                | Decision::Stable
                | Decision::Migration
                | Decision::UniversityReorder => 1.0,
                _ => 0.9 / (1.0 + 0.5 * to_land as f32),
            },
            _ => 0.0,
        };
        Self { rules, weights, powers, units, scorings, count: 3 - done, settled }
    }

    /// Returns the VP that a region is expected to bring a seat, and all seats together.
    fn prospects(&self, units: &[u8; SEATS], seat: Seat) -> (f32, f32) {
        let vp = self.rules.region_vp;
        let (first, second) = (f32::from(vp.first), f32::from(vp.second));
        let units = &units[..self.rules.players];
        let most = units.iter().copied().max().unwrap_or(0);
        let several = units.iter().filter(|&&units| units > 0).count() > 1;
        let (mut own, mut all) = (0.0, 0.0);
        for (place, &(docks, factor)) in self.scorings[..self.count].iter().enumerate() {
            let settled = if place == 0 { self.settled } else { 0.0 };
            if settled > 0.0 {
                let standing = self.standing(units);
                own += factor * settled * standing.award(units[seat.index()]);
                all += factor * settled * standing.total();
            }
            if settled == 1.0 {
                continue;
            }
            let likely = self.likely(most, docks);
            if likely <= 0.0 {
                continue;
            }
            let (powers, sum) = self.powers_of(units, docks);
            let mine = powers[seat.index()];
            // What each seat leaves to this one if it is first; the shares are divided side by side.
            let mut shares =
                powers.map(|theirs| if sum > theirs { theirs * mine / (sum - theirs) } else { 0.0 });
            shares[seat.index()] = 0.0;
            let mut runner_up = 0.0;
            for share in shares {
                runner_up += share;
            }
            let scale = factor * (1.0 - settled) * likely;
            own += scale * (first * mine + second * runner_up) / sum;
            all += scale * (first + if several { second } else { 0.0 });
        }
        (own, all)
    }

    /// Returns the chance that a region scores in which the most units of a seat are these.
    #[inline]
    fn likely(&self, most: u8, docks: usize) -> f32 {
        if most >= self.rules.claim_units {
            1.0
        } else {
            (self.weights.growth * docks as f32 * f32::from(most)).min(0.9)
        }
    }

    /// Returns the weight of each seat in the race for a region, 0 for seats that do not play, and of all.
    #[inline]
    fn powers_of(&self, units: &[u8], docks: usize) -> ([f32; SEATS], f32) {
        let table = &self.powers[docks.min(DOCKS - 1)];
        let mut powers = [0.0; SEATS];
        for (power, &units) in powers.iter_mut().zip(units) {
            *power = table[usize::from(units).min(UNITS - 1)];
        }
        (powers, powers.iter().sum())
    }

    /// Returns who would get VP of a region if it were scored now.
    fn standing(&self, units: &[u8]) -> Standing {
        let vp = self.rules.region_vp;
        let (mut first, mut second, mut firsts, mut seconds) = (0, 0, 0, 0);
        for &units in units {
            if units > first {
                (second, seconds) = (first, firsts);
                (first, firsts) = (units, 1);
            } else if units == first {
                firsts += 1;
            } else if units > second {
                (second, seconds) = (units, 1);
            } else if units == second {
                seconds += 1;
            }
        }
        let vp = match firsts {
            _ if first < self.rules.claim_units => [0, 0],
            1 if second > 0 && seconds == 1 => [vp.first, vp.second],
            1 => [vp.first, 0],
            2 => [vp.tie, 0],
            _ => [0, 0],
        };
        Standing { units: [first, second], vp, firsts }
    }

    /// Returns the worth of a region to a seat: its own VP, less a share of the others'.
    pub(crate) fn worth(&self, units: &[u8; SEATS], seat: Seat) -> f32 {
        let (own, all) = self.prospects(units, seat);
        own - self.weights.rivals * (all - own)
    }

    /// Returns the VP that all regions are expected to bring each seat: at the next scoring, and later. The
    /// regions with units are given.
    pub(crate) fn all_prospects(&self, held: u16) -> [[f32; 2]; SEATS] {
        let vp = self.rules.region_vp;
        let (first, second) = (f32::from(vp.first), f32::from(vp.second));
        let players = self.rules.players;
        let mut prospects = [[0.0; 2]; SEATS];
        for region in Bits(u64::from(held)) {
            let units = &self.units[region][..players];
            let most = units.iter().copied().max().unwrap_or(0);
            for (place, &(docks, _)) in self.scorings[..self.count].iter().enumerate() {
                let settled = if place == 0 { self.settled } else { 0.0 };
                if settled > 0.0 {
                    let standing = self.standing(units);
                    for (&units, prospect) in units.iter().zip(&mut prospects) {
                        prospect[0] += settled * standing.award(units);
                    }
                }
                let scale = (1.0 - settled) * self.likely(most, docks);
                if scale <= 0.0 {
                    continue;
                }
                let (powers, sum) = self.powers_of(units, docks);
                // The odds that each seat is first, by which the others are drawn for the second place.
                let odds = powers.map(|power| if sum > power { power / (sum - power) } else { 0.0 });
                let all: f32 = odds.iter().sum();
                for (seat, prospect) in Seat::all(players).zip(&mut prospects) {
                    let own =
                        powers[seat.index()] * (first / sum + second * (all - odds[seat.index()]) / sum);
                    prospect[usize::from(place > 0)] += scale * own;
                }
            }
        }
        prospects
    }

    /// Returns the VP that all regions would bring each seat if they were scored now. The regions with units are
    /// given.
    pub(crate) fn scored_now(&self, held: u16) -> [f32; SEATS] {
        let mut scored = [0.0; SEATS];
        for region in Bits(u64::from(held)) {
            let units = &self.units[region][..self.rules.players];
            let standing = self.standing(units);
            for (&units, scored) in units.iter().zip(&mut scored) {
                *scored += standing.award(units);
            }
        }
        scored
    }

    /// Returns the worth of more units in a region to a seat.
    pub(crate) fn gain(&self, region: usize, seat: Seat, more: u8) -> f32 {
        let mut units = self.units[region];
        let before = self.worth(&units, seat);
        units[seat.index()] += more;
        self.worth(&units, seat) - before
    }

    /// Returns the worth to a seat of the units that both sides of a battle lose.
    pub(crate) fn battle_gain(&self, region: usize, seat: Seat, other: Seat, lost: u8, killed: u8) -> f32 {
        self.landed_gain(region, seat, other, [0, lost, killed])
    }

    /// Returns the worth of a battle to a seat after more of its units have landed: those, its own
    /// losses, the other's losses.
    pub(crate) fn landed_gain(
        &self,
        region: usize,
        seat: Seat,
        other: Seat,
        [more, lost, killed]: [u8; 3],
    ) -> f32 {
        let mut units = self.units[region];
        units[seat.index()] += more;
        let before = self.worth(&units, seat);
        units[seat.index()] = units[seat.index()].saturating_sub(lost);
        units[other.index()] = units[other.index()].saturating_sub(killed);
        self.worth(&units, seat) - before
    }
}
