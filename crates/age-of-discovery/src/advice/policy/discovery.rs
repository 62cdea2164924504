//! Expeditions: their odds over the unseen tiles or cards, and the figures that wait for one.

use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

use super::judge::Judge;
use crate::limits::LAST_TURN;
use crate::rules::{FindSums, VALUES};
use crate::state::{DECK, State};
use crate::words::Decision;

/// The value with which an expedition is sure to succeed against a tile; one more against a card.
const PACK: usize = 5;
/// Maximum number of figures of a kind that a plan considers.
const MAX_FIGURES: u8 = 7;

/// The mean gain of an expedition of one value.
#[derive(Clone, Copy, Default)]
struct Gain {
    success: f32,
    vp: f32,
    money: f32,
    plunder: f32,
}

/// The mean gain of an expedition, by its value; a higher value brings no more than the last one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Odds {
    gains: [Gain; VALUES],
    /// The value of a full expedition.
    pack: usize,
}

impl Odds {
    fn new(finds: &FindSums, pack: usize) -> Self {
        let mut odds = Self { gains: [Gain::default(); VALUES], pack };
        if finds.count() > 0 {
            let count = f32::from(finds.count());
            for (gain, sums) in odds.gains.iter_mut().zip(finds.up_to()) {
                let [success, vp, money, plunder] = sums.map(|sum| f32::from(sum) / count);
                *gain = Gain { success, vp, money, plunder };
            }
        }
        odds
    }

    /// Returns the chance that an expedition of a value succeeds.
    pub(crate) fn chance_of(&self, value: usize) -> f32 {
        self.gains[value.min(VALUES - 1)].success
    }

    /// Returns the VP that an expedition of a value brings on average.
    pub(crate) fn vp_of(&self, value: usize) -> f32 {
        self.gains[value.min(VALUES - 1)].vp
    }
}

/// Figures of an expedition or in the box: captains, soldiers, others.
pub(crate) type Party = [u8; 3];

