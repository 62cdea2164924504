//! Observations and action indices for learners (`impl Encoding`).

use tradewinds_game::encoding::{
    Number, set_at, set_flag, set_number, set_one, starts, write_bits, write_counts,
};
use tradewinds_game::kit::Counts8;
use tradewinds_game::{ActionGroup, Encoding, Field, Seat, fields};

use crate::PuertoRico;
use crate::action::Action;
use crate::limits::{MAX_SHIPS, SPACES};
use crate::slot;
use crate::state::State;
use crate::words::{Building, Decision, Good, Role, Tile};

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
/// The kinds of decision that the observation has a number for: an offer is seen as one of them.
const KINDS: usize = Decision::Over.index() + 1;
/// The words of these kinds.
const KIND_WORDS: [&str; KINDS] = {
    let mut words = [""; KINDS];
    let mut index = 0;
    while index < KINDS {
        words[index] = Decision::WORDS[index];
        index += 1;
    }
    words
};
/// The words of a ship's numbers.
const SHIP: [&str; 7] = ["spaces", "load", "corn", "indigo", "sugar", "tobacco", "coffee"];
/// The number of colonists that can be placed at once, from none.
const PLACED: usize = SPACES as usize + 1;
/// The sets of the other four kinds that are kept beside a single barrel.
const KEPT: usize = 1 << (Good::COUNT - 1);

fields! {
    /// The fields of the table.
    const TABLE;
    /// Writes the fields of the table.
    fn write_table(game: &PuertoRico, state: &State) {
        "decision"[KINDS] of &KIND_WORDS, 1.0, "0/1",
            "The kind of decision; where privileges are optional, hospice, mayor_bonus and university are also the offers of what a role, a privilege and a building bring."
            => |out| set_one(out, state.seen_as().index());
        "slot"[slot::COUNT] of &SLOTS, 1.0, "0/1",
            "The slot type that is decided about: at place, hospice (the new tile), university (the new building, or the one that brings what is offered)."
            => |out| if let Some(slot) = slot_at_hand(state) { set_one(out, slot) };
        "circles"[2] of &["here", "later"], 12.0, "circles",
            "At place: the circles of the slot type and of the player's later ones."
            => |out| if state.decision == Decision::Place { write_counts(out, [state.circles, state.later]) };
        "role"[Role::COUNT] of &Role::WORDS, 1.0, "0/1", "The role that is resolved."
            => |out| {
                if state.decision != Decision::Role && state.picks > 0 { set_one(out, state.role().index()) }
            };
        "role_in_play"[Role::COUNT] of &Role::WORDS, 1.0, "0/1", "The role cards of this game."
            => |out| write_bits(out, game.rules.roles.bits().into());
        "role_taken"[Role::COUNT] of &Role::WORDS, 1.0, "0/1", "The roles taken in this round."
            => |out| write_bits(out, state.taken.bits().into());
        "role_doubloons"[Role::COUNT] of &Role::WORDS, 5.0, "doubloons", "Doubloons on the role cards."
            => |out| write_counts(out, *state.role_doubloons.array());
        "picks"[1], 6.0, "roles", "Roles taken in this round."
            => |out| set_number(out, state.picks);
        "round"[1], 15.0, "rounds", "The round, from 1."
            => |out| set_number(out, state.round);
        "supply"[Good::COUNT] of &Good::WORDS, 10.0, "barrels", "Barrels in the supply."
            => |out| write_packed(out, state.supply);
        "trading_house"[Good::COUNT] of &Good::WORDS, 1.0, "barrels", "Barrels in the trading house."
            => |out| write_packed(out, state.trading_house);
        "face_up"[Tile::COUNT] of &Tile::WORDS, 3.0, "tiles", "Face-up plantations and quarries left."
            => |out| {
                write_packed(out, state.face_up);
                set_at(out, Tile::Quarry.index(), state.quarries);
            };
        "discards"[Good::COUNT] of &Good::WORDS, 5.0, "tiles", "Discarded plantations."
            => |out| write_packed(out, state.discards);
        "face_down"[Good::COUNT] of &Good::WORDS, 10.0, "tiles",
            "Face-down plantations: all seats can count them, their order is hidden."
            => |out| write_counts(out, *game.face_down(state).array());
        "colonists"[2] of &["ship", "supply"], 30.0, "colonists", "Colonists on the ship and in the supply."
            => |out| write_counts(out, [state.colonist_ship, state.colonist_supply]);
        "pool"[1], 100.0, "VP", "VP chips left; below 0 for points on paper."
            => |out| set_number(out, state.pool);
        "ship_1"[7] of &SHIP, 7.0, "spaces, barrels, 0/1",
            "The smallest cargo ship: its spaces, its load, the kind of its load."
            => |out| write_ship(out, game, state, 0);
        "ship_2"[7] of &SHIP, 7.0, "spaces, barrels, 0/1", "The middle cargo ship."
            => |out| write_ship(out, game, state, 1);
        "ship_3"[7] of &SHIP, 7.0, "spaces, barrels, 0/1", "The largest cargo ship; 0 with 2 players."
            => |out| write_ship(out, game, state, 2);
        "sold_out"[Building::COUNT] of &Building::WORDS, 1.0, "0/1", "Buildings without a copy left."
            => |out| write_bits(out, state.sold_out.bits().into());
        "last_round"[1], 1.0, "0/1", "Whether the game ends with this round."
            => |out| set_flag(out, state.end_flag());
        "captain_loaded"[1], 1.0, "0/1", "Whether the captain has had the bonus of this phase."
            => |out| set_flag(out, state.captain_loaded);
    }
}

