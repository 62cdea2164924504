//! What several groups of features need, found once per position or per seat.

use tradewinds_game::Seat;
use tradewinds_game::kit::{Bits, ByKey};

use super::terms::Terms;
use crate::AgeOfDiscovery;
use crate::advice::{Judge, Odds, Standards};
use crate::limits::{SCORING_TURNS, SEATS};
use crate::player::Player;
use crate::rules::Rules;
use crate::state::{State, age_of};
use crate::words::{Building, Decision, Figure, Good, Region};

/// The stages of the game: turns 1 to 3, 4 to 6, 7, and 8.
pub(super) const STAGES: usize = 4;

/// What all seats share.
pub(super) struct Common<'a> {
    game: &'a AgeOfDiscovery,
    state: &'a State,
    judge: Judge<'a>,
    pub(super) odds: Odds,
    /// VP of regions in prospect of each seat, at the next scoring and later.
    prospects: [[f32; 2]; SEATS],
    /// VP of regions of each seat if they were scored now; 0 in turns that do not end with a scoring.
    scored: [f32; SEATS],
    /// The most and the second most units of a seat in each region; twice the same if seats share the first place.
    pub(super) top: [[u8; 2]; Region::COUNT],
    /// Figures of each seat on the dock.
    docked: [ByKey<Figure, u8>; SEATS],
    /// The regions with units, and those with soldiers: of at least one seat, and of two.
    occupied: [u16; 2],
    garrisoned: [u16; 2],
    /// From 0, of [`STAGES`].
    pub(super) stage: usize,
    /// Dollars of the next building.
    price: u16,
    /// Whether the seats have places in a turn order.
    pub(super) ordered: bool,
}

impl<'a> Common<'a> {
    pub(super) fn new(game: &'a AgeOfDiscovery, state: &'a State) -> Self {
        let rules: &Rules = &game.rules;
        let judge = Judge::new(game, Standards::standard(), state);
        let held = state.held();
        let mut top = [[0; 2]; Region::COUNT];
        for region in Bits(u64::from(held)) {
            for &units in &judge.map.units[region][..rules.players] {
                let [first, second] = &mut top[region];
                if units > *first {
                    (*first, *second) = (units, *first);
                } else if units > *second {
                    *second = units;
                }
            }
        }
        let mut docked = [ByKey::default(); SEATS];
        for (owner, figure) in state.dock.iter() {
            docked[owner.index()][figure] += 1;
        }
        let (mut occupied, mut garrisoned) = ([0; 2], [0; 2]);
        for player in &state.players[..rules.players] {
            add(&mut occupied, player.occupied);
            add(&mut garrisoned, player.garrisoned);
        }
        let scores = SCORING_TURNS.contains(&state.turn);
        Self {
            game,
            state,
            odds: judge.odds(),
            prospects: judge.map.all_prospects(held),
            scored: if scores { judge.map.scored_now(held) } else { [0.0; SEATS] },
            judge,
            top,
            docked,
            occupied,
            garrisoned,
            stage: stage(state.turn),
            price: rules.prices[age_of(state.turn + u8::from(state.decision > Decision::Buy))].into(),
            ordered: !matches!(state.decision, Decision::Bid | Decision::AuctionSpecialist),
        }
    }

    pub(super) const fn rules(&self) -> &'a Rules {
        &self.game.rules
    }
}

/// Adds the regions of a seat to those of at least one, and of two.
const fn add([one, two]: &mut [u16; 2], regions: u16) {
    *two |= *one & regions;
    *one |= regions;
}

/// Returns the regions of the other seats.
const fn without([one, two]: [u16; 2], regions: u16) -> u16 {
    two | one & !regions
}

/// Returns the stage of a turn, from 0.
pub(super) const fn stage(turn: u8) -> usize {
    match turn {
        ..=3 => 0,
        4..=6 => 1,
        7 => 2,
        _ => 3,
    }
}

/// One seat, with what several groups need.
pub(super) struct Place<'a> {
    pub(super) player: &'a Player,
    /// What it has and can expect.
    pub(super) terms: Terms,
    /// VP of regions if they were scored now, in turns that end with a scoring.
    pub(super) scored: u16,
    /// Place in the turn order, from 0.
    pub(super) order: usize,
    /// Money, with what Initiative and landings are sure to bring before the next purchase.
    pub(super) dollars: usize,
    /// That money in quarters of the price of a building.
    pub(super) quarters: usize,
    /// Dollars that come each turn besides those of sets of goods.
    pub(super) steady: usize,
    /// Figures on the dock, by kind.
    pub(super) docked: &'a ByKey<Figure, u8>,
    /// Regions in which the seat can attack, and in which it can be attacked.
    pub(super) fronts: [u32; 2],
    /// Whether expeditions of this turn may still come.
    explores: bool,
}

impl<'a> Place<'a> {
    pub(super) fn new(common: &'a Common<'_>, seat: Seat) -> Self {
        let (state, rules) = (common.state, common.rules());
        let player = &state.players[seat.index()];
        let docked = &common.docked[seat.index()];
        let terms = Terms::new(
            &common.judge,
            seat,
            common.prospects[seat.index()],
            docked,
            common.price,
            &common.odds,
        );
        let dollars = terms.dollars as usize;
        let attacked = player.garrisoned & without(common.occupied, player.occupied);
        let threatened = player.occupied & without(common.garrisoned, player.garrisoned);
        Self {
            player,
            terms,
            scored: common.scored[seat.index()] as u16,
            order: state.place_of(seat),
            dollars,
            quarters: 4 * dollars / usize::from(common.price.max(1)),
            steady: steady(rules, player),
            docked,
            fronts: [attacked, threatened].map(u16::count_ones),
            explores: state.decision <= Decision::ExploreOthers,
        }
    }

    /// Returns the maximum VP of a tile that all seats know and that the figures in the Discovery box can take.
    pub(super) fn sure_find(&self, common: &Common<'_>) -> Option<u8> {
        let (state, rules) = (common.state, common.rules());
        let value = self.terms.discovery_value;
        if !self.explores || value == 0 {
            return None;
        }
        let known =
            Bits(u64::from(state.undiscovered & state.seen)).map(|region| rules.tiles[state.tile(region)]);
        known.filter(|tile| usize::from(tile.natives) <= value).map(|tile| tile.vp).max()
    }
}

/// Returns the dollars that a player gets each turn besides those of sets of goods.
fn steady(rules: &Rules, player: &Player) -> usize {
    let paying = Bits(player.owned & rules.benefit_mask);
    let mut dollars: usize = paying.map(|building| usize::from(rules.benefits[building].money)).sum();
    if player.owns(Building::RumDistillery) {
        dollars += usize::from(player.good(Good::Sugar)) * usize::from(rules.effects.rum);
    }
    if player.owns(Building::Privateers) {
        dollars += usize::from(player.ships) * usize::from(rules.effects.privateers) * (rules.players - 1);
    }
    dollars
}
