//! The rivals at a destination, and how likely they come first: chances from public facts, the sailing order
//! and what the deciding seat knows of discs.

use arrayvec::ArrayVec;

use super::judge::Judge;
use crate::limits::{MAX_PLAYERS, ROUNDS};
use crate::words::{Decision, Destination, DestinationKind, Disc, NUMBERED, destinations, discs};
use tradewinds_game::Seat;

/// Chances that none, one or two others have been successful before, by the round of the ship's own disc.
pub(super) type Before = [[f32; 3]; ROUNDS];

/// A belief about another ship's discs: how likely one that waits somewhere is dealt with before each round
/// or in it.
#[derive(Clone, Copy, Default)]
struct Belief {
    before: [f32; ROUNDS],
    at: [f32; ROUNDS],
}

impl Belief {
    /// Makes the belief from the weight of each disc.
    fn new(set: u8, weight: impl Fn(Disc) -> f32) -> Self {
        let mut belief = Self::default();
        let mut sum = 0.0;
        for disc in discs(set) {
            let weight = weight(disc);
            sum += weight;
            if let Some(round) = disc.round() {
                belief.at[round] += weight;
            }
        }
        if sum > 0.0 {
            let mut before = 0.0;
            for round in 0..ROUNDS {
                belief.at[round] /= sum;
                belief.before[round] = before;
                before += belief.at[round];
            }
        }
        belief
    }
}

/// Another ship at sea, with what is believed of its discs.
#[derive(Clone, Copy)]
pub(super) struct Rival {
    seat: Seat,
    /// Whether it sails before the ship whose chances are computed.
    sails_before: bool,
    /// Destinations within range that it can pay for, and where it has no disc.
    targets: u16,
    /// Discs in hand that count.
    hand: f32,
    /// At destinations with treasure, at others.
    hot: Belief,
    cold: Belief,
}

/// The other ships at sea, in sailing order.
pub(super) type Rivals = ArrayVec<Rival, MAX_PLAYERS>;

impl Rival {
    /// Returns whether it can still lay a disc at a destination that it can pay for.
    pub(super) fn could_come(&self, place: Destination) -> bool {
        self.targets & place.bit() != 0
    }
}

impl Judge<'_> {
    /// Looks at the ships other than `seat` that are at sea.
    pub(super) fn rivals(&self, seat: Seat) -> Rivals {
        let state = self.state;
        let mut rivals = Rivals::new();
        let place = state.outbound.find(seat).unwrap_or(MAX_PLAYERS);
        for (order, other) in state.outbound.iter().enumerate() {
            if other == seat || state.is_home(other) {
                continue;
            }
            let player = state.player(other);
            let hidden = state.discs_are_hidden();
            let mut owned = player.owned_discs();
            if !hidden {
                owned &= NUMBERED | Disc::GoldenHind.bit();
            } else if self.looked_at.is_some_and(|place| player.missions & place.bit() != 0) {
                // The disc that was seen lies nowhere else.
                let known = self.looked_at.and_then(|place| player.disc_at(place));
                owned &= !known.map_or(0, Disc::bit);
            }
            let early = self.weights.early;
            let tilt = |tilt: f32| {
                Belief::new(owned, |disc| match disc {
                    Disc::GoldenHind => 1.0 + tilt,
                    Disc::GhostShip => 1.0,
                    numbered => 1.0 + tilt * (1.5 - numbered as u8 as f32) / 1.5,
                })
            };
            let sailing = matches!(state.decision, Decision::Sail | Decision::Disc);
            let hand =
                if sailing { player.owned_discs().count_ones() - player.on_map.count_ones() } else { 0 };
            let free = if hand > 0 { self.game.free_destinations(player) } else { 0 };
            let mut targets = 0;
            if free != 0 {
                for target in destinations(free) {
                    if self.ability(other, target) > 0.0 {
                        targets |= target.bit();
                    }
                }
            }
            rivals.push(Rival {
                seat: other,
                sails_before: order < place,
                targets,
                hand: hand as f32,
                hot: tilt(early),
                cold: tilt(-0.3 * early),
            });
        }
        rivals
    }

    /// Returns how likely a ship is to pay for a destination where it has a disc.
    pub(super) fn ability(&self, seat: Seat, place: Destination) -> f32 {
        let player = self.state.player(seat);
        let kind = self.rules.kind(place);
        if kind == DestinationKind::Port {
            return if player.items.trade_goods() > 0 { self.weights.able } else { 0.0 };
        }
        if kind == DestinationKind::Galleon && !self.game.has_galleon(self.state, seat) {
            return 0.0;
        }
        let known = self.known_tile(place);
        let cost = self.game.attack_cost(self.state, seat, place, known.unwrap_or(0));
        if !player.items.contains(cost) {
            return 0.0;
        }
        let spare = if kind == DestinationKind::Galleon {
            player.items.guns() > cost.guns()
        } else {
            player.items.crew() > cost.crew()
        };
        if spare { self.weights.able } else { self.weights.tight }
    }

    /// Returns the chances that rivals succeed at a destination before each round of the ship's own disc.
    pub(super) fn before(&self, rivals: &[Rival], place: Destination) -> Before {
        let mut before = [[1.0, 0.0, 0.0]; ROUNDS];
        let treasure = self.rules.stone(place).is_some() && self.state.taken & place.bit() == 0;
        let hidden = self.state.discs_are_hidden();
        for rival in rivals {
            let player = self.state.player(rival.seat);
            let (presence, belief, known) = if player.missions & place.bit() != 0 {
                let seen = !hidden || self.looked_at == Some(place);
                let known = if seen { player.disc_at(place) } else { None };
                (self.ability(rival.seat, place), if treasure { rival.hot } else { rival.cold }, known)
            } else if rival.targets & place.bit() != 0 {
                let spread = self.weights.arrivals * rival.hand / rival.targets.count_ones().max(3) as f32;
                (spread.min(0.9) * self.ability(rival.seat, place), rival.cold, None)
            } else {
                continue;
            };
            if presence <= 0.0 {
                continue;
            }
            for (round, before) in before.iter_mut().enumerate() {
                let chance = match known {
                    Some(disc) => match disc.round() {
                        Some(at) if at < round || at == round && rival.sails_before => presence,
                        _ => 0.0,
                    },
                    None => {
                        let at = if rival.sails_before { belief.at[round] } else { 0.0 };
                        presence * (belief.before[round] + at)
                    }
                };
                before[2] = before[2] * (1.0 - chance) + before[1] * chance;
                before[1] = before[1] * (1.0 - chance) + before[0] * chance;
                before[0] *= 1.0 - chance;
            }
        }
        before
    }
}
