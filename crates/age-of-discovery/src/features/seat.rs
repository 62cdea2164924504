//! The block of a seat.

use tradewinds_game::kit::{Bits, Word};
use tradewinds_game::{Seat, groups};

use super::place::{Common, Place, STAGES};
use super::{BUILDING_WORDS, BUILDINGS, KIND_WORDS, KINDS, halves, is_fighting};
use crate::limits::{LAST_TURN, MAX_ROW, SEATS};
use crate::state::State;
use crate::words::{CardId, Decision, Figure, Good, Region, Slot, TileId};

/// The last level of dollars.
const DOLLARS: u16 = 31;
/// The levels of own units in a region, from 1, and of the lead there, from -2.
const UNITS: usize = 5;
const LEADS: usize = 5;
/// The levels of the lead for the ship, in halves from 1, and of the value of a seat that is behind.
const AHEAD: usize = 6;
const BEHIND: usize = 5;
/// The last place in a box, and the last place of a seat in an order, from 0.
const LAST_SPACE: u16 = MAX_ROW as u16 - 1;
const LAST_PLACE: u16 = SEATS as u16 - 1;
/// The stages of the game.
const TURNS: &[&str; STAGES] = &["turns 1 to 3", "4 to 6", "7", "8"];

groups! {
    /// The groups of a seat's block.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(state: &State, seat: Seat; common: &Common<'_>, place: &Place<'_>) {
        sparse "decides"[KINDS] of KIND_WORDS, "The kind of decision, if the seat decides."
            => |out| out.set_if(state.decision.kind(), state.to_move == seat);
        dense "decides"[1], "Whether the seat decides."
            => |out| out.set_if(0, state.to_move == seat && state.decision != Decision::Over);
        sparse "order"[SEATS], "Place in the turn order, from 0; none in the auction."
            => |out| if common.ordered { out.set(place.order) };
        dense "order"[SEATS], "Place in the turn order, from 0; none while seats bid."
            => |out| if state.decision != Decision::Bid { out.set(state.place_of(seat)) };
        sparse "next_order"[1], levels 0 to LAST_PLACE, "Place in the order of the next turn by the figures in Initiative, before the last turn."
            => |out| if common.ordered && state.turn < LAST_TURN { out.level(place.terms.next_place) };
        sparse "wait"[1], levels 0 to LAST_PLACE, "Places behind the seat that decides, while decisions go round in turn order."
            => |out| if state.decision.goes_round() {
                let players = common.rules().players;
                out.level((place.order + players - usize::from(state.at)) % players);
            };
        "bid"[1], levels 0 to 15, "Dollars of the last bid, in the auction."
            => |out| if state.decision == Decision::Bid { out.level(state.bids[seat.index()]) };
        "passed"[1], "Whether it has passed in the auction."
            => |out| out.set_if(0, state.passed.contains(seat));
        "attacked"[1], "Whether it is attacked in the battle under way."
            => |out| out.set_if(0, is_fighting(state.decision) && state.conflict.opponent == seat);
        "hand"[Figure::COUNT] of &Figure::WORDS, levels 1 to 7, "Figures to place."
            => |out| for figure in 0..Figure::COUNT {
                out.count(figure, state.player(seat).hand.get(figure));
            };
        sparse "figures"[1], levels 1 to 10, "Figures in hand."
            => |out| out.level(place.player.hand_total() as usize);
        "slots"[Slot::COUNT] of &Slot::WORDS, "Its figures on the slots of Specialists."
            => |out| for slot in Slot::ALL { out.set_if(slot.index(), state.specialists[slot].is(seat)) };
        sparse "initiative"[1], levels 0 to LAST_SPACE, "The space of its figure in Initiative, from 0."
            => |out| {
                let mut spaces = state.initiative_box.iter();
                if let Some(space) = spaces.position(|owner| owner == seat) { out.level(space) }
            };
        sparse "docked"[Figure::COUNT] of &Figure::WORDS, levels 1 to 4, "Figures of each kind on the numbered dock spaces."
            => |out| for (figure, &count) in place.docked.iter() { out.count(figure.index(), count) };
        "dock_extra"[2] of &["x", "y"], "Its colonists on the dock spaces X and Y."
            => |out| {
                out.set_if(0, state.dock_x.is(seat));
                out.set_if(1, state.dock_y.is(seat));
            };
        "goods"[Good::COUNT] of &Good::WORDS, levels 1 to 6, "Trade goods."
            => |out| {
                let goods = state.player(seat).goods;
                for kind in goods.kinds() { out.count(kind, goods.get(kind)) }
            };
        sparse "set_income"[STAGES] of TURNS, levels 0 to 23, "Dollars of its sets of goods."
            => |out| out.count(common.stage, place.terms.set_income);
        sparse "steady"[1], levels 1 to 20, "Dollars that come each turn besides those of sets."
            => |out| out.level(place.steady);
        sparse "takers"[1], levels 1 to 4, "Figures in Trade Goods."
            => |out| out.level(state.goods_box.count(seat) as usize);
        sparse "takes"[1], levels 0 to LAST_SPACE, "The place of the first of them in the order of taking, from 0."
            => |out| {
                let mut takers = state.goods_box.iter();
                if let Some(taker) = takers.position(|owner| owner == seat) { out.level(taker) }
            };
        sparse "best_take"[3], "The best good of the market for a seat with a figure there: of a new kind or the fifth of one, the second or sixth, the third or fourth."
            => |out| match place.terms.best_take {
                0.0 => {}
                ..0.5 => out.set(0),
                ..2.0 => out.set(1),
                _ => out.set(2),
            };
        "shipping"[1], levels 1 to 12, "The value of its figures in Merchant Shipping."
            => |out| out.level(state.player(seat).shipping);
        sparse "ship_race"[AHEAD + BEHIND], "The lead for the ship in shipping value if it would win it now, in halves from 1 to 6 (a tie that it wins is half a point); behind it the value of a seat that would not: 1 to 5 or more."
            => |out| {
                if place.terms.ship_lead > 0.0 {
                    out.set(halves(place.terms.ship_lead).clamp(1, AHEAD) - 1);
                } else if place.terms.ship_behind > 0 {
                    out.set(AHEAD - 1 + usize::from(place.terms.ship_behind).min(BEHIND));
                }
            };
        "ships"[1], levels 1 to 8, "Ships won."
            => |out| out.level(state.player(seat).ships);
        sparse "able_buyers"[1], levels 1 to 4, "Figures in Capital Buildings that can pay, by `dollars`."
            => |out| out.level(place.terms.able_buyers);
        sparse "poor_buyers"[1], levels 1 to 3, "Figures there that cannot."
            => |out| out.level(place.terms.buyers - place.terms.able_buyers);
        sparse "buys"[1], levels 0 to LAST_SPACE, "The place of the first of its figures there in the order of buying, from 0, if one can pay."
            => |out| if place.terms.able_buyers > 0 {
                let mut buyers = state.capital_box.iter();
                if let Some(buyer) = buyers.position(|owner| owner == seat) { out.level(buyer) }
            };
        sparse "dollars"[STAGES] of TURNS, levels 0 to DOLLARS, "Dollars, with those of Initiative while it is still to pay and of figures on the dock."
            => |out| out.count(common.stage, place.dollars);
        dense "money"[1], number 30, "Dollars."
            => |out| out.number(0, state.player(seat).money);
        sparse "prices"[1], levels 0 to 12, "Those dollars in quarters of the price of a building: that of this turn, of the next one after the purchases."
            => |out| out.level(place.quarters);
        sparse "captains"[1], levels 1 to 5, "Captains in the Discovery box that are still of use."
            => |out| out.level(place.terms.captains);
        sparse "explorers"[1], levels 1 to 6, "Soldiers there."
            => |out| out.level(place.terms.explorers);
        dense "discovery"[3] of &["captains", "soldiers", "others"], number 4, "Figures in the Discovery box."
            => |out| for (kind, count) in state.player(seat).discovery().into_iter().enumerate() {
                out.number(kind, count);
            };
        sparse "value"[1], levels 1 to 14, "Value of all figures there."
            => |out| out.level(place.terms.discovery_value);
        sparse "strike"[1], levels 1 to 13, "VP that an expedition of all would find on average, in halves, before the expeditions of the turn."
            => |out| out.level(halves(place.terms.strike));
        sparse "sure_find"[1], levels 0 to 8, "VP of the best tile that all know and that this value takes, before the expeditions of the turn."
            => |out| if let Some(vp) = place.sure_find(common) { out.level(vp) };
        sparse "units"[1], levels 0 to 27, "Units in the New World."
            => |out| out.level(place.terms.units);
        dense "plain"[Region::COUNT] of &Region::WORDS, number 4, "Plain units in the regions."
            => |out| for (region, count) in state.player(seat).plain.into_iter().enumerate() {
                out.number(region, count);
            };
        sparse "standing"[Region::COUNT * UNITS * LEADS], "Each region with own units: their number, 1 to 5 or more, and the lead over the most units of another seat, -2 or less to 2 or more; 25 indices for a region, 5 for a number."
            => |out| for region in Bits(u64::from(place.player.occupied)) {
                let [most, second] = common.top[region];
                let own = place.player.units_at(region);
                let other = if own == most { second } else { most };
                let lead = usize::from((2 + own).saturating_sub(other)).min(LEADS - 1);
                out.set(LEADS * (UNITS * region + usize::from(own).clamp(1, UNITS) - 1) + lead);
            };
        "soldiers"[Region::COUNT] of &Region::WORDS, levels 1 to 5, "Soldiers in the regions."
            => |out| for region in Bits(u64::from(state.player(seat).garrisoned)) {
                out.count(region, state.player(seat).soldiers[region]);
            };
        sparse "scored"[1], levels 1 to 20, "VP of regions if they were scored now, in pairs, in turns that end with a scoring."
            => |out| out.level(place.scored.div_ceil(2));
        sparse "attacks"[1], levels 1 to 6, "Regions in which it has soldiers and others have units."
            => |out| out.level(place.fronts[0]);
        sparse "threats"[1], levels 1 to 6, "Regions in which it has units and others have soldiers."
            => |out| out.level(place.fronts[1]);
        sparse "warriors"[1], levels 1 to 4, "Figures in Warfare of a seat with soldiers on the map or the dock."
            => |out| out.level(place.terms.warriors);
        "university"[1], "Whether it owns the University while it is unused."
            => |out| out.set_if(0, state.university.is(seat));
        sparse "buildings"[STAGES * BUILDINGS], "Owned buildings, those of an observation; 34 indices for a stage: turns 1 to 3, 4 to 6, 7, 8."
            => |out| for building in Bits(place.player.owned) { out.set(BUILDINGS * common.stage + building) };
        dense "buildings"[BUILDINGS] of BUILDING_WORDS, "Owned buildings."
            => |out| out.bits(state.player(seat).owned);
        dense "tiles"[TileId::COUNT] of <TileId as Word>::WORDS, "Won discovery tiles."
            => |out| out.bits(state.player(seat).tiles.into());
        dense "cards"[CardId::COUNT] of <CardId as Word>::WORDS, "Won discovery cards."
            => |out| out.bits(state.player(seat).cards.into());
        dense "region_vp"[3], number 20, "VP of the region scorings; 0 where they are to come."
            => |out| for (scoring, vp) in state.player(seat).region_vp.into_iter().enumerate() {
                out.number(scoring, vp);
            };
        dense "economy"[1], number 30, "Set income of turn 8; 0 before."
            => |out| out.number(0, state.player(seat).economy);
        sparse "points"[STAGES] of TURNS, number 20 to 150, "VP as if the game ended now."
            => |out| out.number(common.stage, place.terms.points);
        sparse "next_regions"[STAGES] of TURNS, number 20 to 80, "VP of regions in prospect at the next scoring, in halves."
            => |out| out.number(common.stage, halves(place.terms.next_regions));
        sparse "later_regions"[STAGES] of TURNS, number 20 to 80, "VP of regions in prospect at later scorings, in halves."
            => |out| out.number(common.stage, halves(place.terms.later_regions));
        sparse "riches"[1], number 20 to 120, "Dollars beyond 31."
            => |out| out.number(0, place.dollars.saturating_sub(DOLLARS.into()));
    }
}