fields! {
    /// The fields of a seat.
    const SEAT;
    /// Writes the fields of a seat.
    fn write_seat(state: &State, seat: Seat) {
        "decides"[1], 1.0, "0/1", "Whether the seat decides."
            => |out| set_flag(out, state.player == seat && state.decision != Decision::Over);
        "chooser"[1], 1.0, "0/1", "Whether it picks a role or has picked the one that is resolved."
            => |out| set_flag(out, state.chooser == seat);
        "governor"[1], 1.0, "0/1", "Whether it is the governor."
            => |out| set_flag(out, state.governor == seat);
        "doubloons"[1], 10.0, "doubloons", "Doubloons."
            => |out| set_number(out, state.players[seat.index()].doubloons);
        "vp"[1], 30.0, "VP", "VP from chips and paper."
            => |out| set_number(out, state.players[seat.index()].vp);
        "goods"[Good::COUNT] of &Good::WORDS, 5.0, "barrels", "Barrels on the windrose."
            => |out| write_packed(out, state.players[seat.index()].goods);
        "tiles"[Tile::COUNT] of &Tile::WORDS, 4.0, "tiles", "Island tiles."
            => |out| write_packed(out, state.players[seat.index()].tiles);
        "occupied"[Tile::COUNT] of &Tile::WORDS, 4.0, "tiles", "Island tiles with a colonist."
            => |out| write_packed(out, state.players[seat.index()].occupied);
        "owned"[Building::COUNT] of &Building::WORDS, 1.0, "0/1", "Owned buildings."
            => |out| write_bits(out, state.players[seat.index()].owned.bits().into());
        "staff"[Building::COUNT] of &Building::WORDS, 1.0, "colonists", "Colonists on the buildings."
            => |out| {
                let player = &state.players[seat.index()];
                write_counts(out, std::array::from_fn::<u8, { Building::COUNT }, _>(|id| player.staff(id)));
            };
        "san_juan"[1], 5.0, "colonists", "Colonists in San Juan; at place also those not placed yet."
            => |out| set_number(out, state.players[seat.index()].san_juan);
        "colonists"[1], 15.0, "colonists", "All colonists."
            => |out| set_number(out, state.players[seat.index()].colonists);
        "city"[1], 12.0, "spaces", "Filled city spaces."
            => |out| set_number(out, state.players[seat.index()].city);
        "island"[1], 12.0, "spaces", "Filled island spaces."
            => |out| set_number(out, state.players[seat.index()].tiles.total());
        "wharf_used"[1], 1.0, "0/1", "Whether it has used its wharf in this captain phase."
            => |out| set_flag(out, state.wharf_used.has(seat));
        "wharf_declined"[1], 1.0, "0/1", "Whether it has declined its wharf in this captain phase, or its goods or colonists where they are offered."
            => |out| set_flag(out, state.passed.has(seat));
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

/// Writes the lowest of eight packed counts.
#[inline]
fn write_packed<N: Number, const L: usize>(out: &mut [N; L], counts: Counts8) {
    for (index, out) in out.iter_mut().enumerate() {
        *out = N::of(counts.get(index).into());
    }
}

fn write_ship<N: Number>(out: &mut [N; 7], game: &PuertoRico, state: &State, index: usize) {
    let ship = state.ships[index];
    set_at(out, 0, game.rules.spaces[index]);
    set_at(out, 1, ship.load);
    // An empty ship's kind lies behind the goods.
    if let Some(kind) = out.get_mut(2 + usize::from(ship.kind)) {
        *kind = N::ONE;
    }
}

/// The action indices.
const GROUPS: [ActionGroup; 11] = [
    ActionGroup::new("pass", 1, "Do nothing."),
    ActionGroup::of("role", &Role::WORDS, "Pick this role."),
    ActionGroup::new("draw", 1, "Draw a face-down plantation."),
    ActionGroup::of("take", &Tile::WORDS, "Take this tile; at craft_bonus a barrel of this kind."),
    ActionGroup::new("take_colonist", 1, "Take the colonist, or whatever else is offered."),
    ActionGroup::new("place", PLACED, "Put this many colonists on the slot type at hand, from 0."),
    ActionGroup::of("build", &Building::WORDS, "Build this building."),
    ActionGroup::of("sell", &Good::WORDS, "Sell a barrel of this kind."),
    ActionGroup::new("ship", Good::COUNT * MAX_SHIPS, "Load this kind on this ship: 3 * kind + ship."),
    ActionGroup::of("wharf", &Good::WORDS, "Load this kind on the own wharf."),
    ActionGroup::new(
        "store",
        Good::COUNT * KEPT,
        "Keep one barrel of this kind and all of some others: 16 * kind + a bit for each other kind.",
    ),
];

const START: [usize; GROUPS.len()] = starts(&GROUPS);

impl Encoding for PuertoRico {
    const ENCODING_VERSION: u32 = 1;
    const TABLE_FIELDS: &'static [Field] = TABLE;
    const SEAT_FIELDS: &'static [Field] = SEAT;

    fn action_groups(&self) -> Vec<ActionGroup> {
        GROUPS.to_vec()
    }

    #[inline]
    fn action_index(&self, _: Seat, action: Action) -> usize {
        match action {
            Action::Pass => START[0],
            Action::Role(role) => START[1] + role.index(),
            Action::Draw => START[2],
            Action::Take(tile) => START[3] + tile.index(),
            Action::Accept => START[4],
            Action::Place(count) => START[5] + usize::from(count).min(PLACED - 1),
            Action::Build(building) => START[6] + building.index(),
            Action::Sell(good) => START[7] + good.index(),
            Action::Ship(good, ship) => START[8] + MAX_SHIPS * good.index() + usize::from(ship),
            Action::Wharf(good) => START[9] + good.index(),
            Action::Store(keep, one) => {
                // The bit of the single barrel's own kind is never set, so it is left out.
                let (keep, bit) = (usize::from(keep), one.index());
                let below = (1 << bit) - 1;
                START[10] + KEPT * bit + (keep & below | keep >> 1 & !below)
            }
        }
    }

    #[inline]
    fn encode_table<N: Number>(&self, state: &State, _: Seat, out: &mut [N]) {
        write_table(self, state, out);
    }

    #[inline]
    fn encode_seat<N: Number>(&self, state: &State, _: Seat, seat: Seat, out: &mut [N]) {
        write_seat(state, seat, out);
    }
}
