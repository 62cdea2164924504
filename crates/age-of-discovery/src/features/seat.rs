//! The block of a seat.

use tradewinds_game::features::GroupWriter;
use tradewinds_game::groups;
use tradewinds_game::kit::Bits;

use super::halves;
use super::place::{Common, KINDS, Place, STAGES};
use crate::limits::{LAST_TURN, MAX_ROW, SEATS};
use crate::words::{Building, Decision, Figure, Good, Region, Slot};

/// The levels of figures of a kind in hand, from 1.
const HAND: usize = 7;
/// The levels of figures of a kind on the dock, from 1.
const DOCKED: usize = 4;
/// The levels of counters of a good, from 1.
const COUNTERS: usize = 6;
/// The levels of dollars of set income, from 0.
const INCOME: usize = 24;
/// The levels of dollars, from 0.
const DOLLARS: usize = 32;
/// The levels of own units in a region, from 1, and of the lead there, from -2.
const UNITS: usize = 5;
const LEADS: usize = 5;
/// The levels of soldiers in a region, from 1.
const SOLDIERS: usize = 5;
/// All buildings, with the second copy of Settlers.
const BUILDINGS: usize = Building::COUNT + 1;
/// The levels of the lead for the ship, in halves from 1.
const AHEAD: usize = 6;

/// Makes one index active for each kind that there is of: its count, from 1 to `most`.
#[inline(always)]
fn each_count(out: &mut GroupWriter<'_, '_>, counts: impl Iterator<Item = usize>, most: usize) {
    for (kind, count) in counts.enumerate() {
        out.set_if(most * kind + count.min(most).max(1) - 1, count > 0);
    }
}

/// Makes the index of a level active, the levels apart for each stage.
#[inline(always)]
fn staged(out: &mut GroupWriter<'_, '_>, common: &Common<'_>, levels: usize, level: usize) {
    out.set(levels * common.stage + level.min(levels - 1));
}

/// Makes the index of a level from 1 active; none at 0.
#[inline(always)]
fn from_one(out: &mut GroupWriter<'_, '_>, level: usize) {
    if level > 0 {
        out.level(level - 1);
    }
}

