//! What one player has, and short lists of seats and places.

use super::items::Items;
use super::words::{Commodity, Destination, Disc, NUMBERED, SECOND_DISCS, Stone, Stop};

/// A disc that lies nowhere on the map.
pub(super) const NOWHERE: u32 = 0xf;

/// A list of up to eight small numbers, four bits each, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Nibbles {
    bits: u32,
    len: u8,
}

impl Nibbles {
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns the item at an index below the length.
    #[inline]
    pub(super) const fn get(self, index: usize) -> usize {
        (self.bits >> (4 * index) & 0xf) as usize
    }

    /// Adds an item behind the last one.
    #[inline]
    pub(super) fn push(&mut self, item: usize) {
        self.bits |= (item as u32) << (4 * self.len);
        self.len += 1;
    }

    /// Lets two neighbours change places: those at `index` and before it.
    pub(super) fn swap_with_previous(&mut self, index: usize) {
        let (a, b) = (self.get(index - 1), self.get(index));
        let difference = ((a ^ b) as u32) << (4 * index);
        self.bits ^= difference | difference >> 4;
    }

    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone {
        (0..self.len()).map(move |index| self.get(index))
    }

    /// Returns the index of an item.
    pub(super) fn find(self, item: usize) -> Option<usize> {
        self.iter().position(|other| other == item)
    }

    /// Tells whether the list is `0..len` in some order.
    pub(super) fn is_permutation(self, len: usize) -> bool {
        self.len() == len && self.iter().fold(0_u32, |seen, item| seen | 1 << item) == (1 << len) - 1
    }
}

impl FromIterator<usize> for Nibbles {
    fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Player {
    /// Crew, guns, barrels and trade goods.
    pub(super) items: Items,
    /// Stops of this voyage: bit = [`Stop`].
    pub(super) stops: u32,
    /// Where the discs lie: bits `4i..4i+4` for [`Disc`] `i` hold its [`Destination`] or [`NOWHERE`].
    pub(super) discs: u32,
    /// Successful attacks of this voyage in order, as [`Destination`]s.
    pub(super) attacks: Nibbles,
    /// VP on the score track.
    pub(super) vp: i16,
    /// Trades of this voyage: bits `4i..4i+4` for port `i` hold 0, or 1 + [`Commodity`].
    pub(super) trades: u16,
    /// Derived: destinations with a waiting disc.
    pub(super) missions: u16,
    /// Derived: destinations of `attacks`.
    pub(super) attacked: u16,
    /// Derived: the discs on the map.
    pub(super) on_map: u8,
    /// Derived: the number of stops, which is that of the player discs used.
    pub(super) stop_count: u8,
    /// Derived: the street position of the last stop, 0 before the first.
    pub(super) position: u8,
    /// Commodities, by [`Commodity`].
    pub(super) goods: [u8; Commodity::COUNT],
    /// Treasure, by [`Stone`].
    pub(super) chest: [u8; Stone::COUNT],
    /// Whether the player has the Ghost Ship disc in this voyage.
    pub(super) ghost_ship: bool,
    /// Whether the player still has the investor tile.
    pub(super) investor_tile: bool,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            items: Items::NONE,
            stops: 0,
            discs: u32::MAX,
            attacks: Nibbles::default(),
            vp: 0,
            trades: 0,
            missions: 0,
            attacked: 0,
            on_map: 0,
            stop_count: 0,
            position: 0,
            goods: [0; Commodity::COUNT],
            chest: [0; Stone::COUNT],
            ghost_ship: false,
            investor_tile: false,
        }
    }
}

impl Player {
    #[inline]
    pub(super) const fn has(&self, stop: Stop) -> bool {
        self.stops & stop.bit() != 0
    }

    /// Tells whether the second disc at Drake is to come.
    #[inline]
    pub(super) const fn owes_drake(&self) -> bool {
        self.has(Stop::Drake) && self.stops & SECOND_DISCS == 0
    }

    /// Returns where a disc lies, or [`NOWHERE`].
    #[inline]
    pub(super) const fn disc(&self, disc: Disc) -> u32 {
        self.discs >> (4 * disc as u32) & 0xf
    }

    #[inline]
    fn set_disc(&mut self, disc: Disc, place: u32) {
        let shift = 4 * disc as u32;
        self.discs = self.discs & !(0xf << shift) | place << shift;
    }

    /// Lays a disc on the map.
    #[inline]
    pub(super) fn lay(&mut self, disc: Disc, destination: Destination) {
        self.set_disc(disc, destination as u32);
        self.on_map |= disc.bit();
        self.missions |= destination.bit();
    }

    /// Takes a disc back from the map.
    #[inline]
    pub(super) fn take_back(&mut self, disc: Disc) {
        self.missions &= !(1_u16 << self.disc(disc) as u16);
        self.on_map &= !disc.bit();
        self.set_disc(disc, NOWHERE);
    }

    /// Returns the disc that waits at a destination.
    pub(super) fn disc_at(&self, destination: Destination) -> Option<Disc> {
        Disc::ALL.into_iter().find(|&disc| self.disc(disc) == destination as u32)
    }

    /// Returns the discs of this voyage, one bit each.
    #[inline]
    pub(super) const fn owned_discs(&self) -> u8 {
        let golden_hind = if self.has(Stop::GoldenHind) { Disc::GoldenHind.bit() } else { 0 };
        let ghost_ship = if self.ghost_ship { Disc::GhostShip.bit() } else { 0 };
        NUMBERED | golden_hind | ghost_ship
    }

    /// Returns the discs in hand until the reveal, one bit each.
    #[inline]
    pub(super) const fn hand(&self) -> u8 {
        self.owned_discs() & !self.on_map
    }

    /// Returns the commodity of a trade in this voyage, by the port's place among the ports.
    #[inline]
    pub(super) const fn trade(&self, port: usize) -> Option<Commodity> {
        match self.trades >> (4 * port) & 0xf {
            0 => None,
            code => Commodity::from_index(code as usize - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order() {
        let mut list: Nibbles = [3, 0, 2, 1].into_iter().collect();
        assert!(list.is_permutation(4) && !list.is_permutation(5));
        list.swap_with_previous(2);
        assert!(list.iter().eq([3, 2, 0, 1]));
        assert_eq!((list.find(0), list.find(4)), (Some(2), None));
        list.push(1);
        assert!(!list.is_permutation(5));
    }

    #[test]
    fn discs_come_and_go() {
        let mut player = Player { ghost_ship: true, ..Player::default() };
        player.lay(Disc::Two, Destination::Panama);
        player.lay(Disc::GhostShip, Destination::SanJuan);
        assert_eq!(player.disc_at(Destination::Panama), Some(Disc::Two));
        assert_eq!(player.missions, Destination::Panama.bit() | Destination::SanJuan.bit());
        assert_eq!(player.hand(), NUMBERED & !Disc::Two.bit());
        player.take_back(Disc::Two);
        player.take_back(Disc::GhostShip);
        assert_eq!(player, Player { ghost_ship: true, ..Player::default() });
    }
}
