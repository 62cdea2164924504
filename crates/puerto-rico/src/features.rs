//! What a network reads of a position and of an action (`impl Features`).
//!
//! Everything is public but the order of the face-down tiles, of which nothing is written. Most values
//! are written level by level, so that a network need not learn a line.

mod board;

use tradewinds_game::features::{GroupWriter, Measure};
use tradewinds_game::kit::{Counts8, KeySet};
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Group, Inputs, Seat, groups};

use crate::PuertoRico;
use crate::action::Action;
use crate::advice::rounds_left;
use crate::limits::MAX_PLAYERS;
use crate::player::Player;
use crate::slot;
use crate::state::{EMPTY, State};
use crate::words::{Building, Decision, Good, Role, Tile};

/// The kinds of decision that come up; an offer is seen as one of them.
const KINDS: usize = Decision::Over.index();
/// The levels of tiles of a kind, from 1.
const TILES: usize = 5;
/// The levels of barrels of a kind that a craftsman would bring, from 1.
const OUTPUT: usize = 5;
/// The levels of barrels of a kind in hand, from 1.
const BARRELS: usize = 6;
/// The levels of a sale: its price and a half, in halves, from none.
const SALE: usize = 14;
/// The levels of doubloons, from 0.
const DOUBLOONS: usize = 21;
/// The levels of barrels that ships have room for, from 0.
const LOADS: usize = 12;
/// The levels of free circles, from 0.
const CIRCLES: usize = 10;
/// The levels of free spaces, from 0.
const SPACES: usize = crate::limits::SPACES as usize + 1;
/// The levels of the room of a ship, from none.
const ROOM: usize = 10;

/// What all seats share.
struct Common {
    /// Barrels of each good that one ship has room for.
    room: Counts8,
    /// Roles that are free for the next pick.
    free: KeySet<Role>,
    /// The seat that picks next.
    next: Seat,
    /// Seats that are still to act in the phase under way, the one that decides included.
    to_act: KeySet<Seat>,
    /// The role that is resolved.
    role: Option<Role>,
}

impl Common {
    fn new(game: &PuertoRico, state: &State) -> Self {
        let rules = &game.rules;
        // Ships have fewer spaces than a count may have.
        let room = Counts8::from_slice(game.room(state).as_slice());
        let picking = state.decision == Decision::Role;
        let (next, taken) = game.next_pick(state);
        let to_act = game.still_to_act(state);
        let role = (!picking && state.picks > 0).then(|| state.role());
        Self { room, free: rules.roles & !taken, next, to_act, role }
    }
}

/// One seat, with what several groups need.
struct Place<'a> {
    seat: Seat,
    player: &'a Player,
    /// Places clockwise from the seat that picks next.
    wait: usize,
    output: Counts8,
    /// What a craftsman would bring with all circles full: never less than `output`.
    potential: Counts8,
    /// Empty circles.
    empty: usize,
    /// Barrels that some ship has room for.
    loads: usize,
    /// The best sale, in halves.
    sale: usize,
}

impl<'a> Place<'a> {
    fn new(game: &PuertoRico, state: &'a State, common: &Common, seat: Seat) -> Self {
        let players = game.rules.players;
        let player = &state.players[seat.index()];
        let placed = player.colonists.saturating_sub(player.san_juan);
        Self {
            seat,
            player,
            wait: (seat.index() + players - common.next.index()) % players,
            output: player.production(),
            potential: player.potential(),
            empty: player.all_circles().saturating_sub(placed).into(),
            loads: player.goods.min(common.room).total().into(),
            sale: game.best_sale(state, player).into(),
        }
    }

    /// Returns whether the seat is still to act in a phase of this role.
    fn is_due(&self, common: &Common, role: Role) -> bool {
        common.role == Some(role) && common.to_act.has(self.seat)
    }
}

/// Makes one index active for each kind: its count, from 1 to `most`.
#[inline(always)]
fn each_count(out: &mut GroupWriter<'_, '_>, counts: Counts8, most: usize) {
    for kind in counts.kinds() {
        out.set(most * kind + usize::from(counts.get(kind)).min(most) - 1);
    }
}