groups! {
    /// The groups of a seat's block.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat(common: &Common<'_>, place: &Place<'_>) {
        "decides"[KINDS], "The kind of decision, if the seat decides."
            => |out| out.set_if(common.state.decision.kind(), common.state.to_move == place.seat);
        "order"[SEATS], "Place in the turn order, from 0; none in the auction."
            => |out| if common.ordered { out.level(place.order) };
        "next_order"[SEATS], "Place in the order of the next turn by the figures in Initiative, before the last turn."
            => |out| if common.ordered && common.state.turn < LAST_TURN {
                out.level(place.terms.next_place as usize);
            };
        "wait"[SEATS], "Places behind the seat that decides, while decisions go round in turn order."
            => |out| if common.state.decision.goes_round() {
                let players = common.rules().players;
                out.level((place.order + players - usize::from(common.state.at)) % players);
            };
        "bid"[16], "Dollars of the last bid, from 0 to 15 or more, in the auction."
            => |out| if common.state.decision == Decision::Bid {
                out.level(common.state.bids[place.seat.index()].into());
            };
        "passed"[1], "Whether it has passed in the auction."
            => |out| out.set_if(0, common.state.passed.contains(place.seat));
        "attacked"[1], "Whether it is attacked in the battle under way."
            => |out| {
                let fights = matches!(common.state.decision, Decision::AttackerKills | Decision::DefenderKills);
                out.set_if(0, fights && common.state.conflict.opponent == place.seat);
            };
        "hand"[HAND * Figure::COUNT], "Figures of each kind in hand: 1 to 7 or more; 7 indices for a kind."
            => |out| {
                let counts = (0..Figure::COUNT).map(|figure| place.player.hand.get(figure).into());
                each_count(&mut out, counts, HAND);
            };
        "figures"[10], "Figures in hand: 1 to 10 or more."
            => |out| from_one(&mut out, place.player.hand_total() as usize);
        "slots"[Slot::COUNT], "Its figures on the slots of Specialists."
            => |out| for slot in Slot::ALL {
                out.set_if(slot.index(), common.state.specialists[slot].is(place.seat));
            };
        "initiative"[MAX_ROW], "The space of its figure in Initiative, from 0."
            => |out| {
                let mut spaces = common.state.initiative_box.iter();
                if let Some(space) = spaces.position(|owner| owner == place.seat) { out.level(space) }
            };
        "docked"[DOCKED * Figure::COUNT], "Figures of each kind on the numbered dock spaces: 1 to 4 or more; 4 indices for a kind."
            => |out| each_count(&mut out, place.docked.into_iter(), DOCKED);
        "dock_extra"[2], "Its colonists on the dock spaces X and Y."
            => |out| {
                out.set_if(0, common.state.dock_x.is(place.seat));
                out.set_if(1, common.state.dock_y.is(place.seat));
            };
        "goods"[COUNTERS * Good::COUNT], "Counters of each good: 1 to 6; 6 indices for a good."
            => |out| {
                let goods = place.player.goods;
                for kind in goods.kinds() {
                    out.set(COUNTERS * kind + usize::from(goods.get(kind)).min(COUNTERS) - 1);
                }
            };
        "set_income"[STAGES * INCOME], "Dollars of its sets of goods, from 0 to 23 or more; 24 indices for a stage: turns 1 to 3, 4 to 6, 7, 8."
            => |out| staged(&mut out, common, INCOME, place.terms.set_income as usize);
        "steady"[20], "Dollars that come each turn besides those of sets: 1 to 20 or more."
            => |out| from_one(&mut out, place.steady);
        "takers"[4], "Figures in Trade Goods: 1 to 4 or more."
            => |out| from_one(&mut out, common.state.goods_box.count(place.seat) as usize);
        "takes"[MAX_ROW], "The place of the first of them in the order of taking, from 0."
            => |out| {
                let mut takers = common.state.goods_box.iter();
                if let Some(taker) = takers.position(|owner| owner == place.seat) { out.level(taker) }
            };
        "best_take"[3], "The best good of the market for a seat with a figure there: of a new kind or the fifth of one, the second or sixth, the third or fourth."
            => |out| match place.terms.best_take {
                0.0 => {}
                ..0.5 => out.set(0),
                ..2.0 => out.set(1),
                _ => out.set(2),
            };
        "shipping"[12], "Value in Merchant Shipping: 1 to 12 or more."
            => |out| from_one(&mut out, place.player.shipping.into());
        "ship_race"[AHEAD + 5], "The lead for the ship in shipping value if it would win it now, in halves from 1 to 6 (a tie that it wins is half a point); behind it the value of a seat that would not: 1 to 5 or more."
            => |out| {
                if place.terms.ship_lead > 0.0 {
                    out.set(halves(place.terms.ship_lead).clamp(1, AHEAD) - 1);
                } else if place.terms.ship_behind > 0.0 {
                    out.level(AHEAD - 1 + place.terms.ship_behind as usize);
                }
            };
        "ships"[8], "Ships: 1 to 8."
            => |out| from_one(&mut out, place.player.ships.into());
        "able_buyers"[4], "Figures in Capital Buildings that can pay, by `dollars`: 1 to 4 or more."
            => |out| from_one(&mut out, place.terms.able_buyers as usize);
        "poor_buyers"[3], "Figures there that cannot: 1 to 3 or more."
            => |out| from_one(&mut out, (place.terms.buyers - place.terms.able_buyers) as usize);
        "buys"[MAX_ROW], "The place of the first of its figures there in the order of buying, from 0, if one can pay."
            => |out| if place.terms.able_buyers > 0.0 {
                let mut buyers = common.state.capital_box.iter();
                if let Some(buyer) = buyers.position(|owner| owner == place.seat) { out.level(buyer) }
            };
        "dollars"[STAGES * DOLLARS], "Dollars, with those of Initiative while it is still to pay and of figures on the dock, from 0 to 31 or more; 32 indices for a stage."
            => |out| staged(&mut out, common, DOLLARS, place.dollars);
        "prices"[13], "The same in quarters of the price of a building: that of this turn, of the next one after the purchases; from 0 to 12 or more."
            => |out| out.level(place.quarters);
        "captains"[5], "Captains in the Discovery box that are still of use: 1 to 5 or more."
            => |out| from_one(&mut out, place.terms.captains as usize);
        "explorers"[6], "Soldiers there: 1 to 6 or more."
            => |out| from_one(&mut out, place.terms.explorers as usize);
        "value"[14], "Value of all figures there: 1 to 14 or more."
            => |out| from_one(&mut out, place.terms.discovery_value as usize);
        "strike"[13], "VP that an expedition of all would find on average, in halves from 1 to 13, before the expeditions of the turn."
            => |out| from_one(&mut out, halves(place.terms.strike));
        "sure_find"[9], "VP of the best tile that all know and that this value takes, from 0 to 8 or more, before the expeditions of the turn."
            => |out| if let Some(vp) = place.sure_find(common) { out.level(vp.into()) };
        "units"[28], "Units in the New World, from 0 to 27 or more."
            => |out| out.level(place.terms.units as usize);
        "standing"[Region::COUNT * UNITS * LEADS], "Each region with own units: their number, 1 to 5 or more, and the lead over the most units of another seat, -2 or less to 2 or more; 25 indices for a region, 5 for a number."
            => |out| for region in Bits(u64::from(place.player.occupied)) {
                let [most, second] = common.top[region];
                let own = place.player.units_at(region);
                let other = if own == most { second } else { most };
                let lead = usize::from((2 + own).saturating_sub(other)).min(LEADS - 1);
                out.set(LEADS * (UNITS * region + usize::from(own).clamp(1, UNITS) - 1) + lead);
            };
        "soldiers"[SOLDIERS * Region::COUNT], "Soldiers in each region: 1 to 5 or more; 5 indices for a region."
            => |out| for region in Bits(u64::from(place.player.garrisoned)) {
                out.set(SOLDIERS * region + usize::from(place.player.soldiers[region]).clamp(1, SOLDIERS) - 1);
            };
        "scored"[20], "VP of regions if they were scored now, in pairs from 1 to 20 or more, in turns that end with a scoring."
            => |out| from_one(&mut out, place.scored.div_ceil(2));
        "attacks"[6], "Regions in which it has soldiers and others have units: 1 to 6 or more."
            => |out| from_one(&mut out, place.fronts[0]);
        "threats"[6], "Regions in which it has units and others have soldiers: 1 to 6 or more."
            => |out| from_one(&mut out, place.fronts[1]);
        "warriors"[4], "Figures in Warfare of a seat with soldiers on the map or the dock: 1 to 4 or more."
            => |out| from_one(&mut out, place.terms.warriors as usize);
        "university"[1], "Whether it owns the University while it is unused."
            => |out| out.set_if(0, common.state.university.is(place.seat));
        "buildings"[STAGES * BUILDINGS], "Owned buildings by ID, and behind them the second copy of Settlers; 34 indices for a stage."
            => |out| for building in Bits(place.player.owned) { out.set(BUILDINGS * common.stage + building) };
        "points"[STAGES] of 20, 150, "VP as if the game ended now, an index for a stage; 20 make an input of 1."
            => |out| out.number(common.stage, place.terms.points as u32);
        "next_regions"[STAGES] of 20, 80, "VP of regions in prospect at the next scoring, in halves, an index for a stage; 20 halves make an input of 1."
            => |out| out.number(common.stage, halves(place.terms.next_regions) as u32);
        "later_regions"[STAGES] of 20, 80, "VP of regions in prospect at later scorings, in halves, an index for a stage; 20 halves make an input of 1."
            => |out| out.number(common.stage, halves(place.terms.later_regions) as u32);
        "riches"[1] of 20, 120, "Dollars beyond 31; 20 make an input of 1."
            => |out| out.number(0, place.dollars.saturating_sub(DOLLARS - 1) as u32);
    }
}
