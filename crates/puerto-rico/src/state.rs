//! The state: everything that changes in play, packed into a few cache lines (rules page 3.1).

use super::counts::{Counts, Kinds};
use super::rules::Rules;
use super::staff::Staff;
use super::words::{Building, Good, Tile};

/// The most seats of this game.
pub(super) const SEATS: usize = 5;
/// Island spaces and city spaces of a player.
pub(super) const SPACES: u8 = 12;
/// The most cargo ships.
pub(super) const SHIPS: usize = 3;
/// The `kind` of an empty ship.
pub(super) const EMPTY: u8 = Good::COUNT as u8;

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Player {
    /// Doubloons.
    pub(super) doubloons: u16,
    /// VP from chips and paper.
    pub(super) vp: u16,
    /// Barrels on the windrose, by [`Good`].
    pub(super) goods: Counts,
    /// Island tiles, by [`Tile`].
    pub(super) tiles: Counts,
    /// Occupied island tiles, by [`Tile`].
    pub(super) occupied: Counts,
    /// Owned buildings: bit = ID.
    pub(super) owned: u32,
    /// Colonists on buildings.
    staff: Staff,
    /// Circles on the owned buildings: derived, kept for speed.
    pub(super) room: Staff,
    /// Colonists in San Juan, during the own placement also those not placed yet.
    pub(super) san_juan: u8,
    /// All colonists of the player: derived, kept for speed.
    pub(super) colonists: u8,
    /// Filled city spaces: derived, kept for speed.
    pub(super) city: u8,
    /// Circles on the buildings: derived, kept for speed.
    pub(super) circles: u8,
}

impl Player {
    #[inline]
    pub(super) const fn owns(&self, building: Building) -> bool {
        self.owned >> building.index() & 1 != 0
    }

    /// Returns the colonists on a building.
    #[inline]
    pub(super) const fn staff(&self, id: usize) -> u8 {
        self.staff.get(id)
    }

    #[inline]
    pub(super) fn set_staff(&mut self, id: usize, colonists: u8) {
        self.staff.set(id, colonists);
    }

    /// Returns the slot types that the player has, one bit each (4.2).
    #[inline]
    pub(super) const fn slots(&self) -> u32 {
        self.owned << Tile::COUNT | self.tiles.kinds().dense()
    }

    /// Returns the circles of a slot type: one a tile, and those of an owned building.
    #[inline]
    pub(super) const fn slot_circles(&self, slot: usize) -> u8 {
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.room.get(id),
            None => self.tiles.get(slot),
        }
    }

    /// Puts colonists from San Juan on a slot type that has none.
    #[inline]
    pub(super) fn place(&mut self, slot: usize, colonists: u8) {
        self.san_juan -= colonists;
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.staff.add(id, colonists),
            None => self.occupied.add(slot, colonists),
        }
    }

    /// Tells whether a building has a colonist.
    #[inline]
    pub(super) const fn occupies(&self, building: Building) -> bool {
        self.staff(building.index()) != 0
    }

    /// Takes all colonists off the tiles and buildings.
    #[inline]
    pub(super) fn lift_colonists(&mut self) {
        self.occupied = Counts::default();
        self.staff = Staff::default();
        self.san_juan = self.colonists;
    }

    /// Fills every circle on tiles and buildings; the rest of the colonists stays in San Juan.
    #[inline]
    pub(super) fn fill_circles(&mut self) {
        self.occupied = self.tiles;
        self.staff = self.room;
        self.san_juan = self.colonists - self.all_circles();
    }

    /// Fills every circle of a slot type and of the later ones, which have no colonists yet, from
    /// San Juan.
    #[inline]
    pub(super) fn fill_from(&mut self, slot: usize, circles: u8) {
        self.san_juan -= circles;
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.staff.add_from(id, self.room),
            None => {
                self.occupied = self.occupied.plus(self.tiles.starting_at(slot));
                self.staff = self.room;
            }
        }
    }

    /// Returns the circles on tiles and buildings.
    #[inline]
    pub(super) const fn all_circles(&self) -> u8 {
        self.tiles.total() + self.circles
    }

    /// Returns the colonists on buildings.
    #[inline]
    pub(super) const fn staffed(&self) -> u8 {
        self.colonists - self.occupied.total() - self.san_juan
    }

    /// Returns how much of each good the player's plantations and buildings can make (4.4): corn
    /// needs no building, the others the colonists on their buildings.
    #[inline]
    pub(super) fn production(&self) -> Counts {
        self.occupied.min(self.staff.makers())
    }

    /// Adds a building, empty.
    #[inline]
    pub(super) fn build(&mut self, rules: &Rules, id: usize) {
        self.owned |= 1 << id;
        self.room.add(id, rules.circles[id]);
        self.city += spaces(id);
        self.circles += rules.circles[id];
    }

    /// Returns the kinds that the player's occupied warehouses keep.
    #[inline]
    pub(super) fn warehouse_kinds(&self, rules: &Rules) -> usize {
        let small = if self.occupies(Building::SmallWarehouse) { rules.effects.small_warehouse } else { 0 };
        let large = if self.occupies(Building::LargeWarehouse) { rules.effects.large_warehouse } else { 0 };
        usize::from(small + large)
    }
}