groups! {
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat(game: &PuertoRico, state: &State, common: &Common, place: &Place<'_>) {
        "decides"[KINDS], "The kind of decision, if the seat decides."
            => |out| out.set_if(state.seen_as().index(), state.player == place.seat);
        "due"[Role::COUNT], "The role that is resolved, if the seat is still to act in it."
            => |out| if let Some(role) = common.role { out.set_if(role.index(), common.to_act.has(place.seat)) };
        "chooser"[1], "Whether it has picked the role that is resolved."
            => |out| out.set_if(0, common.role.is_some() && state.chooser == place.seat);
        "wait"[MAX_PLAYERS], "Picks of roles before the seat's next one."
            => |out| out.set(place.wait);
        "governor"[MAX_PLAYERS], "Places clockwise from the governor."
            => |out| {
                let players = game.rules.players;
                out.set((place.seat.index() + players - state.governor.index()) % players);
            };
        "vacant"[Building::COUNT], "Buildings without a colonist, by ID."
            => |out| for building in place.player.owned {
                out.set_if(building.index(), !place.player.occupies(building));
            };
        "staffed"[Building::COUNT], "Buildings with a colonist, by ID."
            => |out| for building in place.player.owned {
                out.set_if(building.index(), place.player.occupies(building));
            };
        "tiles"[TILES * Tile::COUNT], "Island tiles of each kind: 1 to 5 or more; 5 indices for a kind."
            => |out| each_count(&mut out, place.player.tiles, TILES);
        "occupied"[TILES * Tile::COUNT], "Occupied tiles of each kind: 1 to 5 or more."
            => |out| each_count(&mut out, place.player.occupied, TILES);
        "output"[OUTPUT * Good::COUNT], "Barrels of each kind that a craftsman would bring: 1 to 5 or more."
            => |out| each_count(&mut out, place.output, OUTPUT);
        "idle"[OUTPUT * Good::COUNT], "Barrels more of each kind with all circles full: 1 to 5 or more."
            => |out| each_count(&mut out, place.potential.less(place.output), OUTPUT);
        "kinds"[Good::COUNT + 1], "Kinds that a craftsman would bring, from 0."
            => |out| out.set(place.output.kinds().count());
        "goods"[BARRELS * Good::COUNT], "Barrels of each kind in hand: 1 to 6 or more."
            => |out| each_count(&mut out, place.player.goods, BARRELS);
        "barrels"[LOADS], "Barrels in hand, from 0 to 11 or more."
            => |out| out.level(place.player.goods.total().into());
        "doubloons"[DOUBLOONS], "Doubloons, from 0 to 20 or more."
            => |out| out.level(place.player.doubloons.into());
        "colonists"[24], "Colonists, from 0 to 23 or more."
            => |out| out.level(place.player.colonists.into());
        "san_juan"[6], "Colonists in San Juan, from 0 to 5 or more; at place also those not placed yet."
            => |out| out.level(place.player.san_juan.into());
        "empty"[CIRCLES], "Empty circles, from 0 to 9 or more."
            => |out| out.level(place.empty);
        "city"[SPACES], "Filled city spaces, from 0."
            => |out| out.level(place.player.city.into());
        "island"[SPACES], "Filled island spaces, from 0."
            => |out| out.level(place.player.tiles.total().into());
        "violets"[8], "Occupied small violet buildings, from 0 to 7 or more."
            => |out| out.level(place.player.occupied_violets().into());
        "loads"[LOADS], "Barrels that some ship has room for, from 0 to 11 or more."
            => |out| out.level(place.loads);
        "captain_free"[LOADS], "The same, while the captain is free."
            => |out| if common.free.has(Role::Captain) { out.level(place.loads) };
        "captain_due"[LOADS], "The same, before the seat's turn of a captain phase."
            => |out| if place.is_due(common, Role::Captain) { out.level(place.loads) };
        "trader_free"[SALE], "Price of the dearest barrel that can be sold and a half, in halves from 0, while the trader is free."
            => |out| if common.free.has(Role::Trader) { out.level(place.sale) };
        "trader_due"[SALE], "The same, before the seat's turn of a trader phase."
            => |out| if place.is_due(common, Role::Trader) { out.level(place.sale) };
        "builder_free"[DOUBLOONS], "Doubloons, from 0 to 20 or more, while the builder is free."
            => |out| if common.free.has(Role::Builder) { out.level(place.player.doubloons.into()) };
        "builder_due"[DOUBLOONS], "The same, before the seat's turn of a builder phase."
            => |out| if place.is_due(common, Role::Builder) { out.level(place.player.doubloons.into()) };
        "craftsman_free"[LOADS], "Barrels that a craftsman would bring, from 0 to 11 or more, while the craftsman is free."
            => |out| if common.free.has(Role::Craftsman) { out.level(place.output.total().into()) };
        "mayor_free"[CIRCLES], "Empty circles, from 0 to 9 or more, while the mayor is free."
            => |out| if common.free.has(Role::Mayor) { out.level(place.empty) };
        "wharf"[2], "Whether the seat has used its wharf in this captain phase; whether it has declined it."
            => |out| {
                out.set_if(0, state.wharf_used.has(place.seat));
                out.set_if(1, state.passed.has(place.seat));
            };
        "points"[1] of 20, 150, "VP as if the game ended now; 20 make an input of 1."
            => |out| out.number(0, game.points(place.player).total());
        "chips"[1] of 20, 150, "VP in chips; 20 make an input of 1."
            => |out| out.number(0, place.player.vp);
        "pending"[1] of 5, 30, "VP that large buildings score once they are occupied; 5 make an input of 1."
            => |out| out.number(0, game.pending(place.player));
        "riches"[1] of 10, 40, "Doubloons beyond 20; 10 make an input of 1."
            => |out| out.number(0, place.player.doubloons.saturating_sub(20));
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table(game: &PuertoRico, state: &State, common: &Common) {
        "players"[MAX_PLAYERS - 1], "Players, from 2."
            => |out| out.level(game.rules.players - 2);
        "decision"[KINDS], "The kind of decision."
            => |out| out.set(state.seen_as().index());
        "role"[Role::COUNT], "The role that is resolved."
            => |out| if let Some(role) = common.role { out.set(role.index()) };
        "free"[Role::COUNT], "Roles that are free for the next pick."
            => |out| out.bits(common.free.bits().into());
        "card"[4 * Role::COUNT], "Doubloons on each free role: 1 to 4 or more; 4 indices for a role."
            => |out| for role in common.free {
                let doubloons = usize::from(state.role_doubloons[role]);
                if doubloons > 0 { out.set(4 * role.index() + doubloons.min(4) - 1) }
            };
        "picks"[7], "Roles taken in this round, from 0."
            => |out| out.level(state.picks.into());
        "rounds_left"[33], "Rounds after this one, estimated from pool, colonists and cities, in halves from 0."
            => |out| out.level((2.0 * rounds_left(&game.rules, state)) as usize);
        "last_round"[1], "Whether the game ends with this round."
            => |out| out.set_if(0, state.end_flag());
        "pool"[16], "VP chips left in fives, from 0 to 75 or more; none for points on paper."
            => |out| out.level(usize::try_from(state.pool).unwrap_or(0).div_ceil(5));
        "colonists"[16], "Colonists left beside the ship in fives, from 0 to 75 or more."
            => |out| out.level(usize::from(state.colonist_supply).div_ceil(5));
        "colonist_ship"[11], "Colonists on the ship, from 0 to 10 or more."
            => |out| out.level(state.colonist_ship.into());
        "afloat"[ROOM * Good::COUNT], "The room of the ship that carries each kind, from 0 to 9; 10 indices for a kind."
            => |out| for good in Good::ALL {
                if state.ships.iter().any(|ship| usize::from(ship.kind) == good.index()) {
                    out.set(ROOM * good.index() + usize::from(common.room.get(good.index())).min(ROOM - 1));
                }
            };
        "empty_ship"[ROOM], "The room of each empty ship, to 9 or more."
            => |out| for (index, &spaces) in game.rules.spaces.iter().enumerate() {
                let same = game.rules.spaces[..index].contains(&spaces);
                let empty = spaces > 0 && state.ships[index].kind == EMPTY;
                out.set_if(usize::from(spaces).min(ROOM - 1), empty && !same);
            };
        "trading_house"[Good::COUNT], "Kinds in the trading house."
            => |out| for kind in state.trading_house.kinds() { out.set(kind) };
        "sold"[5], "Barrels in the trading house, from 0."
            => |out| out.level(state.trading_house.total().into());
        "face_up"[3 * Good::COUNT], "Face-up plantations of each kind: 1 to 3 or more."
            => |out| each_count(&mut out, state.face_up, 3);
        "quarries"[6], "Quarries left, from 0 to 5 or more."
            => |out| out.level(state.quarries.into());
        "supply"[6 * Good::COUNT], "Barrels of each kind in the supply, from 0 to 5 or more; 6 indices for a kind."
            => |out| for good in Good::ALL {
                out.set(6 * good.index() + usize::from(state.supply.get(good.index())).min(5));
            };
        "sold_out"[Building::COUNT], "Buildings without a copy left, by ID."
            => |out| out.bits(state.sold_out.bits().into());
    }
}

/// The features of an action.
const ACTION: &[Group] = &[
    group("pass", KINDS, "Do nothing, by the kind of decision."),
    group("role", Role::COUNT, "Pick this role."),
    group("doubloons", 5, "Doubloons on the role's card: 0 to 4 or more."),
    group("draw", 1, "Draw a face-down plantation."),
    group("tile", Tile::COUNT, "Take this tile."),
    group("bonus", Good::COUNT, "Take a barrel of this kind at the craftsman."),
    group("colonist", 3, "Take the colonist of the mayor, of the hospice, of the university."),
    group("place", 4 * slot::COUNT, "Put 0, 1, 2 or more colonists on this slot type; 4 indices for a type."),
    group("left", 4, "Empty circles that a placement leaves on the slot type: 0 to 3 or more."),
    group("build", Building::COUNT, "Build this building."),
    group("sell", Good::COUNT, "Sell a barrel of this kind."),
    group("ship", Good::COUNT, "Load this kind on a cargo ship."),
    group("hull", 3, "The ship: the smallest, the middle, the largest."),
    group("fills", 1, "Whether the load fills the ship."),
    group("wharf", Good::COUNT, "Load this kind on the own wharf."),
    group("load", 8, "Barrels loaded: 1 to 8 or more."),
    group("keep", Good::COUNT, "Keep all barrels of this kind."),
    group("one", Good::COUNT, "Keep one barrel of this kind."),
];

const fn group(name: &'static str, size: usize, meaning: &'static str) -> Group {
    Group { name, meaning, size: size as u16, measure: Measure::Active }
}

/// The first index of each group of [`ACTION`].
const START: [u16; ACTION.len()] = {
    let mut starts = [0; ACTION.len()];
    let mut index = 1;
    while index < ACTION.len() {
        starts[index] = starts[index - 1] + ACTION[index - 1].size;
        index += 1;
    }
    starts
};

static FEATURES: FeatureTable = FeatureTable { version: 1, seat: SEAT, table: TABLE, action: ACTION };

impl Features for PuertoRico {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, _: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(self, state, &common, seat);
            write_seat(self, state, &common, &place, out.seat_mut(seat));
        }
        write_table(self, state, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        let mut set = |group: usize, index: usize| {
            let last = usize::from(ACTION[group].size) - 1;
            out.push(START[group] + index.min(last) as u16);
        };
        let load = |good: Good, room: u8| state.current().goods.get(good.index()).min(room);
        match action {
            Action::Pass => set(0, state.seen_as().index()),
            Action::Role(role) => {
                set(1, role.index());
                set(2, state.role_doubloons[role].into());
            }
            Action::Draw => set(3, 0),
            Action::Take(tile) => match (state.decision, tile.good()) {
                (Decision::CraftBonus, Some(good)) => set(5, good.index()),
                _ => set(4, tile.index()),
            },
            Action::Accept => set(
                6,
                match state.seen_as() {
                    Decision::MayorBonus => 0,
                    Decision::Hospice => 1,
                    _ => 2,
                },
            ),
            Action::Place(count) => {
                set(7, 4 * usize::from(state.detail) + usize::from(count).min(3));
                set(8, state.circles.saturating_sub(count).into());
            }
            Action::Build(building) => set(9, building.index()),
            Action::Sell(good) => set(10, good.index()),
            Action::Ship(good, ship) => {
                let index = usize::from(ship);
                let room = self.rules.spaces[index].saturating_sub(state.ships[index].load);
                let loaded = load(good, room);
                set(11, good.index());
                set(12, index);
                if loaded == room {
                    set(13, 0);
                }
                set(15, usize::from(loaded.max(1)) - 1);
            }
            Action::Wharf(good) => {
                set(14, good.index());
                set(15, usize::from(load(good, u8::MAX).max(1)) - 1);
            }
            Action::Store(keep, one) => {
                for good in Good::ALL {
                    if keep >> good.index() & 1 == 1 {
                        set(16, good.index());
                    }
                }
                set(17, one.index());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::features::Block;
    use tradewinds_game::{Actions, Game, Seed, Variant, Variants};

    /// Returns the features as text: the group, and the index in it or its number.
    fn named(groups: &[Group], block: &Block) -> Vec<String> {
        let mut names = Vec::new();
        let mut start = 0;
        for group in groups {
            let range = start..start + group.size;
            let active = block.active().iter().filter(|index| range.contains(index));
            names.extend(active.map(|index| format!("{} {}", group.name, index - start)));
            let numbers = block.numbers().iter().filter(|(index, _)| range.contains(index));
            names.extend(numbers.map(|(_, number)| format!("{} = {number}", group.name)));
            start += group.size;
        }
        names
    }

    fn game(players: usize) -> PuertoRico {
        PuertoRico::new(players, &Variant::standard()).unwrap()
    }

    fn inputs(game: &PuertoRico, state: &State) -> Inputs {
        let mut inputs = Inputs::new(game.players());
        game.write_features(state, Seat::new(0), &mut inputs);
        inputs
    }

    #[test]
    fn the_opening_is_what_the_table_says() {
        let game = game(4);
        let mut rng = Seed(1).rng();
        let mut state = game.deal(&mut rng);
        let seats = |state: &State| {
            let inputs = inputs(&game, state);
            [0, 1].map(|seat| named(SEAT, &inputs.seats()[seat]))
        };
        let [first, second] = seats(&state);
        // Seat 0 has indigo and 3 doubloons (rules page 2, set-up), is governor and picks a role.
        for name in
            ["decides 0", "wait 0", "governor 0", "tiles 5", "doubloons 3", "empty 1", "builder_free 3"]
        {
            assert!(first.iter().any(|found| found == name), "{name} in {first:?}");
        }
        for name in ["wait 1", "governor 1", "loads 0", "trader_free 0"] {
            assert!(second.iter().any(|found| found == name), "{name} in {second:?}");
        }
        assert!(!second.iter().any(|found| found.starts_with("decides")), "{second:?}");
        // The builder: seat 0 decides what to build, the others are still to act.
        game.play(&mut state, Action::Role(Role::Builder), &mut rng);
        let [first, second] = seats(&state);
        let build = format!("decides {}", Decision::Build.index());
        for (found, expected) in [
            (&first, vec![build.as_str(), "due 2", "chooser 0", "wait 3", "builder_due 3"]),
            (&second, vec!["due 2", "wait 0", "builder_due 3"]),
        ] {
            assert!(expected.iter().all(|name| found.iter().any(|found| found == name)), "{found:?}");
        }
        assert!(!first.iter().any(|found| found.starts_with("builder_free")), "{first:?}");
    }

    /// Different actions of one decision have different features, for without that no policy could be learned.
    #[test]
    fn actions_differ() {
        let game = game(5);
        for seed in 0..40 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut actions = Actions::new();
            while game.to_act(&state).is_some() {
                game.legal(&state, &mut actions);
                let of = |&action| {
                    let mut features = ActionFeatures::new();
                    game.write_action_features(&state, action, &mut features);
                    features
                };
                let mut all: Vec<ActionFeatures> = actions.iter().map(of).collect();
                all.sort_unstable();
                // Placements of three colonists or more on tiles are alike.
                let alike = all.windows(2).filter(|pair| pair[0] == pair[1]).count();
                assert!(alike == 0 || state.decision == Decision::Place, "{actions:?}");
                game.play_random(&mut state, &mut rng);
            }
        }
    }

    /// Blocks are small: what a network adds up costs time in every leaf of a search.
    #[test]
    fn blocks_are_sparse() {
        let game = game(4);
        let (mut seats, mut tables, mut positions) = (0, 0, 0);
        for seed in 0..50 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            while game.to_act(&state).is_some() {
                let inputs = inputs(&game, &state);
                seats += inputs.seats().iter().map(|block| block.active().len()).sum::<usize>();
                tables += inputs.table.active().len();
                positions += 1;
                game.play_random(&mut state, &mut rng);
            }
        }
        let (seat, table) = (seats / (4 * positions), tables / positions);
        assert!((20..40).contains(&seat) && (20..45).contains(&table), "{seat} and {table} active indices");
    }
}
