//! The block of the table.

use tradewinds_game::features::{WriteGroup, places_to};
use tradewinds_game::kit::Bits;
use tradewinds_game::{Seat, groups};

use super::place::Common;
use super::{BUILDING_WORDS, BUILDINGS, KIND_WORDS, KINDS, is_fighting};
use crate::AgeOfDiscovery;
use crate::limits::{LAST_TURN, MAX_DOCK, MAX_ROW, SEATS};
use crate::packed::SeatList;
use crate::rules::Find;
use crate::state::{DECK, State};
use crate::words::{Decision, Figure, Good, Region, Slot};

/// The values of expeditions whose chances are written, from [`LEAST`].
const VALUES: usize = 5;
const LEAST: usize = 2;
/// The last level of a chance, in fifths.
const CHANCE: u16 = 5;
/// The maximum number of figures in a box.
const ROW: u16 = MAX_ROW as u16;

/// Returns whether an expedition is being put together.
const fn is_sending(decision: Decision) -> bool {
    matches!(decision, Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers)
}

/// Writes the owners of the spaces of a box.
fn write_owners(out: &mut impl WriteGroup, game: &AgeOfDiscovery, observer: Seat, list: SeatList) {
    for (space, seat) in list.iter().enumerate() {
        out.set(SEATS * space + places_to(observer, seat, game.rules.players));
    }
}

/// Writes a number of each undiscovered tile that all know.
fn write_seen(out: &mut impl WriteGroup, game: &AgeOfDiscovery, state: &State, number: impl Fn(&Find) -> u8) {
    for region in Bits(u64::from(state.seen & state.undiscovered)) {
        out.number(region, number(&game.rules.tiles[state.tile(region)]));
    }
}