/// Returns the city spaces of a building: 2 for a large violet one, otherwise 1.
#[inline]
pub(super) const fn spaces(id: usize) -> u8 {
    if id >= Building::FIRST_LARGE { 2 } else { 1 }
}

/// A cargo ship: what it carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ship {
    /// The kind of good, [`EMPTY`] if none.
    pub(super) kind: u8,
    /// Barrels, 0 to the ship's spaces.
    pub(super) load: u8,
}

/// The face-down plantations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Deck {
    /// The order, two tiles a byte, the top at position `len - 1`; 0 beyond, and all 0 if unknown.
    order: [u8; Self::MOST / 2],
    /// How many tiles lie face down.
    pub(super) len: u8,
    /// Whether the order is stored; otherwise tiles are drawn from the composition.
    pub(super) known: bool,
}

impl Deck {
    /// The most tiles whose order can be stored.
    pub(super) const MOST: usize = 50;

    /// Makes a stack whose order is not stored.
    pub(super) const fn unknown(len: u8) -> Self {
        Self { order: [0; Self::MOST / 2], len, known: false }
    }

    /// Makes a stack from a list whose last tile is on top.
    pub(super) fn from_bottom_up(tiles: &[u8]) -> Self {
        let mut deck = Self { order: [0; Self::MOST / 2], len: 0, known: true };
        for &tile in tiles {
            deck.push(tile);
        }
        deck
    }

    fn push(&mut self, tile: u8) {
        let place = usize::from(self.len);
        self.order[place / 2] |= tile << (4 * (place % 2));
        self.len += 1;
    }

    /// Makes a stack from the first `len` of a list whose last tile is on top; those beyond are 0.
    pub(super) fn packed(tiles: &[u8; 72], len: usize) -> Self {
        let mut deck = Self { order: [0; Self::MOST / 2], len: len as u8, known: true };
        for (place, pair) in deck.order.iter_mut().zip(tiles.chunks_exact(2)) {
            *place = pair[0] | pair[1] << 4;
        }
        deck
    }

    /// Takes the top tile of a stack whose order is stored.
    #[inline]
    pub(super) fn pop(&mut self) -> usize {
        debug_assert!(self.known && self.len > 0, "a tile lies on top");
        self.len -= 1;
        let place = usize::from(self.len);
        // Nothing lies above the top tile, so it is what its byte holds above the tile below.
        let (pair, shift) = (u32::from(self.order[place / 2]), 4 * (place % 2));
        self.order[place / 2] = (pair & ((1 << shift) - 1)) as u8;
        (pair >> shift) as usize
    }

    /// Lists the tiles from the top down.
    pub(super) fn top_down(&self) -> impl Iterator<Item = usize> + '_ {
        (0..usize::from(self.len))
            .rev()
            .map(|place| usize::from(self.order[place / 2] >> (4 * (place % 2)) & 15))
    }
}

/// What is decided (rules page 3.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(super) enum Decision {
    Role,
    Hacienda,
    Tile,
    Hospice,
    MayorBonus,
    Place,
    Build,
    University,
    CraftBonus,
    Sell,
    Load,
    Store,
    Over,
}

impl Decision {
    pub(super) const ALL: [Self; 13] = [
        Self::Role,
        Self::Hacienda,
        Self::Tile,
        Self::Hospice,
        Self::MayorBonus,
        Self::Place,
        Self::Build,
        Self::University,
        Self::CraftBonus,
        Self::Sell,
        Self::Load,
        Self::Store,
        Self::Over,
    ];

    /// Returns the word of the position file.
    pub(super) const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The words of the position file, which also name the kinds of decision.
    pub(super) const WORDS: [&'static str; 13] = [
        "role",
        "hacienda",
        "tile",
        "hospice",
        "mayor_bonus",
        "place",
        "build",
        "university",
        "craft_bonus",
        "sell",
        "load",
        "store",
        "over",
    ];
}

