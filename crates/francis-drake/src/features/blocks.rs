//! The groups of a seat's block and of the table's block.

use super::common::{Common, OFFERS, Part, Place, RACE};
use crate::FrancisDrake;
use crate::limits::{FORTS, GALLEONS, LOCATIONS, MAX_PLAYERS, ROUNDS, VOYAGES};
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, GalleonTile, Look, Stop, destinations,
};
use tradewinds_game::features::GroupWriter;
use tradewinds_game::groups;
use tradewinds_game::kit::Bits;

/// The kinds of decision that come up.
const KINDS: usize = Decision::COUNT - 1;
/// The parts of a voyage: Plymouth, discs, missions.
const PARTS: usize = 3;
/// The parts of all voyages.
const STAGES: usize = VOYAGES as usize * PARTS;
/// The parts with discs in hand, and those with discs on the map, of all voyages.
const TWO_STAGES: usize = VOYAGES as usize * 2;
/// The levels of a lead, each of [`LEAD_STEP`] VP; the middle one is no lead.
const LEADS: usize = 21;
const LEAD_STEP: i32 = 3;
/// The levels of commodities of a kind, from 1.
const GOODS: usize = 3;
/// The levels of crew or guns, from 0.
const CUBES: usize = 10;
/// The levels of trade goods, from 0.
const TRADE_GOODS: usize = 4;
/// The levels of barrels, from 0.
const BARRELS: usize = 5;
/// Whether a ship is a galleon, has a pinnace, has the Golden Hind.
const SHIPS: usize = 8;
/// The levels of player discs left, from 0.
const PLAYER_DISCS: usize = 11;
/// The levels of discs in hand that count, or of discs that wait, from 0.
const SLOTS: usize = 6;
/// The levels of a number of destinations, from 0.
const PLACES: usize = 5;
/// The levels of what discs on the map bring, and of what those in hand bring at best, each of two VP.
const GAINS: usize = 18;
const PLANS: usize = 24;
/// The levels of the VP for types of conquest, from 0.
const TYPES: usize = 11;
/// The forts and galleons.
const GUARDED: usize = FORTS + GALLEONS;
/// The levels of a tile, from 0.
const TILES: usize = 3;

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

/// Makes one index active for each of these tiles: its value.
#[inline(always)]
fn tiles(out: &mut GroupWriter<'_, '_>, game: &FrancisDrake, state: &State, places: u16) {
    let guarded = game.rules.guarded();
    for place in destinations(places & guarded) {
        let before = (guarded & (place.bit() - 1)).count_ones() as usize;
        out.set(TILES * before + usize::from(state.tile(place)).min(TILES - 1));
    }
}