groups! {
    /// The groups of the table's block.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(game: &AgeOfDiscovery, state: &State, observer: Seat; common: &Common<'_>) {
        sparse "players"[1], levels 2 to (SEATS), "Players."
            => |out| out.level(game.rules.players);
        "decision"[KINDS] of KIND_WORDS, "The kind of decision."
            => |out| out.set(state.decision.kind());
        "turn"[1], levels 1 to LAST_TURN, "The turn, from 1."
            => |out| out.level(state.turn);
        sparse "to_place"[1], levels 1 to 30, "Figures in the hands of all seats, at least 1, while figures are placed."
            => |out| if state.decision == Decision::Place {
                let hands = state.players.iter().map(|player| player.hand_total() as usize);
                out.level(hands.sum::<usize>().max(1));
            };
        sparse "bid"[1], levels 0 to 19, "Dollars of the highest bid, in the auction."
            => |out| if state.decision == Decision::Bid {
                out.level(state.bids.iter().copied().max().unwrap_or(0));
            };
        sparse "initiative"[1], levels 0 to ROW, "Figures in Initiative."
            => |out| out.level(state.initiative_box.len());
        sparse "dock"[1], levels 0 to MAX_DOCK, "Figures on the numbered dock spaces."
            => |out| out.level(state.dock.len());
        sparse "dock_free"[1], levels 0 to (MAX_DOCK - 1), "Free dock spaces, while figures are placed."
            => |out| if state.decision <= Decision::Place {
                out.level(usize::from(game.rules.dock_spaces).saturating_sub(state.dock.len()));
            };
        dense "dock_owner"[MAX_DOCK * SEATS], "The owners of the figures on the dock: 5 * space + places clockwise from the observer."
            => |out| for (space, (seat, _)) in state.dock.iter().enumerate() {
                out.set(SEATS * space + places_to(observer, seat, game.rules.players));
            };
        dense "dock_figure"[MAX_DOCK * Figure::COUNT], "The figures on the dock: 5 * space + figure."
            => |out| for (space, (_, figure)) in state.dock.iter().enumerate() {
                out.set(Figure::COUNT * space + figure.index());
            };
        sparse "lands"[Figure::COUNT] of &Figure::WORDS, "The figure that lands."
            => |out| if let (Decision::Land, Some((_, figure))) = (state.decision, game.landing_figure(state)) {
                out.set(figure.index());
            };
        sparse "goods_box"[1], levels 0 to ROW, "Figures in Trade Goods."
            => |out| out.level(state.goods_box.len());
        sparse "capital_box"[1], levels 0 to ROW, "Figures in Capital Buildings."
            => |out| out.level(state.capital_box.len());
        sparse "warfare_box"[1], levels 0 to ROW, "Figures in Warfare."
            => |out| out.level(state.warfare_box.len());
        dense "initiative_box"[MAX_ROW * SEATS], "Initiative, in order: 5 * space + places clockwise from the observer."
            => |out| write_owners(&mut out, game, observer, state.initiative_box);
        dense "goods_box"[MAX_ROW * SEATS], "Trade Goods, in order: 5 * space + places clockwise from the observer."
            => |out| write_owners(&mut out, game, observer, state.goods_box);
        dense "capital_box"[MAX_ROW * SEATS], "Capital Buildings, in order: 5 * space + places clockwise from the observer."
            => |out| write_owners(&mut out, game, observer, state.capital_box);
        dense "warfare_box"[MAX_ROW * SEATS], "Warfare, in order: 5 * space + places clockwise from the observer."
            => |out| write_owners(&mut out, game, observer, state.warfare_box);
        sparse "slots"[Slot::COUNT] of &Slot::WORDS, "Taken slots of Specialists."
            => |out| for slot in Slot::ALL { out.set_if(slot.index(), !state.specialists[slot].is_nobody()) };
        "ship"[1], "Whether a ship lies in Merchant Shipping."
            => |out| out.set_if(0, state.ship_in_box);
        sparse "ships"[1], levels 0 to 8, "Ships in the supply."
            => |out| out.level(state.ship_supply(game.rules.ships));
        "market"[Good::COUNT] of &Good::WORDS, levels 1 to 4, "Face-up goods."
            => |out| {
                let market = state.market;
                for kind in market.kinds() { out.count(kind, market.get(kind)) }
            };
        "offer"[BUILDINGS] of BUILDING_WORDS, "Buildings on offer."
            => |out| out.bits(state.offer);
        "stack"[1], levels 0 to 13, "Buildings of the age that are still to be turned up."
            => |out| out.level(state.stack_len());
        "university"[2] of &["owned", "used"], "Whether a seat owns the University unused; whether it has been used."
            => |out| {
                out.set_if(0, !state.university.is_nobody());
                out.set_if(1, state.university_used);
            };
        sparse "region"[4 * Region::COUNT], "Each region: undiscovered; undiscovered with a tile that all know; open with its good; open without it; 4 indices for a region."
            => |out| for region in 0..Region::COUNT {
                let has = |set: u16| set >> region & 1 != 0;
                let kind = match (has(state.undiscovered), has(state.seen)) {
                    (true, known) => usize::from(known),
                    (false, _) => 3 - usize::from(has(state.region_goods)),
                };
                out.set(4 * region + kind);
            };
        dense "discovered"[Region::COUNT] of &Region::WORDS, "Open regions."
            => |out| out.bits(state.discovered().into());
        dense "region_good"[Region::COUNT] of &Region::WORDS, "Regions whose good is not claimed."
            => |out| out.bits(state.region_goods.into());
        dense "seen"[Region::COUNT] of &Region::WORDS, "Undiscovered regions whose tile all seats have seen."
            => |out| out.bits(state.seen.into());
        dense "natives"[Region::COUNT] of &Region::WORDS, number 6, "The value that an expedition needs, by the tiles seen."
            => |out| write_seen(&mut out, game, state, |find| find.natives);
        dense "tile_vp"[Region::COUNT] of &Region::WORDS, number 6, "The VP of the tiles seen."
            => |out| write_seen(&mut out, game, state, |find| find.vp);
        dense "tile_money"[Region::COUNT] of &Region::WORDS, number 20, "The dollars of the tiles seen."
            => |out| write_seen(&mut out, game, state, |find| find.money);
        dense "tile_plunder"[Region::COUNT] of &Region::WORDS, number 5, "The dollars a soldier of the tiles seen."
            => |out| write_seen(&mut out, game, state, |find| find.plunder);
        sparse "most"[Region::COUNT] of &Region::WORDS, levels 1 to 6, "The most units of a seat in each region."
            => |out| for (region, &[most, _]) in common.top.iter().enumerate() { out.count(region, most) };
        sparse "undiscovered"[1], levels 0 to 8, "Undiscovered regions."
            => |out| out.level(state.undiscovered.count_ones());
        sparse "known"[8], "Natives of the tiles that all know, from 0 to 7 or more."
            => |out| {
                let regions = Bits(u64::from(state.undiscovered & state.seen));
                let natives = regions.map(|region| game.rules.tiles[state.tile(region)].natives);
                out.bits(natives.fold(0, |all, natives| all | 1 << natives.min(7)));
            };
        sparse "chance"[VALUES] of &["2", "3", "4", "5", "6"], levels 0 to CHANCE, "The chance that expeditions of these values succeed against an unknown region, or against the deck if none is left, in fifths."
            => |out| for value in 0..VALUES {
                out.count(value, (f32::from(CHANCE) * common.odds.chance_of(LEAST + value)) as u16);
            };
        sparse "cards"[1], levels 0 to 16, "Discovery cards left, once all regions are open."
            => |out| if state.undiscovered == 0 { out.level(state.deck_len) };
        dense "cards"[1], number 16, "Discovery cards left."
            => |out| out.number(0, state.deck_len);
        "target"[Region::COUNT + 1], "The target of the expedition being put together: a region, then the deck."
            => |out| if is_sending(state.decision) { out.set(state.expedition.target.min(DECK).into()) };
        sparse "sent"[1], levels 0 to 9, "The value of the soldiers and captains chosen for it so far."
            => |out| if is_sending(state.decision) {
                let [captain, soldier, _] = game.rules.discovery;
                let [soldiers, captains] = state.expedition_figures().map(usize::from);
                out.level(usize::from(soldier) * soldiers + usize::from(captain) * captains);
            };
        dense "sent"[2] of &["soldiers", "captains"], number 4, "The soldiers and captains chosen for it so far."
            => |out| if is_sending(state.decision) {
                let [soldiers, captains] = state.expedition_figures();
                out.number(0, soldiers);
                out.number(1, captains);
            };
        "battle"[Region::COUNT] of &Region::WORDS, "The region of the battle under way."
            => |out| if is_fighting(state.decision) { out.set(state.conflict.region.into()) };
        "war"[1], "Whether that battle is part of a war."
            => |out| out.set_if(0, is_fighting(state.decision) && state.conflict.war);
        dense "soldiers_killed"[1], number 2, "Soldiers among the attacker's victims, once chosen."
            => |out| out.number(0, state.conflict.killed);
    }
}
