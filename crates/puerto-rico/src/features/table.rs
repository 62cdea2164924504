//! The block of the table.

use tradewinds_game::features::WriteGroup;
use tradewinds_game::groups;

use super::{Common, KIND_WORDS, KINDS, resolved, write_counts};
use crate::PuertoRico;
use crate::advice::rounds_left;
use crate::slot;
use crate::state::{EMPTY, State};
use crate::words::{Building, Decision, Good, Role, Tile};

/// The last level of the room of a ship.
const ROOM: u16 = 9;
/// The words of the slot types: the tiles, then the buildings.
const SLOTS: [&str; slot::COUNT] = {
    let mut words = [""; slot::COUNT];
    let mut index = 0;
    while index < slot::COUNT {
        words[index] = match index.checked_sub(Tile::COUNT) {
            Some(building) => Building::WORDS[building],
            None => Tile::WORDS[index],
        };
        index += 1;
    }
    words
};
/// The words of a ship's numbers.
const SHIP: [&str; 7] = ["spaces", "load", "corn", "indigo", "sugar", "tobacco", "coffee"];

groups! {
    /// The groups of the table's block.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(game: &PuertoRico, state: &State; common: &Common) {
        sparse "players"[1], levels 2 to 5, "Players."
            => |out| out.level(game.rules.players);
        "decision"[KINDS] of KIND_WORDS, "The kind of decision; where privileges are optional, hospice, mayor_bonus and university are also the offers of what a role, a privilege and a building bring."
            => |out| out.set(state.seen_as().index());
        "role"[Role::COUNT] of &Role::WORDS, "The role that is resolved."
            => |out| if let Some(role) = resolved(state) { out.set(role.index()) };
        sparse "free"[Role::COUNT] of &Role::WORDS, "Roles that are free for the next pick."
            => |out| out.bits(common.free.bits().into());
        dense "role_in_play"[Role::COUNT] of &Role::WORDS, "The role cards of this game."
            => |out| out.bits(game.rules.roles.bits().into());
        dense "role_taken"[Role::COUNT] of &Role::WORDS, "The roles taken in this round."
            => |out| out.bits(state.taken.bits().into());
        "card"[Role::COUNT] of &Role::WORDS, levels 1 to 4, "Doubloons on the role cards; taken ones have none."
            => |out| for role in game.rules.roles { out.count(role.index(), state.role_doubloons[role]) };
        "picks"[1], levels 0 to 6, "Roles taken in this round."
            => |out| out.level(state.picks);
        dense "round"[1], number 15, "The round, from 1."
            => |out| out.number(0, state.round);
        sparse "rounds_left"[1], levels 0 to 32, "Rounds after this one, estimated from pool, colonists and cities, in halves."
            => |out| out.level((2.0 * rounds_left(&game.rules, state)) as u16);
        "last_round"[1], "Whether the game ends with this round."
            => |out| out.set_if(0, state.end_flag());
        "pool"[1], levels 0 to 15 by 5, "VP chips left; below 0 for points on paper."
            => |out| out.graded(0, usize::try_from(state.pool).unwrap_or(0).div_ceil(5), state.pool);
        "colonists"[1], levels 0 to 15 by 5, "Colonists left beside the ship."
            => |out| out.graded(0, usize::from(state.colonist_supply).div_ceil(5), state.colonist_supply);
        "colonist_ship"[1], levels 0 to 10, "Colonists on the ship."
            => |out| out.level(state.colonist_ship);
        sparse "afloat"[Good::COUNT] of &Good::WORDS, levels 0 to ROOM, "The room of the ship that carries the kind."
            => |out| for good in Good::ALL {
                if state.ships.iter().any(|ship| usize::from(ship.kind) == good.index()) {
                    out.count(good.index(), common.room.get(good.index()));
                }
            };
        sparse "empty_ship"[ROOM as usize + 1], "The room of each empty ship, to 9 or more."
            => |out| {
                // In a variant a larger ship may stand before a smaller one, and two may have the last level.
                let mut rooms = 0_u64;
                for (ship, &spaces) in state.ships.iter().zip(&game.rules.spaces) {
                    let empty = spaces > 0 && ship.kind == EMPTY;
                    rooms |= u64::from(empty) << u16::from(spaces).min(ROOM);
                }
                out.bits(rooms);
            };
        dense "ship_1"[7] of &SHIP, number 7, "The smallest cargo ship: its spaces, its load, the kind of its load."
            => |out| write_ship(&mut out, game, state, 0);
        dense "ship_2"[7] of &SHIP, number 7, "The middle cargo ship."
            => |out| write_ship(&mut out, game, state, 1);
        dense "ship_3"[7] of &SHIP, number 7, "The largest cargo ship; 0 with 2 players."
            => |out| write_ship(&mut out, game, state, 2);
        "trading_house"[Good::COUNT] of &Good::WORDS, levels 1 to 1, "Barrels in the trading house."
            => |out| write_counts(&mut out, state.trading_house);
        sparse "sold"[1], levels 0 to 4, "Barrels in the trading house."
            => |out| out.level(state.trading_house.total());
        "face_up"[Good::COUNT] of &Good::WORDS, levels 1 to 3, "Face-up plantations."
            => |out| write_counts(&mut out, state.face_up);
        "quarries"[1], levels 0 to 5, "Quarries left."
            => |out| out.level(state.quarries);
        dense "discards"[Good::COUNT] of &Good::WORDS, number 5, "Discarded plantations."
            => |out| for good in Good::ALL { out.number(good.index(), state.discards.get(good.index())) };
        dense "face_down"[Good::COUNT] of &Good::WORDS, number 10, "Face-down plantations: all seats can count them, their order is hidden."
            => |out| for (good, &count) in game.face_down(state).iter() { out.number(good.index(), count) };
        "supply"[Good::COUNT] of &Good::WORDS, levels 0 to 5, "Barrels in the supply."
            => |out| for good in Good::ALL { out.count(good.index(), state.supply.get(good.index())) };
        "sold_out"[Building::COUNT] of &Building::WORDS, "Buildings without a copy left."
            => |out| out.bits(state.sold_out.bits().into());
        dense "slot"[slot::COUNT] of &SLOTS, "The slot type that is decided about: at place, hospice (the new tile), university (the new building, or the one that brings what is offered)."
            => |out| if let Some(slot) = slot_at_hand(state) { out.set(slot) };
        dense "circles"[2] of &["here", "later"], number 12, "At place: the circles of the slot type and of the player's later ones."
            => |out| if state.decision == Decision::Place {
                out.number(0, state.circles);
                out.number(1, state.later);
            };
        dense "captain_loaded"[1], "Whether the captain has had the bonus of this phase."
            => |out| out.set_if(0, state.captain_loaded);
    }
}

/// Returns the slot type that is decided about.
fn slot_at_hand(state: &State) -> Option<usize> {
    let detail = usize::from(state.detail);
    match state.decision {
        Decision::Place | Decision::Hospice => Some(detail),
        Decision::University => Some(Tile::COUNT + detail),
        Decision::Offer => state.offer().building().map(|building| Tile::COUNT + building.index()),
        _ => None,
    }
}

/// Writes the numbers of a ship.
fn write_ship(out: &mut impl WriteGroup, game: &PuertoRico, state: &State, index: usize) {
    let ship = state.ships[index];
    out.number(0, game.rules.spaces[index]);
    out.number(1, ship.load);
    // An empty ship's kind lies behind the goods.
    out.number(2 + usize::from(ship.kind), 1_u8);
}
