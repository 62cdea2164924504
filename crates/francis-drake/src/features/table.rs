//! The block of the table.

use super::common::{Common, Part};
use super::{GUARDED, KIND_WORDS, KINDS, PLACES, STAGES, TILE, write_tiles};
use crate::FrancisDrake;
use crate::limits::{GALLEONS, LOCATIONS, MAX_PLAYERS, ROUNDS};
use crate::state::State;
use crate::words::{Destination, DestinationKind, GalleonTile, Item, Look, Stop, destinations};
use tradewinds_game::features::WriteGroup;
use tradewinds_game::{Seat, groups};

/// The last level of a number of ships.
const SHIPS: u16 = MAX_PLAYERS as u16 - 1;
/// The words of the location tiles.
const LOCATION_WORDS: &[&str] = Stop::WORDS.split_at(LOCATIONS).0;

/// Writes a number for each tile that the observer knows.
fn write_known(
    out: &mut impl WriteGroup,
    game: &FrancisDrake,
    state: &State,
    observer: Seat,
    number: impl Fn(u8) -> u8,
) {
    for place in destinations(state.tiled) {
        if let Some(value) = game.known_tile(state, place, observer) {
            out.number(place.index(), number(value));
        }
    }
}

impl FrancisDrake {
    /// Returns the destinations where the observer sees that a tile lies, face up or down.
    fn visible_tiles(&self, state: &State, observer: Seat) -> u16 {
        let unseen = |kind| Self::placed_in_secret(state, kind, observer);
        let kinds = [DestinationKind::Fort, DestinationKind::Galleon];
        let hidden = kinds.into_iter().filter(|&kind| unseen(kind)).map(|kind| self.rules.of_kind(kind));
        state.tiled & !hidden.fold(0, |all, places| all | places)
    }
}

groups! {
    /// The groups of the table's block.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(game: &FrancisDrake, state: &State, observer: Seat; common: &Common) {
        sparse "players"[1], levels 3 to MAX_PLAYERS, "Players."
            => |out| out.level(game.rules.players);
        sparse "rulings"[4], "Rulings that differ from the standard ones: unlimited supplies, a chance to decline once the tile is up, hero bonus by order, locations with fewer items first."
            => |out| {
                let flags = &game.rules.flags;
                out.set_if(0, !flags.pools_limited);
                out.set_if(1, !flags.commit_after_reveal);
                out.set_if(2, !flags.hero_bonus_by_dock);
                out.set_if(3, flags.fewer_first_in_random_layout);
            };
        "decision"[KINDS] of KIND_WORDS, "The kind of decision."
            => |out| out.set(state.decision.index());
        sparse "stage"[STAGES], "The part of a voyage: Plymouth, discs, missions; 3 indices for a voyage."
            => |out| out.set(common.stage);
        dense "voyage"[1], number 3, "The voyage, 1 to 3."
            => |out| out.number(0, state.voyage);
        dense "supply"[Item::COUNT] of &Item::WORDS, number 20, "The supplies; 0 where they are unlimited."
            => |out| for item in Item::ALL { out.number(item.index(), state.supply.get(item)) };
        dense "street"[LOCATIONS] of LOCATION_WORDS, number 16, "The street position of each location tile, 1 to 16."
            => |out| for at in 0..LOCATIONS { out.number(at, (state.places >> (4 * at) & 0xf) as u8 + 1) };
        dense "visits"[LOCATIONS] of LOCATION_WORDS, number 3, "Players that have stopped at each location tile."
            => |out| for at in 0..LOCATIONS { out.number(at, (state.visits >> (4 * at) & 0xf) as u8) };
        sparse "departed"[1], levels 0 to SHIPS, "Ships that have left, in Plymouth."
            => |out| if common.part == Part::Plymouth { out.level(state.outbound.len()) };
        sparse "open"[1], levels 0 to LOCATIONS, "Open locations, in Plymouth."
            => |out| if common.part == Part::Plymouth { out.level(state.open.count_ones()) };
        dense "open"[LOCATIONS], "The street positions with a free circle, position 1 first."
            => |out| out.bits(state.open.into());
        "galleon_tiles"[GALLEONS * GalleonTile::COUNT], "The galleon tile of each Spanish galleon: 3 * galleon + tile."
            => |out| for place in 0..GALLEONS {
                out.set(GalleonTile::COUNT * place + state.galleon_tile(place).index());
            };
        sparse "tiles"[GUARDED], levels 0 to TILE, "Face-up tiles, by fort or galleon."
            => |out| write_tiles(&mut out, game, state, state.face_up);
        dense "tile_lies"[Destination::COUNT] of &Destination::WORDS, "The destinations with a troop or frigate tile, where the observer can see that one lies."
            => |out| out.bits(game.visible_tiles(state, observer).into());
        dense "tile_known"[Destination::COUNT] of &Destination::WORDS, "The destinations whose tile the observer knows."
            => |out| write_known(&mut out, game, state, observer, |_| 1);
        dense "tile_value"[Destination::COUNT] of &Destination::WORDS, number 2, "The troops or guns of each tile that the observer knows."
            => |out| write_known(&mut out, game, state, observer, |value| value);
        dense "face_up"[Destination::COUNT] of &Destination::WORDS, "The destinations whose tile is face up."
            => |out| out.bits(state.face_up.into());
        sparse "successes"[Destination::COUNT] of &Destination::WORDS, levels 1 to 2, "Successes at each destination whose treasure is taken."
            => |out| for place in destinations(state.taken) { out.count(place.index(), state.successes(place).max(1)) };
        dense "successes"[Destination::COUNT] of &Destination::WORDS, number 2, "Successful attacks of this voyage."
            => |out| for at in 0..Destination::COUNT { out.number(at, (state.successes >> (2 * at) & 3) as u8) };
        sparse "sold"[16], "Commodities that are gone from the ports: 4 indices for a port."
            => |out| out.bits((game.rules.icons & !state.goods_left).into());
        dense "goods_left"[16], "The commodities on their icons: 4 * port + commodity."
            => |out| out.bits(state.goods_left.into());
        sparse "unclaimed"[2] of &["gold", "silver"], levels 0 to PLACES, "Unclaimed gold and silver, while there are missions."
            => |out| if common.part == Part::Missions {
                for (index, unclaimed) in common.unclaimed.into_iter().enumerate() { out.count(index, unclaimed) }
            };
        sparse "round"[ROUNDS], "The round of missions: Golden Hind, 1 to 4."
            => |out| if let Some(round) = game.mission_round(state) { out.set(round) };
        sparse "home"[1], levels 0 to SHIPS, "Ships that are back, while there are missions."
            => |out| if common.part == Part::Missions { out.level(state.homebound.len()) };
        dense "chosen"[Destination::COUNT] of &Destination::WORDS, "The destination just chosen for a disc, or the first end of an exchange."
            => |out| if let Some(place) = state.chosen { out.set(place.index()) };
        "look"[Look::COUNT] of &Look::WORDS, "What the informer's owner looks at or has looked at."
            => |out| if let Some(look) = state.look { out.set(look.index()) };
        dense "looked_at"[Destination::COUNT] of &Destination::WORDS, "The destination that the informer's owner has looked at."
            => |out| if let Some(place) = state.looked_at { out.set(place.index()) };
    }
}
