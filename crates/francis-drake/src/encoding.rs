//! Observations and action indices for learners (`impl Encoding`).

use tradewinds_game::encoding::{
    Number, set_at, set_flag, set_number, set_one, starts, write_bits, write_counts,
};
use tradewinds_game::{ActionGroup, Encoding, Field, Seat, fields};

use crate::FrancisDrake;
use crate::action::Action;
use crate::items::Items;
use crate::limits::{LOCATIONS, MAX_PLAYERS};
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, GalleonTile, Item, Look, Stone, Stop,
    destinations,
};

/// The words of the location tiles.
const TILES: [&str; LOCATIONS] = {
    let mut words = [""; LOCATIONS];
    let mut index = 0;
    while index < LOCATIONS {
        words[index] = Stop::WORDS[index];
        index += 1;
    }
    words
};

fields! {
    /// The fields of the table.
    const TABLE;
    /// Writes the fields of the table.
    fn write_table(game: &FrancisDrake, state: &State, observer: Seat) {
        "decision"[Decision::COUNT] of &Decision::WORDS, 1.0, "0/1", "The kind of decision."
            => |out| set_one(out, state.decision.index());
        "voyage"[1], 3.0, "voyages", "The voyage, 1 to 3."
            => |out| set_number(out, state.voyage);
        "supply"[Item::COUNT] of &Item::WORDS, 20.0, "items", "The supplies; 0 where they are unlimited."
            => |out| write_items(out, state.supply);
        "street"[LOCATIONS] of &TILES, 16.0, "places", "The street position of each location tile, 1 to 16."
            => |out| write_counts(out, (0..LOCATIONS).map(|at| (state.places >> (4 * at) & 0xf) as u8 + 1));
        "visits"[LOCATIONS] of &TILES, 3.0, "players", "Players that have stopped at each location tile."
            => |out| write_counts(out, (0..LOCATIONS).map(|at| (state.visits >> (4 * at) & 0xf) as u8));
        "open"[LOCATIONS], 1.0, "0/1", "The street positions with a free circle, position 1 first."
            => |out| write_bits(out, state.open.into());
        "tile_lies"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destinations with a troop or frigate tile, where the observer can see that one lies."
            => |out| write_bits(out, game.visible_tiles(state, observer).into());
        "tile_known"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destinations whose tile the observer knows."
            => |out| write_tiles(out, game, state, observer, |_| 1);
        "tile_value"[Destination::COUNT] of &Destination::WORDS, 2.0, "troops, guns",
            "The value of each tile that the observer knows."
            => |out| write_tiles(out, game, state, observer, |value| value);
        "face_up"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destinations whose tile is face up."
            => |out| write_bits(out, state.face_up.into());
        "galleon_a_tile"[GalleonTile::COUNT] of &GalleonTile::WORDS, 1.0, "0/1",
            "The galleon tile at the first galleon."
            => |out| set_one(out, state.galleon_tile(0).index());
        "galleon_b_tile"[GalleonTile::COUNT] of &GalleonTile::WORDS, 1.0, "0/1",
            "The galleon tile at the second galleon."
            => |out| set_one(out, state.galleon_tile(1).index());
        "galleon_c_tile"[GalleonTile::COUNT] of &GalleonTile::WORDS, 1.0, "0/1",
            "The galleon tile at the third galleon."
            => |out| set_one(out, state.galleon_tile(2).index());
        "goods_left"[16], 1.0, "0/1", "The commodities on their icons: 4 * port + commodity."
            => |out| write_bits(out, state.goods_left.into());
        "successes"[Destination::COUNT] of &Destination::WORDS, 2.0, "attacks",
            "Successful attacks of this voyage."
            => |out| write_counts(out, (0..Destination::COUNT).map(|at| (state.successes >> (2 * at) & 3) as u8));
        "chosen"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destination just chosen for a disc, or the first end of an exchange."
            => |out| if let Some(place) = state.chosen { set_one(out, place.index()) };
        "look"[Look::COUNT] of &Look::WORDS, 1.0, "0/1",
            "What the informer's owner looks at or has looked at."
            => |out| if let Some(look) = state.look { set_one(out, look.index()) };
        "looked_at"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destination that the informer's owner has looked at."
            => |out| if let Some(place) = state.looked_at { set_one(out, place.index()) };
        "own_discs"[Disc::COUNT] of &Disc::WORDS, 1.0, "0/1",
            "The observer's mission discs in hand, until the reveal."
            => |out| write_bits(out, game.own_hand(state, observer).into());
    }
}