groups! {
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat(game: &FrancisDrake, state: &State, common: &Common, place: &Place<'_>) {
        "decides"[KINDS], "The kind of decision, if the seat decides."
            => |out| out.set_if(state.decision.index(), state.seat == place.seat);
        "queue"[2 * MAX_PLAYERS], "In Plymouth the ships whose turn comes before, from 0; after the departure the place in the outbound dock; 5 indices each."
            => |out| out.set(match place.outbound {
                None => place.turn(common).min(MAX_PLAYERS - 1),
                Some(dock) => MAX_PLAYERS + dock,
            });
        "homebound"[MAX_PLAYERS], "The place in the homebound dock, if the ship is back."
            => |out| if place.home && let Some(dock) = state.homebound.find(place.seat) { out.set(dock) };
        "next_start"[MAX_PLAYERS], "Seats with fewer VP on the score track, before the last voyage: they start before it in the next one."
            => |out| if state.voyage < VOYAGES {
                let players = &state.players[..game.rules.players];
                out.set(players.iter().filter(|other| other.vp < place.player.vp).count());
            };
        "lead"[STAGES * LEADS], "VP ahead of the best other seat, with those that the discs on the map are expected to bring, in threes from -30 to 30; 21 indices for a part of a voyage: Plymouth, discs, missions."
            => |out| {
                let level = (place.lead + LEAD_STEP / 2).div_euclid(LEAD_STEP) + LEADS as i32 / 2;
                out.set(LEADS * common.stage + level.clamp(0, LEADS as i32 - 1) as usize);
            };
        "goods"[GOODS * Commodity::COUNT], "Commodities of each kind: 1 to 3 or more; 3 indices for a kind."
            => |out| if place.has_goods() {
                for (good, number) in place.player.goods.into_array().into_iter().enumerate() {
                    if number > 0 { out.set(GOODS * good + usize::from(number).min(GOODS) - 1) }
                }
            };
        "sets"[25], "Kinds of commodities, and kinds held at least twice: 5 indices for a number of kinds, from 0."
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
        "investor"[VOYAGES as usize], "Whether it has the investor tile, by voyage."
            => |out| out.set_if(usize::from(state.voyage) - 1, place.player.investor_tile);
        "crew"[PARTS * CUBES], "Crew, from 0 to 9 or more; 10 indices for a part of a voyage."
            => |out| out.set(CUBES * common.part as usize + level(place.items.crew(), CUBES));
        "guns"[PARTS * CUBES], "Guns, from 0 to 9 or more; 10 indices for a part of a voyage."
            => |out| out.set(CUBES * common.part as usize + level(place.items.guns(), CUBES));
        "trade_goods"[PARTS * TRADE_GOODS], "Trade goods, from 0 to 3 or more; 4 indices for a part of a voyage."
            => |out| out.set(TRADE_GOODS * common.part as usize + level(place.items.trade_goods(), TRADE_GOODS));
        "ship"[2 * BARRELS * SHIPS + SHIPS], "Whether it has an own galleon (1), a pinnace (2), the Golden Hind to use (4), as a sum; 8 indices for a number of barrels, from 0 to 4 or more, in Plymouth, then while discs are placed, and 8 more for missions."
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
        "holds"[PARTS * 4], "Whether it has the admiral, the governor, the informer, the Ghost Ship; 4 indices for a part of a voyage."
            => |out| {
                let first = 4 * common.part as usize;
                let seat = Some(place.seat);
                out.set_if(first, state.admiral == seat);
                out.set_if(first + 1, state.governor == seat);
                out.set_if(first + 2, state.informer == seat);
                out.set_if(first + 3, place.player.ghost_ship);
            };
        "income"[2 * PLACES], "Unclaimed gold for the admiral, from 0, then unclaimed silver for the governor, from 0; 5 indices each, while there are missions."
            => |out| if common.part == Part::Missions {
                for (index, holder) in [state.admiral, state.governor].into_iter().enumerate() {
                    out.set_if(PLACES * index + common.unclaimed[index], holder == Some(place.seat));
                }
            };
        "player_discs"[PLAYER_DISCS], "Player discs left, from 0, before the departure."
            => |out| if place.outbound.is_none() {
                out.level(game.rules.player_discs.saturating_sub(place.player.stop_count).into());
            };
        "ahead"[OFFERS * LOCATIONS], "Open locations that it has not passed, before the departure, by ID; 3 indices for a location: items for its next visitor, from 1, or else visitors, from 0."
            => |out| if place.outbound.is_none() {
                for location in Bits(place.ahead(common)) {
                    out.set(OFFERS * location + usize::from(common.offers[location]));
                }
            };
        "slots"[SLOTS], "Discs in hand that count, from 0, while discs are placed."
            => |out| if common.part == Part::Discs { out.level(place.slots) };
        "options"[PLACES * DestinationKind::COUNT], "Destinations where it can lay a disc and pay, if the tile is low (0 of the standard ones), from 0 to 4 or more, while it has discs to place; 5 indices for a type."
            => |out| if common.part == Part::Discs && place.slots > 0 {
                let options = place.options(game);
                for kind in DestinationKind::ALL {
                    let number = (options & game.rules.of_kind(kind)).count_ones() as usize;
                    out.set(PLACES * kind.index() + number.min(PLACES - 1));
                }
            };
        "discs"[2 * Destination::COUNT], "Destinations with a disc that waits, by ID, while discs are placed, then while there are missions."
            => |out| if common.part != Part::Plymouth {
                let row = if common.part == Part::Discs { 0 } else { Destination::COUNT };
                out.bits(u64::from(place.player.missions) << row);
            };
        "chosen"[Destination::COUNT], "The destination that it is dealing with, if the seat decides."
            => |out| if let Some(chosen) = common.chosen { out.set_if(chosen.index(), state.seat == place.seat) };
        "gain"[TWO_STAGES * GAINS], "VP that the discs on the map are expected to bring, those for types left out, in twos from 0 to 34 or more; 18 indices for discs or missions of a voyage."
            => |out| if common.part != Part::Plymouth {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize - 1;
                out.set(GAINS * row + twos(place.voyage.gain, GAINS));
            };
        "types"[TWO_STAGES * TYPES], "VP for types of conquest, expected ones included, from 0 to 10; 11 indices for discs or missions of a voyage."
            => |out| if common.part != Part::Plymouth {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize - 1;
                let types = (common.types[place.seat.index()] + 0.5) as i32 as usize;
                out.set(TYPES * row + types.min(TYPES - 1));
            };
        "attacked"[8], "Whether it has attacked a city (1), a fort (2), a galleon (4) in this voyage, as a sum, while there are missions."
            => |out| if common.part == Part::Missions {
                let kinds = [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon];
                let attacked = kinds.map(|kind| place.player.attacked & game.rules.of_kind(kind) != 0);
                out.set((0..3).map(|kind| usize::from(attacked[kind]) << kind).sum());
            };
        "new_kinds"[4], "New kinds of commodities that the discs on the map are expected to bring, from 0."
            => |out| if common.part != Part::Plymouth { out.level((place.voyage.new_kinds + 0.5) as i32 as usize) };
        "plan"[TWO_STAGES * PLANS], "VP of the best missions for the discs in hand, in twos from 0 to 46 or more; 24 indices for Plymouth or the discs of a voyage."
            => |out| if place.slots > 0 {
                let row = 2 * (usize::from(state.voyage) - 1) + common.part as usize;
                out.set(PLANS * row + twos(place.plan, PLANS));
            };
        "waiting"[SLOTS], "Discs that wait for their missions, from 0, before the ship is back."
            => |out| if common.part == Part::Missions && !place.home {
                out.level(place.player.missions.count_ones() as usize);
            };
        "hero"[3], "VP for returning now, before disc 4: 0, 1, 2; before the ship is back."
            => |out| if common.part == Part::Missions && !place.home {
                out.level(usize::try_from(game.hero_bonus(state, place.seat)).unwrap_or(0));
            };
        "hand"[Disc::COUNT], "Mission discs in hand, for the seat itself alone."
            => |out| if place.own { out.bits(place.player.hand().into()) };
        "numbers"[Disc::COUNT * Destination::COUNT], "Where each mission disc lies, while they are secret, for the seat itself alone; 14 indices for a disc."
            => |out| if place.own { place.discs().for_each(|index| out.set(index)) };
        "races"[RACE], "The same without those that it cannot pay for: other ships there that can pay, from 0 to 3 or more; 4 indices for a round, 5 rounds for ports, for cities and forts, for galleons."
            => |out| if place.own { out.bits(place.races(game, common)) };
        "known"[GUARDED * TILES], "Face-down tiles that it knows, from 0 to 2, for the seat itself alone; 3 indices for a fort or galleon."
            => |out| if common.observer == place.seat && common.part != Part::Plymouth {
                let known = game.known_tiles(state, place.seat) & !state.face_up;
                tiles(&mut out, game, state, known);
            };
        "seen"[Disc::COUNT], "Discs of other ships that it has looked at, for the seat itself alone."
            => |out| out.bits(place.seen(state, common).into());
        "points"[1] of 20, 200, "VP as if the game ended now; 20 make an input of 1."
            => |out| out.number(0, u32::try_from(common.points[place.seat.index()]).unwrap_or(0));
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table(game: &FrancisDrake, state: &State, common: &Common) {
        "players"[3], "Players, from 3."
            => |out| out.level(game.rules.players - 3);
        "rulings"[4], "Rulings that differ from the standard ones: unlimited supplies, a chance to decline once the tile is up, hero bonus by order, locations with fewer items first."
            => |out| {
                let flags = &game.rules.flags;
                out.set_if(0, !flags.pools_limited);
                out.set_if(1, !flags.commit_after_reveal);
                out.set_if(2, !flags.hero_bonus_by_dock);
                out.set_if(3, flags.fewer_first_in_random_layout);
            };
        "decision"[KINDS], "The kind of decision."
            => |out| out.set(state.decision.index());
        "stage"[STAGES], "The part of a voyage: Plymouth, discs, missions; 3 indices for a voyage."
            => |out| out.set(common.stage);
        "departed"[MAX_PLAYERS], "Ships that have left, from 0, in Plymouth."
            => |out| if common.part == Part::Plymouth { out.level(state.outbound.len()) };
        "open"[LOCATIONS + 1], "Open locations, from 0, in Plymouth."
            => |out| if common.part == Part::Plymouth { out.level(state.open.count_ones() as usize) };
        "galleon_tiles"[GALLEONS * GalleonTile::COUNT], "The galleon tile of each Spanish galleon; 3 indices for a galleon."
            => |out| for place in 0..GALLEONS {
                out.set(GalleonTile::COUNT * place + state.galleon_tile(place).index());
            };
        "tiles"[GUARDED * TILES], "Face-up tiles, from 0 to 2; 3 indices for a fort or galleon."
            => |out| tiles(&mut out, game, state, state.face_up);
        "successes"[2 * Destination::COUNT], "Successes at each destination: 1, 2; 2 indices for a destination."
            => |out| for place in destinations(state.taken) {
                out.set(2 * place.index() + usize::from(state.successes(place)).clamp(1, 2) - 1);
            };
        "sold"[16], "Commodities that are gone from the ports: 4 indices for a port."
            => |out| out.bits((game.rules.icons & !state.goods_left).into());
        "unclaimed"[2 * PLACES], "Unclaimed gold, from 0, then unclaimed silver, from 0; 5 indices each, while there are missions."
            => |out| if common.part == Part::Missions {
                out.set(common.unclaimed[0]);
                out.set(PLACES + common.unclaimed[1]);
            };
        "round"[ROUNDS], "The round of missions: Golden Hind, 1 to 4."
            => |out| if let Some(round) = game.mission_round(state) { out.set(round) };
        "home"[MAX_PLAYERS], "Ships that are back, from 0, while there are missions."
            => |out| if common.part == Part::Missions { out.level(state.homebound.len()) };
        "look"[Look::COUNT], "What the informer's owner looks at or has looked at: discs, a tile."
            => |out| if let Some(look) = state.look { out.set(look.index()) };
    }
}
