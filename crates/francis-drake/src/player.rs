//! What one player has.

use crate::items::Items;
use crate::list::DestinationList;
use crate::words::{Commodity, Destination, Disc, NUMBERED, SECOND_DISCS, Stone, Stop};
use tradewinds_game::kit::ByKey;

/// A disc that lies nowhere on the map.
pub(crate) const NOWHERE: u32 = 0xf;

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Player {
    /// Crew, guns, barrels and trade goods.
    pub(crate) items: Items,
    /// Stops of this voyage: bit = [`Stop`].
    pub(crate) stops: u32,
    /// The places of the discs: bits `4i..4i+4` for [`Disc`] `i` hold its [`Destination`] or [`NOWHERE`].
    pub(crate) discs: u32,
    /// Successful attacks of this voyage in order.
    pub(crate) attacks: DestinationList,
    /// VP on the score track.
    pub(crate) vp: i16,
    /// Trades of this voyage: bits `4i..4i+4` for port `i` hold 0, or 1 + [`Commodity`].
    pub(crate) trades: u16,
    /// Derived: destinations with a waiting disc.
    pub(crate) missions: u16,
    /// Derived: destinations of `attacks`.
    pub(crate) attacked: u16,
    /// Derived: the discs on the map.
    pub(crate) on_map: u8,
    /// Derived: the number of stops, which is that of the player discs used.
    pub(crate) stop_count: u8,
    /// Derived: the street position of the last stop, 0 before the first.
    pub(crate) position: u8,
    /// Commodities.
    pub(crate) goods: ByKey<Commodity, u8>,
    /// Treasure.
    pub(crate) chest: ByKey<Stone, u8>,
    /// Whether the player has the Ghost Ship disc in this voyage.
    pub(crate) ghost_ship: bool,
    /// Whether the player still has the investor tile.
    pub(crate) investor_tile: bool,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            items: Items::NONE,
            stops: 0,
            discs: u32::MAX,
            attacks: DestinationList::EMPTY,
            vp: 0,
            trades: 0,
            missions: 0,
            attacked: 0,
            on_map: 0,
            stop_count: 0,
            position: 0,
            goods: ByKey::default(),
            chest: ByKey::default(),
            ghost_ship: false,
            investor_tile: false,
        }
    }
}

impl Player {
    #[inline]
    pub(crate) const fn has(&self, stop: Stop) -> bool {
        self.stops & stop.bit() != 0
    }

    /// Returns whether the second disc at Drake is still to come.
    #[inline]
    pub(crate) const fn owes_drake(&self) -> bool {
        self.has(Stop::Drake) && self.stops & SECOND_DISCS == 0
    }

    /// Returns where a disc lies, or [`NOWHERE`].
    #[inline]
    pub(crate) const fn disc(&self, disc: Disc) -> u32 {
        self.discs >> (4 * disc as u32) & 0xf
    }

    #[inline]
    fn set_disc(&mut self, disc: Disc, place: u32) {
        let shift = 4 * disc as u32;
        self.discs = self.discs & !(0xf << shift) | place << shift;
    }

    /// Lays a disc on the map.
    #[inline]
    pub(crate) fn lay(&mut self, disc: Disc, destination: Destination) {
        self.set_disc(disc, destination as u32);
        self.on_map |= disc.bit();
        self.missions |= destination.bit();
    }

    /// Takes a disc back from the map.
    #[inline]
    pub(crate) fn take_back(&mut self, disc: Disc) {
        self.missions &= !(1_u16 << self.disc(disc) as u16);
        self.on_map &= !disc.bit();
        self.set_disc(disc, NOWHERE);
    }

    /// Returns the disc that waits at a destination.
    pub(crate) fn disc_at(&self, destination: Destination) -> Option<Disc> {
        Disc::ALL.into_iter().find(|&disc| self.disc(disc) == destination as u32)
    }

    /// Returns the discs of this voyage, one bit each.
    #[inline]
    pub(crate) const fn owned_discs(&self) -> u8 {
        let golden_hind = if self.has(Stop::GoldenHind) { Disc::GoldenHind.bit() } else { 0 };
        let ghost_ship = if self.ghost_ship { Disc::GhostShip.bit() } else { 0 };
        NUMBERED | golden_hind | ghost_ship
    }

    /// Returns the discs in hand until the reveal, one bit each.
    #[inline]
    pub(crate) const fn hand(&self) -> u8 {
        self.owned_discs() & !self.on_map
    }

    /// Returns the number of discs on the map.
    #[inline]
    pub(crate) const fn placed(&self) -> u8 {
        // A table: counting the bits takes a dozen instructions.
        const COUNTS: [u8; 1 << Disc::COUNT] = {
            let mut counts = [0; 1 << Disc::COUNT];
            let mut set = 0;
            while set < counts.len() {
                counts[set] = set.count_ones() as u8;
                set += 1;
            }
            counts
        };
        COUNTS[self.on_map as usize % COUNTS.len()]
    }

    /// Returns the commodity of a trade in this voyage, by the port's place among the ports.
    #[inline]
    pub(crate) const fn trade(&self, port: usize) -> Option<Commodity> {
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