fields! {
    /// The fields of a seat.
    const SEAT;
    /// Writes the fields of a seat.
    fn write_seat(game: &FrancisDrake, state: &State, observer: Seat, seat: Seat) {
        "decides"[1], 1.0, "0/1", "Whether the seat decides."
            => |out| set_flag(out, state.seat == seat && state.decision != Decision::Over);
        "vp"[1], 60.0, "VP", "VP on the score track."
            => |out| set_number(out, state.player(seat).vp);
        "items"[Item::COUNT] of &Item::WORDS, 8.0, "items", "Crew, guns, barrels and trade goods."
            => |out| write_items(out, state.player(seat).items);
        "stops"[Stop::COUNT] of &Stop::WORDS, 1.0, "0/1", "Stops of this voyage."
            => |out| write_bits(out, state.player(seat).stops.into());
        "discs_used"[1], 9.0, "discs", "Player discs on the street."
            => |out| set_number(out, state.player(seat).stop_count);
        "position"[1], 18.0, "places", "The street position of the last stop; 0 before the first."
            => |out| set_number(out, state.player(seat).position);
        "start_place"[MAX_PLAYERS], 1.0, "0/1", "The place in the order of the first stops."
            => |out| if let Some(place) = state.start.find(seat) { set_one(out, place) };
        "outbound"[MAX_PLAYERS], 1.0, "0/1", "The place in the outbound dock, if the ship has left."
            => |out| if let Some(place) = state.outbound.find(seat) { set_one(out, place) };
        "homebound"[MAX_PLAYERS], 1.0, "0/1", "The place in the homebound dock, if the ship is back."
            => |out| if let Some(place) = state.homebound.find(seat) { set_one(out, place) };
        "holds"[3] of &["admiral", "governor", "informer"], 1.0, "0/1",
            "Whether it has the admiral, the governor, the informer."
            => |out| {
                let holders = [state.admiral, state.governor, state.informer];
                write_counts(out, holders.map(|holder| u8::from(holder == Some(seat))));
            };
        "ghost_ship"[1], 1.0, "0/1", "Whether it has the Ghost Ship disc."
            => |out| set_flag(out, state.player(seat).ghost_ship);
        "investor_tile"[1], 1.0, "0/1", "Whether it still has the investor tile."
            => |out| set_flag(out, state.player(seat).investor_tile);
        "missions"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "The destinations where a disc waits."
            => |out| write_bits(out, state.player(seat).missions.into());
        "disc"[Destination::COUNT] of &Destination::WORDS, 6.0, "discs",
            "The disc that waits there, if the observer knows it: 1 to 4, 5 for Golden Hind, 6 for Ghost Ship."
            => |out| write_discs(out, game, state, observer, seat);
        "attacked"[Destination::COUNT] of &Destination::WORDS, 1.0, "0/1",
            "Successful attacks of this voyage."
            => |out| write_bits(out, state.player(seat).attacked.into());
        "traded"[16], 1.0, "0/1", "Trades of this voyage: 4 * port + commodity."
            => |out| for port in 0..4 {
                if let Some(commodity) = state.player(seat).trade(port) {
                    set_one(out, 4 * port + commodity.index());
                }
            };
        "goods"[Commodity::COUNT] of &Commodity::WORDS, 4.0, "goods", "Commodities."
            => |out| write_counts(out, *state.player(seat).goods.array());
        "chest"[Stone::COUNT] of &Stone::WORDS, 4.0, "stones", "Treasure."
            => |out| write_counts(out, *state.player(seat).chest.array());
    }
}

fn write_items<N: Number>(out: &mut [N; Item::COUNT], items: Items) {
    write_counts(out, Item::ALL.map(|item| items.get(item)));
}