/// A position of Puerto Rico: at most 256 bytes for any number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) players: [Player; SEATS],
    pub(super) deck: Deck,
    pub(super) role_doubloons: [u8; 8],
    /// Roles picked this round in order, 4 bits each from the lowest.
    pub(super) picked: u32,
    /// Barrels in the supply.
    pub(super) supply: Counts,
    pub(super) trading_house: Counts,
    /// The face-up row.
    pub(super) face_up: Counts,
    /// Discarded plantations; no kind has more than 15.
    pub(super) discards: Counts,
    /// Buildings without a copy left: bit = ID.
    pub(super) sold_out: u32,
    /// Kinds that some cargo ship takes: derived, kept for speed.
    pub(super) shippable: Kinds,
    /// `place`: the player's later slot types, one bit each; derived, kept for speed.
    pub(super) rest: u32,
    /// VP chips left; below 0 for points noted on paper.
    pub(super) pool: i16,
    pub(super) round: u16,
    pub(super) ships: [Ship; SHIPS],
    pub(super) picks: u8,
    /// Roles taken this round: bit = role.
    pub(super) taken: u8,
    pub(super) colonist_ship: u8,
    pub(super) colonist_supply: u8,
    pub(super) quarries: u8,
    pub(super) governor: u8,
    /// The player whose role is resolved, or who picks.
    pub(super) chooser: u8,
    /// The player who decides.
    pub(super) player: u8,
    pub(super) decision: Decision,
    /// `hospice`: the tile just taken; `place`: the slot type; `university`: the building.
    pub(super) detail: u8,
    /// `place`: circles of the slot type; derived, kept for speed.
    pub(super) circles: u8,
    /// `place`: circles of the player's later slot types; derived, kept for speed.
    pub(super) later: u8,
    /// Seats that have used their wharf in this captain phase: bit = seat.
    pub(super) wharf_used: u8,
    /// Seats that have declined their wharf in this captain phase: bit = seat.
    pub(super) passed: u8,
    pub(super) captain_loaded: bool,
    pub(super) colonist_shortage: bool,
    /// Whether some city has no free space; derived, kept for speed.
    pub(super) city_full: bool,
}

const _: () = assert!(size_of::<State>() <= 256, "a state fits in 256 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    /// Tells whether one of the three end triggers has come up (rules page 5).
    #[inline]
    pub(super) const fn end_flag(&self) -> bool {
        self.colonist_shortage || self.pool <= 0 || self.city_full
    }

    /// Returns the player who decides.
    #[inline]
    pub(super) fn current(&self) -> &Player {
        &self.players[usize::from(self.player)]
    }

    /// Returns the player who decides.
    #[inline]
    pub(super) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.player)]
    }

    /// Asks `player` for a decision.
    #[inline]
    pub(super) fn ask(&mut self, decision: Decision, player: u8) {
        self.decision = decision;
        self.player = player;
    }

    /// Returns the role picked last.
    #[inline]
    pub(super) const fn role(&self) -> usize {
        (self.picked >> (4 * (self.picks - 1)) & 15) as usize
    }

    /// Lists the roles picked this round, in order.
    pub(super) fn picked_roles(&self) -> impl Iterator<Item = usize> {
        let picked = self.picked;
        (0..self.picks).map(move |pick| (picked >> (4 * pick) & 15) as usize)
    }

    /// Counts the face-down tiles of each kind: all less those on islands, in the row and discarded.
    pub(super) fn face_down(&self, rules: &Rules) -> [u8; Good::COUNT] {
        let seen = self
            .players
            .iter()
            .fold(self.face_up.plus(self.discards), |seen, player| seen.plus(player.tiles));
        std::array::from_fn(|kind| rules.tiles[kind].wrapping_sub(seen.get(kind)))
    }
}

/// Returns the seat after `seat`.
#[inline]
pub(super) const fn next_seat(rules: &Rules, seat: u8) -> u8 {
    let next = seat + 1;
    if next as usize == rules.players { 0 } else { next }
}

/// The slot types of a placement: the kinds of tile, then the buildings by ID (4.2).
pub(super) mod slot {
    use super::{Building, Tile};

    /// The number of slot types.
    pub(in super::super) const COUNT: usize = Tile::COUNT + Building::COUNT;

    /// Returns the word of a slot type.
    pub(in super::super) fn word(slot: usize) -> &'static str {
        match Tile::from_index(slot) {
            Some(tile) => tile.word(),
            None => Building::ALL[slot - Tile::COUNT].word(),
        }
    }

    /// Finds the slot type of a word.
    pub(in super::super) fn from_word(word: &str) -> Option<usize> {
        (0..COUNT).find(|&slot| self::word(slot) == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_keeps_its_order() {
        let tiles = [0, 4, 3, 1, 2];
        let mut deck = Deck::from_bottom_up(&tiles);
        assert_eq!(deck.top_down().collect::<Vec<_>>(), [2, 1, 3, 4, 0]);
        assert_eq!((0..5).map(|_| deck.pop()).collect::<Vec<_>>(), [2, 1, 3, 4, 0]);
        assert_eq!(deck, Deck::from_bottom_up(&[]));
    }
}
