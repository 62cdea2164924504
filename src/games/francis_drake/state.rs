//! The state: everything that changes in play, packed into a few cache lines (rules page 12, 13.3).
//!
//! Fields marked "derived" follow from the others and are kept for speed; `check` compares them.

use super::items::Items;
use super::words::{
    Bits, Commodity, DOCKSIDE_STOPS, Destination, Disc, GalleonTile, LOCATIONS, Look, NUMBERED, SECOND_DISCS,
    Step, Stone, Stop,
};
use crate::game::Seat;

/// The most seats of this game.
pub(super) const SEATS: usize = 5;
/// No seat: the role is not taken.
pub(super) const NOBODY: u8 = 0xf;
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

/// A position of the game.
///
/// The accessors tell public facts; what is hidden (the numbers of discs, tiles) is asked for with an
/// observer, see [`super::FrancisDrake::known_tile`] and [`super::FrancisDrake::known_disc`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) players: [Player; SEATS],
    /// Derived: the supplies; all zero where they are unlimited.
    pub(super) supply: Items,
    /// The street: bits `4i..4i+4` hold the location at position `i + 1`.
    pub(super) street: u64,
    /// Derived, its inverse: bits `4i..4i+4` hold the position of location `i`, less 1.
    pub(super) places: u64,
    /// Derived: visits, bits `4i..4i+4` for location `i`.
    pub(super) visits: u64,
    /// Derived: the discs that wait from the reveal on: bit = 8 * round + place in the sailing order,
    /// so that the lowest bit is the disc that comes first.
    pub(super) waiting: u64,
    /// Troop and frigate tiles: bits `4i..4i+4` for destination `i`; 0 where none lies.
    pub(super) tiles: u64,
    /// Derived: attack successes, bits `2i..2i+2` for destination `i`.
    pub(super) successes: u32,
    /// The seats in the order of the homebound dock at the start of the voyage.
    pub(super) start: Nibbles,
    /// Ships in the outbound dock.
    pub(super) outbound: Nibbles,
    /// Ships back from this voyage.
    pub(super) homebound: Nibbles,
    /// Derived: street positions with a free circle, position 1 in bit 0.
    pub(super) open: u16,
    /// Destinations whose tile has been placed.
    pub(super) tiled: u16,
    /// Destinations whose tile is face up.
    pub(super) face_up: u16,
    /// Derived: destinations with a success.
    pub(super) taken: u16,
    /// Derived: the commodities on their icons: bit = 4 * port + commodity.
    pub(super) goods_left: u16,
    /// Galleon tiles: bits `2i..2i+2` for galleon `i`.
    pub(super) galleon_tiles: u8,
    /// 1 to 3.
    pub(super) voyage: u8,
    pub(super) step: Step,
    /// Who decides; 0 when the game is over.
    pub(super) seat: u8,
    /// Derived: the seats in `outbound`.
    pub(super) departed: u8,
    /// Derived: the seats in `homebound`.
    pub(super) at_home: u8,
    /// Derived: the holder of the admiral, or [`NOBODY`].
    pub(super) admiral: u8,
    /// Derived: the holder of the governor, or [`NOBODY`].
    pub(super) governor: u8,
    /// Derived: the owner of the informer, or [`NOBODY`].
    pub(super) informer: u8,
    /// What the informer's owner looks at or has looked at.
    pub(super) look: Option<Look>,
    /// Where he has looked.
    pub(super) looked_at: Option<Destination>,
    /// At [`Step::Disc`] the destination, at [`Step::ExchangeWith`] the first end.
    pub(super) chosen: Option<Destination>,
}

