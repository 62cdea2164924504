//! The block of a seat.

use super::common::{Common, OFFERS, Part, Place, RACE};
use super::{GUARDED, KIND_WORDS, KINDS, PART_WORDS, PARTS, PLACES, STAGES, TILE, write_tiles};
use crate::FrancisDrake;
use crate::limits::{LOCATIONS, MAX_PLAYERS, VOYAGES};
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, Item, Stone, Stop, count, destinations,
};
use tradewinds_game::kit::Bits;
use tradewinds_game::{Seat, groups};

/// The parts with discs in hand, and those with discs on the map, of all voyages.
const TWO_STAGES: usize = VOYAGES as usize * 2;
/// The levels of a lead, each of [`LEAD_STEP`] VP; the middle one is no lead.
const LEADS: usize = 21;
const LEAD_STEP: i32 = 3;
/// The last level of crew or guns.
const CUBES: u16 = 9;
/// The levels of barrels, from 0.
const BARRELS: usize = 5;
/// Whether a ship is a galleon, has a pinnace, has the Golden Hind.
const SHIPS: usize = 8;
/// The last level of discs in hand that count, or of discs that wait.
const SLOTS: u16 = 5;
/// The levels of what discs on the map bring, and of what those in hand bring at best, each of two VP.
const GAINS: usize = 18;
const PLANS: usize = 24;
/// The levels of the VP for types of conquest, from 0.
const TYPES: usize = 11;

/// Returns a number as a level.
#[inline(always)]
fn level(number: u16, levels: usize) -> usize {
    usize::from(number).min(levels - 1)
}

/// Returns the level of VP in steps of two.
#[inline(always)]
fn twos(vp: f32, levels: usize) -> usize {
    ((0.5 * vp + 0.5) as i32 as usize).min(levels - 1)
}

