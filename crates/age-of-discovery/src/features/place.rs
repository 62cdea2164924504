//! What several groups of features need, found once per position or per seat.

use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

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
        let scores = SCORING_TURNS.contains(&state.turn);
        Self {
            game,
            state,
            odds: judge.odds(),
            prospects: judge.map.all_prospects(held),
            scored: if scores { judge.map.scored_now(held) } else { [0.0; SEATS] },
            judge,
            top,
            stage: stage(state.turn),
            price: rules.prices[age_of(state.turn + u8::from(state.decision > Decision::Buy))].into(),
            ordered: !matches!(state.decision, Decision::Bid | Decision::AuctionSpecialist),
        }
    }

    pub(super) const fn rules(&self) -> &'a Rules {
        &self.game.rules
    }
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
    pub(super) scored: usize,
    /// Place in the turn order, from 0.
    pub(super) order: usize,
    /// Money, with what Initiative and landings are sure to bring before the next purchase.
    pub(super) dollars: usize,
    /// That money in quarters of the price of a building.
    pub(super) quarters: usize,
    /// Dollars that come each turn besides those of sets of goods.
    pub(super) steady: usize,
    /// Figures on the dock, by kind.
    pub(super) docked: [usize; Figure::COUNT],
    /// Regions in which the seat can attack, and in which it can be attacked.
    pub(super) fronts: [usize; 2],
    /// Whether expeditions of this turn may still come.
    explores: bool,
}

impl<'a> Place<'a> {
    pub(super) fn new(common: &Common<'a>, seat: Seat) -> Self {
        let (state, rules) = (common.state, common.rules());
        let player = &state.players[seat.index()];
        let terms = Terms::new(&common.judge, seat, common.prospects[seat.index()], &common.odds);
        let dollars = terms.dollars as usize;
        let mut docked = [0; Figure::COUNT];
        for (_, figure) in state.dock.iter().filter(|&(owner, _)| owner == seat) {
            docked[figure.index()] += 1;
        }
        let (mut occupied, mut garrisoned) = (0, 0);
        for other in common.judge.opponents(seat) {
            let other = &state.players[other.index()];
            occupied |= other.occupied;
            garrisoned |= other.garrisoned;
        }
        Self {
            player,
            terms,
            scored: common.scored[seat.index()] as usize,
            order: state.place_of(seat),
            dollars,
            quarters: 4 * dollars / usize::from(common.price.max(1)),
            steady: steady(rules, player),
            docked,
            fronts: [player.garrisoned & occupied, player.occupied & garrisoned]
                .map(|regions| regions.count_ones() as usize),
            explores: state.decision <= Decision::ExploreOthers,
        }
    }

    /// Returns the maximum VP of a tile that all seats know and that the figures in the Discovery box can take.
    pub(super) fn sure_find(&self, common: &Common<'_>) -> Option<u8> {
        let (state, rules) = (common.state, common.rules());
        let value = self.terms.discovery_value as usize;
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
