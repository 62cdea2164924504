//! What one player has.

use tradewinds_game::kit::{Bits, Counts16};

use crate::buildings;
use crate::packed::Hand;
use crate::words::{Building, CardId, Figure, Good, Region, TileId};

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// Trade goods, by [`Good`].
    pub(crate) goods: Counts16,
    /// Figures to place, by [`Figure`].
    pub(crate) hand: Hand,
    /// Owned buildings: bit = [`Building`], and [`buildings::SECOND_SETTLERS`].
    pub(crate) owned: u64,
    /// Money in dollars.
    pub(crate) money: u16,
    /// Won discovery tiles: bit = [`TileId`].
    pub(crate) tiles: u16,
    /// Won discovery cards: bit = [`CardId`].
    pub(crate) cards: u16,
    /// Regions with the player's units: derived from other fields, stored for speed.
    pub(crate) occupied: u16,
    /// Regions with the player's soldiers: derived from other fields, stored for speed.
    pub(crate) garrisoned: u16,
    /// Plain units, by [`Region`].
    pub(crate) plain: [u8; Region::COUNT],
    /// Soldiers, by [`Region`].
    pub(crate) soldiers: [u8; Region::COUNT],
    /// Captains in the Discovery box.
    pub(crate) captains: u8,
    /// Soldiers in the Discovery box.
    pub(crate) explorers: u8,
    /// Colonists, merchants and missionaries in the Discovery box.
    pub(crate) others: u8,
    /// Value of the player's figures in Merchant Shipping.
    pub(crate) shipping: u8,
    /// Ships won.
    pub(crate) ships: u8,
    /// VP of the three region scorings; 0 where they are to come.
    pub(crate) region_vp: [u8; 3],
    /// Set income of phase C1 of turn 8; 0 before.
    pub(crate) economy: u16,
    /// VP that buildings have brought in phase D; 0 in the standard rules.
    pub(crate) turn_vp: u16,
}

impl Player {
    /// Returns the money in dollars.
    #[inline]
    #[must_use]
    pub const fn money(&self) -> u16 {
        self.money
    }

    /// Returns how many figures of a kind are in the hand.
    #[inline]
    #[must_use]
    pub const fn hand(&self, figure: Figure) -> u8 {
        self.hand.get(figure.index())
    }

    /// Returns how many figures are in the hand.
    #[inline]
    #[must_use]
    pub const fn hand_total(&self) -> u32 {
        self.hand.total()
    }

    /// Returns the plain units in a region.
    #[inline]
    #[must_use]
    pub const fn plain(&self, region: Region) -> u8 {
        self.plain[region.index()]
    }

    /// Returns the soldiers in a region.
    #[inline]
    #[must_use]
    pub const fn soldiers(&self, region: Region) -> u8 {
        self.soldiers[region.index()]
    }

    /// Returns all units in a region.
    #[inline]
    #[must_use]
    pub const fn units(&self, region: Region) -> u8 {
        self.units_at(region.index())
    }

    /// Returns all units in the New World.
    #[inline]
    #[must_use]
    pub fn all_units(&self) -> u32 {
        let sum = |units: &[u8]| units.iter().map(|&units| u32::from(units)).sum::<u32>();
        sum(&self.plain) + sum(&self.soldiers)
    }

    /// Returns all soldiers in the New World.
    #[inline]
    #[must_use]
    pub fn all_soldiers(&self) -> u32 {
        self.soldiers.iter().map(|&soldiers| u32::from(soldiers)).sum()
    }

    /// Returns the regions with the player's units, one bit each.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u16 {
        self.occupied
    }

    /// Returns the regions with the player's soldiers, one bit each.
    #[inline]
    #[must_use]
    pub const fn garrisoned(&self) -> u16 {
        self.garrisoned
    }

    /// Returns the captains, soldiers and other figures in the Discovery box.
    #[inline]
    #[must_use]
    pub const fn discovery(&self) -> [u8; 3] {
        [self.captains, self.explorers, self.others]
    }

    /// Returns the value of the player's figures in Merchant Shipping.
    #[inline]
    #[must_use]
    pub const fn shipping(&self) -> u8 {
        self.shipping
    }

    /// Returns the ships won.
    #[inline]
    #[must_use]
    pub const fn ships(&self) -> u8 {
        self.ships
    }

    /// Returns the counters of a good.
    #[inline]
    #[must_use]
    pub const fn good(&self, good: Good) -> u8 {
        self.goods.get(good.index())
    }

    /// Returns the counters of all goods.
    #[inline]
    #[must_use]
    pub const fn good_total(&self) -> u32 {
        self.goods.total() as u32
    }

    /// Returns whether the player owns a building.
    #[inline]
    #[must_use]
    pub const fn owns(&self, building: Building) -> bool {
        self.owned >> building.index() & 1 != 0
    }

    /// Returns how many capital buildings the player owns; both copies of Settlers count.
    #[inline]
    #[must_use]
    pub const fn building_count(&self) -> u32 {
        self.owned.count_ones()
    }

    /// Lists the owned buildings in table order, Settlers twice for both copies.
    pub fn buildings(&self) -> impl Iterator<Item = Building> {
        buildings::list(self.owned)
    }

    /// Lists the won discovery tiles in table order.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> {
        Bits(self.tiles).map(TileId::new)
    }

    /// Lists the won discovery cards in table order.
    pub fn cards(&self) -> impl Iterator<Item = CardId> {
        Bits(self.cards).map(CardId::new)
    }

    /// Returns the VP of the three region scorings; 0 where they are to come.
    #[inline]
    #[must_use]
    pub const fn region_vp(&self) -> [u8; 3] {
        self.region_vp
    }

    #[inline]
    pub(crate) const fn units_at(&self, region: usize) -> u8 {
        self.plain[region] + self.soldiers[region]
    }

    #[inline]
    pub(crate) fn add_plain(&mut self, region: usize, units: u8) {
        self.plain[region] += units;
        self.occupied |= 1 << region;
    }

    #[inline]
    pub(crate) fn add_soldiers(&mut self, region: usize, units: u8) {
        self.soldiers[region] += units;
        self.occupied |= 1 << region;
        self.garrisoned |= 1 << region;
    }

    /// Takes units from a region.
    #[inline]
    pub(crate) fn remove(&mut self, region: usize, plain: u8, soldiers: u8) {
        self.plain[region] -= plain;
        self.soldiers[region] -= soldiers;
        let soldier = u16::from(self.soldiers[region] > 0);
        let any = soldier | u16::from(self.plain[region] > 0);
        self.occupied = self.occupied & !(1 << region) | any << region;
        self.garrisoned = self.garrisoned & !(1 << region) | soldier << region;
    }

    /// Returns the regions in which two players can fight, one bit each.
    #[inline]
    pub(crate) const fn battlefields(&self, other: &Self) -> u16 {
        self.occupied & other.occupied & (self.garrisoned | other.garrisoned)
    }

    /// Returns whether the Discovery box holds a figure of the player.
    #[inline]
    pub(crate) const fn explores(&self) -> bool {
        self.captains | self.explorers | self.others != 0
    }

    /// Adds a building; the second copy of Settlers has its own bit.
    #[inline]
    pub(crate) fn own(&mut self, building: usize) {
        buildings::add(&mut self.owned, building);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_keep_the_sets_of_regions() {
        let mut player = Player::default();
        player.add_plain(4, 2);
        player.add_soldiers(4, 1);
        player.add_soldiers(8, 1);
        player.remove(4, 0, 1);
        player.remove(8, 0, 1);
        assert_eq!((player.occupied, player.garrisoned), (1 << 4, 0));
    }
}