groups! {
    /// The groups of a seat's block.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(
        game: &FrancisDrake, state: &State, observer: Seat, seat: Seat; common: &Common, place: &Place<'_>,
    ) {
        sparse "decides"[KINDS] of KIND_WORDS, "The kind of decision, if the seat decides."
            => |out| out.set_if(state.decision.index(), state.seat == seat);
        dense "decides"[1], "Whether the seat decides."
            => |out| out.set_if(0, state.seat == seat && state.decision != Decision::Over);
        sparse "queue"[2 * MAX_PLAYERS], "In Plymouth the ships whose turn comes before, from 0; after the departure the place in the outbound dock; 5 indices each."
            => |out| out.set(match place.outbound {
                None => place.turn(common).min(MAX_PLAYERS - 1),
                Some(dock) => MAX_PLAYERS + dock,
            });
        dense "start_place"[MAX_PLAYERS], "The place in the order of the first stops, from 0."
            => |out| if let Some(place) = state.start.find(seat) { out.set(place) };
        dense "outbound"[MAX_PLAYERS], "The place in the outbound dock, if the ship has left, from 0."
            => |out| if let Some(place) = state.outbound.find(seat) { out.set(place) };
        "homebound"[MAX_PLAYERS], "The place in the homebound dock, if the ship is back, from 0."
            => |out| if state.is_home(seat) && let Some(dock) = state.homebound.find(seat) { out.set(dock) };
        sparse "next_start"[MAX_PLAYERS], "Seats with fewer VP on the score track, before the last voyage: they start before it in the next one."
            => |out| if state.voyage < VOYAGES {
                let players = &state.players[..game.rules.players];
                out.set(players.iter().filter(|other| other.vp < place.player.vp).count());
            };
        sparse "lead"[STAGES * LEADS], "VP ahead of the best other seat, with those that the discs on the map are expected to bring, in threes from -30 to 30; 21 indices for a part of a voyage: Plymouth, discs, missions."
            => |out| {
                let level = (place.lead + LEAD_STEP / 2).div_euclid(LEAD_STEP) + LEADS as i32 / 2;
                out.set(LEADS * common.stage + level.clamp(0, LEADS as i32 - 1) as usize);
            };
        "goods"[Commodity::COUNT] of &Commodity::WORDS, levels 1 to 3, "Commodities."
            => |out| {
                let goods = state.player(seat).goods.into_array();
                if goods != [0; Commodity::COUNT] {
                    for (good, number) in goods.into_iter().enumerate() { out.count(good, number) }
                }
            };
        sparse "sets"[25], "Kinds of commodities, and kinds held at least twice: 5 indices for a number of kinds, from 0."
            => |out| {
                let (mut kinds, mut doubles) = (0, 0);
                if place.has_goods() {
                    for number in place.player.goods.into_array() {
                        kinds += usize::from(number > 0);
                        doubles += usize::from(number > 1);
                    }
                }
                out.set(5 * kinds + doubles);
            };
        sparse "investor"[VOYAGES as usize], "Whether it has the investor tile, by voyage."
            => |out| out.set_if(usize::from(state.voyage) - 1, place.player.investor_tile);
        dense "investor_tile"[1], "Whether it still has the investor tile."
            => |out| out.set_if(0, state.player(seat).investor_tile);
        sparse "crew"[PARTS] of PART_WORDS, levels 0 to CUBES, "Crew."
            => |out| out.count(common.part as usize, place.items.crew());
        sparse "guns"[PARTS] of PART_WORDS, levels 0 to CUBES, "Guns."
            => |out| out.count(common.part as usize, place.items.guns());
        sparse "trade_goods"[PARTS] of PART_WORDS, levels 0 to 3, "Trade goods."
            => |out| out.count(common.part as usize, place.items.trade_goods());
        dense "items"[Item::COUNT] of &Item::WORDS, number 8, "Crew, guns, barrels and trade goods."
            => |out| for item in Item::ALL { out.number(item.index(), state.player(seat).items.get(item)) };
        sparse "ship"[2 * BARRELS * SHIPS + SHIPS], "Whether it has an own galleon (1), a pinnace (2), the Golden Hind to use (4), as a sum; 8 indices for a number of barrels, from 0 to 4 or more, in Plymouth, then while discs are placed, and 8 more for missions."
            => |out| {
                let hind = match common.part {
                    Part::Missions => place.player.on_map & Disc::GoldenHind.bit() != 0,
                    _ => place.player.has(Stop::GoldenHind),
                };
                let ship = usize::from(place.galleon) + 2 * usize::from(place.pinnace) + 4 * usize::from(hind);
                let row = match common.part {
                    Part::Missions => 2 * BARRELS,
                    part => BARRELS * part as usize + level(place.items.barrels(), BARRELS),
                };
                out.set(SHIPS * row + ship);
            };
        sparse "holds"[PARTS * 4], "Whether it has the admiral, the governor, the informer, the Ghost Ship; 4 indices for a part of a voyage."
            => |out| {
                let first = 4 * common.part as usize;
                let holders = [state.admiral, state.governor, state.informer];
                for (index, holder) in holders.into_iter().enumerate() { out.set_if(first + index, holder == Some(seat)) }
                out.set_if(first + 3, place.player.ghost_ship);
            };
        dense "holds"[4] of &["admiral", "governor", "informer", "ghost ship"], "Whether it has the admiral, the governor, the informer, the Ghost Ship disc."
            => |out| {
                let holders = [state.admiral, state.governor, state.informer];
                for (index, holder) in holders.into_iter().enumerate() { out.set_if(index, holder == Some(seat)) }
                out.set_if(3, state.player(seat).ghost_ship);
            };
        sparse "income"[2] of &["gold", "silver"], levels 0 to PLACES, "Unclaimed gold for the admiral, unclaimed silver for the governor, while there are missions."
            => |out| if common.part == Part::Missions {
                for (index, holder) in [state.admiral, state.governor].into_iter().enumerate() {
                    if holder == Some(seat) { out.count(index, common.unclaimed[index]) }
                }
            };
        sparse "player_discs"[1], levels 0 to 10, "Player discs left, before the departure."
            => |out| if place.outbound.is_none() {
                out.level(game.rules.player_discs.saturating_sub(place.player.stop_count));
            };
        dense "discs_used"[1], number 9, "Player discs on the street."
            => |out| out.number(0, state.player(seat).stop_count);
        dense "stops"[Stop::COUNT] of &Stop::WORDS, "Stops of this voyage."
            => |out| out.bits(state.player(seat).stops.into());
        dense "position"[1], number 18, "The street position of the last stop; 0 before the first."
            => |out| out.number(0, state.player(seat).position);
        sparse "ahead"[OFFERS * LOCATIONS], "Open locations that it has not passed, before the departure, by ID; 3 indices for a location: items for its next visitor, from 1, or else visitors, from 0."
            => |out| if place.outbound.is_none() {
                for location in Bits(place.ahead(common)) {
                    out.set(OFFERS * location + usize::from(common.offers[location]));
                }
            };
        sparse "slots"[1], levels 0 to SLOTS, "Discs in hand that count, while discs are placed."
            => |out| if common.part == Part::Discs { out.level(place.slots) };
        sparse "options"[DestinationKind::COUNT], levels 0 to PLACES, "Destinations of each type where it can lay a disc and pay, if the tile is low (0 of the standard ones), while it has discs to place."
            => |out| if common.part == Part::Discs && place.slots > 0 {
                let options = place.options(game);
                for kind in DestinationKind::ALL {
                    out.count(kind.index(), count(options & game.rules.of_kind(kind)));
                }
            };
        sparse "discs"[2 * Destination::COUNT], "Destinations with a disc that waits, by ID, while discs are placed, then while there are missions."
            => |out| if common.part != Part::Plymouth {
                let row = if common.part == Part::Discs { 0 } else { Destination::COUNT };
                out.bits(u64::from(place.player.missions) << row);
            };
        dense "missions"[Destination::COUNT] of &Destination::WORDS, "The destinations where a disc waits."
            => |out| out.bits(state.player(seat).missions.into());
        dense "disc"[Destination::COUNT] of &Destination::WORDS, number 6, "The disc that waits there, if the observer knows it: 1 to 4, 5 for Golden Hind, 6 for Ghost Ship."
            => |out| for place in destinations(state.missions(seat)) {
                if let Some(disc) = game.known_disc(state, seat, place, observer) {
                    out.number(place.index(), disc.index() + 1);
                }
            };
        sparse "chosen"[Destination::COUNT] of &Destination::WORDS, "The destination that it is dealing with, if the seat decides."
            => |out| if let Some(chosen) = common.chosen { out.set_if(chosen.index(), state.seat == seat) };
        sparse "gain"[TWO_STAGES * GAINS], "VP that the discs on the map are expected to bring, those for types left out, in twos from 0 to 34 or more; 18 indices for discs or missions of a voyage."
            => |out| if common.part != Part::Plymouth {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize - 1;
                out.set(GAINS * row + twos(place.voyage.gain, GAINS));
            };
        sparse "types"[TWO_STAGES * TYPES], "VP for types of conquest, expected ones included, from 0 to 10; 11 indices for discs or missions of a voyage."
            => |out| if common.part != Part::Plymouth {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize - 1;
                let types = (common.types[place.seat.index()] + 0.5) as i32 as usize;
                out.set(TYPES * row + types.min(TYPES - 1));
            };
        sparse "attacked"[8], "Whether it has attacked a city (1), a fort (2), a galleon (4) in this voyage, as a sum, while there are missions."
            => |out| if common.part == Part::Missions {
                let kinds = [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon];
                let attacked = kinds.map(|kind| place.player.attacked & game.rules.of_kind(kind) != 0);
                out.set((0..3).map(|kind| usize::from(attacked[kind]) << kind).sum());
            };
        dense "attacked"[Destination::COUNT] of &Destination::WORDS, "Successful attacks of this voyage."
            => |out| out.bits(state.player(seat).attacked.into());
        dense "traded"[16], "Trades of this voyage: 4 * port + commodity."
            => |out| for port in 0..4 {
                if let Some(commodity) = state.player(seat).trade(port) { out.set(4 * port + commodity.index()) }
            };
        sparse "new_kinds"[1], levels 0 to 3, "New kinds of commodities that the discs on the map are expected to bring."
            => |out| if common.part != Part::Plymouth { out.level((place.voyage.new_kinds + 0.5) as i32 as usize) };
        sparse "plan"[TWO_STAGES * PLANS], "VP of the best missions for the discs in hand, in twos from 0 to 46 or more; 24 indices for Plymouth or the discs of a voyage."
            => |out| if place.slots > 0 {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize;
                out.set(PLANS * row + twos(place.plan, PLANS));
            };
        sparse "waiting"[1], levels 0 to SLOTS, "Discs that wait for their missions, before the ship is back."
            => |out| if common.part == Part::Missions && !place.home { out.level(count(place.player.missions)) };
        sparse "hero"[1], levels 0 to 2, "VP for returning now, before disc 4; before the ship is back."
            => |out| if common.part == Part::Missions && !place.home {
                out.level(usize::try_from(game.hero_bonus(state, seat)).unwrap_or(0));
            };
        sparse "hand"[Disc::COUNT] of &Disc::WORDS, "Mission discs in hand while discs are secret, for the seat itself alone."
            => |out| if place.own { out.bits(place.player.hand().into()) };
        dense "hand"[Disc::COUNT] of &Disc::WORDS, "Mission discs in hand, until the reveal, for the seat itself alone."
            => |out| if seat == observer { out.bits(game.own_hand(state, seat).into()) };
        sparse "numbers"[Disc::COUNT * Destination::COUNT], "Where each mission disc lies, while they are secret, for the seat itself alone; 14 indices for a disc."
            => |out| if place.own { place.discs().for_each(|index| out.set(index)) };
        sparse "races"[RACE], "The same without those that it cannot pay for: other ships there that can pay, from 0 to 3 or more; 4 indices for a round, 5 rounds for ports, for cities and forts, for galleons."
            => |out| if place.own { out.bits(place.races(game, common)) };
        sparse "known"[GUARDED], levels 0 to TILE, "Face-down tiles that it knows, for the seat itself alone, by fort or galleon."
            => |out| if observer == seat && common.part != Part::Plymouth {
                let known = game.known_tiles(state, seat) & !state.face_up;
                write_tiles(&mut out, game, state, known);
            };
        sparse "seen"[Disc::COUNT] of &Disc::WORDS, "Discs of other ships that it has looked at, for the seat itself alone."
            => |out| out.bits(place.seen(state, common).into());
        sparse "points"[1], number 20 to 200, "VP as if the game ended now."
            => |out| out.number(0, common.points[seat.index()]);
        dense "vp"[1], number 60, "VP on the score track."
            => |out| out.number(0, state.player(seat).vp);
        dense "chest"[Stone::COUNT] of &Stone::WORDS, number 4, "Treasure."
            => |out| for (stone, &number) in state.player(seat).chest.iter() { out.number(stone.index(), number) };
    }
}
