//! The block of the table.

use tradewinds_game::groups;
use tradewinds_game::kit::Bits;

use super::place::{Common, KINDS};
use crate::limits::{LAST_TURN, MAX_DOCK, MAX_ROW, SEATS};
use crate::state::DECK;
use crate::words::{Building, Decision, Figure, Good, Region, Slot};

/// The values of expeditions whose chances are written, from [`LEAST`].
const VALUES: usize = 5;
const LEAST: usize = 2;
/// The levels of a chance, in fifths from 0.
const CHANCE: usize = 6;
/// The levels of counters of a good in the market, from 1.
const MARKET: usize = 4;
/// The levels of the most units in a region, from 1.
const MOST: usize = 6;

/// Returns whether an expedition is being put together.
const fn is_sending(decision: Decision) -> bool {
    matches!(decision, Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers)
}

/// Returns whether a battle is under way.
const fn is_fighting(decision: Decision) -> bool {
    matches!(decision, Decision::AttackerKills | Decision::DefenderKills)
}

groups! {
    /// The groups of the table's block.
    const TABLE;
    /// Writes the block of the table.
    fn write_table(common: &Common<'_>) {
        "players"[SEATS - 1], "Players, from 2."
            => |out| out.level(common.rules().players - 2);
        "decision"[KINDS], "The kind of decision."
            => |out| out.set(common.state.decision.kind());
        "turn"[LAST_TURN as usize], "The turn, from 1."
            => |out| out.level(usize::from(common.state.turn) - 1);
        "to_place"[30], "Figures in the hands of all seats: 1 to 30 or more, while figures are placed."
            => |out| if common.state.decision == Decision::Place {
                let hands = common.state.players.iter().map(|player| player.hand_total() as usize);
                let all: usize = hands.sum();
                out.level(all.saturating_sub(1));
            };
        "bid"[20], "Dollars of the highest bid, from 0 to 19 or more, in the auction."
            => |out| if common.state.decision == Decision::Bid {
                out.level(common.state.bids.iter().copied().max().unwrap_or(0).into());
            };
        "initiative"[MAX_ROW + 1], "Figures in Initiative, from 0."
            => |out| out.level(common.state.initiative_box.len());
        "dock"[MAX_DOCK + 1], "Figures on the numbered dock spaces, from 0."
            => |out| out.level(common.state.dock.len());
        "dock_free"[MAX_DOCK], "Free dock spaces, from 0, while figures are placed."
            => |out| if common.state.decision <= Decision::Place {
                out.level(usize::from(common.rules().dock_spaces).saturating_sub(common.state.dock.len()));
            };
        "lands"[Figure::COUNT], "The figure that lands."
            => |out| if let (Decision::Land, Some((_, figure))) =
                (common.state.decision, common.game.landing_figure(common.state))
            {
                out.set(figure.index());
            };
        "goods_box"[MAX_ROW + 1], "Figures in Trade Goods, from 0."
            => |out| out.level(common.state.goods_box.len());
        "capital_box"[MAX_ROW + 1], "Figures in Capital Buildings, from 0."
            => |out| out.level(common.state.capital_box.len());
        "warfare_box"[MAX_ROW + 1], "Figures in Warfare, from 0."
            => |out| out.level(common.state.warfare_box.len());
        "slots"[Slot::COUNT], "Taken slots of Specialists."
            => |out| for slot in Slot::ALL {
                out.set_if(slot.index(), !common.state.specialists[slot].is_nobody());
            };
        "ship"[1], "Whether a ship lies in Merchant Shipping."
            => |out| out.set_if(0, common.state.ship_in_box);
        "ships"[9], "Ships in the supply, from 0."
            => |out| out.level(common.state.ship_supply(common.rules().ships).into());
        "market"[MARKET * Good::COUNT], "Face-up counters of each good: 1 to 4 or more; 4 indices for a good."
            => |out| {
                let market = common.state.market;
                for kind in market.kinds() {
                    out.set(MARKET * kind + usize::from(market.get(kind)).min(MARKET) - 1);
                }
            };
        "offer"[Building::COUNT + 1], "Buildings on offer by ID, and behind them the second copy of Settlers."
            => |out| out.bits(common.state.offer);
        "stack"[14], "Buildings of the age that are still to be turned up, from 0 to 13 or more."
            => |out| out.level(common.state.stack_len().into());
        "university"[2], "Whether a seat owns the University unused; whether it has been used."
            => |out| {
                out.set_if(0, !common.state.university.is_nobody());
                out.set_if(1, common.state.university_used);
            };
        "region"[4 * Region::COUNT], "Each region: undiscovered; undiscovered with a tile that all know; open with its good; open without it; 4 indices for a region."
            => |out| for region in 0..Region::COUNT {
                let has = |set: u16| set >> region & 1 != 0;
                let kind = match (has(common.state.undiscovered), has(common.state.seen)) {
                    (true, known) => usize::from(known),
                    (false, _) => 3 - usize::from(has(common.state.region_goods)),
                };
                out.set(4 * region + kind);
            };
        "most"[MOST * Region::COUNT], "The most units of a seat in each region: 1 to 6 or more; 6 indices for a region."
            => |out| for (region, &[most, _]) in common.top.iter().enumerate() {
                out.set_if(MOST * region + usize::from(most).clamp(1, MOST) - 1, most > 0);
            };
        "undiscovered"[Region::COUNT], "Undiscovered regions, from 0."
            => |out| out.level(common.state.undiscovered.count_ones() as usize);
        "known"[8], "Natives of the tiles that all know, from 0 to 7 or more."
            => |out| {
                let regions = Bits(u64::from(common.state.undiscovered & common.state.seen));
                let natives = regions.map(|region| common.rules().tiles[common.state.tile(region)].natives);
                out.bits(natives.fold(0, |all, natives| all | 1 << natives.min(7)));
            };
        "chance"[CHANCE * VALUES], "The chance that expeditions of the values 2 to 6 succeed against an unknown region, or against the deck if none is left, in fifths from 0; 6 indices for a value."
            => |out| for value in 0..VALUES {
                let chance = common.odds.chance_of(LEAST + value);
                out.set(CHANCE * value + ((CHANCE - 1) as f32 * chance) as usize);
            };
        "cards"[17], "Discovery cards left, from 0, once all regions are open."
            => |out| if common.state.undiscovered == 0 { out.level(common.state.deck_len.into()) };
        "target"[Region::COUNT + 1], "The target of the expedition being put together: a region, then the deck."
            => |out| if is_sending(common.state.decision) {
                out.level(usize::from(common.state.expedition.target).min(DECK.into()));
            };
        "sent"[10], "The value of the soldiers and captains chosen for it so far, from 0 to 9 or more."
            => |out| if is_sending(common.state.decision) {
                let [captain, soldier, _] = common.rules().discovery;
                let [soldiers, captains] = common.state.expedition_figures().map(usize::from);
                out.level(usize::from(soldier) * soldiers + usize::from(captain) * captains);
            };
        "battle"[Region::COUNT], "The region of the battle under way."
            => |out| if is_fighting(common.state.decision) { out.level(common.state.conflict.region.into()) };
        "war"[1], "Whether that battle is part of a war."
            => |out| out.set_if(0, is_fighting(common.state.decision) && common.state.conflict.war);
    }
}