const _: () = assert!(size_of::<State>() <= 512, "a state of five players has at most 512 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    pub(super) fn player(&self, seat: usize) -> &Player {
        &self.players[seat]
    }

    #[inline]
    pub(super) fn current(&self) -> &Player {
        &self.players[usize::from(self.seat)]
    }

    #[inline]
    pub(super) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.seat)]
    }

    /// Returns the voyage, 1 to 3.
    #[must_use]
    pub fn voyage(&self) -> u8 {
        self.voyage
    }

    /// Returns what is decided.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Returns a player's VP on the score track.
    #[must_use]
    pub fn vp(&self, seat: Seat) -> i16 {
        self.player(seat.index()).vp
    }

    /// Returns a player's crew, guns, barrels and trade goods.
    #[must_use]
    pub fn items(&self, seat: Seat) -> Items {
        self.player(seat.index()).items
    }

    /// Returns the supply of crew, guns, barrels and trade goods; all zero where it is unlimited.
    #[must_use]
    pub fn supply(&self) -> Items {
        self.supply
    }

    /// Returns a player's commodities, by [`Commodity`].
    #[must_use]
    pub fn goods(&self, seat: Seat) -> [u8; Commodity::COUNT] {
        self.player(seat.index()).goods
    }

    /// Returns a player's treasure, by [`Stone`].
    #[must_use]
    pub fn chest(&self, seat: Seat) -> [u8; Stone::COUNT] {
        self.player(seat.index()).chest
    }

    /// Tells whether a player has made a stop in this voyage.
    #[must_use]
    pub fn has_stop(&self, seat: Seat, stop: Stop) -> bool {
        self.player(seat.index()).has(stop)
    }

    /// Returns a player's stops of this voyage, one bit each, see [`Stop::bit`].
    #[must_use]
    pub fn stops(&self, seat: Seat) -> u32 {
        self.player(seat.index()).stops
    }

    /// Returns how many player discs a player has on the street.
    #[must_use]
    pub fn discs_used(&self, seat: Seat) -> u8 {
        self.player(seat.index()).stop_count
    }

    /// Returns the street position of a player's last stop, 1 to 18; 0 before the first.
    #[must_use]
    pub fn position(&self, seat: Seat) -> u8 {
        self.player(seat.index()).position
    }

    /// Tells whether a player still has the investor tile.
    #[must_use]
    pub fn has_investor_tile(&self, seat: Seat) -> bool {
        self.player(seat.index()).investor_tile
    }

    /// Tells whether a player has the Ghost Ship disc in this voyage.
    #[must_use]
    pub fn has_ghost_ship(&self, seat: Seat) -> bool {
        self.player(seat.index()).ghost_ship
    }

    /// Returns the location at a street position.
    ///
    /// # Panics
    /// If the position is not 1 to 16.
    #[must_use]
    pub fn location_at(&self, position: u8) -> Stop {
        assert!((1..=LOCATIONS as u8).contains(&position), "a street position is 1 to 16");
        Stop::ALL[self.location(usize::from(position) - 1)]
    }

    /// Returns the street position of a stop, 1 to 18.
    #[inline]
    #[must_use]
    pub fn position_of(&self, stop: Stop) -> u8 {
        let code = stop.index();
        let location = match code {
            0..LOCATIONS => code,
            _ if stop.bit() & SECOND_DISCS != 0 => Stop::Drake.index(),
            _ if stop.bit() & DOCKSIDE_STOPS != 0 => return super::words::DOCKSIDE,
            _ => return super::words::INVESTOR,
        };
        (self.places >> (4 * location) & 0xf) as u8 + 1
    }

    /// Returns how many players have stopped at a location tile; 0 for other stops.
    #[inline]
    #[must_use]
    pub fn visits(&self, stop: Stop) -> u8 {
        if stop.is_location() { (self.visits >> (4 * stop.index()) & 0xf) as u8 } else { 0 }
    }

    /// Tells whether a location tile has a free circle.
    #[must_use]
    pub fn is_open(&self, stop: Stop) -> bool {
        stop.is_location() && self.open >> (self.position_of(stop) - 1) & 1 != 0
    }

    /// Returns the seats in the order in which they make their first stops in this voyage.
    pub fn starting_order(&self) -> impl Iterator<Item = Seat> {
        self.start.iter().map(Seat::new)
    }

    /// Returns the ships in the outbound dock: those departed, from sailing on in the sailing order.
    pub fn outbound(&self) -> impl Iterator<Item = Seat> {
        self.outbound.iter().map(Seat::new)
    }

    /// Tells whether a ship has left Plymouth.
    #[must_use]
    pub fn has_departed(&self, seat: Seat) -> bool {
        self.departed >> seat.index() & 1 != 0
    }

    /// Returns the ships back from this voyage, homebound dock 1 first.
    pub fn homebound(&self) -> impl Iterator<Item = Seat> {
        self.homebound.iter().map(Seat::new)
    }

    /// Tells whether a ship is back from this voyage.
    #[must_use]
    pub fn is_home(&self, seat: Seat) -> bool {
        self.at_home >> seat.index() & 1 != 0
    }

    /// Returns the holder of the admiral.
    #[must_use]
    pub fn admiral(&self) -> Option<Seat> {
        holder(self.admiral)
    }

    /// Returns the holder of the governor.
    #[must_use]
    pub fn governor(&self) -> Option<Seat> {
        holder(self.governor)
    }

    /// Returns the owner of the informer.
    #[must_use]
    pub fn informer(&self) -> Option<Seat> {
        holder(self.informer)
    }

    /// Returns what the informer's owner has looked at in this voyage.
    #[must_use]
    pub fn looked(&self) -> Option<(Look, Destination)> {
        self.look.zip(self.looked_at)
    }

    /// Returns the destination just chosen for a disc, or the first end of an exchange under way.
    #[must_use]
    pub fn chosen(&self) -> Option<Destination> {
        self.chosen
    }

    /// Returns the destinations where a player has a waiting disc, one bit each.
    #[must_use]
    pub fn missions(&self, seat: Seat) -> u16 {
        self.player(seat.index()).missions
    }

    /// Returns how many mission discs a player has in this voyage; before the reveal the ghost ship counts.
    #[must_use]
    pub fn disc_count(&self, seat: Seat) -> u32 {
        self.player(seat.index()).owned_discs().count_ones()
    }

    /// Returns the destinations that a player has attacked with success in this voyage, one bit each.
    #[must_use]
    pub fn attacked(&self, seat: Seat) -> u16 {
        self.player(seat.index()).attacked
    }

    /// Returns the successes at a destination in this voyage.
    #[inline]
    #[must_use]
    pub fn successes(&self, destination: Destination) -> u8 {
        (self.successes >> (2 * destination.index()) & 3) as u8
    }

    /// Returns the destinations with a success in this voyage, one bit each: their treasure is gone.
    #[must_use]
    pub fn taken(&self) -> u16 {
        self.taken
    }

    /// Returns the destinations whose tile is face up, one bit each.
    #[must_use]
    pub fn face_up(&self) -> u16 {
        self.face_up
    }

    /// Returns the value of a destination's tile if it is face up.
    #[inline]
    #[must_use]
    pub fn open_tile(&self, destination: Destination) -> Option<u8> {
        (self.face_up & destination.bit() != 0).then(|| self.tile(destination))
    }

    /// Returns the galleon tile at a galleon by its place among the galleons, 0 to 2.
    #[inline]
    #[must_use]
    pub fn galleon_tile(&self, place: usize) -> GalleonTile {
        GalleonTile::ALL[usize::from(self.galleon_tiles >> (2 * place) & 3)]
    }

    /// Returns the value of a tile, hidden or not; 0 where none lies.
    #[inline]
    pub(super) fn tile(&self, destination: Destination) -> u8 {
        (self.tiles >> (4 * destination.index()) & 0xf) as u8
    }

    /// Places a tile.
    #[inline]
    pub(super) fn set_tile(&mut self, destination: Destination, value: u8) {
        let shift = 4 * destination.index();
        self.tiles = self.tiles & !(0xf << shift) | u64::from(value) << shift;
        self.tiled |= destination.bit();
    }

    /// Returns the location at a street position, counted from 0.
    #[inline]
    pub(super) fn location(&self, index: usize) -> usize {
        (self.street >> (4 * index) & 0xf) as usize
    }

    /// Lays out the street and opens all its circles.
    pub(super) fn lay_out(&mut self, order: impl IntoIterator<Item = usize>) {
        (self.street, self.places) = (0, 0);
        for (position, location) in order.into_iter().enumerate() {
            self.street |= (location as u64) << (4 * position);
            self.places |= (position as u64) << (4 * location);
        }
        self.visits = 0;
        self.open = u16::MAX;
    }

    /// Returns the stops of a player in order.
    pub(super) fn stops_in_order(&self, seat: usize) -> impl Iterator<Item = Stop> + '_ {
        let stops = self.players[seat].stops;
        let tiles = (0..LOCATIONS).map(|position| Stop::ALL[self.location(position)]);
        let tiles = tiles.filter(move |stop| stops & stop.bit() != 0).flat_map(move |stop| {
            let second = if stop == Stop::Drake { stops & SECOND_DISCS } else { 0 };
            std::iter::once(stop).chain(Bits(second).map(|code| Stop::ALL[code]))
        });
        let rest = stops >> LOCATIONS << LOCATIONS & !SECOND_DISCS;
        tiles.chain(Bits(rest).map(|code| Stop::ALL[code]))
    }
}

fn holder(seat: u8) -> Option<Seat> {
    (seat != NOBODY).then(|| Seat::new(seat.into()))
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