/// Writes a number for each tile that the observer knows.
fn write_tiles<N: Number>(
    out: &mut [N; Destination::COUNT],
    game: &FrancisDrake,
    state: &State,
    observer: Seat,
    number: impl Fn(u8) -> u8,
) {
    for place in destinations(state.tiled) {
        if let Some(value) = game.known_tile(state, place, observer) {
            set_at(out, place.index(), number(value));
        }
    }
}

/// Writes the numbers of the waiting discs that the observer knows.
fn write_discs<N: Number>(
    out: &mut [N; Destination::COUNT],
    game: &FrancisDrake,
    state: &State,
    observer: Seat,
    seat: Seat,
) {
    for place in destinations(state.missions(seat)) {
        if let Some(disc) = game.known_disc(state, seat, place, observer) {
            set_at(out, place.index(), (disc.index() + 1) as u8);
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

/// The action indices.
const GROUPS: [ActionGroup; 18] = [
    ActionGroup::of("stop", &Stop::WORDS, "Plymouth: a player disc on this stop."),
    ActionGroup::new("depart", 1, "Plymouth: to the outbound dock."),
    ActionGroup::of("tile", &Destination::WORDS, "The next frigate or troop tile to this destination."),
    ActionGroup::of("sail", &Destination::WORDS, "The destination of the next mission disc."),
    ActionGroup::of("disc", &Disc::WORDS, "The mission disc for the destination just chosen."),
    ActionGroup::new("pass", 1, "The informer is not used."),
    ActionGroup::new("look_discs", 1, "The informer looks at all discs at a destination."),
    ActionGroup::new("look_tile", 1, "The informer looks at a tile."),
    ActionGroup::of("look", &Destination::WORDS, "The informer looks at this destination."),
    ActionGroup::new("keep", 1, "The informer changes nothing."),
    ActionGroup::of("exchange", &Destination::WORDS, "The first disc of an exchange."),
    ActionGroup::of("with", &Destination::WORDS, "The second disc of an exchange."),
    ActionGroup::of("move", &Destination::WORDS, "The disc at the tile seen moves to this destination."),
    ActionGroup::new("attack", 1, "Attack the city, fort or galleon."),
    ActionGroup::of("trade", &Commodity::WORDS, "Buy this commodity for a trade good."),
    ActionGroup::new("decline", 1, "Do nothing; the disc is taken back."),
    ActionGroup::new("stay", 1, "The ship stays at sea."),
    ActionGroup::new("return", 1, "The ship goes home."),
];
const START: [usize; GROUPS.len()] = starts(&GROUPS);

impl Encoding for FrancisDrake {
    const ENCODING_VERSION: u32 = 1;
    const TABLE_FIELDS: &'static [Field] = TABLE;
    const SEAT_FIELDS: &'static [Field] = SEAT;

    fn action_groups(&self) -> Vec<ActionGroup> {
        GROUPS.to_vec()
    }

    #[inline]
    fn action_index(&self, _: Seat, action: Action) -> usize {
        let (group, place) = match action {
            Action::Stop(stop) => (0, stop.index()),
            Action::Depart => (1, 0),
            // The value is that of the next tile, which is no choice.
            Action::Tile(_, destination) => (2, destination.index()),
            Action::Sail(destination) => (3, destination.index()),
            Action::Disc(disc) => (4, disc.index()),
            Action::Pass => (5, 0),
            Action::LookDiscs => (6, 0),
            Action::LookTile => (7, 0),
            Action::Look(destination) => (8, destination.index()),
            Action::Keep => (9, 0),
            Action::Exchange(destination) => (10, destination.index()),
            Action::With(destination) => (11, destination.index()),
            Action::Move(destination) => (12, destination.index()),
            Action::Attack => (13, 0),
            Action::Trade(commodity) => (14, commodity.index()),
            Action::Decline => (15, 0),
            Action::Stay => (16, 0),
            Action::Return => (17, 0),
        };
        START[group] + place
    }

    #[inline]
    fn encode_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        write_table(self, state, observer, out);
    }

    #[inline]
    fn encode_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        write_seat(self, state, observer, seat, out);
    }
}