impl Judge<'_> {
    /// Returns the odds against an unexplored region, or against the deck if no region is left.
    pub(crate) fn odds(&self) -> Odds {
        let (rules, state) = (self.rules, self.state);
        if state.undiscovered == 0 {
            let mut left = rules.card_sums;
            for card in Bits(u64::from(self.game.won_cards(state))) {
                left.take(&rules.cards[card]);
            }
            return Odds::new(&left, PACK + 1);
        }
        let mut left = rules.tile_sums;
        for tile in Bits(u64::from(self.game.known_tiles(state, state.undiscovered & state.seen))) {
            left.take(&rules.tiles[tile]);
        }
        Odds::new(&left, PACK)
    }

    /// Returns the value of a party.
    pub(crate) fn value(&self, party: Party) -> usize {
        let [captains, soldiers, others] = self.rules.discovery.map(usize::from);
        captains * usize::from(party[0]) + soldiers * usize::from(party[1]) + others * usize::from(party[2])
    }

    /// Returns the worth to a seat of opening a region that has no units.
    pub(crate) fn opening(&self, seat: Seat) -> f32 {
        match Bits(self.state.undiscovered).next() {
            Some(region) => self.weights.open + self.map.gain(region, seat, 1),
            None => 0.0,
        }
    }

    /// Returns what a party brings on average against an unseen tile or card.
    fn unseen(&self, seat: Seat, odds: &Odds, opening: f32, value: usize, soldiers: u8) -> f32 {
        let Gain { success, vp, money, plunder } = odds.gains[value.min(VALUES - 1)];
        let plunder = self.weights.plunder * f32::from(soldiers) * plunder;
        vp + self.dollar(seat) * (money + plunder) + success * opening
    }

    /// Returns what a sure discovery of an unexplored region brings.
    pub(crate) fn unseen_sure(&self, seat: Seat, odds: &Odds) -> f32 {
        self.unseen(seat, odds, self.opening(seat), VALUES - 1, 0)
    }

    /// Returns what a party brings against a tile that everybody knows.
    fn known(&self, seat: Seat, opening: f32, region: usize, value: usize, soldiers: u8) -> f32 {
        let tile = self.rules.tiles[self.state.tile(region)];
        if value < usize::from(tile.natives) {
            return 0.0;
        }
        let money = f32::from(tile.money) + f32::from(soldiers) * f32::from(tile.plunder);
        f32::from(tile.vp) + self.dollar(seat) * money + opening
    }

    /// Returns the best that a party brings against any target.
    fn strike(&self, seat: Seat, odds: &Odds, opening: f32, value: usize, soldiers: u8) -> f32 {
        let state = self.state;
        let mut best: f32 = 0.0;
        if state.undiscovered == 0 || state.undiscovered & !state.seen != 0 {
            best = self.unseen(seat, odds, opening, value, soldiers);
        }
        for region in Bits(state.undiscovered & state.seen) {
            best = best.max(0.8 * self.known(seat, opening, region, value, soldiers));
        }
        best
    }

    /// Returns the worth of figures that stay in the box with this number of Discovery phases to come.
    fn waiting(&self, seat: Seat, odds: &Odds, opening: f32, party: Party, phases: u8) -> f32 {
        let save = self.weights.save;
        let rate = match phases {
            0 => return 0.0,
            1 => save * save,
            _ => save,
        };
        let packs = (self.value(party) as f32 / odds.pack as f32).min(phases.into());
        let full = self.unseen(seat, odds, opening, odds.pack, 0);
        let plunder = self.weights.plunder * f32::from(party[1]) * odds.gains[odds.pack].plunder;
        rate * (packs * full + self.dollar(seat) * plunder)
    }

    /// Returns how many Discovery phases are to come after this turn's.
    fn phases(&self) -> u8 {
        LAST_TURN - self.state.turn
    }

    /// Returns the worth of a party in the box: sent out this turn, or kept for later.
    pub(crate) fn party(&self, seat: Seat, odds: &Odds, opening: f32, party: Party) -> f32 {
        let phases = self.phases();
        let hold = self.waiting(seat, odds, opening, party, phases);
        if self.state.decision > Decision::ExploreOthers {
            return hold;
        }
        let value = self.value(party);
        let mut send = self.strike(seat, odds, opening, value, party[1]);
        if value > odds.pack {
            let rest = [0, 0, (value - odds.pack) as u8];
            send += self.waiting(seat, odds, opening, rest, phases);
        }
        send.max(hold)
    }

    /// Returns the worth of staying at home.
    pub(crate) fn stay(&self, odds: &Odds, opening: f32) -> f32 {
        let player = self.state.current();
        let party = [player.captains, player.explorers, player.others];
        self.waiting(self.seat, odds, opening, party, self.phases())
    }

    /// Returns the worth of the best expedition to a target with the numbers of soldiers, captains and
    /// others within these bounds (from, to).
    pub(crate) fn expedition(&self, target: u8, odds: &Odds, bounds: [(u8, u8); 3]) -> f32 {
        let (state, seat) = (self.state, self.seat);
        let player = state.current();
        let region = usize::from(target);
        let general = self.opening(seat);
        let opening = if target == DECK { 0.0 } else { self.weights.open + self.landing(seat, region, 1) };
        let known = target != DECK && state.seen >> region & 1 != 0;
        let mut best = f32::MIN;
        for soldiers in bounds[0].0..=bounds[0].1 {
            for captains in bounds[1].0..=bounds[1].1 {
                for others in bounds[2].0..=bounds[2].1 {
                    if soldiers | captains | others == 0 {
                        continue;
                    }
                    let value = self.value([captains, soldiers, others]);
                    let gain = if known {
                        self.known(seat, opening, region, value, soldiers)
                    } else {
                        self.unseen(seat, odds, opening, value, soldiers)
                    };
                    let rest =
                        [player.captains - captains, player.explorers - soldiers, player.others - others];
                    let worth = gain + self.waiting(seat, odds, general, rest, self.phases());
                    best = best.max(worth);
                }
            }
        }
        best
    }

    /// Returns the bounds of a party that the numbers chosen so far leave open.
    pub(crate) fn open_bounds(&self, state: &State) -> [(u8, u8); 3] {
        let player = state.current();
        let [soldiers, captains] = state.expedition_figures();
        let all = |most: u8| (0, most.min(MAX_FIGURES));
        match state.decision {
            Decision::ExploreCaptains => [(soldiers, soldiers), all(player.captains), all(player.others)],
            Decision::ExploreOthers => [(soldiers, soldiers), (captains, captains), all(player.others)],
            _ => [all(player.explorers), all(player.captains), all(player.others)],
        }
    }
}
