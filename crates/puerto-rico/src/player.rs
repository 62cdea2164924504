//! What one player has (rules page 3.1).

use crate::limits::SPACES;
use crate::rules::Rules;
use crate::slot::{PerSlot, SlotSet};
use crate::staff::Staff;
use crate::words::{Building, Tile};
use tradewinds_game::kit::{Counts8, KeySet};

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Player {
    /// Doubloons.
    pub(crate) doubloons: u16,
    /// VP from chips and paper.
    pub(crate) vp: u16,
    /// Barrels on the windrose, by [`Good`](crate::words::Good).
    pub(crate) goods: Counts8,
    /// Owned buildings.
    pub(crate) owned: KeySet<Building>,
    /// Island tiles, by [`Tile`].
    pub(crate) tiles: Counts8,
    /// Circles on the owned buildings: derived, kept for speed; beside the tiles, with which they are read at once.
    pub(crate) room: Staff,
    /// Occupied island tiles, by [`Tile`].
    pub(crate) occupied: Counts8,
    /// Colonists on buildings.
    staff: Staff,
    /// Colonists in San Juan, during the player's placement also those not placed yet.
    pub(crate) san_juan: u8,
    /// All colonists of the player: derived, kept for speed.
    pub(crate) colonists: u8,
    /// Filled city spaces: derived, kept for speed.
    pub(crate) city: u8,
    /// Circles on the buildings: derived, kept for speed.
    pub(crate) circles: u8,
}

impl Player {
    #[inline]
    pub(crate) fn owns(&self, building: Building) -> bool {
        self.owned.has(building)
    }

    /// Returns the colonists on a building.
    #[inline]
    pub(crate) const fn staff(&self, id: usize) -> u8 {
        self.staff.get(id)
    }

    #[inline]
    pub(crate) fn set_staff(&mut self, id: usize, colonists: u8) {
        self.staff.set(id, colonists);
    }

    /// Returns the slot types that the player has, one bit each (4.2).
    #[inline]
    pub(crate) const fn slots(&self) -> u32 {
        self.owned.bits() << Tile::COUNT | self.tiles.kinds().dense()
    }

    /// Returns the circles of all slot types.
    #[inline]
    pub(crate) const fn capacity(&self) -> PerSlot {
        PerSlot::new(self.tiles, self.room)
    }

    /// Returns the slot types that the player has.
    #[inline]
    pub(crate) const fn slot_set(&self) -> SlotSet {
        SlotSet::new(self.tiles.kinds(), self.owned)
    }

    /// Replaces the colonists on all slot types.
    #[inline]
    pub(crate) const fn set_placed(&mut self, placed: PerSlot) {
        (self.occupied, self.staff) = (placed.tiles(), placed.buildings());
    }

    /// Returns the circles of a slot type: one per tile, and those of an owned building.
    #[inline]
    pub(crate) const fn slot_circles(&self, slot: usize) -> u8 {
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.room.get(id),
            None => self.tiles.get(slot),
        }
    }

    /// Returns the colonists on a slot type.
    pub(crate) const fn placed_on(&self, slot: usize) -> u8 {
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.staff.get(id),
            None => self.occupied.get(slot),
        }
    }

    /// Puts colonists from San Juan on a slot type that has none.
    #[inline]
    pub(crate) fn place(&mut self, slot: usize, colonists: u8) {
        self.san_juan -= colonists;
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.staff.add(id, colonists),
            None => self.occupied.add(slot, colonists),
        }
    }

    /// Returns whether a building has a colonist.
    #[inline]
    pub(crate) const fn occupies(&self, building: Building) -> bool {
        self.staff(building.index()) != 0
    }

    /// Counts the small violet buildings that are occupied.
    #[inline]
    pub(crate) const fn occupied_violets(&self) -> u8 {
        self.staff.small_violets()
    }

    /// Takes all colonists off the tiles and buildings.
    #[inline]
    pub(crate) fn lift_colonists(&mut self) {
        self.occupied = Counts8::default();
        self.staff = Staff::default();
        self.san_juan = self.colonists;
    }

    /// Fills every circle on tiles and buildings; the rest of the colonists stays in San Juan.
    #[inline]
    pub(crate) fn fill_circles(&mut self) {
        self.occupied = self.tiles;
        self.staff = self.room;
        self.san_juan = self.colonists - self.all_circles();
    }

    /// Fills every circle of a slot type and of the later ones, which have no colonists yet, from
    /// San Juan.
    #[inline]
    pub(crate) fn fill_from(&mut self, slot: usize, circles: u8) {
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
    pub(crate) const fn all_circles(&self) -> u8 {
        self.tiles.total() + self.circles
    }

    /// Returns the colonists on buildings.
    #[inline]
    pub(crate) const fn staffed(&self) -> u8 {
        self.colonists - self.occupied.total() - self.san_juan
    }

    /// Returns the empty circles on buildings.
    #[inline]
    pub(crate) const fn empty_circles(&self) -> u8 {
        self.circles - self.staffed()
    }

    /// Returns how much of each good the player's plantations and buildings can make (4.4): corn
    /// needs no building, the others the colonists on their buildings.
    #[inline]
    pub(crate) fn production(&self) -> Counts8 {
        self.staff.output(self.occupied)
    }

    /// Returns how much of each good that would be with all circles full.
    #[inline]
    pub(crate) fn potential(&self) -> Counts8 {
        self.room.output(self.tiles)
    }

    /// Adds a building, empty.
    #[inline]
    pub(crate) fn build(&mut self, rules: &Rules, building: Building) {
        let id = building.index();
        self.owned.insert(building);
        self.room.add(id, rules.circles[building]);
        self.city += building.spaces();
        self.circles += rules.circles[building];
    }

    /// Returns the buildings that fit in the free city spaces.
    #[inline]
    pub(crate) fn fitting(&self) -> KeySet<Building> {
        match SPACES - self.city {
            0 => KeySet::EMPTY,
            1 => !Building::LARGE,
            _ => KeySet::all(),
        }
    }

    /// Returns the kinds that the player's occupied warehouses keep.
    #[inline]
    pub(crate) fn warehouse_kinds(&self, rules: &Rules) -> usize {
        let small = if self.occupies(Building::SmallWarehouse) { rules.effects.small_warehouse } else { 0 };
        let large = if self.occupies(Building::LargeWarehouse) { rules.effects.large_warehouse } else { 0 };
        usize::from(small + large)
    }
}
